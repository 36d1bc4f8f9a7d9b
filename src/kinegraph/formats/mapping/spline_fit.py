"""Any motion of a joint as cubic Hermite splines: its own keys first, then as many more as it takes.

Files of other tools know slopes at keys, but not every handle length or rotation mode of ours. Such a motion
is fitted from its own keys with their true slopes; the largest error against the exact motion is measured,
and the segments that miss the tolerance are cut in half until none does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_normalize

_PROBES = 8  # places per segment at which the error is measured while cutting
JUST_BEFORE = 1e-9  # of a segment: where its end is read, so that a jump at its end is not
_MOST_KEYS = 200_000


class JointMotion(NamedTuple):
    """A joint's local value over time.

    value, rate: (N, n) at times (N,) [s]; rates per second.
    distance: (...) how far two values (..., n) are apart [rad or m].
    """

    value: Callable[[Floats], Floats]
    rate: Callable[[Floats], Floats]
    distance: Callable[[Floats, Floats], Floats]


@dataclass(frozen=True, eq=False)
class HermiteKeys:
    """Keys of a cubic Hermite spline: times (K,) [s], values and slopes (K, n), slopes per second."""

    times: Floats
    values: Floats
    in_slopes: Floats
    out_slopes: Floats


def place_distance(found: Floats, true: Floats) -> Floats:
    """(...) distance of points (..., 3)."""
    return np.linalg.norm(found - true, axis=-1)


def turn_distance(found: Floats, true: Floats) -> Floats:
    """(...) angle between rotations [rad].

    found: Quaternions (..., 4) of any length. true: Unit quaternions.
    """
    found = quat_normalize(found)
    near = np.minimum(np.linalg.norm(found - true, axis=-1), np.linalg.norm(found + true, axis=-1))
    return 4.0 * np.arcsin(np.clip(near / 2.0, 0.0, 1.0))


def fit_spline(motion: JointMotion, times: Floats, limit: float) -> tuple[HermiteKeys, int, float]:
    """The spline that stays within `limit` of a motion.

    Returns its keys, the number of keys that were added to `times`, and its largest error.
    """
    keys = _refine(motion, times, limit)
    error = _errors(_segments(motion, keys), motion, keys, probes=4 * _PROBES).max(initial=0.0)
    return join_keys(motion, keys), len(keys) - len(times), float(error)


def spline_error(spline: JointMotion, exact: JointMotion, times: Floats) -> float:
    """Largest error of the spline with keys at `times` and the values and slopes of `spline`."""
    return float(_errors(_segments(spline, times), exact, times).max(initial=0.0))


class _Segments(NamedTuple):
    """(S, n) values and rates at both ends of each segment, its end seen from inside it."""

    start: Floats
    start_rate: Floats
    end: Floats
    end_rate: Floats


def _segments(motion: JointMotion, times: Floats) -> _Segments:
    ends = times[1:] - JUST_BEFORE * np.diff(times)
    start, end = motion.value(times[:-1]), motion.value(ends)
    rates = _limit(motion, times)
    return _Segments(start, rates[0], end, rates[1])


def _limit(motion: JointMotion, times: Floats) -> tuple[Floats, Floats]:
    """Rates at both ends of the segments, kept in proportion to how much happens in them.

    A handle without length in time makes the slope at its key unbounded; no cubic follows that, and one
    that tried would overshoot. The slope of a cubic itself stays well below this limit.
    """
    spans = np.diff(times)[:, None]
    places = times[:-1, None] + spans * np.linspace(0.0, 1.0 - JUST_BEFORE, _PROBES + 1)
    values = motion.value(places.ravel()).reshape(*places.shape, -1)
    most = 9.0 * np.abs(np.diff(values, axis=1)).max(axis=(1, 2))[:, None] * _PROBES / spans
    inside = times[1:] - JUST_BEFORE * np.diff(times)
    return np.clip(motion.rate(times[:-1]), -most, most), np.clip(motion.rate(inside), -most, most)


def _errors(segments: _Segments, exact: JointMotion, times: Floats, probes: int = _PROBES) -> Floats:
    """(S,) largest error of each segment's spline against the exact motion [rad or m]."""
    shares = (np.arange(probes) + 0.5) / probes
    spans = np.diff(times)
    wanted = times[:-1, None] + spans[:, None] * shares
    u = shares[None, :, None]
    rate = spans[:, None, None]
    found = (
        (2 * u**3 - 3 * u**2 + 1) * segments.start[:, None]
        + (u**3 - 2 * u**2 + u) * rate * segments.start_rate[:, None]
        + (3 * u**2 - 2 * u**3) * segments.end[:, None]
        + (u**3 - u**2) * rate * segments.end_rate[:, None]
    )
    true = exact.value(wanted.ravel()).reshape(found.shape)
    return exact.distance(found, true).max(axis=1)


def _refine(motion: JointMotion, times: Floats, limit: float) -> Floats:
    """The key times at which the splines stay within the limit, each cut halving a segment that did not."""
    done: list[Floats] = [times]
    starts, ends = times[:-1], times[1:]
    for _ in range(24):
        pairs = np.stack([starts, ends], axis=1)
        wrong = np.array([], dtype=bool)
        if len(pairs):
            wrong = _pair_errors(motion, pairs) > 0.9 * limit
        # Below a few steps of float32 a cut would fall onto its neighbours.
        wrong &= (ends - starts) > 32 * np.spacing(np.abs(ends).astype(np.float32))
        if not wrong.any() or sum(map(len, done)) > _MOST_KEYS:
            break
        starts, ends = starts[wrong], ends[wrong]
        middles = 0.5 * (starts + ends)
        done.append(middles)
        starts, ends = np.concatenate([starts, middles]), np.concatenate([middles, ends])
    return np.unique(np.concatenate(done))


def _pair_errors(motion: JointMotion, pairs: Floats) -> Floats:
    """Errors of segments that need not touch: as one chain, in which the gaps between them are ignored."""
    order = np.argsort(pairs[:, 0], kind="stable")
    errors = np.empty(len(pairs))
    chain, place = np.unique(pairs[order].ravel(), return_inverse=True)
    every = _errors(_segments(motion, chain), motion, chain)
    errors[order] = every[place.reshape(-1, 2)[:, 0]]
    return errors


def join_keys(motion: JointMotion, times: Floats) -> HermiteKeys:
    """Segments chained into keys; where the motion jumps, a key just before it carries its left side."""
    parts = _segments(motion, times)
    zeros = np.zeros((1, parts.start.shape[1]))
    last = motion.value(times[-1:])
    values = np.concatenate([parts.start, last])
    in_slopes = np.concatenate([zeros, parts.end_rate])
    out_slopes = np.concatenate([parts.start_rate, zeros])
    gaps = np.abs(values[1:] - parts.end).max(axis=1)
    jumps = np.flatnonzero(gaps > 1e-6 * (1.0 + np.abs(parts.end).max(axis=1)))
    if len(jumps):
        moments = times[1:][jumps]
        just_before = moments - np.maximum(1e-6, 4.0 * np.spacing(np.abs(moments).astype(np.float32)))
        still = np.zeros((len(jumps), values.shape[1]))
        in_slopes[jumps + 1] = 0.0
        times = np.insert(times, jumps + 1, just_before)
        values = np.insert(values, jumps + 1, parts.end[jumps], axis=0)
        in_slopes = np.insert(in_slopes, jumps + 1, parts.end_rate[jumps], axis=0)
        out_slopes = np.insert(out_slopes, jumps + 1, still, axis=0)
    return HermiteKeys(times, values, in_slopes, out_slopes)
