"""Arrays that compiled code reaches by addresses: asking for them ahead changes nothing."""

from typing import NamedTuple

import numpy as np
import pytest
from numba import njit, typeof
from tests.creatures.any_creature import any_creature

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.binding.binding import DoesNotBind, bind
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.gait.rig import gait_rig
from kinegraph.creatures.playing.actor import Actor
from kinegraph.creatures.playing.array_views import (
    TupleView,
    array_places,
    directory,
    fetcher,
    tuple_view,
)
from kinegraph.creatures.playing.motion_tables import motion_tables
from kinegraph.creatures.playing.tables import STEP_VIEW


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


def test_tables_from_python_have_the_types_of_those_in_a_directory() -> None:
    """Kernels over other types would be compiled a second time."""
    subject = any_creature(4)
    tables = STEP_VIEW.field("tables")
    assert isinstance(tables, TupleView)
    assert typeof(gait_rig(subject).tables) == tables.field("gait").compiled
    motion = motion_tables(subject, [bind(shipped_animation("wave"), subject).play()])
    assert typeof(motion) == tables.field("motion").compiled
    ground = Ground(heights=np.arange(6.0).reshape(2, 3))
    assert typeof(ground.table) == STEP_VIEW.field("ground").compiled


def test_rows_of_another_length_than_lane_code_relies_on_are_refused() -> None:
    view = tuple_view(Inner, {}, {Inner: {"rows": (3,)}})
    directory(view, _value().inner)
    with pytest.raises(InvalidValue, match=r"Inner.rows must have rows of the shape \(3,\), not \(4,\)"):
        directory(view, Inner(np.zeros((7, 4)), np.zeros((5, 2), dtype=np.int64)))


def test_the_arrays_of_a_step_have_the_rows_that_lane_code_relies_on() -> None:
    """Whatever a creature plays: `directory` compares them all."""
    for seed in range(12):
        actor = Actor(any_creature(seed), Ground(heights=np.arange(6.0).reshape(2, 3)))
        for name in ("wave", "look around"):
            try:
                actor.play(shipped_animation(name))
            except DoesNotBind:
                continue
        assert len(directory(STEP_VIEW, actor.own_arrays)) > 300
