"""A cut of the power at any point loses no acknowledged edit; and the driver that says so can fail."""

import time

import pytest
from benchmarks.torture.outcome import Outcome
from benchmarks.torture.power_loss import cut_power, record_session
from benchmarks.torture.recorded_disk import Event, NotRecordable

SEED = 5
MARKS = 8


@pytest.fixture(scope="module")
def events() -> list[Event]:
    try:
        return record_session(SEED, MARKS)
    except NotRecordable as error:
        pytest.skip(str(error))


def cut(events: list[Event]) -> Outcome:
    outcome = Outcome()
    cut_power(events, SEED, time.monotonic() + 60.0, outcome)
    return outcome


def test_every_point_of_a_session_opens_with_every_acknowledged_edit(events: list[Event]) -> None:
    outcome = cut(events)
    assert outcome.done["points"] >= 3 * len(events)
    assert outcome.failures == []


def test_a_disk_that_was_never_asked_to_sync_loses_edits(events: list[Event]) -> None:
    last = next(index for index, event in enumerate(events) if event.kind == "sync folder")
    unsynced = [event for index, event in enumerate(events) if index <= last or event.kind != "sync"]
    assert cut(unsynced).failures, "the driver must notice missing syncs"
