"""Baking: keyed curves to a pose per frame, and back to a key on every frame."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.euler import euler_from_quat, quat_from_euler, unroll_euler
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_multiply,
    quat_normalize,
    quat_rotate,
    unroll_quats,
)

# Frames times joints of one clip: gigabytes. Only keys that lie absurdly far apart need more.
_MOST_JOINT_FRAMES = 40_000_000
# A joint that never leaves its rest by more than this [rad, m] gets no curves.
_AT_REST = 1e-12


def bake(
    animation: Animation, fps: float | None = None, start: float | None = None, end: float | None = None
) -> Clip:
    """A pose per frame of a keyed animation.

    fps: Rate of the clip; the animation's own by default.
    start: Time of the clip's first frame [s]; by default zero, or the first key where that is earlier, so
        that frame f keeps showing the animation at f / fps.
    end: Time that the last frame reaches [s]; by default the last key.
    """
    fps = animation.fps if fps is None else fps
    start = min(0.0, animation.start) if start is None else start
    end = max(start, animation.end) if end is None else end
    if not (np.isfinite([fps, start, end]).all() and fps > 0 and end >= start):
        raise InvalidValue(f"Cannot bake from {start} s to {end} s at {fps} frames per second.")
    frames = (end - start) * fps
    if frames * len(animation.skeleton) > _MOST_JOINT_FRAMES:
        raise InvalidValue(
            f"From {start} s to {end} s at {fps} frames per second are too many frames to bake."
        )
    count = int(np.ceil(frames - 1e-9 * max(1.0, frames))) + 1
    return poses_at(animation, start + np.arange(count) / fps, fps)


def poses_at(animation: Animation, times: Floats, fps: float) -> Clip:
    """The animation's poses at `times` (N,) [s], as a clip of rate `fps`."""
    skeleton = animation.skeleton
    displaced = rotation_displacements(animation, times)
    moved = translation_displacements(animation, times)
    translations = skeleton.offsets + quat_rotate(skeleton.rest_rotations, moved)
    slides = any(c.property == Property.TRANSLATION and c.joint > 0 for c in animation.curves)
    return Clip(
        skeleton,
        fps,
        translations[:, 0],
        quat_multiply(skeleton.rest_rotations, displaced),
        translations if slides else None,
        animation.name,
    )


def rotation_displacements(animation: Animation, times: Floats) -> Floats:
    """(N, J, 4) each joint's rotation away from rest, in its rest frame, at `times` (N,) [s]."""
    channels = np.zeros((len(times), len(animation.skeleton), 4))
    keyed = sorted({channel.joint for channel in animation.curves if channel.property == Property.ROTATION})
    channels[:, :, 3] = 1.0
    for channel, curve in animation.curves.items():
        if channel.property == Property.ROTATION:
            channels[:, channel.joint, channel.axis] = curve.evaluate(times)
    for joint in keyed:
        mode = animation.rotation_modes[joint]
        if mode == QUATERNION:
            channels[:, joint] = quat_normalize(channels[:, joint])
        else:
            channels[:, joint] = quat_from_euler(channels[:, joint, :3], mode)
    return channels


def translation_displacements(animation: Animation, times: Floats) -> Floats:
    """(N, J, 3) each joint's translation away from rest, in its rest frame, at `times` (N,) [s]."""
    moved = np.zeros((len(times), len(animation.skeleton), 3))
    for channel, curve in animation.curves.items():
        if channel.property == Property.TRANSLATION:
            moved[:, channel.joint, channel.axis] = curve.evaluate(times)
    return moved


def animation_from_clip(clip: Clip, rotation_modes: str | Sequence[str] | None = None) -> Animation:
    """The clip as an animation with a key on every frame and straight segments between.

    Baking it at the clip's rate gives the clip back. The root always has translation curves, so that the
    length is kept; joints that rest throughout have none.
    rotation_modes: One mode for all joints, or one per joint; quaternions by default.
    """
    skeleton, times = clip.skeleton, clip.times
    modes = _modes(rotation_modes, len(skeleton))
    conjugate = quat_conjugate(skeleton.rest_rotations)
    displaced = unroll_quats(quat_multiply(conjugate, clip.rotations))
    moved = quat_rotate(conjugate, local_translations(clip) - skeleton.offsets)
    curves: dict[Channel, Curve] = {}
    for joint, mode in enumerate(modes):
        if joint == 0 or np.abs(moved[:, joint]).max() > _AT_REST:
            for axis in range(3):
                curves[Channel(joint, Property.TRANSLATION, axis)] = Curve.linear(
                    times, moved[:, joint, axis]
                )
        if np.abs(displaced[:, joint, :3]).max() > _AT_REST:
            values = _rotation_values(displaced[:, joint], mode)
            for axis in range(values.shape[1]):
                curves[Channel(joint, Property.ROTATION, axis)] = Curve.linear(times, values[:, axis])
    return Animation(skeleton, clip.fps, curves, modes, name=clip.name)


def _modes(rotation_modes: str | Sequence[str] | None, count: int) -> tuple[str, ...]:
    if rotation_modes is None:
        return (QUATERNION,) * count
    return (rotation_modes,) * count if isinstance(rotation_modes, str) else tuple(rotation_modes)


def _rotation_values(displaced: Floats, mode: str) -> Floats:
    """(F, 4) quaternion components or (F, 3) Euler angles [rad], continuous over time."""
    if mode == QUATERNION:
        return displaced
    return unroll_euler(euler_from_quat(displaced, mode), mode)
