"""A studio that finds nothing compiled prepares it while it runs, in a process that nothing waits for."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import compiled_parts
import pytest
from serving import RunningStudio, a_page, start, wait_until

from kinegraph.studio import awakening, studio
from kinegraph.studio.running import keepsakes

ORDER = ("performing", "keys", "doodles")


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has compiled nothing; the file in which tasks note that they ran."""
    monkeypatch.setattr(awakening, "TASKS", {name: getattr(compiled_parts, name) for name in ORDER})
    monkeypatch.setattr(studio, "missing_members", list)
    monkeypatch.setattr(keepsakes, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setenv(compiled_parts.NOTES, str(tmp_path / "notes"))
    (tmp_path / "notes").touch()
    return tmp_path / "notes"


@pytest.fixture
def running(notes: Path, tmp_path: Path) -> Iterator[RunningStudio]:
    studio = start(tmp_path / "first.kine", a_page(tmp_path), eager=True, completes=True)
    yield studio
    studio.stop()


def _ran(notes: Path) -> list[str]:
    return [line.split()[0] for line in notes.read_text().splitlines()]


def _wait_for_preparation(running: RunningStudio) -> None:
    wait_until(lambda: all(running.studio.awakening.is_done(part) for part in ORDER))


def test_parts_are_prepared_in_the_order_of_need(running: RunningStudio, notes: Path) -> None:
    _wait_for_preparation(running)
    assert _ran(notes) == list(ORDER)
    assert {int(line.split()[1]) for line in notes.read_text().splitlines()}.isdisjoint({os.getpid()})


def test_a_part_that_a_page_opens_first_is_not_prepared_twice(running: RunningStudio, notes: Path) -> None:
    opened = asyncio.run_coroutine_threadsafe(running.studio.awakening.wait_for("doodles"), running.loop)
    opened.result(30)
    _wait_for_preparation(running)
    assert sorted(_ran(notes)) == sorted(ORDER)


def test_the_next_start_has_nothing_to_prepare(running: RunningStudio, notes: Path, tmp_path: Path) -> None:
    _wait_for_preparation(running)
    again = start(tmp_path / "second.kine", tmp_path / "page", eager=True, completes=True)
    try:
        missing = asyncio.run_coroutine_threadsafe(again.studio.awakening.missing(), again.loop)
        assert missing.result(30) == []
        assert _ran(notes) == list(ORDER)
    finally:
        again.stop()
