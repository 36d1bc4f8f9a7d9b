"""Goals on the spine: mouths, heads and chests."""

import numpy as np
from tests.creatures.ik.solver_cases import cast, handles_of, same_turns, turns_of

from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_conjugate, quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.ik.particle_ik import ik_rig, solve


def test_a_mouth_turns_the_spine_body_that_has_a_goal_of_its_own_and_does_not_move_it() -> None:
    """Hips that legs hold carry the mouth of a body without a head: to 1% of the size."""
    subject = cast("bird")
    mouth = subject.bodies_with(Cap.MOUTH)[0]
    head = int(subject.parents[mouth])
    rig, goals = ik_rig(subject, [head, mouth]), rest_goals(subject)
    goals.position_weights[[head, mouth]] = 1.0
    goals.positions[mouth] += 0.2 * subject.size.max() * np.array([0.6, -0.7, 0.3])
    solved = solve(rig, goals)
    size = float(subject.size.max())
    assert np.linalg.norm(solved.positions[head] - subject.rest_positions[head]) < 0.01 * size
    away = [
        np.linalg.norm(each - goals.positions[mouth])
        for each in (handles_of(subject, solved)[mouth], subject.rest_handles[mouth])
    ]
    assert away[0] < away[1]


def test_a_mouth_on_the_spine_moves_the_spine() -> None:
    subject = cast("dog")
    mouth = subject.bodies_with(Cap.MOUTH)[0]
    head = int(subject.parents[mouth])
    rig, goals = ik_rig(subject, [mouth]), rest_goals(subject)
    goals.position_weights[mouth] = 1.0
    goals.positions[mouth] += [0.04, -0.03, 0.02]
    solved = solve(rig, goals)
    missed = np.linalg.norm(handles_of(subject, solved)[mouth] - goals.positions[mouth])
    assert missed < 0.002
    assert np.linalg.norm(solved.positions[head] - subject.rest_positions[head]) > 0.02
    local = quat_multiply(quat_conjugate(solved.rotations[head]), solved.rotations[mouth])
    rest = quat_multiply(quat_conjugate(subject.rest_rotations[head]), subject.rest_rotations[mouth])
    assert same_turns(local, rest) < 1e-9


def test_mouth_goals_within_reach_are_met() -> None:
    for name in ("bear", "dog", "bird"):
        subject = cast(name)
        mouth = subject.bodies_with(Cap.MOUTH)[0]
        length = float(subject.limb_lengths[subject.spine_of[mouth]])
        rig, goals = ik_rig(subject, [mouth]), rest_goals(subject, 200)
        goals.position_weights[:, mouth] = 1.0
        goals.positions[:, mouth] += np.random.default_rng(1).uniform(-0.12, 0.12, size=(200, 3)) * length
        solved = solve(rig, goals)
        missed = np.linalg.norm(handles_of(subject, solved)[:, mouth] - goals.positions[:, mouth], axis=-1)
        assert np.percentile(missed, 50) < 0.01 * length
        assert np.percentile(missed, 95) < 0.05 * length


def test_a_head_turns_with_its_orientation_goal_and_the_neck_shares_it() -> None:
    subject = cast("dog")
    names = subject.character.skeleton.names
    head, neck = names.index("head"), names.index("neck")
    rig, goals = ik_rig(subject, [], [head]), rest_goals(subject)
    turn = quat_from_axis_angle([0.0, 0.8, 0.0])
    goals.rotations[head] = quat_multiply(turn, subject.rest_rotations[head])
    goals.rotation_weights[head] = 1.0
    turns = turns_of(subject, solve(rig, goals))
    assert same_turns(turns[head], turn) < 1e-9
    angle = 2.0 * np.arcsin(np.linalg.norm(turns[neck, :3]))
    assert 0.1 < angle < 0.8


def test_limbs_move_with_a_turned_chest() -> None:
    subject = cast("bear")
    names = subject.character.skeleton.names
    chest, head, arm = names.index("chest"), names.index("head"), names.index("left_upper_arm")
    rig, goals = ik_rig(subject, [], [chest]), rest_goals(subject)
    turn = quat_from_axis_angle([0.0, 0.0, 0.4])
    goals.rotations[chest] = quat_multiply(turn, subject.rest_rotations[chest])
    goals.rotation_weights[chest] = 1.0
    solved = solve(rig, goals)
    for body in (head, arm):
        step = subject.rest_positions[body] - subject.rest_positions[chest]
        assert np.abs(solved.positions[chest] + quat_rotate(turn, step) - solved.positions[body]).max() < 1e-9
