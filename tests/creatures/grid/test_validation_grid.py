"""The grid reports what is broken, in words, passes what is well, and gives the same result again."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kinegraph.core.body import Cap
from kinegraph.creatures.animation.authoring import (
    REST,
    Sketch,
    by_limb,
    by_size,
    pitch,
    to_ground,
    turning,
)
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.grid.measures import (
    buckling,
    foot_slip,
    goal_error,
    intersection,
    jerk,
    penetration,
    stretch,
)
from kinegraph.creatures.grid.overlap_kernels import capsule_overlaps
from kinegraph.creatures.grid.page import grid_page
from kinegraph.creatures.grid.pair import PairScore, score_pair
from kinegraph.creatures.grid.report import grid_report
from kinegraph.creatures.grid.scores import Reason
from kinegraph.creatures.grid.shape import grid_shape
from kinegraph.creatures.grid.take import Take, record
from kinegraph.creatures.grid.validation_grid import creature_at, fresh_creatures, run_grid

BEAR = creature_at("cast:bear")
SHAPE = grid_shape(BEAR)


def judged(motion: GeneralAnimation | None, **options: Any) -> PairScore:
    return score_pair(motion, BEAR, SHAPE, "cast:bear", **options)


@pytest.fixture(scope="module")
def standing() -> Take:
    return record(shipped_animation("nod"), BEAR, frames=20)


def test_a_good_animation_passes() -> None:
    assert judged(shipped_animation("wave")).passed


def test_a_hand_that_jumps_fails_for_its_jump() -> None:
    """Half a limb's length within a hundredth of a second."""
    jumpy = Sketch("jumpy", seconds=2.0)
    out = (0.0, 0.5, 0.3)
    jumpy.all("hands", "graspers").moves(by_limb(), {0.0: REST, 0.995: REST, 1.0: out, 2.0: out})
    assert Reason.JERK in [failure.reason for failure in judged(jumpy.finished()).failures]


def test_a_body_pushed_through_the_floor_fails_for_the_ground(standing: Any) -> None:
    sunk = np.array(standing.positions)
    sunk[10:, :, 1] -= 0.3 * BEAR.size[1]
    assert penetration(replace(standing, positions=sunk), SHAPE).value > 0.25 * BEAR.size[1]


def test_standing_is_not_in_the_ground(standing: Any) -> None:
    assert penetration(standing, SHAPE).value < 1e-3 * BEAR.size.max()


def test_a_goal_ten_metres_away_is_out_of_reach_and_does_not_count() -> None:
    far = Sketch("far", seconds=2.0)
    far.all("hands", "graspers").moves(by_size(), {0.0: REST, 1.0: (0.0, 0.0, 20.0), 2.0: REST})
    pair = judged(far.finished())
    assert pair.scores is not None
    assert pair.scores.out_of_reach > 0.2
    assert 0.2 < pair.scores.missed <= pair.scores.out_of_reach
    assert Reason.GOAL not in [failure.reason for failure in pair.failures]


def test_a_hand_ten_metres_from_a_goal_within_reach_fails_for_its_goal(standing: Any) -> None:
    hand = BEAR.bodies_with(Cap.GRASPER)[0]
    weights, places = np.array(standing.goal_weights), np.array(standing.positions)
    goals = np.array(standing.goals)
    weights[:, hand], goals[:, hand] = 1.0, standing.handles[:, hand]
    turns = np.zeros_like(standing.rotation_weights)
    asked = replace(standing, goal_weights=weights, goals=goals, rotation_weights=turns)
    assert goal_error(asked, SHAPE).value == pytest.approx(0.0, abs=1e-9)
    places[5, hand, 0] += 10.0
    missed = goal_error(replace(asked, positions=places), SHAPE)
    assert missed.body == hand
    assert missed.frame == 5
    assert missed.value == pytest.approx(10.0 / BEAR.limb_lengths[hand], rel=1e-6)


def test_a_foot_that_slides_is_measured_in_metres(standing: Any) -> None:
    foot = BEAR.legs[0].foot
    places = np.array(standing.positions)
    places[:, foot, 0] += np.linspace(0.0, 0.05, len(standing))
    slid = foot_slip(replace(standing, positions=places))
    assert slid.body == foot
    assert slid.value == pytest.approx(0.05, abs=2e-3)


def test_a_folded_spine_buckles_by_its_angle(standing: Any) -> None:
    spine = list(BEAR.spine)
    places = np.array(standing.positions)
    places[4, spine[-1]] = places[4, spine[-3]]
    assert buckling(replace(standing, positions=places)).value > np.radians(100.0)
    assert buckling(standing).value < np.radians(45.0)


def test_an_arm_through_the_belly_runs_into_it(standing: Any) -> None:
    hand = BEAR.bodies_with(Cap.GRASPER)[0]
    places = np.array(standing.positions)
    places[3, hand] = places[3, BEAR.spine[1]]
    assert intersection(replace(standing, positions=places), SHAPE).value > 1.0
    assert intersection(standing, SHAPE).value < 0.5


def test_overlaps_at_rest_do_not_count(standing: Any) -> None:
    rest = replace(
        standing,
        positions=np.repeat(BEAR.rest_positions[None], len(standing), axis=0),
        rotations=np.repeat(BEAR.rest_rotations[None], len(standing), axis=0),
    )
    assert intersection(rest, SHAPE).value == pytest.approx(0.0, abs=1e-9)
    assert penetration(rest, SHAPE).value == pytest.approx(0.0, abs=1e-9)


def test_stretch_is_a_share_of_rest_lengths(standing: Any) -> None:
    foot = BEAR.legs[0].foot
    parent = BEAR.parents[foot]
    places = np.array(standing.positions)
    places[2, foot] = places[2, parent] + 1.5 * (BEAR.rest_positions[foot] - BEAR.rest_positions[parent])
    assert stretch(replace(standing, positions=places))[1].value == pytest.approx(1.5, rel=1e-6)


def test_jerk_does_not_know_where_on_the_stage_a_creature_is(standing: Any) -> None:
    moved = replace(
        standing,
        positions=standing.positions + 5.0,
        placements=standing.placements + np.array([5.0, 5.0, 5.0, 0.0]),
    )
    assert jerk(moved).value == pytest.approx(jerk(standing).value, abs=1e-9)


def test_nan_fails_with_its_own_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    import kinegraph.creatures.grid.pair as module

    def broken(*_args: Any, **_options: Any) -> Take:
        take = record(shipped_animation("nod"), BEAR, frames=6)
        return replace(take, positions=np.full_like(take.positions, np.nan))

    monkeypatch.setattr(module, "record", broken)
    assert [failure.reason for failure in judged(shipped_animation("nod")).failures] == [Reason.NUMBERS]


def test_pairs_that_branches_exclude_do_not_apply_and_do_not_fail() -> None:
    snake = creature_at("cast:lamp")
    pair = score_pair(shipped_animation("clap"), snake, grid_shape(snake), "cast:lamp")
    assert not pair.applies
    assert not pair.failures
    assert pair.why_not


def test_capsules_overlap_as_a_plain_search_finds() -> None:
    """Against the nearest of 200 x 200 points on both axes."""
    rng = np.random.default_rng(5)
    starts, stops = rng.normal(size=(6, 2, 3)), rng.normal(size=(6, 2, 3))
    stops[5, 0] = starts[5, 0]  # a ball
    radii = np.array([0.3, 0.2])
    found = capsule_overlaps(starts, stops, radii, np.array([[0, 1]]))[:, 0]
    t = np.linspace(0.0, 1.0, 200)[:, None]
    for frame in range(6):
        one, other = (starts[frame, n] + t * (stops[frame, n] - starts[frame, n]) for n in (0, 1))
        near = np.linalg.norm(one[:, None] - other[None], axis=-1).min()
        assert found[frame] == pytest.approx(0.5 - near, abs=2e-2)


def test_fresh_creatures_are_drawn_by_the_seed() -> None:
    assert fresh_creatures(5, 1) == fresh_creatures(5, 1)
    assert fresh_creatures(5, 1) != fresh_creatures(5, 2)
    assert "cast:bear" in fresh_creatures(0)


@pytest.fixture(scope="module")
def small() -> Any:
    motions = [shipped_animation("wave"), shipped_animation("clap"), None]
    return run_grid(["seed:7", "cast:lamp"], motions, seed=3, frames=12, workers=0)


def test_the_same_seed_gives_the_same_report(small: Any) -> None:
    motions = [shipped_animation("wave"), shipped_animation("clap"), None]
    again = run_grid(["seed:7", "cast:lamp"], motions, seed=3, frames=12, workers=0)
    assert json.dumps(grid_report(again)) == json.dumps(grid_report(small))


def test_a_small_grid_has_a_picture_of_every_pair(small: Any) -> None:
    assert all(pair.picture is not None for pair in small.pairs if pair.applies)


def test_the_report_has_the_fields_that_scripts_read(small: Any) -> None:
    report = grid_report(small)
    measures = {
        "goal_error_percent",
        "foot_slip_mm",
        "ground_penetration_mm",
        "buckling_degrees",
        "self_intersection_diameters",
        "jerk_percent",
        "shortest_percent",
        "longest_percent",
        "out_of_reach_percent",
        "missed_out_of_reach_percent",
        "facing_degrees",
        "turn_degrees_per_frame",
        "shake_degrees",
        "severity",
    }
    words = {"animation", "creature", "variant", "applies", "why_not", "pass", "reasons", "words"}
    assert report["animations"] == ["wave", "clap", "walk"]
    assert len(report["pairs"]) == 6
    for pair in report["pairs"]:
        assert set(pair) == measures | words
        assert all(isinstance(pair[name], float) == pair["applies"] for name in measures)
    totals = report["totals"]
    assert totals["pairs"] == 6
    assert totals["passed"] + totals["failed"] == totals["applies"]
    assert set(totals) == {
        *("pairs", "applies", "passed", "failed", "pass_percent"),
        *("goals", "goals_excused", "excused_percent", "goals_missed", "missed_percent"),
        *("by_reason", "by_animation", "by_creature", "seldom"),
    }


def test_the_page_stands_alone_and_cannot_be_broken_out_of(small: Any) -> None:
    page = grid_page(small)
    assert "http://" not in page
    assert "https://" not in page
    assert "/*GRID*/" not in page
    assert page.count("</script>") == 1


def test_lying_creatures_lie_on_the_ground() -> None:
    """The root of a sitting body is put below its own thickness; the ground stops it."""
    low = Sketch("low", seconds=2.0)
    low.all("root", "root").moves(to_ground(), {0.0: REST, 1.0: (0.0, 0.95, 0.0), 2.0: REST})
    take = record(low.finished(), BEAR, frames=20)
    root = BEAR.character.bodies[BEAR.root].radius
    assert take.positions[:, BEAR.root, 1].min() > 0.9 * min(root, BEAR.rest_positions[BEAR.root, 1])


def test_tails_that_nothing_keys_stay_off_the_ground() -> None:
    lizard = creature_at("cast:lizard")
    rears = Sketch("rears", seconds=2.0)
    rears.all("root", "root").turns(turning(), {0.0: REST, 1.0: pitch(-35), 2.0: REST})
    take = record(rears.finished(), lizard, frames=20)
    tail = [body for body, name in enumerate(lizard.character.skeleton.names) if name.startswith("tail")]
    rest = lizard.rest_positions[tail, 1].min()
    assert take.handles[:, tail, 1].min() > min(rest, 0.0) - 0.02 * lizard.size.max()
