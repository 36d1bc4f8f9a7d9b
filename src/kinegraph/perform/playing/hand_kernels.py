"""Compiled playing of one hand: where a controller is displaced in, a pose as float32 out, in one call.

The same kernels as for whole performances, so the same numbers.
"""

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.perform.playing.player_kernels import END, place_frames, pose_frames

PLAYED, GUESSED, NOT_FINITE = 0, 1, 2  # what became of a pose

# Columns of `starts`: where each part begins in the result.
ROOT, ROTATIONS, SLIDES, INFLUENCES, CONTROLLERS = 0, 1, 2, 3, 4
PARTS = 5
ABSENT = -1
_HERE = 1e-24  # square of the distance up to which a place is on a marker [m^2]


@cached_kernel(nogil=True, error_model="numpy")
def play_hand(program, number, x, y, z, shares, markers, starts, result):
    """Writes a pose into a flat float32 `result`; returns whether manipulators are GUESSED, or NOT_FINITE.

    number, x, y, z: The set whose controller the hand moves, and how far from where it would be [m].
    shares: (1, S) how much each set is in force.
    markers: (K, 3) places of the set's keys [m].
    starts: (PARTS,) where the result has the root (3), rotations (J * 4), slides (J * 3), influences of the
        keys (K) and controllers (S * 3); slides may be ABSENT.
    """
    sets, joints = len(program.sets), len(program.parents)
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
    for axis in range(3):
        result[starts[ROOT] + axis] = slides[0, 0, axis] + 0.0  # no negative zero
    _copy(rotations, result, starts[ROTATIONS])
    if starts[SLIDES] != ABSENT:
        _copy(slides, result, starts[SLIDES])
        for axis in range(3):
            result[starts[SLIDES] + axis] = result[starts[ROOT] + axis]
    _influence(placed[0, number], markers, result, starts[INFLUENCES])
    _copy(placed, result, starts[CONTROLLERS])
    return GUESSED if guessed.any() else PLAYED


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
