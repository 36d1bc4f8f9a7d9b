"""Compiled refit of a few neighbouring segments, and what they play: the inner loop of the refinement."""

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.curves.final_fit_kernels import ChannelFit, minimize, slope_places
from kinegraph.keys.refining.played_fit_kernels import play_channel, read_unknowns, write_unknowns
from kinegraph.keys.refining.segment_kernels import point_misses


@cached_kernel(nogil=True)
def fit_window(dense, keys, held, steps, slopes_in, slopes_out, lengths):
    """Fits all channels through the keys of a window, from slopes to start with; writes slopes and lengths.

    dense: `DenseChannels`. held: Whether the slopes at the first and at the last key stay, as the segments
    beyond have the same. slopes_in, slopes_out: (C, W) the start and the result. lengths: (C, W - 1, 2) the
    same; the default start is a third of the segment.
    steps: The most that the fit of a channel takes.
    """
    width = len(keys)
    places = np.empty((width, 2), dtype=np.int64)
    before, after, breaks = np.empty(width), np.empty(width), np.empty(width)
    corners = np.empty(width, dtype=np.bool_)
    most, even = 5 * width, np.ones(dense.values.shape[1])
    unknowns, low, high = np.empty(most), np.empty(most), np.empty(most)
    for c in range(len(dense.values)):
        for k in range(width):
            before[k], after[k] = dense.before[c, keys[k]], dense.after[c, keys[k]]
            breaks[k] = dense.breaks[c, keys[k]]
            corners[k] = dense.corners[c, keys[k]] and 0 < k < width - 1
        count = slope_places(corners, places)
        own, least, largest = unknowns[:count], low[:count], high[:count]
        write_unknowns(keys, places, slopes_in[c], slopes_out[c], lengths[c], held, own, least, largest)
        y, d, weights = dense.values[c], dense.slopes[c], dense.weights[c]
        fit = ChannelFit(y, d, before, after, keys, places, breaks, weights, even)
        minimize(fit, own, least, largest, steps)
        read_unknowns(places, own, slopes_in[c], slopes_out[c], lengths[c])


@cached_kernel(nogil=True)
def play_segments(dense, lever, keys, slopes_in, slopes_out, lengths, worst, squares):
    """Writes for the frames from the first key to the last how far curves play from the original.

    worst: (N,) squared weighted distance of the farthest point [m2], from the first key's frame on; squares:
    (N,) the sum of squared weighted distances.
    """
    start, count = keys[0], keys[len(keys) - 1] + 1 - keys[0]
    channels, joints = len(dense.values), len(lever.parents)
    misses, turned, moved = np.empty((channels, count)), np.empty((joints, 3)), np.empty((joints, 3))
    for c in range(channels):
        play_channel(dense, c, keys, slopes_in[c], slopes_out[c], lengths[c], misses[c])
    by_frame = misses.T.copy()
    for t in range(count):
        worst[t], squares[t] = point_misses(lever, start + t, by_frame[t], turned, moved)
