"""The catalogue of the library: files, motions, figures, descriptors and thumbnails, in one SQLite file."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from kinegraph.batch.library.descriptor import VERSION
from kinegraph.batch.library.entry import Entry
from kinegraph.batch.library.measures import Measures
from kinegraph.core.errors import FormatError, InvalidValue, UnknownName

FIGURES = tuple(field.name for field in msgspec.structs.fields(Measures))
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS files (
  id INTEGER PRIMARY KEY, path TEXT UNIQUE NOT NULL, root TEXT NOT NULL, size INTEGER NOT NULL,
  changed INTEGER NOT NULL, digest TEXT NOT NULL, error TEXT
);
CREATE TABLE IF NOT EXISTS motions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  name TEXT NOT NULL, motion TEXT NOT NULL, {", ".join(f"{name} REAL NOT NULL" for name in FIGURES)},
  descriptor BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS thumbnails (
  motion INTEGER PRIMARY KEY REFERENCES motions (id) ON DELETE CASCADE, png BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS motions_of_file ON motions (file);
CREATE TABLE IF NOT EXISTS state (generation INTEGER NOT NULL);
"""


class UnknownFigure(UnknownName):
    """A figure that motions do not have."""

    kind = "figure"


@dataclass(frozen=True)
class Motion:
    """A motion of the library.

    id: Stays the same as long as its file does not change.
    name: Of the file, with the motion's own where the file has several.
    distance: To the motion that was asked for; None in a plain search.
    """

    id: int
    path: Path
    name: str
    motion: str
    measures: Measures
    distance: float | None = None


@dataclass(frozen=True)
class Query:
    """A search: the terms and limits of a query.

    words: Each must be in the name or the path, in any case.
    limits: By figure the lowest and highest value; None where there is no limit.
    order: Figure to sort by, with a minus for the largest first; by name where it is empty.
    """

    words: str = ""
    limits: dict[str, tuple[float | None, float | None]] = field(default_factory=dict)
    order: str = ""
    most: int = 100
    skip: int = 0


class Catalogue:
    """An open catalogue. Several processes may read it while one writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(
                path, isolation_level=None, timeout=30.0, check_same_thread=False
            )
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA foreign_keys = ON")
            if self._one("PRAGMA user_version") not in (0, VERSION):
                self._clear()
            self._database.executescript(_SCHEMA)
            self._database.execute(f"PRAGMA user_version = {VERSION}")
            if not self._one("SELECT count(*) FROM state"):
                self._database.execute("INSERT INTO state VALUES (0)")
        except OSError as error:
            raise FormatError(path, f"cannot be made: {error.strerror}.") from error
        except sqlite3.DatabaseError as error:
            raise FormatError(path, f"is not a motion library: {error}.") from error

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    @property
    def generation(self) -> int:
        """Grows with every change of the motions."""
        return self._one("SELECT generation FROM state")

    @property
    def count(self) -> int:
        """Number of motions."""
        return self._one("SELECT count(*) FROM motions")

    def stamp(self, path: Path) -> tuple[int, int, str] | None:
        """Size, time of change and digest of a file when it was read; None for a new file."""
        row = self._database.execute(
            "SELECT size, changed, digest FROM files WHERE path = ?", (_text(path),)
        ).fetchone()
        return None if row is None else tuple(row)

    def touch(self, path: Path, size: int, changed: int) -> None:
        """Records that a file was written again with the same content."""
        self._database.execute(
            "UPDATE files SET size = ?, changed = ? WHERE path = ?", (size, changed, _text(path))
        )

    def put(
        self, path: Path, root: Path, stamp: tuple[int, int, str], entries: Sequence[Entry], error: str | None
    ) -> None:
        """Replaces what is known about a file.

        root: The folder that it was found in.
        """
        with self._change():
            self._database.execute("DELETE FROM files WHERE path = ?", (_text(path),))
            row = self._database.execute(
                "INSERT INTO files (path, root, size, changed, digest, error) VALUES (?, ?, ?, ?, ?, ?)",
                (_text(path), _text(root), *stamp, None if error is None else _text(error)),
            )
            for entry in entries:
                self._add(int(row.lastrowid or 0), path, entry, several=len(entries) > 1)

    def _add(self, file: int, path: Path, entry: Entry, *, several: bool) -> None:
        name = f"{path.stem}: {entry.motion}" if several else path.stem
        figures = [float(getattr(entry.measures, name)) for name in FIGURES]
        marks = ", ".join("?" * len(FIGURES))
        row = self._database.execute(
            f"INSERT INTO motions (file, name, motion, {', '.join(FIGURES)}, descriptor) "
            f"VALUES (?, ?, ?, {marks}, ?)",
            (file, name, entry.motion, *figures, entry.descriptor),
        )
        if entry.thumbnail:
            self._database.execute("INSERT INTO thumbnails VALUES (?, ?)", (row.lastrowid, entry.thumbnail))

    def remove_missing(self, root: Path) -> int:
        """Removes files below a folder that are gone from the disk; returns their number."""
        gone = [
            path
            for (path,) in self._database.execute("SELECT path FROM files WHERE root = ?", (_text(root),))
            if not Path(path).exists()
        ]
        if gone:
            with self._change():
                self._database.executemany("DELETE FROM files WHERE path = ?", [(path,) for path in gone])
        return len(gone)

    def search(self, query: Query) -> list[Motion]:
        """The motions that match."""
        where, values = _conditions(query)
        order = _order(query.order)
        rows = self._database.execute(
            f"{_SELECT} WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?", (*values, query.most, query.skip)
        )
        return [_motion(row) for row in rows]

    def total(self, query: Query) -> int:
        """Number of motions that match."""
        where, values = _conditions(query)
        row = self._database.execute(
            f"SELECT count(*) FROM motions JOIN files ON files.id = motions.file WHERE {where}", values
        ).fetchone()
        return int(row[0])

    def motion(self, id: int) -> Motion:
        """One motion by its number."""
        row = self._database.execute(f"{_SELECT} WHERE motions.id = ?", (id,)).fetchone()
        if row is None:
            raise InvalidValue(f"The library has no motion {id}.")
        return _motion(row)

    def motions_of(self, path: Path) -> list[Motion]:
        """The motions of a file."""
        return [_motion(row) for row in self._database.execute(f"{_SELECT} WHERE path = ?", (_text(path),))]

    def failures(self) -> list[tuple[Path, str]]:
        """Files without motions, and why."""
        rows = self._database.execute("SELECT path, error FROM files WHERE error IS NOT NULL ORDER BY path")
        return [(Path(path), error) for path, error in rows]

    def roots(self) -> list[tuple[Path, int]]:
        """The folders that were indexed, each with its number of motions."""
        rows = self._database.execute(
            "SELECT root, count(motions.id) FROM files LEFT JOIN motions ON motions.file = files.id "
            "GROUP BY root ORDER BY root"
        )
        return [(Path(root), int(count)) for root, count in rows]

    def thumbnail(self, id: int) -> bytes | None:
        """The picture of a motion, as PNG."""
        row = self._database.execute("SELECT png FROM thumbnails WHERE motion = ?", (id,)).fetchone()
        return None if row is None else row[0]

    def descriptor(self, id: int) -> NDArray[np.float32]:
        """(D,) descriptor of a motion."""
        row = self._database.execute("SELECT descriptor FROM motions WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise InvalidValue(f"The library has no motion {id}.")
        return np.frombuffer(row[0], dtype=np.float32)

    def ids(self) -> Iterator[int]:
        """Numbers of all motions."""
        for (id,) in self._database.execute("SELECT id FROM motions ORDER BY id"):
            yield id

    def _change(self) -> "_Change":
        return _Change(self._database)

    def _clear(self) -> None:
        """Drops tables of another version: everything in them can be made again."""
        for table in ("thumbnails", "motions", "files", "state"):
            self._database.execute(f"DROP TABLE IF EXISTS {table}")

    def _one(self, statement: str) -> int:
        return int(self._database.execute(statement).fetchone()[0])


class _Change:
    """One change of the motions: all of it or nothing."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> None:
        self._database.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type | None, *_: object) -> None:
        if kind is not None:
            self._database.execute("ROLLBACK")
            return
        self._database.execute("UPDATE state SET generation = generation + 1")
        self._database.execute("COMMIT")


_SELECT = (
    f"SELECT motions.id, path, name, motion, {', '.join(FIGURES)} "
    "FROM motions JOIN files ON files.id = motions.file"
)


def _conditions(query: Query) -> tuple[str, list[object]]:
    where, values = ["1"], []
    for word in query.words.split():
        where.append("(name LIKE ? ESCAPE '\\' OR path LIKE ? ESCAPE '\\')")
        pattern = "%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        values += [pattern, pattern]
    for name, (low, high) in query.limits.items():
        _check_figure(name)
        for sign, value in ((">=", low), ("<=", high)):
            if value is not None:
                where.append(f"{name} {sign} ?")
                values.append(float(value))
    return " AND ".join(where), values


def _order(order: str) -> str:
    name = order.removeprefix("-")
    if not name:
        return "name COLLATE NOCASE, motions.id"
    _check_figure(name)
    return f"{name} {'DESC' if order.startswith('-') else 'ASC'}, motions.id"


def _check_figure(name: str) -> None:
    if name not in FIGURES:
        raise UnknownFigure(name, FIGURES)


def _motion(row: tuple) -> Motion:
    id, path, name, motion, *figures = row
    values = dict(zip(FIGURES, figures, strict=True))
    whole = {name: int(values[name]) for name in ("frames", "joints", "contacts")}
    return Motion(id, Path(path), name, motion, Measures(**(values | whole)))


def _text(words: Path | str) -> str:
    """Text that SQLite takes: names of files can be any bytes."""
    return str(words).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
