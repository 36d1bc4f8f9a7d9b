"""The user's folders for Kinegraph's own files."""

import os
import sys
from pathlib import Path


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
