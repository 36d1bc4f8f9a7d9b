"""HandPlayer: one hand on one controller, a pose for each place of the hand, with as little work as can be.

Playing a performance checks times, layers, fades and releases. A hand that performs without any of them needs
none of that, 60 times a second in every document of a class.
"""

from collections.abc import Iterable, Mapping

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.playing.hand_kernels import (
    ABSENT,
    GUESSED,
    NOT_FINITE,
    PLAYED,
    ROOT,
    SIZES,
    PackedHand,
    play_hand,
)
from kinegraph.perform.playing.hand_walk_kernels import walk_hand
from kinegraph.perform.playing.locomotion import Walker
from kinegraph.perform.playing.rig_program import RigProgram

PARTS = ("root", "rotations", "translations", "influences", "controllers")


class HandPlayer:
    """Plays a rig whose one controller a hand moves, into memory that is used again for each pose.

    shapes: Of the parts of a pose: root (3,) [m], rotations (J, 4) local, translations (J, 3) [m] only where
        joints slide, influences (K,) of the set's keys, controllers (S, 3) where all of them are [m].
    """

    def __init__(
        self, program: RigProgram, number: int, shares: Floats, markers: Floats, slides: bool
    ) -> None:
        """
        number: The set whose controller the hand moves.
        shares: (1, S) how much each set is in force.
        markers: (K, 3) places of the set's keys [m].
        slides: Whether joints other than the root slide.
        """
        joints, sets = len(program.parents), len(program.sets)
        shapes = ((3,), (joints, 4), (joints, 3), (len(markers),), (sets, 3))
        named: dict[str, tuple[int, ...]] = dict(zip(PARTS, shapes, strict=True))
        if not slides:
            del named["translations"]
        self.shapes: Mapping[str, tuple[int, ...]] = named
        self._hand = pack_hand(program, number, shares, markers)
        self._result = np.empty(0, dtype=np.float32)

    def write_to(self, result: np.ndarray, starts: Mapping[str, int]) -> None:
        """Chooses where poses go: into a flat float32 array, each part from its start on."""
        for part, shape in self.shapes.items():
            if not 0 <= starts[part] <= len(result) - int(np.prod(shape)):
                raise InvalidValue(f"The {part} of a pose do not fit into an array of {len(result)} numbers.")
        self._hand.ints[ROOT:SIZES] = [starts.get(part, ABSENT) for part in PARTS]
        self._result = result

    def play(self, x: float, y: float, z: float) -> bool:
        """Writes the pose of a controller that is displaced [m]; whether none of it is a guess."""
        done = play_hand(*self._hand, x, y, z, self._result)
        if done == NOT_FINITE:
            raise InvalidValue("Controllers can only be at finite places.")
        return done != GUESSED

    def walk(self, walker: Walker, way: Floats, pace: Floats, stand: Floats, start: int) -> bool:
        """Writes the pose at the end of a hand's way, carried along by a walker, and from `start` on how far;
        whether none of it is a guess. Where one is, nothing was written and the walker has not moved.

        way, pace, stand: As `walk_hand` takes them.
        """
        return walk_hand(self._hand, way, pace, stand, walker.memory, start, self._result) == PLAYED


def pack_hand(program: RigProgram, number: int, shares: Floats, markers: Floats) -> PackedHand:
    """All whole numbers and all others that a hand needs, each as one array."""
    sizes = [number, len(program.parents), len(program.sets), len(program.numbers)]
    sizes += [len(program.manipulators), len(program.links), len(program.joints), len(program.goals)]
    sizes += [len(markers)] + [ABSENT] * len(PARTS)
    ints = (
        np.array(sizes),
        program.parents,
        program.sets,
        program.manipulators,
        program.order,
        program.links,
        program.joints,
        program.goals,
        program.carriers,
    )
    floats = (
        program.offsets,
        program.rest_rotations,
        program.rest_slides,
        program.bends,
        program.numbers,
        program.reaches,
        program.homes,
        program.goal_weights,
        program.free,
        shares,
        markers,
    )
    return PackedHand(_one_array(ints, np.int64), _one_array(floats, np.float64), program.rivals)


def _one_array(parts: Iterable[np.ndarray], dtype: type) -> np.ndarray:
    return np.concatenate([np.ravel(part) for part in parts]).astype(dtype)
