"""Baking: clip to keys to clip is the identity, and channels mean what Animation's docstring says."""

import numpy as np
import pytest
from tests.core.core_samples import random_clip, random_quats, random_skeleton, wandering_quats
from tests.present import present

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.bake import animation_from_clip, bake
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.euler import EULER_ORDERS, quat_from_euler
from kinegraph.core.math.rotations import quat_multiply, quat_rotate
from kinegraph.core.pose import Pose


def smooth_clip(seed: int = 1, slides: bool = False, frames: int = 40) -> Clip:
    rng = np.random.default_rng(seed)
    skeleton = random_skeleton(rng, 6)
    clip = random_clip(rng, skeleton, frames, slides)
    return Clip(skeleton, 24.0, clip.root_translations, wandering_quats(rng, frames, 6), clip.translations)


@pytest.mark.parametrize("mode", [*EULER_ORDERS, QUATERNION])
@pytest.mark.parametrize("slides", [False, True])
def test_a_clip_survives_keys_and_baking(mode: str, slides: bool) -> None:
    clip = smooth_clip(slides=slides)
    baked = bake(animation_from_clip(clip, mode))
    assert len(baked) == len(clip)
    assert baked.fps == clip.fps
    before, after = forward_kinematics(clip), forward_kinematics(baked)
    np.testing.assert_allclose(after.positions, before.positions, atol=1e-8)


def test_joints_may_have_different_modes() -> None:
    clip = smooth_clip()
    modes = ("ZXY", QUATERNION, "XYZ", "YXY", QUATERNION, "ZYX")
    baked = bake(animation_from_clip(clip, modes))
    np.testing.assert_allclose(
        forward_kinematics(baked).positions, forward_kinematics(clip).positions, atol=1e-8
    )


def test_euler_curves_of_a_smooth_clip_do_not_jump() -> None:
    animation = animation_from_clip(smooth_clip(3, frames=200), "YZY")
    curves = [curve for channel, curve in animation.curves.items() if channel.property == Property.ROTATION]
    assert max(np.abs(np.diff(curve.values)).max() for curve in curves) < np.pi


def test_a_resting_joint_gets_no_curves_but_the_length_is_kept() -> None:
    skeleton = random_skeleton(np.random.default_rng(2), 5)
    rotations = np.tile(skeleton.rest_rotations, (10, 1, 1))
    clip = Clip(skeleton, 10.0, np.tile(skeleton.offsets[0], (10, 1)), rotations)
    animation = animation_from_clip(clip)
    assert {channel.joint for channel in animation.curves} == {0}
    assert len(bake(animation)) == 10


def test_an_animation_without_curves_is_the_rest_pose() -> None:
    skeleton = random_skeleton(np.random.default_rng(3), 5)
    clip = bake(Animation(skeleton, 30.0, {}, (QUATERNION,) * 5))
    assert len(clip) == 1
    np.testing.assert_allclose(clip.rotations[0], Pose.rest(skeleton).rotations, atol=1e-15)
    np.testing.assert_array_equal(clip.root_translations[0], skeleton.offsets[0])


def test_channels_displace_from_rest_in_the_rest_frame() -> None:
    skeleton = random_skeleton(np.random.default_rng(4), 3)
    curves = {
        Channel(1, Property.ROTATION, 0): Curve.linear([0.0], [0.4]),
        Channel(1, Property.ROTATION, 2): Curve.linear([0.0], [-0.2]),
        Channel(2, Property.TRANSLATION, 1): Curve.linear([0.0], [0.7]),
    }
    clip = bake(Animation(skeleton, 30.0, curves, ("ZXY",) * 3))
    turned = quat_multiply(skeleton.rest_rotations[1], quat_from_euler([0.4, 0.0, -0.2], "ZXY"))
    moved = skeleton.offsets[2] + quat_rotate(skeleton.rest_rotations[2], [0.0, 0.7, 0.0])
    np.testing.assert_allclose(clip.rotations[0, 1], turned, atol=1e-15)
    np.testing.assert_allclose(present(clip.translations)[0, 2], moved, atol=1e-15)
    np.testing.assert_array_equal(present(clip.translations)[0, 1], skeleton.offsets[1])


def test_quaternion_components_need_not_be_keyed_all_nor_be_unit() -> None:
    skeleton = random_skeleton(np.random.default_rng(5), 2)
    curves = {Channel(1, Property.ROTATION, 0): Curve.linear([0.0], [1.0])}
    clip = bake(Animation(skeleton, 30.0, curves, (QUATERNION,) * 2))
    half = np.sqrt(0.5)
    np.testing.assert_allclose(
        clip.rotations[0, 1], quat_multiply(skeleton.rest_rotations[1], [half, 0.0, 0.0, half]), atol=1e-15
    )


def test_all_zero_quaternion_keys_bake_to_rest_and_not_to_nan() -> None:
    skeleton = random_skeleton(np.random.default_rng(6), 1)
    curves = {Channel(0, Property.ROTATION, axis): Curve.linear([0.0], [0.0]) for axis in range(4)}
    clip = bake(Animation(skeleton, 30.0, curves, (QUATERNION,)))
    np.testing.assert_allclose(clip.rotations[0], skeleton.rest_rotations, atol=1e-15)


def _rising(times: list[float], fps: float = 10.0) -> Animation:
    skeleton = random_skeleton(np.random.default_rng(7), 1, rotated=False)
    curves = {Channel(0, Property.TRANSLATION, 1): Curve.linear(times, times)}
    return Animation(skeleton, fps, curves, (QUATERNION,))


def test_a_bake_keeps_frame_f_at_f_over_fps() -> None:
    clip = bake(_rising([0.5, 1.0]))
    assert len(clip) == 11
    heights = clip.root_translations[:, 1] - clip.skeleton.offsets[0, 1]
    np.testing.assert_allclose(heights, np.maximum(0.5, clip.times), atol=1e-15)


def test_a_bake_starts_at_a_key_before_zero_and_reaches_the_last_key() -> None:
    clip = bake(_rising([-0.2, 0.33]))
    heights = clip.root_translations[:, 1] - clip.skeleton.offsets[0, 1]
    np.testing.assert_allclose(heights, np.minimum(0.33, clip.times - 0.2), atol=1e-15)
    assert heights[-1] == pytest.approx(0.33, abs=1e-12)


def test_another_rate_and_range_can_be_asked_for() -> None:
    clip = bake(_rising([0.0, 1.0]), fps=100.0, start=0.25, end=0.75)
    assert len(clip) == 51
    heights = clip.root_translations[:, 1] - clip.skeleton.offsets[0, 1]
    np.testing.assert_allclose(heights[[0, -1]], [0.25, 0.75], atol=1e-12)


def test_an_impossible_range_is_refused() -> None:
    with pytest.raises(InvalidValue, match="bake"):
        bake(_rising([0.0, 1.0]), start=2.0, end=1.0)


def test_a_single_frame_can_be_keyed_and_baked() -> None:
    rng = np.random.default_rng(8)
    skeleton = random_skeleton(rng, 3)
    clip = Clip(skeleton, 30.0, np.zeros((1, 3)), random_quats(rng, 1, 3))
    baked = bake(animation_from_clip(clip, "XYZ"))
    np.testing.assert_allclose(
        forward_kinematics(baked).positions, forward_kinematics(clip).positions, atol=1e-9
    )


def test_keys_absurdly_far_apart_are_refused_before_memory_is_asked_for() -> None:
    skeleton = random_skeleton(np.random.default_rng(3), 1)
    curve = Curve.linear(np.array([0.0, 1e12]), np.zeros(2))
    animation = Animation(skeleton, 24.0, {Channel(0, Property.TRANSLATION, 0): curve}, (QUATERNION,))
    with pytest.raises(InvalidValue, match="too many frames"):
        bake(animation)
