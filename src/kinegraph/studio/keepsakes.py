"""Keepsakes: what was expensive to make, kept on disk until the code that made it changes.

A cache only: whatever is wrong with it, things are made anew.
"""

import hashlib
import os
import secrets
from collections.abc import Callable
from functools import cache
from pathlib import Path

import kinegraph
from kinegraph.studio.places import cache_folder


def kept(name: str, make: Callable[[], bytes]) -> bytes:
    """What `make` gives, from disk if it was made before by the same code.

    name: Says what it is, content included where that varies.
    """
    key = hashlib.sha256(f"{_code_fingerprint()} {name}".encode()).hexdigest()
    path = cache_folder() / key[:2] / key
    found = _read_checked(path)
    if found is None:
        found = make()
        _write_checked(path, found)
    return found


@cache
def _code_fingerprint() -> str:
    """Changes whenever a file of the packages that make keepsakes does."""
    root = Path(kinegraph.__file__).parent
    folders = (root / "core", root / "formats", root / "characters", root / "studio")
    stats = [(str(path), path.stat()) for folder in folders for path in sorted(folder.rglob("*.py"))]
    facts = [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]
    return hashlib.sha256(repr((kinegraph.__version__, facts)).encode()).hexdigest()


def _read_checked(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if hashlib.sha256(content).digest() == digest else None


def _write_checked(path: Path, content: bytes) -> None:
    building = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        building.write_bytes(hashlib.sha256(content).digest() + content)
        os.replace(building, path)
    except OSError:  # a full or forbidden disk: do without
        building.unlink(missing_ok=True)
