"""Compiled evaluation of Bezier curves: solve x(u) = t for u, then read y(u)."""

import numpy as np
from numba import njit


@njit(cache=True)
def _segment_of(times, t):
    """Index of the last key at or before t; the caller has handled t outside the keys."""
    low, high = 0, len(times) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if times[middle] <= t:
            low = middle
        else:
            high = middle
    return low


@njit(cache=True)
def _parameter_at(x1, x2, x):
    """u in [0, 1] with Bezier(0, x1, x2, 1)(u) = x, for 0 <= x1, x2 <= 1: Newton in a shrinking bracket."""
    c1 = 3.0 * x1
    c2 = 3.0 * (x2 - 2.0 * x1)
    c3 = 1.0 + 3.0 * (x1 - x2)
    low, high = 0.0, 1.0
    u = x
    for _ in range(64):
        error = ((c3 * u + c2) * u + c1) * u - x
        if error > 0.0:
            high = u
        else:
            low = u
        if abs(error) < 1e-15 or high - low < 1e-16:
            break
        rate = (3.0 * c3 * u + 2.0 * c2) * u + c1
        step = u - error / rate if rate > 1e-12 else -1.0
        u = step if low < step < high else 0.5 * (low + high)
    return u


@njit(cache=True)
def _clamp01(x):
    return min(1.0, max(0.0, x))


@njit(cache=True)
def _normalized_handles(times, in_handles, out_handles, k):
    start, span = times[k], times[k + 1] - times[k]
    return _clamp01((out_handles[k, 0] - start) / span), _clamp01((in_handles[k + 1, 0] - start) / span)


@njit(cache=True)
def evaluate_curve(times, values, in_handles, out_handles, holds, wanted):
    """Curve values at each of `wanted`."""
    result = np.empty(len(wanted))
    last = len(times) - 1
    for i in range(len(wanted)):
        t = wanted[i]
        if t <= times[0]:
            result[i] = values[0]
            continue
        if t >= times[last]:
            result[i] = values[last]
            continue
        k = _segment_of(times, t)
        if holds[k] or t == times[k]:
            result[i] = values[k]
            continue
        x1, x2 = _normalized_handles(times, in_handles, out_handles, k)
        u = _parameter_at(x1, x2, (t - times[k]) / (times[k + 1] - times[k]))
        v = 1.0 - u
        result[i] = (
            v * v * v * values[k]
            + 3.0 * v * v * u * out_handles[k, 1]
            + 3.0 * v * u * u * in_handles[k + 1, 1]
            + u * u * u * values[k + 1]
        )
    return result


@njit(cache=True)
def evaluate_slope(times, values, in_handles, out_handles, holds, wanted):
    """Curve slopes dy/dt at each of `wanted`; zero outside the keys and in held segments.

    Where a handle has no length in time the slope there is unbounded, or 0/0; the chord to the next control
    point that does advance in time is the limit of the tangent's direction, and a vertical tangent is capped.
    """
    result = np.zeros(len(wanted))
    last = len(times) - 1
    for i in range(len(wanted)):
        t = wanted[i]
        if last == 0 or t < times[0] or t > times[last]:
            continue
        k = last - 1 if t == times[last] else _segment_of(times, t)
        if holds[k]:
            continue
        span = times[k + 1] - times[k]
        x1, x2 = _normalized_handles(times, in_handles, out_handles, k)
        y0, y1, y2, y3 = values[k], out_handles[k, 1], in_handles[k + 1, 1], values[k + 1]
        u = _parameter_at(x1, x2, _clamp01((t - times[k]) / span))
        if u < 1e-9:
            u = 0.0
        if u > 1.0 - 1e-9:
            u = 1.0
        # A collapsed handle makes both derivatives vanish at the key: step just inside, to the limit.
        if (u == 0.0 and x1 < 1e-9) or (u == 1.0 and x2 > 1.0 - 1e-9):
            u = 1e-6 if u == 0.0 else 1.0 - 1e-6
        v = 1.0 - u
        dx = 3.0 * (v * v * x1 + 2.0 * v * u * (x2 - x1) + u * u * (1.0 - x2)) * span
        dy = 3.0 * (v * v * (y1 - y0) + 2.0 * v * u * (y2 - y1) + u * u * (y3 - y2))
        result[i] = dy / max(dx, 1e-9 * span)
    return result
