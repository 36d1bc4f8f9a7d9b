"""Document: records and their history in one SQLite file.

Every edit is a transaction that stores the records' images before and after it, so undo and redo are exact,
survive a restart, and nothing that was acknowledged is lost to a crash. Memory is changed only after the
disk was.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document.edit_kinds import EditKind, history_report, kind_of
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.migrations import (
    NewerImage,
    UnreadableImage,
    decode_image,
    encode_image,
)
from kinegraph.studio.document.records import KEPT, Record, ViewRecord
from kinegraph.studio.document.store.blob_store import (
    has_blob,
    read_blob,
    remove_unused_blobs,
    stored_sizes,
    write_blobs,
)
from kinegraph.studio.document.store.document_file import DocumentFile
from kinegraph.studio.document.store.errors import DamagedDocument, LostDocument, NewerDocument, ViewOnly
from kinegraph.studio.document.store.history_size import HistorySize, edits_to_forget

HISTORY_LIMIT = 1000  # edits that can be undone
_LARGEST_NUMBER = 2**53  # of a revision or an edit: more than any hand makes
HISTORY_BYTES = 64 << 20  # that the history takes in the file, unless the document's settings say otherwise
_HISTORY_BYTES = "history_bytes"  # name of that setting


Remake = Callable[[Record], tuple[Record, bytes]]
"""Makes the blob of a record of the history again; returns the record that names it, and its bytes."""

HistoryStep = Literal["edit", "undo", "redo"]


@dataclass(frozen=True)
class Change:
    """Change of the document by an edit, an undo or a redo.

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
    """An edit in the history. size: None until it is asked for the first time."""

    label: str
    kind: EditKind | None
    size: HistorySize | None = None


class Document:
    """One open document. Methods may be called from any thread."""

    def __init__(
        self,
        path: str | Path,
        history_limit: int = HISTORY_LIMIT,
        on_move: Callable[[Path], None] = lambda path: None,
        exclusive: bool = False,
    ) -> None:
        """Opens the file, or makes it; raises DocumentError where that cannot be. A file that cannot be
        written is opened for viewing: edits are refused.

        on_move: Called with the new path when the file was renamed.
        exclusive: Whether to refuse a file that another studio has open, under whatever name.
        """
        self._history_limit = history_limit
        self._remake: Remake | None = None
        self._lock = threading.RLock()
        self._file = DocumentFile(Path(path), on_move, exclusive)
        try:
            self._read_state()
        except BaseException:
            self._file.close()
            raise

    @property
    def path(self) -> Path:
        """The document's file; another after it was renamed."""
        return self._file.path

    @property
    def storage(self) -> Path:
        """The file in which other processes find the document's blobs."""
        return self._file.storage

    @property
    def view_only(self) -> str:
        """Reason for which the document can only be viewed, as a sentence; empty where it can be edited."""
        return self._file.view_only

    @property
    def size(self) -> int:
        """Of the document on disk [bytes]."""
        return self._file.size

    @property
    def records(self) -> Mapping[str, Record]:
        """The records by id, as they are now."""
        return MappingProxyType(self._records)

    @property
    def undo_label(self) -> str | None:
        """The edit that undo would take back."""
        return _label(self._entries.get(self._position))

    @property
    def redo_label(self) -> str | None:
        """The edit that redo would make again."""
        return _label(self._entries.get(self._position + 1))

    @property
    def undo_kind(self) -> EditKind | None:
        """The kind of the edit that undo would take back."""
        entry = self._entries.get(self._position)
        return None if entry is None else entry.kind

    @property
    def fresh(self) -> bool:
        """True if no edit was ever made."""
        return not self._entries

    def commit(self, edit: Edit) -> Change:
        """Makes an edit: durable when this returns, undone as one. If it changes nothing it leaves no
        trace.
        """
        with self._lock:
            changes = self._effective(edit.changes)
            if not changes:
                return self.keep(Edit(None, edit.kept))
            self._refuse_if_viewed()
            kept = self._effective(edit.kept)
            self._refuse_unkept(kept)
            if edit.name is None:
                raise InvalidValue("An edit that becomes part of history needs a name.")
            number, name = self._position + 1, edit.name
            with self._file.transaction() as database:
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
            change = self._apply({**changes, **kept}, number)
            return replace(change, label=name.label, kind=name.kind, report=name.report)

    def keep(self, edit: Edit) -> Change:
        """Stores what is no part of history: view, takes, and what a document holds before its first edit."""
        with self._lock:
            changes = self._effective(edit.changes)
            if not changes:
                return Change(self.revision, None)
            if not self.fresh:
                self._refuse_unkept(changes)
            if not all(isinstance(record, ViewRecord) for record in changes.values()):
                self._refuse_if_viewed()
            with self._file.transaction() as database:
                self._write(database, changes, edit.blobs)
                self._advance(database, self._position)
            return self._apply(changes, self._position)

    def undo(self) -> Change:
        """Undoes the last edit; raises InvalidValue where there is nothing to undo."""
        return self._step(self._position, "before", "undo", "There is nothing to undo.")

    def redo(self) -> Change:
        """Redoes the last undone edit; raises InvalidValue where there is nothing to redo."""
        return self._step(self._position + 1, "after", "redo", "There is nothing to redo.")

    def blob(self, hash: str) -> bytes:
        """The blob's bytes, checked against their hash."""
        with self._lock, self._file.reading() as database:
            return read_blob(database, self.path, hash)

    def make_again_with(self, remake: Remake) -> None:
        """Lets the history do without blobs that can be made again from their records (made creatures): they
        are removed with the garbage, and made again by undo and redo.
        """
        self._remake = remake

    def problem(self) -> str:
        """Problem that keeps edits from being saved, as a sentence; empty without one. Follows a file that
        was renamed.
        """
        with self._lock:
            try:
                self._file.follow()
            except LostDocument as error:
                return str(error)
            return ""

    def checkpoint(self) -> bool:
        """Folds the log into the file, so that a copy of the file alone is whole; whether it could."""
        with self._lock:
            return self._file.checkpoint()

    @property
    def history_bytes(self) -> int:
        """Limit of the history in the file [bytes]; the last edits are kept whatever their size."""
        with self._lock, self._file.reading() as database:
            row = database.execute("SELECT value FROM settings WHERE name = ?", (_HISTORY_BYTES,)).fetchone()
            return HISTORY_BYTES if row is None or not isinstance(row[0], int) else row[0]

    def limit_history(self, size: int) -> None:
        """Sets what the history may take in the file [bytes]; older edits are forgotten at once."""
        with self._lock:
            self._refuse_if_viewed()
            with self._file.transaction() as database:
                database.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (_HISTORY_BYTES, size))
            self.collect_garbage()

    def collect_garbage(self) -> int:
        """Forgets the oldest edits where the history takes too much, removes the blobs that neither a record
        nor the history can reach, and gives their space back to the disk; returns how many blobs.
        """
        with self._lock, self._file.reading() as database:
            used = set(_blobs_of(self._records.values()))
            sizes = {number: self._size_of(number) for number in sorted(self._entries, reverse=True)}
            last = edits_to_forget(sizes, self._position, used, stored_sizes(database), self.history_bytes)
            used.update(hash for number, size in sizes.items() if number > last for hash in size.blobs)
            with self._file.transaction() as database:
                database.execute("DELETE FROM edits WHERE number <= ?", (last,))
                removed = remove_unused_blobs(database, used)
            self._file.release_free_pages()
            self._entries = {number: entry for number, entry in self._entries.items() if number > last}
            self._file.checkpoint()
            return removed

    def history_size(self) -> int:
        """Size of the history in the file [bytes]."""
        with self._lock, self._file.reading() as database:
            pieces = stored_sizes(database)
            present = {id for hash in _blobs_of(self._records.values()) for id in pieces.get(hash, {})}
            sizes = [self._size_of(number) for number in self._entries]
            past = {id: n for size in sizes for hash in size.blobs for id, n in pieces.get(hash, {}).items()}
            return sum(size.images for size in sizes) + sum(
                length for id, length in past.items() if id not in present
            )

    def copy_to(self, path: str | Path) -> None:
        """Writes a consistent copy, history included, to a file that does not exist yet. Works for a document
        whose file was deleted, too.
        """
        with self._lock:
            self._file.copy_to(Path(path))

    def close(self) -> None:
        """Lets go of the file, folding the write-ahead log into it."""
        with self._lock:
            self._file.close()

    def __enter__(self) -> "Document":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_state(self) -> None:
        with self._file.reading() as database:
            row = database.execute("SELECT id, revision, position FROM document").fetchone()
            if row is None:
                raise DamagedDocument(self.path, "its first row is missing")
            self.id, self.revision, self._position = row
            if not (0 <= self.revision < _LARGEST_NUMBER and 0 <= self._position < _LARGEST_NUMBER):
                raise DamagedDocument(self.path, "its first row was changed")
            images = database.execute("SELECT id, image FROM records ORDER BY id").fetchall()
            self._records = {id: self._decode(image) for id, image in images}
            rows = database.execute("SELECT number, label, kind FROM edits").fetchall()
            self._entries = {number: _Entry(label, kind_of(kind)) for number, label, kind in rows}

    def _size_of(self, number: int) -> HistorySize:
        """Size of an edit in the file; read once."""
        entry = self._entries[number]
        if entry.size is None:
            with self._file.reading() as database:
                rows = database.execute(
                    "SELECT before, after FROM changes WHERE edit = ?", (number,)
                ).fetchall()
            images = [image for row in rows for image in row if image]
            blobs = frozenset(self._blobs_of_past(map(self._decode, images)))
            entry = replace(entry, size=HistorySize(sum(map(len, images)), blobs))
            self._entries[number] = entry
        assert entry.size is not None
        return entry.size

    def _blobs_of_past(self, records: Iterable[Record]) -> Iterator[str]:
        """The blobs that records of the history need: not those that can be made again."""
        for record in records:
            made = () if self._remake is None else record.remakable_blobs
            yield from (hash for hash in record.blobs if hash not in made)

    def _make_again(self, changes: dict[str, Record | None]) -> dict[str, bytes]:
        """Makes the blobs that the history did without; puts records into `changes` that name them."""
        blobs = {}
        for id, record in changes.items():
            if self._remake is None or record is None or not record.remakable_blobs:
                continue
            with self._file.reading() as database:
                there = [has_blob(database, hash) for hash in record.remakable_blobs]
            if not all(there):
                made, data = self._remake(record)
                changes[id] = made
                blobs[made.blobs[0]] = data
        return blobs

    def _decode(self, image: str) -> Record:
        try:
            return decode_image(image)
        except NewerImage:
            raise NewerDocument(self.path) from None
        except UnreadableImage as error:
            raise DamagedDocument(self.path, str(error)) from None

    def _effective(self, changes: Mapping[str, Record | None]) -> dict[str, Record | None]:
        return {id: record for id, record in changes.items() if self._records.get(id) != record}

    def _refuse_if_viewed(self) -> None:
        if self.view_only:
            raise ViewOnly(self.path, self.view_only)

    def _refuse_unkept(self, changes: Mapping[str, Record | None]) -> None:
        """Only what can never be undone may change beside history."""
        if not all(isinstance(record or self._records.get(id), KEPT) for id, record in changes.items()):
            raise InvalidValue("A change that can be undone must be committed, not kept.")

    def _step(self, number: int, side: str, step: Literal["undo", "redo"], nothing: str) -> Change:
        with self._lock:
            entry, position = self._entries.get(number), self._position + (1 if step == "redo" else -1)
            if entry is None:
                raise InvalidValue(nothing)
            self._refuse_if_viewed()
            with self._file.reading() as database:
                query = f"SELECT id, {side} FROM changes WHERE edit = ?"
                rows = database.execute(query, (number,)).fetchall()
            changes = {id: self._decode(image) if image else None for id, image in rows}
            blobs = self._make_again(changes)
            with self._file.transaction() as database:
                self._write(database, changes, blobs)
                self._advance(database, position)
            change = self._apply(changes, position)
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
                if not has_blob(database, hash):
                    raise InvalidValue(f"The record {id!r} names a blob that the document does not hold.")
            database.execute("INSERT OR REPLACE INTO records VALUES (?, ?)", (id, encode_image(record)))

    def _advance(self, database: sqlite3.Connection, position: int) -> None:
        database.execute("UPDATE document SET revision = ?, position = ?", (self.revision + 1, position))

    def _apply(self, changes: Mapping[str, Record | None], position: int) -> Change:
        kept = tuple(record for record in changes.values() if record is not None)
        gone = tuple(id for id, record in changes.items() if record is None)
        # A new mapping rather than a changed one: a thread that reads `records` has a whole state.
        left = {id: record for id, record in self._records.items() if id not in changes}
        self._records = left | {record.id: record for record in kept}
        self.revision += 1
        self._position = position
        return Change(self.revision, None, kept, gone)


def _label(entry: _Entry | None) -> str | None:
    return None if entry is None else entry.label


def _image(record: Record | None) -> str | None:
    return None if record is None else encode_image(record)


def _blobs_of(records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        yield from record.blobs
