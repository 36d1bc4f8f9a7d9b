"""Places: the folder of documents without a name."""

import os
import sys
import time
from pathlib import Path

from kinegraph.studio.document.store.errors import DocumentError

ENDING = ".kine"


def data_folder() -> Path:
    """The user's folder for Kinegraph's own files, by each platform's custom; KINEGRAPH_DATA overrides it."""
    chosen = os.environ.get("KINEGRAPH_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Kinegraph"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Kinegraph"
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "kinegraph"


def cache_folder() -> Path:
    """The user's folder for what can be made again, by each platform's custom."""
    chosen = os.environ.get("KINEGRAPH_DATA")
    if chosen:
        return Path(chosen) / "cache"
    if sys.platform == "win32":
        return data_folder() / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "Kinegraph"
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "kinegraph"


def untitled_folder() -> Path:
    """Where documents without a name are kept, made if needed and closed to other users."""
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
    return sorted(documents, key=_last_change, reverse=True)


def new_untitled() -> Path:
    """A path for a new document without a name."""
    stem = time.strftime("%Y-%m-%d %H.%M.%S")
    folder = untitled_folder()
    candidates = (folder / f"{stem}{f' ({n})' if n else ''}{ENDING}" for n in range(1000))
    return next(path for path in candidates if not path.exists())


def is_untitled(path: Path) -> bool:
    """Whether a document lies where those without a name do."""
    return path.resolve().parent == untitled_folder().resolve()


def _last_change(path: Path) -> float:
    log = path.with_name(f"{path.name}-wal")
    return max(file.stat().st_mtime for file in (path, log) if file.exists())
