"""Errors of an imitation against closed forms: eqs. 9 and 10 of Choi, You and Noh, and what zero does."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.euler import quat_from_euler
from kinegraph.core.math.rotations import quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.perform.performances.compare_motion import (
    ANGLE,
    POSITION,
    compare_motion,
    kernel_table,
    rig_manipulators,
    usual_manipulators,
)
from kinegraph.perform.performances.kernel_chart import draw_kernel_table, kernel_lines
from kinegraph.perform.performances.layers import Layer
from kinegraph.perform.performances.performance import Performance, perform
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, joint_manipulators
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet

FIGURE = character("figure")
SKELETON = FIGURE.skeleton
HEAD = Manipulator(ManipulatorKind.JOINT, "head", turns=True)
HIPS = Manipulator(ManipulatorKind.JOINT, "hips", moves=True)


def clip_of(roots: np.ndarray, head_degrees: np.ndarray | None = None, fps: float = 24.0) -> Clip:
    """The figure at rest but for where its hips are (F, 3) [m] and its head's angles (F, 3), order XYZ."""
    rotations = np.tile(FIGURE.rest.rotations, (len(roots), 1, 1))
    if head_degrees is not None:
        head = SKELETON.index("head")
        rotations[:, head] = quat_multiply(
            rotations[:, head], quat_from_euler(np.radians(head_degrees), "XYZ")
        )
    return Clip(SKELETON, fps, roots, rotations)


def test_positions_are_measured_by_the_mean_absolute_percentage_error() -> None:
    original = np.array([[1.0, 2.0, -4.0], [2.0, 2.0, -4.0]])
    wrong = original + np.array([[0.1, -0.2, 0.4], [0.1, 0.0, 0.0]])
    (error,) = compare_motion(clip_of(original), clip_of(wrong), [HIPS]).errors
    assert error.quantity == POSITION
    np.testing.assert_allclose(error.percent, [(10 + 5) / 2, (10 + 0) / 2, (10 + 0) / 2], atol=1e-9)
    np.testing.assert_allclose(error.mean, [0.1, 0.1, 0.2], atol=1e-12)


def test_frames_at_which_the_original_is_next_to_zero_are_left_out_of_the_percentage() -> None:
    original = np.array([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]])
    (error,) = compare_motion(clip_of(original), clip_of(original + 0.5), [HIPS]).errors
    assert error.used.tolist() == [1, 2, 0]
    np.testing.assert_allclose(error.percent, [50.0, 50.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(error.mean, 0.5, atol=1e-12)


def test_with_no_margin_only_exact_zeros_are_left_out() -> None:
    original = np.array([[1e-4, 1.0, 0.0], [1.0, 1.0, 1.0]])
    (error,) = compare_motion(clip_of(original), clip_of(2.0 * original), [HIPS], next_to_zero=0.0).errors
    assert error.used.tolist() == [2, 2, 1]
    np.testing.assert_allclose(error.percent, 100.0, atol=1e-9)


def test_angles_are_measured_as_a_percentage_of_the_joint_s_range() -> None:
    roots = np.tile(FIGURE.rest.root_translation, (2, 1))
    original = clip_of(roots, np.array([[10.0, 20.0, 30.0], [0.0, 0.0, 0.0]]))
    imitation = clip_of(roots, np.array([[16.0, 20.0, 24.0], [0.0, -12.0, 0.0]]))
    ranges = {"head": np.radians([60.0, 60.0, 30.0])}
    (error,) = compare_motion(original, imitation, [HEAD], ranges=ranges).errors
    assert error.quantity == ANGLE
    np.testing.assert_allclose(error.percent, [5.0, 10.0, 10.0], atol=1e-7)


def test_angles_are_about_the_axes_whatever_the_order() -> None:
    roots = np.tile(FIGURE.rest.root_translation, (1, 1))
    still, nodding = clip_of(roots), clip_of(roots, np.array([[18.0, 0.0, 0.0]]))
    for order in ("XYZ", "ZYX", "YXZ"):
        (error,) = compare_motion(still, nodding, [HEAD], order=order).errors
        np.testing.assert_allclose(error.percent, [10.0, 0.0, 0.0], atol=1e-7)


def test_an_angle_past_half_a_turn_is_near_to_one_just_before_it() -> None:
    roots = np.tile(FIGURE.rest.root_translation, (1, 1))
    before, after = clip_of(roots, np.array([[179.0, 0, 0]])), clip_of(roots, np.array([[-179.0, 0, 0]]))
    (error,) = compare_motion(before, after, [HEAD]).errors
    np.testing.assert_allclose(np.degrees(error.mean), [2.0, 0.0, 0.0], atol=1e-6)


def test_a_handle_is_where_its_joint_is_and_a_carrier_takes_the_travel_out() -> None:
    roots = np.array([[0.0, 0.93, 0.0], [0.0, 0.93, 1.0]])
    hand = Manipulator(ManipulatorKind.HANDLE, "left_hand", moves=True)
    travels, stays = clip_of(roots), clip_of(roots * [1, 1, 0])
    world = compare_motion(travels, stays, [hand]).errors[0]
    depth = forward_kinematics(travels).positions[1, SKELETON.index("left_hand"), 2]
    assert world.used[2] == 1  # in the first frame the hand is next to zero
    np.testing.assert_allclose(world.percent[2], 100.0 * 1.0 / depth, atol=1e-9)
    carried = compare_motion(travels, stays, [hand], carrier="hips").errors[0]
    np.testing.assert_allclose(carried.mean, 0.0, atol=1e-12)


def test_a_clip_compared_with_itself_has_no_error() -> None:
    clip = clip_of(np.array([[0.1, 0.9, 0.2]]), np.array([[10.0, 89.9, 30.0]]))
    found = compare_motion(clip, clip)
    assert len(found.errors) == len(usual_manipulators(SKELETON)) + 1  # the root has both
    assert found.mean_percent(POSITION) == found.mean_percent(ANGLE) == 0.0


def test_clips_that_cannot_be_held_against_each_other_are_refused() -> None:
    roots = np.tile(FIGURE.rest.root_translation, (3, 1))
    clip = clip_of(roots)
    with pytest.raises(InvalidValue, match="resample"):
        compare_motion(clip, clip.frames(0, 2))
    with pytest.raises(InvalidValue, match="resample"):
        compare_motion(clip, clip_of(roots, fps=30.0))
    bear = Clip.from_poses([Pose.rest(character("bear").skeleton)] * 3, 24.0)
    with pytest.raises(InvalidValue, match="skeleton"):
        compare_motion(clip, bear)
    with pytest.raises(UnknownName, match="knee"):
        compare_motion(clip, clip, [Manipulator(ManipulatorKind.JOINT, "knee", turns=True)])
    with pytest.raises(InvalidValue, match="locator"):
        compare_motion(clip, clip, [Manipulator(ManipulatorKind.LOCATOR, "sun", moves=True)])
    with pytest.raises(InvalidValue, match="range of 'head'"):
        compare_motion(clip, clip, [HEAD], ranges={"head": 0.0})
    with pytest.raises(InvalidValue, match="Euler order"):
        compare_motion(clip, clip, order="XYX")


def nodding(function: RadialFunction = RadialFunction.HARDY) -> Performance:
    """Three keys of the head's nod at 0, 1 and 2, and a path over and past them."""
    made = SpatialSet("nod", joint_manipulators(SKELETON, ("head",)), function=function)
    roots = FIGURE.rest.root_translation[None]
    for place, degrees in ((0.0, 0.0), (1.0, 10.0), (2.0, 40.0)):
        pose = clip_of(roots, np.array([[degrees, 0.0, 0.0]])).pose(0)
        made = made.with_pose(pose, [place, 0, 0])
    layer = Layer("nod", "nod", [0.0, 1.0], [[0, 0, 0], [2.5, 0, 0]])
    return Performance(SpatialRig(FIGURE, (made,)), (layer,))


def test_the_kernel_that_made_a_motion_imitates_it_exactly_and_others_do_not() -> None:
    performance = nodding(RadialFunction.GAUSSIAN)
    original = perform(performance, 20.0).clip
    table = kernel_table(performance, original)
    assert tuple(table) == tuple(RadialFunction)
    errors = {function: found.mean_percent(ANGLE) for function, found in table.items()}
    assert errors[RadialFunction.GAUSSIAN] < 1e-9
    assert min(error for f, error in errors.items() if f != RadialFunction.GAUSSIAN) > 0.01


def test_the_table_can_be_fitted_without_a_polynomial() -> None:
    performance = nodding()
    original = perform(performance, 20.0).clip
    table = kernel_table(performance, original, functions=(RadialFunction.HARDY,), degree=-1)
    assert table[RadialFunction.HARDY].mean_percent(ANGLE) > 0.05


def test_a_rig_s_manipulators_are_each_looked_at_once() -> None:
    rig = nodding().rig
    other = replace(rig.sets[0], name="other")
    assert [m.target for m in rig_manipulators(rig.with_set(other))] == ["head"]


def test_tables_print_what_has_no_percentage_as_such() -> None:
    performance = nodding()
    original = perform(performance, 20.0).clip
    lines = kernel_lines(kernel_table(performance, original, [HEAD, HIPS]))
    assert len(lines) == 2 * (2 + len(RadialFunction))
    assert "n/a" in lines[2]
    assert "n/a" not in lines[-1]


def test_the_chart_is_drawn(tmp_path: Path) -> None:
    performance = nodding()
    original = perform(performance, 20.0).clip
    draw_kernel_table({"nod": kernel_table(performance, original)}, tmp_path / "chart.png")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")
