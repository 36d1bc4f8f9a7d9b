"""The ledger of an output folder: which files a batch works on, and what became of each.

It is a SQLite file, so that a library of any size is read row by row, and a batch that was killed continues
where it stopped.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import msgspec

from kinegraph.batch.inputs import Input
from kinegraph.batch.jobs.all_jobs import AnyJob
from kinegraph.batch.store import HOME, Result
from kinegraph.core.errors import FormatError, InvalidValue

NAME = "ledger.sqlite"
_WAITING, _DONE, _FAILED = "waiting", "done", "failed"
_PAGE = 256  # rows that are held at a time
_SCHEMA = """
CREATE TABLE IF NOT EXISTS files (
  number INTEGER PRIMARY KEY, path TEXT UNIQUE NOT NULL, name TEXT UNIQUE NOT NULL, run INTEGER NOT NULL,
  size INTEGER, changed INTEGER, digest TEXT,
  state TEXT NOT NULL DEFAULT 'waiting', key TEXT, reused INTEGER NOT NULL DEFAULT 0, error TEXT, result BLOB,
  worker TEXT
);
CREATE INDEX IF NOT EXISTS by_state ON files (run, state, number);
CREATE TABLE IF NOT EXISTS runs (run INTEGER PRIMARY KEY, job BLOB NOT NULL, words BLOB NOT NULL);
"""


@dataclass(frozen=True)
class Row:
    """A file of the ledger.

    stamp: Size [bytes] and time of change [ns] when the digest was taken; None where it never was.
    reused: Whether the result was there before this run.
    """

    number: int
    path: Path
    name: str
    stamp: tuple[int, int] | None
    digest: str | None
    state: str
    key: str | None
    reused: bool
    error: str | None
    result: Result | None
    worker: str | None

    @property
    def failed(self) -> bool:
        """True if the file has no result, for a reason that is known."""
        return self.state == _FAILED


@dataclass(frozen=True)
class Counts:
    """Files of a run."""

    files: int
    done: int
    reused: int
    failed: int


class Ledger:
    """An open ledger; a second one for the same folder is refused."""

    def __init__(self, folder: Path) -> None:
        path = folder / HOME / NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(path, isolation_level=None, timeout=1.0)
        try:
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.executescript(f"BEGIN EXCLUSIVE;{_SCHEMA}COMMIT;")
        except sqlite3.OperationalError as error:
            self._database.close()
            if "locked" in str(error):
                raise InvalidValue(f"Another batch is running in {folder}.") from error
            raise FormatError(path, f"cannot be opened: {error}.") from error
        except sqlite3.DatabaseError as error:
            self._database.close()
            raise FormatError(path, f"is not a ledger of a batch: {error}.") from error
        self.run = self._one("SELECT coalesce(max(run), 0) FROM runs")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def last_order(self) -> tuple[AnyJob, tuple[str, ...]]:
        """The job and the inputs of the last run."""
        row = self._database.execute("SELECT job, words FROM runs WHERE run = ?", (self.run,)).fetchone()
        if row is None:
            raise InvalidValue("There is no batch to resume in this folder; name its inputs.")
        return msgspec.json.decode(row[0], type=AnyJob), msgspec.json.decode(row[1], type=tuple[str, ...])

    def start_run(self, job: AnyJob, words: tuple[str, ...], inputs: Iterator[Input]) -> int:
        """Records a new run with its files; returns their number."""
        self.run += 1
        self._database.execute("BEGIN")
        try:
            self._database.execute(
                "INSERT INTO runs VALUES (?, ?, ?)",
                (self.run, msgspec.json.encode(job), msgspec.json.encode(words)),
            )
            for each in inputs:
                self._add(each)
            self._database.execute("COMMIT")
        except BaseException:
            self._database.execute("ROLLBACK")
            self.run -= 1
            raise
        return self.counts().files

    def _add(self, each: Input) -> None:
        path = str(each.path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        found = self._database.execute("SELECT number FROM files WHERE path = ?", (path,)).fetchone()
        if found is not None:
            self._database.execute(
                "UPDATE files SET run = ?, state = ?, key = NULL, reused = 0, error = NULL, result = NULL, "
                "worker = NULL WHERE number = ?",
                (self.run, _WAITING, found[0]),
            )
            return
        for name in _names(each):
            try:
                self._database.execute(
                    "INSERT INTO files (path, name, run) VALUES (?, ?, ?)", (path, name, self.run)
                )
            except sqlite3.IntegrityError:
                continue  # another file has this name
            return

    def waiting(self) -> Iterator[Row]:
        """Files of this run that nothing is known about yet, in order; some may be done meanwhile."""
        yield from self._rows(_WAITING)

    def rows(self) -> Iterator[Row]:
        """Every file of this run, in order."""
        yield from self._rows(None)

    def failures(self) -> Iterator[Row]:
        """Files of this run without a result."""
        yield from self._rows(_FAILED)

    def _rows(self, state: str | None) -> Iterator[Row]:
        last = 0
        while True:
            page = self._database.execute(
                "SELECT number, path, name, size, changed, digest, state, key, reused, error, result, worker "
                "FROM files WHERE run = ? AND number > ? AND (? IS NULL OR state = ?) "
                "ORDER BY number LIMIT ?",
                (self.run, last, state, state, _PAGE),
            ).fetchall()
            if not page:
                return
            for row in page:
                yield _row(row)
            last = page[-1][0]

    def remember_digest(self, row: Row, stamp: tuple[int, int], digest: str) -> None:
        """Keeps the digest of a file that was read, for as long as its size and time do not change."""
        self._database.execute(
            "UPDATE files SET size = ?, changed = ?, digest = ? WHERE number = ?",
            (*stamp, digest, row.number),
        )

    def set_done(
        self, row: Row, key: str, result: Result, *, reused: bool, worker: str | None = None
    ) -> None:
        """Records a result."""
        self._database.execute(
            "UPDATE files SET state = ?, key = ?, reused = ?, result = ?, worker = ? WHERE number = ?",
            (_DONE, key, int(reused), msgspec.json.encode(result), worker, row.number),
        )

    def set_failed(self, row: Row, error: str) -> None:
        """Records why a file has no result."""
        self._database.execute(
            "UPDATE files SET state = ?, error = ? WHERE number = ?", (_FAILED, error, row.number)
        )

    def counts(self) -> Counts:
        """The number of files of this run, and their progress."""
        row = self._database.execute(
            "SELECT count(*), total(state = ?), total(reused), total(state = ?) FROM files WHERE run = ?",
            (_DONE, _FAILED, self.run),
        ).fetchone()
        return Counts(*(int(value) for value in row))

    def _one(self, statement: str) -> int:
        return int(self._database.execute(statement).fetchone()[0])


def _names(each: Input) -> Iterator[str]:
    """Names for a result: the file's own, then with the source's ending, then numbered."""
    name = each.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    name = "/".join(part for part in name.split("/") if part not in ("..", "."))
    yield name
    yield f"{name}-{each.path.suffix.lstrip('.').lower()}"
    number = 2
    while True:
        yield f"{name}-{number}"
        number += 1


def _row(row: tuple) -> Row:
    number, path, name, size, changed, digest, state, key, reused, error, result, worker = row
    return Row(
        number,
        Path(path),
        name,
        None if size is None else (size, changed),
        digest,
        state,
        key,
        bool(reused),
        error,
        None if result is None else msgspec.json.decode(result, type=Result),
        worker,
    )
