"""Arrays that compiled code reaches by addresses: asking for them ahead changes nothing."""

from typing import NamedTuple

import numpy as np
from numba import njit

from kinegraph.core.arrays import Floats, Ints
from kinegraph.creatures.playing.array_views import array_places, directory, fetcher, tuple_view


class Inner(NamedTuple):
    """Arrays within."""

    rows: Floats
    links: Ints


class Outer(NamedTuple):
    """Arrays, others within, and a whole number."""

    times: Floats
    inner: Inner
    number: int
    places: Floats


VIEW = tuple_view(Outer, {Outer: {"times": 1}})


def _value() -> Outer:
    rng = np.random.default_rng(4)
    inner = Inner(rng.normal(size=(7, 3)), rng.integers(0, 9, (5, 2)))
    return Outer(rng.normal(size=40), inner, 3, rng.normal(size=(6, 2)))


def test_the_arrays_of_some_fields_are_found_in_the_directory() -> None:
    value = _value()
    words = directory(VIEW, value)
    found = [(int(words[place]), axes) for place, axes in array_places(VIEW, ("inner", "places"))]
    arrays = (value.inner.rows, value.inner.links, value.places)
    assert found == [(array.ctypes.data, 2) for array in arrays]


def test_asking_for_arrays_ahead_changes_none() -> None:
    value, before, fetch = _value(), _value(), fetcher(VIEW, "times", "inner")

    @njit
    def ask(one: int, other: int) -> None:
        fetch(one, other)

    address = directory(VIEW, value)
    ask(address.ctypes.data, address.ctypes.data)
    for name in ("times", "places"):
        assert np.array_equal(getattr(value, name), getattr(before, name))
    assert all(map(np.array_equal, value.inner, before.inner))
