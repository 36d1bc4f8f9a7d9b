"""Compiled edge table of the velocity objective: how far speed is from only rising, or only falling."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def fill_velocity(points, fps, matrix):
    """Writes edges [m] into the lower triangle of `matrix` (N, N): `matrix[j, i]` for the segment i..j.

    With w the speeds of the steps from frame to frame between i and j, and T the segment's time, the edge is
        T / 2 min(largest fall, largest rise),  fall = w_k - w_l, rise = w_l - w_k over all k <= l:
    the time by how far w is from the nearest speeds that only rise, or only fall.
    """
    count = len(points)
    speeds = np.empty(count - 1)
    for k in range(count - 1):
        total = 0.0
        for d in range(points.shape[1]):
            total += (points[k + 1, d] - points[k, d]) ** 2
        speeds[k] = np.sqrt(total) * fps
    for i in range(count - 1):
        fastest = slowest = speeds[i]
        fall, rise = 0.0, 0.0
        for j in range(i + 1, count):
            speed = speeds[j - 1]
            fastest, slowest = max(fastest, speed), min(slowest, speed)
            fall, rise = max(fall, fastest - speed), max(rise, speed - slowest)
            matrix[j, i] = 0.5 * min(fall, rise) * (j - i) / fps
