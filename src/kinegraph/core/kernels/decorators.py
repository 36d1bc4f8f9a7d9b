"""Decorators that compile kernels: entries from Python, and pieces that only other kernels call.

A piece has no ways in from Python and C, and so compiles much faster. A part is always inlined; a stage is a
function of its own, which keeps compilation short where there is much to do. None raises: a division by zero
is infinite, so kernels must avoid it.
"""

from collections.abc import Callable
from typing import Any

from numba import njit

from kinegraph.core.kernels.cache import cached_kernel

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

stage: Any = njit(**_OPTIONS, **_INSIDE)
part: Any = njit(**_OPTIONS, **_INSIDE, forceinline=True)


def kernel(function: Callable) -> Any:
    """A kernel that Python calls, kept on disk once it is compiled."""
    return cached_kernel(**_OPTIONS)(function)
