"""How pieces of kernels are compiled that only other kernels call.

Without ways in from Python and C they compile much faster. A part is always inlined; a stage is a function
of its own, which keeps compilation short where there is much to do. Neither raises: a division by zero is
infinite, so kernels see to it that there is none.
"""

from typing import Any

from numba import njit

_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
stage: Any = njit(**_OPTIONS)
part: Any = njit(**_OPTIONS, forceinline=True)
