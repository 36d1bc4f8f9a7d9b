"""A pose becomes a column of keys, and the curves around it stay smooth."""

from dataclasses import replace

import numpy as np
import pytest
from tests.core.core_samples import chain_skeleton
from tests.core.keyed_samples import FPS, random_animation, values_over

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.animation_editing import tagged_columns, with_handles_shaped
from kinegraph.core.animation_posing import pose_at, with_pose
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_multiply, quat_normalize, quat_rotate
from kinegraph.core.pose import Pose

SEEDS = range(5)
ALL_MODES = [("XYZ", "ZXY", QUATERNION), (QUATERNION, "YZX", "ZYX"), ("XZY", QUATERNION, "YXZ")]


def smooth(seed: int, columns: int = 7) -> Animation:
    """A random animation whose curves have one slope at each key."""
    animation = random_animation(seed, columns)
    keys = [(channel, key) for channel in range(len(animation.curves)) for key in range(columns)]
    return with_handles_shaped(animation, keys, "aligned")


def other(pose: Pose, seed: int, size: float = 0.3) -> Pose:
    rng = np.random.default_rng(seed)
    turns = quat_normalize(
        np.concatenate([size * rng.normal(size=(len(pose.skeleton), 3)), np.ones((3, 1))], -1)
    )
    root = pose.root_translation + size * rng.normal(size=3)
    return Pose(pose.skeleton, root, quat_multiply(pose.rotations, turns), pose.translations)


def slopes(curve: Curve, key: int) -> tuple[float, float]:
    """The slope of the handle before a key and of that after it."""
    at = np.array([curve.times[key], curve.values[key]])
    before, after = at - curve.in_handles[key], curve.out_handles[key] - at
    return before[1] / before[0], after[1] / after[0]


def apart(one: Pose, two: Pose) -> float:
    """How far two poses are from each other [m, half radians]."""
    turned = 1.0 - np.abs((one.rotations * two.rotations).sum(axis=-1))
    return max(
        float(np.sqrt(2.0 * np.abs(turned)).max()),
        float(np.abs(one.root_translation - two.root_translation).max()),
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("share", [0.0, 0.31, 0.5, 1.0])
def test_a_pose_that_is_there_already_changes_no_value(seed: int, share: float) -> None:
    animation = random_animation(seed)
    time = round(share * animation.end * FPS) / FPS
    edited = with_pose(animation, time, pose_at(animation, time))
    times = np.linspace(0.0, animation.end, 300)
    assert time in edited.column_times
    np.testing.assert_allclose(values_over(edited, times), values_over(animation, times), atol=1e-8)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("modes", ALL_MODES)
def test_the_animation_has_the_pose_then(seed: int, modes: tuple[str, ...]) -> None:
    start = random_animation(seed)
    curves = {c: v for c, v in start.curves.items() if c.property == Property.TRANSLATION}
    rng = np.random.default_rng(seed)
    for joint, mode in enumerate(modes):
        for axis in range(4 if mode == QUATERNION else 3):
            values = rng.normal(size=len(start.column_times))
            curves[Channel(joint, Property.ROTATION, axis)] = Curve.linear(start.column_times, values)
    animation = replace(start, curves=curves, rotation_modes=modes)
    for time in (float(start.column_times[2]), 0.4 * animation.end):
        wanted = other(pose_at(animation, time), seed)
        assert apart(pose_at(with_pose(animation, time, wanted), time), wanted) < 1e-7


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("between", [False, True])
def test_smooth_curves_stay_smooth_at_every_key(seed: int, between: bool) -> None:
    animation = smooth(seed)
    times = animation.column_times
    time = float(times[3]) if not between else float(times[3] + times[4]) / 2.0
    edited = with_pose(animation, time, other(pose_at(animation, time), seed))
    for curve in edited.curves.values():
        for key in range(1, len(curve) - 1):
            before, after = slopes(curve, key)
            assert before == pytest.approx(after, abs=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_four_segments_around_the_key_change(seed: int) -> None:
    animation = smooth(seed)
    columns = animation.column_times
    edited = with_pose(animation, float(columns[3]), other(pose_at(animation, float(columns[3])), seed))
    outside = np.concatenate([np.linspace(0, columns[1], 50), np.linspace(columns[5], columns[6], 50)])
    np.testing.assert_allclose(values_over(edited, outside), values_over(animation, outside), atol=1e-12)
    assert np.abs(values_over(edited, columns[3:4]) - values_over(animation, columns[3:4])).max() > 0.1


def test_a_neighbour_that_becomes_an_extreme_levels_out() -> None:
    """The rule by hand: on 0, 1, 2, 3 every slope is 1; with the key at 2 lowered to 1 - 1 both are level."""
    times = np.arange(5) / FPS * 6
    curve = Curve.hermite(times, np.arange(5.0), np.full(5, 1.0 / times[1]), np.full(5, 1.0 / times[1]))
    start = random_animation(0)
    rising = replace(
        start,
        curves={Channel(0, Property.TRANSLATION, 0): curve},
        column_times=times,
        column_tags=(KeyTag.KEYPOSE,) * 5,
    )
    pose = pose_at(rising, float(times[2]))
    lowered = pose.with_root(pose.root_translation + _along_x(pose, -2.0))
    edited = with_pose(rising, float(times[2]), lowered).curves[Channel(0, Property.TRANSLATION, 0)]
    assert edited.values[2] == pytest.approx(0.0)
    assert slopes(edited, 1)[0] == pytest.approx(0.0, abs=1e-9)
    assert slopes(edited, 2)[1] == pytest.approx(0.0, abs=1e-9)


def _along_x(pose: Pose, length: float) -> np.ndarray:
    """A shift along the x axis of the root's rest frame [m]."""
    return quat_rotate(pose.skeleton.rest_rotations[0], np.array([length, 0.0, 0.0]))


def test_held_segments_keep_their_neighbours_as_they_are() -> None:
    start = smooth(3)
    held = {c: replace(v, holds=np.ones(len(v), dtype=bool)) for c, v in start.curves.items()}
    stepped = replace(start, curves=held)
    time = float(start.column_times[3])
    edited = with_pose(stepped, time, other(pose_at(stepped, time), 1))
    others = np.delete(np.arange(7), 3)
    for channel, curve in edited.curves.items():
        np.testing.assert_array_equal(curve.holds, True)
        np.testing.assert_array_equal(curve.out_handles[others], held[channel].out_handles[others])


def test_a_joint_without_curves_gets_a_key_in_every_column() -> None:
    animation = random_animation(2)
    curves = {c: v for c, v in animation.curves.items() if c.joint != 1}
    resting = replace(animation, curves=curves)
    time = float(animation.column_times[2])
    edited = with_pose(resting, time, other(pose_at(resting, time), 4))
    for axis in range(3):
        curve = edited.curves[Channel(1, Property.ROTATION, axis)]
        np.testing.assert_array_equal(curve.times, edited.column_times)
        np.testing.assert_array_equal(np.delete(curve.values, 2), 0.0)


def test_a_column_that_is_there_keeps_its_tag() -> None:
    animation = random_animation(1)
    time = float(animation.column_times[2])
    detailed = tagged_columns(animation, [time], KeyTag.DETAIL)
    pose = pose_at(detailed, time)
    assert with_pose(detailed, time, pose).tag_at(time) == KeyTag.DETAIL
    assert (
        with_pose(detailed, time + 1 / FPS, pose, KeyTag.BREAKDOWN).tag_at(time + 1 / FPS) == KeyTag.BREAKDOWN
    )


def test_a_pose_of_another_skeleton_is_refused() -> None:
    animation = random_animation(0)
    longer = chain_skeleton([1.0, 0.5, 0.4, 0.3])
    pose = Pose(longer, np.zeros(3), longer.rest_rotations)
    with pytest.raises(InvalidValue, match="skeleton"):
        with_pose(animation, 0.1, pose)
