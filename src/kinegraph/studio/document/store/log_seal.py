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
from pathlib import Path

MARK = 16  # length of a mark [bytes]
_CELL = bytes((2 * MARK + 2, 1, 2, 12 + 4 * MARK))  # length, row 1, header of 2 bytes, a blob of 32 bytes
_LOG_HEADER, _FRAME_HEADER = 32, 24  # [bytes], as in https://www.sqlite.org/fileformat2.html#walformat


def log_of(path: Path) -> Path:
    """Where SQLite keeps the write-ahead log of a database."""
    return path.with_name(f"{path.name}-wal")


def index_of(path: Path) -> Path:
    """Where SQLite keeps the index of that log."""
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
    """Whether a log that lies elsewhere has edits of this very document that its file does not have."""
    page = _page_past_log(path)
    if not page:
        return False
    with path.open("rb") as file:
        mark = stored_mark(file.fileno(), page)
    return mark in (_marks_in(log, page) or ())


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
    page = _page_past_log(path)
    if not page:  # older than seals, or a checkpoint was cut off in the schema itself: SQLite decides
        return True
    with path.open("rb") as file:
        while True:
            mark = stored_mark(file.fileno(), page)
            marks = _marks_in(log, page)
            if mark is None or marks is None or mark in marks:
                return True
            # A studio that has the document open may have folded the log and begun another in between.
            if stored_mark(file.fileno(), page) == mark:
                return False


def _marks_in(log: Path, page: int) -> set[bytes] | None:
    """The marks that a log names; None where it holds no whole transaction, and SQLite passes over it."""
    frames = list(_frames(log, page))
    if not any(ends for ends, _ in frames):
        return None
    return {mark for _, stamp in frames for mark in (stamp[:MARK], stamp[MARK:]) if mark}


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


def _frames(log: Path, page: int) -> Iterator[tuple[bool, bytes]]:
    """Of each frame of a log whether it ends a transaction, and the stamp in it (empty in most)."""
    with log.open("rb") as file:
        header = file.read(_LOG_HEADER)
        size, salts = int.from_bytes(header[8:12], "big"), header[16:24]
        if not 512 <= size <= 65536:
            return
        while len(frame := file.read(_FRAME_HEADER)) == _FRAME_HEADER:
            if frame[8:16] != salts:
                return  # what an older log left behind
            here = int.from_bytes(frame[:4], "big") == page
            content = file.read(size) if here else b""
            file.seek(0 if here else size, os.SEEK_CUR)
            yield frame[4:8] != bytes(4), _stamp(content) or b""


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
