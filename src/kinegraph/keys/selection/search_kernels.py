"""Compiled search for the optimal selections of every count at once.

Best errors live in the upper triangle of the edge table's matrix, diagonal included: row n, column j holds
the smallest error of n segments from the first frame to frame j; the space takes no memory of its own.

`best[n, j] = min over i of combine(best[n - 1, i], edge(i, j))` is searched outwards from the previous
count's minimizer. To its right the search ends where no later `best[n - 1, i]` can win any more (their suffix
minimum), to its left where no earlier edge can (its prefix minimum): both bounds hold for `max` and, since
errors are not negative, for `sum`. On its way left a sum passes over a few frames at once where their least
previous error and the least edge so far cannot win together. That is exact whatever the edges are, which
faster schemes that trust the edges to be monotone are not.
"""

from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.kernels.cache import cached_kernel

# Counts and frames that are searched together.
COUNTS, FRAMES = 32, 32
# Frames that a sum passes over at once where none of them can win.
WINDOW = 4


class _Edges(NamedTuple):
    """Edges between frames, as `search_selections` takes them."""

    matrix: Floats
    minima: np.ndarray
    lowest: Ints
    highest: Ints
    allowed: np.ndarray


class _Rows(NamedTuple):
    """Best errors by number of segments and frame, and where the search for each frame begins.

    best, least: (COUNTS + 1, N) the errors, and the least of each frame's and the WINDOW - 1 before it.
    suffix, start: (N + 1,) scratch, and (N,) the key before each frame with one segment less.
    """

    best: Floats
    least: Floats
    suffix: Floats
    start: Ints


@cached_kernel(nogil=True)
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


@cached_kernel(nogil=True)
def search_selections(matrix, minima, lowest, highest, allowed, most, use_sum):
    """Fills rows 0..most of the upper triangle with the best errors.

    Some counts are searched together over a few frames at a time: from count to count the search looks at
    much the same edges, which are then still in the cache.

    lowest, highest: (N,) the first and last frame that may be the key before frame j.
    allowed: (N,) whether a frame may be a key.
    most: Largest number of segments to search.
    """
    count = len(matrix)
    rows = np.full((COUNTS + 1, count), np.inf)  # of the count before, then of those searched together
    windows = np.zeros((COUNTS + 1, count))  # least of each frame of a row and the WINDOW - 1 before it
    rows[0, 0] = 0.0
    edges = _Edges(matrix, minima, lowest, highest, allowed)
    found = _Rows(rows, windows, np.empty(count + 1), np.zeros(count, dtype=np.int64))
    matrix[0] = rows[0]
    for base in range(1, most + 1, COUNTS):
        end = min(base + COUNTS, most + 1)
        rows[1:] = np.inf
        for first in range(base, count, FRAMES):
            past = min(first + FRAMES, count)
            for n in range(base, end):
                _search_tile(edges, found, n - base, n, max(first, n), past, use_sum)
        for n in range(base, end):
            matrix[n, n:] = rows[n - base + 1, n:]
        rows[0], windows[0] = rows[end - base], windows[end - base]


@cached_kernel(nogil=True)
def _search_tile(edges, rows, row, n, first, past, use_sum):
    """Searches the best errors of n segments to the frames first..past-1, from row `row` into the next."""
    matrix, minima, lowest, highest, allowed = edges
    previous, current = rows.best[row], rows.best[row + 1]
    before, window = rows.least[row], rows.least[row + 1]
    suffix, start = rows.suffix, rows.start
    left = past
    for j in range(first, past):
        start[j] = min(max(start[j], lowest[j], n - 1), max(highest[j], 0))
        left = min(left, start[j])
    suffix[past] = np.inf
    for i in range(past - 1, left - 1, -1):
        suffix[i] = min(suffix[i + 1], previous[i])
    for j in range(first, past):
        low, high, at = max(lowest[j], n - 1), highest[j], start[j]
        if not allowed[j] or high < low:
            continue
        best, best_at = np.inf, at
        i = at
        while i <= high and suffix[i] < best:
            error = previous[i] + matrix[j, i] if use_sum else max(previous[i], matrix[j, i])
            if error < best:
                best, best_at = error, i
            i += 1
        i = at - 1
        while i >= low and minima[j, i] < best:
            if use_sum and minima[j, i] + before[i] >= best:
                i -= WINDOW
                continue
            error = previous[i] + matrix[j, i] if use_sum else max(previous[i], matrix[j, i])
            if error < best:
                best, best_at = error, i
            i -= 1
        start[j], current[j] = best_at, best
    for j in range(first, past):
        near, far = min(current[j], current[j - 1]), min(current[max(j - 2, 0)], current[max(j - 3, 0)])
        window[j] = min(near, far)


@cached_kernel(nogil=True)
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
