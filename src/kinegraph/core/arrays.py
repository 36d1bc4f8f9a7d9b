"""Arrays as data types hold them: float64, finite, of the stated shape, and never writable."""

from collections.abc import Sequence
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinegraph.core.errors import InvalidValue

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# How far a unit quaternion's squared length may be off: float32 files round, and so do their results.
_UNIT = 1e-4


class ArrayField:
    """Annotates a dataclass field that takes anything like an array and, once checked, holds an array.

    One annotation cannot name both types, but a type checker reads a descriptor's: the constructor takes the
    type of `__set__`, and the field has the type of `__get__`. It is never assigned, so at run time there is
    only the plain field.
    """

    def __get__(self, instance: object, owner: type | None = None) -> Floats: ...

    def __set__(self, instance: object, value: ArrayLike) -> None: ...


def frozen_floats(what: str, values: ArrayLike, shape: Sequence[int | None]) -> Floats:
    """Returns `values` as a read-only float64 array of its own, checked.

    A writable array is copied, so that later changes by its owner have no effect here.

    what: The name to use in the error.
    shape: Expected length per axis, None where any length will do.
    """
    array = _floats(what, values, shape)
    _check_finite(what, array)
    return _own_copy(array, values)


def frozen_quats(what: str, values: ArrayLike, shape: Sequence[int | None]) -> Floats:
    """Returns `values` as `frozen_floats` does, checked to be unit quaternions along the last axis."""
    array = _floats(what, values, shape)
    squares = np.einsum("...i,...i->...", array, array)
    # Values that are not finite fail this test too: one pass accepts valid arrays, the rest explains.
    if squares.size and not (np.abs(squares.max() - 1.0) < _UNIT and np.abs(squares.min() - 1.0) < _UNIT):
        _check_finite(what, array)
        worst = np.unravel_index(int(np.argmax(np.abs(squares - 1.0))), squares.shape)
        place = tuple(int(i) for i in worst)
        raise InvalidValue(f"{what} must be unit quaternions; the one at {place} is not.")
    return _own_copy(array, values)


def _floats(what: str, values: ArrayLike, shape: Sequence[int | None]) -> Floats:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidValue(f"{what} must be numbers, in rows of equal length.") from None
    _check_shape(what, array, shape)
    return array


def _check_finite(what: str, array: Floats) -> None:
    # A sum is finite only if every term is, short of overflow, and costs no temporary array.
    if not isfinite(np.add.reduce(array, axis=None)) and not np.isfinite(array).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise InvalidValue(f"{what} holds a value that is not a finite number, at {where}.")


def frozen_ints(what: str, values: ArrayLike, shape: Sequence[int | None]) -> Ints:
    """Returns `values` as a read-only int64 array of its own, checked."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise InvalidValue(f"{what} must be whole numbers, in rows of equal length.") from None
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise InvalidValue(f"{what} must be whole numbers, not {array.dtype}.")
    array = array.astype(np.int64, copy=False)
    _check_shape(what, array, shape)
    return _own_copy(array, values)


def _check_shape(what: str, array: np.ndarray, shape: Sequence[int | None]) -> None:
    fits = array.ndim == len(shape)
    for have, want in zip(array.shape, shape, strict=False):
        fits = fits and (want is None or have == want)
    if not fits:
        wanted = " x ".join("any" if n is None else str(n) for n in shape) or "a single number"
        raise InvalidValue(
            f"{what} has shape {' x '.join(map(str, array.shape)) or 'scalar'}; expected {wanted}."
        )


def _own_copy(array: np.ndarray, source: ArrayLike) -> np.ndarray:
    """`array`, read-only, and copied where the caller still holds it as something that can be written to."""
    shared = isinstance(source, np.ndarray) and array.flags.writeable and np.may_share_memory(array, source)
    return read_only(array.copy() if shared else array)


def read_only(array: np.ndarray) -> np.ndarray:
    """A view of `array` that cannot be written to; data types take such views as they are, without a copy."""
    if not array.flags.writeable:
        return array
    view = array.view()  # the flag goes on the view: freezing must not lock the caller's own array
    view.flags.writeable = False
    return view


def kernel_floats(values: ArrayLike) -> Floats:
    """Returns `values` as compiled kernels take them: float64, contiguous, read-only.

    Numba compiles a kernel anew for each combination of layout and writability, so every wrapper passes this.
    """
    return read_only(np.ascontiguousarray(values, dtype=np.float64))
