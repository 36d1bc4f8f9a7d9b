"""Compiled search for the optimal selections of every count at once.

Best errors live in the upper triangle of the edge table's matrix, diagonal included: row n, column j holds
the smallest error of n segments from the first frame to frame j; the space takes no memory of its own.

`best[n, j] = min over i of combine(best[n - 1, i], edge(i, j))` is searched outwards from the previous
count's minimizer. To its right the search ends where no later `best[n - 1, i]` can win any more (their suffix
minimum), to its left where no earlier edge can (its prefix minimum): both bounds hold for `max` and, since
errors are not negative, for `sum`. That is exact whatever the edges are, which faster schemes that trust the
edges to be monotone are not.
"""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def prefix_minima(matrix, lowest):
    """(N, N) float32: in row j, column i a lower bound of the edges from frames lowest[j]..i to j."""
    count = len(matrix)
    minima = np.zeros((count, count), dtype=np.float32)
    for j in range(count):
        least = np.inf
        for i in range(lowest[j], j):
            least = min(least, matrix[j, i])
            # A float32 may lie above the number it rounds; the factor keeps it below.
            minima[j, i] = np.float32(least * (1.0 - 1.2e-7))
    return minima


@njit(cache=True, nogil=True)
def search_selections(matrix, minima, lowest, highest, allowed, most, use_sum):
    """Fills rows 0..most of the upper triangle with the best errors.

    lowest, highest: (N,) the first and last frame that may be the key before frame j.
    allowed: (N,) whether a frame may be a key.
    most: Largest number of segments to search.
    """
    count = len(matrix)
    previous, current = np.full(count, np.inf), np.full(count, np.inf)
    suffix, start = np.empty(count + 1), np.zeros(count, dtype=np.int64)
    matrix[0, 0] = 0.0
    for j in range(1, count):
        matrix[0, j] = np.inf
    previous[0] = 0.0
    for n in range(1, most + 1):
        suffix[count] = np.inf
        for i in range(count - 1, -1, -1):
            suffix[i] = min(suffix[i + 1], previous[i])
        for j in range(n, count):
            low, high = max(lowest[j], n - 1), highest[j]
            if not allowed[j] or high < low:
                current[j] = np.inf
                continue
            at = min(max(start[j], low), high)
            best, best_at = np.inf, at
            i = at
            while i <= high and suffix[i] < best:
                error = previous[i] + matrix[j, i] if use_sum else max(previous[i], matrix[j, i])
                if error < best:
                    best, best_at = error, i
                i += 1
            i = at - 1
            while i >= low and minima[j, i] < best:
                error = previous[i] + matrix[j, i] if use_sum else max(previous[i], matrix[j, i])
                if error < best:
                    best, best_at = error, i
                i -= 1
            start[j], current[j] = best_at, best
        for j in range(n, count):
            matrix[n, j] = current[j]
        current[:n] = np.inf
        previous, current = current, previous


@njit(cache=True, nogil=True)
def walk_selection(matrix, lowest, highest, segments, use_sum, frames):
    """Writes the segments + 1 frames of an optimal selection; ties go to the earliest frame."""
    j = len(matrix) - 1
    frames[segments] = j
    for n in range(segments, 0, -1):
        wanted = matrix[n, j]
        for i in range(max(lowest[j], n - 1), highest[j] + 1):
            before = matrix[n - 1, i]
            error = before + matrix[j, i] if use_sum else max(before, matrix[j, i])
            if error == wanted:
                j = i
                break
        frames[n - 1] = j
