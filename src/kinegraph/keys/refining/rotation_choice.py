"""Rotation modes by what curves make of them: near gimbal lock a joint plays better as a quaternion.

Euler angles are what animators edit, so a joint keeps them unless quaternions follow its motion clearly
closer.
"""

import numpy as np

from kinegraph.core.animation import QUATERNION
from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.clip import Clip
from kinegraph.keys.curves.channels import rig_channels
from kinegraph.keys.refining.leverage import leverage_of
from kinegraph.keys.refining.segment_kernels import turn_misses

# Keys at which modes are compared [1/s]: about as dense as an animator's.
_RATE = 8.0
# Quaternions are taken where they miss by less than this share of what Euler angles do, and angles miss by
# more than _LEAST [rad].
_CLEARLY, _LEAST = 0.8, 0.002
# Long clips are judged by this number of stretches, each with this number of frames.
_STRETCHES, _FRAMES = 8, 500


def fitted_modes(clip: Clip) -> tuple[str, ...]:
    """For each joint its calmest Euler order, or QUATERNION where that follows the clip clearly closer."""
    euler = rig_channels(clip).rotation_modes
    stretches = _stretches(clip)
    misses = [_misses(stretches, modes) for modes in (euler, (QUATERNION,) * len(euler))]
    better = (misses[1] < _CLEARLY * misses[0]) & (misses[0] > _LEAST)
    return tuple(
        QUATERNION if quaternion else mode for mode, quaternion in zip(euler, better.tolist(), strict=True)
    )


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
