"""Following: deterministic, continuous, planted, and it really looks at the target. For every cast member."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.characters.follow import follow_twin as twin

from kinegraph.characters.cast import CAST, character
from kinegraph.characters.follow import pose_kernels as kernels
from kinegraph.characters.follow.follower import IDLE_PERIOD, Follower, idle_clip
from kinegraph.characters.follow.pose import bend_limbs
from kinegraph.characters.follow.rig import follow_rig
from kinegraph.characters.plan_character import LID_LOWERED
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.core.skeleton import Skeleton

names = pytest.mark.parametrize("name", list(CAST))
targets = st.tuples(*(st.floats(-3, 3) for _ in range(3)))


def joint_places(follower: Follower, target: np.ndarray | tuple[float, ...], time: float = 0.3) -> np.ndarray:
    return forward_kinematics(follower.pose_at(target, time)).positions


@names
def test_the_same_target_and_time_give_the_same_pose(name: str) -> None:
    first, second = Follower(character(name)), Follower(character(name))
    second.pose_at((9, -1, 4), 77.0)  # a past that must not matter
    one, other = first.pose_at((0.3, 0.8, 1), 2.5), second.pose_at((0.3, 0.8, 1), 2.5)
    np.testing.assert_array_equal(one.rotations, other.rotations)
    np.testing.assert_array_equal(one.root_translation, other.root_translation)


@names
def test_the_compiled_poses_agree_with_the_plain_twin(name: str) -> None:
    who = character(name)
    follower, rig, rng = Follower(who), follow_rig(who, IDLE_PERIOD), np.random.default_rng(6)
    points = follower.eye_level + follower.size * rng.normal(size=(200, 3)) * rng.choice(
        [0.3, 1, 9], (200, 1)
    )
    times = np.concatenate([rng.uniform(-50, 50, 100), np.linspace(0, 24, 100)])  # the latter meet blinks
    roots, rotations = twin.followed(rig, points, times)
    for n in range(len(points)):
        pose = follower.pose_at(points[n], times[n])
        np.testing.assert_allclose(pose.rotations, rotations[n], atol=1e-9)
        np.testing.assert_allclose(pose.root_translation, roots[n], atol=1e-9)


def test_one_pose_and_many_run_the_same_compiled_code() -> None:
    path = np.zeros((8, 6))[::2, ::2]  # strided, and read-only below
    path.flags.writeable = False
    for name in ("bear", "stick"):  # with eyes and without
        Follower(character(name)).pose_at((0, 1, 2), 0.0)
        Follower(character(name)).clip_along(path, 30.0)
    assert len(kernels.follow_frames.signatures) == 1


@pytest.mark.parametrize("name", ["bear", "spider"])
def test_compiled_bending_agrees_with_the_plain_twin(name: str) -> None:
    rig, rng = follow_rig(character(name), 1.0), np.random.default_rng(8)
    rotations = np.tile(rig.rest_locals, (20, 1, 1))
    world = forward_kinematics(Clip(rig.skeleton, 1.0, np.tile(rig.rest_places[0], (20, 1)), rotations))
    goals = rng.normal(size=(20, len(rig.ends), 3)) * rig.limb_lengths[:, None]
    upper = world.positions[:, rig.middles] - world.positions[:, rig.bases]
    lower = world.positions[:, rig.ends] - world.positions[:, rig.middles]
    expected = np.array(rotations)
    carriers = twin.bend_limbs(rig, upper, lower, goals, expected, world)
    np.testing.assert_allclose(bend_limbs(rig, goals, rotations, world), carriers, atol=1e-9)
    np.testing.assert_allclose(rotations, expected, atol=1e-9)


@names
def test_a_small_change_of_target_is_a_small_change_of_pose(name: str) -> None:
    follower = Follower(character(name))
    rng = np.random.default_rng(3)
    for point in rng.normal(size=(60, 3)) * 1.5 * follower.size + follower.eye_level:
        nudge = rng.normal(size=3)
        nudge *= 1e-4 * follower.size / np.linalg.norm(nudge)
        moved = np.linalg.norm(joint_places(follower, point) - joint_places(follower, point + nudge), axis=1)
        assert moved.max() < 40 * np.linalg.norm(nudge)


@names
def test_a_small_step_of_time_is_a_small_change_of_pose(name: str) -> None:
    follower = Follower(character(name))
    for time in np.linspace(0, 30, 40):
        before = joint_places(follower, (0.5, 1, 1), time)
        after = joint_places(follower, (0.5, 1, 1), time + 1e-4)
        assert np.linalg.norm(after - before, axis=1).max() < 1e-3 * follower.size


@names
@settings(max_examples=15)
@given(targets, st.floats(-100, 1e6))
def test_any_target_gives_a_sound_pose(name: str, target: tuple[float, ...], time: float) -> None:
    pose = Follower(character(name)).pose_at(target, time)
    assert np.isfinite(pose.rotations).all()
    np.testing.assert_allclose(np.linalg.norm(pose.rotations, axis=1), 1.0, atol=1e-9)


@pytest.mark.parametrize(
    "name", ["bear", "figure", "dog", "bird", "lizard", "mouse", "spider", "octopus", "stick"]
)
def test_feet_stay_planted(name: str) -> None:
    who = character(name)
    follower = Follower(who)
    rest = forward_kinematics(who.rest).positions
    graspers = [j for j, body in enumerate(who.bodies) if Cap.GRASPER in body.caps]
    feet = [j for j, b in enumerate(who.bodies) if Cap.FOOT in b.caps and j not in graspers]
    rng = np.random.default_rng(11)
    worst = 0.0
    for point in rng.normal(size=(60, 3)) * follower.size + follower.eye_level:
        places = joint_places(follower, point)
        worst = max(worst, float(np.linalg.norm(places[feet] - rest[feet], axis=1).max()))
    assert worst < 0.02 * follower.size


@names
def test_the_head_turns_towards_the_target(name: str) -> None:
    who = character(name)
    follower = Follower(who)
    heads = [j for j, body in enumerate(who.bodies) if Cap.HEAD in body.caps]
    for side in (-1.0, 1.0):
        target = follower.eye_level + follower.size * np.array([1.5 * side, 0.0, 1.5])
        world = forward_kinematics(follower.pose_at(target, 0.0))
        facing = quat_rotate(world.rotations[heads[0]], [0.0, 0.0, 1.0])
        assert 0.4 < side * np.arctan2(facing[0], facing[2]) < 1.1  # the target is at 45 degrees


@pytest.mark.parametrize("name", ["bear", "dog", "mouse", "bird", "octopus", "spider", "lizard"])
def test_the_eyes_meet_a_target_ahead(name: str) -> None:
    who = character(name)
    follower = Follower(who)
    eyes = [j for j, body in enumerate(who.bodies) if Cap.EYE in body.caps]
    target = follower.eye_level + follower.size * np.array([0.8, 0.2, 2.0])
    world = forward_kinematics(follower.pose_at(target, 0.0))
    for eye in eyes:
        gaze = quat_rotate(world.rotations[eye], [0.0, 0.0, 1.0])
        wanted = target - world.positions[eye]
        angle = np.arccos(gaze @ wanted / np.linalg.norm(wanted))
        assert angle < np.radians(12)


def test_a_near_target_draws_the_nearer_hand() -> None:
    follower = Follower(character("bear"))
    skeleton = follower.character.skeleton
    left, right = skeleton.index("left_paw"), skeleton.index("right_paw")
    target = np.array([0.35, 0.75, 0.35])
    far = joint_places(follower, target + np.array([0, 0, 50]))
    near = joint_places(follower, target)
    before, after = (np.linalg.norm(places - target, axis=1) for places in (far, near))
    closed = 1.0 - after / before  # share of the gap
    assert before[left] - after[left] > 0.1
    assert closed[left] > closed[right] + 0.2


def test_looking_is_bounded_and_continuous_behind() -> None:
    angle = np.linspace(-np.pi, np.pi, 2001)
    yaw = np.array([kernels.look_angles(np.sin(a), 0.0, np.cos(a), 1.0)[0] for a in angle])
    assert np.abs(yaw).max() < np.radians(110)
    assert np.abs(np.diff(yaw)).max() < 0.03
    assert abs(yaw[0]) < 1e-9
    assert abs(yaw[-1]) < 1e-9


def test_a_target_inside_the_head_is_no_trouble() -> None:
    follower = Follower(character("bear"))
    assert np.isfinite(follower.pose_at(follower.eye_level, 0.0).rotations).all()


def test_many_targets_at_once_are_the_poses_one_by_one() -> None:
    follower = Follower(character("dog"))
    path = np.random.default_rng(2).normal(size=(9, 3))
    clip = follower.clip_along(path, 10.0)
    for frame, point in enumerate(path):
        single = follower.pose_at(point, frame / 10.0)
        np.testing.assert_allclose(clip.rotations[frame], single.rotations, atol=1e-12)


def test_eyes_blink_now_and_then() -> None:
    follower = Follower(character("bear"))
    lid = follower.character.skeleton.index("left_eye_lid")
    clip = follower.clip_along(np.tile(follower.eye_level + np.array([0, 0, 2]), (24 * 60, 1)), 60.0)
    shut = 2 * np.arcsin(np.abs(clip.rotations[:, lid, 0]))
    assert shut.max() > 0.95 * LID_LOWERED
    assert np.median(shut) < 0.3 * LID_LOWERED


@names
def test_an_idle_loop_has_no_seam(name: str) -> None:
    clip = idle_clip(character(name), 6.0, 30.0)
    places = forward_kinematics(clip).positions
    steps = np.linalg.norm(np.diff(places, axis=0), axis=2)
    assert np.linalg.norm(places[0] - places[-1], axis=1).max() <= 1.5 * steps.max()
    assert len(clip) == 180


@names
def test_an_idle_loop_moves(name: str) -> None:
    places = forward_kinematics(idle_clip(character(name), 4.0, 15.0)).positions
    assert np.ptp(places, axis=0).max() > 0.02


@names
def test_idle_contacts_stay_by_the_ground(name: str) -> None:
    who = character(name)
    joints, offsets = np.array([c.joint for c in who.contacts]), np.array([c.offset for c in who.contacts])
    places = points_on_joints(forward_kinematics(idle_clip(who, 4.0, 15.0)), joints, offsets)
    assert places[..., 1].min() > -0.03 * Follower(who).size


def test_a_character_without_caps_still_follows() -> None:
    skeleton = Skeleton.from_offsets(["a", "b"], [-1, 0], [(0, 1, 0), (0, 1, 0)])
    pose = Follower(Character.bare("bare", skeleton)).pose_at((1, 1, 1), 0.0)
    assert np.isfinite(pose.rotations).all()


def test_turned_rest_frames_change_nothing_in_the_world() -> None:
    plain = character("stick")
    turns = np.random.default_rng(4).normal(size=(len(plain.skeleton), 4))
    plain = with_turned_frames(plain, np.tile([0, 0, 0, 1.0], (len(turns), 1)))
    turned = with_turned_frames(plain, turns / np.linalg.norm(turns, axis=1, keepdims=True))
    for point in ((0.5, 1.4, 0.6), (-1, 0.5, 1)):
        one = joint_places(Follower(plain), point)
        other = joint_places(Follower(turned), point)
        np.testing.assert_allclose(other, one, atol=1e-9)


def with_turned_frames(who: Character, world_rotations: np.ndarray) -> Character:
    """The same places at rest, with other joint frames."""
    from dataclasses import replace

    from kinegraph.core.math.rotations import quat_conjugate, quat_multiply

    skeleton = who.skeleton
    places = forward_kinematics(who.rest).positions
    above = np.concatenate([[[0, 0, 0, 1.0]], world_rotations[skeleton.parents[1:]]])
    offsets = np.concatenate([places[:1], places[1:] - places[skeleton.parents[1:]]])
    turned = Skeleton(
        skeleton.names,
        skeleton.parents,
        quat_rotate(quat_conjugate(above), offsets),
        quat_multiply(quat_conjugate(above), world_rotations),
    )
    bodies = tuple(replace(body, box=np.zeros((2, 3))) for body in who.bodies)
    flat = replace(who, bodies=bodies)
    return replace(flat, skeleton=turned, contacts=(), rest=None)


@pytest.mark.parametrize(("target", "time"), [((0, np.nan, 1), 0.0), ((0, 1), 0.0), ((0, 1, 1), np.inf)])
def test_an_invalid_target_or_time_is_refused(target: tuple, time: float) -> None:
    with pytest.raises(InvalidValue):
        Follower(character("lamp")).pose_at(target, time)


@pytest.mark.parametrize("period", [0.0, -1.0, np.nan])
def test_an_invalid_period_is_refused(period: float) -> None:
    with pytest.raises(InvalidValue, match="period"):
        Follower(character("lamp"), period)


def test_a_loop_of_no_length_is_refused() -> None:
    with pytest.raises(InvalidValue, match="positive"):
        idle_clip(character("lamp"), 0.0)


def test_a_clip_of_follow_poses_is_a_clip() -> None:
    assert isinstance(idle_clip(character("lamp"), 1.0, 10.0), Clip)
