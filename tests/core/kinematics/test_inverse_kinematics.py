"""Inverse kinematics: exact derivatives, goals met, the limits of reach, and no NaN whatever the goals."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.core.core_samples import IDENTITY, chain_skeleton, random_clip, random_quats, random_skeleton
from tests.present import present

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.kinematics.inverse import (
    AimGoal,
    Goal,
    OrientationGoal,
    PositionGoal,
    _goal_arrays,
    solve_ik,
)
from kinegraph.core.kinematics.inverse_residual_kernels import jacobian, residuals
from kinegraph.core.kinematics.inverse_solver_kernels import _damped_step
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.core.pose import Pose
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.skeleton import Skeleton

TIP = (0.0, 0.5, 0.0)


def arm() -> Skeleton:
    """Three links of 1, 1 and 0.5 m along +Y."""
    return chain_skeleton([1.0, 1.0, 0.5])


def tip_of(pose: Pose) -> np.ndarray:
    return points_on_joints(forward_kinematics(pose), np.array([2]), np.array([TIP]))[0]


def creature(rng: np.random.Generator, limbs: int = 4, links: int = 5) -> tuple[Skeleton, list[int]]:
    """Limbs on one root, with the indices of their tips."""
    parents, tips = [-1], []
    for _ in range(limbs):
        parents.append(0)
        parents.extend(range(len(parents) - 1, len(parents) + links - 2))
        tips.append(len(parents) - 1)
    offsets = rng.normal(scale=0.2, size=(len(parents), 3))
    return Skeleton(
        tuple(map(str, range(len(parents)))), np.array(parents), offsets, random_quats(rng, len(parents))
    ), tips


def bent(rng: np.random.Generator, skeleton: Skeleton, by: float = 0.3) -> Pose:
    """The rest pose with every joint turned by about `by` [rad]."""
    turns = quat_from_axis_angle(rng.normal(scale=by, size=(len(skeleton), 3)))
    return Pose(skeleton, skeleton.offsets[0], quat_multiply(turns, skeleton.rest_rotations))


def goals_of_all_kinds(rng: np.random.Generator, count: int) -> list[Goal]:
    return [
        PositionGoal(count - 1, rng.normal(size=3), rng.normal(size=3), 0.7),
        OrientationGoal(count - 2, random_quats(rng), 1.3),
        AimGoal(count - 3, rng.normal(size=3), rng.normal(size=3), 2.0),
        PositionGoal(0, rng.normal(size=3)),
    ]


@pytest.mark.parametrize("seed", range(5))
def test_the_jacobian_agrees_with_finite_differences(seed: int) -> None:
    rng = np.random.default_rng(seed)
    skeleton = random_skeleton(rng, 8)
    pose = random_clip(rng, skeleton, 1).pose(0)
    goals = _goal_arrays(goals_of_all_kinds(rng, 8), skeleton, 1)
    goals = goals._replace(targets=goals.targets[0])
    ease, length = np.append(rng.uniform(0.2, 1.0, 8), 0.6), 1.7

    def errors(step: np.ndarray) -> np.ndarray:
        """Residuals after turning joints in world axes, and shifting the root, by `step` in units of ease."""
        turns = quat_from_axis_angle(ease[:8, None] * step[:-3].reshape(8, 3))
        before = forward_kinematics(pose).rotations
        parent_world = np.concatenate([[IDENTITY], before[skeleton.parents[1:]]])
        local_turns = quat_multiply(quat_conjugate(parent_world), quat_multiply(turns, parent_world))
        root = pose.root_translation + ease[8] * length * step[-3:]
        world = forward_kinematics(Pose(skeleton, root, quat_multiply(local_turns, pose.rotations)))
        result = np.empty(12)
        residuals(goals, length, world.positions, world.rotations, result)
        return result

    world, slopes = forward_kinematics(pose), np.empty((12, 27))
    jacobian(skeleton.parents, ease, goals, length, world.positions, world.rotations, slopes)
    steps = 1e-6 * np.eye(27)
    differences = np.stack([(errors(-step) - errors(step)) / 2e-6 for step in steps], axis=-1)
    np.testing.assert_allclose(slopes, differences, atol=1e-8)


def test_the_damped_step_is_the_solution_of_its_equation() -> None:
    rng = np.random.default_rng(1)
    slopes, errors, drift = rng.normal(size=(6, 20)), rng.normal(size=6), rng.normal(size=20)
    step, free = np.empty(20), np.arange(2, 17)
    held = np.setdiff1d(np.arange(20), free)
    slopes[:, held], drift[held] = 0.0, 0.0
    packed = np.ascontiguousarray(slopes[:, free])
    _damped_step(packed, free, errors, 0.1, drift, np.empty((6, 6)), np.empty(6), step)
    inside = np.linalg.solve(slopes @ slopes.T + 0.1 * np.eye(6), errors - slopes @ drift)
    np.testing.assert_allclose(step, drift + slopes.T @ inside, atol=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_places_that_a_pose_can_reach_are_reached_by_all_limbs_at_once(seed: int) -> None:
    rng = np.random.default_rng(seed)
    skeleton, tips = creature(rng)
    wanted = forward_kinematics(bent(rng, skeleton)).positions
    solution = solve_ik(Pose.rest(skeleton), [PositionGoal(tip, wanted[tip]) for tip in tips])
    assert solution.errors.max() < 1e-4
    reached = forward_kinematics(solution.motion).positions[tips]
    np.testing.assert_allclose(np.linalg.norm(reached - wanted[tips], axis=1), solution.errors, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_positions_orientations_and_aims_are_met_together(seed: int) -> None:
    rng = np.random.default_rng(seed)
    skeleton, tips = creature(rng)
    world = forward_kinematics(bent(rng, skeleton))
    eye = world.positions[tips[2]] + quat_rotate(world.rotations[tips[2]], [0.0, 0.0, 2.0])
    goals = [
        PositionGoal(tips[0], world.positions[tips[0]]),
        OrientationGoal(tips[0], world.rotations[tips[0]]),
        PositionGoal(tips[1], world.positions[tips[1]]),
        AimGoal(tips[2], eye),
    ]
    solution = solve_ik(Pose.rest(skeleton), goals)
    assert solution.errors.max() < 1e-4
    after = forward_kinematics(solution.motion)
    off = axis_angle_from_quat(
        quat_multiply(after.rotations[tips[0]], quat_conjugate(world.rotations[tips[0]]))
    )
    assert np.linalg.norm(off) == pytest.approx(solution.errors[1], abs=1e-9)


def test_a_point_beside_a_joint_can_be_the_goal() -> None:
    solution = solve_ik(Pose.rest(arm()), [PositionGoal(2, [1.0, 1.0, 0.5], TIP)])
    np.testing.assert_allclose(tip_of(solution.motion), [1.0, 1.0, 0.5], atol=1e-4)


@pytest.mark.parametrize("direction", [[1, 0, 0], [0, 1, 0], [0, -1, 0], [1, 2, 3], [0, -1, 1e-3]])
def test_a_goal_out_of_reach_is_approached_with_a_straight_arm(direction: list) -> None:
    target = 10.0 * np.array(direction) / np.linalg.norm(direction)
    solution = solve_ik(Pose.rest(arm()), [PositionGoal(2, target, TIP)], max_steps=100)
    assert solution.errors[0] == pytest.approx(7.5, abs=2e-2)


def test_a_straight_arm_can_be_folded_towards_its_own_shoulder() -> None:
    solution = solve_ik(Pose.rest(arm()), [PositionGoal(2, [0.0, 1.0, 0.0], TIP)])
    assert solution.errors[0] < 1e-4


def test_an_axis_that_points_the_wrong_way_can_be_turned_about() -> None:
    solution = solve_ik(Pose.rest(arm()), [AimGoal(2, [0.0, -9.0, 0.0], (0.0, 1.0, 0.0))])
    assert solution.errors[0] < 1e-4


def test_goals_already_met_change_nothing() -> None:
    pose = bent(np.random.default_rng(2), arm())
    solution = solve_ik(pose, [PositionGoal(2, tip_of(pose), TIP)])
    assert solution.steps == 0
    np.testing.assert_allclose(solution.motion.rotations, pose.rotations, atol=1e-15)


def test_no_goals_change_nothing() -> None:
    pose = bent(np.random.default_rng(3), arm())
    np.testing.assert_allclose(solve_ik(pose, []).motion.rotations, pose.rotations, atol=1e-15)


def test_joints_that_are_not_free_do_not_turn() -> None:
    start = Pose.rest(arm())
    solution = solve_ik(start, [PositionGoal(2, [0.5, 2.0, 0.3], TIP)], free=[1])
    np.testing.assert_array_equal(solution.motion.rotations[[0, 2]], start.rotations[[0, 2]])
    assert np.abs(solution.motion.rotations[1] - start.rotations[1]).max() > 0.1


def test_a_stiff_joint_turns_less() -> None:
    goals = [PositionGoal(2, [0.8, 1.8, 0.0], TIP)]
    start = bent(np.random.default_rng(4), arm(), 0.2)

    def turned(stiffness: list[float]) -> np.ndarray:
        solution = solve_ik(start, goals, stiffness=stiffness)
        assert solution.errors[0] < 1e-4
        turns = quat_multiply(solution.motion.rotations, quat_conjugate(start.rotations))
        return np.linalg.norm(axis_angle_from_quat(turns), axis=1)

    assert turned([3.0, 0.0, 0.0])[0] < 0.5 * turned([0.0, 0.0, 0.0])[0]
    assert turned([0.0, 0.0, 3.0])[2] < 0.5 * turned([0.0, 0.0, 0.0])[2]


def test_a_root_that_may_shift_brings_a_far_goal_into_reach() -> None:
    goals = [PositionGoal(2, [10.0, 0.0, 3.0], TIP)]
    assert solve_ik(Pose.rest(arm()), goals, move_root=True).errors[0] < 1e-4
    still = solve_ik(Pose.rest(arm()), goals)
    np.testing.assert_array_equal(still.motion.root_translation, arm().offsets[0])


def test_the_pull_towards_rest_keeps_the_goals_and_nears_the_rest_pose() -> None:
    rng = np.random.default_rng(5)
    skeleton, tips = creature(rng, limbs=2, links=7)
    start, rest = bent(rng, skeleton, 0.8), Pose.rest(skeleton)
    wanted = forward_kinematics(bent(rng, skeleton, 0.3)).positions
    goals = [PositionGoal(tip, wanted[tip]) for tip in tips]

    def away(pose: Pose) -> float:
        turns = quat_multiply(pose.rotations, quat_conjugate(rest.rotations))
        return float(np.linalg.norm(axis_angle_from_quat(turns)))

    plain, pulled = solve_ik(start, goals, max_steps=80), solve_ik(start, goals, rest_pull=0.3, max_steps=80)
    assert max(plain.errors.max(), pulled.errors.max()) < 1e-4
    assert away(pulled.motion) < 0.6 * away(plain.motion)


def test_the_pull_can_be_towards_any_pose() -> None:
    rng = np.random.default_rng(6)
    likes = bent(rng, arm())
    solution = solve_ik(Pose.rest(arm()), [PositionGoal(2, tip_of(likes), TIP)], rest_pull=0.5, rest=likes)
    np.testing.assert_allclose(np.abs(solution.motion.rotations), np.abs(likes.rotations), atol=2e-2)


def test_heavier_goals_win_where_not_all_can_be_met() -> None:
    goals = [PositionGoal(2, [2.0, 0.0, 0.0], TIP, 10.0), PositionGoal(2, [-2.0, 0.0, 0.0], TIP, 1.0)]
    errors = solve_ik(bent(np.random.default_rng(7), arm()), goals).errors
    assert errors[0] < 0.1
    assert errors[1] > 3.5


def test_a_goal_without_weight_changes_nothing() -> None:
    start = Pose.rest(arm())
    solution = solve_ik(start, [PositionGoal(2, [1.0, 1.0, 0.0], TIP, weight=0.0)])
    np.testing.assert_array_equal(solution.motion.rotations, start.rotations)
    assert solution.steps == 0
    assert solution.errors[0] > 1.0


def test_the_same_input_gives_the_same_output_to_the_last_bit() -> None:
    rng = np.random.default_rng(8)
    skeleton, tips = creature(rng)
    goals = [PositionGoal(tip, rng.normal(size=3)) for tip in tips]
    first, _, second = solve_ik(Pose.rest(skeleton), goals), solve_ik(Pose.rest(arm()), []), None
    second = solve_ik(Pose.rest(skeleton), goals)
    np.testing.assert_array_equal(first.motion.rotations, second.motion.rotations)


@pytest.mark.parametrize("slides", [False, True])
def test_a_clip_is_solved_as_its_poses_one_by_one(slides: bool) -> None:
    rng = np.random.default_rng(9)
    clip = random_clip(rng, random_skeleton(rng, 6), 4, slides)
    targets, turn = rng.normal(size=(4, 3)), random_quats(rng)
    whole = solve_ik(clip, [PositionGoal(5, targets), OrientationGoal(3, turn)], move_root=True)
    assert isinstance(whole.motion, Clip)
    for frame in range(4):
        goals = [PositionGoal(5, targets[frame]), OrientationGoal(3, turn)]
        single = solve_ik(clip.pose(frame), goals, move_root=True)
        np.testing.assert_array_equal(whole.motion.rotations[frame], single.motion.rotations)
        np.testing.assert_array_equal(whole.motion.root_translations[frame], single.motion.root_translation)
        np.testing.assert_array_equal(whole.errors[frame], single.errors)


@pytest.mark.parametrize("factor", [1e-3, 100.0])
def test_size_does_not_matter(factor: float) -> None:
    rng = np.random.default_rng(10)
    skeleton, tips = creature(rng)
    targets = forward_kinematics(bent(rng, skeleton)).positions
    normal = solve_ik(Pose.rest(skeleton), [PositionGoal(tip, targets[tip]) for tip in tips])
    other = solve_ik(
        Pose.rest(scale_lengths(skeleton, factor)), [PositionGoal(tip, factor * targets[tip]) for tip in tips]
    )
    np.testing.assert_allclose(other.motion.rotations, normal.motion.rotations, atol=1e-9)


wild = arrays(np.float64, (3,), elements=st.one_of(st.floats(-2.0, 2.0), st.floats(-1e100, 1e100)))


@given(wild, wild, wild, st.sampled_from([0.0, 1.0, 1e-9]), st.floats(0.0, 1.0), st.booleans())
def test_whatever_the_goals_the_pose_stays_a_pose(
    target: np.ndarray, other: np.ndarray, axis: np.ndarray, bone: float, pull: float, move_root: bool
) -> None:
    skeleton = chain_skeleton([bone, 1.0, 0.0])
    goals: list[Goal] = [PositionGoal(2, target, (0.0, bone, 0.0)), PositionGoal(1, other, weight=1e4)]
    if np.linalg.norm(axis) > 1e-6:
        goals.append(AimGoal(0, other, axis, 1e-4))
    solution = solve_ik(Pose.rest(skeleton), goals, rest_pull=pull, move_root=move_root)
    np.testing.assert_allclose(np.linalg.norm(solution.motion.rotations, axis=1), 1.0, atol=1e-12)
    assert np.isfinite(solution.errors).all()
    assert np.isfinite(solution.motion.root_translation).all()


@given(wild)
def test_a_solve_never_makes_things_worse(target: np.ndarray) -> None:
    start = bent(np.random.default_rng(11), arm())
    before = np.linalg.norm(tip_of(start) - target)
    assert solve_ik(start, [PositionGoal(2, target, TIP)]).errors[0] <= before * (1 + 1e-12)


def test_sliding_joints_keep_their_places() -> None:
    rng = np.random.default_rng(12)
    pose = random_clip(rng, random_skeleton(rng, 6), 1, slides=True).pose(0)
    solved = solve_ik(pose, [PositionGoal(5, rng.normal(size=3))], move_root=True).motion
    np.testing.assert_array_equal(present(solved.translations)[1:], present(pose.translations)[1:])


def test_the_start_pose_is_not_written_to() -> None:
    start = Pose.rest(arm())
    kept = start.rotations.copy()
    solve_ik(start, [PositionGoal(2, [1.0, 1.0, 0.0], TIP)])
    np.testing.assert_array_equal(start.rotations, kept)


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        (PositionGoal(9, [0, 0, 0]), "outside"),
        (PositionGoal(0, [0, np.nan, 0]), "finite"),
        (PositionGoal(0, [0, 0]), "shape"),
        (PositionGoal(0, [0, 0, 0], weight=-1.0), "weight"),
        (AimGoal(0, [0, 0, 1], (0, 0, 0)), "direction"),
        (OrientationGoal(0, np.zeros((3, 4))), "shape"),
    ],
)
def test_a_goal_that_makes_no_sense_is_refused(
    goal: AimGoal | OrientationGoal | PositionGoal, message: str
) -> None:
    with pytest.raises(InvalidValue, match=message):
        solve_ik(Pose.rest(arm()), [goal])


def test_settings_that_make_no_sense_are_refused() -> None:
    rest = Pose.rest(arm())
    with pytest.raises(InvalidValue, match="pull"):
        solve_ik(rest, [], rest_pull=2.0)
    with pytest.raises(InvalidValue, match="stiffness"):
        solve_ik(rest, [], stiffness=[-1.0, 0.0, 0.0])
    with pytest.raises(InvalidValue, match="outside"):
        solve_ik(rest, [], free=[3])
    with pytest.raises(InvalidValue, match="rest pose"):
        solve_ik(rest, [], rest=Pose.rest(replace(arm(), names=("a", "b", "c"))))
