"""Compiled fading of rotations."""

import math

from numba import njit


@njit(cache=True, nogil=True, error_model="numpy")
def turn_towards(quat, other, share):
    """Turns `quat` (4,) towards `other` in place, by a share of the shorter arc."""
    if share >= 1.0:
        for i in range(4):
            quat[i] = other[i]
        return
    cosine = 0.0
    for i in range(4):
        cosine += quat[i] * other[i]
    angle = math.acos(min(abs(cosine), 1.0))
    if angle > 1e-9:
        here, there = math.sin((1.0 - share) * angle), math.copysign(math.sin(share * angle), cosine)
        square = 0.0
        for i in range(4):
            quat[i] = here * quat[i] + there * other[i]
            square += quat[i] * quat[i]
        length = math.sqrt(square)
        for i in range(4):
            quat[i] /= length
