"""Compiled reading of recorded paths."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, error_model="numpy")
def path_at(events, path, times, result):
    """Writes (F, 3) a path at times: straight between events, as first and last outside them.

    events, path: (N,) increasing times, and (N, 3) where it is then.
    """
    last = len(events) - 1
    for frame in range(len(times)):
        time = times[frame]
        after = min(max(np.searchsorted(events, time, side="right"), 1), last) if last > 0 else 0
        before = max(after - 1, 0)
        share = 0.0
        if after > before:
            share = min(max((time - events[before]) / (events[after] - events[before]), 0.0), 1.0)
        for axis in range(3):
            gap = path[after, axis] - path[before, axis]
            result[frame, axis] = path[before, axis] + share * gap
