"""The particle solver: rest, reach, absurd goals, symmetries, continuity, topologies."""

from typing import Any

import numpy as np
import pytest
from tests.creatures.any_creature import any_creature
from tests.creatures.ik.solver_cases import (
    built,
    cast,
    ends,
    handles_of,
    rig_and_goals,
    same_turns,
    stretches,
    turns_of,
)

from kinegraph.core.body import Cap
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import (
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
    quat_rotate,
)
from kinegraph.core.scaling import scale_lengths
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.ik.particle_ik import (
    ik_rig,
    solve,
)
from kinegraph.creatures.ik.solver_kernels import solve_frames
from kinegraph.creatures.ik.tables import TouchRows

CAST = ("bear", "dog", "spider", "octopus", "bird", "lamp", "stick")


def subjects() -> Any:
    """All kinds of bodies: the cast, and trees of random joints."""
    return [cast(name) for name in CAST] + [any_creature(seed) for seed in range(24)]


@pytest.mark.parametrize("turned", [False, True])
def test_goals_at_rest_give_the_rest_pose(turned: bool) -> None:
    for subject in subjects():
        rig, goals, _ = rig_and_goals(subject, turned=turned)
        solved = solve(rig, goals)
        assert np.abs(solved.positions - subject.rest_positions).max() < 1e-8 * subject.size.max()
        assert same_turns(solved.rotations, subject.rest_rotations) < 1e-6


def test_goals_of_no_weight_leave_the_rest_pose() -> None:
    for subject in subjects():
        rig, goals, _ = rig_and_goals(subject)
        goals.position_weights[:] = 0.0
        goals.positions[:] = np.random.default_rng(1).normal(size=goals.positions.shape) * 9.0
        solved = solve(rig, goals)
        assert np.abs(solved.positions - subject.rest_positions).max() < 1e-8 * subject.size.max()


def random_goals(subject: Creature, frames: int, seed: int, spread: float, wild: float = 0.6) -> tuple:
    """A rig with goals scattered about rest, with random weights, orientations and roots."""
    random = np.random.default_rng(seed)
    rig, goals, bodies = rig_and_goals(subject, frames)
    size = float(subject.size.max())
    goals.positions[:, bodies] += random.normal(size=(frames, len(bodies), 3)) * spread * size
    goals.position_weights[:, bodies] = random.uniform(0.2, 1.0, size=(frames, len(bodies)))
    turns = quat_from_axis_angle(random.uniform(-wild, wild, size=goals.positions.shape))
    goals.rotations[:] = quat_multiply(turns, goals.rotations)
    goals.rotation_weights[:, bodies] = random.choice([0.0, 0.3, 1.0], size=(frames, len(bodies)))
    goals.root_position[:] += random.normal(size=(frames, 3)) * 0.2 * size
    goals.root_rotation[:] = quat_normalize(goals.root_rotation + 0.3 * random.normal(size=(frames, 4)))
    return rig, goals, bodies


def test_the_same_goals_give_the_same_bits_whatever_came_before() -> None:
    for subject in (cast("bear"), cast("spider"), any_creature(5)):
        rig, goals, _ = random_goals(subject, 40, 3, 0.4)
        order = np.random.default_rng(0).permutation(40)
        shuffled = Goals(*(array[order] for array in goals))
        straight, mixed = solve(rig, goals), solve(rig, shuffled)
        assert np.array_equal(straight.positions[order], mixed.positions)
        assert np.array_equal(straight.rotations[order], mixed.rotations)


def test_work_space_that_held_rubbish_changes_nothing() -> None:
    subject = cast("dog")
    rig, goals, _ = random_goals(subject, 5, 8, 0.4)
    results = []
    for filling in (0.0, 1e300, np.nan):
        work = rig.work()
        for array in work:
            array[:] = filling
        positions, rotations = np.empty_like(goals.positions), np.empty_like(goals.rotations)
        heights = np.zeros_like(goals.position_weights)
        solve_frames(rig.tables, work, goals, heights, positions, rotations)
        results.append((positions, rotations))
    for positions, rotations in results[1:]:
        assert np.array_equal(positions, results[0][0])
        assert np.array_equal(rotations, results[0][1])


def absurd_goals(subject: Creature) -> Any:
    """Absurd goals, one kind per frame."""
    rig, goals, bodies = rig_and_goals(subject, 14)
    size = float(subject.size.max())
    middle = subject.rest_positions[subject.root]
    places = goals.positions
    places[0] = 1e6
    places[1] = [-1e6, 1e6, 0.0]
    places[2] = middle  # all at the root
    places[3] = middle + np.array([0.0, 0.0, 0.3 * size])
    places[4] = [1e300, -1e300, 1e300]
    places[5] = subject.rest_positions  # handles at their own joints
    places[6] = subject.rest_positions[subject.spine_of]
    places[7] = 2.0 * middle - subject.rest_handles  # straight behind
    places[8] = subject.rest_handles * [1.0, 0.0, 1.0] - [0.0, size, 0.0]  # under the ground
    places[9] = middle + 1e-14 * np.arange(len(subject))[:, None]
    places[10] = np.nan
    places[11] = [np.inf, -np.inf, 0.0]
    goals.rotations[12] = 0.0
    goals.rotation_weights[12] = 1.0
    goals.position_weights[13] = 1e9
    goals.rotation_weights[13] = -3.0
    places[13] = np.random.default_rng(2).normal(size=places[13].shape) * size
    return rig, goals, bodies


def test_absurd_goals_give_finite_poses_within_the_stretch_limits() -> None:
    for subject in subjects():
        rig, goals, _ = absurd_goals(subject)
        solved = solve(rig, goals)
        assert np.isfinite(solved.positions).all()
        assert np.abs(np.linalg.norm(solved.rotations, axis=-1) - 1.0).max() < 1e-9
        shares = stretches(subject, solved)
        assert shares.min() > 0.1 - 1e-9
        assert shares.max() < 1.2 + 1e-9


def test_random_conflicting_goals_keep_every_link_within_its_limits() -> None:
    for seed, subject in enumerate(subjects()):
        rig, goals, _ = random_goals(subject, 60, seed, 1.0, wild=3.0)
        solved = solve(rig, goals)
        shares = stretches(subject, solved)
        assert np.isfinite(solved.positions).all()
        assert shares.min() > 0.1 - 1e-9
        assert shares.max() < 1.2 + 1e-9


def test_goals_on_every_body_at_once_are_survived() -> None:
    for subject in subjects():
        rig = ik_rig(subject, range(len(subject)))
        goals = rest_goals(subject, 30)
        goals.position_weights[:] = 1.0
        goals.positions[:] += np.random.default_rng(4).normal(size=goals.positions.shape) * subject.size.max()
        solved = solve(rig, goals)
        shares = stretches(subject, solved)
        assert np.isfinite(solved.positions).all()
        assert shares.min() > 0.1 - 1e-9
        assert shares.max() < 1.2 + 1e-9


def test_goals_on_every_body_at_rest_give_the_rest_pose() -> None:
    for subject in subjects():
        rig = ik_rig(subject, range(len(subject)))
        goals = rest_goals(subject)
        goals.position_weights[:] = 1.0
        solved = solve(rig, goals)
        assert np.abs(solved.positions - subject.rest_positions).max() < 1e-8 * subject.size.max()


def reachable(subject: Creature, bodies: Any, frames: int, seed: int) -> np.ndarray:
    """(F, N, 3) places between 45 % and 95 % of a limb's path from its seat, within 70 degrees of rest."""
    random = np.random.default_rng(seed)
    places = np.empty((frames, len(bodies), 3))
    for n, body in enumerate(bodies):
        seat = body
        while subject.parents[seat] != subject.spine_of[body]:
            seat = int(subject.parents[seat])
        rest = subject.rest_handles[body] - subject.rest_positions[seat]
        axis = random.normal(size=(frames, 3))
        axis -= np.outer(axis @ rest, rest) / (rest @ rest)
        axis /= np.linalg.norm(axis, axis=1, keepdims=True)
        turns = quat_from_axis_angle(axis * random.uniform(0.0, 1.2, size=(frames, 1)))
        far = random.uniform(0.45, 0.95, size=(frames, 1)) * subject.limb_lengths[body]
        aims = quat_rotate(turns, rest / np.linalg.norm(rest))
        places[:, n] = subject.rest_positions[seat] + far * aims
    return places


@pytest.mark.parametrize("name", ["bear", "dog", "spider", "octopus", "stick"])
def test_reachable_goals_are_met_with_little_stretch(name: str) -> None:
    subject = cast(name)
    bodies = [b for b in ends(subject) if subject.caps[b] & {Cap.FOOT, Cap.GRASPER}]
    rig, goals = ik_rig(subject, bodies), rest_goals(subject, 300)
    goals.position_weights[:, bodies] = 1.0
    goals.positions[:, bodies] = reachable(subject, bodies, 300, 7)
    pairs = rig.tables.pairs
    thin = pairs._replace(numbers=pairs.numbers * [1e-9, 1e-9, 1.0, 1.0, 1.0])
    none = TouchRows(np.zeros((0, 2), dtype=np.int64), np.zeros((0, 7)))
    unpassed = TouchRows(np.zeros((0, 2), dtype=np.int64), np.zeros((0, 9)))
    without_volume = rig.tables._replace(pairs=thin, touches=none, presses=none, passes=unpassed)
    rig = type(rig)(rig.creature, rig.goal_bodies, rig.free_bodies, without_volume)
    solved = solve(rig, goals, np.full_like(goals.position_weights, -np.inf))
    missed = np.linalg.norm(handles_of(subject, solved) - goals.positions, axis=-1)[:, bodies]
    missed /= subject.limb_lengths[bodies]
    assert np.percentile(missed, 99) < 3e-3
    shares = stretches(subject, solved)
    assert np.percentile(np.abs(shares - 1.0), 99) < 0.05


def test_a_hand_keeps_its_orientation_goal_and_its_place() -> None:
    subject = cast("stick")
    hand = next(b for b in ends(subject) if Cap.GRASPER in subject.caps[b])
    rig, goals = ik_rig(subject, [hand]), rest_goals(subject, 100)
    random = np.random.default_rng(3)
    goals.position_weights[:, hand] = 1.0
    goals.rotation_weights[:, hand] = 1.0
    seat = subject.rest_positions[subject.character.skeleton.index("left_upper_arm")]
    inward = random.uniform(0.5, 0.85, size=(100, 1)) * (subject.rest_handles[hand] - seat)
    goals.positions[:, hand] = seat + inward + random.uniform(-0.05, 0.05, size=(100, 3))
    turns = quat_from_axis_angle(random.uniform(-0.8, 0.8, size=(100, 3)))
    goals.rotations[:, hand] = quat_multiply(turns, subject.rest_rotations[hand])
    solved = solve(rig, goals)
    assert same_turns(solved.rotations[:, hand], goals.rotations[:, hand]) < 1e-6
    missed = np.linalg.norm(handles_of(subject, solved)[:, hand] - goals.positions[:, hand], axis=-1)
    assert np.percentile(missed, 95) < 1e-3 * subject.limb_lengths[hand]


def test_feet_stay_planted_and_flat_while_the_body_crouches() -> None:
    for name in ("bear", "dog", "stick", "spider"):
        subject = cast(name)
        feet = [leg.foot for leg in subject.legs]
        rig, goals = ik_rig(subject, feet), rest_goals(subject, 30)
        goals.position_weights[:, feet] = goals.rotation_weights[:, feet] = 1.0
        goals.root_position[:, 1] -= np.linspace(0.0, 0.35, 30) * min(leg.length for leg in subject.legs)
        solved = solve(rig, goals)
        slip = np.linalg.norm(handles_of(subject, solved) - subject.rest_handles, axis=-1)[:, feet]
        assert slip.max() < 0.01 * min(leg.length for leg in subject.legs)
        level = np.broadcast_to(subject.rest_rotations[feet], (30, len(feet), 4))
        assert same_turns(solved.rotations[:, feet], level) < 0.02


def test_knees_bend_forward_and_never_flip_while_crouching() -> None:
    subject = cast("stick")
    names = subject.character.skeleton.names
    knees = [names.index("left_shin"), names.index("right_shin")]
    feet = [leg.foot for leg in subject.legs]
    rig, goals = ik_rig(subject, feet), rest_goals(subject, 60)
    goals.position_weights[:, feet] = goals.rotation_weights[:, feet] = 1.0
    goals.root_position[:, 1] -= np.linspace(0.0, 0.45, 60)
    solved = solve(rig, goals)
    forward = solved.positions[:, knees, 2] - subject.rest_positions[knees, 2]
    assert (np.diff(forward, axis=0) > -1e-6).all()
    assert (forward[-1] > 0.1).all()


def test_straight_limbs_bend_where_they_should_and_at_bounded_speed() -> None:
    subject = built(
        [-1, 0, 1, 2, 0, 4, 5],
        [(0, 1, 0), (0.1, 0, 0), (0, -0.5, 0), (0, -0.5, 0), (0.2, 0.2, 0), (0.3, 0, 0), (0.3, 0, 0)],
        [{Cap.ROOT, Cap.SPINE}, {Cap.LIMB}, {Cap.LIMB}, {Cap.FOOT}, {Cap.LIMB}, {Cap.LIMB}, {Cap.GRASPER}],
    )
    rig, goals = ik_rig(subject, [3]), rest_goals(subject, 200)
    goals.position_weights[:, 3] = 1.0
    goals.positions[:, 3, 1] += np.linspace(0.0, 0.4, 200)
    solved = solve(rig, goals)
    knee = solved.positions[:, 2]
    assert (np.diff(knee[:, 2]) > -1e-9).all()
    assert knee[-1, 2] > 0.2
    # Pressed by 2 mm a frame, a knee that had no bend at all moves no more than ten times as fast.
    assert np.linalg.norm(np.diff(knee, axis=0), axis=1).max() < 10.0 * 0.4 / 199


@pytest.mark.parametrize("name", ["bear", "dog", "spider", "octopus"])
def test_turning_and_moving_everything_turns_and_moves_the_pose(name: str) -> None:
    subject = cast(name)
    rig, goals, _ = random_goals(subject, 20, 11, 0.3)
    nowhere = np.full_like(goals.position_weights, -np.inf)  # the height of the ground
    q, shift = quat_normalize([0.3, -0.5, 0.2, 0.7]), np.array([3.0, -2.0, 5.0])
    moved = Goals(
        goals.placement,
        quat_rotate(q, goals.root_position) + shift,
        quat_multiply(q, goals.root_rotation),
        quat_rotate(q, goals.positions) + shift,
        goals.position_weights,
        quat_multiply(q, goals.rotations),
        goals.rotation_weights,
        goals.deforms,
    )
    here, there = solve(rig, goals, nowhere), solve(rig, moved, nowhere)
    assert np.abs(quat_rotate(q, here.positions) + shift - there.positions).max() < 1e-7
    assert same_turns(quat_multiply(q, here.rotations), there.rotations) < 1e-6


def test_a_creature_twenty_times_as_large_moves_alike() -> None:
    small = cast("dog")
    large = creature_from_character(scale_lengths(small.character, 20.0))
    rig, goals, bodies = random_goals(small, 20, 12, 0.3)
    grown = Goals(
        goals.placement,
        goals.root_position * 20.0,
        goals.root_rotation,
        goals.positions * 20.0,
        goals.position_weights,
        goals.rotations,
        goals.rotation_weights,
        goals.deforms,
    )
    one, other = solve(rig, goals), solve(ik_rig(large, bodies), grown)
    assert np.abs(one.positions * 20.0 - other.positions).max() < 1e-6
    assert same_turns(one.rotations, other.rotations) < 1e-6


@pytest.mark.parametrize("name", ["bear", "dog", "spider", "octopus", "bird"])
def test_mirrored_goals_give_the_mirrored_pose(name: str) -> None:
    subject = cast(name)
    partner = subject.character.symmetry.mirror
    rig, goals, bodies = rig_and_goals(subject, 20)
    random = np.random.default_rng(6)
    goals.positions[:, bodies] += random.normal(size=(20, len(bodies), 3)) * 0.2 * subject.size.max()
    goals.root_position[:] += random.normal(size=(20, 3)) * [0.0, 0.1, 0.1]
    flip = np.array([-1.0, 1.0, 1.0])
    mirrored = rest_goals(subject, 20)
    mirrored.root_position[:] = goals.root_position * flip
    mirrored.positions[:] = goals.positions[:, partner] * flip
    mirrored.position_weights[:] = goals.position_weights[:, partner]
    one, other = solve(rig, goals), solve(rig, mirrored)
    tilt = np.abs(subject.rest_positions[partner] * flip - subject.rest_positions).max()
    assert tilt < 1e-9  # the cast is symmetric at rest
    assert np.abs(one.positions[:, partner] * flip - other.positions).max() < 1e-7
    across = turns_of(subject, one)[:, partner] * [1.0, -1.0, -1.0, 1.0]
    assert same_turns(across, turns_of(subject, other)) < 1e-6


def smooth_paths(count: int, frames: int, seed: int) -> np.ndarray:
    """(F, N, 3) slow random paths: sums of sines of amplitude about one."""
    random = np.random.default_rng(seed)
    time = np.linspace(0.0, 1.0, frames)[:, None, None, None]
    rates, phases = random.uniform(2.0, 14.0, size=(2, count, 3, 4)) * [[[[1.0]]], [[[9.0]]]]
    return np.sin(rates * time + phases).sum(axis=-1) * 0.5


@pytest.mark.parametrize("name", ["bear", "dog", "spider", "octopus", "stick"])
def test_slow_goals_give_slow_poses(name: str) -> None:
    """Goals wander by a body size over 6000 frames; joints follow at a bounded multiple of their speed.

    Aiming is singular where a limb points opposite to its reference, and where a goal passes through a limb's
    seat, so most frames are held to a multiple of the goals' speed, and the worst to a share of the size.
    """
    subject = cast(name)
    rig, goals, bodies = rig_and_goals(subject, 6000)
    size = float(subject.size.max())
    goals.positions[:, bodies] += smooth_paths(len(bodies), 6000, 5) * 0.25 * size
    solved = solve(rig, goals)
    goal_steps = np.linalg.norm(np.diff(goals.positions[:, bodies], axis=0), axis=-1).max(axis=1)
    steps = np.linalg.norm(np.diff(solved.positions, axis=0), axis=-1).max(axis=1)
    assert np.percentile(steps / goal_steps, 90) < 2.0
    assert np.percentile(steps / goal_steps, 99) < 10.0
    assert steps.max() < 0.06 * size


def test_a_creature_of_one_body_only_follows_its_root() -> None:
    subject = built([-1], [(0, 1, 0)], [{Cap.ROOT, Cap.SPINE, Cap.GRASPER}])
    rig, goals = ik_rig(subject, [0]), rest_goals(subject)
    goals.position_weights[:] = 1.0
    goals.positions[:] = 3.0
    goals.root_position[:] = [1.0, 2.0, 3.0]
    assert np.array_equal(solve(rig, goals).positions, [[1.0, 2.0, 3.0]])


def test_a_limb_on_a_spine_of_one_reaches_its_goal() -> None:
    subject = built(
        [-1, 0, 1, 2],
        [(0, 1, 0), (0.2, 0, 0), (0.3, 0.05, 0), (0.3, -0.05, 0)],
        [{Cap.ROOT, Cap.SPINE}, {Cap.LIMB}, {Cap.LIMB}, {Cap.GRASPER}],
    )
    rig, goals = ik_rig(subject, [3]), rest_goals(subject)
    goals.position_weights[3] = 1.0
    goals.positions[3] += [-0.3, 0.3, 0.2]
    assert np.abs(handles_of(subject, solve(rig, goals))[3] - goals.positions[3]).max() < 1e-6


def branching() -> Any:
    """An arm that splits into two hands behind the elbow, on a spine of three."""
    return built(
        [-1, 0, 1, 1, 3, 4, 5, 4, 7],
        [(0, 1, 0), (0, 0.3, 0), (0, 0.3, 0), (0.2, 0, 0), (0.3, 0, 0.05), (0.2, 0.1, 0), (0.2, 0, 0),
         (0.2, -0.1, 0), (0.2, 0, 0)],
        [{Cap.ROOT, Cap.SPINE}, {Cap.SPINE}, {Cap.SPINE}, {Cap.LIMB}, {Cap.LIMB}, {Cap.LIMB}, {Cap.GRASPER},
         {Cap.LIMB}, {Cap.GRASPER}],
    )  # fmt: skip


def test_both_hands_of_a_branching_arm_meet_their_goals() -> None:
    subject = branching()
    rig, goals = ik_rig(subject, [6, 8]), rest_goals(subject)
    goals.position_weights[[6, 8]] = 1.0
    goals.positions[6] += [-0.15, 0.1, 0.15]
    goals.positions[8] += [-0.15, 0.05, 0.15]
    solved = solve(rig, goals)
    missed = np.linalg.norm(handles_of(subject, solved) - goals.positions, axis=-1)[[6, 8]]
    assert missed.max() < 0.01 * subject.limb_lengths[6]


def test_siblings_of_a_branching_limb_keep_their_distance() -> None:
    subject = branching()
    rig, goals = ik_rig(subject, [6, 8]), rest_goals(subject, 50)
    assert len(rig.tables.crosses.lengths) == 1
    goals.position_weights[:, [6, 8]] = 1.0
    goals.positions[:, [6, 8]] += np.random.default_rng(0).normal(size=(50, 2, 3)) * 0.15
    solved = solve(rig, goals)
    apart = np.linalg.norm(solved.positions[:, 5] - solved.positions[:, 7], axis=-1)
    assert np.abs(apart / 0.2 - 1.0).max() < 0.5
    assert np.abs(apart / 0.2 - 1.0).mean() < 0.2


def test_bodies_without_goals_below_them_are_free() -> None:
    subject = cast("dog")
    names = subject.character.skeleton.names
    rig = ik_rig(subject, [leg.foot for leg in subject.legs], [names.index("left_ear_tip")])
    free = {names[body] for body in rig.free_bodies}
    assert {"tail", "tail_tip", "right_ear"} <= free
    assert not free & {"left_ear", "left_ear_tip", "left_hindpaw", "left_shin", "head", "chest"}


def test_a_goal_on_no_body_is_refused() -> None:
    with pytest.raises(InvalidValue):
        ik_rig(cast("lamp"), [99])
