"""Compiled walking by hand: a hand's way in, the last pose on it as float32 out, in one call.

The same kernels and the same arithmetic as for recorded performances, so the same numbers.
"""

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.perform.playing.hand_kernels import (
    GUESSED,
    JOINTS,
    NOT_FINITE,
    NUMBER,
    PLAYED,
    SETS,
    unpack_hand,
    write_hand_pose,
)
from kinegraph.perform.playing.locomotion_kernels import mark_points, walk_frames
from kinegraph.perform.playing.player_kernels import END, place_frames, pose_frames

# Columns of a hand's way, and of where the character stands.
X, Y, Z, TIME = 0, 1, 2, 3
LEFT, DOWN, BACK, COSINE, SINE, BASE_X, BASE_Y, BASE_Z = 0, 1, 2, 3, 4, 5, 6, 7


@cached_kernel(nogil=True, error_model="numpy")
def walk_hand(hand, way, pace, stand, walker, start, result):
    """Writes the pose at the end of a hand's way, carried along by the feet; returns what became of it.

    GUESSED and NOT_FINITE leave the walker as it was: then the caller poses it the long way.

    hand: `PackedHand`. result: As `play_hand` takes it.
    way: (N, 4) places in the world [m] and times [s]; the first was answered before.
    pace: (4,) the longest step, the shortest and the longest time between two places [s], and the most steps.
    stand: (8,) the character's position [m], cosine and sine of its heading, and where the controller is
        without a hand [m].
    walker: `WalkerMemory`.
    start: Where the result has how far the feet have carried the character on the ground (3).
    """
    program, shares, markers = unpack_hand(hand)
    ints = hand.ints
    number, sets, joints = ints[NUMBER], ints[SETS], ints[JOINTS]
    places, seconds = _steps_along(way, pace)
    steps = len(places)
    displaced, placed = np.zeros((steps, sets, 3)), np.empty((steps, sets, 3))
    _displace(places, stand, displaced[:, number])
    none = np.empty(0, dtype=np.int64)
    place_frames(program, displaced, none, none, np.empty((0, steps)), placed)
    for value in placed.flat:
        if not np.isfinite(value):
            return NOT_FINITE
    rotations, slides = np.empty((steps, joints, 4)), np.empty((steps, joints, 3))
    guessed = np.empty((steps, program.sets[sets - 1, END]), dtype=np.bool_)
    forces = np.empty((steps, sets))
    forces[:] = shares
    pose_frames(program, placed, forces, rotations, slides, guessed)
    if guessed[steps - 1].any():
        return GUESSED
    points, offsets = np.empty((steps, len(walker.joints), 3)), np.empty((steps, 3))
    mark_points(program.parents, slides, rotations, walker.joints, walker.offsets, points)
    walk_frames(points, seconds, walker, offsets)
    last = steps - 1
    write_hand_pose(ints, rotations[last:], slides[last:], placed[last:], markers, offsets[last], result)
    result[start], result[start + 1] = offsets[last, 0], 0.0 * offsets[last, 1]
    result[start + 2] = offsets[last, 2]
    return PLAYED


@cached_kernel(nogil=True, error_model="numpy")
def _steps_along(way, pace):
    """(F, 3) places in even steps along a way, the last its own last, and how long a step is [s]."""
    passed = np.zeros(len(way))
    for at in range(1, len(way)):
        passed[at] = passed[at - 1] + min(max(way[at, TIME] - way[at - 1, TIME], pace[1]), pace[2])
    length, last = passed[len(way) - 1], len(way) - 1
    count = min(max(int(np.ceil(length / pace[0] - 1e-6)), 1), int(pace[3]))
    places, at = np.empty((count, 3)), 0
    for step in range(1, count):
        moment = length * step / count
        while at < last - 1 and passed[at + 1] <= moment:
            at += 1
        for axis in range(3):
            slope = (way[at + 1, axis] - way[at, axis]) / (passed[at + 1] - passed[at])
            places[step - 1, axis] = slope * (moment - passed[at]) + way[at, axis]
    places[count - 1] = way[last, :3]
    return places, length / count


@cached_kernel(nogil=True, error_model="numpy")
def _displace(places, stand, displaced):
    """Writes (F, 3) how far a hand at places of the world displaces its controller [m]."""
    for step in range(len(places)):
        x, y, z = places[step, X] - stand[LEFT], places[step, Y] - stand[DOWN], places[step, Z] - stand[BACK]
        displaced[step, X] = stand[COSINE] * x - stand[SINE] * z - stand[BASE_X]
        displaced[step, Y] = y - stand[BASE_Y]
        displaced[step, Z] = stand[SINE] * x + stand[COSINE] * z - stand[BASE_Z]
    if len(places) > 1:  # as a recorded path is read at its last event
        for axis in range(3):
            before = displaced[len(places) - 2, axis]
            displaced[len(places) - 1, axis] = before + (displaced[len(places) - 1, axis] - before)
