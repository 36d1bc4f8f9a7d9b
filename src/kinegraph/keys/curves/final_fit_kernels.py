"""Compiled final fit: all handles of a channel free, by damped Gauss-Newton on a banded system.

Unknowns of a channel with K keys, in this order: slope at the first key, then for each segment the sum c and
the split d of its handle lengths (a1 = c d, a2 = c (1 - d)) and the slope at its end; a corner has a second
slope, for the segment that starts there. The four unknowns of a segment are neighbours, so the normal matrix
has three bands below its diagonal. Slope and length together move a handle freely in time and value.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.keys.curves.fit_kernels import (
    LONGEST_PAIR,
    SAMPLES,
    SegmentHandles,
    Stretch,
    sample_segment,
    sample_time,
    squared_frame_misses,
)

# The most steps of one fit; few take half as many.
STEPS = 60
_BAND = 4
# Smallest sum of a pair of handle lengths and smallest share that one of the two has of it. Shorter handles
# would follow the original a few percent closer, but read as corners and are hard to grab.
_LEAST_PAIR = 0.25
_LEAST_SHARE = 0.2
# The objective has settled where a step lowers it by less than this share.
_SETTLED = 1e-7
# Keeps the system positive where an unknown changes nothing, as the handles of a straight segment.
_FLOOR = 1e-12


class ChannelFit(NamedTuple):
    """One channel of F frames to fit through K keys.

    values, slopes: (F,) of the original.
    before, after: (K,) its slopes at the keys, on either side.
    keys: (K,) frames; the curve goes through them.
    places: (K, 2) as `slope_places` writes them.
    breaks: (K,) angle by which the original turns at a corner [rad].
    weights: (3,) accuracy, angle, and the slope that counts as 45 degrees.
    emphasis: (F,) weight of the misses at each frame.
    """

    values: Floats
    slopes: Floats
    before: Floats
    after: Floats
    keys: Ints
    places: Ints
    breaks: Floats
    weights: Floats
    emphasis: Floats


class Originals(NamedTuple):
    """C channels of F frames to fit through the same K keys, as `ChannelFit` has one.

    values, slopes: (C, F).
    before, after, breaks: (C, K).
    corners: (C, K) True where the slope may differ before and after a key.
    weights: (C, 3).
    """

    values: Floats
    slopes: Floats
    before: Floats
    after: Floats
    corners: NDArray[np.bool_]
    breaks: Floats
    weights: Floats


class KeyHandles(NamedTuple):
    """Slopes (C, K) of the handles before and after each key, and (C, K-1, 2) the lengths a1, a2."""

    in_slopes: Floats
    out_slopes: Floats
    lengths: Floats


@cached_kernel(nogil=True)
def slope_places(corners, places):
    """Writes the unknown that holds each key's slope before it and after it; returns how many unknowns."""
    count = 0
    for key in range(len(corners)):
        places[key, 0] = places[key, 1] = count
        if corners[key]:
            count += 1
            places[key, 1] = count
        count += 3
    return count - 2


@cached_kernel(nogil=True)
def equations(fit, unknowns, bands, gradient):
    """Objective of a `ChannelFit`; writes half its gradient and the Gauss-Newton matrix by lower bands."""
    keys, places, weights = fit.keys, fit.places, fit.weights
    bands[:] = 0.0
    gradient[:] = 0.0
    total = 0.0
    j = np.empty(_BAND)
    for k in range(len(keys) - 1):
        first, last = keys[k], keys[k + 1]
        base = places[k, 1]
        out_slope, c, d, in_slope = unknowns[base], unknowns[base + 1], unknowns[base + 2], unknowns[base + 3]
        stretch = Stretch(fit.values, fit.slopes, first, last, fit.after[k], fit.before[k + 1])
        handles = SegmentHandles(out_slope, in_slope, c * d, c * (1.0 - d))
        samples = max(SAMPLES, last - first)
        weight = weights[0] * (last - first) / samples
        for sample in range(1, samples):
            u = sample / samples
            miss, j[0], by_a1, by_a2, j[3] = sample_segment(stretch, handles, u)
            j[1] = d * by_a1 + (1.0 - d) * by_a2
            j[2] = c * (by_a1 - by_a2)
            at_frame = weight * fit.emphasis[int(sample_time(first, last, handles.a1, handles.a2, u) + 0.5)]
            total += at_frame * miss * miss
            for row in range(_BAND):
                gradient[base + row] += at_frame * j[row] * miss
                for column in range(row + 1):
                    bands[base + row, row - column] += at_frame * j[row] * j[column]
    for k in range(1, len(keys) - 1):
        left, right = places[k, 0], places[k, 1]
        if left != right:
            total += _angle_equations(left, right, fit.breaks[k], weights, unknowns, bands, gradient)
    return total


@cached_kernel(nogil=True)
def _angle_equations(left, right, wanted, weights, unknowns, bands, gradient):
    """Adds a corner's angle term: the curve should turn by as much as the original does."""
    unit = weights[2]
    turn = math.atan(unknowns[right] / unit) - math.atan(unknowns[left] / unit)
    miss = turn - wanted
    by_left = -unit / (unit * unit + unknowns[left] ** 2)
    by_right = unit / (unit * unit + unknowns[right] ** 2)
    gradient[left] += weights[1] * by_left * miss
    gradient[right] += weights[1] * by_right * miss
    bands[left, 0] += weights[1] * by_left * by_left
    bands[right, 0] += weights[1] * by_right * by_right
    bands[right, 1] += weights[1] * by_left * by_right
    return weights[1] * miss * miss


@cached_kernel(nogil=True)
def solve_banded(bands, right):
    """Solves A x = right in place by Cholesky; False where A, given by its lower bands, is not positive."""
    count = len(right)
    for i in range(count):
        for back in range(min(i, _BAND - 1), -1, -1):
            k = i - back
            total = bands[i, back]
            for m in range(max(0, i - _BAND + 1), k):
                total -= bands[i, i - m] * bands[k, k - m]
            if back > 0:
                bands[i, back] = total / bands[k, 0]
            else:
                if not total > 0.0:
                    return False
                bands[i, 0] = math.sqrt(total)
    for i in range(count):
        for m in range(max(0, i - _BAND + 1), i):
            right[i] -= bands[i, i - m] * right[m]
        right[i] /= bands[i, 0]
    for i in range(count - 1, -1, -1):
        for m in range(i + 1, min(count, i + _BAND)):
            right[i] -= bands[m, m - i] * right[m]
        right[i] /= bands[i, 0]
    return True


@cached_kernel(nogil=True)
def _damped_step(bands, gradient, low, high, unknowns, damping, system, step):
    """Writes the next unknowns into `step`; those held at a bound stay. False where there is no step."""
    count = len(step)
    held = np.empty(count, dtype=np.bool_)
    largest = 0.0
    for i in range(count):
        at_low, at_high = unknowns[i] <= low[i], unknowns[i] >= high[i]
        held[i] = (at_low and gradient[i] > 0.0) or (at_high and gradient[i] < 0.0)
        largest = max(largest, bands[i, 0])
    if not largest > 0.0:
        return False
    for i in range(count):
        step[i] = 0.0 if held[i] else -gradient[i]
        system[i, 0] = 1.0 if held[i] else bands[i, 0] * (1.0 + damping) + _FLOOR * largest
        for back in range(1, min(i + 1, _BAND)):
            system[i, back] = 0.0 if held[i] or held[i - back] else bands[i, back]
    if not solve_banded(system, step):
        return False
    for i in range(count):
        step[i] = min(max(unknowns[i] + step[i], low[i]), high[i])
    return True


@cached_kernel(nogil=True)
def minimize(fit, unknowns, low, high, steps):
    """Improves `unknowns` in place until the objective settles, in at most `steps` steps; returns it.

    fit: `ChannelFit`. low, high: Bounds of the unknowns.
    """
    count = len(unknowns)
    bands, other_bands = np.empty((count, _BAND)), np.empty((count, _BAND))
    gradient, other_gradient = np.empty(count), np.empty(count)
    system, trial = np.empty((count, _BAND)), np.empty(count)
    cost = equations(fit, unknowns, bands, gradient)
    damping = 1e-3
    for _ in range(steps):
        if not _damped_step(bands, gradient, low, high, unknowns, damping, system, trial):
            break
        next_cost = equations(fit, trial, other_bands, other_gradient)
        if next_cost < cost:
            settled = cost - next_cost <= _SETTLED * cost
            cost = next_cost
            unknowns[:] = trial
            bands, other_bands = other_bands, bands
            gradient, other_gradient = other_gradient, gradient
            damping = max(damping * 0.2, 1e-9)
            if settled:
                break
        else:
            damping *= 8.0
            if damping > 1e9:
                break
    return cost


@cached_kernel(nogil=True)
def write_start(keys, places, in_slopes, out_slopes, unknowns, low, high):
    """Writes unknowns with these slopes (K,) and handles of a third, and the bounds of the lengths."""
    low[:], high[:] = -np.inf, np.inf
    for k in range(len(keys)):
        unknowns[places[k, 0]], unknowns[places[k, 1]] = in_slopes[k], out_slopes[k]
    for k in range(len(keys) - 1):
        base = places[k, 1]
        unknowns[base + 1], low[base + 1], high[base + 1] = 2.0 / 3.0, _LEAST_PAIR, LONGEST_PAIR
        unknowns[base + 2], low[base + 2], high[base + 2] = 0.5, _LEAST_SHARE, 1.0 - _LEAST_SHARE


@cached_kernel(nogil=True)
def improve_handles(originals, keys, start_in, start_out, handles):
    """Fits the channels from slopes to start with; replaces the handles of those that play better so.

    originals: `Originals`; keys: (K,).
    start_in, start_out: (C, K) slopes before and after each key; equal where there is no corner.
    handles: `KeyHandles`, the handles so far.
    """
    values, in_slopes, out_slopes = originals.values, handles.in_slopes, handles.out_slopes
    places = np.empty((len(keys), 2), dtype=np.int64)
    found_in, found_out, found = np.empty(len(keys)), np.empty(len(keys)), np.empty((len(keys) - 1, 2))
    even = np.ones(values.shape[1])
    for channel in range(len(values)):
        y = values[channel]
        count = slope_places(originals.corners[channel], places)
        unknowns, low, high = np.empty(count), np.empty(count), np.empty(count)
        write_start(keys, places, start_in[channel], start_out[channel], unknowns, low, high)
        fit = ChannelFit(
            y,
            originals.slopes[channel],
            originals.before[channel],
            originals.after[channel],
            keys,
            places,
            originals.breaks[channel],
            originals.weights[channel],
            even,
        )
        minimize(fit, unknowns, low, high, STEPS)
        for k in range(len(keys)):
            found_in[k], found_out[k] = unknowns[places[k, 0]], unknowns[places[k, 1]]
        for k in range(len(keys) - 1):
            pair, share = unknowns[places[k, 1] + 1], unknowns[places[k, 1] + 2]
            found[k, 0], found[k, 1] = pair * share, pair * (1.0 - share)
        lengths = handles.lengths[channel]
        so_far = squared_frame_misses(y, out_slopes[channel], in_slopes[channel], keys, lengths)
        if squared_frame_misses(y, found_out, found_in, keys, found) < so_far:
            in_slopes[channel], out_slopes[channel] = found_in, found_out
            lengths[:] = found
