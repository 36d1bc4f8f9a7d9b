"""One studio opens one document after the other; its pages connect again and find the new one."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import RunningStudio, a_page, start_with_desk
from websockets.exceptions import ConnectionClosed

from kinegraph.studio.document.document import Document
from kinegraph.studio.document.store.lock import DocumentInUse, DocumentLock
from kinegraph.studio.running.places import is_untitled
from kinegraph.studio.running.recent_documents import listed_documents, note_document
from kinegraph.studio.server.session import ANOTHER_DOCUMENT


@pytest.fixture(autouse=True)
def empty_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINEGRAPH_DATA", str(tmp_path / "data"))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RunningStudio]:
    studio = start_with_desk(tmp_path / "walk.kine", a_page(tmp_path))
    yield studio
    studio.stop()


def _listed(running: RunningStudio) -> list[dict]:
    with running.http() as http:
        return http.get("/api/documents").json()["documents"]


def _post(running: RunningStudio, path: str) -> tuple[int, str]:
    with running.http() as http:
        answer = http.post(f"/api/documents/{path}")
        return answer.status_code, answer.json()["message"] if answer.content else ""


def test_the_open_document_is_listed(running: RunningStudio) -> None:
    (walk,) = _listed(running)
    assert (walk["file"], walk["current"]) == ("walk.kine", True)
    assert walk["size"] > 0


def test_a_new_document_is_opened_and_the_way_back_keeps_every_edit(running: RunningStudio) -> None:
    with running.page() as page:
        assert page.ask("RenameDocument", title="Walks")["type"] == "Done"
        before = page.welcome["document"]["id"]
        assert _post(running, "new") == (204, "")
        with pytest.raises(ConnectionClosed) as closed:
            page.wait(lambda event: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == ANOTHER_DOCUMENT
    with running.page() as page:
        assert page.welcome["document"]["id"] != before
        assert page.welcome["document"]["file"] == ""
    walk = next(each for each in _listed(running) if each["file"] == "walk.kine")
    assert (walk["title"], walk["current"]) == ("Walks", False)
    assert _post(running, f"{walk['id']}/open") == (204, "")
    with running.page() as page:
        assert page.welcome["document"]["id"] == before
        assert page.records["stage"]["title"] == "Walks"
        assert page.welcome["undoLabel"] is not None


def test_the_document_that_was_left_is_free_for_other_studios(running: RunningStudio, tmp_path: Path) -> None:
    with pytest.raises(DocumentInUse):
        DocumentLock(tmp_path / "walk.kine")
    assert _post(running, "new")[0] == 204
    DocumentLock(tmp_path / "walk.kine").release()


def test_a_copy_is_opened_and_the_original_stays_as_it_is(running: RunningStudio, tmp_path: Path) -> None:
    with running.page() as page:
        page.ask("RenameDocument", title="Walks")
    assert _post(running, "duplicate") == (204, "")
    with running.page() as page:
        assert page.welcome["document"]["file"] == "walk copy.kine"
        assert page.records["stage"]["title"] == "Walks"
        page.ask("RenameDocument", title="Runs")
    with Document(tmp_path / "walk.kine") as original:
        assert original.records["stage"].title == "Walks"  # type: ignore[union-attr]
    assert _post(running, "duplicate") == (204, "")
    assert (tmp_path / "walk copy copy.kine").is_file()


def test_a_document_that_is_gone_or_in_use_is_refused_and_the_open_one_stays(
    running: RunningStudio, tmp_path: Path
) -> None:
    for name in ("gone.kine", "used.kine"):
        Document(tmp_path / name).close()
        note_document(tmp_path / name, "")
    ids = {each["file"]: each["id"] for each in _listed(running)}
    (tmp_path / "gone.kine").unlink()
    lock = DocumentLock(tmp_path / "used.kine")
    try:
        assert _post(running, f"{ids['gone.kine']}/open") == (400, "This document is no longer where it was.")
        assert "already open in another studio" in _post(running, f"{ids['used.kine']}/open")[1]
        assert _post(running, "0123/open") == (400, "This document is no longer where it was.")
    finally:
        lock.release()
    with running.page() as page:
        assert page.welcome["document"]["file"] == "walk.kine"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there a desktop may be missing")
def test_without_a_desktop_the_answer_names_the_file(
    running: RunningStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    status, sentence = _post(running, "reveal")
    assert status == 400
    assert str(tmp_path / "walk.kine") in sentence


def test_a_damaged_list_is_begun_anew(tmp_path: Path) -> None:
    Document(tmp_path / "a.kine").close()
    note_document(tmp_path / "a.kine", "A")
    (tmp_path / "data" / "recent.json").write_bytes(b"[{\xff")
    assert listed_documents(tmp_path / "b.kine") == []
    note_document(tmp_path / "a.kine", "A")
    assert [each.title for each in listed_documents(tmp_path / "b.kine")] == ["A"]


def test_documents_without_a_name_are_listed_though_no_studio_noted_them(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "untitled"
    folder.mkdir(parents=True)
    Document(folder / "one.kine").close()
    (one,) = listed_documents(tmp_path / "b.kine")
    assert (one.file, one.title) == ("", "")
    assert is_untitled(folder / "one.kine")
