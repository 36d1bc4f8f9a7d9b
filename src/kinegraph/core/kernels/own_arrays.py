"""Tables whose arrays compiled code may write to, as it sees the tables that it builds itself."""

from typing import Any, TypeVar

import numpy as np

_Tables = TypeVar("_Tables", bound=tuple)


def own_arrays(tables: _Tables) -> _Tables:
    """A NamedTuple with copies of its read-only arrays, in itself and in NamedTuples inside it.

    Numba compiles a kernel anew where an array is read-only. Kernels that find their tables in one piece of
    memory see arrays that are not. Tables that come from Python must be alike, or every kernel that reads
    them is compiled twice, which takes seconds.
    """
    return type(tables)(*map(_own, tables))


def _own(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value if value.flags.writeable else value.copy()
    return own_arrays(value) if isinstance(value, tuple) else value
