"""Keys, movement modes and blends of shipped animations: what one frame of goals costs, compiled and in
Python.

In a batch: frames one after the other inside one compiled loop, as the runtime steps creatures. Alone: one
call from Python. The alternative is the same S, share by share, from Python. Start: `Actor.play` over a layer
that plays, for the first time and after `prepare`.
"""

from collections.abc import Callable
from time import process_time
from typing import Any

from numba import njit

from kinegraph.characters.cast import character
from kinegraph.creatures.animation.channel import PositionTrack, RotationTrack
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations import shipped_animation, shipped_animations
from kinegraph.creatures.binding.binding import BoundAnimation, bind
from kinegraph.creatures.binding.specialization import specialize_position, specialize_rotation
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.evaluate_kernels import evaluate_frame
from kinegraph.creatures.playing.layer_evaluator import LayerEvaluator
from kinegraph.creatures.playing.motion_tables import channel_work

START_TARGET = 300.0  # microseconds: a prepared animation starts within a small share of a frame
BATCH_TARGET = 6.0  # microseconds: a quarter of what a whole frame of a 25-body creature may take
FRAMES, REPEATS = 2000, 5


@njit
def _frames(count: int, tables: Any, work: Any, goals: Any) -> None:
    for frame in range(count):
        work.times[0] = 1e-3 * frame
        evaluate_frame(tables, work, goals)


def main() -> int:
    """Prints a table; 1 where a frame in a batch costs more than the target (in CPU time, best of five)."""
    bear = creature_from_character(character("bear"))
    print(f"{len(bear)} bodies; target in a batch: {BATCH_TARGET:g} us a frame (CPU time, best of {REPEATS})")
    print(
        "animation        shares  batch [us]  alone [us]  share by share in Python [us]  ratio"
        f"  first start [us]  prepared (target {START_TARGET:g}) [us]"
    )
    missed = False
    for name, animation in shipped_animations().items():
        bound = bind(animation, bear).play()
        batch, alone, slow = _in_batch(bear, bound), _alone(bear, bound), _in_python(bear, bound)
        shares = sum(len(entry.shares) for entry in bound.entries)
        first, again = _start(bear, animation)
        print(
            f"{name:<16} {shares:>6} {batch:>11.2f} {alone:>11.1f} {slow:>30.0f} {slow / batch:>6.0f}"
            f" {first:>17.0f} {again:>27.0f}"
        )
        missed |= batch > BATCH_TARGET or again > START_TARGET
    return int(missed)


def _start(creature: Creature, animation: GeneralAnimation) -> tuple[float, float]:
    """What `Actor.play` costs: (for the first time, prepared) [us]."""
    under = shipped_animation("look around")
    actor = Actor(creature)
    actor.play(under)
    first = _spent(lambda: actor.play(animation))
    spent = []
    for _ in range(REPEATS):
        fresh = Actor(creature)
        fresh.play(under)
        fresh.prepare(animation)
        spent.append(_spent(lambda fresh=fresh: fresh.play(animation)))
    return first, min(spent)


def _in_batch(creature: Creature, bound: BoundAnimation) -> float:
    player = LayerEvaluator(creature, [bound])
    work, goals = channel_work(player.tables, len(player.target_names)), rest_goals(creature, standing=True)
    work.weights[:], work.targets[:] = 1.0, player.places({})
    _frames(1, player.tables, work, goals)
    return min(_spent(lambda: _frames(FRAMES, player.tables, work, goals)) for _ in range(REPEATS)) / FRAMES


def _alone(creature: Creature, bound: BoundAnimation) -> float:
    player = LayerEvaluator(creature, [bound])
    player.goals(0.0)
    return min(_spent(lambda: [player.goals(0.5) for _ in range(50)]) for _ in range(REPEATS)) / 50


def _in_python(creature: Creature, bound: BoundAnimation) -> float:
    def frame() -> None:
        for entry in bound.entries:
            for part in entry.shares:
                value = part.track.curve.at(0.5)
                if isinstance(part.track, PositionTrack):
                    specialize_position(creature, entry.body, value, part.track.mode, mirrored=part.mirrored)
                elif isinstance(part.track, RotationTrack):
                    specialize_rotation(creature, entry.body, value, part.track.mode, mirrored=part.mirrored)

    frame()
    return min(_spent(frame) for _ in range(REPEATS))


def _spent(work: Callable[[], object]) -> float:
    """CPU time of some work [us]."""
    start = process_time()
    work()
    return 1e6 * (process_time() - start)


if __name__ == "__main__":
    raise SystemExit(main())
