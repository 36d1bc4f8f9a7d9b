"""Private folders: for uploads, exports and copies, removed with the process that made them.

A killed process removes nothing. Each folder holds a file that its process has locked; the lock ends with the
process, and the next studio removes the folders whose lock is free.
"""

import os
import shutil
import tempfile
from pathlib import Path

from kinegraph.studio.document.store.errors import DocumentError
from kinegraph.studio.document.store.lock import try_lock

_PREFIX = "kinegraph-private-"
_OWNER = ".owner"


class PrivateFolder:
    """A folder of this process alone. path: Where it is."""

    def __init__(self) -> None:
        """Makes the folder; raises DocumentError where the disk refuses."""
        try:
            self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
            self._owner = os.open(self.path / _OWNER, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            reason = f"no folder for temporary files can be made here: {error.strerror}."
            raise DocumentError(tempfile.gettempdir(), reason) from None
        try_lock(self._owner)

    def close(self) -> None:
        """Removes the folder."""
        os.close(self._owner)
        shutil.rmtree(self.path, ignore_errors=True)


def sweep_private_folders() -> list[Path]:
    """Removes the folders that killed processes of this user left; returns which."""
    swept = []
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            if folder.is_symlink() or (hasattr(os, "getuid") and folder.stat().st_uid != os.getuid()):
                continue
            owner = os.open(folder / _OWNER, os.O_RDWR)
        except OSError:  # it is being made, or removed
            continue
        try:
            if try_lock(owner):
                shutil.rmtree(folder, ignore_errors=True)
                swept.append(folder)
        finally:
            os.close(owner)
    return swept
