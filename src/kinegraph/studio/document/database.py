"""The SQLite file behind a document: creating one, recognizing one, and refusing other files.

A file is looked at before SQLite touches it, so nothing that is not a sound document of ours is ever written
to. A new one is built beside its place and moved there whole, so its header never lies only in a write-ahead
log.
"""

import os
import secrets
import sqlite3
from pathlib import Path

from kinegraph.core.errors import KinegraphError

APPLICATION_ID = 0x4B494E45  # "KINE", at byte 68 of the file
LAYOUT = 2  # of the tables below; the layout of records is versioned apart, in migrations.py

_MAGIC = b"SQLite format 3\0"
_TABLES = """
CREATE TABLE document (id TEXT NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL);
CREATE TABLE records (id TEXT PRIMARY KEY, image TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE edits (number INTEGER PRIMARY KEY, label TEXT NOT NULL, kind TEXT NOT NULL DEFAULT '');
CREATE TABLE changes (
    edit INTEGER NOT NULL REFERENCES edits (number) ON DELETE CASCADE,
    id TEXT NOT NULL, before TEXT, after TEXT,
    PRIMARY KEY (edit, id)
) WITHOUT ROWID;
CREATE TABLE blobs (hash TEXT PRIMARY KEY, data BLOB NOT NULL);
"""


class DocumentError(KinegraphError):
    """A document that cannot be opened or written: which, and why."""

    def __init__(self, path: str | os.PathLike[str], reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"{path}: {reason}")


class DamagedDocument(DocumentError):
    """A document whose content is not what was written; it is left as it is."""

    def __init__(self, path: str | os.PathLike[str], reason: str) -> None:
        super().__init__(path, f"the document is damaged ({reason}); it was left as it is. Open a copy.")


class NewerDocument(DocumentError):
    """A document that a later Kinegraph wrote."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(path, "a newer Kinegraph wrote this document; update Kinegraph to open it.")


def open_database(path: Path) -> sqlite3.Connection:
    """The document's database, made if there is no file yet; durable on every commit."""
    if not path.exists() or path.stat().st_size == 0:
        _create(path)
    _check_header(path)
    connection = _connect(path)
    try:
        _check_content(path, connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # an acknowledged edit survives a power cut
        connection.execute("PRAGMA foreign_keys = ON")
        _upgrade(connection)
    except sqlite3.OperationalError as error:
        connection.close()
        raise DocumentError(path, f"the document cannot be opened for writing: {error}.") from None
    except sqlite3.DatabaseError as error:
        connection.close()
        raise DamagedDocument(path, str(error)) from None
    except UnicodeDecodeError:  # SQLite quotes the damaged bytes in its message
        connection.close()
        raise DamagedDocument(path, "its text is not valid UTF-8") from None
    except DocumentError:
        connection.close()
        raise
    return connection


def _upgrade(connection: sqlite3.Connection) -> None:
    """Brings the tables of an older document to today's layout. Layout 2 added the kinds of edits."""
    if connection.execute("PRAGMA user_version").fetchone()[0] >= LAYOUT:
        return
    connection.executescript(
        f"""BEGIN IMMEDIATE;
        ALTER TABLE edits ADD COLUMN kind TEXT NOT NULL DEFAULT '';
        PRAGMA user_version = {LAYOUT};
        COMMIT;"""
    )


def read_only_database(path: Path) -> sqlite3.Connection:
    """A second connection, for a process that only reads blobs beside the studio that writes."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _connect(path: Path) -> sqlite3.Connection:
    # Transactions are begun by hand; one lock in Document keeps threads apart.
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)


def _create(path: Path) -> None:
    building = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        connection = _connect(building)
        try:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {LAYOUT}")
            connection.executescript(f"BEGIN; {_TABLES} COMMIT;")
            connection.execute("INSERT INTO document VALUES (?, 0, 0)", (secrets.token_hex(8),))
        finally:
            connection.close()
        os.replace(building, path)
        _sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        building.unlink(missing_ok=True)
        raise DocumentError(path, f"the document cannot be created here: {error}.") from None


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows cannot open folders, and has no need to
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_header(path: Path) -> None:
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise DocumentError(path, f"the document cannot be read: {error.strerror}.") from None
    if not header.startswith(_MAGIC) or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise DocumentError(path, "this is not a Kinegraph document.")
    if int.from_bytes(header[60:64], "big") > LAYOUT:
        raise NewerDocument(path)


def _check_content(path: Path, connection: sqlite3.Connection) -> None:
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise DamagedDocument(path, str(verdict).splitlines()[-1])
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    missing = {"document", "records", "edits", "changes", "blobs"} - names
    if missing:
        raise DamagedDocument(path, f"its table {min(missing)!r} is missing")
    kinds = connection.execute("SELECT typeof(id), typeof(revision), typeof(position) FROM document")
    if any(row != ("text", "integer", "integer") for row in kinds):
        raise DamagedDocument(path, "its first row was changed")
