"""Compiled parts that both curve fits share, and the preview fit.

One segment of one channel runs over `span` frames from the key at frame `first`; its handles are given by the
slopes at its two keys [unit/frame] and by their lengths in time, as shares a1, a2 of the segment. With n the
span, the control points are
    (first, y0), (first + a1 n, y0 + a1 n out_slope), (last - a2 n, y3 - a2 n in_slope), (last, y3)
With a1, a2 > 0 and a1 + a2 <= 1 the handles stay inside and never overlap in time.
"""

from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.curves.evaluation_kernels import parameter_at
from kinegraph.core.kernels.cache import cached_kernel

# Parameters at which a segment is sampled, at least (thesis, section 5.1.3).
SAMPLES = 10
# Longest pair of handles as a share of their segment, a little less than the whole against rounding.
LONGEST_PAIR = 1.0 - 1e-9
# Shortest handle of the preview: where a tangent misleads, a short handle makes the best of it.
SHORTEST_PREVIEW = 0.02

# The preview takes at most this many steps, and stops where one keeps this share of the misses.
_PREVIEW_STEPS = 3
_SETTLED = 0.95


class Stretch(NamedTuple):
    """The part of a dense channel that one segment replaces.

    values, slopes: (F,) of the channel at all its frames.
    first, last: Frames of the segment's keys.
    start_slope, end_slope: The channel's slopes there, on the inner side.
    """

    values: Floats
    slopes: Floats
    first: int
    last: int
    start_slope: float
    end_slope: float


class SegmentHandles(NamedTuple):
    """Slopes of a segment's two handles [unit/frame], and their lengths a1, a2 as shares of the segment."""

    out_slope: float
    in_slope: float
    a1: float
    a2: float


@cached_kernel(nogil=True)
def original_at(stretch, x):
    """The dense channel and its slope at frame `x`, between frames by cubic Hermite interpolation."""
    i = min(max(int(x), stretch.first), stretch.last - 1)
    s = x - i
    y0, y1 = stretch.values[i], stretch.values[i + 1]
    d0 = stretch.start_slope if i == stretch.first else stretch.slopes[i]
    d1 = stretch.end_slope if i + 1 == stretch.last else stretch.slopes[i + 1]
    c2 = 3.0 * (y1 - y0) - 2.0 * d0 - d1
    c3 = 2.0 * (y0 - y1) + d0 + d1
    return y0 + s * (d0 + s * (c2 + s * c3)), d0 + s * (2.0 * c2 + 3.0 * s * c3)


@cached_kernel(nogil=True)
def sample_time(first, last, a1, a2, u):
    """The time of a segment's curve at parameter `u` [frames]."""
    v = 1.0 - u
    return first + (last - first) * (3.0 * v * v * u * a1 + 3.0 * v * u * u * (1.0 - a2) + u * u * u)


@cached_kernel(nogil=True)
def sample_segment(stretch, handles, u):
    """Miss of the curve at parameter `u`, and what it changes by with out_slope, a1, a2 and in_slope.

    The curve's value there minus the original at the same time: reverse sampling (eqs. 5.5 to 5.8).
    """
    first, last = stretch.first, stretch.last
    span = last - first
    v = 1.0 - u
    b1, b2, b3 = 3.0 * v * v * u, 3.0 * v * u * u, u * u * u
    y0, y3 = stretch.values[first], stretch.values[last]
    x = sample_time(first, last, handles.a1, handles.a2, u)
    y = y0 + (b2 + b3) * (y3 - y0)
    y += span * (b1 * handles.a1 * handles.out_slope - b2 * handles.a2 * handles.in_slope)
    wanted, rate = original_at(stretch, x)
    return (
        y - wanted,
        span * b1 * handles.a1,
        span * b1 * (handles.out_slope - rate),
        span * b2 * (rate - handles.in_slope),
        -span * b2 * handles.a2,
    )


@cached_kernel(nogil=True)
def _length_equations(stretch, handles, found):
    """Writes the normal equations of the two handle lengths into `found`; returns the sum of squares."""
    total = 0.0
    found[:] = 0.0
    for sample in range(1, SAMPLES):
        miss, _, j1, j2, _ = sample_segment(stretch, handles, sample / SAMPLES)
        total += miss * miss
        found[0] += j1 * j1
        found[1] += j1 * j2
        found[2] += j2 * j2
        found[3] += j1 * miss
        found[4] += j2 * miss
    return total


@cached_kernel(nogil=True)
def _length_step(normal, a1, a2):
    """The next lengths by a damped Gauss-Newton step, kept inside the segment; unchanged where none helps."""
    m11, m12, m22 = normal[0], normal[1], normal[2]
    ease = 1e-3 * (m11 + m22)
    m11, m22 = m11 + ease, m22 + ease
    determinant = m11 * m22 - m12 * m12
    if not determinant > 0.0:
        return a1, a2
    b1 = max(a1 - (m22 * normal[3] - m12 * normal[4]) / determinant, SHORTEST_PREVIEW)
    b2 = max(a2 - (m11 * normal[4] - m12 * normal[3]) / determinant, SHORTEST_PREVIEW)
    pair = b1 + b2
    if pair > LONGEST_PAIR:
        b1, b2 = b1 * LONGEST_PAIR / pair, b2 * LONGEST_PAIR / pair
    return b1, b2


@cached_kernel(nogil=True)
def preview_lengths(values, slopes, before, after, in_tangents, out_tangents, keys, lengths):
    """Handle lengths of all segments by least squares, the tangents of the original held (Schneider).

    A channel is a function of time, so the distance to the original is the miss at the sample's own time;
    lengths change that time, and a few Gauss-Newton steps from handles of a third account for it.
    values, slopes: (C, F); before, after: (C, K) slopes at the keys; in_tangents, out_tangents: (C, K).
    lengths: (C, K-1, 2) written: shares a1, a2.
    """
    here, there = np.empty(5), np.empty(5)
    for channel in range(len(values)):
        y, d = values[channel], slopes[channel]
        for k in range(len(keys) - 1):
            a1 = a2 = 1.0 / 3.0
            first, last = keys[k], keys[k + 1]
            stretch = Stretch(y, d, first, last, after[channel, k], before[channel, k + 1])
            out_slope, in_slope = out_tangents[channel, k], in_tangents[channel, k + 1]
            best = _length_equations(stretch, SegmentHandles(out_slope, in_slope, a1, a2), here)
            for _ in range(_PREVIEW_STEPS):
                b1, b2 = _length_step(here, a1, a2)
                cost = _length_equations(stretch, SegmentHandles(out_slope, in_slope, b1, b2), there)
                if not cost < best:
                    break
                settled = cost > _SETTLED * best
                a1, a2, best = b1, b2, cost
                here[:] = there
                if settled:
                    break
            lengths[channel, k, 0], lengths[channel, k, 1] = a1, a2


@cached_kernel(nogil=True)
def squared_frame_misses(values, out_slopes, in_slopes, keys, lengths):
    """Sum of squared misses of one channel's curve at the frames, as playing it back shows them."""
    total = 0.0
    for k in range(len(keys) - 1):
        first, last = keys[k], keys[k + 1]
        span = last - first
        y0, y3 = values[first], values[last]
        a1, a2 = lengths[k, 0], lengths[k, 1]
        y1, y2 = y0 + span * a1 * out_slopes[k], y3 - span * a2 * in_slopes[k + 1]
        for frame in range(first + 1, last):
            u = parameter_at(a1, 1.0 - a2, (frame - first) / span)
            v = 1.0 - u
            y = v * v * v * y0 + 3.0 * v * v * u * y1 + 3.0 * v * u * u * y2 + u * u * u * y3
            total += (y - values[frame]) ** 2
    return total
