"""The tables of a document, and the check that a file holds these and nothing else.

SQLite runs what a file's schema says: a trigger in a received document would run with our own writes. So the
schema is compared, word by word, with what Kinegraph writes, before anything is read from a table.
"""

import sqlite3
from pathlib import Path

from kinegraph.studio.document.store.errors import DamagedDocument, ForeignObject

APPLICATION_ID = 0x4B494E45  # "KINE", at byte 68 of the file
LAYOUT = 3  # of the tables below; the layout of records is versioned apart, in migrations.py

_CHANGES = """CREATE TABLE changes (
    edit INTEGER NOT NULL REFERENCES edits (number) ON DELETE CASCADE,
    id TEXT NOT NULL, before TEXT, after TEXT,
    PRIMARY KEY (edit, id)
) WITHOUT ROWID"""
_RECORDS = "CREATE TABLE records (id TEXT PRIMARY KEY, image TEXT NOT NULL) WITHOUT ROWID"
_EDITS = "CREATE TABLE edits (number INTEGER PRIMARY KEY, label TEXT NOT NULL, kind TEXT NOT NULL DEFAULT '')"
_OLD_DOCUMENT = (
    "CREATE TABLE document (id TEXT NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL)"
)
_OLD_EDITS = "CREATE TABLE edits (number INTEGER PRIMARY KEY, label TEXT NOT NULL)"
_OLD_BLOBS = "CREATE TABLE blobs (hash TEXT PRIMARY KEY, data BLOB NOT NULL)"

# What layout 3 added: `seal` ties the log to the file (log_seal.py), `pieces` holds blobs cut up and packed
# (pieces.py), `settings` what a person chose for this document.
ADDED_IN_3 = {
    "seal": "CREATE TABLE seal (stamp BLOB NOT NULL)",
    "settings": "CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "pieces": "CREATE TABLE pieces (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, packed BLOB NOT NULL)",
}
BLOBS = (
    "CREATE TABLE blobs (hash TEXT PRIMARY KEY, size INTEGER NOT NULL, pieces BLOB NOT NULL) WITHOUT ROWID"
)

_LAYOUT_2 = {
    "document": _OLD_DOCUMENT,
    "records": _RECORDS,
    "edits": _EDITS,
    "changes": _CHANGES,
    "blobs": _OLD_BLOBS,
}
TABLES = {**_LAYOUT_2, "blobs": BLOBS, **ADDED_IN_3}
_LAYOUTS = {1: {**_LAYOUT_2, "edits": _OLD_EDITS}, 2: _LAYOUT_2, LAYOUT: TABLES}


def check_schema(path: Path, connection: sqlite3.Connection) -> None:
    """Raises ForeignObject or DamagedDocument unless the schema is what Kinegraph writes, word by word."""
    layout = connection.execute("PRAGMA user_version").fetchone()[0]
    expected = _LAYOUTS.get(layout)
    if expected is None:
        raise DamagedDocument(path, f"its layout {layout} is unknown")
    missing = set(expected)
    for kind, name, table, sql in connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"):
        automatic = kind == "index" and sql is None and table in expected  # of a PRIMARY KEY or UNIQUE
        if automatic:
            continue
        if kind != "table" or name not in expected:
            raise ForeignObject(path, str(kind), str(name))
        if _in_words(str(sql)) != _in_words(expected[name]):
            raise DamagedDocument(path, f"its table {name!r} was changed")
        missing.discard(name)
    if missing:
        raise DamagedDocument(path, f"its table {min(missing)!r} is missing")


def _in_words(sql: str) -> str:
    return " ".join(sql.replace("(", " ( ").replace(")", " ) ").replace(",", " , ").split())
