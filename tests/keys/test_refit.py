"""Refitting keys between two keys, and splicing: ends stay, the rest follows the original, names agree."""

import numpy as np
import pytest
from tests.keys.keyed_motion import swaying_clip

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.animation_posing import pose_at, with_pose
from kinegraph.core.bake import bake, poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.refit import between_poses, refit_between
from kinegraph.keys.settings import KeySettings
from kinegraph.keys.splicing import splice

FREE = KeySettings(contacts=False, max_error=0.004)


def keyed(clip: Clip, count: int, rotation: str = "auto") -> Animation:
    return key_motion(choose_keys(clip, KeySettings(contacts=False, rotation=rotation)), count).animation


def turned(pose: Pose, joint: int, angle: float) -> Pose:
    rotations = pose.rotations.copy()
    rotations[joint] = quat_multiply(rotations[joint], quat_from_axis_angle([0.0, angle, 0.0]))
    return Pose(pose.skeleton, pose.root_translation, rotations, pose.translations)


def apart(one: Clip, other: Clip) -> np.ndarray:
    """(F,) the largest distance of a joint at each frame [m]."""
    places = [forward_kinematics(clip).positions for clip in (one, other)]
    return np.linalg.norm(places[0] - places[1], axis=-1).max(axis=1)


@pytest.mark.parametrize("rotation", ["auto", "ZXY", QUATERNION])
def test_a_refitted_stretch_follows_the_original_and_the_rest_stays(rotation: str) -> None:
    clip = swaying_clip(4, 161)
    rough = keyed(clip, 8, rotation)
    start, stop = rough.column_times[[2, 5]].tolist()
    fine = refit_between(rough, clip, start, stop, FREE)
    before, after = apart(bake(rough), clip), apart(bake(fine), clip)
    inside = slice(round(start * clip.fps), round(stop * clip.fps) + 1)
    assert after[inside].max() <= 0.0041
    assert after[inside].max() < 0.5 * before[inside].max()
    outside = np.ones(len(clip), dtype=bool)
    outside[inside] = False
    assert apart(bake(fine), bake(rough))[outside].max() < 1e-9
    np.testing.assert_allclose(fine.column_times[:3], rough.column_times[:3])


@pytest.mark.parametrize("rotation", ["auto", QUATERNION])
def test_poses_set_by_hand_at_the_ends_stay(rotation: str) -> None:
    clip = swaying_clip(6, 161)
    animation = keyed(clip, 8, rotation)
    start, stop = animation.column_times[[2, 5]].tolist()
    posed = with_pose(animation, start, turned(pose_at(animation, start), 1, 0.6))
    fine = refit_between(posed, clip, start, stop, FREE)
    ends = np.array([start, stop])
    assert apart(poses_at(fine, ends, clip.fps), poses_at(posed, ends, clip.fps)).max() < 1e-9
    frames = np.arange(round(start * clip.fps), round(stop * clip.fps) + 1)
    times = frames / clip.fps
    captured = clip.frames(frames[0], frames[-1] + 1)
    target = between_poses(captured, pose_at(posed, start), pose_at(posed, stop))
    assert apart(poses_at(fine, times, clip.fps), target).max() <= 0.0041
    assert apart(target, captured)[-1] < 1e-9, "it fades"


def test_neighbouring_keys_are_refitted_with_their_handles_alone_where_that_is_enough() -> None:
    clip = swaying_clip(4, 161)
    animation = keyed(clip, 30)
    start, stop = animation.column_times[[9, 10]].tolist()
    fine = refit_between(animation, clip, start, stop, KeySettings(contacts=False, max_error=0.05))
    assert len(fine.column_times) == len(animation.column_times)


@pytest.mark.parametrize(("start", "stop"), [(1.0, 1.0), (1.0, 0.5), (-0.5, 1.0), (0.5, 99.0), (0.5, 0.501)])
def test_a_stretch_without_frames_of_the_original_is_refused(start: float, stop: float) -> None:
    clip = swaying_clip(4, 61)
    with pytest.raises(InvalidValue, match="refit"):
        refit_between(keyed(clip, 6), clip, start, stop, FREE)


@pytest.mark.parametrize("mode", ["XYZ", "ZXY", "ZXZ"])
@pytest.mark.parametrize("way", ["turn", "other triple"])
def test_a_piece_that_names_its_rotations_otherwise_is_spliced_without_a_jump(mode: str, way: str) -> None:
    clip = swaying_clip(3, 121)
    animation = keyed(clip, 12, mode)
    start, stop = animation.column_times[[3, 8]].tolist()
    piece = cut(animation, start, stop)
    named = {channel: rename(curve, channel, mode, way) for channel, curve in piece.curves.items()}
    other = Animation(
        piece.skeleton, piece.fps, named, piece.rotation_modes, piece.column_times, piece.column_tags
    )
    during = np.linspace(start, stop, 30)
    assert apart(poses_at(other, during, 30.0), poses_at(piece, during, 30.0)).max() < 1e-9, "the same motion"
    joined = splice(animation, other)
    assert apart(bake(joined), bake(animation)).max() < 1e-9
    for channel, curve in joined.curves.items():
        np.testing.assert_allclose(curve.values, animation.curves[channel].values, atol=1e-9)


def cut(animation: Animation, start: float, stop: float) -> Animation:
    own = (animation.column_times >= start - 1e-9) & (animation.column_times <= stop + 1e-9)
    curves = {
        channel: Curve(c.times[own], c.values[own], c.in_handles[own], c.out_handles[own], c.holds[own])
        for channel, c in animation.curves.items()
    }
    tags = tuple(tag for tag, kept in zip(animation.column_tags, own, strict=True) if kept)
    return Animation(
        animation.skeleton,
        animation.fps,
        curves,
        animation.rotation_modes,
        animation.column_times[own],
        tags,
    )


def rename(curve: Curve, channel: Channel, mode: str, way: str) -> Curve:
    if channel.property != Property.ROTATION:
        return curve
    sign, shift = 1.0, 2.0 * np.pi
    if way == "other triple":
        middle = channel.axis == 1
        sign, shift = (-1.0 if middle else 1.0), (0.0 if middle and mode[0] == mode[2] else np.pi)
    handles = [
        np.column_stack([h[:, 0], sign * h[:, 1] + shift]) for h in (curve.in_handles, curve.out_handles)
    ]
    return Curve(curve.times, sign * curve.values + shift, handles[0], handles[1], curve.holds)
