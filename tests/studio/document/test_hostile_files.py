"""A received document runs nothing: what Kinegraph does not write is refused before it can act."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from samples_of_records import BLOBS, HASHES, a_character

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.store.database import open_database
from kinegraph.studio.document.store.errors import DamagedDocument, DocumentError
from kinegraph.studio.document.store.pieces import LARGEST, pack_piece, unpack_piece

HOSTILE = {
    "a trigger that empties the records": (
        "CREATE TRIGGER t AFTER UPDATE ON document BEGIN DELETE FROM records; END"
    ),
    "a trigger that fills the disk": (
        "CREATE TRIGGER t AFTER INSERT ON edits BEGIN INSERT INTO pieces (hash, packed) "
        "VALUES (randomblob(16), zeroblob(500000000)); END"
    ),
    "a trigger that never answers": (
        "CREATE TRIGGER t AFTER UPDATE ON document BEGIN SELECT count(*) FROM "
        "(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c); END"
    ),
    "a view": "CREATE VIEW v AS SELECT * FROM records",
    "an index with an expression": "CREATE INDEX i ON records (length(image))",
    "another table": "CREATE TABLE other (x)",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "received.kine"
    with Document(path) as document:
        document.commit(edits.add(document.records, EditKind.ADD_CHARACTER.of(), [a_character()], BLOBS))
    return path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


@pytest.mark.parametrize("what", HOSTILE)
def test_a_document_with_foreign_objects_is_refused_at_once(path: Path, what: str) -> None:
    change(path, HOSTILE[what])
    before, started = path.read_bytes(), time.monotonic()
    with pytest.raises(DocumentError, match="which Kinegraph does not write"):
        Document(path)
    assert time.monotonic() - started < 5.0
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "table",
    [
        "CREATE TABLE records (id TEXT PRIMARY KEY, image TEXT CHECK (length(image) < 9)) WITHOUT ROWID",
        "CREATE TABLE records (id TEXT PRIMARY KEY, image TEXT AS (hex(zeroblob(9)))) WITHOUT ROWID",
    ],
)
def test_a_table_with_expressions_is_refused(path: Path, table: str) -> None:
    change(path, "DROP TABLE records", table)
    with pytest.raises(DamagedDocument, match="table 'records' was changed"):
        Document(path)


def test_a_statement_that_takes_too_long_is_ended(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinegraph.studio.document.store.database._PATIENCE", 0.2)
    connection, _ = open_database(path)
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
    with closing(connection), pytest.raises(sqlite3.OperationalError, match="interrupted"):
        connection.execute(endless).fetchone()


def test_a_blob_of_impossible_size_is_refused_before_it_is_built(path: Path) -> None:
    endless = np.ones(10_000_000, dtype="<i8").tobytes()  # one piece, ten million times
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "UPDATE blobs SET size = ?, pieces = ? WHERE hash = ?", (1 << 40, endless, HASHES[0])
        )
    with Document(path) as document, pytest.raises(DamagedDocument, match="impossible size"):
        document.blob(HASHES[0])


def test_a_blob_that_is_longer_than_it_says_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE blobs SET pieces = pieces || pieces WHERE hash = ?", (HASHES[0],))
    with Document(path) as document, pytest.raises(DamagedDocument):
        document.blob(HASHES[0])


def test_a_piece_that_unpacks_to_more_than_a_piece_is_refused() -> None:
    bomb = pack_piece(bytes(LARGEST + 1), 1)
    assert len(bomb) < 1000
    with pytest.raises(InvalidValue, match="not what was stored"):
        unpack_piece(bomb)


@pytest.mark.parametrize("packed", [b"", b"\x09abc", b"\x01not deflate", b"\x08" + b"x" * 9])
def test_what_is_no_piece_is_refused(packed: bytes) -> None:
    with pytest.raises(InvalidValue):
        unpack_piece(packed)


def test_a_seal_of_another_kind_is_refused(path: Path) -> None:
    change(path, "UPDATE seal SET stamp = 'text'")
    with pytest.raises(DamagedDocument, match="seal"):
        Document(path)
