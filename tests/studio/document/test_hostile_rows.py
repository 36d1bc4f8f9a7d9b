"""Documents whose rows another program has changed: one sentence, not an error of SQLite or Python."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from samples_of_records import BLOBS, a_character

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed document with one edit."""
    with Document(tmp_path / "test.kine") as document:
        document.commit(
            edits.add(document.records, EditKind.ADD_CHARACTER.of("bear"), [a_character()], BLOBS)
        )
    return tmp_path / "test.kine"


def _change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute(sql)
        database.commit()


# A column may hold text, bytes or a number, whatever its table says.
_IMAGES = (
    "CAST(x'ff61' AS TEXT)",
    "x'7b7d'",
    "12",
    "1.5",
    "'[1]'",
    "'{}'",
    "'null'",
    "printf('%.*c', 9999, '[')",
)


@pytest.mark.parametrize("image", _IMAGES)
def test_a_record_that_is_not_one_refuses_the_document(path: Path, image: str) -> None:
    _change(path, f"UPDATE records SET image = {image}")
    with pytest.raises(KinegraphError):
        Document(path)


@pytest.mark.parametrize("image", _IMAGES)
def test_history_that_cannot_be_read_is_refused_when_it_is_used(path: Path, image: str) -> None:
    _change(path, f"UPDATE changes SET after = {image}, before = {image}")
    with Document(path) as document:
        with pytest.raises(KinegraphError):
            document.undo()
        with pytest.raises(KinegraphError):
            document.collect_garbage()
        assert "c1" in document.records


@pytest.mark.parametrize("number", [2**63 - 1, -1, 2**53])
@pytest.mark.parametrize("column", ["revision", "position"])
def test_a_count_beyond_all_measure_refuses_the_document(path: Path, column: str, number: int) -> None:
    _change(path, f"UPDATE document SET {column} = {number}")
    with pytest.raises(KinegraphError, match="first row"):
        Document(path)


@pytest.mark.parametrize("value", ["x'ff'", "CAST(x'ff' AS TEXT)", "12", "1.5"])
@pytest.mark.parametrize("column", ["label", "kind"])
def test_an_edit_of_a_strange_name_is_refused_or_undone(path: Path, column: str, value: str) -> None:
    _change(path, f"UPDATE edits SET {column} = {value}")
    try:
        with Document(path) as document:
            assert isinstance(document.undo().report, str)
    except KinegraphError:
        pass


@pytest.mark.parametrize("value", ["'text'", "12", "NULL", "x''"])
def test_a_blob_that_is_not_one_is_refused(path: Path, value: str) -> None:
    try:
        _change(path, f"UPDATE pieces SET packed = {value}")
    except sqlite3.IntegrityError:
        return  # SQLite itself keeps it out
    with Document(path) as document, pytest.raises(KinegraphError):
        document.blob(next(iter(BLOBS)))
