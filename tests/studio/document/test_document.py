"""A document keeps what was acknowledged, undoes exactly, and refuses what it cannot read."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from samples_of_records import BLOBS, HASHES, a_character, a_motion

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.records import ViewRecord
from kinegraph.studio.document.store.errors import DamagedDocument, DocumentError, NewerDocument
from kinegraph.studio.document.store.schema import APPLICATION_ID


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "test.kine"


def with_a_bear(document: Any) -> None:
    document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of("bear"), [a_character()], BLOBS))


def test_an_edit_is_there_after_reopening(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
    with Document(path) as document:
        assert document.records["c1"] == a_character()
        assert document.undo_label == "Add bear"


def test_undo_and_redo_survive_a_restart(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        document.commit(edits.rename(document.records, "c1", "Otto"))
        document.undo()
    with Document(path) as document:
        assert edits.character_record(document.records, "c1").name == "bear"
        document.redo()
        assert edits.character_record(document.records, "c1").name == "Otto"
        document.undo()
        document.undo()
        assert "c1" not in document.records


def test_a_new_edit_clears_redo(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        document.commit(edits.rename(document.records, "c1", "Otto"))
        document.undo()
        document.commit(edits.rename(document.records, "c1", "Ida"))
        assert document.redo_label is None
        with pytest.raises(InvalidValue, match="nothing to redo"):
            document.redo()


def test_an_edit_that_changes_nothing_leaves_no_trace(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        before = document.revision
        document.commit(edits.rename(document.records, "c1", "bear"))
        assert (document.revision, document.undo_label) == (before, "Add bear")


def test_the_view_is_kept_but_not_undone(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        document.keep(edits.look(document.records, character="c1"))
        document.undo()
        kept = document.records[ViewRecord.ID]
        assert isinstance(kept, ViewRecord)
        assert kept.character == "c1"
        assert edits.view_of(document.records).character is None, "its character is gone"
    with Document(path) as document:
        document.redo()
        assert edits.view_of(document.records).character == "c1"


def test_what_can_be_undone_cannot_be_kept_past_history(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        with pytest.raises(InvalidValue):
            document.keep(edits.rename(document.records, "c1", "Otto"))


def test_an_edit_whose_blob_is_missing_is_refused_whole(path: Path) -> None:
    with Document(path) as document:
        with pytest.raises(InvalidValue, match="blob"):
            document.commit(
                Edit(
                    EditKind.ADD_CHARACTER.of(),
                    {"m1": a_motion(character=None), "c1": a_character(blob="0" * 64)},
                    BLOBS,
                )
            )
        assert not document.records
    with Document(path) as document:
        assert not document.records


def test_history_is_bounded(path: Path) -> None:
    with Document(path, history_limit=3) as document:
        with_a_bear(document)
        for name in "abcde":
            document.commit(edits.rename(document.records, "c1", name))
        for _ in range(3):
            document.undo()
        assert edits.character_record(document.records, "c1").name == "b"
        assert document.undo_label is None


def test_garbage_collection_keeps_what_records_and_history_reach(path: Path) -> None:
    with Document(path, history_limit=2) as document:
        document.commit(Edit(EditKind.ADD_CHARACTER.of(), {"c1": a_character()}, BLOBS))
        document.commit(Edit(EditKind.REPLACE_PLAN.of(), {"c1": a_character(blob=HASHES[1])}))
        assert document.collect_garbage() == 1, "only the third blob was never used"
        document.undo()
        assert document.blob(HASHES[0]) == b"first"
        document.commit(edits.rename(document.records, "c1", "Otto"))
        assert document.collect_garbage() == 1, "clearing redo lets go of the second blob"


def test_removing_a_character_takes_its_motions_and_undo_brings_all_back(path: Path) -> None:
    with Document(path) as document:
        both = [a_character(), a_motion()]
        document.commit(edits.add(document.records, EditKind.IMPORT_FILES.of(), both, BLOBS))
        before = dict(document.records)
        change = document.commit(edits.remove(document.records, "c1"))
        assert set(change.removed) == {"c1", "m1"}
        document.undo()
        assert dict(document.records) == before


def test_a_foreign_file_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"HIERARCHY\nROOT hips\n")
    with pytest.raises(DocumentError, match="not a Kinegraph document"):
        Document(path)
    assert path.read_bytes() == b"HIERARCHY\nROOT hips\n"
    assert list(path.parent.iterdir()) == [path]


def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE other (x)")
    database.commit()
    database.close()
    before = path.read_bytes()
    with pytest.raises(DocumentError, match="not a Kinegraph document"):
        Document(path)
    assert path.read_bytes() == before


def test_a_newer_layout_is_refused_and_left_alone(path: Path) -> None:
    Document(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    before = path.read_bytes()
    with pytest.raises(NewerDocument, match="newer Kinegraph"):
        Document(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", ["truncated", "scribbled", "record"])
def test_a_damaged_file_is_refused_and_left_alone(path: Path, damage: str) -> None:
    with Document(path) as document:
        document.commit(
            Edit(EditKind.ADD_CHARACTER.of(), {"c1": a_character()}, BLOBS | {"x" * 64: bytes(200_000)})
        )
    data = bytearray(path.read_bytes())
    if damage == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "scribbled":
        data[4096:8192] = b"\xff" * 4096
        path.write_bytes(data)
    else:
        database = sqlite3.connect(path)
        database.execute('UPDATE records SET image = \'{"version": 1, "record": {}}\'')
        database.commit()
        database.close()
    before = path.read_bytes()
    with pytest.raises(DamagedDocument, match="damaged"):
        Document(path)
    assert path.read_bytes() == before


def test_a_blob_that_is_not_what_was_stored_is_reported(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
    database = sqlite3.connect(path)
    database.execute("UPDATE pieces SET packed = x'0000'")
    database.commit()
    database.close()
    with Document(path) as document, pytest.raises(DamagedDocument, match="not what was stored"):
        document.blob(HASHES[0])


def test_a_copy_is_a_document_of_its_own(path: Path, tmp_path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        document.copy_to(tmp_path / "copy.kine")
        document.undo()
    with Document(tmp_path / "copy.kine") as copy:
        assert copy.records["c1"] == a_character()
        assert copy.undo_label == "Add bear"


def test_a_document_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="cannot be created here"):
        Document(tmp_path / "missing" / "x.kine")


def test_the_file_carries_our_application_id(path: Path) -> None:
    Document(path).close()
    assert int.from_bytes(path.read_bytes()[68:72], "big") == APPLICATION_ID


def test_memory_is_unchanged_when_the_disk_refuses(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        before = dict(document.records), document.revision, document.undo_label
        with document._file.reading() as database:
            database.execute("PRAGMA query_only = ON")
        with pytest.raises(DocumentError):
            document.commit(edits.rename(document.records, "c1", "Otto"))
        assert (dict(document.records), document.revision, document.undo_label) == before


def test_records_are_never_changed_in_place(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        seen = document.records
        document.commit(edits.rename(document.records, "c1", "Otto"))
        assert seen["c1"] == a_character()
        assert document.records["c1"] == replace(a_character(), name="Otto")


def test_a_first_row_of_another_kind_is_refused(path: Path) -> None:
    Document(path).close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE document SET revision = 'soon'")
    with pytest.raises(DamagedDocument, match="first row"):
        Document(path)


def test_damage_that_sqlite_quotes_as_broken_text_is_refused(path: Path) -> None:
    Document(path).close()
    content = path.read_bytes().replace(b"recordsrecords", b"rec\x8drdsrecords")
    path.write_bytes(content.replace(b"CREATE TABLE records", b"?" * 20))
    with pytest.raises(DamagedDocument):
        Document(path)


def test_the_kind_of_an_edit_survives_a_restart(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        document.commit(edits.rename(document.records, "c1", "Otto"))
    with Document(path) as document:
        assert document.undo_kind is EditKind.RENAME_RECORD
        change = document.undo()
        assert (change.kind, change.step) == (EditKind.RENAME_RECORD, "undo")
        assert document.undo_kind is EditKind.ADD_CHARACTER


def test_a_change_reports_in_the_past_tense(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        assert document.commit(edits.rename(document.records, "c1", "Otto")).report == "Renamed bear to Otto"
        assert document.undo().report == "Undid: rename bear to Otto"
        assert document.redo().report == "Redid: rename bear to Otto"


def test_an_edit_without_a_name_does_not_enter_the_history(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
        with pytest.raises(InvalidValue, match="needs a name"):
            document.commit(Edit(None, {"c1": None}))


def as_older_layout(path: Path, layout: int) -> None:
    """Rewrites a document the way an older Kinegraph wrote it."""
    with Document(path) as document:
        blobs = {hash: document.blob(hash) for record in document.records.values() for hash in record.blobs}
    with closing(sqlite3.connect(path)) as database, database:
        for table in ("seal", "settings", "pieces", "blobs"):
            database.execute(f"DROP TABLE {table}")
        database.execute("CREATE TABLE blobs (hash TEXT PRIMARY KEY, data BLOB NOT NULL)")
        database.executemany("INSERT INTO blobs VALUES (?, ?)", blobs.items())
        if layout == 1:
            database.execute("ALTER TABLE edits DROP COLUMN kind")
        database.execute(f"PRAGMA user_version = {layout}")


def test_a_document_from_before_kinds_opens_and_keeps_its_history(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
    as_older_layout(path, 1)
    with Document(path) as document:
        assert (document.undo_label, document.undo_kind) == ("Add bear", None)
        document.commit(edits.rename(document.records, "c1", "Otto"))
        assert document.undo_kind is EditKind.RENAME_RECORD
        document.undo()
        document.undo()
        assert "c1" not in document.records


def test_a_document_from_before_pieces_keeps_its_blobs(path: Path) -> None:
    with Document(path) as document:
        with_a_bear(document)
    as_older_layout(path, 2)
    for _ in range(2):
        with Document(path) as document:
            assert document.undo_kind is EditKind.ADD_CHARACTER
            assert document.blob(HASHES[0]) == b"first"
