"""Compiled fit of handles against what plays, channel by channel.

To first order the places of joints and tips are linear in the channels. With all other channels held, what
one channel should do is therefore a weighted fit of that channel alone: at each frame its best value is where
it cancels most of the distances that the others leave, and it counts by how far it moves the points.
"""

import numpy as np

from kinegraph.core.curves.evaluation_kernels import parameter_at
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.curves.final_fit_kernels import ChannelFit, minimize, slope_places, write_start


@cached_kernel(nogil=True)
def fit_played(dense, lever, keys, steps, bound, boosts, slopes_in, slopes_out, lengths):
    """Improves the handles of keys (K,) in place, going over all channels once.

    dense: `DenseChannels`; lever: `Leverage`; keys from the first frame to the last. slopes_in, slopes_out:
    (C, K), lengths: (C, K - 1, 2). steps: The most that the fit of a channel takes.
    bound: Weighted distances beyond this [m] count more, here and in later calls. boosts: (F, P) how much.
    """
    channels, frames = dense.values.shape
    size = len(keys)
    misses, apart = np.empty((channels, frames)), np.zeros((frames, lever.places.shape[1], 3))
    for c in range(channels):
        play_channel(dense, c, keys, slopes_in[c], slopes_out[c], lengths[c], misses[c])
        _push(lever, c, misses[c], apart)
    weights, change, played = np.empty(apart.shape[:2]), np.empty(frames), np.empty(frames)
    wanted, emphasis, rates = np.empty(frames), np.empty(frames), np.empty(frames)
    spots = np.empty((size, 2), dtype=np.int64)
    before, after, breaks = np.empty(size), np.empty(size), np.empty(size)
    corners = np.empty(size, dtype=np.bool_)
    unknowns, low, high = np.empty(5 * size), np.empty(5 * size), np.empty(5 * size)
    found_in, found_out, found = np.empty(size), np.empty(size), np.empty((size - 1, 2))
    free = False, False
    _weigh(lever, apart, bound, boosts, weights)
    for c in range(channels):
        if not write_wishes(dense, lever, c, misses[c], apart, weights, wanted, emphasis, rates):
            continue
        for k in range(size):
            f = keys[k]
            corners[k] = dense.corners[c, f] and 0 < k < size - 1
            before[k] = wanted[f] - wanted[f - 1] if corners[k] else rates[f]
            after[k] = wanted[f + 1] - wanted[f] if corners[k] else rates[f]
            breaks[k] = dense.breaks[c, f]
        number = slope_places(corners, spots)
        own, least, largest = unknowns[:number], low[:number], high[:number]
        write_unknowns(keys, spots, slopes_in[c], slopes_out[c], lengths[c], free, own, least, largest)
        fit = ChannelFit(wanted, rates, before, after, keys, spots, breaks, dense.weights[c], emphasis)
        minimize(fit, own, least, largest, steps)
        read_unknowns(spots, own, found_in, found_out, found)
        play_channel(dense, c, keys, found_in, found_out, found, played)
        gain = 0.0
        for t in range(frames):
            goal = wanted[t] - dense.values[c, t]
            was, now = misses[c, t] / dense.units[c] - goal, played[t] / dense.units[c] - goal
            gain += emphasis[t] * (was * was - now * now)
            change[t] = played[t] - misses[c, t]
        if gain > 0.0:
            slopes_in[c], slopes_out[c], lengths[c], misses[c] = found_in, found_out, found, played
            _push(lever, c, change, apart)


@cached_kernel(nogil=True)
def write_unknowns(keys, spots, slopes_in, slopes_out, lengths, held, own, least, largest):
    """Writes the unknowns of a channel's curve and their bounds; handles of no length start at a third."""
    write_start(keys, spots, slopes_in, slopes_out, own, least, largest)
    for k in range(len(keys) - 1):
        pair = lengths[k, 0] + lengths[k, 1]
        if pair > 0.0:
            base = spots[k, 1]
            own[base + 1] = min(max(pair, least[base + 1]), largest[base + 1])
            own[base + 2] = min(max(lengths[k, 0] / pair, least[base + 2]), largest[base + 2])
    if held[0]:
        first = spots[0, 1]
        least[first] = largest[first] = own[first]
    if held[1]:
        last = spots[len(keys) - 1, 0]
        least[last] = largest[last] = own[last]


@cached_kernel(nogil=True)
def read_unknowns(spots, own, slopes_in, slopes_out, lengths):
    """Writes the slopes and handle lengths of a channel's curve."""
    for k in range(len(spots)):
        slopes_in[k], slopes_out[k] = own[spots[k, 0]], own[spots[k, 1]]
    for k in range(len(spots) - 1):
        pair, share = own[spots[k, 1] + 1], own[spots[k, 1] + 2]
        lengths[k, 0], lengths[k, 1] = pair * share, pair * (1.0 - share)


@cached_kernel(nogil=True)
def play_channel(dense, c, keys, slopes_in, slopes_out, lengths, misses):
    """Writes how far a channel's curve is from the original at each frame of the keys, in its own unit."""
    y, start, unit = dense.values[c], keys[0], dense.units[c]
    misses[0] = 0.0
    for k in range(len(keys) - 1):
        first, last = keys[k], keys[k + 1]
        span = last - first
        a1, a2 = lengths[k, 0], lengths[k, 1]
        y0, y3 = y[first], y[last]
        y1, y2 = y0 + span * a1 * slopes_out[k], y3 - span * a2 * slopes_in[k + 1]
        misses[last - start] = 0.0
        for frame in range(first + 1, last):
            u = parameter_at(a1, 1.0 - a2, (frame - first) / span)
            v = 1.0 - u
            value = v * v * v * y0 + 3.0 * v * v * u * y1 + 3.0 * v * u * u * y2 + u * u * u * y3
            misses[frame - start] = unit * (value - y[frame])


@cached_kernel(nogil=True)
def _rate(lever, c, frame, p):
    """Velocity of a point with respect to a channel at a frame."""
    x, y, z = lever.axes[frame, c, 0], lever.axes[frame, c, 1], lever.axes[frame, c, 2]
    if not lever.turns[c]:
        return x, y, z
    places, j = lever.places[frame], lever.joints[c]
    a, b, d = places[p, 0] - places[j, 0], places[p, 1] - places[j, 1], places[p, 2] - places[j, 2]
    return y * d - z * b, z * a - x * d, x * b - y * a


@cached_kernel(nogil=True)
def _push(lever, c, changes, apart):
    """Adds what changes (F,) of a channel do to where points are."""
    j = lever.joints[c]
    for t in range(len(changes)):
        change = changes[t]
        if change == 0.0:
            continue
        for place in range(lever.starts[j], lever.starts[j + 1]):
            p = lever.moved[place]
            x, y, z = _rate(lever, c, t, p)
            apart[t, p, 0] += change * x
            apart[t, p, 1] += change * y
            apart[t, p, 2] += change * z


@cached_kernel(nogil=True)
def _weigh(lever, apart, bound, boosts, weights):
    """Writes what the squared distance of each point counts at each frame; raises the boosts of the far."""
    frames, points = weights.shape
    for t in range(frames):
        for p in range(points):
            w = lever.weights[t, p]
            square = apart[t, p, 0] ** 2 + apart[t, p, 1] ** 2 + apart[t, p, 2] ** 2
            beyond = w * w * square / (bound * bound)
            if beyond > 1.0:
                boosts[t, p] *= beyond * beyond
            weights[t, p] = w * w * boosts[t, p]


@cached_kernel(nogil=True)
def write_wishes(dense, lever, c, misses, apart, weights, wanted, emphasis, rates):
    """Writes for each frame the value that a channel should have, the others held, and how much it counts.

    rates: Slopes of these values. Returns whether the channel moves any point.
    """
    j, unit, total = lever.joints[c], dense.units[c], 0.0
    frames = len(misses)
    for t in range(frames):
        square, along = 0.0, 0.0
        for place in range(lever.starts[j], lever.starts[j + 1]):
            p = lever.moved[place]
            x, y, z = _rate(lever, c, t, p)
            w = weights[t, p]
            square += w * (x * x + y * y + z * z)
            along += w * (x * apart[t, p, 0] + y * apart[t, p, 1] + z * apart[t, p, 2])
        value = misses[t] - along / square if square > 0.0 else misses[t]
        wanted[t] = dense.values[c, t] + value / unit
        emphasis[t] = square
        total += square
    if not total > 0.0:
        return False
    for t in range(frames):
        emphasis[t] *= frames / total
        low, high = max(t - 1, 0), min(t + 1, frames - 1)
        rates[t] = (wanted[high] - wanted[low]) / (high - low)
    return True
