"""Blobs in a document's database: stored once under the hash of their bytes, in pieces that they share."""

import sqlite3
from collections.abc import Mapping, Set
from os import PathLike

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.store.errors import DamagedDocument
from kinegraph.studio.document.store.pieces import cut, pack_piece, piece_hash, unpack_piece

LARGEST_BLOB = 1 << 29  # [bytes]
_ID = np.dtype("<i8")  # of a piece, as the column `pieces` holds them


def write_blobs(database: sqlite3.Connection, blobs: Mapping[str, bytes]) -> None:
    """Stores blobs by hash within the transaction under way; one that is there already stays."""
    for hash, data in blobs.items():
        if has_blob(database, hash):
            continue
        if len(data) > LARGEST_BLOB:
            raise InvalidValue(
                f"The content is {len(data) >> 20} MB; a document stores at most 512 MB at once."
            )
        ids = [_store(database, piece, width) for piece, width in cut(data)]
        row = (hash, len(data), np.array(ids, dtype=_ID).tobytes())
        database.execute("INSERT INTO blobs VALUES (?, ?, ?)", row)


def has_blob(database: sqlite3.Connection, hash: str) -> bool:
    """True if a blob is stored."""
    return database.execute("SELECT 1 FROM blobs WHERE hash = ?", (hash,)).fetchone() is not None


def read_blob(database: sqlite3.Connection, path: str | PathLike[str], hash: str) -> bytes:
    """The bytes stored under `hash`; raises DamagedDocument where they are gone or are not what was
    stored.
    """
    row = database.execute("SELECT size, pieces FROM blobs WHERE hash = ?", (hash,)).fetchone()
    if row is None:
        raise DamagedDocument(path, f"its blob {hash[:12]} is missing")
    size, ids = row
    if (
        not isinstance(size, int)
        or not 0 <= size <= LARGEST_BLOB
        or not isinstance(ids, bytes)
        or len(ids) % 8
    ):
        raise DamagedDocument(path, f"its blob {hash[:12]} has an impossible size")
    parts, length = [], 0
    for id in np.frombuffer(ids, _ID).tolist():
        found = database.execute("SELECT packed FROM pieces WHERE id = ?", (id,)).fetchone()
        try:
            part = unpack_piece(found[0]) if found and isinstance(found[0], bytes) else b""
        except InvalidValue as error:
            raise DamagedDocument(path, str(error)) from None
        length += len(part)
        if not part or length > size:
            raise DamagedDocument(path, f"its blob {hash[:12]} is not what was stored")
        parts.append(part)
    data = b"".join(parts)
    if blob_hash(data) != hash:
        raise DamagedDocument(path, f"its blob {hash[:12]} is not what was stored")
    return data


def stored_sizes(database: sqlite3.Connection) -> dict[str, dict[int, int]]:
    """Of every blob its pieces, each with the bytes that it takes in the file."""
    sizes = dict(database.execute("SELECT id, length(packed) FROM pieces"))
    return {
        hash: {id: sizes.get(id, 0) for id in np.frombuffer(ids, _ID).tolist()}
        for hash, ids in database.execute("SELECT hash, pieces FROM blobs")
    }


def remove_unused_blobs(database: sqlite3.Connection, used: Set[str]) -> int:
    """Removes every blob that is not in `used`, and the pieces that no other needs; returns how many."""
    needed: set[int] = set()
    unused = []
    for hash, ids in database.execute("SELECT hash, pieces FROM blobs"):
        if hash in used:
            needed.update(np.frombuffer(ids, _ID).tolist())
        else:
            unused.append((hash,))
    if unused:
        database.executemany("DELETE FROM blobs WHERE hash = ?", unused)
        present = [row[0] for row in database.execute("SELECT id FROM pieces")]
        database.executemany("DELETE FROM pieces WHERE id = ?", ((id,) for id in present if id not in needed))
    return len(unused)


def _store(database: sqlite3.Connection, piece: bytes, width: int) -> int:
    hash = piece_hash(piece)
    row = database.execute("SELECT id FROM pieces WHERE hash = ?", (hash,)).fetchone()
    if row is not None:
        return row[0]
    packed = pack_piece(piece, width)
    added = database.execute("INSERT INTO pieces (hash, packed) VALUES (?, ?)", (hash, packed))
    return int(added.lastrowid or 0)
