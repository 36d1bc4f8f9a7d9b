"""Changing a document's file without a studio: whole or not at all, and not while a studio has it open."""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from kinegraph.studio.document.document import Document
from kinegraph.studio.document.store.lock import DocumentLock


def change_document(path: Path, change: Callable[[Document], None]) -> bool:
    """Opens a document, or a new one, and changes it; returns whether it was there before.

    A new document appears whole or not at all; one that is there gets edits that can be undone.
    """
    target = Path(os.path.realpath(path))
    lock = DocumentLock(target)  # a studio that has it open must not be written past
    try:
        if target.exists():
            with Document(target) as document:
                change(document)
            return True
        staging = Path(tempfile.mkdtemp(prefix=".kinegraph-", dir=target.parent))
        try:
            with Document(staging / target.name) as document:
                change(document)
            os.replace(staging / target.name, target)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
        return False
    finally:
        lock.release()
