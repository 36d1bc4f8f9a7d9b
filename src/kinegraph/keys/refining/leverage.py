"""Leverage: how far each joint and tip moves where a channel of the rig is off by a little.

To first order the places of joints are linear in the channels: an angle that is off turns everything beyond
its joint about its axis. That says what a curve's miss does on screen without playing it, for a small part of
what forward kinematics of every trial would cost.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from kinegraph.core.animation import QUATERNION, Channel, Property
from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.core.tips import tip_positions, tips
from kinegraph.keys.curves.channels import RigChannels


class Leverage(NamedTuple):
    """Arrays for kernels; C channels sorted by joint, F frames, J joints, T tips.

    joints: (C,) the joint that each channel moves; turns: (C,) whether it is turned, else moved along.
    axes: (F, C, 3) for a turn the angular rate of the joint in the world by the channel's value, else the
        rate of its place.
    parents: (J,); carriers: (T,) the joint of each tip.
    bones: (F, J, 3) from the parent to the joint in the world [m]; reaches: (F, T, 3) from joint to tip.
    weights: (F, J + T) what the distance of each point counts at each frame.
    places: (F, J + T, 3) joints, then tips, in the world [m].
    moved: (M,) the points that each joint carries, itself included, joint by joint; those of joint j are
        moved[starts[j] : starts[j + 1]].
    """

    joints: Ints
    turns: np.ndarray
    axes: Floats
    parents: Ints
    carriers: Ints
    bones: Floats
    reaches: Floats
    weights: Floats
    places: Floats
    moved: Ints
    starts: Ints


def leverage_of(rig: RigChannels, weights: Floats | None = None) -> Leverage:
    """Effect of a rig's channels on its joints and tips at every frame of its clip.

    weights: As in `Leverage`; 1 by default.
    """
    clip, skeleton = rig.clip, rig.clip.skeleton
    world = forward_kinematics(clip)
    parents = skeleton.parents
    identity = np.zeros((len(clip), 1, 4))
    identity[..., 3] = 1.0
    above = np.concatenate([identity, world.rotations], axis=1)[:, parents + 1]
    frames_of = quat_multiply(above, skeleton.rest_rotations)  # world from each joint's rest frame
    bones = world.positions.copy()
    bones[:, parents >= 0] -= world.positions[:, parents[parents >= 0]]
    carriers, ends = tips(skeleton)[0], tip_positions(skeleton, world)
    reaches = ends - world.positions[:, carriers]
    moved, starts = _moved_points(parents, carriers)
    axes = np.empty((len(clip), len(rig.channels), 3))
    values = {channel: rig.values[row] for row, channel in enumerate(rig.channels)}
    for row, channel in enumerate(rig.channels):
        own = _axis(rig, values, row)
        axes[:, row] = quat_rotate(frames_of[:, channel.joint], own)
    counting = np.ones((len(clip), len(skeleton) + len(carriers))) if weights is None else weights
    return Leverage(
        np.array([channel.joint for channel in rig.channels], dtype=np.int64),
        np.array([channel.property == Property.ROTATION for channel in rig.channels]),
        kernel_floats(axes),
        parents.astype(np.int64),
        carriers.astype(np.int64),
        kernel_floats(bones),
        kernel_floats(reaches),
        kernel_floats(counting),
        kernel_floats(np.concatenate([world.positions, ends], axis=1)),
        moved,
        starts,
    )


def _moved_points(parents: Ints, carriers: Ints) -> tuple[Ints, Ints]:
    joints = len(parents)
    carried: list[list[int]] = [[] for _ in range(joints)]
    for point, carrier in enumerate([*range(joints), *carriers.tolist()]):
        joint = carrier
        while joint >= 0:
            carried[joint].append(point)
            joint = int(parents[joint])
    starts = np.cumsum([0, *map(len, carried)])
    return np.concatenate([np.array(points, dtype=np.int64) for points in carried]), starts.astype(np.int64)


def _axis(rig: RigChannels, values: Mapping[Channel, Floats], row: int) -> Floats:
    """(F, 3) what one channel does in its joint's rest frame: an angular rate, or the rate of its place."""
    channel = rig.channels[row]
    frames = len(rig.clip)
    unit = np.zeros((frames, 3))
    if channel.property == Property.TRANSLATION:
        unit[:, channel.axis] = 1.0
        return unit
    mode = rig.rotation_modes[channel.joint]

    def value(axis: int) -> Floats:
        return values.get(channel._replace(axis=axis), np.full(frames, 1.0 if axis == 3 else 0.0))

    if mode == QUATERNION:
        whole = np.stack([value(axis) for axis in range(4)], axis=-1)
        change = np.zeros((frames, 4))
        change[:, channel.axis] = 1.0
        return 2.0 * quat_multiply(change, quat_conjugate(whole))[:, :3]
    unit[:, "XYZ".index(mode[channel.axis])] = 1.0
    for axis in reversed(range(channel.axis)):  # the factors to the left turn this one's axis
        vectors = np.zeros((frames, 3))
        vectors[:, "XYZ".index(mode[axis])] = value(axis)
        unit = quat_rotate(quat_from_axis_angle(vectors), unit)
    return unit
