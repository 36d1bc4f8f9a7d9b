"""Compiled kernels on disk, reused until one of the sources that they are made of changes.

Numba compares only the file that defines a kernel. A kernel is also stale when a function that it calls, or
the layout of a table that it reads, has changed in another file: it would then return old results or read
past the end of an array. The stamp below follows every Kinegraph import of the kernel's file.
"""

import ast
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from numba import njit

_PACKAGE = Path(__file__).parents[2]
_DECORATORS = ("numba", "kinegraph.core.kernels.cache", "kinegraph.core.kernels.decorators")
# Python 3.11 sometimes fails ("AST constructor recursion depth mismatch") when two threads parse at once.
_PARSING = Lock()


def cached_kernel(**options: Any) -> Callable[[Callable], Any]:
    """A decorator like `njit(cache=True, **options)`, for functions that use kernels of other files."""

    def compile_with_stamp(function: Callable) -> Any:
        dispatcher = njit(function, cache=True, **options)
        cache_file: Any = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
        if hasattr(cache_file, "_version"):
            # Numba compares versions before it reads the rest of an index, whose types may no longer exist.
            stamp = stamp_of_sources(Path(function.__code__.co_filename))
            cache_file._version = (cache_file._version, stamp)
        return dispatcher

    return compile_with_stamp


@cache
def stamp_of_sources(path: Path, package: Path = _PACKAGE) -> str:
    """Digest of a file and of every file of the package that it imports, directly or not."""
    return _digest(_with_imports([path], package))


def stamp_of_kernels(package: Path = _PACKAGE) -> str:
    """Digest of every file that defines kernels, and of all that they import."""
    return _digest(_with_imports(kernel_files(package), package))


def kernel_files(package: Path = _PACKAGE) -> list[Path]:
    """The files of the package that import Numba, or the decorators that stand for it."""
    return [path for path in sorted(package.rglob("*.py")) if _imports_numba(path)]


def _imports_numba(path: Path) -> bool:
    source = path.read_bytes()
    if b"numba" not in source and b"core.kernels" not in source:
        return False  # parsing every file of the package would take a second
    return any(name in _DECORATORS for name in _imported_names(source))


def _with_imports(paths: Iterable[Path], package: Path) -> dict[Path, bytes]:
    """Contents of files and of every file of the package that they import, directly or not."""
    found: dict[Path, bytes] = {}
    waiting = list(paths)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = path.read_bytes()
            files = (_file_of(name, package) for name in _imported_names(found[path]))
            waiting += [file for file in files if file is not None]
    return found


@cache
def _imported_names(source: bytes) -> tuple[str, ...]:
    """Dotted names of a file's imports: modules, and the names taken from them.

    Imports inside functions do not count: a kernel cannot have any, and its constants come from the top.
    """
    with _PARSING:
        body = ast.parse(source).body
    names: list[str] = []
    for node in body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(names)


def _file_of(name: str, package: Path) -> Path | None:
    """The file of a module of the package, or None for anything else that a dotted name may mean."""
    first, *rest = name.split(".")
    if first != package.name:
        return None
    place = package.joinpath(*rest)
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)


def _digest(contents: dict[Path, bytes]) -> str:
    """Digest of files' names and contents. Names count: a kernel that moved is compiled anew."""
    digest = sha256()
    for path in sorted(contents):
        digest.update(f"{path.name} {len(contents[path])}\n".encode() + contents[path])
    return digest.hexdigest()
