"""Posing keyed motion: a pose becomes a column of keys, and the curves around it stay smooth."""

from dataclasses import replace

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.animation_editing import with_column
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import poses_at, rotation_displacements, translation_displacements
from kinegraph.core.clip import local_translations
from kinegraph.core.curves.curve import Curve
from kinegraph.core.curves.handles import auto_slopes
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import SAME_TIME, nearest, with_all_columns
from kinegraph.core.math.euler import euler_from_quat, unroll_euler
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.pose import Pose

# A channel that would change by no more than this [rad, m, quaternion component] keeps its curve.
_UNCHANGED = 1e-9


def pose_at(animation: Animation, time: float) -> Pose:
    """The pose of a keyed animation at a time [s]."""
    return poses_at(animation, np.array([float(time)]), animation.fps).pose(0)


def with_pose(animation: Animation, time: float, pose: Pose, tag: KeyTag = KeyTag.KEYPOSE) -> Animation:
    """The animation with a pose at `time` [s], as a column of keys: one that is there, or a new one.

    Handles keep their reach in time. Each slope at the posed key and at its neighbours changes by what the
    change of the key changes in the slope of the AUTO rule: smooth curves stay smooth, the shape that they
    had is kept, and a pose that the animation has already changes nothing.

    tag: Of a new column; one that is there keeps its own.
    """
    if pose.skeleton.parents.tolist() != animation.skeleton.parents.tolist():
        raise InvalidValue("A pose can only be set on the skeleton that it was made on.")
    whole = with_all_columns(animation)
    if not np.isfinite(time):
        raise InvalidValue("A pose can only be set at a finite time.")
    known = nearest(whole.column_times, np.array([time]))[0] if len(whole.column_times) else 0
    if len(whole.column_times) and abs(whole.column_times[known] - time) <= SAME_TIME:
        time, tag = float(whole.column_times[known]), whole.column_tags[known]
    if whole.curves:
        keyed = with_column(whole, time, tag)
    else:  # the pose brings the first curves
        keyed = replace(whole, column_times=np.array([float(time)]), column_tags=(tag,))
    curves = dict(keyed.curves)
    for channel, value in _values(keyed, time, pose).items():
        curve = curves.get(channel) or _resting(channel, keyed.column_times)
        key = int(nearest(curve.times, np.array([time]))[0])
        curves[channel] = with_value(curve, key, value)
    return replace(keyed, curves=curves) if curves else whole


def with_value(curve: Curve, key: int, value: float) -> Curve:
    """The curve with another value at a key, its handles and those of its neighbours refitted."""
    values = curve.values.copy()
    values[key] = value
    shift = value - curve.values[key]
    incoming, outgoing = curve.in_handles.copy(), curve.out_handles.copy()
    incoming[key, 1] += shift
    outgoing[key, 1] += shift
    moved = Curve(curve.times, values, incoming, outgoing, curve.holds)
    turn = auto_slopes(moved) - auto_slopes(curve)
    for near in range(max(key - 1, 0), min(key + 2, len(curve))):
        if near != key and curve.holds[min(near, key)]:
            continue  # a held segment lies between: the neighbour does not see the change
        incoming[near, 1] += turn[near] * (incoming[near, 0] - curve.times[near])
        outgoing[near, 1] += turn[near] * (outgoing[near, 0] - curve.times[near])
    return Curve(curve.times, values, incoming, outgoing, curve.holds)


def _values(animation: Animation, time: float, pose: Pose) -> dict[Channel, float]:
    """The channels that a pose changes at a time, and what they become."""
    skeleton, at = animation.skeleton, np.array([time])
    conjugate = quat_conjugate(skeleton.rest_rotations)
    turned = quat_multiply(conjugate, pose.rotations)
    slid = quat_rotate(conjugate, local_translations(pose) - skeleton.offsets)
    turned_now = rotation_displacements(animation, at)[0]
    slid_now = translation_displacements(animation, at)[0]
    apart = np.abs(quat_multiply(quat_conjugate(turned_now), turned)[:, :3]).max(axis=1)
    found: dict[Channel, float] = {}
    for joint, mode in enumerate(animation.rotation_modes):
        if np.abs(slid[joint] - slid_now[joint]).max() > _UNCHANGED:
            for axis in range(3):
                found[Channel(joint, Property.TRANSLATION, axis)] = float(slid[joint, axis])
        if apart[joint] > _UNCHANGED:
            now = _rotation_now(animation, joint, time)
            for axis, value in enumerate(_rotation_near(turned[joint], now, mode).tolist()):
                found[Channel(joint, Property.ROTATION, axis)] = value
    return found


def _rotation_now(animation: Animation, joint: int, time: float) -> Floats:
    """(4,) or (3,) the values of a joint's rotation channels; rest where it has no curves."""
    quaternion = animation.rotation_modes[joint] == QUATERNION
    values = np.array([0.0, 0.0, 0.0, 1.0] if quaternion else [0.0, 0.0, 0.0])
    for axis in range(len(values)):
        curve = animation.curves.get(Channel(joint, Property.ROTATION, axis))
        if curve is not None:
            values[axis] = curve.evaluate(time)
    return values


def _rotation_near(rotation: Floats, now: Floats, mode: str) -> Floats:
    """A rotation (4,) in the values of a mode that are nearest to those of now: no channel turns round."""
    if mode == QUATERNION:
        size = float(np.linalg.norm(now)) or 1.0
        return rotation * (size if float(rotation @ now) >= 0.0 else -size)
    return unroll_euler(np.stack([now, euler_from_quat(rotation, mode)]), mode)[1]


def _resting(channel: Channel, times: Floats) -> Curve:
    """A curve of a channel that rests, with a key in every column."""
    rest = 1.0 if channel.property == Property.ROTATION and channel.axis == 3 else 0.0
    return Curve.linear(times, np.full(len(times), rest))
