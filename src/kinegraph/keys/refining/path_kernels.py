"""Compiled search for keys: the cheapest way through the segments between frames, by bound and price."""

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel


@cached_kernel(nogil=True)
def cheapest_path(largest, totals, reach, usable, gap, bound, price, back):
    """Writes for each frame the key before it on the cheapest way; returns keys (0 where none) and the cost.

    A way costs the totals of its segments and `price` for each key, over segments of at most `bound`.
    usable: (F,) 0 for frames that must not be keys, 2 for those that must be, 1 for others.
    """
    frames = len(reach)
    costs = np.full(frames, np.inf)
    counts = np.zeros(frames, dtype=np.int64)
    costs[0], counts[0], back[0] = 0.0, 1, -1
    for i in range(frames - 1):
        if not np.isfinite(costs[i]):
            continue
        for s in range(1, reach[i] + 1):
            j = i + s
            if s >= gap and usable[j] > 0 and largest[i, s] <= bound:
                cost = costs[i] + totals[i, s] + price
                if cost < costs[j] or (cost == costs[j] and counts[i] + 1 < counts[j]):
                    costs[j], counts[j], back[j] = cost, counts[i] + 1, i
            if usable[j] == 2:
                break
    return counts[frames - 1], costs[frames - 1]


@cached_kernel(nogil=True)
def walk_back(back, count):
    """(count,) the keys of a way that `cheapest_path` wrote."""
    keys = np.empty(count, dtype=np.int64)
    frame = len(back) - 1
    for k in range(count - 1, -1, -1):
        keys[k] = frame
        frame = back[frame]
    return keys
