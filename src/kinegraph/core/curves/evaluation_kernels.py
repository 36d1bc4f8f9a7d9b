"""Compiled evaluation of Bezier curves: solve x(u) = t for u, then read y(u)."""

import numpy as np
from numba import njit

# A tangent steeper than this many channel units over the length of its segment counts as vertical, and is
# capped.
_FLATTEST_TIME = 1e-9


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
def parameter_at(x1, x2, x):
    """u in [0, 1] with Bezier(0, x1, x2, 1)(u) = x, for 0 <= x1, x2 <= 1: Newton in a shrinking bracket."""
    if x <= 0.0 or x >= 1.0:
        return min(1.0, max(0.0, x))
    c1 = 3.0 * x1
    c2 = 3.0 * (x2 - 2.0 * x1)
    c3 = 1.0 + 3.0 * (x1 - x2)
    low, high = 0.0, 1.0
    u = x
    for _ in range(100):
        error = ((c3 * u + c2) * u + c1) * u - x
        if (
            abs(error) <= 1e-16 * ((abs(c3) * u + abs(c2)) * u + c1) * u
        ):  # no more than the sum's own rounding
            break
        if error > 0.0:
            high = u
        else:
            low = u
        rate = (3.0 * c3 * u + 2.0 * c2) * u + c1
        following = u - error / rate if rate > 0.0 else -1.0
        if not low < following < high:
            following = 0.5 * (low + high)
        if following == u:
            break
        u = following
    return u


@njit(cache=True)
def _clamp01(x):
    return min(1.0, max(0.0, x))


@njit(cache=True)
def _normalize_handles(times, in_handles, out_handles, k):
    start, span = times[k], times[k + 1] - times[k]
    return _clamp01((out_handles[k, 0] - start) / span), _clamp01((in_handles[k + 1, 0] - start) / span)


@njit(cache=True)
def segment_parameter(times, in_handles, out_handles, t):
    """The segment that t lies in and its parameter u there, for t between the first key and the last."""
    k = _segment_of(times, t)
    x1, x2 = _normalize_handles(times, in_handles, out_handles, k)
    return k, parameter_at(x1, x2, _clamp01((t - times[k]) / (times[k + 1] - times[k])))


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
        x1, x2 = _normalize_handles(times, in_handles, out_handles, k)
        u = parameter_at(x1, x2, _clamp01((t - times[k]) / (times[k + 1] - times[k])))
        v = 1.0 - u
        result[i] = (
            v * v * v * values[k]
            + 3.0 * v * v * u * out_handles[k, 1]
            + 3.0 * v * u * u * in_handles[k + 1, 1]
            + u * u * u * values[k + 1]
        )
    return result


@njit(cache=True)
def _start_slope(x1, x2, y0, y1, y2, y3):
    """dy/dx at u = 0 of the segment (0, y0) (x1, y1) (x2, y2) (1, y3).

    The tangent points at the first control point that differs from the key; where that one lies at the key's
    own time the tangent is vertical, and capped.
    """
    if x1 > 0.0 or y1 != y0:
        return (y1 - y0) / max(x1, _FLATTEST_TIME)
    if x2 > 0.0 or y2 != y0:
        return (y2 - y0) / max(x2, _FLATTEST_TIME)
    return y3 - y0


@njit(cache=True)
def evaluate_slope(times, values, in_handles, out_handles, holds, wanted):
    """Curve slopes dy/dt at each of `wanted`; zero outside the keys and in held segments."""
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
        x1, x2 = _normalize_handles(times, in_handles, out_handles, k)
        y0, y1, y2, y3 = values[k], out_handles[k, 1], in_handles[k + 1, 1], values[k + 1]
        if t == times[k]:
            result[i] = _start_slope(x1, x2, y0, y1, y2, y3) / span
            continue
        if t == times[last]:
            result[i] = -_start_slope(1.0 - x2, 1.0 - x1, y3, y2, y1, y0) / span
            continue
        u = parameter_at(x1, x2, _clamp01((t - times[k]) / span))
        v = 1.0 - u
        dx = 3.0 * (v * v * x1 + 2.0 * v * u * (x2 - x1) + u * u * (1.0 - x2))
        dy = 3.0 * (v * v * (y1 - y0) + 2.0 * v * u * (y2 - y1) + u * u * (y3 - y2))
        result[i] = dy / max(dx, _FLATTEST_TIME) / span
    return result
