"""Messages to pages when the document's file is renamed, deleted or cannot be written."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from samples_of_records import a_character
from serving import RunningStudio, wait_until

from kinegraph.core.errors import KinegraphError
from kinegraph.core.scene import Scene
from kinegraph.formats.registry import save
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.store.errors import DocumentError
from kinegraph.studio.running.failures import FailureLog
from kinegraph.studio.running.places import untitled_folder
from kinegraph.studio.running.worker import Progress, Worker


def fill_disk(*, progress: Progress) -> None:
    """A task that finds no room: what an export meets."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "walk.bvh")


def save_on_a_full_disk(*, folder: Path, progress: Progress) -> None:
    """A task that saves a scene with the real writer, which finds no room."""
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with patch("kinegraph.formats.registry._write_whole", side_effect=full):
        save(Scene(), folder / "walk.bvh")


def stock(path: Path) -> None:
    """Writes a document with one character."""
    with Document(path) as document:
        data = b"bear"
        bear = a_character(id="c1", blob=blob_hash(data))
        document.keep(Edit(None, {"c1": bear}, {bear.blob: data}))


def test_a_rename_reaches_every_page_and_edits_go_on(running: RunningStudio, tmp_path: Path) -> None:
    with running.page() as page:
        assert page.welcome["file"]["problem"] == ""
        (tmp_path / "test.kine").rename(tmp_path / "walk.kine")
        assert page.wait_for("FileState", file="walk.kine")["problem"] == ""
        assert page.ask("RenameDocument", title="Otto")["type"] == "Done"
    running.stop()
    with Document(tmp_path / "walk.kine") as document:
        assert document.undo_label == "Rename the document to Otto"


def test_the_file_alone_is_whole_a_moment_after_an_edit(running: RunningStudio, tmp_path: Path) -> None:
    with running.page() as page:
        page.ask("RenameDocument", title="Otto")
        log = tmp_path / "test.kine-wal"
        wait_until(lambda: log.stat().st_size == 0, 10.0)


def test_a_deleted_document_is_reported_copied_and_rescued(running: RunningStudio, tmp_path: Path) -> None:
    with running.page() as page:
        page.ask("RenameDocument", title="Otto")
        (tmp_path / "test.kine").unlink()
        problem = page.wait(lambda event: event["type"] == "FileState" and event["problem"])["problem"]
        assert "was deleted" in problem
        refused = page.ask("RenameDocument", title="Ida")
        assert (refused["type"], refused["message"]) == ("Failure", problem)
        copied = running.http().get("/api/document/copy.kine")
        assert copied.status_code == 200
    (tmp_path / "copy.kine").write_bytes(copied.content)
    running.stop()
    rescued = untitled_folder() / "test (rescued).kine"
    assert str(rescued) in running.studio.rescued
    for path in (tmp_path / "copy.kine", rescued):
        with Document(path) as document:
            assert document.undo_label == "Rename the document to Otto"
    rescued.unlink()


def test_a_document_for_viewing_says_so_and_refuses_edits(
    start_studio: Callable[..., RunningStudio], tmp_path: Path
) -> None:
    stock(tmp_path / "test.kine")
    os.link(tmp_path / "test.kine", tmp_path / "second.kine")
    with start_studio().page() as page:
        assert "viewing only" in page.welcome["file"]["viewOnly"]
        assert page.ask("SelectCharacter", character="c1")["type"] == "Done"
        refused = page.ask("RenameRecord", id="c1", name="Otto")
        assert (refused["type"], refused["message"]) == ("Failure", page.welcome["file"]["viewOnly"])


def test_the_limit_of_the_history_reaches_every_page(running: RunningStudio) -> None:
    with running.page() as page, running.page() as other:
        assert page.ask("LimitHistory", size=32 << 20)["type"] == "Done"
        assert other.wait_for("FileState", historyLimit=32 << 20)
        assert page.ask("LimitHistory", size=1)["type"] == "Failure"


def test_an_export_that_finds_no_room_says_so(tmp_path: Path) -> None:
    worker = Worker(FailureLog(tmp_path / "x.kine"))
    try:
        with pytest.raises(KinegraphError, match=r"The disk is full \(walk.bvh\)"):
            worker.run(fill_disk, {}, lambda *_: None)
    finally:
        worker.stop()


def test_a_writer_that_finds_no_room_says_so_without_the_folder_of_the_export(tmp_path: Path) -> None:
    worker = Worker(FailureLog(tmp_path / "x.kine"))
    try:
        with pytest.raises(KinegraphError) as failed:
            worker.run(save_on_a_full_disk, {"folder": tmp_path}, lambda *_: None)
    finally:
        worker.stop()
    assert str(failed.value).startswith("The disk is full. Free some space")


def test_an_upload_that_finds_no_room_says_so(
    running: RunningStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("kinegraph.studio.server.app.receive_files", refuse)
    answer = running.http().post("/api/import", content=b"x")
    assert answer.status_code == 507
    assert answer.json()["message"].startswith("The disk is full.")


def test_a_copy_that_finds_no_room_says_so(running: RunningStudio, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(running.studio.document, "copy_to", refuse)
    answer = running.http().get("/api/document/copy.kine")
    assert answer.status_code == 507


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here that is always full")
def test_a_copy_on_a_disk_that_is_really_full_names_the_copy(
    running: RunningStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "copy.kine").symlink_to("/dev/full")
    monkeypatch.setattr("kinegraph.studio.server.app.tempfile.mkdtemp", lambda **_: str(tmp_path))
    answer = running.http().get("/api/document/copy.kine")
    assert answer.status_code == 507
    assert answer.json()["message"].startswith("The disk is full (copy.kine).")


def test_a_copy_that_cannot_be_finished_is_named_and_leaves_nothing(
    running: RunningStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: bytes) -> bytes:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    monkeypatch.setattr("kinegraph.studio.document.store.document_file.new_stamp", refuse)
    with pytest.raises(DocumentError, match=r"copy\.kine: the copy could not be written: disk I/O error"):
        running.studio.document.copy_to(tmp_path / "copy.kine")
    assert not (tmp_path / "copy.kine").exists()
