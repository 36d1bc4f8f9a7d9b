"""The lock beside an open document: one studio at a time, and the address of the one that has it.

The operating system holds the lock, so it ends with its process however that ends. The file is readable by
its owner alone: the address in it carries the studio's token.
"""

import os
import sys
from pathlib import Path

from kinegraph.studio.document.store.errors import DocumentError


class DocumentInUse(DocumentError):
    """A document that another studio has open. url: Where that one listens; empty while it is still
    starting.
    """

    def __init__(self, path: Path, url: str) -> None:
        self.url = url
        where = f" at {url}" if url else ""
        super().__init__(path, f"the document is already open in another studio{where}.")


class DocumentLock:
    """Holds a document for this process until `release`."""

    def __init__(self, document: Path) -> None:
        """Takes the lock; raises DocumentInUse where another process has it."""
        self._url = ""
        self._take(document)

    def _take(self, document: Path) -> None:
        self._path = document.with_name(f".{document.name}.lock")
        while True:
            try:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            except OSError as error:
                raise DocumentError(document, f"the document cannot be locked: {error.strerror}.") from None
            if not try_lock(self._file):
                url = _read(self._file)
                os.close(self._file)
                raise DocumentInUse(document, url)
            if self._still_there():
                break
            os.close(self._file)  # its last holder removed the file while we were opening it: try the new one
        self.announce(self._url)

    def move(self, document: Path) -> None:
        """Holds the document under its new name; keeps the old lock where another process has the new one."""
        old, path = self._file, self._path
        try:
            self._take(document)
        except DocumentError:
            self._file, self._path = old, path
            return
        _remove(path, old)

    def announce(self, url: str) -> None:
        """Writes where this studio listens, for the next one that wants the document."""
        self._url = url
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, url.encode())

    def release(self) -> None:
        """Lets go of the document."""
        _remove(self._path, self._file)

    def _still_there(self) -> bool:
        try:
            return os.path.samestat(os.stat(self._path), os.fstat(self._file))
        except FileNotFoundError:
            return False


def _remove(path: Path, file: int) -> None:
    # Removed while it is held, so that no process can lock a file that is gone.
    if sys.platform != "win32":
        path.unlink(missing_ok=True)
    os.close(file)


def _read(file: int) -> str:
    os.lseek(file, 0, os.SEEK_SET)
    return os.read(file, 4096).decode(errors="replace")


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # Windows keeps others from reading locked bytes: lock one far behind the address

    def try_lock(file: int) -> bool:
        """Takes the lock of an open file; whether no other process had it."""
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(file: int) -> bool:
        """Takes the lock of an open file; whether no other process had it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
