"""The parts of a creature's frame, each repeated by itself, compiled."""

from kinegraph.core.arrays import Ints
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.creatures.playing.step_kernels import (
    advance_layers,
    aim,
    bend,
    evaluate,
    place,
    settle,
    sway,
    walk,
    write_pose,
)

PARTS = ("layers", "gait", "channels", "spine", "aim", "settling", "bodies", "jiggles", "pose")


# What is compiled here knows the layout of an actor's record: it is thrown away with it.
@cached_kernel(nogil=True, error_model="numpy")
def repeat_part(addresses: Ints, part: int, count: int) -> None:
    """Repeat one of PARTS for each creature."""
    for n in range(len(addresses)):
        for _ in range(count):
            if part == 0:
                advance_layers(addresses[n], 0)
            elif part == 1:
                walk(addresses[n], 0)
            elif part == 2:
                evaluate(addresses[n], 0)
            elif part == 3:
                bend(addresses[n])
            elif part == 4:
                aim(addresses[n])
            elif part == 5:
                settle(addresses[n])
            elif part == 6:
                place(addresses[n])
            elif part == 7:
                sway(addresses[n], 0)
            else:
                write_pose(addresses[n], 0)
