"""Orphaned logs: where a document was renamed while it was open, and its studio killed before it noticed.

The last edits are then in a log beside the old name. The seal says which document such a log continues.
"""

import os
from pathlib import Path

from kinegraph.studio.document.store.errors import DocumentError
from kinegraph.studio.document.store.lock import DocumentLock
from kinegraph.studio.document.store.log_seal import continues, index_of, log_of

_ENDING = "-wal"


def adopt_log(path: Path) -> Path | None:
    """Gives a document the log that it left at its old name in the same folder; returns that name."""
    if _is_filled(log_of(path)):
        return None
    for log in path.parent.glob(f"*{_ENDING}"):
        old = log.with_name(log.name.removesuffix(_ENDING))
        if old.exists() or not _is_filled(log) or not continues(log, path):
            continue
        try:
            lock = DocumentLock(old)  # a studio that has not noticed the new name yet still holds it
        except DocumentError:
            continue
        try:
            os.replace(log, log_of(path))
            index_of(old).unlink(missing_ok=True)
            return log
        except OSError:
            continue
        finally:
            lock.release()
    return None


def _is_filled(log: Path) -> bool:
    try:
        return log.stat().st_size > 0
    except OSError:
        return False
