"""Compiled search for turning to and fro: there, back and there again within a moment."""

import numpy as np
from numba import njit

_HALVINGS = 12


@njit(cache=True, nogil=True)
def to_and_fro(values, window):
    """(N,) largest way that each column goes there, back and there again within a number of frames.

    A single swing and a swing with its return have none.

    values: (F, N).
    """
    found = np.zeros(values.shape[1])
    for n in range(values.shape[1]):
        low, high = 0.0, values[:, n].max() - values[:, n].min()
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            if _goes_thrice(values[:, n], middle, window):
                low = middle
            else:
                high = middle
        found[n] = low
    return found


@njit(cache=True, nogil=True)
def _goes_thrice(values, way, window):
    """True if values swing by at least `way` three times in turn within a number of frames."""
    least, most, least_at, most_at = values[0], values[0], 0, 0
    heading, extreme, extreme_at = 0, values[0], 0
    first, second, legs = 0, 0, 0  # frames in which the two latest legs before the present one began
    for frame in range(1, len(values)):
        value = values[frame]
        if heading == 0:
            if value > most:
                most, most_at = value, frame
            if value < least:
                least, least_at = value, frame
            if value - least >= way or most - value >= way:
                heading = 1 if value - least >= way else -1
                second = least_at if heading == 1 else most_at
                extreme, extreme_at, legs = value, frame, 1
        elif heading * (value - extreme) > 0.0:
            extreme, extreme_at = value, frame
        elif heading * (extreme - value) >= way:
            legs += 1
            if legs >= 3 and frame - first <= window:
                return True
            first, second = second, extreme_at
            heading, extreme, extreme_at = -heading, value, frame
    return False
