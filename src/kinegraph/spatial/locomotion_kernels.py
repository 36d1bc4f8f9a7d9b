"""Compiled locomotion: where the base goes while points of the body take turns standing."""

import math

import numpy as np
from numba import njit

# Layout of the state that is carried from frame to frame.
X, Z, SPEED_X, SPEED_Z, SUPPORT = 0, 1, 2, 3, 4
STATE = 5
NOBODY = -1.0


@njit(cache=True, nogil=True, error_model="numpy")
def walk_frames(points, before, seconds, margin, hold, hover, state, previous, offsets):
    """Writes (F, 3) what to add to the base in each frame, so that the standing point stays where it is.

    points: (F, P, 3) the marked points before anything is added [m].
    before: Whether `previous` (P, 3) holds the points of the frame before the first; the last are left in it.
    seconds: From frame to frame.
    margin, hold: Points at most this much above the lowest may come to stand, and may go on standing [m].
    hover: Up to this height the lowest point is brought down to the ground, fading out at twice as much [m].
    state: (STATE,) carried on.
    """
    for frame in range(points.shape[0]):
        lowest = math.inf
        for point in range(points.shape[1]):
            lowest = min(lowest, points[frame, point, 1])
        fall = _grounding(lowest, hover)
        if before or frame > 0:
            if lowest > 2.0 * hover:
                state[SUPPORT] = NOBODY
            else:
                _stand(points[frame], previous, seconds, lowest + margin, lowest + hold, state)
            state[X] += state[SPEED_X] * seconds
            state[Z] += state[SPEED_Z] * seconds
        offsets[frame, 0], offsets[frame, 1], offsets[frame, 2] = state[X], fall, state[Z]
        previous[:] = points[frame]


@njit(cache=True, nogil=True, error_model="numpy")
def _grounding(lowest, hover):
    """How far to move the body up or down [m]: onto the ground from near it, not at all from high above."""
    if lowest <= hover:
        return -lowest
    share = min((lowest - hover) / hover, 1.0)
    return -lowest * (1.0 - share * share * (3.0 - 2.0 * share))


@njit(cache=True, nogil=True, error_model="numpy")
def _stand(points, previous, seconds, height, hold, state):
    """Chooses who stands, and takes the base's speed from it.

    A point up to `height` may come to stand, one up to `hold` may go on. Whoever stands goes on standing
    until it rises, or until it would push the base back while another would carry it on: feet that change
    over at the same height do not make the character waddle.
    """
    support = int(state[SUPPORT])
    forward_x, forward_z = state[SPEED_X], state[SPEED_Z]
    stays = support >= 0 and points[support, 1] <= hold
    best, best_along = NOBODY, -math.inf
    for point in range(points.shape[0]):
        if points[point, 1] <= height:
            along = forward_x * (previous[point, 0] - points[point, 0]) + forward_z * (
                previous[point, 2] - points[point, 2]
            )
            if along > best_along or (along == best_along and points[point, 1] < points[int(best), 1]):
                best, best_along = float(point), along
    if stays:
        along = forward_x * (previous[support, 0] - points[support, 0]) + forward_z * (
            previous[support, 2] - points[support, 2]
        )
        if along >= 0.0 or best_along <= 0.0:
            best = float(support)
    state[SUPPORT] = best
    point = int(best)
    state[SPEED_X] = (previous[point, 0] - points[point, 0]) / seconds
    state[SPEED_Z] = (previous[point, 2] - points[point, 2]) / seconds


def new_state() -> np.ndarray:
    """The state of a character that has not moved yet."""
    state = np.zeros(STATE)
    state[SUPPORT] = NOBODY
    return state
