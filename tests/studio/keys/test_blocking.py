"""Poses between keys, pasted poses, and held keys."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from keys_scenes import a_dance
from tests.core.keyed_samples import random_animation, values_over

from kinegraph.core.animation import Animation, Channel, KeyTag, Property
from kinegraph.core.animation_editing import with_handles_shaped
from kinegraph.core.animation_posing import pose_at
from kinegraph.core.character import Symmetry
from kinegraph.core.errors import InvalidValue
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.settings import KeySettings
from kinegraph.studio.keys.blocking import with_ease, with_hold, with_matched_ends, with_pasted, with_tween
from kinegraph.studio.keys.stage_posing import PosingStage
from kinegraph.studio.protocol.key_commands import PastedPose, PastePoses


@pytest.fixture(scope="module")
def dance() -> Animation:
    return key_motion(choose_keys(a_dance(), KeySettings(contacts=False)), 8, refine=False).animation


def angles(one: Pose, two: Pose) -> np.ndarray:
    """(J,) how far the joints of two poses are turned from each other [rad]."""
    return 2.0 * np.arccos(np.clip(np.abs((one.rotations * two.rotations).sum(axis=-1)), 0.0, 1.0))


def copied(animation: Animation, times: list[float]) -> PastePoses:
    poses = []
    for time in times:
        pose = pose_at(animation, time)
        rotations = tuple(tuple(row) for row in pose.rotations.tolist())
        poses.append(PastedPose(time=time, root=tuple(pose.root_translation.tolist()), rotations=rotations))
    return PastePoses(joints=animation.skeleton.names, poses=tuple(poses))


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 1.0])
def test_a_pose_between_keys_is_that_share_of_the_way(dance: Animation, share: float) -> None:
    before, after = dance.column_times[2], dance.column_times[3]
    time = round(float(before + after) / 2.0 * 30.0) / 30.0
    one, two = pose_at(dance, float(before)), pose_at(dance, float(after))
    tweened = with_tween(dance, time, share)
    found = pose_at(tweened, time)
    np.testing.assert_allclose(angles(one, found), share * angles(one, two), atol=1e-6)
    expected = one.root_translation + share * (two.root_translation - one.root_translation)
    np.testing.assert_allclose(found.root_translation, expected, atol=1e-9)
    assert tweened.tag_at(time) == KeyTag.BREAKDOWN


def test_a_column_that_is_there_is_tweened_between_its_neighbours(dance: Animation) -> None:
    tweened = with_tween(dance, float(dance.column_times[3]), 1.0)
    assert len(tweened.column_times) == len(dance.column_times)
    pose = pose_at(tweened, float(dance.column_times[3]))
    assert angles(pose, pose_at(dance, float(dance.column_times[4]))).max() < 1e-6


@pytest.mark.parametrize("time", [0.0, 100.0])
def test_a_pose_between_needs_two_neighbours(dance: Animation, time: float) -> None:
    with pytest.raises(InvalidValue, match="before it and one after"):
        with_tween(dance, time, 0.5)


def test_pasted_poses_are_there_and_can_be_mirrored(dance: Animation) -> None:
    paste = copied(dance, [0.0, float(dance.column_times[3])])
    moved = tuple(
        PastedPose(time=pose.time + 0.2, root=pose.root, rotations=pose.rotations) for pose in paste.poses
    )
    pasted = with_pasted(dance, PastePoses(joints=paste.joints, poses=moved), PosingStage())
    for pose in paste.poses:
        source, found = pose_at(dance, pose.time), pose_at(pasted, pose.time + 0.2)
        assert angles(source, found).max() < 1e-6
        np.testing.assert_allclose(source.root_translation, found.root_translation, atol=1e-9)
    symmetry = Symmetry(np.array([0, 1, 3, 2]), np.array([0, 0, 1, -1]))
    mirrored = with_pasted(
        dance, PastePoses(joints=paste.joints, poses=moved, mirrored=True), PosingStage(symmetry=symmetry)
    )
    expected = mirror_motion(pose_at(dance, 0.0), symmetry)
    assert angles(expected, pose_at(mirrored, 0.2)).max() < 1e-6
    with pytest.raises(InvalidValue, match="mirrored"):
        with_pasted(dance, PastePoses(joints=paste.joints, poses=moved, mirrored=True), PosingStage())


def test_joints_of_the_same_name_are_pasted_and_others_stay(dance: Animation) -> None:
    paste = copied(dance, [float(dance.column_times[4])])
    part = paste.poses[0]
    only = PastedPose(time=0.1, root=part.root, rotations=part.rotations[2:3])
    pasted = with_pasted(dance, PastePoses(joints=(paste.joints[2],), poses=(only,)), PosingStage())
    before, after = pose_at(dance, 0.1), pose_at(pasted, 0.1)
    np.testing.assert_allclose(np.delete(angles(before, after), 2), 0.0, atol=1e-6)
    assert angles(pose_at(dance, part.time), after)[2] < 1e-6
    with pytest.raises(InvalidValue, match="same name"):
        with_pasted(dance, PastePoses(joints=("other",), poses=(only,)), PosingStage())
    with pytest.raises(InvalidValue, match="each of them"):
        with_pasted(dance, PastePoses(joints=paste.joints, poses=(only,)), PosingStage())


def test_stepped_keys_hold_until_the_next_and_linear_lets_them_go() -> None:
    animation = random_animation(1)
    every = [(channel, key) for channel in range(len(animation.curves)) for key in range(6)]
    stepped = with_handles_shaped(animation, every, "stepped")
    times = animation.column_times
    for start, end in pairwise(times):
        within = np.linspace(start, end, 7)[:-1]
        held = values_over(stepped, within)
        np.testing.assert_array_equal(held, np.repeat(held[:, :1], 6, axis=1))
    linear = with_handles_shaped(stepped, every, "linear")
    middles = (times[:-1] + times[1:]) / 2.0
    ends = values_over(animation, times)
    np.testing.assert_allclose(values_over(linear, middles), (ends[:, :-1] + ends[:, 1:]) / 2.0, atol=1e-9)


def test_a_held_pose_stays_still_and_what_follows_moves_on(dance: Animation) -> None:
    at = float(dance.column_times[3])
    held = with_hold(dance, at, 0.4)
    pose = pose_at(dance, at)
    for time in np.linspace(at, at + 0.4, 9):
        assert angles(pose_at(held, time), pose).max() < 1e-6
    np.testing.assert_allclose(held.column_times[5:], dance.column_times[4:] + 0.4)
    for before in np.linspace(0.0, dance.column_times[2], 7):
        assert angles(pose_at(held, before), pose_at(dance, before)).max() < 1e-6
    assert held.column_tags[4] == dance.column_tags[3]
    last = with_hold(dance, float(dance.column_times[-1]), 0.5)
    assert last.column_times[-1] == pytest.approx(dance.column_times[-1] + 0.5)


@pytest.mark.parametrize("ease", [-1.0, -0.4, 0.0, 0.7, 1.0])
def test_an_eased_segment_is_a_parabola_between_its_keys(dance: Animation, ease: float) -> None:
    start, stop = dance.column_times[[3, 4]].tolist()
    eased = with_ease(dance, 0.5 * (start + stop), ease)
    share = np.linspace(0.0, 1.0, 11)
    way = share * (1.0 + ease) - ease * share**2
    for channel, curve in eased.curves.items():
        old = dance.curves[channel]
        first, last = old.evaluate(start), old.evaluate(stop)
        expected = first + way * (last - first)
        np.testing.assert_allclose(curve.evaluate(start + share * (stop - start)), expected, atol=1e-9)
        outside = np.concatenate([np.linspace(0.0, start, 9), np.linspace(stop, dance.end, 9)])
        np.testing.assert_allclose(curve.evaluate(outside), old.evaluate(outside), atol=1e-12)


def test_easing_at_a_key_shapes_what_follows_it_and_needs_a_key_on_both_sides(dance: Animation) -> None:
    start = float(dance.column_times[2])
    eased = with_ease(dance, start, -1.0)
    curve, old = next(iter(eased.curves.values())), next(iter(dance.curves.values()))
    assert curve.slopes(start + 1e-9) == pytest.approx(0.0, abs=1e-5)
    np.testing.assert_array_equal(curve.in_handles[2], old.in_handles[2])
    with pytest.raises(InvalidValue, match="before the playhead"):
        with_ease(dance, dance.end + 1.0, 0.0)


def test_matched_ends_are_one_pose_at_one_speed(dance: Animation) -> None:
    loop = with_matched_ends(dance, 0.6)
    first, last = pose_at(loop, loop.start), pose_at(loop, loop.end)
    assert angles(first, last).max() < 1e-6
    for channel, curve in loop.curves.items():
        if channel.property == Property.ROTATION:
            speeds = curve.slopes(np.array([loop.start, loop.end - 1e-9]))
            assert speeds[0] == pytest.approx(speeds[1], abs=1e-4)
    assert first.root_translation[1] == pytest.approx(last.root_translation[1])
    before = loop.end - 0.6
    columns = loop.column_times  # the first segment takes its speed from the end
    for time in np.linspace(float(columns[1]), float(columns[columns < before][-2]), 6):
        assert angles(pose_at(loop, time), pose_at(dance, time)).max() < 1e-6


def test_a_body_that_travels_stays_where_it_ends(dance: Animation) -> None:
    def ends(animation: Animation) -> np.ndarray:
        last, first = pose_at(animation, animation.end), pose_at(animation, animation.start)
        return last.root_translation - first.root_translation

    loop = with_matched_ends(dance, 0.5)  # it walks on along Z
    assert ends(loop)[2] == pytest.approx(ends(dance)[2], abs=1e-9)
    along = Channel(0, Property.TRANSLATION, 2)
    still = replace(dance, curves={c: curve for c, curve in dance.curves.items() if c != along})
    np.testing.assert_allclose(ends(with_matched_ends(still, 0.5))[[1, 2]], 0.0, atol=1e-9)


def test_a_loop_of_two_keys_is_refused(dance: Animation) -> None:
    two = key_motion(choose_keys(a_dance(3), KeySettings(contacts=False)), 2, refine=False).animation
    with pytest.raises(InvalidValue, match="three keyframes"):
        with_matched_ends(two, 0.1)
