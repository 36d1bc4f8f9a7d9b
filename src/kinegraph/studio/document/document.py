"""Document: records and their history in one SQLite file.

Every edit is a transaction that stores the records' images before and after it, so undo and redo are exact,
survive a restart, and nothing that was acknowledged is lost to a crash. Memory is changed only after the
disk was.
"""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document.blobs import read_blob, remove_unused_blobs, write_blobs
from kinegraph.studio.document.database import (
    DamagedDocument,
    DocumentError,
    NewerDocument,
    open_database,
)
from kinegraph.studio.document.edit_kinds import EditKind, history_report, kind_of
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.migrations import (
    NewerImage,
    UnreadableImage,
    decode_image,
    encode_image,
)
from kinegraph.studio.document.records import KEPT, Record

HISTORY_LIMIT = 1000  # edits that can be undone
_LARGEST_NUMBER = 2**53  # of a revision or an edit: more than any hand makes


HistoryStep = Literal["edit", "undo", "redo"]


@dataclass(frozen=True)
class Change:
    """What an edit, an undo or a redo did to the document.

    label: The edit's label; None for what is no part of history.
    kind: What the edit does; None for what is no part of history, and for edits stored without one.
    report: What happened, in the past tense; empty for what is no part of history.
    changed: Records that are new or different.
    removed: Ids of records that are gone.
    step: Whether the edit was made, taken back, or done again.
    """

    revision: int
    label: str | None
    changed: tuple[Record, ...] = ()
    removed: tuple[str, ...] = ()
    step: HistoryStep = "edit"
    kind: EditKind | None = None
    report: str = ""


@dataclass(frozen=True)
class _Entry:
    """An edit in the history."""

    label: str
    kind: EditKind | None


class Document:
    """One open document. Methods may be called from any thread."""

    def __init__(self, path: str | Path, history_limit: int = HISTORY_LIMIT) -> None:
        """Opens the file, or makes it; raises DocumentError where that cannot be."""
        self.path = Path(path)
        self._history_limit = history_limit
        self._lock = threading.RLock()
        self._database = open_database(self.path)
        try:
            self._read_state()
        except BaseException:
            self._database.close()
            raise

    @property
    def records(self) -> Mapping[str, Record]:
        """The records by id, as they are now."""
        return MappingProxyType(self._records)

    @property
    def undo_label(self) -> str | None:
        """What undo would take back."""
        return _label(self._entries.get(self._position))

    @property
    def redo_label(self) -> str | None:
        """What redo would do again."""
        return _label(self._entries.get(self._position + 1))

    @property
    def undo_kind(self) -> EditKind | None:
        """The kind of the edit that undo would take back."""
        entry = self._entries.get(self._position)
        return None if entry is None else entry.kind

    @property
    def fresh(self) -> bool:
        """Whether no edit was ever made."""
        return not self._entries

    def commit(self, edit: Edit) -> Change:
        """Makes an edit: durable when this returns, undone as one. If it changes nothing it leaves no
        trace.
        """
        with self._lock:
            changes = self._effective(edit.changes)
            if not changes:
                return self.keep(Edit(None, edit.kept))
            kept = self._effective(edit.kept)
            self._refuse_unkept(kept)
            if edit.name is None:
                raise InvalidValue("An edit that becomes part of history needs a name.")
            number, name = self._position + 1, edit.name
            with self._transaction() as database:
                self._write(database, {**changes, **kept}, edit.blobs)
                database.execute("DELETE FROM edits WHERE number >= ?", (number,))
                database.execute("DELETE FROM edits WHERE number <= ?", (number - self._history_limit,))
                database.execute("INSERT INTO edits VALUES (?, ?, ?)", (number, name.label, name.kind.value))
                for id, after in changes.items():
                    images = (_image(self._records.get(id)), _image(after))
                    database.execute("INSERT INTO changes VALUES (?, ?, ?, ?)", (number, id, *images))
                self._advance(database, number)
            first = number - self._history_limit
            self._entries = {n: entry for n, entry in self._entries.items() if first < n < number}
            self._entries[number] = _Entry(name.label, name.kind)
            change = self._applied({**changes, **kept}, number)
            return replace(change, label=name.label, kind=name.kind, report=name.report)

    def keep(self, edit: Edit) -> Change:
        """Stores what is no part of history: view, takes, and what a document holds before its first edit."""
        with self._lock:
            changes = self._effective(edit.changes)
            if not changes:
                return Change(self.revision, None)
            if not self.fresh:
                self._refuse_unkept(changes)
            with self._transaction() as database:
                self._write(database, changes, edit.blobs)
                self._advance(database, self._position)
            return self._applied(changes, self._position)

    def undo(self) -> Change:
        """Undoes the last edit; raises InvalidValue where there is nothing to undo."""
        return self._step(self._position, "before", "undo", "There is nothing to undo.")

    def redo(self) -> Change:
        """Redoes the last undone edit; raises InvalidValue where there is nothing to redo."""
        return self._step(self._position + 1, "after", "redo", "There is nothing to redo.")

    def blob(self, hash: str) -> bytes:
        """The blob's bytes, checked against their hash."""
        with self._lock, self._reporting():
            return read_blob(self._database, self.path, hash)

    def collect_garbage(self) -> int:
        """Removes the blobs that neither a record nor the history can reach; returns how many."""
        with self._lock:
            used = set(_blobs_of(self._records.values()))
            with self._reporting():
                for before, after in self._database.execute("SELECT before, after FROM changes"):
                    used.update(_blobs_of(self._decode(image) for image in (before, after) if image))
            with self._transaction() as database:
                removed = remove_unused_blobs(database, used)
            if removed:
                self._database.execute("PRAGMA incremental_vacuum").fetchall()
            return removed

    def copy_to(self, path: str | Path) -> None:
        """Writes a consistent copy, history included, to a file that does not exist yet."""
        with self._lock, self._reporting():
            self._database.execute("VACUUM INTO ?", (str(path),))

    def close(self) -> None:
        """Lets go of the file, folding the write-ahead log into it."""
        with self._lock:
            self._database.close()

    def __enter__(self) -> "Document":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_state(self) -> None:
        with self._reporting():
            row = self._database.execute("SELECT id, revision, position FROM document").fetchone()
            if row is None:
                raise DamagedDocument(self.path, "its first row is missing")
            self.id, self.revision, self._position = row
            if not (0 <= self.revision < _LARGEST_NUMBER and 0 <= self._position < _LARGEST_NUMBER):
                raise DamagedDocument(self.path, "its first row was changed")
            images = self._database.execute("SELECT id, image FROM records ORDER BY id").fetchall()
            self._records = {id: self._decode(image) for id, image in images}
            rows = self._database.execute("SELECT number, label, kind FROM edits").fetchall()
            self._entries = {number: _Entry(label, kind_of(kind)) for number, label, kind in rows}

    def _decode(self, image: str) -> Record:
        try:
            return decode_image(image)
        except NewerImage:
            raise NewerDocument(self.path) from None
        except UnreadableImage as error:
            raise DamagedDocument(self.path, str(error)) from None

    def _effective(self, changes: Mapping[str, Record | None]) -> dict[str, Record | None]:
        return {id: record for id, record in changes.items() if self._records.get(id) != record}

    def _refuse_unkept(self, changes: Mapping[str, Record | None]) -> None:
        """Only what can never be undone may change beside history."""
        if not all(isinstance(record or self._records.get(id), KEPT) for id, record in changes.items()):
            raise InvalidValue("A change that can be undone must be committed, not kept.")

    def _step(self, number: int, side: str, step: Literal["undo", "redo"], nothing: str) -> Change:
        with self._lock:
            entry, position = self._entries.get(number), self._position + (1 if step == "redo" else -1)
            if entry is None:
                raise InvalidValue(nothing)
            with self._reporting():
                rows = self._database.execute(f"SELECT id, {side} FROM changes WHERE edit = ?", (number,))
                changes = {id: self._decode(image) if image else None for id, image in rows}
            with self._transaction() as database:
                self._write(database, changes, {})
                self._advance(database, position)
            change = self._applied(changes, position)
            report = history_report(entry.label, step)
            return replace(change, label=entry.label, kind=entry.kind, report=report, step=step)

    def _write(
        self, database: sqlite3.Connection, changes: Mapping[str, Record | None], blobs: Mapping[str, bytes]
    ) -> None:
        write_blobs(database, blobs)
        for id, record in changes.items():
            if record is None:
                database.execute("DELETE FROM records WHERE id = ?", (id,))
                continue
            for hash in record.blobs:
                if not database.execute("SELECT 1 FROM blobs WHERE hash = ?", (hash,)).fetchone():
                    raise InvalidValue(f"The record {id!r} names a blob that the document does not hold.")
            database.execute("INSERT OR REPLACE INTO records VALUES (?, ?)", (id, encode_image(record)))

    def _advance(self, database: sqlite3.Connection, position: int) -> None:
        database.execute("UPDATE document SET revision = ?, position = ?", (self.revision + 1, position))

    def _applied(self, changes: Mapping[str, Record | None], position: int) -> Change:
        kept = tuple(record for record in changes.values() if record is not None)
        gone = tuple(id for id, record in changes.items() if record is None)
        # A new mapping rather than a changed one: a thread that reads `records` has a whole state.
        left = {id: record for id, record in self._records.items() if id not in changes}
        self._records = left | {record.id: record for record in kept}
        self.revision += 1
        self._position = position
        return Change(self.revision, None, kept, gone)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._reporting():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:  # the disk is full, or gone
            raise DocumentError(self.path, f"the document could not be read or written: {error}.") from None
        except sqlite3.DatabaseError as error:
            raise DamagedDocument(self.path, str(error)) from None


def _label(entry: _Entry | None) -> str | None:
    return None if entry is None else entry.label


def _image(record: Record | None) -> str | None:
    return None if record is None else encode_image(record)


def _blobs_of(records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        yield from record.blobs
