"""Places: the folder of documents without a name."""

import time
from pathlib import Path

from kinegraph.core.files.places import data_folder
from kinegraph.studio.document.store.errors import DocumentError

ENDING = ".kine"


def untitled_folder() -> Path:
    """The folder of documents without a name, made if needed and closed to other users."""
    folder = data_folder() / "untitled"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise DocumentError(
            folder, f"the folder for new documents cannot be created: {error.strerror}."
        ) from None
    return folder


def untitled_documents() -> list[Path]:
    """The documents without a name, the one that was changed last first."""
    documents = [path for path in untitled_folder().glob(f"*{ENDING}") if not path.name.startswith(".")]
    return sorted(documents, key=last_change, reverse=True)


def new_untitled() -> Path:
    """A path for a new document without a name."""
    stem = time.strftime("%Y-%m-%d %H.%M.%S")
    folder = untitled_folder()
    candidates = (folder / f"{stem}{f' ({n})' if n else ''}{ENDING}" for n in range(1000))
    return next(path for path in candidates if not path.exists())


def is_untitled(path: Path) -> bool:
    """True if a document lies where those without a name do."""
    return path.resolve().parent == untitled_folder().resolve()


def last_change(path: Path) -> float:
    """Time of a document's last change [s since 1970]."""
    log = path.with_name(f"{path.name}-wal")
    return max(file.stat().st_mtime for file in (path, log) if file.exists())
