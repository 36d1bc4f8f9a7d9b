"""What the particle solver is made of, against other ways to compute it."""

from typing import Any

import numpy as np
import pytest
from numba import njit
from tests.creatures.ik.solver_cases import cast, handles_of

from kinegraph.core.body import Cap
from kinegraph.core.kernels import easing, quaternions
from kinegraph.core.math.rotations import quat_between, quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.ik import aim_kernels as ik_aim_kernels
from kinegraph.creatures.ik import spine_kernels as ik_spine_kernels
from kinegraph.creatures.ik import volume_kernels as ik_volume_kernels
from kinegraph.creatures.ik.particle_ik import IkRig, SolvedFrame, ik_rig, solve
from kinegraph.creatures.ik.solved_pose import solved_pose
from kinegraph.creatures.ik.spine import fit_quintic, quintic_basis

unfold, soft_error, end_tangent = (
    ik_spine_kernels.unfold,
    ik_spine_kernels.soft_error,
    ik_spine_kernels.end_tangent,
)
between, raised, slack_left = quaternions.rotation_between, easing.soft_maximum, ik_aim_kernels.slack_left
push_out = ik_volume_kernels.push_out


@njit
def _unfold(x: Any) -> Any:
    return unfold(x)


@njit
def _soft_error(x: Any) -> Any:
    return soft_error(x, 0.3)


@njit
def _raised(x: Any) -> Any:
    return raised(x, 1.0, 0.2)


@njit
def _slack(x: Any) -> Any:
    return slack_left(x, 0.06, 0.012)


@njit
def _end_tangent(here: Any, before: Any, above: Any) -> Any:
    return end_tangent(here, before, above)


@njit
def _between(a: Any, b: Any) -> Any:
    return between(a, b)


@njit
def _pushed_out(point: Any, start: Any, stop: Any, side: Any) -> Any:
    return push_out(point, start, stop, 0.5, 0.05, side)


@pytest.mark.parametrize("function", [_unfold, _soft_error, _raised, _slack])
def test_soft_functions_have_no_kinks(function: Any) -> None:
    """Slopes of neighbouring steps of 1e-4 differ by no more than a bounded curvature allows."""
    values = np.array([function(x) for x in np.arange(-2.0, 2.0, 1e-4)])
    slopes = np.diff(values) / 1e-4
    assert np.abs(np.diff(slopes)).max() < 0.01


def test_quintics_match_numpy_least_squares() -> None:
    random = np.random.default_rng(0)
    points = np.cumsum(random.normal(size=(12, 3)) * 0.2 + [0.0, 1.0, 0.0], axis=0)
    t, ends = fit_quintic(points)
    basis = np.array([quintic_basis(value)[0] for value in t])
    known = basis[:, [0]] * points[0] + basis[:, [5]] * points[-1]
    best = np.linalg.lstsq(basis[1:-1, 1:5], (points - known)[1:-1], rcond=None)[0]
    assert np.abs(ends - best).max() < 1e-6


def test_quintics_have_the_given_ends() -> None:
    knots = np.random.default_rng(1).normal(size=(6, 3))
    for t, place, slope in ((0.0, 0, 1), (1.0, 5, 4)):
        values, slopes = quintic_basis(t)
        assert np.abs(values @ knots - knots[place]).max() < 1e-12
        assert np.abs(slopes @ knots - knots[slope]).max() < 1e-12


def test_end_tangents_are_those_of_a_natural_cubic() -> None:
    from scipy.interpolate import CubicSpline

    random = np.random.default_rng(2)
    for _ in range(20):
        before, here, above = random.normal(size=(3, 3))
        ends: Any = ((1, above), (2, np.zeros(3)))  # the stubs of SciPy know names alone
        spline = CubicSpline([0.0, 1.0], [before, here], bc_type=ends)
        assert np.abs(_end_tangent(tuple(here), tuple(before), tuple(above)) - spline(1.0, 1)).max() < 1e-12


def test_smallest_turns_match_the_core() -> None:
    random = np.random.default_rng(3)
    for a, b in random.normal(size=(50, 2, 3)):
        assert np.abs(np.abs(np.dot(_between(tuple(a), tuple(b)), quat_between(a, b))) - 1.0) < 1e-12
    assert _between((0.3, 0.1, 0.2), (0.3, 0.1, 0.2)) == (0.0, 0.0, 0.0, 1.0)
    assert _between((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)) == (0.0, 0.0, 0.0, 1.0)
    opposite = np.array(_between((0.0, 2.0, 0.0), (0.0, -1.0, 0.0)))
    assert np.abs(quat_rotate(opposite, [0.0, 1.0, 0.0]) - np.array([0.0, -1.0, 0.0])).max() < 1e-12


def test_pushed_points_are_outside_and_those_outside_are_left_alone() -> None:
    random = np.random.default_rng(4)
    for point in random.uniform(-1.0, 1.0, size=(500, 3)):
        out = np.array(_pushed_out(tuple(point), (0.0, -0.3, 0.0), (0.0, 0.3, 0.0), (1.0, 0.0, 0.0)))
        for before, after in ((point, out),):
            apart = [np.linalg.norm(p - [0.0, np.clip(p[1], -0.3, 0.3), 0.0]) for p in (before, after)]
            assert apart[1] > 0.5 - 1e-9 or abs(after[1]) > 0.3
            if apart[0] > 0.55:
                assert np.array_equal(before, after)


def test_a_point_that_slides_through_a_capsule_leaves_it_smoothly() -> None:
    path = np.stack([np.linspace(1.0, 0.3, 4000), np.full(4000, 0.1), np.full(4000, 0.2)], axis=1)
    out = np.array([_pushed_out(tuple(p), (0.0, -0.3, 0.0), (0.0, 0.3, 0.0), (1.0, 0.0, 0.0)) for p in path])
    speeds = np.linalg.norm(np.diff(out, axis=0), axis=1)
    assert np.abs(np.diff(speeds)).max() < 0.02 * speeds[0]


@pytest.mark.parametrize("seed", range(4))
def test_a_point_that_passes_the_place_where_pushes_cancel_does_not_jump(seed: int) -> None:
    """The place opposite the limb's own side; steps of 1e-5 give no more than 3e-4."""
    way = np.random.default_rng(seed).normal(size=3) * [1.0, 0.0, 1.0]
    no_side = np.array([-0.5 * (2.0 - 3.0**0.5), 0.0, 0.0])
    places = no_side + np.linspace(-0.15, 0.15, 30001)[:, None] * way / np.linalg.norm(way)
    out = [_pushed_out(tuple(p), (0.0, -0.3, 0.0), (0.0, 0.3, 0.0), (1.0, 0.0, 0.0)) for p in places]
    assert np.linalg.norm(np.diff(out, axis=0), axis=1).max() < 30.0 * 1e-5


def belly(name: str, frames: int) -> Any:
    """(creature, rig, goals, hands, hips to chest): hands circle deep inside the belly."""
    subject = cast(name)
    hands = subject.bodies_with(Cap.GRASPER)[:2]
    rig, goals = ik_rig(subject, hands), rest_goals(subject, frames)
    low, high = subject.rest_positions[[subject.spine[0], subject.spine[2]]]
    middle = 0.5 * (low + high) + [0.0, 0.0, 0.08]
    turn = np.linspace(0.0, 2.0 * np.pi, frames)
    for hand in hands:
        circle = np.stack([np.cos(turn), np.sin(turn), 0.0 * turn], axis=1)
        own_side = 0.1 * np.sign(subject.rest_handles[hand]) * [1.0, 0.0, 0.0]
        goals.positions[:, hand] = middle + own_side + 0.04 * circle
        goals.position_weights[:, hand] = 1.0
    return subject, rig, goals, hands


def gaps(subject: Creature, rig: IkRig, solved: SolvedFrame, hands: Any) -> np.ndarray:
    """(F, H) distance of each hand's surface from the nearest spine capsule [m]."""
    places, ends = handles_of(subject, solved), rig.tables.capsules.ends
    radii = np.array([body.radius for body in subject.character.bodies])
    found = np.full((len(places), len(hands)), np.inf)
    for n, hand in enumerate(hands):
        for first, second in ends[: len(subject.spine) - 1]:
            a, b, p = solved.positions[:, first], solved.positions[:, second], places[:, hand]
            share = np.clip(np.sum((p - a) * (b - a), axis=1) / np.sum((b - a) ** 2, axis=1), 0.0, 1.0)
            apart = np.linalg.norm(p - a - share[:, None] * (b - a), axis=1)
            found[:, n] = np.minimum(found[:, n], apart - radii[first] - radii[hand])
    return found


def test_hands_that_rub_the_belly_touch_it_and_do_not_sink() -> None:
    subject, rig, goals, hands = belly("bear", 120)
    found = gaps(subject, rig, solve(rig, goals), hands)
    assert found.min() > -0.003
    assert np.median(found) < 0.006


def test_hands_stay_off_the_ground() -> None:
    subject = cast("bear")
    hands = subject.bodies_with(Cap.GRASPER)[:2]
    rig, goals = ik_rig(subject, hands), rest_goals(subject, 50)
    goals.position_weights[:, hands] = 1.0
    goals.root_position[:, 1] -= 0.15
    goals.positions[:, hands, 1] = np.linspace(0.4, -0.6, 50)[:, None]
    places = handles_of(subject, solve(rig, goals))
    radius = subject.character.bodies[hands[0]].radius
    assert places[:, hands, 1].min() > radius - 0.01


def test_a_goal_swept_over_the_back_folds_the_spine_smoothly() -> None:
    subject = cast("stick")
    head = subject.character.skeleton.index("head")
    rig, goals = ik_rig(subject, [head]), rest_goals(subject, 2000)
    goals.position_weights[:, head] = 1.0
    root = subject.rest_positions[subject.root]
    arm = subject.rest_handles[head] - root
    angle = np.linspace(0.0, 2.9, 2000)
    sweep = np.stack([0.0 * angle, np.cos(angle), np.sin(angle)], axis=1)
    goals.positions[:, head] = root + np.linalg.norm(arm) * sweep
    solved = solve(rig, goals)
    steps = np.linalg.norm(np.diff(solved.positions, axis=0), axis=-1).max(axis=1)
    assert steps.max() < 8.0 * np.linalg.norm(arm) * 2.9 / 1999
    # Folded over, the head stays nearer to rest than to what is asked.
    tops = handles_of(subject, solved)[-1, head]
    assert np.linalg.norm(tops - goals.positions[-1, head]) > 0.3 * np.linalg.norm(arm)


def test_a_solved_rest_is_the_rest_pose_of_the_skeleton() -> None:
    for name in ("bear", "dog", "spider"):
        subject = cast(name)
        pose = solved_pose(subject, solve(ik_rig(subject, []), rest_goals(subject)))
        rest = subject.character.rest
        alike = np.abs(np.sum(pose.rotations * rest.rotations, axis=-1))
        assert np.abs(alike - 1.0).max() < 1e-12
        assert pose.translations is not None
        assert np.abs(pose.translations[1:] - subject.character.skeleton.offsets[1:]).max() < 1e-9


def test_deforms_turn_their_joints_alone() -> None:
    subject = cast("dog")
    solved = solve(ik_rig(subject, []), rest_goals(subject))
    amounts = np.zeros(len(subject.deforms))
    mouth = next(i for i, deform in enumerate(subject.deforms) if deform.name == "open")
    amounts[mouth] = 1.0
    shut, wide = solved_pose(subject, solved), solved_pose(subject, solved, amounts)
    changed = np.abs(shut.rotations - wide.rotations).max(axis=-1) > 1e-9
    assert set(np.flatnonzero(changed)) == set(subject.deforms[mouth].joints.tolist())
