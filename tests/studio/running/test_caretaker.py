"""The caretaker folds the log, compacts when it is time, and waits for jobs that read."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from samples_of_records import BLOBS, a_character

from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.protocol.events import Event, FileState
from kinegraph.studio.running import caretaker
from kinegraph.studio.running.caretaker import Caretaker


async def on_disk(work: Callable[[], FileState]) -> FileState:
    return work()


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caretaker, "_PERIOD", 0.01)
    monkeypatch.setattr(caretaker, "_QUIET", 0.03)


def watched(path: Path, *, is_busy: bool = False, seconds: float = 0.3) -> tuple[list[Event], int]:
    """Keeps a character and blobs that nothing uses, and watches; the events, and how many blobs are left."""

    async def watch() -> tuple[list[Event], int]:
        events: list[Event] = []
        with Document(path) as document:
            keeper = Caretaker(document, on_disk, events.append, lambda: is_busy)
            keeper.start()
            document.keep(Edit(None, {"c1": a_character()}, BLOBS))
            await asyncio.sleep(seconds)
            with document._file.reading() as database:
                left = database.execute("SELECT count(*) FROM blobs").fetchone()[0]
            assert path.with_name(f"{path.name}-wal").stat().st_size == 0
            await keeper.close()
            return events, left

    return asyncio.run(watch())


def test_a_quiet_document_is_compacted_and_pages_learn_its_size(tmp_path: Path) -> None:
    events, left = watched(tmp_path / "x.kine")
    assert left == 1
    assert all(isinstance(event, FileState) and not event.problem for event in events)


def test_a_document_that_jobs_read_is_not_compacted(tmp_path: Path) -> None:
    _, left = watched(tmp_path / "x.kine", is_busy=True)
    assert left == len(BLOBS)


def test_a_file_that_grows_is_compacted_though_edits_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caretaker, "_QUIET", 1e9)
    monkeypatch.setattr(caretaker, "_GROWTH", -1)
    assert watched(tmp_path / "x.kine")[1] == 1
