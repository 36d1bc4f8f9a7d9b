"""Smooth curves through keys without rates: they ease in and out.

A key between a rise and a fall is level. A key on a slope gets a rate between those of its neighbours,
limited so that the curve never overshoots a key.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.creatures.animation.hermite import HermiteCurve, RotationCurve, turn_steps


def smooth_curve(times: ArrayLike, values: ArrayLike, *, loops: bool = False) -> HermiteCurve:
    """A curve through values (K, N) at times (K,) [s]. One that loops has its last key equal to its first."""
    times, values = np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64)
    rates = _smooth_rates(times, np.diff(values, axis=0), loops)
    return HermiteCurve(times, values, rates, rates)


def smooth_turns(times: ArrayLike, quats: ArrayLike, *, loops: bool = False) -> RotationCurve:
    """A rotation through quaternions (K, 4) at times (K,) [s]."""
    times, quats = np.asarray(times, dtype=np.float64), quat_normalize(quats)
    rates = _smooth_rates(times, turn_steps(quats), loops)
    return RotationCurve(times, quats, rates, rates)


def _smooth_rates(times: Floats, steps: Floats, loops: bool) -> Floats:
    """(K, N) rates at keys `steps` (K - 1, N) apart: level at ends and extremes, limited in between."""
    rates = np.zeros((len(times), steps.shape[1]))
    if len(times) < 2:
        return rates
    spans = np.diff(times)[:, None]
    slopes = steps / np.where(spans > 0.0, spans, 1.0)
    if len(times) > 2:
        rates[1:-1] = _between(slopes[:-1], slopes[1:], spans[:-1], spans[1:])
    if loops:
        rates[0] = rates[-1] = _between(slopes[-1:], slopes[:1], spans[-1:], spans[:1])[0]
    return rates


def _between(before: Floats, after: Floats, span_before: Floats, span_after: Floats) -> Floats:
    """The rate of a parabola through three keys, no more than thrice either slope; 0 where they disagree."""
    rate = (before * span_after + after * span_before) / (span_before + span_after)
    limit = 3.0 * np.minimum(np.abs(before), np.abs(after))
    return np.where(before * after > 0.0, np.clip(rate, -limit, limit), 0.0)
