"""Compiled playing of one hand: where a controller is displaced in, a pose as float32 out, in one call.

The same kernels as for whole performances, so the same numbers.
"""

from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.perform.playing.player_kernels import COLUMNS, END, place_frames, pose_frames
from kinegraph.perform.playing.rig_program import RigProgram

PLAYED, GUESSED, NOT_FINITE = 0, 1, 2  # what became of a pose

# What a hand's `sizes` say: of the set that it moves, of the program's parts, and where each part of a pose
# begins in the result.
NUMBER, JOINTS, SETS, NUMBERS, MANIPULATORS, LINKS, TURNED, GOALS, KEYS = 0, 1, 2, 3, 4, 5, 6, 7, 8
ROOT, ROTATIONS, SLIDES, INFLUENCES, CONTROLLERS = 9, 10, 11, 12, 13
SIZES = 14
ABSENT = -1
_HERE = 1e-24  # square of the distance up to which a place is on a marker [m^2]


class PackedHand(NamedTuple):
    """A program with what a hand needs, as `pack_hand` lays it out.

    A call with the program's own many arrays takes longer to get in than to play.
    """

    ints: Ints
    floats: Floats
    rivals: np.ndarray


@cached_kernel(nogil=True, error_model="numpy")
def play_hand(ints, floats, rivals, x, y, z, result):
    """Writes a pose into a flat float32 `result`; returns whether manipulators are GUESSED, or NOT_FINITE.

    The result gets the root (3), rotations (J * 4), slides (J * 3), influences of the set's keys (K) and
    controllers (S * 3); slides may be ABSENT.

    ints, floats, rivals: Of a `PackedHand`, one by one: so it takes a sixth less time to get in.
    x, y, z: How far the set's controller is from where it would be [m].
    """
    program, shares, markers = unpack_hand(PackedHand(ints, floats, rivals))
    number, sets, joints = ints[NUMBER], ints[SETS], ints[JOINTS]
    displaced, placed = np.zeros((1, sets, 3)), np.empty((1, sets, 3))
    displaced[0, number, 0], displaced[0, number, 1], displaced[0, number, 2] = x, y, z
    none = np.empty(0, dtype=np.int64)
    place_frames(program, displaced, none, none, np.empty((0, 1)), placed)
    for value in placed.flat:
        if not np.isfinite(value):
            return NOT_FINITE
    rotations, slides = np.empty((1, joints, 4)), np.empty((1, joints, 3))
    guessed = np.empty((1, program.sets[sets - 1, END]), dtype=np.bool_)
    pose_frames(program, placed, shares, rotations, slides, guessed)
    write_hand_pose(ints, rotations, slides, placed, markers, np.zeros(3), result)
    return GUESSED if guessed.any() else PLAYED


@cached_kernel(nogil=True, error_model="numpy")
def unpack_hand(hand):
    """The program, (1, S) shares and (K, 3) markers that `pack_hand` laid out."""
    ints, floats, rivals = hand
    joints, sets, numbers, keys = ints[JOINTS], ints[SETS], ints[NUMBERS], ints[KEYS]
    a = SIZES
    b = a + joints
    c = b + sets * COLUMNS
    d = c + ints[MANIPULATORS]
    e = d + sets
    f = e + 2 * ints[LINKS]
    g = f + 2 * ints[TURNED]
    h = g + 3 * ints[GOALS]
    parents, columns, manipulators = ints[a:b], ints[b:c].reshape(sets, COLUMNS), ints[c:d]
    order, links, turned = ints[d:e], ints[e:f].reshape(ints[LINKS], 2), ints[f:g].reshape(ints[TURNED], 2)
    goals, carriers = ints[g:h].reshape(ints[GOALS], 3), ints[h : h + sets]
    i = 3 * joints
    j = i + 4 * joints
    k = j + 3 * joints
    m = k + 3 * joints
    n = m + numbers
    o = n + sets
    p = o + 3 * sets
    q = p + ints[GOALS]
    r = q + sets * joints
    s = r + sets
    program = RigProgram(
        parents,
        floats[:i].reshape(joints, 3),
        floats[i:j].reshape(joints, 4),
        floats[j:k].reshape(joints, 3),
        floats[k:m].reshape(joints, 3),
        columns,
        floats[m:n],
        floats[n:o],
        floats[o:p].reshape(sets, 3),
        manipulators,
        order,
        links,
        turned,
        goals,
        floats[p:q],
        floats[q:r].reshape(sets, joints),
        carriers,
        rivals,
    )
    return program, floats[r:s].reshape(1, sets), floats[s : s + 3 * keys].reshape(keys, 3)


@cached_kernel(nogil=True, error_model="numpy")
def write_hand_pose(ints, rotations, slides, placed, markers, shift, result):
    """Writes one pose, (1, J, 4) local and (1, J, 3) [m] with the base shifted (3,), into a flat float32
    array.

    placed: (1, S, 3) where the controllers are [m].
    """
    for axis in range(3):
        result[ints[ROOT] + axis] = slides[0, 0, axis] + shift[axis]  # nowhere a negative zero
    _copy(rotations, result, ints[ROTATIONS])
    if ints[SLIDES] != ABSENT:
        _copy(slides, result, ints[SLIDES])
        for axis in range(3):
            result[ints[SLIDES] + axis] = result[ints[ROOT] + axis]
    _influence(placed[0, ints[NUMBER]], markers, result, ints[INFLUENCES])
    _copy(placed, result, ints[CONTROLLERS])


@cached_kernel(nogil=True, error_model="numpy")
def _copy(values, result, start):
    flat = values.reshape(values.size)
    for at in range(len(flat)):
        result[start + at] = flat[at]


@cached_kernel(nogil=True, error_model="numpy")
def _influence(place, markers, result, start):
    """Writes (K,) the influence of each key at a place (3,), as `Blend.influences` defines it."""
    count = len(markers)
    near, here = np.empty(count), 0
    for key in range(count):
        square = 0.0
        for axis in range(3):
            away = markers[key, axis] - place[axis]
            square += away * away
        near[key] = square
        here += square < _HERE
    total = 0.0
    for key in range(count):
        if here > 0:
            near[key] = 1.0 if near[key] < _HERE else 0.0
        else:
            near[key] = 1.0 / near[key]
        total += near[key]
    for key in range(count):
        result[start + key] = near[key] / total
