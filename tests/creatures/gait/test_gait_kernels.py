"""The stages of a gait's tick against their plain NumPy twins, on states in the middle of random walks."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from benchmarks.synthetic.legged_plan import legged_plan
from numba import njit
from tests.creatures.gait import slow_gait as slow

from kinegraph.core.arrays import Floats
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.body_kernels import ride, roll_feet, to_character
from kinegraph.creatures.gait.feet_kernels import (
    along_path,
    clock_rate,
    displacement,
    foot_phase,
    homing_share,
    step_feet,
    wrap_angle,
)
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.goals_kernels import write_goals
from kinegraph.creatures.gait.ground import flat
from kinegraph.creatures.gait.motion_kernels import (
    follow_command,
    foot_speed,
    parameters_at_speed,
    place_after,
)
from kinegraph.creatures.gait.parameters import COLUMNS
from kinegraph.creatures.gait.rig import gait_rig
from kinegraph.creatures.gait.sink_kernels import body_turn, sink
from kinegraph.creatures.gait.step_kernels import gait_frame
from kinegraph.creatures.gait.tables import GaitState, GaitTables
from kinegraph.creatures.maker.maker import creature_from_plan

GROUND = flat().table
NEAR = 1e-9


# Stages have no way in from Python: each is called from a compiled function of one line.
@njit
def _follow(tables: Any, state: Any, wish: Any) -> None:
    follow_command(tables, state, wish[0], wish[1], wish[2])


@njit
def _moved(body: Any, x: Any, z: Any, turn: Any, time: float) -> Any:
    return place_after(body, x, z, turn, time)


@njit
def _speeds(tables: Any, state: Any, foot: int) -> Any:
    return foot_speed(tables, state.body, foot)


@njit
def _parameters(tables: Any, state: Any) -> None:
    parameters_at_speed(tables, state)


@njit
def _feet(tables: Any, state: Any, foot: int, settling: Any) -> Any:
    return (
        clock_rate(tables, state, settling),
        foot_phase(tables, state, foot),
        displacement(tables, state, foot),
    )


@njit
def _flight(path: Any, before: Any, after: Any, column: Any, angle: Any) -> Any:
    return along_path(path, before, column), homing_share(path, before, after), wrap_angle(angle)


@njit
def _step(tables: Any, ground: Any, state: Any, wish: Any, rate: float, moving: Any) -> None:
    step_feet(tables, ground, state, wish, rate, moving)


@njit
def _ride(tables: Any, ground: Any, state: Any, moving: Any) -> None:
    ride(tables, ground, state, moving)


@njit
def _roll(tables: Any, state: Any) -> None:
    roll_feet(tables, state)


@njit
def _seen(body: Any, x: Any, z: Any) -> Any:
    return to_character(body, x, z)


@njit
def _sink(tables: Any, state: Any) -> None:
    sink(tables, state)


@njit
def _turn(yaw: Any, pitch: Any, roll: Any) -> Any:
    return body_turn(yaw, pitch, roll)


@njit
def _write(tables: Any, ground: Any, state: Any, goals: Goals) -> None:
    write_goals(tables, ground, state, goals)


def _states(legs: int) -> Iterator[tuple[GaitTables, GaitState]]:
    """A rig's tables, and states in the middle of a walk with random commands."""
    rig = gait_rig(creature_from_plan(legged_plan(legs, 3, longer=(1.0, 1.4)), skin=False))
    gait, draw = Gait(rig), np.random.default_rng(legs)
    for _ in range(6):
        wish = draw.normal(size=3) * [0.4, 1.0, 0.8]
        for _ in range(draw.integers(5, 40)):
            gait.step((wish[0], wish[1]), wish[2], at.TICK)
        yield rig.tables, gait.state.copy()


LEGS = pytest.mark.parametrize("legs", [1, 2, 4, 5, 8])


def test_columns_of_the_parameters_are_the_fields_in_their_order() -> None:
    names = ["SPEED", "STRIDE", "DUTY", "SIDE_LAG", "ROW_LAG", "LIFT", "BOUNCE", "SWAY", "ROLL", "TWIST"]
    names += ["LEAN", "STRIKE", "PUSH", "CROUCH"]
    assert [getattr(at, name) for name in names] == list(range(len(COLUMNS)))
    renamed = {"STRIKE": "heel", "PUSH": "toe"}
    assert tuple(renamed.get(name, name.lower()) for name in names) == COLUMNS


@LEGS
def test_the_body_follows_a_command_as_its_twin_does(legs: int) -> None:
    for tables, state in _states(legs):
        wish = (0.3, -0.8, 0.5)
        expected = slow.follow(tables, state.body, wish)
        _follow(tables, state, wish)
        assert np.abs(state.body - expected).max() < NEAR


@pytest.mark.parametrize("turn", [0.0, 1e-9, 0.4, -7.0])
def test_an_arc_ends_where_its_integral_does(turn: float) -> None:
    body = np.zeros(at.STATE_BODY_COLUMNS)
    body[at.PLACE_X], body[at.PLACE_Z], body[at.HEADING] = 2.0, -1.0, 0.7
    body[at.SINE], body[at.COSINE] = math.sin(0.7), math.cos(0.7)
    expected = slow.arc(body, (0.3, 1.2), turn, 0.25)
    assert _moved(body, 0.3, 1.2, turn, 0.25) == pytest.approx(expected, abs=1e-8)


@LEGS
def test_parameters_are_interpolated_at_the_speed_of_the_fastest_foot(legs: int) -> None:
    for tables, state in _states(legs):
        speeds = [_speeds(tables, state, foot) for foot in range(len(tables.feet))]
        assert np.abs(np.array(speeds) - slow.foot_speeds(tables, state.body)).max() < NEAR
        expected = slow.parameters(tables, state.body)
        _parameters(tables, state)
        assert np.abs(state.now - expected).max() < NEAR


@LEGS
def test_the_clock_and_the_feet_are_where_their_twins_say(legs: int) -> None:
    for tables, state in _states(legs):
        expected = slow.phases(tables, state)
        for foot in range(len(tables.feet)):
            rate, phase, away = _feet(tables, state, foot, False)
            assert rate == pytest.approx(slow.clock_rate(tables, state), abs=NEAR)
            assert phase == pytest.approx(expected[foot], abs=NEAR)
            assert away == pytest.approx(slow.displaced(tables, state, foot), abs=NEAR)


def test_a_flight_is_read_as_a_linear_table() -> None:
    tables, _ = next(_states(2))
    for before, after in np.sort(np.random.default_rng(3).uniform(size=(50, 2)), axis=1):
        for column in range(4):
            lift, share, angle = _flight(tables.path[1], before, after, column, 9.0 * (after - 0.5))
            assert lift == pytest.approx(slow.along_path(tables.path[1], before, column), abs=NEAR)
            assert share == pytest.approx(slow.homing(tables.path[1], before, after), abs=NEAR)
            assert angle == pytest.approx(np.angle(np.exp(9.0j * (after - 0.5))), abs=NEAR)


@LEGS
def test_standing_feet_stay_and_flying_feet_home_in_on_their_aims(legs: int) -> None:
    flown = 0
    for tables, state in _states(legs):
        before = state.copy()
        _step(tables, GROUND, state, (0.2, 1.0, 0.3), slow.clock_rate(tables, state), True)
        places = state.feet[:, [at.FOOT_X, at.FOOT_Y, at.FOOT_Z, at.RISE_X, at.RISE_Z, at.YAW]]
        for foot, place in enumerate(places):
            if before.feet[foot, at.FLIGHT] < 0.0:
                assert place[:3] == pytest.approx(before.feet[foot, [at.FOOT_X, at.FOOT_Y, at.FOOT_Z]], abs=0)
                continue
            flown += 1
            expected = slow.foot_after(tables, before, state, foot)
            assert place[:5] == pytest.approx(expected[:5], abs=NEAR)
            assert np.angle(np.exp(1j * (place[5] - expected[5]))) == pytest.approx(0.0, abs=NEAR)
    assert flown > 0


@LEGS
def test_the_body_springs_to_where_its_twin_would_have_it(legs: int) -> None:
    for tables, state in _states(legs):
        activity = 1.0 + (state.body[at.ACTIVITY] - 1.0) * tables.body[at.ACTIVITY_STAYS]
        before = state.copy()
        state.body[at.IDLE] = before.body[at.IDLE] = 0.0
        before.body[at.ACTIVITY] = activity
        goal = slow.ride(tables, before)
        _ride(tables, GROUND, state, True)
        value, speed = before.body[[at.PLACE_Y, at.RISE_SPEED]]
        expected = slow.damped(value, speed, goal.height, tables.body[at.HEIGHT_SPRING])
        assert state.body[[at.PLACE_Y, at.RISE_SPEED]] == pytest.approx(expected, abs=1e-5)
        tilt, hip_rate = tables.body[[at.TILT_SPRING, at.HIP_SPRING]]
        turns = ((at.PITCHED, goal.pitch, tilt, 1.6), (at.ROLLED, goal.roll, tilt, 1.6))
        for column, wanted, rate, quickest in (*turns, (at.FLEXED, goal.flexed, hip_rate, 1.2)):
            pair = [column, column + 1]
            value, speed = before.body[pair]
            expected = slow.damped_turn(value, speed, wanted, rate, quickest)
            assert state.body[pair] == pytest.approx(expected, abs=1e-5)  # the kernel's exponential
        for hip, (sway, rise, twist) in enumerate(goal.hips):
            for column, there in ((at.SWAYED, sway), (at.RAISED, rise)):
                pair = [column, column + 1]
                value, speed = before.hips[hip, pair]
                expected = slow.damped(value, speed, there, hip_rate)
                assert state.hips[hip, pair] == pytest.approx(expected, abs=1e-5)
            pair = [at.TWISTED, at.TWIST_SPEED]
            value, speed = before.hips[hip, pair]
            expected = slow.damped_turn(value, speed, twist, hip_rate, 2.6)
            assert state.hips[hip, pair] == pytest.approx(expected, abs=1e-5)


@LEGS
def test_feet_roll_as_their_twins_do(legs: int) -> None:
    for tables, state in _states(legs):
        expected = slow.foot_pitches(tables, state)
        _roll(tables, state)
        assert state.feet[:, at.PITCH] == pytest.approx(expected, abs=1e-6)  # the kernel snaps to zero below


def test_a_place_is_seen_from_the_body() -> None:
    for _, state in _states(4):
        assert _seen(state.body, 1.5, -0.5) == pytest.approx(
            slow.in_body_frame(state.body, 1.5, -0.5), abs=NEAR
        )


@LEGS
def test_the_body_sinks_as_far_as_its_twin_says(legs: int) -> None:
    for tables, state in _states(legs):
        before = state.body.copy()
        needed = slow.needed_sink(tables, state)
        after, _ = slow.damped(before[at.SUNK], before[at.SINK_SPEED], needed, tables.body[at.TILT_SPRING])
        _sink(tables, state)
        assert state.body[at.SUNK] == pytest.approx(max(after, needed), abs=2e-6)  # it snaps to zero below


def test_yaw_pitch_and_roll_are_turned_in_that_order() -> None:
    for yaw, pitch, roll in np.random.default_rng(0).normal(size=(20, 3)):
        assert _turn(yaw, pitch, roll) == pytest.approx(slow.body_turn(yaw, pitch, roll), abs=NEAR)


@LEGS
def test_goals_are_those_of_the_twin(legs: int) -> None:
    for tables, state in _states(legs):
        rig = gait_rig(creature_from_plan(legged_plan(legs, 3, longer=(1.0, 1.4)), skin=False))
        goals = rest_goals(rig.creature)
        state.body[at.REMAINDER] = 0.0
        _write(tables, GROUND, state, goals)
        placement = state.body[[at.PLACE_X, at.PLACE_Y, at.PLACE_Z, at.HEADING]]
        assert goals.placement[:3] == pytest.approx(placement[:3], abs=NEAR)
        for foot in range(len(tables.feet)):
            body = tables.numbers[foot, at.BODY]
            place, turn = slow.foot_goal(tables, state, goals.placement, foot)
            assert abs(float(goals.rotations[body] @ turn)) == pytest.approx(1.0, abs=NEAR)
            if state.feet[foot, at.FLIGHT] < 0.0:  # what flies is kept within reach as well
                assert goals.positions[body] == pytest.approx(place, abs=NEAR)
        place, turn = slow.root_goal(tables, state)
        assert goals.root_position == pytest.approx(place, abs=NEAR)
        assert abs(float(goals.root_rotation @ turn)) == pytest.approx(1.0, abs=NEAR)


@LEGS
def test_a_frame_is_its_ticks_one_after_the_other(legs: int) -> None:
    for tables, state in _states(legs):
        rig = gait_rig(creature_from_plan(legged_plan(legs, 3, longer=(1.0, 1.4)), skin=False))
        ticked, wish = state.copy(), (0.2, 0.9, -0.4)
        whole, goals = rest_goals(rig.creature), rest_goals(rig.creature)
        gait_frame(tables, GROUND, state, *wish, 5 * at.TICK, whole)
        for _ in range(5):
            _tick(tables, ticked, wish)
        _write(tables, GROUND, ticked, goals)
        assert _largest_gap(state.feet, ticked.feet) < NEAR
        assert _largest_gap(whole.positions, goals.positions) < NEAR
        assert _largest_gap(whole.root_position, goals.root_position) < NEAR


def _largest_gap(one: Floats, other: Floats) -> float:
    return float(np.abs(one - other).max(initial=0.0))


def _tick(tables: GaitTables, state: GaitState, wish: tuple[float, float, float]) -> None:
    """One tick of a creature that is under way, stage by stage."""
    _follow(tables, state, wish)
    _parameters(tables, state)
    rate = _feet(tables, state, 0, False)[0]
    state.body[at.IDLE] = 0.0
    state.body[at.CLOCK] += rate * at.TICK
    _step(tables, GROUND, state, wish, rate, True)
    _roll(tables, state)
    _ride(tables, GROUND, state, True)
    _sink(tables, state)
    state.body[at.PULSE] += at.TICK / tables.body[at.PERIOD]
    state.body[at.TICKS] += 1.0
