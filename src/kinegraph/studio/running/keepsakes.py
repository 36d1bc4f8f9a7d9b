"""Keepsakes: what was expensive to make, kept on disk until the code that made it changes.

They are looked for in the package (a wheel ships those that the first start needs), then in the user's
cache. A cache only: whatever is wrong with it, things are made anew.
"""

import hashlib
import os
import secrets
from collections.abc import Callable
from functools import cache
from pathlib import Path

import kinegraph
from kinegraph.core.files.places import cache_folder

SHIPPED = Path(__file__).parents[1] / "prepared"
_MAKERS = (
    "core",
    "characters",
    "studio/document/*_blob.py",
    "studio/running/casting.py",
    "studio/document/frames.py",
    "studio/running/looks.py",
)


def kept(name: str, make: Callable[[], bytes]) -> bytes:
    """The result of `make`, from disk if the same code made it before.

    name: Says what it is, content included where that varies.
    """
    found = look_up(name)
    if found is None:
        found = make()
        put_away(name, found, cache_folder())
    return found


def look_up(name: str) -> bytes | None:
    """The bytes that the same code kept under a name, if they are there and undamaged."""
    for folder in (SHIPPED, cache_folder()):
        found = _read_checked(_path(folder, name))
        if found is not None:
            return found
    return None


def put_away(name: str, content: bytes, folder: Path) -> None:
    """Keeps something in a folder; does without where the disk refuses."""
    path = _path(folder, name)
    building = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        building.write_bytes(hashlib.sha256(content).digest() + content)
        os.replace(building, path)
    except OSError:
        building.unlink(missing_ok=True)


def _path(folder: Path, name: str) -> Path:
    return folder / hashlib.sha256(f"{_code_fingerprint()} {name}".encode()).hexdigest()


@cache
def _code_fingerprint() -> str:
    """Changes whenever a source file does that has a part in making keepsakes."""
    root = Path(kinegraph.__file__).parent
    patterns = [pattern if pattern.endswith(".py") else f"{pattern}/**/*.py" for pattern in _MAKERS]
    digest = hashlib.sha256(kinegraph.__version__.encode())
    for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read_checked(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if hashlib.sha256(content).digest() == digest else None
