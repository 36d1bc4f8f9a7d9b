"""Compiled edge tables of the chord objectives, but for the summed one (`chord_sum_kernels`).

A table lives in one square matrix. On entry it holds squared pose distances; on return the strictly lower
triangle holds the edges, `matrix[j, i]` for the segment i..j, and the upper one still the distances. That
works in place because the edge i..j reads `matrix[j, k]` for k > i only, and i goes up.

The distance from x_k to the line through x_i and x_j follows from the three squared distances alone, whatever
the dimension: with a = |x_k - x_i|^2, b = |x_k - x_j|^2, c = |x_i - x_j|^2
    d^2 = a - ((a - b) / (2 sqrt c) + sqrt c / 2)^2,
and where the end poses coincide (c = 0) it is |x_k - x_i|.
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.selection.larger_kernels import larger

# Nodes of the bound below stand this many frames apart.
BLOCK = 32
# Blocks whose bounds are looked at together.
GROUP = 8
# Rows that are worked on together, so that the other row of each pair stays in the first-level cache.
TILE = 16
# Shorter segments are scanned whole: a bound costs more than it saves.
SHORT = 6 * BLOCK

# The same as unsigned numbers: an index that cannot be negative is not tested for it.
ONE, WIDE, EIGHT = np.uint64(1), np.uint64(BLOCK), np.uint64(GROUP)

_FAST = {"contract", "reassoc", "nsz", "nnan"}


@cached_kernel(nogil=True)
def _nodes_and_bulges(matrix):
    """Distances to every BLOCK-th frame (N, B + 1), and how far each block bulges from its own chord (B,).

    The distance to a line is convex: within a block it is at most the larger of the two ends' plus the bulge.
    A GROUP of empty blocks follows, so that groups can begin at any block.
    """
    count = len(matrix)
    blocks = (count - 1) // BLOCK
    nodes, bulges = np.empty((count, blocks + 1)), np.zeros(blocks + GROUP)
    for i in range(count):
        for b in range(blocks + 1):
            nodes[i, b] = matrix[i, b * BLOCK]
    for b in range(blocks):
        p, q = b * BLOCK, (b + 1) * BLOCK
        c, worst = matrix[p, q], 0.0
        for k in range(p + 1, q):
            share = min(1.0, max(0.0, (matrix[p, k] - matrix[q, k] + c) / (2.0 * c))) if c > 0.0 else 0.0
            apart = (1.0 - share) * matrix[p, k] + share * matrix[q, k] - share * (1.0 - share) * c
            worst = max(worst, apart)
        # Rounding must never make the bound too small; a bulge too large by a hair only costs a scan.
        bulges[b] = math.sqrt(worst) * (1.0 + 1e-9) + 1e-7 * math.sqrt(c)
    return nodes, bulges


@cached_kernel(fastmath=_FAST, nogil=True)
def fill_chord_max(matrix):
    """Edges: the largest distance of the frames between to the line through the end poses."""
    count = np.uint64(len(matrix))
    nodes, bulges = _nodes_and_bulges(matrix)
    at_node, excess = np.empty(len(bulges) + 1), np.empty(GROUP)
    tile, short = np.uint64(TILE), np.uint64(SHORT)
    for first in range(np.uint64(0), count, tile):
        for j in range(first + ONE, count):
            for i in range(first, min(first + tile, j)):
                c, slope, half = matrix[i, j], 0.0, 0.0
                if c > 0.0:
                    half = 0.5 * math.sqrt(c)
                    slope = 0.25 / half
                if j - i < short:
                    best = _largest_between(matrix, i, j, i + ONE, j - i - ONE, slope, half)
                else:
                    best = _largest_of_long(matrix, i, j, slope, half, nodes, bulges, at_node, excess)
                matrix[j, i] = math.sqrt(best)


@cached_kernel(fastmath=_FAST, nogil=True, inline="always")
def _largest_between(matrix, i, j, start, length, slope, half):
    """Largest squared distance to the chord i-j of the `length` frames from `start` on."""
    best = 0.0
    for t in range(length):
        a = matrix[i, start + t]
        along = (a - matrix[j, start + t]) * slope + half
        best = larger(best, a - along * along)
    return best


@cached_kernel(fastmath=_FAST, nogil=True)
def _largest_of_long(matrix, i, j, slope, half, nodes, bulges, at_node, excess):
    """Largest squared distance between i and j: at the nodes, then in blocks that may hold a larger one."""
    low, high = i // WIDE + ONE, (j - ONE) // WIDE
    best = _largest_between(matrix, i, j, i + ONE, low * WIDE - i - ONE, slope, half)
    best = larger(best, _largest_between(matrix, i, j, high * WIDE, j - high * WIDE, slope, half))
    blocks = high - low
    for q in range(blocks + ONE):
        a = nodes[i, low + q]
        along = (a - nodes[j, low + q]) * slope + half
        at_node[q] = a - along * along
        best = larger(best, at_node[q])
    for q in range(blocks + ONE, blocks + EIGHT):
        at_node[q] = -1e300  # a group may reach past the last block
    root = math.sqrt(best)
    for group in range(np.uint64(0), blocks, EIGHT):
        # A block can hold a larger distance only if its larger end lies above (root - bulge)^2.
        most = 0.0
        for t in range(EIGHT):
            gap = root - bulges[low + group + t]
            excess[t] = larger(at_node[group + t], at_node[group + t + ONE]) - gap * abs(gap)
            most = larger(most, excess[t])
        if most > 0.0:
            for t in range(min(EIGHT, blocks - group)):
                if excess[t] > 0.0:
                    start = (low + group + t) * WIDE
                    best = larger(best, _largest_between(matrix, i, j, start, WIDE, slope, half))
            root = math.sqrt(best)
    return best


@cached_kernel(fastmath=_FAST, nogil=True)
def fill_time_linear(matrix, largest):
    """Edges against the pose interpolated linearly in time: the largest distance, or the sum of squares.

    By Stewart's theorem |x_k - (1 - s) x_i - s x_j|^2 = (1 - s) a + s b - s (1 - s) c, s = (k - i) / (j - i).
    """
    count = len(matrix)
    for first in range(0, count, TILE):
        for j in range(first + 1, count):
            for i in range(first, min(first + TILE, j)):
                ahead, behind = matrix[i, i + 1 : j], matrix[j, i + 1 : j]
                c, step = matrix[i, j], 1.0 / (j - i)
                best, total = 0.0, 0.0
                for k in range(len(ahead)):
                    s = (k + 1.0) * step
                    apart = larger(0.0, ahead[k] + s * (behind[k] - ahead[k] - (1.0 - s) * c))
                    best = larger(best, apart)
                    total += apart
                matrix[j, i] = math.sqrt(best) if largest else total
