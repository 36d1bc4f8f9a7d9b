"""The grid sees what turns wrongly: hands that face another way, flips, bodies that shake."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.grid.measures import GoalCounts, count_goals
from kinegraph.creatures.grid.shake_kernels import to_and_fro
from kinegraph.creatures.grid.shape import grid_shape
from kinegraph.creatures.grid.take import Take, record
from kinegraph.creatures.grid.turns import body_shake, orientation_error, turn_per_frame
from kinegraph.creatures.grid.validation_grid import creature_at

BEAR = creature_at("cast:bear")
HAND = BEAR.bodies_with(Cap.GRASPER)[0]


@pytest.fixture(scope="module")
def still() -> Take:
    """A second at rest, with an orientation goal on a hand."""
    take = record(shipped_animation("nod"), BEAR, frames=61, seconds=1.0)
    weights, goals = np.zeros_like(take.rotation_weights), np.array(take.goal_rotations)
    weights[:, HAND], goals[:, HAND] = 1.0, BEAR.rest_rotations[HAND]
    return replace(
        take,
        rotations=np.repeat(BEAR.rest_rotations[None], 61, axis=0),
        goal_rotations=goals,
        rotation_weights=weights,
        roots=np.repeat(
            np.concatenate([BEAR.rest_positions[BEAR.root], BEAR.rest_rotations[BEAR.root]])[None], 61, axis=0
        ),
    )


def turned(take: Take, body: int, degrees: Any) -> np.ndarray:
    """The rotations of a take, with one body turned about Y by (F,) degrees."""
    rotations = np.array(take.rotations)
    turns = np.radians(degrees)[:, None] * np.array([0.0, 1.0, 0.0])
    rotations[:, body] = quat_multiply(quat_from_axis_angle(turns), rotations[:, body])
    return rotations


def test_a_hand_that_faces_another_way_is_measured_by_its_angle(still: Take) -> None:
    off = np.where(np.arange(61) == 30, 70.0, 0.0)
    found = orientation_error(replace(still, rotations=turned(still, HAND, off)))
    assert (found.body, found.frame) == (HAND, 30)
    assert np.degrees(found.value) == pytest.approx(70.0, abs=1e-6)
    assert orientation_error(still).value == pytest.approx(0.0, abs=1e-6)


def test_a_flip_is_measured_per_frame_unless_it_is_asked_for(still: Take) -> None:
    flip = turned(still, HAND, np.where(np.arange(61) >= 20, 89.0, 0.0))
    found = turn_per_frame(replace(still, rotations=flip))
    assert (found.body, found.frame) == (HAND, 20)
    assert np.degrees(found.value) == pytest.approx(89.0, abs=1e-6)
    goals = np.array(still.goal_rotations)
    goals[:, HAND] = flip[:, HAND]
    assert turn_per_frame(replace(still, rotations=flip, goal_rotations=goals)).value < 1e-6


def test_a_torso_that_shakes_is_measured_from_peak_to_peak(still: Take) -> None:
    chest = BEAR.spine[2]
    shaking = turned(still, chest, 10.0 * np.sin(2.0 * np.pi * 6.0 * still.times))
    assert np.degrees(body_shake(replace(still, rotations=shaking)).value) == pytest.approx(20.0, abs=1.0)
    swing = turned(still, chest, np.interp(still.times, [0.4, 0.5, 0.6], [0.0, 60.0, 0.0]))
    assert np.degrees(body_shake(replace(still, rotations=swing)).value) < 1.0


def test_to_and_fro_agrees_with_a_plain_search() -> None:
    """Against all choices of four frames within the window."""
    draw = np.random.default_rng(8)
    for _ in range(30):
        values = draw.normal(size=14).cumsum()
        best = 0.0
        for four in itertools.combinations(range(14), 4):
            if four[3] - four[0] <= 7:
                ways = np.diff(values[list(four)])
                if ways[0] * ways[1] < 0.0 and ways[1] * ways[2] < 0.0:
                    best = max(best, float(np.abs(ways).min()))
        assert to_and_fro(values[:, None], 7)[0] <= best + 1e-9  # never more; its legs end at extremes
        assert to_and_fro(values[:, None], 14)[0] <= np.ptp(values)


def test_a_shake_of_the_animation_itself_does_not_count(still: Take) -> None:
    shaking = turned(still, BEAR.root, 10.0 * np.sin(2.0 * np.pi * 6.0 * still.times))
    roots = np.array(still.roots)
    roots[:, 3:7] = shaking[:, BEAR.root]
    assert np.degrees(body_shake(replace(still, rotations=shaking, roots=roots)).value) < 1e-6


def test_goals_out_of_reach_are_counted(still: Take) -> None:
    weights, goals = np.zeros_like(still.goal_weights), np.array(still.goals)
    weights[:, HAND], goals[:, HAND] = 1.0, still.handles[:, HAND]
    goals[:20, HAND, 2] += 10.0
    asked = replace(still, goal_weights=weights, goals=goals, rotation_weights=np.zeros_like(weights))
    assert count_goals(asked, grid_shape(BEAR), near=0.1) == GoalCounts(61, excused=20, missed=20)
    assert count_goals(asked, grid_shape(BEAR), near=1e3) == GoalCounts(61, excused=20, missed=0)


@pytest.mark.parametrize("name", ["salute", "scratch", "cower"])
@pytest.mark.parametrize("source", ["cast:figure", "cast:bird", "seed:119063273"])
def test_arms_that_reach_for_the_head_never_flip(name: str, source: str) -> None:
    """In degrees per frame: up to 158 when hands aimed at the middle of the head."""
    motion = shipped_animation(name)
    frames = round(60.0 * motion.duration) + 1
    assert np.degrees(turn_per_frame(record(motion, creature_at(source), frames=frames)).value) < 45.0


@pytest.mark.parametrize(("name", "seed", "variant"), [("throw", 771603148, 1), ("punch", 67049899, 0)])
def test_a_blow_does_not_shake_the_body(name: str, seed: int, variant: int) -> None:
    """The body followed the hand or the head back, forth and back again: by 9 degrees."""
    motion = shipped_animation(name)
    frames = round(60.0 * motion.duration) + 1
    take = record(motion, creature_at(f"seed:{seed}"), variant=variant, frames=frames)
    assert np.degrees(body_shake(take).value) < 8.0
