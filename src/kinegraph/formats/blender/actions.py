"""Animations as actions: keys, handles and key types of every pose-bone channel."""

import json
from dataclasses import replace
from typing import Any

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.bake import rotation_displacements
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.math.rotations import unroll_quats
from kinegraph.formats.blender.channels import MODE_NUMBERS, blender_channel, blender_mode

# Key types by the number that the job's arrays hold; the last is for keys that were not set by hand.
KEY_TYPES = ("KEYFRAME", "BREAKDOWN", "JITTER", "GENERATED")
_TYPE_OF_TAG = {KeyTag.KEYPOSE: 0, KeyTag.BREAKDOWN: 1, KeyTag.DETAIL: 2}
_GENERATED = 3
_BEZIER, _CONSTANT, _LINEAR = 0, 1, 2

Arrays = dict[str, np.ndarray]
BoneChannel = tuple[int, str, int]  # joint, property of the pose bone, array index


def pose_modes(animations: list[Animation], joints: int) -> list[str]:
    """Blender's rotation mode of each pose bone: as the first animation that turns the joint has it."""
    modes = [QUATERNION] * joints
    for animation in reversed(animations):
        turned = {channel.joint for channel in animation.curves if channel.property == Property.ROTATION}
        for joint, mode in enumerate(animation.rotation_modes):
            if joint in turned or (animation is animations[0] and modes[joint] == QUATERNION):
                modes[joint] = blender_mode(mode)
    return modes


def action_jobs(
    motions: list[tuple[Animation, Clip | None]], bones: list[str], fps: float, arrays: Arrays
) -> list[dict[str, Any]]:
    """A job per motion; its keys go to `arrays` under action<n>/.

    motions: Animations, each with the clip that it stands for where it does.
    bones: The joints' names in Blender.
    fps: The scene's rate: frame = time * fps, whatever rate the motion itself has.
    """
    curves = [_bone_curves(animation, clip is not None) for animation, clip in motions]
    modes = [[blender_mode(mode) for mode in animation.rotation_modes] for animation, _ in motions]
    everywhere = sorted({channel for motion in curves for channel in motion})
    jobs = []
    for number, (animation, clip) in enumerate(motions):
        start = animation.start
        keyed = {channel: keys.at_rate(fps) for channel, keys in curves[number].items()}
        rests = [channel for channel in everywhere if channel not in keyed]
        for channel in rests:  # otherwise Blender shows values that the action before left there
            keyed[channel] = _one_key(start * fps, _rest_value(channel))
        for joint in _joints_with_several_modes(modes):
            number_of_mode = float(MODE_NUMBERS[modes[number][joint]])
            keyed[joint, "rotation_mode", 0] = _one_key(start * fps, number_of_mode)
        about = {"kind": "animation" if clip is None else "clip", "fps": animation.fps, "start": start}
        about["rests"] = [[bones[joint], name, index] for joint, name, index in rests]
        jobs.append({"name": animation.name or "motion", "about": json.dumps(about), "types": KEY_TYPES})
        jobs[-1]["range"] = [min(0.0, start * fps), animation.end * fps]
        jobs[-1]["curves"] = _pack(keyed, f"action{number}/", arrays)
    return jobs


class _Keys:
    """The keys of one F-curve.

    points: (K, 3, 2) left handle, key and right handle as (time or frame, value).
    interpolations, types: (K,) numbers into Blender's names.
    """

    def __init__(self, points: np.ndarray, interpolations: np.ndarray, types: np.ndarray) -> None:
        self.points = points
        self.interpolations = interpolations
        self.types = types

    def at_rate(self, fps: float) -> "_Keys":
        return _Keys(self.points * [fps, 1.0], self.interpolations, self.types)


def _bone_curves(animation: Animation, dense: bool) -> dict[BoneChannel, _Keys]:
    ours, made_up = _in_blenders_orders(animation)
    found: dict[BoneChannel, _Keys] = {}
    for channel, curve in ours.curves.items():
        name, index = blender_channel(channel, ours.rotation_modes[channel.joint])
        linear = dense or (channel.property == Property.ROTATION and channel.joint in made_up)
        found[channel.joint, name, index] = _keys_of(curve, ours, linear)
    return found


def _in_blenders_orders(animation: Animation) -> tuple[Animation, set[int]]:
    """The animation with joints whose Euler order Blender lacks sampled as quaternions, and those joints."""
    turned = {channel.joint for channel in animation.curves if channel.property == Property.ROTATION}
    lacking = {
        j for j, m in enumerate(animation.rotation_modes) if m != QUATERNION and blender_mode(m) == QUATERNION
    }
    modes = tuple(QUATERNION if j in lacking else m for j, m in enumerate(animation.rotation_modes))
    lacking &= turned
    curves = {
        c: v for c, v in animation.curves.items() if c.property != Property.ROTATION or c.joint not in lacking
    }
    if lacking:
        count = int(np.ceil((animation.end - animation.start) * animation.fps - 1e-6)) + 1
        times = animation.start + np.arange(count) / animation.fps
        displaced = unroll_quats(rotation_displacements(animation, times))
        for joint in lacking:
            for axis in range(4):
                curves[Channel(joint, Property.ROTATION, axis)] = Curve.linear(
                    times, displaced[:, joint, axis]
                )
    return replace(animation, curves=curves, rotation_modes=modes), lacking


def _keys_of(curve: Curve, animation: Animation, linear: bool) -> _Keys:
    middle = np.stack([curve.times, curve.values], axis=-1)
    points = np.stack([curve.in_handles, middle, curve.out_handles], axis=1)
    if linear:
        return _Keys(points, np.full(len(curve), _LINEAR), np.full(len(curve), _GENERATED))
    types = np.array([_TYPE_OF_TAG[animation.tag_at(time)] for time in curve.times.tolist()])
    return _Keys(points, np.where(curve.holds, _CONSTANT, _BEZIER), types)


def _one_key(frame: float, value: float) -> _Keys:
    return _Keys(np.full((1, 3, 2), [frame, value]), np.array([_CONSTANT]), np.array([_GENERATED]))


def _rest_value(channel: BoneChannel) -> float:
    return 1.0 if channel[1:] == ("rotation_quaternion", 0) else 0.0


def _joints_with_several_modes(modes: list[list[str]]) -> list[int]:
    """Joints that motions turn in different modes: a pose bone has one, so each action must key it."""
    return [joint for joint, used in enumerate(zip(*modes, strict=True)) if len(set(used)) > 1]


def _pack(curves: dict[BoneChannel, _Keys], prefix: str, arrays: Arrays) -> list[dict[str, Any]]:
    entries, start = [], 0
    for joint, name, index in sorted(curves):
        count = len(curves[joint, name, index].types)
        entries.append({"joint": joint, "property": name, "index": index, "start": start, "count": count})
        start += count
    ordered = [curves[channel] for channel in sorted(curves)]
    empty = _Keys(np.empty((0, 3, 2)), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    for name in ("points", "interpolations", "types"):
        arrays[prefix + name] = np.concatenate([getattr(keys, name) for keys in (empty, *ordered)])
    return entries
