"""Connections to a document's database: creating, recognizing and checking one, and refusing other files.

A file is looked at before SQLite touches it, so nothing that is not a sound document of ours is ever written
to. A new one is built beside its place and moved there whole, so its header never lies only in a write-ahead
log. Whatever a file's schema says besides our tables is refused before anything is read from them.
"""

import logging
import os
import secrets
import sqlite3
import time
from pathlib import Path

from kinegraph.studio.document.store.blob_store import LARGEST_BLOB, write_blobs
from kinegraph.studio.document.store.errors import DamagedDocument, DocumentError, NewerDocument
from kinegraph.studio.document.store.log_seal import MARK, new_stamp, set_foreign_log_aside
from kinegraph.studio.document.store.orphaned_log import adopt_log
from kinegraph.studio.document.store.schema import (
    ADDED_IN_3,
    APPLICATION_ID,
    BLOBS,
    LAYOUT,
    TABLES,
    check_schema,
)

_log = logging.getLogger("kinegraph.studio.document")
_MAGIC = b"SQLite format 3\0"
_STEPS = 20_000  # of SQLite's machine between two looks at the clock
_PATIENCE = 30.0  # for one operation [s]
_SLOWEST = 5e6  # rate at which a file is read at least [bytes/s]


class Patience:
    """Ends statements that take longer than any on a sound document would."""

    def __init__(self, connection: sqlite3.Connection, size: int) -> None:
        """size: Of the file [bytes]."""
        self._allowed = _PATIENCE + size / _SLOWEST
        self.renew()
        connection.set_progress_handler(self._is_over, _STEPS)

    def renew(self) -> None:
        """Starts the time of the next operation."""
        self._until = time.monotonic() + self._allowed

    def _is_over(self) -> bool:
        return time.monotonic() > self._until


def open_database(path: Path) -> tuple[sqlite3.Connection, Patience]:
    """The document's database, made if there is no file yet; durable on every commit."""
    if path.exists() and not path.is_file():
        raise DocumentError(path, "this is not a regular file.")
    if not path.exists() or path.stat().st_size == 0:
        _create(path)
    _check_header(path)
    adopted = adopt_log(path)
    if adopted is not None:
        _log.warning("The last edits of %s were in %s, beside its old name.", path, adopted)
    aside = set_foreign_log_aside(path)
    if aside is not None:
        _log.warning("The log beside %s does not belong to it; it was renamed to %s.", path, aside)
    connection = _connect(path)
    patience = _secure(connection, path)
    try:
        check_schema(path, connection)
        _check_content(path, connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # an acknowledged edit survives a power cut
        connection.execute("PRAGMA wal_autocheckpoint = 0")  # DocumentFile says when
        connection.execute("PRAGMA foreign_keys = ON")
        _upgrade(connection)
        _check_seal(path, connection)
    except sqlite3.OperationalError as error:
        connection.close()
        raise DocumentError(path, f"the document cannot be opened for writing: {error}.") from None
    except sqlite3.DatabaseError as error:
        connection.close()
        raise DamagedDocument(path, str(error)) from None
    except UnicodeDecodeError:  # SQLite quotes the damaged bytes in its message
        connection.close()
        raise DamagedDocument(path, "its text is not valid UTF-8") from None
    except BaseException:
        connection.close()
        raise
    return connection, patience


def read_only_database(path: Path) -> sqlite3.Connection:
    """A second connection, for a process that only reads blobs beside the studio that writes."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    _secure(connection, path)
    return connection


def stamp_transaction(connection: sqlite3.Connection) -> bytes:
    """Gives the transaction under way its stamp (see log_seal.py); returns its mark."""
    before = connection.execute("SELECT stamp FROM seal").fetchone()[0]
    stamp = new_stamp(before[:MARK])
    connection.execute("UPDATE seal SET stamp = ?", (stamp,))
    return stamp[:MARK]


def release_free_pages(connection: sqlite3.Connection) -> None:
    """Gives the pages that nothing uses back to the disk; they are gone from the file after a checkpoint."""
    # Each step of the statement frees one page, and `execute` takes a single step: it has no rows to fetch.
    connection.executescript("PRAGMA incremental_vacuum")


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on disk."""
    if os.name == "nt":  # Windows cannot open folders, and has no need to
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _connect(path: Path) -> sqlite3.Connection:
    # Transactions are begun by hand; one lock in Document keeps threads apart.
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)


def _secure(connection: sqlite3.Connection, path: Path) -> Patience:
    """Bounds what the file can make SQLite do."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_BLOB)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 1)  # VACUUM INTO attaches its target
    connection.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return Patience(connection, path.stat().st_size)


def _create(path: Path) -> None:
    building = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        connection = _connect(building)
        try:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {LAYOUT}")
            connection.execute("BEGIN")
            for table in TABLES.values():
                connection.execute(table)
            connection.execute("INSERT INTO document VALUES (?, 0, 0)", (secrets.token_hex(8),))
            connection.execute("INSERT INTO seal VALUES (?)", (new_stamp(bytes(MARK)),))
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()
        os.replace(building, path)
        sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        building.unlink(missing_ok=True)
        raise DocumentError(path, f"the document cannot be created here: {error}.") from None


def _upgrade(connection: sqlite3.Connection) -> None:
    """Brings the tables of an older document to today's layout. Layout 2 added the kinds of edits, layout 3
    the seal, the settings, and pieces.
    """
    layout = connection.execute("PRAGMA user_version").fetchone()[0]
    if layout >= LAYOUT:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        if layout < 2:
            connection.execute("ALTER TABLE edits ADD COLUMN kind TEXT NOT NULL DEFAULT ''")
        connection.execute("ALTER TABLE blobs RENAME TO old_blobs")
        for table in (*ADDED_IN_3.values(), BLOBS):
            connection.execute(table)
        connection.execute("INSERT INTO seal VALUES (?)", (new_stamp(bytes(MARK)),))
        for (hash,) in connection.execute("SELECT hash FROM old_blobs").fetchall():
            data = connection.execute("SELECT data FROM old_blobs WHERE hash = ?", (hash,)).fetchone()[0]
            write_blobs(connection, {hash: bytes(data)})
        connection.execute("DROP TABLE old_blobs")
        connection.execute(f"PRAGMA user_version = {LAYOUT}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    release_free_pages(connection)


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
    kinds = connection.execute("SELECT typeof(id), typeof(revision), typeof(position) FROM document")
    if any(row != ("text", "integer", "integer") for row in kinds):
        raise DamagedDocument(path, "its first row was changed")


def _check_seal(path: Path, connection: sqlite3.Connection) -> None:
    rows = connection.execute("SELECT typeof(stamp), length(stamp) FROM seal").fetchall()
    if rows != [("blob", 2 * MARK)]:
        raise DamagedDocument(path, "its seal was changed")
