"""Channels: a dense motion as the scalar channels of its rig, continuous over time."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.animation import QUATERNION, Channel, Property
from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.euler import EULER_ORDERS, euler_from_quat, unroll_euler
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_multiply,
    quat_rotate,
    unroll_quats,
)
from kinegraph.keys.curves.rotation_orders import calm_orders

# A channel that never leaves rest by more than this [rad, m] needs no curve.
_AT_REST = 1e-9


@dataclass(frozen=True, eq=False)
class RigChannels:
    """The values of a rig's channels over a clip. They do not depend on the keys: one serves every selection.

    channels: Those that leave rest at some frame.
    values: (C, F) displacement from rest of each channel at each frame [m, rad, or quaternion component].
    rotation_modes: Per joint the Euler order or QUATERNION of its rotation.
    """

    clip: Clip
    channels: tuple[Channel, ...]
    values: Floats
    rotation_modes: tuple[str, ...]

    def __post_init__(self) -> None:
        shape = len(self.channels), len(self.clip)
        object.__setattr__(self, "values", frozen_floats("Channel values", self.values, shape))


def rig_channels(clip: Clip, rotation_modes: str | Sequence[str] | None = None) -> RigChannels:
    """The clip's root translation, joint rotations and, where joints slide, their translations.

    Rotations are unrolled: no channel jumps by a turn.
    rotation_modes: One Euler order or QUATERNION for all joints, or one per joint; by default each joint has
        the order that stays away from gimbal lock. A clip that rests throughout keeps the root's translation,
        and with it its length.
    """
    skeleton = clip.skeleton
    rest_from_parent = quat_conjugate(skeleton.rest_rotations)
    displaced = quat_multiply(rest_from_parent, clip.rotations)
    modes = _modes(rotation_modes, displaced)
    translations = _translations(clip, rest_from_parent)
    found = {**translations, **_rotations(displaced, modes)}
    channels = tuple(sorted(found))
    values = np.stack([found[channel] for channel in channels])
    rest = np.array([[_rest(channel)] for channel in channels])
    leaves = np.abs(values - rest).max(axis=1) > _AT_REST
    if not leaves.any():
        leaves = np.array([channel in translations and channel.joint == 0 for channel in channels])
    moving = tuple(channel for channel, moves in zip(channels, leaves, strict=True) if moves)
    return RigChannels(clip, moving, values[leaves], modes)


def _rest(channel: Channel) -> float:
    return 1.0 if channel.axis == 3 else 0.0


def _modes(wanted: str | Sequence[str] | None, displaced: Floats) -> tuple[str, ...]:
    joints = displaced.shape[1]
    if wanted is None:
        return calm_orders(displaced)
    modes = (wanted,) * joints if isinstance(wanted, str) else tuple(wanted)
    if len(modes) != joints:
        raise InvalidValue(f"There are {len(modes)} rotation modes for {joints} joints.")
    for mode in modes:
        if mode != QUATERNION and mode not in EULER_ORDERS:
            raise InvalidValue(
                f"{mode!r} is not a rotation mode; valid: {', '.join(EULER_ORDERS)}, {QUATERNION}."
            )
    return modes


def _translations(clip: Clip, rest_from_parent: Floats) -> dict[Channel, Floats]:
    joints = 1 if clip.translations is None else len(clip.skeleton)
    local = clip.root_translations[:, None] if joints == 1 else local_translations(clip)
    moved = quat_rotate(rest_from_parent[:joints], local - clip.skeleton.offsets[:joints])
    return {
        Channel(joint, Property.TRANSLATION, axis): moved[:, joint, axis]
        for joint in range(joints)
        for axis in range(3)
    }


def _rotations(displaced: Floats, modes: tuple[str, ...]) -> dict[Channel, Floats]:
    """Rotation channels, the joints of one mode converted together."""
    found: dict[Channel, Floats] = {}
    for mode in sorted(set(modes)):
        joints = [joint for joint, own in enumerate(modes) if own == mode]
        own = displaced[:, joints]
        values = unroll_quats(own) if mode == QUATERNION else unroll_euler(euler_from_quat(own, mode), mode)
        for column, joint in enumerate(joints):
            for axis in range(values.shape[-1]):
                found[Channel(joint, Property.ROTATION, axis)] = values[:, column, axis]
    return found
