"""Compiled kernels kept on disk, until any source that they are made of has changed.

Numba looks only at the file that a function is in to see whether what it kept is out of date. A kernel is out
of date as well when a function that it calls, or the layout of a table that it reads, has changed in another
file: then it would give the old results, or read past the end of an array.
"""

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import njit

_ROOT = Path(__file__).parents[2]  # the folder that holds the package
_IMPORTS = re.compile(r"^from (kinegraph[.\w]+) import", re.MULTILINE)
# What compiled code is made of: other kernels, and the modules whose tables and constants they know.
_SOURCES = ("_kernels", "_layout", "_tables")
_SOURCES += (".array_views", ".channels", ".compiled", ".hermite", ".specialization")


def cached_kernel(**options: Any) -> Callable[[Callable], Any]:
    """A decorator like `njit(cache=True, **options)`, for functions that use kernels of other files."""

    def compiled(function: Callable) -> Any:
        dispatcher = njit(function, cache=True, **options)
        kept: Any = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
        if hasattr(kept, "_source_stamp"):
            kept._source_stamp = (kept._source_stamp, stamp_of(Path(function.__code__.co_filename)))
        return dispatcher

    return compiled


@cache
def stamp_of(path: Path, root: Path = _ROOT) -> str:
    """A word that changes with any source that the kernels of a file are compiled from."""
    found: dict[Path, str] = {}
    waiting = [path]
    while waiting:
        source = waiting.pop()
        if source in found or not source.is_file():
            continue
        found[source] = text = source.read_text(encoding="utf-8")
        names = [name for name in _IMPORTS.findall(text) if name.endswith(_SOURCES)]
        waiting += [root.joinpath(*name.split(".")).with_suffix(".py") for name in names]
    return sha256("".join(found[source] for source in sorted(found)).encode()).hexdigest()
