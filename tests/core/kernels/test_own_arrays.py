"""Tables for kernels: every array is writable, whatever it was made from."""

from typing import NamedTuple

import numpy as np
from numba import typeof

from kinegraph.core.arrays import Floats, read_only
from kinegraph.core.kernels.own_arrays import own_arrays


class Inner(NamedTuple):
    """Arrays within."""

    rows: Floats


class Outer(NamedTuple):
    """Arrays, others within, and a whole number."""

    times: Floats
    inner: Inner
    number: int


def test_read_only_arrays_are_copied_and_the_others_are_kept() -> None:
    times, rows = np.arange(3.0), np.ones((2, 3))
    tables = own_arrays(Outer(times, Inner(read_only(rows)), 7))
    assert tables.times is times
    assert tables.number == 7
    assert not np.shares_memory(tables.inner.rows, rows)
    np.testing.assert_array_equal(tables.inner.rows, rows)


def test_read_only_tables_get_the_compiled_type_of_writable_ones() -> None:
    writable = Outer(np.arange(3.0), Inner(np.ones((2, 3))), 7)
    frozen = Outer(read_only(np.arange(3.0)), Inner(read_only(np.ones((2, 3)))), 7)
    assert typeof(frozen) != typeof(writable)
    assert typeof(own_arrays(frozen)) == typeof(writable)
