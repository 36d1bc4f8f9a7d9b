"""Documents that cannot be written, or have a second name, open for viewing."""

import os
from pathlib import Path

import pytest
from samples_of_records import BLOBS, HASHES, a_character

from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.store.document_file import reason_for_viewing
from kinegraph.studio.document.store.errors import ViewOnly


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.kine"
    with Document(path) as document:
        document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of(), [a_character()], BLOBS))
    return path


@pytest.fixture(params=["file", "folder", "hard link"])
def viewed(path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document for viewing, for each reason; the system's answer is replaced, since root may write."""
    if request.param == "hard link":
        os.link(path, path.with_name("second name.kine"))
    else:
        closed = path if request.param == "file" else path.parent
        monkeypatch.setattr(os, "access", lambda place, mode: Path(place) != closed)
    return path


def test_it_can_be_viewed_and_the_file_is_left_alone(viewed: Path) -> None:
    before, names = viewed.read_bytes(), sorted(os.listdir(viewed.parent))
    with Document(viewed) as document:
        assert document.path == viewed
        assert "for viewing only" in document.view_only
        assert edits.character_record(document.records, "c1").name == "bear"
        assert document.blob(HASHES[0]) == b"first"
        assert document.problem() == ""
        private = document.storage
    assert viewed.read_bytes() == before
    assert sorted(os.listdir(viewed.parent)) == names
    assert not private.exists(), "the copy for viewing is removed"


def test_edits_are_refused_with_a_sentence(viewed: Path) -> None:
    with Document(viewed) as document:
        with pytest.raises(ViewOnly, match="Save a copy to edit it"):
            document.commit(edits.rename(document.records, "c1", "Otto"))
        with pytest.raises(ViewOnly):
            document.undo()
        with pytest.raises(ViewOnly):
            document.limit_history(1 << 20)
        assert edits.character_record(document.records, "c1").name == "bear"


def test_the_view_can_change_for_as_long_as_it_is_open(viewed: Path) -> None:
    with Document(viewed) as document:
        document.keep(edits.look(document.records, character="c1"))
        assert edits.view_of(document.records).character == "c1"
    with Document(viewed) as document:
        assert edits.view_of(document.records).character is None


def test_a_saved_copy_can_be_edited(viewed: Path, tmp_path: Path) -> None:
    with Document(viewed) as document:
        (tmp_path / "elsewhere").mkdir()
        document.copy_to(tmp_path / "elsewhere" / "copy.kine")
    with Document(tmp_path / "elsewhere" / "copy.kine") as copy:
        copy.commit(edits.rename(copy.records, "c1", "Otto"))
        assert edits.character_record(copy.records, "c1").name == "Otto"


def test_a_document_with_one_name_that_can_be_written_is_edited(path: Path) -> None:
    assert reason_for_viewing(path) == ""
    assert reason_for_viewing(path.with_name("new.kine")) == ""
