"""Compiled choice of Euler angles over time: each frame depends on the one before it."""

import math

import numpy as np
from numba import njit

# Below this cosine (or sine) of the middle half angles the outer two angles cannot be separated.
GIMBAL_LOCK = 1e-9

_TURN = 2.0 * math.pi


@njit(cache=True)
def _nearest_turn(angle, previous):
    """`angle` plus the whole turns that bring it nearest to `previous`."""
    return angle + _TURN * np.round((previous - angle) / _TURN)


@njit(cache=True)
def unroll_angles(tracks, parity, proper):
    """Frames (F, N, 3) renamed one after the other, each as near as can be to its predecessor.

    parity: +1 where the order's axes are a cyclic shift of x, y, z, else -1.
    proper: Whether the order's first and last axis are the same.
    """
    result = tracks.copy()
    sign = 1.0 if proper else parity
    for frame in range(1, len(tracks)):
        for n in range(tracks.shape[1]):
            p0, p1, p2 = result[frame - 1, n, 0], result[frame - 1, n, 1], result[frame - 1, n, 2]
            a0, a1, a2 = tracks[frame, n, 0], tracks[frame, n, 1], tracks[frame, n, 2]
            # The same rotation's other name: turn the outer axes half round and reflect the middle angle.
            b1 = -a1 if proper else math.pi - a1
            b0, b1, b2 = (
                _nearest_turn(a0 + math.pi, p0),
                _nearest_turn(b1, p1),
                _nearest_turn(a2 + math.pi, p2),
            )
            a0, a1, a2 = _nearest_turn(a0, p0), _nearest_turn(a1, p1), _nearest_turn(a2, p2)
            # Positive where only the outer angles' signed sum matters, negative where only the difference
            # does.
            lock = math.cos(a1) if proper else math.sin(a1)
            free = math.sin(a1) if proper else math.cos(a1)
            near_a = (a0 - p0) ** 2 + (a1 - p1) ** 2 + (a2 - p2) ** 2
            near_b = (b0 - p0) ** 2 + (b1 - p1) ** 2 + (b2 - p2) ** 2
            if near_b < near_a:
                a0, a1, a2 = b0, b1, b2
            if abs(free) < GIMBAL_LOCK:
                fixed = sign if lock > 0.0 else -sign
                moved = a0 + fixed * a2
                moved = _nearest_turn(moved, p0 + fixed * p2) - (p0 + fixed * p2)
                a0, a2 = p0 + 0.5 * moved, p2 + 0.5 * fixed * moved
            result[frame, n, 0], result[frame, n, 1], result[frame, n, 2] = a0, a1, a2
    return result
