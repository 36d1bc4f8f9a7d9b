"""Compiled edge table of the Bezier objective (thesis, appendix A).

For the segment i..j a cubic Bezier runs through the end poses, its two inner points by linear least squares
at uniform parameters u_k = (k - i) / (j - i); the edge is the largest distance of a pose to the curve's point
at its own parameter. The thesis's eq. A.1 prints (u - 1) where the Bernstein basis has (1 - u).
"""

import math

import numpy as np
from numba import njit


@njit(cache=True, fastmath={"contract", "reassoc", "nsz"}, nogil=True)
def fill_bezier_max(points, matrix):
    """Writes edges into the lower triangle of `matrix` (N, N): `matrix[j, i]` for the segment i..j."""
    count, width = points.shape
    first_sum, second_sum = np.empty(width), np.empty(width)
    for j in range(1, count):
        for i in range(j):
            span = j - i
            if span <= 3:  # up to two frames between: the curve passes through them
                matrix[j, i] = 0.0
                continue
            m11, m12, m22 = 0.0, 0.0, 0.0
            for d in range(width):
                first_sum[d] = second_sum[d] = 0.0
            for k in range(i + 1, j):
                u = (k - i) / span
                v = 1.0 - u
                b0, b1, b2, b3 = v * v * v, 3.0 * u * v * v, 3.0 * u * u * v, u * u * u
                m11 += b1 * b1
                m12 += b1 * b2
                m22 += b2 * b2
                for d in range(width):
                    rest = points[k, d] - b0 * points[i, d] - b3 * points[j, d]
                    first_sum[d] += b1 * rest
                    second_sum[d] += b2 * rest
            scale = 1.0 / (m11 * m22 - m12 * m12)
            for d in range(width):
                p = (m22 * first_sum[d] - m12 * second_sum[d]) * scale
                second_sum[d] = (m11 * second_sum[d] - m12 * first_sum[d]) * scale
                first_sum[d] = p
            worst = 0.0
            for k in range(i + 1, j):
                u = (k - i) / span
                v = 1.0 - u
                b0, b1, b2, b3 = v * v * v, 3.0 * u * v * v, 3.0 * u * u * v, u * u * u
                total = 0.0
                for d in range(width):
                    miss = points[k, d] - b0 * points[i, d] - b3 * points[j, d]
                    miss -= b1 * first_sum[d] + b2 * second_sum[d]
                    total += miss * miss
                worst = max(worst, total)
            matrix[j, i] = math.sqrt(worst)
