"""Curves as FBX stores them: times in ticks, a slope and a weight on each side of a key.

A handle of ours is a point; FBX has its slope and its share of the segment's length in time, its weight, in
steps of 1/10,000. A handle without length in time gets the least weight, so that it keeps its height.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.curves.curve import Curve
from kinegraph.core.curves.editing import with_key_at
from kinegraph.formats.mapping.node_curves import straight_segments

TICKS = 46_186_158_000  # per second
_CONSTANT, _LINEAR, _CUBIC = 0x2, 0x4, 0x8
_FREE_TANGENTS = 0x400 | 0x800  # set by the user, and apart from each other
_WEIGHTED_RIGHT, _WEIGHTED_NEXT_LEFT = 0x1000000, 0x2000000
_STEPS = 10_000.0  # of weights
_LEAST_WEIGHT, _MOST_WEIGHT = 1e-4, 0.99  # beyond, other programs change them
_MOST_CUTS = 4  # of a segment in turn
_THIRD = 1.0 / 3.0  # the weight of tangents that have none
_SAME_WEIGHT = 1e-6


@dataclass(frozen=True, eq=False)
class FbxCurve:
    """Key arrays of one curve.

    times: (K,) ticks. values: (K,) float32. counts: (A,) numbers of keys in a row that share the rest.
    flags: (A,) int32. data: (A, 4) float32: slope after the key and before the next one [unit/s], weights.
    """

    times: Ints
    values: np.ndarray
    flags: np.ndarray
    data: np.ndarray
    counts: np.ndarray


def ticks(seconds: Floats | float) -> Ints:
    """Times [s] in ticks."""
    return np.rint(np.asarray(seconds, dtype=np.float64) * TICKS).astype(np.int64)


def fbx_curve(curve: Curve, factor: float = 1.0) -> FbxCurve:
    """A curve in the unit of a file: `factor` times its values.

    A segment with a handle that is longer than other programs keep gets keys, which change no value.
    """
    curve = _split_long_handles(curve)
    times, values = curve.times, factor * curve.values
    flags = np.full(len(times), _CUBIC | _FREE_TANGENTS, dtype=np.int32)
    words = np.zeros((len(times), 4), dtype=np.uint32)
    right, weight_right = _slopes(curve.out_handles[:-1] - _points(curve)[:-1], np.diff(times))
    left, weight_left = _slopes(_points(curve)[1:] - curve.in_handles[1:], np.diff(times))
    flags[:-1] |= np.where(np.abs(weight_right - _THIRD) > _SAME_WEIGHT, _WEIGHTED_RIGHT, 0).astype(np.int32)
    flags[:-1] |= np.where(np.abs(weight_left - _THIRD) > _SAME_WEIGHT, _WEIGHTED_NEXT_LEFT, 0).astype(
        np.int32
    )
    words[:-1, 0] = (factor * right).astype(np.float32).view(np.uint32)
    words[:-1, 1] = (factor * left).astype(np.float32).view(np.uint32)
    packed = np.rint(weight_right * _STEPS).astype(np.uint32)
    words[:-1, 2] = packed | (np.rint(weight_left * _STEPS).astype(np.uint32) << np.uint32(16))
    words[-1, 2] = round(_THIRD * _STEPS) * 0x10001
    straight = straight_segments(curve)
    flags[:-1] = np.where(straight, _LINEAR, flags[:-1])
    flags = np.where(curve.holds, _CONSTANT, flags).astype(np.int32)
    words[flags == _LINEAR] = words[flags == _CONSTANT] = 0
    return _in_runs(ticks(times), values.astype(np.float32), flags, words.view(np.float32))


def _split_long_handles(curve: Curve) -> Curve:
    """The curve with long handles cut. A few cuts do; where a curve runs upright, none would be the last."""
    for _ in range(_MOST_CUTS):
        spans = np.diff(curve.times)
        after = (curve.out_handles[:-1, 0] - curve.times[:-1]) / spans
        before = (curve.times[1:] - curve.in_handles[1:, 0]) / spans
        long = np.flatnonzero((np.maximum(after, before) > _MOST_WEIGHT) & ~curve.holds[:-1])
        if not len(long):
            break
        middles = 3.0 * (curve.out_handles[long, 0] + curve.in_handles[long + 1, 0])
        for time in (curve.times[long] + middles + curve.times[long + 1]) / 8.0:
            curve = with_key_at(curve, float(time))
    return curve


def _points(curve: Curve) -> Floats:
    return np.stack([curve.times, curve.values], axis=1)


def _slopes(reach: Floats, spans: Floats) -> tuple[Floats, Floats]:
    """Slopes [unit/s] and weights of handles that reach (N, 2) from their keys, forward in time."""
    weights = np.clip(reach[:, 0] / spans, 0.0, 1.0)
    flat = reach[:, 1] == 0.0
    kept = np.minimum(weights, _MOST_WEIGHT)  # what is still too long is shortened along its own direction
    written = np.where(weights < _LEAST_WEIGHT, np.where(flat, _THIRD, _LEAST_WEIGHT), kept)
    written = np.where(np.abs(written - _THIRD) > _SAME_WEIGHT, np.rint(written * _STEPS) / _STEPS, written)
    heights = reach[:, 1] * kept / np.maximum(weights, 1e-300)
    return np.where(weights > 0.0, heights, reach[:, 1]) / (written * spans), written


def _in_runs(times: Ints, values: np.ndarray, flags: np.ndarray, data: np.ndarray) -> FbxCurve:
    """Equal neighbours share one entry of flags and data."""
    words = data.view(np.uint32)
    differs = np.ones(len(times), dtype=bool)
    differs[1:] = (flags[1:] != flags[:-1]) | (words[1:] != words[:-1]).any(axis=1)
    starts = np.flatnonzero(differs)
    counts = np.diff(np.append(starts, len(times))).astype(np.int32)
    return FbxCurve(times, values, flags[starts], data[starts], counts)
