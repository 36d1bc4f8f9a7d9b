"""Keyed animations as the cubic Hermite splines of glTF.

glTF keys have a slope but no handle length, one set of key times for all components of a joint, and
rotations as quaternions that are interpolated by component and then normalized. Curves that are all of that
already (handles at a third of their segments, quaternion channels) are written as they are. The others are
fitted.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Property
from kinegraph.core.arrays import Floats
from kinegraph.formats.mapping.joint_motion import (
    JointCurves,
    component_motion,
    joint_curves,
    rotation_motion,
    translation_motion,
)
from kinegraph.formats.mapping.spline_fit import HermiteKeys, fit_spline, join_keys, spline_error


class Tolerance(NamedTuple):
    """Tolerances of a written animation.

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


def spline_tracks(animation: Animation, tolerance: Tolerance) -> SplineTracks:
    """The animation as Hermite splines within `tolerance`."""
    tracks: list[SplineTrack] = []
    added, errors = 0, {"rotation": 0.0, "translation": 0.0}
    limits = {"rotation": np.radians(tolerance.rotation), "translation": tolerance.translation * 1e-3}
    for joint in range(len(animation.skeleton)):
        for kind in (Property.TRANSLATION, Property.ROTATION):
            curves = joint_curves(animation, joint, kind)
            if curves is not None:
                track, extra, error = _track(animation, joint, kind, curves, limits[kind])
                tracks.append(track)
                added, errors[kind] = added + extra, max(errors[kind], error)
    if not tracks:  # glTF has no animation without a channel: the root stays at rest
        rest = animation.skeleton.rest_rotations[:1]
        tracks.append(SplineTrack(0, "rotation", np.zeros(1), rest, 0.0 * rest, 0.0 * rest, True))
    degrees, millimetres = float(np.degrees(errors["rotation"])), errors["translation"] * 1e3
    return SplineTracks(tuple(tracks), added, degrees, millimetres)


def _track(
    animation: Animation, joint: int, kind: Property, curves: JointCurves, limit: float
) -> tuple[SplineTrack, int, float]:
    skeleton, times = animation.skeleton, curves.times
    rest = skeleton.rest_rotations[joint]
    exact = (
        rotation_motion(curves, rest)
        if kind == Property.ROTATION
        else translation_motion(curves, skeleton.offsets[joint], rest)
    )
    if curves.steps:
        values = exact.value(times)
        return SplineTrack(joint, kind, times, values, 0.0 * values, 0.0 * values, True), 0, 0.0
    if kind == Property.ROTATION and curves.mode == QUATERNION:
        plain = component_motion(curves, rest)
        if np.abs(np.linalg.norm(plain.value(times), axis=1) - 1.0).max() < 1e-6:
            error = spline_error(plain, exact, times)
            if error <= limit:  # the curves' own keys are unit quaternions and their splines say it all
                return _spline(joint, kind, join_keys(plain, times)), 0, error
    keys, added, error = fit_spline(exact, times, limit)
    return _spline(joint, kind, keys), added, error


def _spline(joint: int, kind: Property, keys: HermiteKeys) -> SplineTrack:
    return SplineTrack(joint, kind, keys.times, keys.values, keys.in_slopes, keys.out_slopes, False)
