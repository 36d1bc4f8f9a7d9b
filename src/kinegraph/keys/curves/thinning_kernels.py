"""Compiled order in which keys of one curve can go: each time the one that changes least of what plays."""

import numpy as np

from kinegraph.core.curves.evaluation_kernels import parameter_at
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.curves.fit_kernels import preview_lengths


@cached_kernel(nogil=True)
def merge_segments(played, first, last, out_slope, in_slope, lengths):
    """Writes handle lengths (1, 1, 2) with which one segment follows a curve closest, its end slopes held.

    played: (1, F) the curve at all frames.
    """
    ends = np.array([first, last])
    slopes = np.empty((1, played.shape[1]))
    for t in range(first, last + 1):
        low, high = max(t - 1, first), min(t + 1, last)
        slopes[0, t] = (played[0, high] - played[0, low]) / (high - low)
    into, out_of = np.empty((1, 2)), np.empty((1, 2))
    into[:], out_of[:] = in_slope, out_slope
    slopes[0, first], slopes[0, last] = out_slope, in_slope
    preview_lengths(played, slopes, into, out_of, into, out_of, ends, lengths)


@cached_kernel(nogil=True)
def largest_change(played, reach, first, last, out_slope, in_slope, a1, a2):
    """Largest distance [m] between a segment with these handles and a curve (1, F), by its reach (F,)."""
    span, largest = last - first, 0.0
    y0, y3 = played[0, first], played[0, last]
    y1, y2 = y0 + span * a1 * out_slope, y3 - span * a2 * in_slope
    for t in range(first + 1, last):
        u = parameter_at(a1, 1.0 - a2, (t - first) / span)
        v = 1.0 - u
        value = v * v * v * y0 + 3.0 * v * v * u * y1 + 3.0 * v * u * u * y2 + u * u * u * y3
        largest = max(largest, abs(value - played[0, t]) * reach[t])
    return largest


@cached_kernel(nogil=True)
def removal_costs(played, reach, keys, in_slopes, out_slopes, kept, costs):
    """Writes for each key of (K,) how far its removal, after those that cost less, moves a point at most [m].

    played: (1, F) the curve at all frames; reach: (F,) how far points move by its value.
    kept: (K,) keys that stay; their cost is infinite.
    """
    count = len(keys)
    before, after = np.arange(count) - 1, np.arange(count) + 1
    now, lengths = np.full(count, np.inf), np.empty((1, 1, 2))
    costs[:] = np.inf
    for k in range(1, count - 1):
        if not kept[k]:
            now[k] = _cost_of(played, reach, keys, in_slopes, out_slopes, k - 1, k + 1, lengths)
    so_far = 0.0
    while True:
        k = int(np.argmin(now))
        if not np.isfinite(now[k]):
            break
        so_far = max(so_far, now[k])
        costs[k], now[k] = so_far, np.inf
        low, high = before[k], after[k]
        after[low], before[high] = high, low
        for beside in (low, high):
            if 0 < beside < count - 1 and not kept[beside]:
                now[beside] = _cost_of(
                    played, reach, keys, in_slopes, out_slopes, before[beside], after[beside], lengths
                )


@cached_kernel(nogil=True)
def _cost_of(played, reach, keys, in_slopes, out_slopes, low, high, lengths):
    first, last = keys[low], keys[high]
    merge_segments(played, first, last, out_slopes[low], in_slopes[high], lengths)
    return largest_change(
        played, reach, first, last, out_slopes[low], in_slopes[high], lengths[0, 0, 0], lengths[0, 0, 1]
    )
