"""Compiled edge table of the rotation objective: how far joints turn off the way between two poses.

Rotations are points q on the unit sphere of quaternions, and the turn from q_i to q_j about one axis is the
great circle through both. The angle f from q_k to that circle, half of the angle to turn by, follows from
    a = 1 - q_k . q_i,  b = 1 - q_k . q_j,  c = 1 - q_i . q_j:
    sin^2 f = (2 (a b + b c + c a) - a^2 - b^2 - c^2 - 2 a b c) / (c (2 - c)),
which has no differences of numbers near 1; where q_i and q_j are one rotation, sin^2 f = a (2 - a).
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.selection.larger_kernels import larger

_FAST = {"contract", "reassoc", "nsz", "nnan"}
# Ends whose c (2 - c) is less are one rotation: only rounding distinguishes them.
_SAME = 1e-24
# Rows of one table that are worked on together, so that the other row of each pair stays in the cache.
TILE = 16


@cached_kernel(fastmath=_FAST, nogil=True)
def fill_rotation(quats, matrix):
    """Writes edges [rad] into the lower triangle of `matrix` (N, N): the largest angle of any joint.

    quats: (R, N, 4) unit quaternions per joint and frame, neighbours in time of like sign.
    """
    joints, count = quats.shape[0], len(matrix)
    table = np.empty((count, count))
    for j in range(count):
        matrix[j, :j] = 0.0
    for joint in range(joints):
        if _fill_half_squares(quats[joint], table) > 0.0:  # a joint that never turns adds nothing
            _raise_edges(table, matrix)
    for j in range(count):
        for i in range(j):
            matrix[j, i] = 2.0 * math.asin(math.sqrt(min(1.0, matrix[j, i])))


@cached_kernel(fastmath=_FAST, nogil=True)
def _fill_half_squares(quats, table):
    """Writes 1 - q_i . q_j for every pair of frames, as half a squared distance; returns the largest."""
    count, most = len(quats), 0.0
    for i in range(count):
        table[i, i] = 0.0
        for j in range(i):
            total = 0.0
            for d in range(4):
                total += (quats[i, d] - quats[j, d]) ** 2
            table[i, j] = table[j, i] = 0.5 * total
            most = max(most, total)
    return most


@cached_kernel(nogil=True)
def largest_turn(quats):
    """The largest angle [rad] between the rotations of any joint in any two frames; quats (J, N, 4)."""
    least = 1.0
    for joint in range(quats.shape[0]):
        for i in range(quats.shape[1]):
            for j in range(i):
                cosine = 0.0
                for d in range(4):
                    cosine += quats[joint, i, d] * quats[joint, j, d]
                least = min(least, abs(cosine))
    return 2.0 * math.acos(least)


@cached_kernel(fastmath=_FAST, nogil=True)
def _raise_edges(table, matrix):
    """Raises every edge, as the square of a sine, to what this joint makes of it."""
    count = len(table)
    for first in range(0, count, TILE):
        for j in range(first + 2, count):
            for i in range(first, min(first + TILE, j - 1)):
                ahead, behind = table[i, i + 1 : j], table[j, i + 1 : j]
                c, best = table[i, j], 0.0
                if c * (2.0 - c) > _SAME:
                    for k in range(len(ahead)):
                        a, b = ahead[k], behind[k]
                        apart = a - b
                        best = larger(best, 2.0 * c * (a + b - a * b) - apart * apart - c * c)
                    best /= c * (2.0 - c)
                else:
                    for k in range(len(ahead)):
                        best = larger(best, ahead[k] * (2.0 - ahead[k]))
                matrix[j, i] = max(matrix[j, i], best)
