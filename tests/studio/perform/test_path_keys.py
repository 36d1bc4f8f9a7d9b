"""Temporal keys in the studio: inserted, dragged as one edit, smoothed, undone, refused in sentences."""

from typing import Any

from page_client import PageClient
from perform_scenes import a_swaying_set, done, record
from serving import RunningStudio


def edited(page: PageClient, motion: str, kind: str, /, **fields: Any) -> dict:
    """Asks for an edit of the layer."""
    gesture = {"gesture": fields.pop("gesture")} if "gesture" in fields else {}
    edit = {"type": kind, "layer": "take 1", **fields}
    return page.ask("EditLayers", motion=motion, edits=[edit], **gesture)


def keys_in(page: PageClient, motion: str) -> list[float]:
    return page.records[motion]["recording"]["layers"][0]["keys"]


def test_a_key_is_inserted_dragged_in_space_and_time_and_all_of_it_undone(staged: RunningStudio) -> None:
    with staged.page() as page:
        motion = record(page, a_swaying_set(page))
        before = page.records[motion]
        for time in (0.25, 0.5, 0.75):
            assert edited(page, motion, "InsertPathKey", time=time)["type"] == "Done"
        assert keys_in(page, motion) == [0.25, 0.5, 0.75]
        inserted = page.records[motion]
        for step in range(1, 4):
            moved = {"time": 0.5, "shift": [0.1 * step, 0.0, 0.0], "seconds": 0.05 * step}
            assert edited(page, motion, "MovePathKey", gesture="g", **moved)["type"] == "Done"
        done(page, "EndGesture", gesture="g")
        assert staged.studio.document.undo_label == "Move a temporal key of take 1"
        assert abs(keys_in(page, motion)[1] - 0.65) < 1e-9, "measured from the start of the drag"
        assert page.records[motion]["blob"] != inserted["blob"]
        done(page, "Undo")
        assert page.records[motion] == inserted
        assert edited(page, motion, "SmoothPathKey", time=0.5, seconds=0.1)["type"] == "Done"
        assert edited(page, motion, "DeletePathKey", time=0.5)["type"] == "Done"
        assert keys_in(page, motion) == [0.25, 0.75]
        for _ in range(5):
            done(page, "Undo")
        assert page.records[motion] == before


def test_keys_go_along_when_the_layer_is_shifted(staged: RunningStudio) -> None:
    with staged.page() as page:
        motion = record(page, a_swaying_set(page))
        edited(page, motion, "InsertPathKey", time=0.5)
        edited(page, motion, "ShiftLayer", seconds=0.25)
        assert keys_in(page, motion) == [0.75]


def test_a_key_beside_the_path_is_refused(untouched: RunningStudio) -> None:
    with untouched.page() as page:
        motion = next(r["id"] for r in page.records.values() if r["kind"] == "motion" and r["recording"])
        assert "lies between" in edited(page, motion, "InsertPathKey", time=50.0)["message"]
        assert "has no temporal key" in edited(page, motion, "DeletePathKey", time=0.5)["message"]
