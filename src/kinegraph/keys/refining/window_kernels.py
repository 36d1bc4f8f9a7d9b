"""Compiled refit of a few neighbouring segments, and what they play: the inner loop of the refinement."""

import numpy as np

from kinegraph.core.curves.evaluation_kernels import parameter_at
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.curves.final_fit_kernels import minimize, slope_places, write_start
from kinegraph.keys.refining.segment_kernels import point_misses


@cached_kernel(nogil=True)
def fit_window(dense, keys, hold_first, hold_last, steps, slopes_in, slopes_out, lengths):
    """Fits all channels through the keys of a window, from slopes to start with; writes slopes and lengths.

    dense: `DenseChannels`. hold_first, hold_last: Whether the slope at that end stays, as the segment beyond
    it has the same. slopes_in, slopes_out: (C, W) the start and the result. lengths: (C, W - 1, 2) the same;
    the default start is a third of the segment.
    steps: The most that the fit of a channel takes.
    """
    width = len(keys)
    places = np.empty((width, 2), dtype=np.int64)
    before, after, breaks = np.empty(width), np.empty(width), np.empty(width)
    corners = np.empty(width, dtype=np.bool_)
    most = 5 * width
    unknowns, low, high = np.empty(most), np.empty(most), np.empty(most)
    for c in range(len(dense.values)):
        for k in range(width):
            before[k], after[k] = dense.before[c, keys[k]], dense.after[c, keys[k]]
            breaks[k] = dense.breaks[c, keys[k]]
            corners[k] = dense.corners[c, keys[k]] and 0 < k < width - 1
        count = slope_places(corners, places)
        own, least, largest = unknowns[:count], low[:count], high[:count]
        write_start(keys, places, slopes_in[c], slopes_out[c], own, least, largest)
        for k in range(width - 1):
            pair = lengths[c, k, 0] + lengths[c, k, 1]
            if pair > 0.0:
                base = places[k, 1]
                own[base + 1] = min(max(pair, least[base + 1]), largest[base + 1])
                own[base + 2] = min(max(lengths[c, k, 0] / pair, least[base + 2]), largest[base + 2])
        if hold_first:
            first = places[0, 1]
            least[first] = largest[first] = own[first]
        if hold_last:
            last = places[width - 1, 0]
            least[last] = largest[last] = own[last]
        minimize(
            dense.values[c], dense.slopes[c], before, after, keys, places, breaks, dense.weights[c],
            own, least, largest, steps,
        )  # fmt: skip
        for k in range(width):
            slopes_in[c, k], slopes_out[c, k] = own[places[k, 0]], own[places[k, 1]]
        for k in range(width - 1):
            pair, share = own[places[k, 1] + 1], own[places[k, 1] + 2]
            lengths[c, k, 0], lengths[c, k, 1] = pair * share, pair * (1.0 - share)


@cached_kernel(nogil=True)
def play_segments(dense, lever, keys, slopes_in, slopes_out, lengths, worst, squares):
    """Writes for the frames from the first key to the last how far curves play from the original.

    worst: (N,) squared weighted distance of the farthest point [m2], from the first key's frame on; squares:
    (N,) the sum of squared weighted distances.
    """
    start = keys[0]
    channels, joints = len(dense.values), len(lever.parents)
    misses, turned, moved = np.empty(channels), np.empty((joints, 3)), np.empty((joints, 3))
    for k in range(len(keys) - 1):
        first, last = keys[k], keys[k + 1]
        span = last - first
        worst[first - start] = squares[first - start] = worst[last - start] = squares[last - start] = 0.0
        for frame in range(first + 1, last):
            x = (frame - first) / span
            for c in range(channels):
                y = dense.values[c]
                a1, a2 = lengths[c, k, 0], lengths[c, k, 1]
                y0, y3 = y[first], y[last]
                y1, y2 = y0 + span * a1 * slopes_out[c, k], y3 - span * a2 * slopes_in[c, k + 1]
                u = parameter_at(a1, 1.0 - a2, x)
                v = 1.0 - u
                played = v * v * v * y0 + 3.0 * v * v * u * y1 + 3.0 * v * u * u * y2 + u * u * u * y3
                misses[c] = dense.units[c] * (played - y[frame])
            found = point_misses(lever, frame, misses, turned, moved)
            worst[frame - start], squares[frame - start] = found
