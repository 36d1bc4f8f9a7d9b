"""Documents without a name have a place, and one studio at a time has a document."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kinegraph.core.errors import FormatError
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.store.errors import DocumentError
from kinegraph.studio.document.store.lock import DocumentInUse, DocumentLock
from kinegraph.studio.running import places
from kinegraph.studio.server.opening import open_document


@pytest.fixture(autouse=True)
def empty_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINEGRAPH_DATA", str(tmp_path / "data"))


def close(opened: Any) -> None:
    opened.document.close()
    opened.lock.release()


def test_the_first_start_makes_a_document_and_the_next_goes_on_with_it() -> None:
    first = open_document(None)
    assert places.is_untitled(first.document.path)
    close(first)
    second = open_document(None)
    assert second.document.path == first.document.path
    close(second)


def test_new_starts_another_document() -> None:
    first = open_document(None)
    second = open_document(None, new=True)
    assert second.document.path != first.document.path
    close(first)
    close(second)


def test_a_named_document_is_made_where_it_is_wanted(tmp_path: Path) -> None:
    opened = open_document(tmp_path / "walk.kine")
    assert (tmp_path / "walk.kine").exists()
    assert not places.is_untitled(opened.document.path)
    close(opened)


def test_a_file_is_imported_into_a_new_document(tmp_path: Path) -> None:
    (tmp_path / "walk.bvh").write_text("HIERARCHY")
    opened = open_document(tmp_path / "walk.bvh")
    assert opened.imports == (tmp_path / "walk.bvh",)
    assert places.is_untitled(opened.document.path)
    close(opened)


def test_what_cannot_be_opened_is_said_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        open_document(tmp_path / "missing.bvh")
    (tmp_path / "x.docx").write_text("x")
    with pytest.raises(FormatError, match=r"\.docx"):
        open_document(tmp_path / "x.docx")
    with pytest.raises(DocumentError, match="no folder"):
        open_document(tmp_path / "missing" / "x.kine")
    (tmp_path / "folder.kine").mkdir()
    with pytest.raises(DocumentError, match="folder"):
        open_document(tmp_path / "folder.kine")
    assert not places.untitled_documents()


def test_a_document_that_cannot_be_opened_is_not_left_locked(tmp_path: Path) -> None:
    (tmp_path / "bad.kine").write_text("not a document")
    for _ in range(2):
        with pytest.raises(DocumentError, match="not a Kinegraph document"):
            open_document(tmp_path / "bad.kine")


def test_the_second_studio_learns_where_the_first_is(tmp_path: Path) -> None:
    opened = open_document(tmp_path / "walk.kine")
    assert opened.lock is not None
    opened.lock.announce("http://127.0.0.1:1234/#token=x")
    with pytest.raises(DocumentInUse) as refusal:
        open_document(tmp_path / "walk.kine")
    assert refusal.value.url == "http://127.0.0.1:1234/#token=x"
    close(opened)
    close(open_document(tmp_path / "walk.kine"))


def test_a_lock_ends_with_its_process_however_that_ends(tmp_path: Path) -> None:
    path = tmp_path / "walk.kine"
    code = (
        "import sys, pathlib; from kinegraph.studio.document.store.lock import DocumentLock; "
        "DocumentLock(pathlib.Path(sys.argv[1])); print('locked', flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "locked\n"
    with pytest.raises(DocumentInUse):
        DocumentLock(path)
    process.kill()
    process.wait()
    DocumentLock(path).release()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_no_other_user_can_read_the_token_in_the_lock(tmp_path: Path) -> None:
    lock = DocumentLock(tmp_path / "walk.kine")
    assert (tmp_path / ".walk.kine.lock").stat().st_mode & 0o077 == 0
    lock.release()


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_DATA_HOME": "/x/data"}, "/x/data/kinegraph"),
        ("linux", {"XDG_DATA_HOME": "not/absolute"}, "/home/ada/.local/share/kinegraph"),
        ("linux", {"KINEGRAPH_DATA": "/chosen"}, "/chosen"),
        ("darwin", {}, "/home/ada/Library/Application Support/Kinegraph"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Kinegraph"),
    ],
)
def test_each_platform_has_its_place(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: Any, expected: Any
) -> None:
    for name in ("KINEGRAPH_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(places.Path, "home", lambda: places.Path("/home/ada"))
    assert places.data_folder().as_posix() == expected


def test_a_lock_moves_with_its_document(tmp_path: Path) -> None:
    lock = DocumentLock(tmp_path / "a.kine")
    lock.announce("http://here")
    lock.move(tmp_path / "b.kine")
    with pytest.raises(DocumentInUse, match="http://here"):
        DocumentLock(tmp_path / "b.kine")
    DocumentLock(tmp_path / "a.kine").release()
    lock.release()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_stays_where_the_new_name_is_taken(tmp_path: Path) -> None:
    lock, other = DocumentLock(tmp_path / "a.kine"), DocumentLock(tmp_path / "b.kine")
    lock.move(tmp_path / "b.kine")
    with pytest.raises(DocumentInUse):
        DocumentLock(tmp_path / "a.kine")
    lock.release()
    other.release()


def test_a_document_for_viewing_needs_no_lock(tmp_path: Path) -> None:
    Document(tmp_path / "a.kine").close()
    os.link(tmp_path / "a.kine", tmp_path / "b.kine")
    opened = [open_document(tmp_path / name) for name in ("a.kine", "b.kine")]
    for each in opened:
        assert each.lock is None
        assert each.document.view_only
        each.document.close()
        each.release()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere locks of files get in SQLite's way")
def test_a_document_is_opened_once_under_whatever_name(tmp_path: Path) -> None:
    opened = open_document(tmp_path / "a.kine")
    (tmp_path / "a.kine").rename(tmp_path / "b.kine")  # not noticed yet
    with pytest.raises(DocumentInUse):
        open_document(tmp_path / "b.kine")
    assert opened.document.problem() == ""
    assert opened.document.path == tmp_path / "b.kine"
    with pytest.raises(DocumentInUse):
        open_document(tmp_path / "b.kine")
    close(opened)
    close(open_document(tmp_path / "b.kine"))
