"""Blobs: big arrays, stored once under the hash of their bytes."""

import hashlib
import sqlite3
from collections.abc import Mapping, Set
from os import PathLike

from kinegraph.studio.document.database import DamagedDocument


def blob_hash(data: bytes) -> str:
    """The name under which `data` is stored: its SHA-256, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def write_blobs(database: sqlite3.Connection, blobs: Mapping[str, bytes]) -> None:
    """Stores blobs by hash within the transaction under way; one that is there already stays."""
    database.executemany("INSERT OR IGNORE INTO blobs VALUES (?, ?)", blobs.items())


def read_blob(database: sqlite3.Connection, path: str | PathLike[str], hash: str) -> bytes:
    """The bytes stored under `hash`; raises DamagedDocument where they are gone or are not what was
    stored.
    """
    row = database.execute("SELECT data FROM blobs WHERE hash = ?", (hash,)).fetchone()
    if row is None:
        raise DamagedDocument(path, f"its blob {hash[:12]} is missing")
    if not isinstance(row[0], bytes) or blob_hash(row[0]) != hash:
        raise DamagedDocument(path, f"its blob {hash[:12]} is not what was stored")
    return row[0]


def remove_unused_blobs(database: sqlite3.Connection, used: Set[str]) -> int:
    """Removes every blob that is not in `used`; returns how many."""
    present = [row[0] for row in database.execute("SELECT hash FROM blobs")]
    unused = [(hash,) for hash in present if hash not in used]
    database.executemany("DELETE FROM blobs WHERE hash = ?", unused)
    return len(unused)
