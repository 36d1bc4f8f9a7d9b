"""Gait plans: values, files, edits, and the walk that they give."""

import json
from dataclasses import astuple, replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.synthetic.legged_plan import legged_plan
from hypothesis import given, settings
from hypothesis import strategies as st

from kinegraph.characters.cast import character
from kinegraph.core.errors import FormatError, InvalidValue, KinegraphError, UnknownName
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.gait import plan_edits as edits
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.chart import gait_chart
from kinegraph.creatures.gait.foot_path import FootPath, foot_path
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.parameters import GaitParameters, gait_parameters
from kinegraph.creatures.gait.plan import LIMITS, FootKey, FootPlan, GaitPlan, GroupPlan, named_gait
from kinegraph.creatures.gait.plan_file import gait_bytes, gait_of_bytes, load_gait, save_gait
from kinegraph.creatures.gait.rig import GaitRig, gait_rig
from kinegraph.creatures.maker.maker import creature_from_plan

HIGH = FootPath(
    *np.array([[0.0, 0.3, 1.0], [0.0, 0.4, 1.0], [0.0, 1.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.6, 0.0]])
)
PLAN = GaitPlan(
    "odd",
    (
        GroupPlan(
            "proud",
            gait_parameters(2)[1:3],
            foot_path(0.5),
            (FootPlan(1, (FootKey(0.3, duty=0.5, trigger=0.9), FootKey(0.6, trigger=0.1)), HIGH),),
        ),
        GroupPlan("march"),
    ),
    "For tests.",
)


def rig_of(plan: GaitPlan, legs: int = 2, *longer: float) -> GaitRig:
    return gait_rig(creature_from_plan(legged_plan(legs, 3, longer=longer or (1.0,)), skin=False), plan)


def test_a_plan_survives_its_file(tmp_path: Path) -> None:
    save_gait(PLAN, tmp_path / "odd.kinegait")
    read = load_gait(tmp_path / "odd.kinegait")
    assert gait_bytes(read) == gait_bytes(PLAN)
    assert read.groups[0].keys == PLAN.groups[0].keys
    path = read.groups[0].feet[0].path
    assert path is not None
    np.testing.assert_array_equal(path.table(), HIGH.table())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"groups": []}, "length"),
        ({"version": 2}, "newer"),
        ({"groups": [{"style": "sneek"}]}, "sneak"),
        ({"groups": [{"keys": [{"speed": 0, "stride": 1, "duty": 2}]}]}, "duty"),
        ({"groups": [{"keys": [{"speed": 1, "stride": 1, "duty": 0.5}] * 2}]}, "rise in speed"),
        ({"groups": [{"keys": [{"speed": 1e999, "stride": 1, "duty": 0.5}]}]}, "malformed"),
        ({"groups": [{"path": [{"time": 0, "progress": 0}, {"time": 1, "progress": 0.5}]}]}, "progress"),
        ({"groups": [{"feet": [{"foot": -1}]}]}, "foot"),
        ({"groups": [{"feet": [{"foot": 1}, {"foot": 1}]}]}, "one entry"),
        ({"groups": [{"lift": 3}]}, "lift"),
    ],
)
def test_a_faulty_file_is_refused_with_the_place(change: dict, says: str) -> None:
    data = json.dumps({"format": "kinegraph gait", "version": 1, "name": "x", "groups": [{}]} | change)
    with pytest.raises(FormatError, match=says):
        gait_of_bytes(data.encode())


_numbers = st.one_of(st.floats(-3, 13), st.sampled_from([0.0, 1.0, 0.5, 1e300]))
_keys = st.lists(
    st.fixed_dictionaries({"speed": _numbers, "stride": _numbers, "duty": _numbers, "lift": _numbers}),
    max_size=3,
)
_flights = st.lists(
    st.fixed_dictionaries({"time": _numbers, "progress": _numbers, "tip": _numbers}), max_size=4
)
_feet = st.lists(
    st.fixed_dictionaries({"foot": st.integers(-1, 3), "path": st.none() | _flights}), max_size=2
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.fixed_dictionaries({"keys": _keys, "feet": _feet, "path": st.none() | _flights}), max_size=2)
)
def test_any_file_is_refused_or_gives_a_walk_of_finite_numbers(groups: list[dict]) -> None:
    data = {"format": "kinegraph gait", "version": 1, "name": "any", "groups": groups}
    try:
        plan = gait_of_bytes(json.dumps(data).encode())
    except KinegraphError:
        return
    gait = Gait(rig_of(plan))
    goals = gait.step((0.1, 0.9), 0.3, 0.7)
    assert np.isfinite(goals.positions).all()
    assert np.isfinite(goals.root_position).all()


def test_leg_groups_walk_in_their_own_styles() -> None:
    plain, mixed = (rig_of(named_gait(words), 6, 1.0, 1.0, 2.0) for words in ("plain", "plain/scuttle"))
    assert len(plain.groups) == 2
    scales = mixed.tables.parameters / np.where(plain.tables.parameters == 0.0, 1.0, plain.tables.parameters)
    stride = 1
    np.testing.assert_allclose(scales[0, :, stride], 1.0)
    np.testing.assert_allclose(scales[1, :, stride], 0.6)


def test_a_chart_counts_feet_as_plans_do() -> None:
    homes = {}
    for triggers in ((), (0.0, 0.5, 0.25, 0.75)):
        feet = tuple(FootPlan(n, (FootKey(0.3, trigger=each),)) for n, each in enumerate(triggers))
        rig = rig_of(GaitPlan("own", (GroupPlan(feet=feet),)), 4)
        chart = gait_chart(rig, 0.6)
        homes[triggers] = {foot.foot: foot.body for foot in chart.feet}
    assert homes[()] == homes[(0.0, 0.5, 0.25, 0.75)]


@pytest.mark.parametrize("legs", [2, 4])
def test_a_foot_keeps_its_own_duty_and_trigger(legs: int) -> None:
    own = FootPlan(1, (FootKey(0.3, duty=0.6, trigger=0.42), FootKey(0.6, duty=0.6, trigger=0.42)))
    plan = GaitPlan("own", (GroupPlan(feet=(own,)),))
    chart = gait_chart(rig_of(plan, legs), 1.0)
    feet = {foot.foot: foot for foot in chart.feet}
    assert feet[1].duty == pytest.approx(0.6, abs=0.02)
    assert (feet[1].trigger - feet[0].trigger) % 1.0 == pytest.approx(0.42, abs=0.02)


def test_a_foot_flies_along_its_own_path_and_tips_its_toes() -> None:
    figure = creature_from_character(character("figure"))
    chart = gait_chart(gait_rig(figure, GaitPlan("high", (GroupPlan(feet=(FootPlan(0, path=HIGH),)),))), 1.0)
    first, second = sorted(chart.feet, key=lambda foot: foot.foot)
    assert np.abs(first.across).max() > np.abs(second.across).max() + 0.01
    plain = gait_chart(gait_rig(figure), 1.0)
    assert first.pitch.max() > max(foot.pitch.max() for foot in plain.feet) - 1e-6
    assert not np.allclose(first.pitch, sorted(plain.feet, key=lambda foot: foot.foot)[0].pitch, atol=0.05)


def test_a_chart_shows_the_cycle_that_is_played() -> None:
    rig = rig_of(GaitPlan("plain"), 4)
    chart = gait_chart(rig, 0.8)
    assert chart.stride == pytest.approx(0.8 * chart.period)
    for foot in chart.feet:
        assert foot.contact.mean() == pytest.approx(foot.duty, abs=0.04)
        assert np.abs(foot.height[foot.contact]).max() < 1e-9
        assert foot.height.max() > 0.02
    with pytest.raises(InvalidValue, match="speed above 0"):
        gait_chart(rig, 0.0)


@pytest.mark.parametrize("speed", [0.64, 0.67, 0.7, 0.75, 0.8])
def test_a_biped_whose_feet_take_turns_without_a_pause_keeps_up_with_its_clock(speed: float) -> None:
    """From walk to run a foot lands as the other lifts: neither may wait for the other cycle after cycle."""
    rig = gait_rig(creature_from_character(character("bear")))
    natural = float(rig.tables.body[at.SCALE] / rig.tables.body[at.PERIOD])
    chart = gait_chart(rig, speed * natural, samples=4)
    for foot, trigger in zip(chart.feet, (0.0, 0.5), strict=True):
        assert abs((foot.trigger - trigger + 0.5) % 1.0 - 0.5) < 0.03, "two ticks are 0.05 of a cycle"


def test_edits_give_new_plans_and_refuse_values_out_of_range() -> None:
    plan = edits.write_out_keys(GaitPlan("mine"), 0, 2)
    assert plan.groups[0].keys == gait_parameters(2)
    between = edits.set_key(plan, 0, 0.375, {"lift": 0.3})
    key = next(key for key in between.groups[0].keys if key.speed == 0.375)
    assert key.lift == 0.3
    assert key.stride == pytest.approx(1.2)
    moved = edits.set_key(plan, 0, 0.25, {"speed": 0.3})
    assert [key.speed for key in moved.groups[0].keys] == [0.0, 0.3, 0.5, 0.75, 1.1, 2.5]
    assert len(edits.remove_key(plan, 0, 0.25).groups[0].keys) == len(plan.groups[0].keys) - 1
    own = edits.set_foot_key(plan, 0, 1, 0.5, {"duty": 0.4})
    assert own.groups[0].feet[0].keys == (FootKey(0.5, duty=0.4),)
    assert edits.set_foot_key(own, 0, 1, 0.5, {"duty": None}).groups[0].feet == ()
    for change in ({"duty": 1.5}, {"lift": float("nan")}, {"speed": -1.0}):
        with pytest.raises(InvalidValue):
            edits.set_key(plan, 0, 0.25, change)
    with pytest.raises(UnknownName, match="stride"):
        edits.set_key(plan, 0, 0.25, {"strid": 1.0})
    with pytest.raises(InvalidValue, match="leg groups 0 to 0"):
        edits.set_key(plan, 3, 0.25, {})


def test_keys_of_a_flight_are_set_and_removed() -> None:
    path = edits.set_path_key(HIGH, 0.6, {"lift": 0.9, "tip": -0.2})
    assert path.times.tolist() == [0.0, 0.3, 0.6, 1.0]
    assert path.tips[2] == -0.2
    assert edits.remove_path_key(path, 0.6).times.tolist() == HIGH.times.tolist()
    for time, values in ((0.0, {"lift": 0.5}), (0.6, {"lift": -1.0}), (1.5, {}), (0.5, {"progress": 2.0})):
        with pytest.raises(InvalidValue):
            edits.set_path_key(HIGH, time, values)
    with pytest.raises(InvalidValue):
        edits.remove_path_key(HIGH, 1.0)


def test_every_authored_key_lies_within_the_limits() -> None:
    for feet in range(1, 12):
        GaitPlan("authored", (GroupPlan(keys=gait_parameters(feet)),))
    assert set(LIMITS) >= set(GaitParameters.__dataclass_fields__) | set(FootKey.__dataclass_fields__)
    with pytest.raises(InvalidValue):
        GroupPlan(keys=(replace(gait_parameters(2)[0], duty=float("nan")),))
    assert len(astuple(gait_parameters(2)[0])) == len(LIMITS) - 1


def test_a_style_may_change_during_a_walk_to_one_with_other_rows() -> None:
    gait = Gait(rig_of(GaitPlan("plain")))
    gait.step((0.0, 1.0), 0.0, 1.0)
    before = gait.state.feet.copy()
    gait.rig = rig_of(PLAN)
    np.testing.assert_array_equal(gait.state.feet, before)
    for _ in range(60):
        gait.step((0.0, 1.0), 0.0, 1 / 60)
    assert np.isfinite(gait.goals.positions).all()
