"""Stacks of layers: what they play, and which pose a part needs for the stack to play a wanted one."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.keys.keyed_motion import random_animation, swaying_clip

from kinegraph.core.animation import Animation
from kinegraph.core.animation_posing import with_pose
from kinegraph.core.bake import bake, poses_at
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.keys.layer_stack import BASE, LayerStack, StackedMotion, displaced_rest
from kinegraph.keys.motion_layers import merge_layers, residual_layer

FRAMES = 61


def turned(pose: Pose, seed: int, size: float) -> Pose:
    """A pose with every joint turned, and its root moved."""
    rng = np.random.default_rng(seed)
    turns = quat_from_axis_angle(rng.uniform(-size, size, (len(pose.skeleton), 3)))
    return pose.with_root(
        pose.root_translation + rng.uniform(-0.1, 0.1, 3), quat_multiply(pose.rotations, turns)
    )


def a_layer(base: Clip, seed: int, times: tuple[float, ...] = (0.1, 0.3)) -> Animation:
    """A keyed layer with poses at some times."""
    animation = Animation(base.skeleton, base.fps, {}, ("XYZ",) * len(base.skeleton))
    for index, time in enumerate(times):
        animation = with_pose(animation, time, turned(Pose.rest(base.skeleton), seed + index, 0.4))
    return animation


def a_stack(seed: int = 5, **second: float | bool) -> LayerStack:
    base = swaying_clip(seed, FRAMES)
    layers = (
        StackedMotion("low", a_layer(base, 10 * seed)),
        StackedMotion("middle", a_layer(base, 10 * seed + 3), **second),  # type: ignore[arg-type]
        StackedMotion("high", a_layer(base, 10 * seed + 6), weight=0.7),
    )
    return LayerStack(base, FRAMES, base.fps, layers)


def test_a_stack_plays_the_product_of_weighted_turns_as_scipy_has_it() -> None:
    stack = a_stack(weight=0.4)
    played, base = stack.clip, stack.base
    assert isinstance(base, Clip)
    wanted = Rotation.from_quat(base.rotations.reshape(-1, 4))
    roots = base.root_translations.copy()
    for layer in stack.layers:
        assert isinstance(layer.motion, Animation)
        poses = poses_at(layer.motion, np.arange(FRAMES) / base.fps, base.fps)
        rest = Rotation.from_quat(np.tile(base.skeleton.rest_rotations, (FRAMES, 1)))
        turn = rest.inv() * Rotation.from_quat(poses.rotations.reshape(-1, 4))
        wanted = wanted * Rotation.from_rotvec(layer.weight * turn.as_rotvec())
        roots += layer.weight * (poses.root_translations - base.skeleton.offsets[0])
    off = (wanted.inv() * Rotation.from_quat(played.rotations.reshape(-1, 4))).magnitude()
    assert off.max() < 1e-7
    np.testing.assert_allclose(played.root_translations, roots, atol=1e-12)


@pytest.mark.parametrize("part", [BASE, 0, 1, 2])
@pytest.mark.parametrize("weight", [1.0, 0.5, -0.8, 1.7])
def test_a_posed_part_makes_the_stack_play_the_wanted_pose(part: int, weight: float) -> None:
    stack = a_stack(weight=weight)
    time = 0.2
    wanted = turned(stack.at(np.array([time])).pose(0), 77, 0.3)
    pose = stack.pose_for(part, time, wanted)
    if part == BASE:
        motion: Clip | Animation = Clip.from_poses([pose] * FRAMES, stack.fps)
    else:
        before = stack.layers[part].motion
        assert isinstance(before, Animation)
        motion = with_pose(before, time, pose)
    played = stack.with_part(part, motion).at(np.array([time])).pose(0)
    places = [forward_kinematics(each).positions for each in (played, wanted)]
    np.testing.assert_allclose(places[0], places[1], atol=1e-9)


def test_a_layer_at_rest_changes_nothing_and_a_muted_one_neither() -> None:
    base = swaying_clip(3, FRAMES)
    empty = Animation(base.skeleton, base.fps, {}, ("XYZ",) * len(base.skeleton))
    for layer in (StackedMotion("empty", empty), StackedMotion("mute", a_layer(base, 4), muted=True)):
        played = LayerStack(base, FRAMES, base.fps, (layer,)).clip
        np.testing.assert_allclose(played.rotations, base.rotations, atol=1e-12)
        np.testing.assert_array_equal(played.root_translations, base.root_translations)


def test_a_soloed_layer_plays_alone_over_the_base() -> None:
    stack = a_stack()
    low, middle, high = stack.layers
    alone = replace(stack, layers=(middle,)).clip
    soloed = replace(stack, layers=(low, replace(middle, soloed=True), high)).clip
    np.testing.assert_allclose(soloed.rotations, alone.rotations, atol=1e-12)


@pytest.mark.parametrize("seed", [1, 2])
def test_keys_and_their_detail_play_the_original_and_beyond_its_end_the_detail_rests(seed: int) -> None:
    keys, _ = random_animation(seed)
    baked = bake(keys)
    rng = np.random.default_rng(seed)
    tremor = quat_from_axis_angle(rng.normal(0.0, 0.02, (*baked.rotations.shape[:2], 3)))
    original = replace(baked, rotations=quat_multiply(baked.rotations, tremor))
    residual = residual_layer(original, baked)
    detail = displaced_rest(baked, residual.turns, residual.moves)
    frames = len(baked)
    stack = LayerStack(keys, frames, baked.fps, (StackedMotion("detail", detail),))
    for part in (stack.clip, merge_layers(baked, [residual])):
        places = forward_kinematics(part).positions
        np.testing.assert_allclose(places, forward_kinematics(original).positions, atol=1e-9)
    longer = replace(stack, frames=frames + 5).clip
    np.testing.assert_allclose(longer.rotations[-1], baked.rotations[-1], atol=1e-9)


def test_sliding_joints_slide_through_a_stack() -> None:
    base = swaying_clip(8, FRAMES)
    moves = np.zeros((FRAMES, len(base.skeleton), 3))
    moves[:, 1, 1] = 0.05
    turns = np.zeros((FRAMES, len(base.skeleton), 4))
    turns[..., 3] = 1.0
    layer = StackedMotion("slide", displaced_rest(base, turns, moves), weight=0.5)
    played = LayerStack(base, FRAMES, base.fps, (layer,)).clip
    np.testing.assert_allclose(local_translations(played) - local_translations(base), 0.5 * moves, atol=1e-12)
    wanted = played.pose(9)
    held = LayerStack(base, FRAMES, base.fps, (layer,)).pose_for(0, 9 / base.fps, wanted)
    np.testing.assert_allclose(
        local_translations(held)[1], base.skeleton.offsets[1] + [0.0, 0.05, 0.0], atol=1e-9
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"muted": True}, "does not play"),
        ({"weight": 0.0}, "weight of 0%"),
        ({"weight": 0.1}, "no joint can turn so far"),
    ],
)
def test_what_a_layer_cannot_hold_is_refused(changes: dict, words: str) -> None:
    stack = a_stack(**changes)
    wanted = turned(stack.at(np.array([0.2])).pose(0), 3, 1.2)
    with pytest.raises(InvalidValue, match=words):
        stack.pose_for(1, 0.2, wanted)


def test_a_muted_layer_is_not_posed_but_a_layer_under_it_is() -> None:
    stack = a_stack(muted=True)
    wanted = turned(stack.at(np.array([0.2])).pose(0), 3, 0.3)
    pose = stack.pose_for(0, 0.2, wanted)
    layer = stack.layers[0].motion
    assert isinstance(layer, Animation)
    played = stack.with_part(0, with_pose(layer, 0.2, pose)).at(np.array([0.2]))
    np.testing.assert_allclose(
        forward_kinematics(played).positions[0], forward_kinematics(wanted).positions, atol=1e-9
    )
