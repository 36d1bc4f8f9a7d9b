"""Rotation modes by what curves make of them: near gimbal lock a joint plays better as a quaternion.

Euler angles are what animators edit, so a joint keeps them unless quaternions follow its motion clearly
closer.
"""

import numpy as np

from kinegraph.core.animation import QUATERNION
from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply
from kinegraph.keys.curves.channels import rig_channels
from kinegraph.keys.curves.rotation_orders import calm_orders
from kinegraph.keys.refining.leverage import leverage_of
from kinegraph.keys.refining.segment_kernels import turn_misses

# Keys at which modes are compared [1/s]: about as dense as an animator's.
_RATE = 8.0
# Quaternions are taken where they miss by less than this share of what Euler angles do, and angles miss by
# more than _LEAST [rad].
_CLEARLY, _LEAST = 0.8, 0.002
# Long clips are judged by this number of stretches, each with this number of frames.
_STRETCHES, _FRAMES = 8, 500


def fitted_modes(*clips: Clip) -> tuple[str, ...]:
    """For each joint its calmest Euler order, or QUATERNION where that follows the clips clearly closer.

    clips: Of one skeleton; the clip that a mode follows worst decides.
    """
    if any(clip.skeleton != clips[0].skeleton for clip in clips[1:]):
        raise InvalidValue("Rotation modes are chosen for motions of one skeleton.")
    stretches = [_stretches(clip) for clip in clips if len(clip) > 2] or [_stretches(clips[0])]
    euler = calm_orders(np.concatenate([_displaced(clip) for clip in clips]))
    angles, quaternions = (
        np.max([_misses(each, modes) for each in stretches], axis=0)
        for modes in (euler, (QUATERNION,) * len(euler))
    )
    better = (quaternions < _CLEARLY * angles) & (angles > _LEAST)
    return tuple(
        QUATERNION if quaternion else mode for mode, quaternion in zip(euler, better.tolist(), strict=True)
    )


def _displaced(clip: Clip) -> Floats:
    """(F, J, 4) rotations of joints from rest."""
    return quat_multiply(quat_conjugate(clip.skeleton.rest_rotations), clip.rotations)


def _stretches(clip: Clip) -> list[Clip]:
    """The clip, or some stretches of a long one, evenly spread."""
    if len(clip) <= _STRETCHES * _FRAMES:
        return [clip]
    starts = np.linspace(0, len(clip) - _FRAMES, _STRETCHES).astype(np.int64)
    return [clip.frames(start, start + _FRAMES) for start in starts.tolist()]


def _misses(stretches: list[Clip], modes: tuple[str, ...]) -> Floats:
    """(J,) angle by which curves miss each joint, large ones leading [rad]."""
    fourth = np.zeros(len(modes))
    for clip in stretches:
        rig = rig_channels(clip, modes)
        count = max(3, round(_RATE * clip.duration) + 1)
        keys = np.unique(np.round(np.linspace(0, len(clip) - 1, count)).astype(np.int64))
        fourth += turn_misses(kernel_floats(rig.values.T), leverage_of(rig), keys)
    return (fourth / sum(map(len, stretches))) ** 0.25
