"""Compiled measure of what cubics through keys miss a motion by."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, fastmath={"contract", "reassoc", "nsz"})
def largest_miss(positions, keys):
    """How far the best cubics between keys miss a motion, at the joint and frame where that is farthest [m].

    positions: (N, 3 J) coordinates, three for each joint. keys: (K,) increasing frames.
    Between two keys each coordinate follows the cubic in time through its values at the keys that misses
    its other values the least, in squares.
    """
    width = positions.shape[1]
    first_sum, second_sum = np.empty(width), np.empty(width)
    worst = 0.0
    for s in range(len(keys) - 1):
        i, j = keys[s], keys[s + 1]
        span = j - i
        if span <= 3:
            continue
        m11, m12, m22 = 0.0, 0.0, 0.0
        first_sum[:] = 0.0
        second_sum[:] = 0.0
        for k in range(i + 1, j):
            u = (k - i) / span
            v = 1.0 - u
            b0, b1, b2, b3 = v * v * v, 3.0 * u * v * v, 3.0 * u * u * v, u * u * u
            m11 += b1 * b1
            m12 += b1 * b2
            m22 += b2 * b2
            for d in range(width):
                rest = positions[k, d] - b0 * positions[i, d] - b3 * positions[j, d]
                first_sum[d] += b1 * rest
                second_sum[d] += b2 * rest
        scale = 1.0 / (m11 * m22 - m12 * m12)
        for d in range(width):
            p = (m22 * first_sum[d] - m12 * second_sum[d]) * scale
            second_sum[d] = (m11 * second_sum[d] - m12 * first_sum[d]) * scale
            first_sum[d] = p
        for k in range(i + 1, j):
            u = (k - i) / span
            v = 1.0 - u
            b0, b1, b2, b3 = v * v * v, 3.0 * u * v * v, 3.0 * u * u * v, u * u * u
            for joint in range(width // 3):
                total = 0.0
                for d in range(3 * joint, 3 * joint + 3):
                    miss = positions[k, d] - b0 * positions[i, d] - b3 * positions[j, d]
                    miss -= b1 * first_sum[d] + b2 * second_sum[d]
                    total += miss * miss
                worst = max(worst, total)
    return np.sqrt(worst)
