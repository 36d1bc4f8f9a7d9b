"""The gait of a creature in the studio: its chart, edits of feet and speeds, files, and captured walks."""

from typing import Any

import numpy as np
import pytest
from creature_scenes import answer, clip, make, play, refused
from page_client import PageClient
from perform_scenes import done

SPEED = 0.35  # natural: an authored speed key of four feet


@pytest.fixture
def page(creature_page: PageClient) -> PageClient:
    return creature_page


def _walking(page: PageClient, kind: str = "quadruped", seed: int = 2) -> tuple[str, str]:
    id = make(page, kind, seed)
    (motion,) = play(page, None, id, gait={"speed": 0.8})
    return id, motion


def _chart(page: PageClient, id: str, motion: str, speed: float = SPEED) -> dict:
    gait = page.records[motion]["playing"]["gait"]
    return answer(page, "GaitCharted", "RequestGaitChart", character=id, gait=gait, speed=speed)


def _edit(page: PageClient, motion: str, **edit: Any) -> None:
    done(page, "EditGait", motions=[motion], edits=[edit])


def test_the_chart_has_a_row_for_each_foot_and_all_speed_keys(page: PageClient) -> None:
    id, motion = _walking(page)
    chart = _chart(page, id, motion)
    assert len(chart["feet"]) == 4
    assert {foot["foot"] for foot in chart["feet"]} == {0, 1, 2, 3}
    assert [key["speed"] for key in chart["plan"]["groups"][0]["keys"]][:3] == [0.0, 0.35, 0.5]
    for foot in chart["feet"]:
        assert foot["duty"] == pytest.approx(0.7, abs=0.05)
        assert len(foot["height"]) == len(foot["pitch"]) > 20
        assert "_" not in foot["name"]


def test_a_foot_gets_a_timing_of_its_own_at_one_speed(page: PageClient) -> None:
    id, motion = _walking(page)
    before, frames = _chart(page, id, motion), clip(page, motion)["rotations"]
    values = {"duty": 0.5, "trigger": 0.9}
    _edit(page, motion, type="SetFootTiming", group=0, foot=1, speed=SPEED, values=values)
    after = _chart(page, id, motion)
    by_foot = {foot["foot"]: foot for foot in after["feet"]}
    assert by_foot[1]["duty"] == pytest.approx(0.5, abs=0.03)
    assert by_foot[1]["trigger"] == pytest.approx(0.9, abs=0.03)
    assert by_foot[1]["own"]
    assert not by_foot[0]["own"]
    # At another speed key the foot steps as before.
    slow, unedited = (
        next(f for f in _chart(page, id, motion, 1.0)["feet"] if f["foot"] == foot) for foot in (1, 3)
    )
    assert slow["duty"] == pytest.approx(unedited["duty"], abs=0.05)
    assert np.abs(clip(page, motion)["rotations"] - frames).max() > 1e-3
    done(page, "Undo")
    assert _chart(page, id, motion)["feet"] == before["feet"]
    assert page.records[motion]["playing"]["gait"]["plan"] is None


def test_a_bar_lies_where_a_drag_has_put_it_however_fast_the_creature_goes(page: PageClient) -> None:
    """A chart without a speed is that of the nearest speed key, which the page edits."""
    id = make(page, "quadruped", 2)
    for speed in (0.8, 1.0, 1.2):
        (motion,) = play(page, None, id, gait={"speed": speed})
        gait = page.records[motion]["playing"]["gait"]
        before = answer(page, "GaitCharted", "RequestGaitChart", character=id, gait=gait)
        keys = [key["speed"] for key in before["plan"]["groups"][0]["keys"]]
        assert before["speed"] in keys
        moved = (before["feet"][0]["trigger"] + 0.25) % 1.0
        values = {"duty": before["feet"][0]["duty"], "trigger": moved}
        at = {"group": 0, "foot": before["feet"][0]["foot"], "speed": before["speed"]}
        _edit(page, motion, type="SetFootTiming", **at, values=values)
        gait = page.records[motion]["playing"]["gait"]
        after = answer(page, "GaitCharted", "RequestGaitChart", character=id, gait=gait)
        assert after["speed"] == before["speed"]
        assert abs((after["feet"][0]["trigger"] - moved + 0.5) % 1.0 - 0.5) < 0.03


def test_a_drag_of_a_bar_is_one_edit_and_shows_frames(page: PageClient) -> None:
    _, motion = _walking(page)
    before = page.records[motion]["blob"]
    for duty in (0.6, 0.55, 0.5):
        edit = {"type": "SetFootTiming", "group": 0, "foot": 0, "speed": SPEED, "values": {"duty": duty}}
        done(page, "EditGait", motions=[motion], edits=[edit], gesture="bar")
    done(page, "EndGesture", gesture="bar")
    assert page.records[motion]["blob"] != before
    done(page, "Undo")
    assert page.records[motion]["blob"] == before


def test_groups_have_styles_flights_and_speed_keys(page: PageClient) -> None:
    id, motion = _walking(page)
    _edit(page, motion, type="SetGroupStyle", group=0, style="march")
    _edit(page, motion, type="SetFlight", group=0, foot=None, peak=0.7, swing=0.3, tip=0.6)
    _edit(page, motion, type="SetGroupKey", group=0, speed=0.2, values={"stride": 0.5, "lift": 0.3})
    chart = _chart(page, id, motion, 0.2)
    group = chart["plan"]["groups"][0]
    assert group["style"] == "march"
    key = next(key for key in group["keys"] if key["speed"] == 0.2)
    assert (key["stride"], key["lift"]) == (0.5, 0.3)
    foot = chart["feet"][0]
    assert foot["peak"] == pytest.approx(0.7, abs=0.05)
    assert foot["tip"] == pytest.approx(0.6, abs=0.02)
    assert foot["swing"] == pytest.approx(0.3, abs=0.02)
    _edit(page, motion, type="RemoveGroupKey", group=0, speed=0.2)
    assert all(key["speed"] != 0.2 for key in _chart(page, id, motion)["plan"]["groups"][0]["keys"])


def test_a_gait_is_saved_loaded_and_reset(page: PageClient) -> None:
    id, motion = _walking(page)
    _edit(page, motion, type="SetFootTiming", group=0, foot=2, speed=SPEED, values={"lift": 0.6})
    kept = _chart(page, id, motion)
    _edit(page, motion, type="ResetFoot", group=0, foot=2)
    assert not any(foot["own"] for foot in _chart(page, id, motion)["feet"])
    _edit(page, motion, type="ReplaceGait", plan=kept["plan"])
    assert _chart(page, id, motion)["feet"] == kept["feet"]
    _edit(page, motion, type="ReplaceGait", plan=None)
    assert page.records[motion]["playing"]["gait"]["plan"] is None


def test_a_captured_walk_gives_its_gait(page: PageClient) -> None:
    walker, source = _walking(page, "biped", 3)
    id, motion = _walking(page, "biped", 5)
    done(page, "FitGait", motions=[motion], source=source)
    plan = page.records[motion]["playing"]["gait"]["plan"]
    assert plan["about"].startswith("Fitted to")
    measured = _chart(page, walker, source, 0.4)["feet"][0]["duty"]
    assert _chart(page, id, motion, 0.4)["feet"][0]["duty"] == pytest.approx(measured, abs=0.12)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ({"type": "SetGroupKey", "group": 0, "speed": SPEED, "values": {"dutty": 0.5}}, "duty"),
        ({"type": "SetGroupKey", "group": 0, "speed": SPEED, "values": {"duty": 7.0}}, "between"),
        ({"type": "SetGroupKey", "group": 9, "speed": SPEED, "values": {"duty": 0.5}}, "leg groups"),
        ({"type": "RemoveGroupKey", "group": 0, "speed": 0.123}, "no key"),
        ({"type": "SetGroupStyle", "group": 0, "style": "sneek"}, "sneak"),
        ({"type": "SetFlight", "group": 0, "peak": 3.0}, "peak"),
        (
            {"type": "SetFootTiming", "group": 0, "foot": 40, "speed": SPEED, "values": {"trigger": 0.1}},
            "no foot",
        ),
    ],
)
def test_an_impossible_gait_is_refused(page: PageClient, edit: dict, says: str) -> None:
    _, motion = _walking(page)
    before = page.records[motion]
    assert says in refused(page, "EditGait", motions=[motion], edits=[edit])
    assert page.records[motion] == before


def test_a_body_without_feet_has_a_chart_of_the_ends_that_it_crawls_on(page: PageClient) -> None:
    id = make(page, "snail", 1)
    feet = answer(page, "GaitCharted", "RequestGaitChart", character=id, gait={}, speed=0.3)["feet"]
    assert 1 <= len(feet) <= 2
