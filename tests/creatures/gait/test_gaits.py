"""Walking on any legs, on any ground, whatever is commanded."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from benchmarks.measures.gait import (
    Command,
    WalkRecord,
    crossings,
    largest_foot_turn,
    out_of_reach,
    penetration,
    record_walk,
    speed_ripple,
    stance_drift,
)
from benchmarks.synthetic.legged_plan import legged_plan
from tests.creatures.made_creatures import made

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.ground import (
    Ground,
    bumps,
    flat,
    slope,
    steps,
)
from kinegraph.creatures.gait.rig import GaitRig, gait_rig
from kinegraph.creatures.gait.step_kernels import gait_frame
from kinegraph.creatures.gait.styles import gait_style
from kinegraph.creatures.maker.maker import creature_from_plan

JOINTS = {1: 3, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 4, 9: 1, 10: 2, 11: 3, 12: 6}


def _jumps(time: float) -> tuple[float, float, float]:
    """Go, stop at once, reverse, spin on the spot, sidle, dart off in a curve: without a transition."""
    return ((0, 1.2, 0), (0, 0, 0), (0, -1.0, 0), (0, 0, 2.5), (0.8, 0, 0), (0, 2.0, -1.5))[
        int(time / 0.7) % 6
    ]


GROUNDS: dict[str, tuple[Ground, Command]] = {
    "straight": (flat(), lambda _: (0.0, 1.0, 0.0)),
    "curve": (flat(), lambda _: (0.0, 0.9, 0.8)),
    "slope": (slope(0.3, 0.4), lambda _: (0.0, 0.8, 0.2)),
    "steps": (steps(0.12, 0.35, 8), lambda _: (0.0, 0.7, 0.0)),
    "bumps": (bumps(0.12, 0.6, extent=16.0), lambda _: (0.0, 0.8, 0.3)),
    "sideways": (flat(), lambda _: (0.5, 0.0, 0.0)),
    "jumps": (flat(), _jumps),
}


@cache
def rig_of(legs: int, joints: int, style: str = "plain") -> GaitRig:
    plan = legged_plan(legs, joints, longer=(1.0, 1.5))
    return gait_rig(creature_from_plan(plan, skin=False), gait_style(style))


@cache
def walk(legs: int, case: str, joints: int | None = None) -> WalkRecord:
    ground, command = GROUNDS[case]
    return record_walk(Gait(rig_of(legs, joints or JOINTS[legs]), ground), command, 4.2)


EVERY = pytest.mark.parametrize("legs", range(1, 13))
CASES = pytest.mark.parametrize("case", GROUNDS)


@EVERY
@CASES
def test_standing_feet_never_slip(legs: int, case: str) -> None:
    assert (
        stance_drift(walk(legs, case)) < 1e-12
    )  # metres: rounding on the way to the character's space and back


@EVERY
@CASES
def test_feet_never_go_below_the_ground(legs: int, case: str) -> None:
    assert penetration(walk(legs, case)) < 1e-9


@EVERY
@CASES
def test_feet_never_flip(legs: int, case: str) -> None:
    assert largest_foot_turn(walk(legs, case)) < np.radians(20.0)  # between two frames of 60 a second


@EVERY
@pytest.mark.parametrize("case", ["straight", "curve", "slope", "steps", "bumps"])
def test_the_body_goes_evenly(legs: int, case: str) -> None:
    assert speed_ripple(walk(legs, case)) < 0.05


@EVERY
@CASES
def test_feet_stay_within_the_stretch_of_legs(legs: int, case: str) -> None:
    share, worst = out_of_reach(walk(legs, case))
    assert worst < 1.2  # limbs stretch to 120 %
    assert share < 0.12


@CASES
def test_the_feet_of_bipeds_never_cross(case: str) -> None:
    assert crossings(walk(2, case, 3)) == 0


@pytest.mark.parametrize("joints", range(1, 7))
def test_legs_of_any_number_of_joints_keep_all_of_it(joints: int) -> None:
    record = walk(4, "bumps", joints)
    assert stance_drift(record) < 1e-12
    assert penetration(record) < 1e-9
    assert out_of_reach(record)[1] < 1.2


@EVERY
def test_a_creature_without_a_command_is_at_rest(legs: int) -> None:
    rig = rig_of(legs, JOINTS[legs])
    goals, creature = Gait(rig).goals, rig.creature
    assert goals.root_position == pytest.approx(creature.rest_positions[creature.root], abs=1e-12)
    assert goals.root_rotation == pytest.approx(creature.rest_rotations[creature.root], abs=1e-12)
    feet = list(rig.feet)
    assert goals.positions[feet] == pytest.approx(creature.rest_handles[feet], abs=1e-12)


@EVERY
@pytest.mark.parametrize("ground", [flat(), slope(0.25, 1.0)], ids=["flat", "slope"])
def test_a_stopped_creature_stands_still_to_the_last_bit(legs: int, ground: Ground) -> None:
    rig = rig_of(legs, JOINTS[legs])
    gait = Gait(rig, ground)
    record_walk(gait, lambda _: (0.2, 1.0, 0.6), 2.0)
    record_walk(gait, lambda _: (0.0, 0.0, 0.0), 6.0)
    assert gait.idle
    before = gait.goals.copy()
    for frame in range(30):
        gait.step((0.0, 0.0), 0.0, (1 / 60, 1 / 24, 0.0123)[frame % 3])
        for old, new in zip(before, gait.goals, strict=True):
            assert np.array_equal(old, new)
    home = rig.creature.rest_handles[list(rig.feet)][:, ::2]
    lengths = np.array([rig.tables.groups[group, at.LENGTH] for group in rig.tables.numbers[:, at.GROUP]])
    away = np.linalg.norm(gait.goals.positions[list(rig.feet)][:, ::2] - home, axis=1)
    assert (away < 0.041 * lengths).all()


@pytest.mark.parametrize("legs", [1, 2, 4, 6, 8])
@pytest.mark.parametrize("fps", [24.0, 120.0, 240.0])
def test_a_walk_is_the_same_at_any_frame_rate(legs: int, fps: float) -> None:
    def command(time: float) -> tuple[float, float, float]:
        return ((0.0, 1.0, 0.0), (0.0, 0.6, 1.0), (0.4, 0.0, 0.0), (0.0, 0.0, 0.0))[int(time + 1e-6)]

    rig = rig_of(legs, JOINTS[legs])
    usual, other = (record_walk(Gait(rig), command, 4.0, rate) for rate in (60.0, fps))
    assert other.placements[-1] == pytest.approx(usual.placements[-1], abs=1e-6)
    assert other.feet[-1] == pytest.approx(usual.feet[-1], abs=1e-6)
    assert other.hips[-1] == pytest.approx(usual.hips[-1], abs=1e-6)


def test_frames_of_uneven_length_walk_the_same_way_within_a_millimetre() -> None:
    rig, draw = rig_of(4, 3), np.random.default_rng(5)
    even, uneven = Gait(rig), Gait(rig)
    lengths = draw.uniform(0.003, 0.05, 60)
    lengths *= 2.0 / lengths.sum()
    for _ in range(120):
        even.step((0.0, 1.0), 0.5, 1 / 60)
    for seconds in lengths:
        uneven.step((0.0, 1.0), 0.5, seconds)
    assert uneven.goals.placement == pytest.approx(even.goals.placement, abs=1e-3)


@pytest.mark.parametrize("legs", [1, 2, 4, 6, 8, 12])
def test_feet_stand_less_the_faster_it_goes(legs: int) -> None:
    rig = rig_of(legs, 3)
    shares = []
    for speed in (0.4, 1.0, 2.0, 4.0):
        record = record_walk(Gait(rig), lambda _, speed=speed: (0.0, speed, 0.0), 4.0)
        shares.append(record.planted[120:].mean())
    assert all(fast < slow for slow, fast in pairwise(shares))


def test_a_walking_biped_always_has_a_foot_on_the_ground_and_a_running_one_flies() -> None:
    rig = rig_of(2, 3)
    slow = record_walk(Gait(rig), lambda _: (0.0, 0.9, 0.0), 4.0)
    fast = record_walk(Gait(rig), lambda _: (0.0, 4.0, 0.0), 4.0)
    assert slow.planted.any(axis=1).all()
    assert not fast.planted[120:].any(axis=1).all()


def test_a_slow_quadruped_keeps_three_feet_down_and_a_trot_moves_diagonals_together() -> None:
    plan = legged_plan(4, 3)
    rig = gait_rig(creature_from_plan(plan, skin=False))
    slow = record_walk(Gait(rig), lambda _: (0.0, 0.4, 0.0), 5.0)
    assert (slow.planted[150:].sum(axis=1) >= 3).all()
    trot = record_walk(Gait(rig), lambda _: (0.0, 2.0, 0.0), 5.0).planted[120:]
    order = rig.tables.feet[:, at.SIDE_STEP] + rig.tables.feet[:, at.ROW_STEP]
    diagonals = [np.flatnonzero(order % 2 == parity) for parity in (0, 1)]
    for a, b in diagonals:
        assert (trot[:, a] == trot[:, b]).mean() > 0.85


def test_six_feet_go_by_tripods() -> None:
    rig = gait_rig(creature_from_plan(legged_plan(6, 3), skin=False))
    planted = record_walk(Gait(rig), lambda _: (0.0, 1.4, 0.0), 5.0).planted[120:]
    assert (planted.sum(axis=1) >= 3).mean() > 0.95


def test_groups_of_unequal_length_keep_the_ratio_of_their_rates() -> None:
    plan = legged_plan(6, 3, longer=(1.0, 1.0, 2.6))
    rig = gait_rig(creature_from_plan(plan, skin=False))
    assert len(rig.groups) == 2
    record = record_walk(Gait(rig), lambda _: (0.0, 0.8, 0.0), 20.0)
    counts = (np.diff(record.planted.astype(int), axis=0) == -1).sum(axis=0)
    rates = rig.tables.groups[rig.tables.numbers[:, at.GROUP], at.RATE]
    cycles = counts / rates
    assert cycles.max() - cycles.min() <= 2.0


def test_a_limping_foot_stands_shorter_than_the_others() -> None:
    rig = rig_of(2, 3, "limp")
    shares = record_walk(Gait(rig), lambda _: (0.0, 0.9, 0.0), 6.0).planted[120:].mean(axis=0)
    assert shares[0] < shares[1] - 0.05


@pytest.mark.parametrize("style", ["lumber", "sneak", "proud", "tired", "gallop", "tiptoe", "lumber+limp"])
def test_no_style_makes_feet_slip(style: str) -> None:
    for legs in (2, 4):
        record = record_walk(Gait(rig_of(legs, 3, style), steps(0.1, 0.4, 6)), _jumps, 4.2)
        assert stance_drift(record) < 1e-12
        assert penetration(record) < 1e-9


def test_the_lower_of_two_styles_is_carried_lower() -> None:
    high, low = (Gait(rig_of(2, 3, style)) for style in ("plain", "sneak"))
    for gait in (high, low):
        record_walk(gait, lambda _: (0.0, 0.5, 0.0), 3.0)
    assert low.goals.root_position[1] < high.goals.root_position[1] - 0.02


def test_a_lying_creature_without_feet_crawls_without_slipping() -> None:
    rig = gait_rig(made(3, "snail"))
    assert rig.mode == at.CARRIED
    gait = Gait(rig)
    record = record_walk(gait, lambda _: (0.0, 0.3, 0.1), 6.0)
    assert stance_drift(record) < 1e-12
    assert not record.planted.all()
    gone = np.linalg.norm(record.feet[-1] - record.feet[0], axis=-1)
    assert (gone > 1.0).all()
    assert np.abs(record.hips[-1, 0] - record.placements[-1, :3])[[0, 2]].max() < 0.5


def test_an_upright_creature_without_feet_floats_above_the_ground() -> None:
    rig = gait_rig(creature_from_plan(replace(legged_plan(2), limbs=()), skin=False))
    assert rig.mode == at.FLOATING
    record = record_walk(Gait(rig), lambda _: (0.0, 0.5, 0.0), 6.0)
    rest = rig.creature.rest_positions[rig.creature.root, 1]
    heights = record.hips[:, 0, 1] - rest
    assert heights.min() > 0.05 * rig.creature.size[1]
    assert np.ptp(heights) > 0.02 * rig.creature.size[1]


@pytest.mark.parametrize("seed", range(24))
def test_generated_creatures_walk_without_slip(seed: int) -> None:
    gait = Gait(gait_rig(made(seed)), bumps(0.05, 0.5, seed=seed, extent=16.0))
    record = record_walk(gait, _jumps, 4.2)
    for values in (record.placements, record.hips, record.hip_rotations, record.feet, record.foot_rotations):
        assert np.isfinite(values).all()
    assert stance_drift(record) < 1e-12
    assert penetration(record) < 1e-9


def test_the_same_walk_is_the_same_to_the_last_bit() -> None:
    one, two = (record_walk(Gait(rig_of(5, 4), bumps(0.1, 0.5, extent=16.0)), _jumps, 4.2) for _ in range(2))
    assert np.array_equal(one.feet, two.feet)
    assert np.array_equal(one.hips, two.hips)


def test_a_copied_state_goes_on_as_the_original_did() -> None:
    gait = Gait(rig_of(4, 3))
    record_walk(gait, _jumps, 2.0)
    kept = gait.state.copy()
    first = record_walk(gait, _jumps, 1.0).feet
    gait.state = kept
    gait.step((0.0, 0.0), 0.0, 0.0)
    assert np.array_equal(record_walk(gait, _jumps, 1.0).feet, first)


@pytest.mark.parametrize("absurd", [1e300, -1e300, np.inf, np.nan, 1e4])
def test_kernels_give_numbers_for_any_command(absurd: float) -> None:
    gait = Gait(rig_of(6, 5), bumps(0.1, 0.5, extent=16.0))
    for frame in range(120):
        command = np.roll([absurd, 1.0, 0.0], frame % 3)
        gait_frame(gait.rig.tables, gait.ground.table, gait.state, *command, 1 / 60, gait.goals)
        assert all(np.isfinite(values).all() for values in gait.goals)


def test_a_gait_refuses_invalid_velocities_and_times() -> None:
    gait = Gait(rig_of(2, 1))
    for velocity, turn, seconds in [
        ((np.nan, 0.0), 0.0, 0.1),
        ((0.0, 0.0), np.inf, 0.1),
        ((0.0, 0.0), 0.0, -1.0),
    ]:
        with pytest.raises(InvalidValue):
            gait.step(velocity, turn, seconds)


def test_the_body_follows_its_command_as_two_lags_in_a_row_do() -> None:
    """Against the differential equation, integrated in small steps by Heun's rule."""
    rig = rig_of(2, 3)
    lag = float(rig.tables.body[at.RESPONSE])
    record = record_walk(Gait(rig), lambda _: (0.3, 1.0, 0.7), 2.0)
    wish, state, small = np.array([0.3, 1.0, 0.7]), np.zeros(9), 1e-4  # lagged, velocity, place and heading

    def rates(now: np.ndarray) -> np.ndarray:
        sine, cosine = np.sin(now[8]), np.cos(now[8])
        going = [cosine * now[3] + sine * now[4], cosine * now[4] - sine * now[3], now[5]]
        return np.concatenate([(wish - now[:3]) / lag, (now[:3] - now[3:6]) / lag, going])

    for _ in range(20000):
        slope_now = rates(state)
        state = state + 0.5 * small * (slope_now + rates(state + small * slope_now))
    assert record.placements[-1, [0, 2, 3]] == pytest.approx(state[6:], abs=2e-3)
