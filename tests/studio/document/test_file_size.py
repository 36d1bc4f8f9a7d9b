"""A document's file shrinks, and its history takes no more than its share."""

import os
import random
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from samples_of_records import a_character

from kinegraph.creatures.maker.creature_plan import CreaturePlan, SpinePoint
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, character_record
from kinegraph.studio.document.records import CharacterRecord, Record
from kinegraph.studio.document.store.errors import DocumentError
from kinegraph.studio.document.store.history_size import FEWEST

BIG = 200_000  # [bytes]
FILLING = Path(__file__).parents[1] / "filling_process.py"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.kine"


def store(document: Document, number: int, size: int = BIG) -> None:
    """An edit with a blob that cannot be packed."""
    data = random.Random(number).randbytes(size)
    record = a_character(name=f"edit {number}", blob=blob_hash(data))
    document.commit(Edit(EditKind.RENAME_RECORD.of(), {"c1": record}, {record.blob: data}))


def test_what_is_no_longer_needed_is_given_back_to_the_disk(path: Path) -> None:
    with Document(path, history_limit=1) as document:
        for number in range(20):
            store(document, number)
        document.checkpoint()
        before = path.stat().st_size
        assert before > 20 * BIG
        assert document.collect_garbage() == 18, "the last, and the one before it for undo, stay"
        assert path.stat().st_size < 3 * BIG, "with the document still open"


def test_the_history_takes_no_more_than_its_limit(path: Path) -> None:
    with Document(path) as document:
        for number in range(FEWEST + 20):
            store(document, number)
        assert document.history_size() > (FEWEST + 15) * BIG
        document.limit_history((FEWEST + 5) * BIG)
        assert document.history_size() <= (FEWEST + 6) * BIG
        assert path.stat().st_size < (FEWEST + 8) * BIG
        for _ in range(FEWEST):
            document.undo()
        assert character_record(document.records, "c1").name == f"edit {19}"


def test_the_last_edits_can_be_undone_whatever_they_take(path: Path) -> None:
    with Document(path) as document:
        for number in range(FEWEST + 5):
            store(document, number)
        document.limit_history(1 << 20)
        for _ in range(FEWEST):
            document.undo()
        assert document.undo_label is None


def test_the_limit_stays_with_the_document(path: Path) -> None:
    with Document(path) as document:
        document.limit_history(5 << 20)
    with Document(path) as document:
        assert document.history_bytes == 5 << 20


def test_edits_that_were_undone_can_be_redone_after_compacting(path: Path) -> None:
    with Document(path) as document:
        for number in range(FEWEST + 5):
            store(document, number)
        for _ in range(3):
            document.undo()
        document.limit_history(1 << 20)
        for _ in range(3):
            document.redo()
        assert character_record(document.records, "c1").name == f"edit {FEWEST + 4}"


def a_made_creature(number: int) -> tuple[CharacterRecord, bytes]:
    """A creature whose blob follows from its plan."""
    data = random.Random(number).randbytes(BIG)
    spine = (
        SpinePoint(place=(0.0, 1.0, 0.0), radius=0.1),
        SpinePoint(place=(0.0, 1.0, number + 1.0), radius=0.1),
    )
    record = a_character(name="creature", blob=blob_hash(data))
    return replace(record, plan=CreaturePlan(name="x", spine=spine)), data


def make_again(record: Record) -> tuple[Record, bytes]:
    assert isinstance(record, CharacterRecord)
    assert record.plan is not None
    return a_made_creature(round(record.plan.spine[1].place[2]) - 1)


def test_the_history_does_without_what_can_be_made_again(path: Path) -> None:
    with Document(path) as document:
        document.make_again_with(make_again)
        for number in range(10):
            record, data = a_made_creature(number)
            document.commit(Edit(EditKind.REPLACE_PLAN.of(), {"c1": record}, {record.blob: data}))
        document.checkpoint()
        assert path.stat().st_size > 9 * BIG
        document.collect_garbage()
        assert path.stat().st_size < 2 * BIG
        for number in reversed(range(9)):
            document.undo()
            record, data = a_made_creature(number)
            assert document.records["c1"] == record
            assert document.blob(record.blob) == data
        document.redo()
        assert document.records["c1"] == a_made_creature(1)[0]


def test_a_full_disk_refuses_the_edit_and_keeps_the_others(path: Path) -> None:
    with Document(path) as document:
        store(document, 1)
        with document._file.reading() as database:
            pages = database.execute("PRAGMA page_count").fetchone()[0]
            database.execute(f"PRAGMA max_page_count = {pages + 3}")
        with pytest.raises(DocumentError, match="the disk is full"):
            store(document, 2)
        assert character_record(document.records, "c1").name == "edit 1"
        with document._file.reading() as database:
            database.execute("PRAGMA max_page_count = 1000000")
        store(document, 3)
    with Document(path) as document:
        assert character_record(document.records, "c1").name == "edit 3"


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="files cannot be limited here")
def test_a_file_that_cannot_grow_loses_no_acknowledged_edit(path: Path) -> None:
    command = [sys.executable, str(FILLING), str(path), str(3_000_000)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    *acknowledged, refusal = done.stdout.splitlines()
    assert "could not be read or written" in refusal or "disk is full" in refusal
    with Document(path) as document:
        assert character_record(document.records, "c1").name == acknowledged[-1]
        record = document.records["c1"]
        assert len(document.blob(record.blobs[0])) == BIG
