"""Keyed animations as the cubic Hermite splines of glTF.

glTF keys have a slope but no handle length, one set of key times for all components of a joint, and
rotations as quaternions that are interpolated by component and then normalized. Curves that are all of that
already (handles at a third of their segments, quaternion channels) are written as they are. For the others
this starts from their own keys with their true slopes, measures the largest error against our own
evaluation, and cuts the segments that miss the tolerance in half until none does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.math.euler import quat_from_euler
from kinegraph.core.math.rotations import quat_multiply, quat_normalize, quat_rotate

_PROBES = 8  # places per segment at which the error is measured while cutting
_JUST_BEFORE = 1e-9  # of a segment: where its end is read, so that a jump at its end is not
_MOST_KEYS = 200_000
_NUDGE = 1e-4  # [rad] step of the difference quotient through Euler angles: error about its square


class Tolerance(NamedTuple):
    """How far a written animation may stray from the true one.

    rotation: [deg] of each joint against its parent.
    translation: [mm] of each joint in its parent's frame.
    """

    rotation: float = 0.05
    translation: float = 0.1


@dataclass(frozen=True)
class SplineTrack:
    """Hermite keys of one joint's local rotation or translation, rest included, as glTF has them.

    values, in_slopes, out_slopes: (K, n) with rates per second.
    stepped: Whether each value holds until the next key; slopes are then not used.
    """

    joint: int
    path: str
    times: Floats
    values: Floats
    in_slopes: Floats
    out_slopes: Floats
    stepped: bool


@dataclass(frozen=True)
class SplineTracks:
    """All tracks of an animation, and what they cost: keys added, largest errors [deg] and [mm]."""

    tracks: tuple[SplineTrack, ...]
    added_keys: int
    rotation_error: float
    translation_error: float


class _Motion(NamedTuple):
    """A joint's local value over time, and its rate. raw: Quaternions keep the length their curves give."""

    value: Callable[[Floats], Floats]
    rate: Callable[[Floats], Floats]
    raw: bool


def spline_tracks(animation: Animation, tolerance: Tolerance) -> SplineTracks:
    """The animation as Hermite splines within `tolerance`."""
    tracks: list[SplineTrack] = []
    added, errors = 0, {"rotation": 0.0, "translation": 0.0}
    limits = {"rotation": np.radians(tolerance.rotation), "translation": tolerance.translation * 1e-3}
    for joint in range(len(animation.skeleton)):
        for kind in (Property.TRANSLATION, Property.ROTATION):
            curves = {
                axis: animation.curves[Channel(joint, kind, axis)]
                for axis in range(4)
                if Channel(joint, kind, axis) in animation.curves
            }
            if curves:
                track, extra, error = _track(animation, joint, kind, curves, limits[kind])
                tracks.append(track)
                added, errors[kind] = added + extra, max(errors[kind], error)
    if not tracks:  # glTF has no animation without a channel: the root stays at rest
        rest = animation.skeleton.rest_rotations[:1]
        tracks.append(SplineTrack(0, "rotation", np.zeros(1), rest, 0.0 * rest, 0.0 * rest, True))
    degrees, millimetres = float(np.degrees(errors["rotation"])), errors["translation"] * 1e3
    return SplineTracks(tuple(tracks), added, degrees, millimetres)


def _track(
    animation: Animation, joint: int, kind: Property, curves: dict[int, Curve], limit: float
) -> tuple[SplineTrack, int, float]:
    times = np.unique(np.concatenate([curve.times for curve in curves.values()]))
    motions = _motions(animation, joint, kind, curves)
    if len(times) == 1 or all(curve.holds[:-1].all() for curve in curves.values()):
        values = motions[-1].value(times)
        return SplineTrack(joint, kind, times, values, 0.0 * values, 0.0 * values, True), 0, 0.0
    exact, straight = motions[-1], motions[0]
    if straight.raw and np.abs(np.linalg.norm(straight.value(times), axis=1) - 1.0).max() < 1e-6:
        error = _errors(_segments(straight, times), exact, times, kind).max()
        if error <= limit:  # the curves' own keys are unit quaternions and their splines say it all
            return _join(joint, kind, straight, times), 0, float(error)
    own = len(times)
    times = _refine(exact, times, kind, limit)
    error = _errors(_segments(exact, times), exact, times, kind, probes=4 * _PROBES).max()
    return _join(joint, kind, exact, times), len(times) - own, float(error)


def _motions(animation: Animation, joint: int, kind: Property, curves: dict[int, Curve]) -> list[_Motion]:
    """The joint's motion, the true one last; before it, where they differ, the one without normalizing."""
    rest = animation.skeleton.rest_rotations[joint]
    offset = animation.skeleton.offsets[joint]
    width = 4 if animation.rotation_modes[joint] == QUATERNION and kind == Property.ROTATION else 3
    constant = np.array([0.0, 0.0, 0.0, 1.0]) if width == 4 else np.zeros(3)

    def channels(times: Floats) -> Floats:
        values = np.tile(constant, (len(times), 1))
        for axis, curve in curves.items():
            values[:, axis] = curve.evaluate(times)
        return values

    def rates(times: Floats) -> Floats:
        values = np.zeros((len(times), width))
        for axis, curve in curves.items():
            values[:, axis] = curve.slopes(times)
        return values

    if kind == Property.TRANSLATION:
        return [
            _Motion(
                lambda times: offset + quat_rotate(rest, channels(times)),
                lambda times: quat_rotate(rest, rates(times)),
                False,
            )
        ]
    if width == 4:
        plain = _Motion(
            lambda times: quat_multiply(rest, channels(times)),
            lambda times: quat_multiply(rest, rates(times)),
            True,
        )
        return [plain, _normalize(plain)]
    order = animation.rotation_modes[joint]

    def turned(times: Floats) -> Floats:
        return quat_multiply(rest, quat_from_euler(channels(times), order))

    def turning(times: Floats) -> Floats:
        angles, speeds = channels(times), rates(times)
        step = _NUDGE / np.maximum(np.abs(speeds).max(axis=1, keepdims=True), 1e-12)
        ahead, behind = (quat_from_euler(angles + sign * step * speeds, order) for sign in (1.0, -1.0))
        return quat_multiply(rest, (ahead - behind) / (2.0 * step))

    return [_Motion(turned, turning, False)]


def _normalize(motion: _Motion) -> _Motion:
    def rate(times: Floats) -> Floats:
        raw, change = motion.value(times), motion.rate(times)
        length = np.maximum(np.linalg.norm(raw, axis=1, keepdims=True), 1e-9)
        unit = raw / length
        return (change - unit * np.sum(unit * change, axis=1, keepdims=True)) / length

    return _Motion(lambda times: quat_normalize(motion.value(times)), rate, False)


class _Segments(NamedTuple):
    """(S, n) values and rates at both ends of each segment, its end seen from inside it."""

    start: Floats
    start_rate: Floats
    end: Floats
    end_rate: Floats


def _segments(motion: _Motion, times: Floats) -> _Segments:
    ends = times[1:] - _JUST_BEFORE * np.diff(times)
    start, end = motion.value(times[:-1]), motion.value(ends)
    rates = _limit(motion, times)
    return _Segments(start, rates[0], end, rates[1])


def _limit(motion: _Motion, times: Floats) -> tuple[Floats, Floats]:
    """Rates at both ends of the segments, kept in proportion to how much happens in them.

    A handle without length in time makes the slope at its key unbounded; no cubic follows that, and one
    that tried would overshoot. The slope of a cubic itself stays well below this limit.
    """
    spans = np.diff(times)[:, None]
    places = times[:-1, None] + spans * np.linspace(0.0, 1.0 - _JUST_BEFORE, _PROBES + 1)
    values = motion.value(places.ravel()).reshape(*places.shape, -1)
    most = 9.0 * np.abs(np.diff(values, axis=1)).max(axis=(1, 2))[:, None] * _PROBES / spans
    inside = times[1:] - _JUST_BEFORE * np.diff(times)
    return np.clip(motion.rate(times[:-1]), -most, most), np.clip(motion.rate(inside), -most, most)


def _errors(segments: _Segments, exact: _Motion, times: Floats, kind: str, probes: int = _PROBES) -> Floats:
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
    if kind == Property.TRANSLATION:
        return np.linalg.norm(found - true, axis=2).max(axis=1)
    found = quat_normalize(found)
    near = np.minimum(np.linalg.norm(found - true, axis=2), np.linalg.norm(found + true, axis=2))
    return (4.0 * np.arcsin(np.clip(near / 2.0, 0.0, 1.0))).max(axis=1)


def _refine(motion: _Motion, times: Floats, kind: str, limit: float) -> Floats:
    """The key times at which the splines stay within the limit, each cut halving a segment that did not."""
    done: list[Floats] = [times]
    starts, ends = times[:-1], times[1:]
    for _ in range(24):
        pairs = np.stack([starts, ends], axis=1)
        wrong = np.array([], dtype=bool)
        if len(pairs):
            wrong = _pair_errors(motion, pairs, kind) > 0.9 * limit
        # Below a few steps of float32 a cut would fall onto its neighbours.
        wrong &= (ends - starts) > 32 * np.spacing(np.abs(ends).astype(np.float32))
        if not wrong.any() or sum(map(len, done)) > _MOST_KEYS:
            break
        starts, ends = starts[wrong], ends[wrong]
        middles = 0.5 * (starts + ends)
        done.append(middles)
        starts, ends = np.concatenate([starts, middles]), np.concatenate([middles, ends])
    return np.unique(np.concatenate(done))


def _pair_errors(motion: _Motion, pairs: Floats, kind: str) -> Floats:
    """Errors of segments that need not touch: as one chain, in which the gaps between them are ignored."""
    order = np.argsort(pairs[:, 0], kind="stable")
    errors = np.empty(len(pairs))
    chain, place = np.unique(pairs[order].ravel(), return_inverse=True)
    every = _errors(_segments(motion, chain), motion, chain, kind)
    errors[order] = every[place.reshape(-1, 2)[:, 0]]
    return errors


def _join(joint: int, kind: Property, motion: _Motion, times: Floats) -> SplineTrack:
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
    return SplineTrack(joint, kind, times, values, in_slopes, out_slopes, False)
