"""Measuring how far each number of keys plays: exact, in the background, given up for what is newer."""

import time
from typing import Any

import numpy as np
import pytest
from keys_scenes import CLIP, SETTINGS, a_dance, choose, frame_of, result_of, stock
from page_client import PageClient
from serving import RunningStudio

from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.studio.document.edits import motion_record
from kinegraph.studio.keys import fitted_choices
from kinegraph.studio.keys.fitted_choices import FittedChoices, fit_in_gaps
from kinegraph.studio.protocol.key_frames import KeysFrame


@pytest.fixture
def stocked(running: RunningStudio) -> RunningStudio:
    """A studio whose document holds a clip to key."""
    return stock(running)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measures at few numbers of keys."""
    monkeypatch.setattr(fitted_choices, "_MEASURED", 6)


def measure(page: PageClient, **fields: Any) -> list[dict]:
    """What a page hears of the error curve of the clip."""
    before = len(page.events)
    settings = {**SETTINGS, **fields.pop("settings", {})}
    answer = page.ask("MeasureKeys", motion=CLIP, settings=settings, **fields)
    assert answer["type"] == "Done", answer
    return [event for event in page.events[before:] if event["type"] == "KeysMeasured"]


def test_the_curve_holds_what_each_number_of_keys_plays(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        heard = measure(page, count=9)
        assert [event["count"] for event in heard[:2]] == [None, 9]
        assert len({event["count"] for event in heard}) == len(heard) >= 5
        contacts = stocked.studio.shelf.take(motion_record(stocked.studio.document.records, CLIP)).contacts
        for event in heard[::2]:
            expected = key_motion(choose_keys(a_dance(), contacts=contacts), event["count"])
            assert event["keys"] == len(expected.keys.frames)
        choose(page, 9)
        assert result_of(page)["keying"]["figures"] == heard[1]["figures"]


def test_a_drag_shows_the_final_curves_of_a_number_that_was_measured(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 9, gesture="g")
        header, _ = page.frame()
        assert isinstance(header, KeysFrame)
        assert header.quick
        measured = measure(page, count=9)[1]
        choose(page, 9, gesture="g")
        header, _ = page.frame()
        assert not header.quick
        assert header.figures.largest == pytest.approx(measured["figures"]["largest"], rel=1e-12)


def test_keys_set_by_hand_are_part_of_what_is_measured(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 9)
        plain = measure(page, count=9)[1]
        turn = {"type": "TurnPart", "time": 0.5, "joint": 2, "rotation": [0.0, 0.0, 0.34, 0.94]}
        assert page.ask("EditKeys", motion=result_of(page)["id"], edits=[turn])["type"] == "Done"
        posed = measure(page, count=9)[1]
        assert posed["figures"]["largest"] > 3.0 * plain["figures"]["largest"]
        assert posed["missed"]["name"] == posed["figures"]["joint"]


def test_what_a_target_misses_is_said_with_its_reason(stocked: RunningStudio) -> None:
    wanted = {**SETTINGS, "maxError": 1e-4, "forbidden": list(range(10, 50))}
    with stocked.page() as page:
        heard = measure(page, settings=wanted)[0]
        assert heard["missed"]["reason"] == "barred"
        assert 10 <= heard["missed"]["frame"] < 50
        assert heard["missed"]["error"] > heard["missed"]["allowed"] >= 1e-4
        choose(page, settings=wanted)
        header, _ = frame_of(page, "RequestKeys", motion=result_of(page)["id"])
        assert header.missed.reason == "barred", "a stored result says so, too"


def test_a_newer_measuring_ends_the_older_one(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        settings = {**SETTINGS, "fixed": [7]}
        older = page.say("MeasureKeys", motion=CLIP, settings=settings)
        heard = measure(page, count=9)
        assert len(heard) >= 5
        done = [e for e in page.events if e["type"] == "Done" and e["request"] == older]
        assert len(done) == 1


def test_a_cancelled_measuring_is_answered(stocked: RunningStudio, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(fitted: FittedChoices, count: int | None, tell: Any, wanted: Any) -> Any:
        while True:
            tell(0.5)
            time.sleep(0.01)

    monkeypatch.setattr("kinegraph.studio.keys.desk.fit_in_gaps", slow)
    with stocked.page() as page:
        request = page.say("MeasureKeys", motion=CLIP, settings=SETTINGS)
        job = page.wait(lambda e: e["type"] == "JobStarted" and e["kind"] == "measure")
        page.say("CancelJob", job=job["job"])
        failed = page.wait(lambda e: e["type"] == "Failure" and e["request"] == request)
        assert "cancelled" in failed["message"]


def test_measuring_gives_way_to_a_fit_that_is_waited_for() -> None:
    fitted = FittedChoices(choose_keys(a_dance()))
    asked = iter([False, True, True, False])
    heard: list[float] = []
    made = fit_in_gaps(fitted, 9, heard.append, lambda: next(asked, False))
    assert len(made.keys.frames) == 9
    assert 0.0 in heard, "it waited"
    assert fitted.find(9) is made
    assert fitted.fit(9) is made, "nothing is fitted twice"


def test_the_numbers_to_measure_are_possible_and_spread() -> None:
    fitted = FittedChoices(choose_keys(a_dance(200)))
    counts = fitted.counts_to_measure(11)
    assert counts[:2] == [None, 11]
    numbers = np.array([count for count in counts if count is not None])
    assert len(set(counts)) == len(counts)
    assert np.isin(numbers, fitted.choices.counts).all()
    assert numbers.min() == fitted.choices.counts[0]
    assert numbers.max() >= 4 * fitted.choices.automatic
    assert [fitted_choices._halved(step, 4) for step in range(5)] == [0, 4, 2, 1, 3]
