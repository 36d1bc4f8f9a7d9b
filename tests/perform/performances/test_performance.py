"""Layers played over ranked sets: sums, switches, releases, goals, and what editing a key afterwards does."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
)
from kinegraph.core.pose import Pose
from kinegraph.perform.performances.layer_editing import (
    looped,
    punched_in,
    shifted,
    smoothed,
    stretched,
)
from kinegraph.perform.performances.layers import Layer, Release, Switch
from kinegraph.perform.performances.performance import Performance, perform, perform_path
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, joint_manipulators
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet, pose_set

BEAR = character("bear")
SKELETON = BEAR.skeleton
HEAD = SKELETON.names[-1]


def turned(joint: str, vector: list[float]) -> Pose:
    rotations = BEAR.rest.rotations.copy()
    index = SKELETON.index(joint)
    rotations[index] = quat_multiply(rotations[index], quat_from_axis_angle(vector))
    return Pose(SKELETON, BEAR.rest.root_translation, rotations)


def one_joint_set(name: str, joint: str, **options: Any) -> SpatialSet:
    """The joint turns about x by as many radians as the controller is metres to the right."""
    made = SpatialSet(name, joint_manipulators(SKELETON, (joint,)), **options)
    return made.with_pose(turned(joint, [0, 0, 0]), [0, 0, 0]).with_pose(
        turned(joint, [0.4, 0, 0]), [0.4, 0, 0]
    )


def angle_of(clip: Clip, joint: str) -> np.ndarray:
    index = SKELETON.index(joint)
    moved = quat_multiply(quat_conjugate(BEAR.rest.rotations[index]), clip.rotations[:, index])
    return axis_angle_from_quat(moved)[:, 0]


def pass_over(name: str, set_name: str, end: float, seconds: float = 1.0) -> Layer:
    return Layer(name, set_name, [0.0, seconds], [[0, 0, 0], [end, 0, 0]])


A, B = SKELETON.names[3], SKELETON.names[5]


def test_a_path_over_two_keys_turns_the_joint_between_them() -> None:
    rig = SpatialRig(BEAR, (one_joint_set("a", A),))
    done = perform_path(rig, "a", [0, 1], [[0, 0, 0], [0.4, 0, 0]], fps=10)
    assert len(done.clip) == 11
    angles = angle_of(done.clip, A)
    np.testing.assert_allclose(angles[[0, -1]], [0.0, 0.4], atol=1e-9)
    assert (np.diff(angles) > 0).all()


def test_layers_on_one_controller_add_up() -> None:
    rig = SpatialRig(BEAR, (one_joint_set("a", A),))
    both = Performance(rig, (pass_over("one", "a", 0.1), pass_over("two", "a", 0.3)))
    alone = Performance(rig, (pass_over("sum", "a", 0.4),))
    np.testing.assert_allclose(perform(both).clip.rotations, perform(alone).clip.rotations, atol=1e-12)


def test_muted_and_solo_layers_play_as_they_should() -> None:
    rig = SpatialRig(BEAR, (one_joint_set("a", A), one_joint_set("b", B)))
    a, b = pass_over("one", "a", 0.4), pass_over("two", "b", 0.4)
    muted = perform(Performance(rig, (replace(a, muted=True), b))).clip
    solo = perform(Performance(rig, (a, replace(b, solo=True)))).clip
    assert angle_of(muted, A).max() == 0.0
    np.testing.assert_array_equal(muted.rotations, solo.rotations)


def test_a_synchronizing_set_moves_the_controllers_below_it_at_any_depth() -> None:
    def sync(name: str, targets: tuple[str, ...], reach: float) -> SpatialSet:
        manipulators = tuple(Manipulator(ManipulatorKind.CONTROLLER, t, moves=True) for t in targets)
        count, still = len(targets), [[0, 0, 0, 1]] * len(targets)
        return SpatialSet(
            name,
            manipulators,
            (
                SpatialKey("off", [0, 0, 0], np.zeros((count, 3)), still),
                SpatialKey("on", [0, 1, 0], [[reach, 0, 0]] * count, still),
            ),
        )

    rig = SpatialRig(
        BEAR,
        (
            one_joint_set("a", A),
            one_joint_set("b", B),
            sync("pair", ("a", "b"), 0.4),
            sync("top", ("pair",), 1),
        ),
    )
    # top at y=1 puts pair at x=1, which is off pair's own line of markers (y), so check against pair itself.
    for name, place in (("pair", [0, 1, 0]), ("pair", [0, 0.5, 0])):
        clip = perform_path(rig, name, [0, 1], [place, place], fps=2).clip
        np.testing.assert_allclose(angle_of(clip, A), place[1] * 0.4, atol=2e-3)
        np.testing.assert_allclose(angle_of(clip, A), angle_of(clip, B), atol=1e-12)
    places = PlayableRig(rig).places({"top": np.array([[0.0, 1.0, 0.0]])}, 1)
    np.testing.assert_allclose(places["pair"], [[1, 0, 0]], atol=1e-12)


def test_a_released_controller_stays_where_it_was_and_is_taken_back() -> None:
    manipulators = (Manipulator(ManipulatorKind.CONTROLLER, "a", moves=True),)
    still = [[0, 0, 0, 1]]
    sync = SpatialSet(
        "top",
        manipulators,
        (SpatialKey("off", [0, 0, 0], [[0, 0, 0]], still), SpatialKey("on", [1, 0, 0], [[0.4, 0, 0]], still)),
    )
    rig = SpatialRig(BEAR, (one_joint_set("a", A), sync))
    top = pass_over("top", "top", 1.0, 10.0)
    child = Layer("child", "a", [0.0, 10.0], np.zeros((2, 3)), releases=(Release(2.0, 6.0),))
    free = angle_of(perform(Performance(rig, (top,), fade=0.5), 10).clip, A)
    held = angle_of(perform(Performance(rig, (top, child), fade=0.5), 10).clip, A)
    np.testing.assert_allclose(held[:21], free[:21], atol=1e-12)
    np.testing.assert_allclose(held[25:61], free[20], atol=1e-9)
    np.testing.assert_allclose(held[65:], free[65:], atol=1e-12)
    assert np.abs(np.diff(held)).max() < 0.06


def test_switching_sets_fades_over_without_a_jump() -> None:
    still = pose_set(SKELETON, "still", [([0, 0, 0], BEAR.rest)])
    bowed = pose_set(SKELETON, "bowed", [([0, 0, 0], turned(A, [1.0, 0, 0]))])
    rig = SpatialRig(BEAR, (still, bowed))
    layer = Layer("take", "still", [0, 2], np.zeros((2, 3)), switches=(Switch(1.0, "bowed"),))
    angles = angle_of(perform(Performance(rig, (layer,), fade=0.5), 60).clip, A)
    np.testing.assert_allclose(angles[:61], 0.0, atol=1e-12)
    np.testing.assert_allclose(angles[91:], 1.0, atol=1e-9)
    assert 0 < np.diff(angles).max() < 0.06
    assert (np.diff(angles) > -1e-12).all()


def test_switching_to_a_set_that_shares_nothing_is_refused() -> None:
    rig = SpatialRig(BEAR, (one_joint_set("a", A), one_joint_set("b", B)))
    with pytest.raises(InvalidValue, match="not an alternative to 'a'"):
        Performance(rig, (Layer("take", "a", [0], [[0, 0, 0]], switches=(Switch(0.5, "b"),)),))


def test_changing_a_key_afterwards_changes_the_take() -> None:
    rig = SpatialRig(BEAR, (one_joint_set("a", A),))
    taken = Performance(rig, (pass_over("one", "a", 0.4),))
    changed = rig.set("a").with_pose(turned(A, [0.8, 0, 0]), [0.4, 0, 0], "pose 2")
    again = taken.with_rig(rig.with_set(changed))
    np.testing.assert_allclose(angle_of(perform(again).clip, A)[-1], 0.8, atol=1e-9)


def test_only_changed_sets_are_fitted_again() -> None:
    rig = SpatialRig(BEAR, (one_joint_set("a", A), one_joint_set("b", B)))
    first = PlayableRig(rig)
    second = PlayableRig(rig.with_set(one_joint_set("a", A)), first)
    assert second.blends["b"] is first.blends["b"]
    assert second.blends["a"] is not first.blends["a"]


def test_a_handle_reaches_its_goal_from_the_blend_and_forgets_the_frame_before() -> None:
    hand = next(name for name in SKELETON.names if "hand" in name.lower() or "paw" in name.lower())
    at = forward_kinematics(BEAR.rest).positions[SKELETON.index(hand)]
    goals = (Manipulator(ManipulatorKind.HANDLE, hand, moves=True),)
    still = [[0, 0, 0, 1]]
    up = at + np.array([0, 0.1, 0.05])
    made = SpatialSet(
        "reach", goals, (SpatialKey("low", [0, 0, 0], [at], still), SpatialKey("up", [0, 1, 0], [up], still))
    )
    rig = SpatialRig(BEAR, (made,))
    there = perform_path(rig, "reach", [0, 1, 2], [[0, 0, 0], [0, 1, 0], [0, 0, 0]], fps=10).clip
    reached = forward_kinematics(there).positions[:, SKELETON.index(hand)]
    np.testing.assert_allclose(reached[10], up, atol=1e-3)
    alone = perform_path(rig, "reach", [0, 1], [[0, 1, 0], [0, 1, 0]], fps=1).clip
    np.testing.assert_allclose(there.rotations[10], alone.rotations[0], atol=1e-9)


def test_stretching_half_speed_and_shifting_move_every_event() -> None:
    layer = Layer("a", "a", [1, 2, 4], np.eye(3), (Switch(2, "b"),), (Release(1, 3),))
    half = stretched(layer, 0.5)
    np.testing.assert_allclose(half.times, [1, 1.5, 2.5])
    assert half.switches[0].time == 1.5
    assert shifted(layer, 3).releases[0] == Release(4, 6)
    with pytest.raises(InvalidValue, match="positive factor"):
        stretched(layer, 0)


def test_smoothing_keeps_ends_and_straight_lines_and_calms_trembling() -> None:
    times = np.linspace(0, 2, 121)
    line = np.stack([times, 2 * times, 0 * times], axis=1)
    trembling = line + 0.05 * np.random.default_rng(0).normal(size=line.shape)
    calm = smoothed(Layer("a", "a", times, trembling), 0.3)
    np.testing.assert_allclose(calm.displacements[[0, -1]], trembling[[0, -1]], atol=1e-9)
    assert np.abs(calm.displacements - line)[5:-5].std() < 0.4 * np.abs(trembling - line)[5:-5].std()
    np.testing.assert_allclose(smoothed(Layer("a", "a", times, line), 0.3).displacements, line, atol=1e-12)


def test_looping_repeats_until_its_time() -> None:
    layer = Layer("a", "a", np.linspace(0, 1, 11), np.linspace([0, 0, 0], [1, 0, 0], 11))
    longer = looped(layer, 5.0)
    assert longer.end == 5.0
    # The way back takes 1.5 s: as fast as the path at most, and gentle at both ends.
    np.testing.assert_allclose(longer.at([0.5, 2.5 + 0.5, 1.0 + 0.75])[:, 0], 0.5, atol=1e-9)
    with pytest.raises(InvalidValue, match="until a later time"):
        looped(layer, 0.5)


def test_punching_in_replaces_a_stretch_without_a_jump() -> None:
    times = np.linspace(0, 4, 241)
    layer = Layer("a", "a", times, np.zeros((241, 3)))
    take = Layer("take", "a", np.linspace(1, 2, 61), np.ones((61, 3)))
    mended = punched_in(layer, take)
    np.testing.assert_allclose(mended.at([0.5, 1.5, 3.0])[:, 0], [0, 1, 0], atol=1e-12)
    assert np.abs(np.diff(mended.at(np.linspace(0, 4, 961)), axis=0)).max() < 0.1
    with pytest.raises(InvalidValue, match="cannot be punched"):
        punched_in(layer, replace(take, set="b"))


def test_bad_layers_are_refused() -> None:
    with pytest.raises(InvalidValue, match="must increase"):
        Layer("a", "a", [0, 0], np.zeros((2, 3)))
    with pytest.raises(InvalidValue, match="is empty"):
        Layer("a", "a", [], np.zeros((0, 3)))
    with pytest.raises(InvalidValue, match="not a finite number"):
        Layer("a", "a", [0], [[np.nan, 0, 0]])


def test_the_layer_of_a_hand_is_a_layer_without_checks() -> None:
    switches, releases = (Switch(0.5, "b"),), (Release(0.1, 2.0),)
    displacement = np.array([[0.1, 0.2, 0.3]])
    quick = Layer.of_hand("hand", "a", np.array([1.5]), displacement.copy(), switches, releases)
    checked = Layer("hand", "a", np.array([1.5]), displacement, switches, releases)
    assert vars(quick).keys() == vars(checked).keys()
    for name, value in vars(checked).items():
        np.testing.assert_array_equal(getattr(quick, name), value)
    np.testing.assert_array_equal(quick.at([1.0, 2.0]), checked.at([1.0, 2.0]))
