"""The seal: which write-ahead log belongs to which file.

SQLite replays any log that lies beside a database. After a crash that is what saves the last edits; beside
another document that was copied over the crashed one it would destroy that document. So every transaction
writes a stamp: a mark of its own, and the mark that the file had when the log was started (its base). A log
belongs to a file whose mark is the log's base, or, where a checkpoint was cut off, a mark in the log itself.

Both are read from the raw files, because SQLite cannot be asked before the question is settled.
"""

import os
import secrets
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MARK = 16  # length of a mark [bytes]
_CELL = bytes((2 * MARK + 2, 1, 2, 12 + 4 * MARK))  # length, row 1, header of 2 bytes, a blob of 32 bytes
_LOG_HEADER, _FRAME_HEADER = 32, 24  # [bytes], as in https://www.sqlite.org/fileformat2.html#walformat


def log_of(path: Path) -> Path:
    """The path of a database's write-ahead log."""
    return path.with_name(f"{path.name}-wal")


def index_of(path: Path) -> Path:
    """The path of that log's index."""
    return path.with_name(f"{path.name}-shm")


def new_stamp(base: bytes) -> bytes:
    """The stamp of a transaction. base: The mark of the file when its log was started."""
    return secrets.token_bytes(MARK) + base


def seal_page(connection: sqlite3.Connection) -> int:
    """Number of the page that holds the stamp, counted from 1; 0 in documents older than seals."""
    row = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'seal'").fetchone()
    return 0 if row is None else int(row[0])


def stored_mark(file: int, page: int) -> bytes | None:
    """The mark in a database file, past any log; None where there is none that can be read."""
    size = _page_size(_read_at(file, 100, 0))
    return _mark(_read_at(file, size, (page - 1) * size)) if page and size else None


def continues(log: Path, path: Path) -> bool:
    """True if a log that lies elsewhere has edits of this very document that its file does not have."""
    content = _read_log(log)
    with path.open("rb") as file:
        mark = stored_mark(file.fileno(), content.page)
    return content.is_whole and mark in content.marks


def set_foreign_log_aside(path: Path) -> Path | None:
    """Renames a log that does not belong to the document beside it; returns its new name, None where there
    is nothing to do.
    """
    log = log_of(path)
    if not log.exists() or log.stat().st_size <= _LOG_HEADER or _belongs(path, log):
        return None
    aside = log.with_name(f"{log.name}.{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}")
    os.replace(log, aside)
    index_of(path).unlink(missing_ok=True)
    return aside


def _belongs(path: Path, log: Path) -> bool:
    with path.open("rb") as file:
        while True:
            content = _read_log(log)
            if not content.is_whole:  # SQLite passes over it
                return True
            mark = stored_mark(file.fileno(), content.page)
            if mark in content.marks:
                return True
            if mark is None:  # by the file alone: has it a seal elsewhere, or is it older than seals?
                return not _page_past_log(path)
            # A studio that has the document open may have folded the log and begun another in between.
            if stored_mark(file.fileno(), content.page) == mark:
                return False


@dataclass(frozen=True)
class _Log:
    """Contents of a log.

    is_whole: Whether a transaction in it is whole.
    page: The page that holds the stamps; 0 where there are none. It is found by its shape: while a checkpoint
        is cut off, the file itself may not say where it is.
    marks: The marks that the stamps name.
    """

    is_whole: bool
    page: int
    marks: frozenset[bytes]


def _read_log(log: Path) -> _Log:
    whole, page, marks = False, 0, set()
    for ends, number, stamp in _frames(log):
        whole |= ends
        if stamp is not None:
            page = number
            marks |= {stamp[:MARK], stamp[MARK:]}
    return _Log(whole, page, frozenset(marks))


def _page_past_log(path: Path) -> int | None:
    """The page of the seal by the file alone; 0 where it has none, None where the file cannot be read."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        return seal_page(connection)
    except sqlite3.Error:
        return None
    finally:
        connection.close()


def _frames(log: Path) -> Iterator[tuple[bool, int, bytes | None]]:
    """Of each frame of a log whether it ends a transaction, its page, and the stamp in it."""
    with log.open("rb") as file:
        header = file.read(_LOG_HEADER)
        size, salts = int.from_bytes(header[8:12], "big"), header[16:24]
        if not 512 <= size <= 65536:
            return
        while len(frame := file.read(_FRAME_HEADER + size)) == _FRAME_HEADER + size:
            if frame[8:16] != salts:
                return  # what an older log left behind
            yield frame[4:8] != bytes(4), int.from_bytes(frame[:4], "big"), _stamp(frame[_FRAME_HEADER:])


def _mark(page: bytes) -> bytes | None:
    stamp = _stamp(page)
    return None if stamp is None else stamp[:MARK]


def _stamp(page: bytes) -> bytes | None:
    """The stamp in a page of the table `seal`, whose only row has a fixed shape."""
    if page[:1] != b"\x0d" or page[3:5] != b"\x00\x01":
        return None
    start = int.from_bytes(page[8:10], "big")
    content = start + len(_CELL)
    if page[start:content] != _CELL or len(page) < content + 2 * MARK:
        return None
    return page[content : content + 2 * MARK]


def _read_at(file: int, count: int, offset: int) -> bytes:
    os.lseek(file, offset, os.SEEK_SET)
    return os.read(file, count)


def _page_size(header: bytes) -> int:
    size = int.from_bytes(header[16:18], "big")
    return 65536 if size == 1 else size
