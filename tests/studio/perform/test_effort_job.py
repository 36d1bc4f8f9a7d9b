"""Counting the keyframes that a performance saves, from a page: the same figures as from the command line."""

import pytest
from page_client import PageClient
from perform_scenes import a_swaying_set, done, record
from serving import RunningStudio

from kinegraph.flows.effort import effort_table
from kinegraph.perform.performances.performance import Performance
from kinegraph.studio.document.performance_blob import layers_of, performance_of
from kinegraph.studio.document.records import MotionRecord, SetRecord


def stored_performance(running: RunningStudio, motion: str) -> Performance:
    """What a document holds of a performance."""
    records, rigs = running.studio.document.records, running.studio.rigs
    record = records[motion]
    assert isinstance(record, MotionRecord)
    character = str(record.character)
    sets = tuple(each for each in records.values() if isinstance(each, SetRecord))
    layers = layers_of(record, rigs.read_blob)
    return performance_of(record, layers, rigs.rig(records, character), sets)


def count(page: PageClient, motion: str, **fields: float) -> dict:
    """Asks for the figures; returns the event that brings them."""
    job = done(page, "CountEffort", motion=motion, **fields)["job"]
    found = page.wait(lambda heard: heard["type"] in ("EffortCounted", "JobFailed"), 120.0)
    assert found["type"] == "EffortCounted", found
    assert found["job"] == job
    assert page.wait_for("JobDone")["job"] == job
    return found


def test_a_page_gets_the_figures_of_the_flow_with_every_part(staged: RunningStudio) -> None:
    with staged.page() as page:
        motion = record(page, a_swaying_set(page))
        found = count(page, motion, accuracy=0.02)
        meant = effort_table(stored_performance(staged, motion), 30.0, 0.02)
        assert [way["method"] for way in found["ways"]] == [row.method for row in meant.rows]
        assert [way["keys"] for way in found["ways"]] == [row.keys for row in meant.rows]
        baked, table = found["ways"][2], meant.rows[2].apart
        assert table is not None
        assert [part["part"] for part in baked["parts"]] == [e.manipulator.target for e in table.errors]
        for part, error in zip(baked["parts"], table.errors, strict=True):
            for axis in range(3):
                if error.used[axis]:
                    assert part["percent"][axis] == pytest.approx(error.percent[axis])
                else:
                    assert part["percent"][axis] is None
        assert found["blob"] == page.records[motion]["blob"]
        assert found["frames"] == meant.frames


def test_counting_changes_nothing_and_can_be_cancelled(staged: RunningStudio) -> None:
    with staged.page() as page:
        motion = record(page, a_swaying_set(page))
        before, label = page.records[motion], staged.studio.document.undo_label
        job = done(page, "CountEffort", motion=motion)["job"]
        done(page, "CancelJob", job=job)
        ended = page.wait_for("JobFailed")
        assert (ended["job"], ended["cancelled"]) == (job, True)
        assert page.records[motion] == before
        assert staged.studio.document.undo_label == label


def test_a_motion_that_was_not_performed_is_refused(untouched_keys: RunningStudio) -> None:
    with untouched_keys.page() as page:
        motion = next(id for id, each in page.records.items() if each["kind"] == "motion")
        answer = page.ask("CountEffort", motion=motion)
        assert (answer["type"], answer["message"].endswith("is not a performance; it has no layers.")) == (
            "Failure",
            True,
        )
