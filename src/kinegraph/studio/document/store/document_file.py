"""DocumentFile: the file of one open document, wherever it is, and the transactions on it."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kinegraph.studio.document.store.database import (
    open_database,
    release_free_pages,
    stamp_transaction,
)
from kinegraph.studio.document.store.errors import DamagedDocument, DocumentError, LostDocument
from kinegraph.studio.document.store.location import FileAnchor, without_links
from kinegraph.studio.document.store.lock import DocumentInUse
from kinegraph.studio.document.store.log_seal import (
    index_of,
    log_of,
    new_stamp,
    seal_page,
    stored_mark,
)
from kinegraph.studio.document.store.private_folder import PrivateFolder

_LONGEST_LOG = 16 << 20  # [bytes] before it is folded into the file


class DocumentFile:
    """The open file of a document; used by one thread at a time.

    path: Where the document is; changes when it is renamed.
    view_only: Why nothing is written to it; empty where edits are.
    """

    def __init__(
        self, path: Path, on_move: Callable[[Path], None] = lambda path: None, exclusive: bool = False
    ) -> None:
        """Opens the file, or makes it; one that cannot be written is copied to a private folder and viewed
        there.

        on_move: Called with the new path when the file was renamed.
        exclusive: Whether to refuse a file that another studio has open, under whatever name.
        """
        self.path, self._exclusive = without_links(path), exclusive
        self.on_move = on_move
        self.view_only = reason_for_viewing(self.path)
        self._private: PrivateFolder | None = None
        try:
            self._open(self._copy_for_viewing() if self.view_only else self.path)
        except BaseException:
            if self._private is not None:
                self._private.close()
            raise

    @property
    def storage(self) -> Path:
        """The file that SQLite has open, for processes that read blobs."""
        return self._anchor.path

    @property
    def size(self) -> int:
        """Of the file and its log [bytes]."""
        with suppress(OSError):
            return os.fstat(self._anchor.descriptor).st_size + log_of(self.storage).stat().st_size
        return os.fstat(self._anchor.descriptor).st_size

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection; errors of SQLite become DocumentErrors."""
        self._patience.renew()
        try:
            yield self._connection
        except sqlite3.OperationalError as error:  # the disk is full, or gone
            raise DocumentError(self.path, _explain(error)) from None
        except sqlite3.DatabaseError as error:
            raise DamagedDocument(self.path, str(error)) from None

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction on the document: durable when it ends, undone where it fails. Follows a file that was
        renamed; raises LostDocument where the file is gone.
        """
        self.follow()
        with self.reading() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                self._marks.add(stamp_transaction(connection))
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        with suppress(OSError):
            if log_of(self.storage).stat().st_size > _LONGEST_LOG:
                self.checkpoint()

    def follow(self) -> None:
        """Makes sure that the open file is the one at the document's path, and follows it to another name;
        raises LostDocument where it was deleted, replaced or overwritten.
        """
        found = self._anchor.find(self._is_ours)
        if found == self.storage:
            return
        old = self.storage
        self._checkpoint()
        self._close()
        for left in (log_of(old), index_of(old)):  # SQLite leaves them where the file was
            left.unlink(missing_ok=True)
        self._open(found)
        self.path = found
        self.on_move(found)

    def checkpoint(self) -> bool:
        """Folds the log into the file, so that the file alone is the document; whether that was possible now.
        A file that is gone is left alone.
        """
        try:
            self.follow()
            with self.reading():
                return self._checkpoint()
        except DocumentError:
            return False

    def release_free_pages(self) -> None:
        """Gives the space that nothing uses back to the disk, with the next checkpoint."""
        with self.reading() as connection:
            release_free_pages(connection)

    def copy_to(self, path: Path) -> None:
        """Writes a consistent copy to a file that does not exist yet. Where that fails, the error names the
        copy and nothing of it is left.
        """
        existed = path.exists()
        with self.reading() as connection:
            try:
                connection.execute("VACUUM INTO ?", (str(path),))
                with closing(sqlite3.connect(path)) as copy, copy:
                    # Its pages lie elsewhere than ours: our log must never be taken for its own.
                    copy.execute("UPDATE seal SET stamp = ?", (new_stamp(os.urandom(16)),))
            except sqlite3.DatabaseError as error:
                if not existed:
                    path.unlink(missing_ok=True)
                if isinstance(error, sqlite3.OperationalError):
                    raise _copy_error(path, error) from _full_disk(path, error)
                raise

    def close(self) -> None:
        """Lets go of the file, with the log folded into it."""
        storage = self.storage
        try:
            self.follow()
            storage = self.storage
            with suppress(sqlite3.Error):
                self._checkpoint()
            self._close()
        except LostDocument:
            # What is at the path now is not ours: an empty log keeps SQLite from writing to it.
            with suppress(OSError):
                os.truncate(log_of(storage), 0)
            self._close()
            for left in (log_of(storage), index_of(storage)):
                left.unlink(missing_ok=True)
        if self._private is not None:
            self._private.close()

    def _open(self, storage: Path) -> None:
        self._connection, self._patience = open_database(storage)
        try:
            self._anchor = FileAnchor(storage)
            if self._exclusive and not self._anchor.hold():
                self._close()
                raise DocumentInUse(storage, "")
            self._seal_page = seal_page(self._connection)
            self._marks: set[bytes] = set()
            self._checkpoint()
        except BaseException:
            self._connection.close()
            raise

    def _close(self) -> None:
        self._connection.close()
        self._anchor.close()

    def _checkpoint(self) -> bool:
        busy = True
        try:
            busy = bool(self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
        finally:  # where the disk is full, a part of the log is in the file: that is our own writing, too
            self._anchor.note_written()
            if not busy:
                self._marks.clear()
            self._marks |= self._stored_marks()
        return not busy

    def _is_ours(self) -> bool:
        """True if the file has a mark of ours: that of the last checkpoint, or of an edit since then that
        another process has folded into it (`kinegraph info` beside an open studio).
        """
        found = self._stored_marks()
        return bool(found) and found <= self._marks

    def _stored_marks(self) -> set[bytes]:
        mark = stored_mark(self._anchor.descriptor, self._seal_page)
        return set() if mark is None else {mark}

    def _copy_for_viewing(self) -> Path:
        try:
            self._private = PrivateFolder()
            target = self._private.path / self.path.name
            shutil.copyfile(self.path, target)
            if log_of(self.path).exists():
                shutil.copyfile(log_of(self.path), log_of(target))
            return target
        except OSError as error:
            raise DocumentError(self.path, f"the document cannot be read: {error.strerror}.") from None


def reason_for_viewing(path: Path) -> str:
    """Reason for which a document can only be viewed, as a sentence; empty where it can be edited."""
    if not path.exists():
        return ""
    if path.stat().st_nlink > 1:
        return (
            f"{path.name} has a second name (a hard link). It is open for viewing only, because two studios "
            "could write to it at once. Save a copy to edit it."
        )
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return f"{path.name} cannot be written. It is open for viewing only. Save a copy to edit it."
    return ""


def _explain(error: sqlite3.OperationalError) -> str:
    if "full" in str(error):
        return "the disk is full. Free some space, then try again; everything before this edit is saved."
    return f"the document could not be read or written: {error}."


def _copy_error(path: Path, error: sqlite3.OperationalError) -> DocumentError:
    if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
        return DocumentError(path, "the disk is full. Free some space, then save the copy again.")
    return DocumentError(path, f"the copy could not be written: {error}.")


def _full_disk(path: Path, error: sqlite3.OperationalError) -> OSError | None:
    """Message of the system where SQLite found no more room."""
    full = error.sqlite_errorcode == sqlite3.SQLITE_FULL
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)) if full else None
