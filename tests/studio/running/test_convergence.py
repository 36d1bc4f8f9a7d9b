"""Pages that work on one document at the same time end up equal to it."""

import asyncio
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from convergence import drive, stored_state
from page_client import PageClient
from serving import RunningStudio

from kinegraph.studio.document import edits

STEPS = 300


@pytest.mark.parametrize("seed", [1, 2])
def test_pages_that_drag_at_random_show_what_is_stored(tmp_path: Path, seed: int) -> None:
    outcome = asyncio.run(drive(tmp_path / "test.kine", seed, STEPS, pages=4))
    assert outcome.steps == STEPS
    assert not outcome.differences
    assert not outcome.faults


def test_a_drag_that_comes_back_to_its_start_is_shown_there(staged: RunningStudio) -> None:
    with staged.page() as one, staged.page() as two:
        for x in (2.0, 0.0):
            place = {"character": "pip", "position": [x, 0, 0], "heading": 0.0}
            one.ask("PlaceCharacter", gesture="g", **place)
        assert one.ask("EndGesture", gesture="g")["type"] == "Done"
        two.ask("SelectMotion", motion=None)
        assert _state(two) == stored_state(staged.studio.document.records)


def test_a_drag_of_a_removed_set_is_gone_from_every_page(staged: RunningStudio) -> None:
    with staged.page() as one, staged.page() as two:
        id = one.ask("AddSet", character="pip", name="sway")["created"][0]
        one.ask("SetKey", set=id, place=[0, 1, 0], name="upright")
        one.ask("MoveMarker", set=id, key="upright", place=[1, 1, 0], gesture="g")
        two.ask("RemoveRecord", id=id)
        assert one.ask("EndGesture", gesture="g")["type"] == "Failure"
        for page in (one, two):
            page.ask("SelectMotion", motion=None)
            assert id not in page.records


def test_a_view_of_what_was_removed_meanwhile_reads_as_empty(staged: RunningStudio) -> None:
    with staged.page() as page:
        chosen = staged.studio.keep(lambda records: edits.look(records, motion="gone"))
        asyncio.run_coroutine_threadsafe(chosen, staged.loop).result(30)
        page.ask("SelectCharacter", character="pip")
        chosen = staged.studio.keep(lambda records: edits.look(records, motion="also gone"))
        asyncio.run_coroutine_threadsafe(chosen, staged.loop).result(30)
        page.ask("RenameDocument", title="another")
        assert _state(page) == stored_state(staged.studio.document.records)


def test_pages_over_real_sockets_end_up_equal(staged: RunningStudio) -> None:
    pages = [staged.page() for _ in range(3)]
    try:
        working = [threading.Thread(target=_work, args=(page, number)) for number, page in enumerate(pages)]
        for thread in working:
            thread.start()
        for thread in working:
            thread.join(60)
        for page in pages:
            _drain(page)
            assert _state(page) == stored_state(staged.studio.document.records)
    finally:
        for page in pages:
            page.__exit__(None, None, None)


def _work(page: PageClient, number: int) -> None:
    """Drags and cancels, drags and ends, and undoes: one command after the other."""
    for turn in range(12):
        gesture = f"{number} {turn}"
        for x in (1.0, 2.0):
            place = [x + number, 0, turn]
            page.say("PlaceCharacter", character="pip", position=place, heading=0.0, gesture=gesture)
            page.say("TurnJoint", character="pip", joint=1, rotation=[0, 0, 0.1, 1], gesture=gesture)
        page.ask(("CancelGesture", "EndGesture")[turn % 2], gesture=gesture)
        if turn % 5 == number:
            page.ask("Undo")


def _drain(page: PageClient) -> None:
    with suppress(TimeoutError):
        while True:
            page.hear(timeout=0.3)


def _state(page: PageClient) -> dict[str, Any]:
    return {**stored_state({}), **page.records}
