"""Compiled pose distances, the ground that all chord objectives stand on."""

import numpy as np
from numba import njit


@njit(cache=True, fastmath={"contract", "reassoc", "nsz"}, nogil=True)
def fill_squared_distances(points, matrix):
    """Writes |x_i - x_j|^2 of every pair of rows of `points` (N, D) into `matrix` (N, N).

    From differences, never from a Gram matrix: equal poses must be exactly zero apart.
    """
    count, width = points.shape
    for i in range(count):
        matrix[i, i] = 0.0
        for j in range(i):
            total = 0.0
            for d in range(width):
                difference = points[i, d] - points[j, d]
                total += difference * difference
            matrix[i, j] = total
            matrix[j, i] = total


@njit(cache=True, nogil=True)
def farthest_pair(points):
    """The largest distance between any two rows of `points` (N, D)."""
    worst = 0.0
    for i in range(len(points)):
        for j in range(i):
            total = 0.0
            for d in range(points.shape[1]):
                difference = points[i, d] - points[j, d]
                total += difference * difference
            worst = max(worst, total)
    return np.sqrt(worst)
