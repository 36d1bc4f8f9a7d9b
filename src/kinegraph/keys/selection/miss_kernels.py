"""Compiled measure of what cubics through keys miss a motion by."""

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.selection.cubic_kernels import FAST, bernstein, fit_cubics


@cached_kernel(fastmath=FAST, nogil=True)
def largest_miss(positions, keys):
    """Distance by which the best cubics between keys miss a motion, at the worst joint and frame [m].

    positions: (N, 3 J) coordinates, three for each joint. keys: (K,) increasing frames.
    Between two keys each coordinate follows the cubic in time through its values at the keys that misses
    its other values the least, in squares.
    """
    width = positions.shape[1]
    p, q, misses = np.empty(width), np.empty(width), np.empty(width)
    worst = 0.0
    for s in range(len(keys) - 1):
        i, j = keys[s], keys[s + 1]
        if j - i <= 3:  # up to two frames between: the cubic passes through them
            continue
        fit_cubics(positions, i, j, p, q)
        for k in range(i + 1, j):
            b0, b1, b2, b3 = bernstein((k - i) / (j - i))
            for d in range(width):
                misses[d] = positions[k, d] - b0 * positions[i, d] - b3 * positions[j, d]
                misses[d] -= b1 * p[d] + b2 * q[d]
            for joint in range(width // 3):
                x, y, z = misses[3 * joint], misses[3 * joint + 1], misses[3 * joint + 2]
                worst = max(worst, x * x + y * y + z * z)
    return np.sqrt(worst)
