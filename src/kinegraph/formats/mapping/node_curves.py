"""A keyed animation as curves of nodes, as FBX and Maya have them: places, and angles in each node's order.

Our channels move a joint from its rest in its own rest frame. These programs turn a node by a fixed rotation
before its Euler angles, and place it in its parent's axes. So Euler channels are kept key by key where the
node has their order; translation channels are kept where each axis of the parent needs one of them, or where
they share their handles' times. Everything else is fitted: the curves' own keys, and more until they are
close enough.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from kinegraph.core.animation import Animation, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import rotation_displacements
from kinegraph.core.curves.curve import Curve
from kinegraph.core.math.euler import euler_from_quat, quat_from_euler, unroll_euler
from kinegraph.core.math.rotations import matrix_from_quat, quat_normalize
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.mapping.joint_motion import (
    NO_TURN,
    JointCurves,
    joint_curves,
    rotation_motion,
    translation_motion,
)
from kinegraph.formats.mapping.spline_fit import HermiteKeys, JointMotion, fit_spline, turn_distance

# Our orders by the numbers of FBX, which names the turn first that is applied first.
ORDERS = ("ZYX", "YZX", "XZY", "ZXY", "YXZ", "XYZ")
_ZERO = 1e-12  # parts of an axis that are rounding
_PER_SECOND = 240.0  # rate of the samples at which Euler angles are unrolled
_MOST_SAMPLES = 100_000
_NUDGE = 1e-4  # [rad] step of difference quotients
_STRAIGHT = 1e-9  # how far a handle is from the chord at most, as a share of its values


class Tolerance(NamedTuple):
    """Tolerances of fitted curves: rotation [rad], translation [m]."""

    rotation: float
    translation: float


@dataclass(eq=False)
class NodeCurves:
    """Curves of one animation, by joint and axis.

    rotations: Euler angles [rad], by the axis that they turn about.
    translations: Places in the parent's frame [m].
    added_keys: Number of keys that the animation itself does not have.
    rotation_error, translation_error: Largest errors of fitted curves [rad], [m].
    """

    rotations: dict[tuple[int, int], Curve] = field(default_factory=dict)
    translations: dict[tuple[int, int], Curve] = field(default_factory=dict)
    added_keys: int = 0
    rotation_error: float = 0.0
    translation_error: float = 0.0


def node_orders(skeleton: Skeleton, animations: Sequence[Animation]) -> tuple[str, ...]:
    """The Euler order of each joint's node: the one most animations key, else the farthest from locking."""
    orders = []
    dense = [rotation_displacements(animation, _samples(animation)) for animation in animations]
    for joint in range(len(skeleton)):
        keyed = [a for a in animations if joint_curves(a, joint, Property.ROTATION) is not None]
        used = Counter(a.rotation_modes[joint] for a in keyed if a.rotation_modes[joint] in ORDERS)
        if used:
            orders.append(used.most_common(1)[0][0])
            continue
        turned = [rotations[:, joint] for rotations in dense]
        orders.append(min(ORDERS, key=lambda order: _steepest(turned, order)) if keyed else ORDERS[0])
    return tuple(orders)


def node_curves(animation: Animation, orders: Sequence[str], tolerance: Tolerance) -> NodeCurves:
    """The curves of an animation. orders: Of each joint's node, from ORDERS."""
    found = NodeCurves()
    for joint in range(len(animation.skeleton)):
        curves = joint_curves(animation, joint, Property.TRANSLATION)
        if curves is not None:
            _place(found, animation.skeleton, joint, curves, tolerance.translation)
        curves = joint_curves(animation, joint, Property.ROTATION)
        if curves is not None:
            _turn(found, joint, curves, orders[joint], tolerance.rotation)
    return found


def straight_segments(curve: Curve) -> np.ndarray:
    """(K-1,) whether a segment is its chord, at even speed: its handles are at the thirds."""
    points = np.stack([curve.times, curve.values], axis=1)
    thirds = np.diff(points, axis=0) / 3.0
    size = np.abs(points).max(axis=0) + np.abs(thirds).max(axis=0, initial=0.0) + 1e-30
    after = np.abs(curve.out_handles[:-1] - points[:-1] - thirds) / size
    before = np.abs(points[1:] - curve.in_handles[1:] - thirds) / size
    return (np.maximum(after, before) <= _STRAIGHT).all(axis=1)


def _samples(animation: Animation) -> Floats:
    count = int(min(_MOST_SAMPLES, max(2.0, (animation.end - animation.start) * _PER_SECOND)))
    return np.linspace(animation.start, animation.end, count)


def _steepest(rotations: Sequence[Floats], order: str) -> float:
    """Distance of an order's middle angle from a right angle, where the outer ones lock."""
    return max((float(np.abs(np.sin(euler_from_quat(q, order)[:, 1])).max()) for q in rotations), default=0.0)


def _place(found: NodeCurves, skeleton: Skeleton, joint: int, curves: JointCurves, limit: float) -> None:
    offset, rest = skeleton.offsets[joint], skeleton.rest_rotations[joint]
    axes = matrix_from_quat(rest)
    rows: list[Curve | None] = []
    for axis in range(3):
        parts = [
            (curve, float(axes[axis, k])) for k, curve in curves.curves.items() if abs(axes[axis, k]) > _ZERO
        ]
        if parts and not _share_handles([curve for curve, _ in parts]):
            break
        rows.append(_sum_curves(parts, float(offset[axis])) if parts else None)
    else:
        for axis, curve in enumerate(rows):
            if curve is not None:
                found.translations[joint, axis] = curve
        return
    motion = translation_motion(curves, offset, rest)
    keys, added, error = _fit(motion, curves, limit)
    found.added_keys += added
    found.translation_error = max(found.translation_error, error)
    for axis in range(3):
        found.translations[joint, axis] = _curve(keys, axis, curves.steps)


def _share_handles(curves: Sequence[Curve]) -> bool:
    """True if curves have their keys and their handles at the same times, and hold together."""
    first = curves[0]
    return all(
        np.array_equal(curve.times, first.times)
        and np.array_equal(curve.in_handles[1:, 0], first.in_handles[1:, 0])
        and np.array_equal(curve.out_handles[:-1, 0], first.out_handles[:-1, 0])
        and np.array_equal(curve.holds, first.holds)
        for curve in curves[1:]
    )


def _sum_curves(parts: Sequence[tuple[Curve, float]], base: float) -> Curve:
    first = parts[0][0]
    sides = []
    for name in ("in_handles", "out_handles"):
        heights = base + sum(share * getattr(curve, name)[:, 1] for curve, share in parts)
        sides.append(np.stack([getattr(first, name)[:, 0], heights], axis=1))
    values = base + sum(share * curve.values for curve, share in parts)
    return Curve(first.times, np.asarray(values), sides[0], sides[1], first.holds)


def _turn(found: NodeCurves, joint: int, curves: JointCurves, order: str, limit: float) -> None:
    axes = ["XYZ".index(letter) for letter in order]
    if curves.mode == order:
        found.rotations |= {(joint, axes[factor]): curve for factor, curve in curves.curves.items()}
        return
    keys, added, error = _fit(_euler_motion(rotation_motion(curves, NO_TURN), curves, order), curves, limit)
    found.added_keys += added
    found.rotation_error = max(found.rotation_error, error)
    for factor, axis in enumerate(axes):
        found.rotations[joint, axis] = _curve(keys, factor, curves.steps)


def _fit(motion: JointMotion, curves: JointCurves, limit: float) -> tuple[HermiteKeys, int, float]:
    times = curves.times
    if curves.steps:
        values = motion.value(times)
        return HermiteKeys(times, values, 0.0 * values, 0.0 * values), 0, 0.0
    return fit_spline(motion, times, limit)


def _curve(keys: HermiteKeys, column: int, steps: bool) -> Curve:
    values = keys.values[:, column]
    if steps:
        return Curve.stepped(keys.times, values)
    return Curve.hermite(keys.times, values, keys.in_slopes[:, column], keys.out_slopes[:, column])


def _euler_motion(turning: JointMotion, curves: JointCurves, order: str) -> JointMotion:
    """The angles of a rotation in an order, continuous over time."""
    times = curves.times
    count = int(min(_MOST_SAMPLES, max(2.0, (times[-1] - times[0]) * _PER_SECOND)))
    grid = np.unique(np.concatenate([times, np.linspace(times[0], times[-1], count)]))
    unrolled = unroll_euler(euler_from_quat(turning.value(grid), order), order)

    def near(q: Floats, at: Floats) -> Floats:
        guess = np.stack([np.interp(at, grid, column) for column in unrolled.T], axis=1)
        plain = euler_from_quat(quat_normalize(q), order)
        flipped = np.stack([plain[:, 0] + np.pi, np.pi - plain[:, 1], plain[:, 2] + np.pi], axis=1)
        both = np.stack([plain, flipped])
        both += 2.0 * np.pi * np.round((guess - both) / (2.0 * np.pi))
        closer = np.abs(both[1] - guess).sum(axis=1) < np.abs(both[0] - guess).sum(axis=1)
        return np.where(closer[:, None], both[1], both[0])

    def rate(at: Floats) -> Floats:
        q, change = turning.value(at), turning.rate(at)
        step = _NUDGE / np.maximum(np.abs(change).max(axis=1, keepdims=True), 1e-12)
        ahead, behind = near(q + step * change, at), near(q - step * change, at)
        return (ahead - behind) / (2.0 * step)

    return JointMotion(
        lambda at: near(turning.value(at), at),
        rate,
        lambda found, true: turn_distance(quat_from_euler(found, order), quat_from_euler(true, order)),
    )
