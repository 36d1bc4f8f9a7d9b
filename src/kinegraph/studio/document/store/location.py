"""Location: where the file of an open document is now.

A person can rename, move, delete or replace a file while it is open. A descriptor holds on to the file that
was opened, whatever its name. Closing any descriptor of a database drops SQLite's locks on it (POSIX), so
this one is closed after the connection.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from kinegraph.studio.document.store.errors import DocumentError, LostDocument
from kinegraph.studio.document.store.lock import try_lock

_SAVE = "Its content is still in the studio: save a copy."


class FileAnchor:
    """Holds on to a file by a descriptor."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self.note_written()

    def hold(self) -> bool:
        """Locks the file itself, whatever its name; whether no other process had it. Only on Linux: elsewhere
        such a lock gets in SQLite's way.
        """
        return sys.platform != "linux" or try_lock(self.descriptor)

    def note_written(self) -> None:
        """Remembers the file as it is now: this process has written it."""
        status = os.fstat(self.descriptor)
        self._written = (status.st_size, status.st_mtime_ns)

    def find(self, is_ours: Callable[[], bool]) -> Path:
        """The path of the file now; raises LostDocument where it was deleted, replaced or overwritten.

        is_ours: Reads from the file whether its content is still what this process has written.
        """
        held, there = os.fstat(self.descriptor), _status(self.path)
        if there is not None and os.path.samestat(held, there):
            if (there.st_size, there.st_mtime_ns) != self._written:
                if not is_ours():
                    raise LostDocument(
                        self.path,
                        f"Another program has overwritten {self.path.name}; no more edits can be saved here.",
                    )
                self.note_written()
            return self.path
        if held.st_nlink == 0:
            what = "deleted" if there is None else "replaced by another file"
            raise LostDocument(self.path, f"{self.path.name} was {what}. {_SAVE}")
        moved = _find_name(self.descriptor, held, self.path.parent)
        if moved is None:
            raise LostDocument(self.path, f"{self.path.name} was moved, and cannot be found. {_SAVE}")
        return moved

    def close(self) -> None:
        """Lets go of the file."""
        os.close(self.descriptor)


def without_links(path: Path) -> Path:
    """The path with every symbolic link followed: SQLite keeps its log beside the file itself. Raises
    DocumentError for links that lead in a circle.
    """
    real = Path(os.path.realpath(path))
    if real.is_symlink():
        raise DocumentError(path, "this symbolic link leads back to itself.")
    return real


def _status(path: Path) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None


def _find_name(descriptor: int, held: os.stat_result, folder: Path) -> Path | None:
    """A name of the open file: the system's word for it, or one in the folder where it was."""
    for candidate in (_system_name(descriptor), *_names_in(folder, held)):
        status = None if candidate is None else _status(candidate)
        if status is not None and os.path.samestat(status, held):
            return candidate
    return None


def _system_name(descriptor: int) -> Path | None:
    try:
        if sys.platform == "linux":
            return Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        if sys.platform == "darwin":
            import fcntl

            name = fcntl.fcntl(descriptor, fcntl.F_GETPATH, bytes(1024))
            return Path(os.fsdecode(name.rstrip(b"\0")))
    except OSError:
        pass
    return None


def _names_in(folder: Path, held: os.stat_result) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return [Path(entry.path) for entry in entries if entry.inode() == held.st_ino]
    except OSError:
        return []
