"""Compiled merging of selection spaces that lie one after the other in time."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def merge_errors(left, right, use_sum):
    """The smallest error of n keys shared between two parts, for every n, and how many go to the right.

    left, right: (A,), (B,) errors of a part with 0, 1, ... keys of its own; infinite where there are none.
    Ties go to fewer keys on the right.
    """
    count = len(left) + len(right) - 1
    errors, choice = np.full(count, np.inf), np.zeros(count, dtype=np.int32)
    for n in range(count):
        for r in range(max(0, n - len(left) + 1), min(n, len(right) - 1) + 1):
            error = left[n - r] + right[r] if use_sum else max(left[n - r], right[r])
            if error < errors[n]:
                errors[n], choice[n] = error, r
    return errors, choice
