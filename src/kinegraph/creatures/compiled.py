"""How kernels are compiled: ways in from Python, and the pieces that only other kernels call.

A piece has no ways in from Python and C, and so compiles much faster. A part is always inlined; a stage is a
function of its own, which keeps compilation short where there is much to do. None raises: a division by zero
is infinite, so kernels see to it that there is none.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import njit

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_IMPORTS = re.compile(r"^from kinegraph\.creatures\.(\w+) import", re.MULTILINE)
_SOURCES = ("_kernels", "_layout", "_tables", "compiled", "array_views")  # what compiled code is made of

stage: Any = njit(**_OPTIONS, **_INSIDE)
part: Any = njit(**_OPTIONS, **_INSIDE, forceinline=True)


def kernel(function: Callable) -> Any:
    """A kernel that Python calls, kept on disk once it is compiled."""
    compiled = njit(function, cache=True, **_OPTIONS)
    # Numba looks only at the file that a function is in to see whether what it kept is out of date; a kernel
    # is out of date as well when a piece of it or a table's layout has changed in another file.
    kept: Any = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if hasattr(kept, "_source_stamp"):
        kept._source_stamp = (kept._source_stamp, _stamp(Path(function.__code__.co_filename)))
    return compiled


def _stamp(path: Path) -> str:
    """A word that changes with any source that the kernels of a file are compiled from."""
    found: dict[str, str] = {}
    waiting = [path]
    while waiting:
        source = waiting.pop()
        if source.stem in found or not source.is_file():
            continue
        found[source.stem] = text = source.read_text(encoding="utf-8")
        names = {name for name in _IMPORTS.findall(text) if name.endswith(_SOURCES)}
        waiting += [source.with_name(f"{name}.py") for name in names]
    return sha256("".join(found[name] for name in sorted(found)).encode()).hexdigest()
