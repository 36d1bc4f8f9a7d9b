"""Leg groups, their ratios, and the order in which feet step."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.creatures.gait.leg_groups import (
    ALIKE,
    leg_groups,
    simple_ratio,
    step_order,
)


@given(st.floats(0.2, 5.0))
def test_a_ratio_is_the_simplest_of_all_that_are_close_or_nearly_the_nearest(value: float) -> None:
    every = {Fraction(p, q) for p in range(1, 5) for q in range(1, 5)}
    found = simple_ratio(value)
    assert found in every
    close = [f for f in every if abs(float(f) / value - 1.0) <= 0.08]
    if close:
        assert found in close
        assert found.numerator + found.denominator == min(f.numerator + f.denominator for f in close)
    else:
        nearest = min(abs(float(f) / value - 1.0) for f in every)
        assert abs(float(found) / value - 1.0) <= nearest + 0.1


@pytest.mark.parametrize(
    ("value", "ratio"), [(1.0, "1"), (1.03, "1"), (2.05, "2"), (1.5, "3/2"), (0.34, "1/3"), (0.74, "3/4")]
)
def test_known_ratios(value: float, ratio: str) -> None:
    assert simple_ratio(value) == Fraction(ratio)


def test_short_legs_step_oftener_by_the_ratio_of_their_lengths() -> None:
    groups = leg_groups([1.0, 0.98, 1.02, 1.0, 0.5, 0.49])
    assert [group.legs for group in groups] == [(0, 1, 2, 3), (4, 5)]
    assert [group.rate for group in groups] == [Fraction(1), Fraction(2)]


@given(st.lists(st.floats(0.05, 5.0), max_size=12))
def test_every_leg_is_in_one_group_of_like_length(lengths: list[float]) -> None:
    groups = leg_groups(lengths)
    assert sorted(leg for group in groups for leg in group.legs) == list(range(len(lengths)))
    for group in groups:
        own = [lengths[leg] for leg in group.legs]
        assert max(own) < ALIKE * min(own) or len(own) == 1


def _triggers(places: list[tuple[float, float]], side_lag: float, row_lag: float) -> list[float]:
    order = step_order(places)
    return np.round((order @ [side_lag, row_lag, 1.0]) % 1.0, 6).tolist()


def test_two_feet_alternate() -> None:
    assert _triggers([(0.1, 0.0), (-0.1, 0.0)], 0.5, 0.25) == [0.0, 0.5]


def test_four_feet_walk_in_lateral_sequence_and_trot_in_diagonals() -> None:
    dog = [(0.1, 0.3), (-0.1, 0.3), (0.1, -0.3), (-0.1, -0.3)]  # left fore, right fore, left hind, right hind
    assert _triggers(dog, 0.5, 0.25) == [0.25, 0.75, 0.0, 0.5]
    assert _triggers(dog, 0.5, 0.5) == [0.5, 0.0, 0.0, 0.5]


def test_six_feet_step_in_two_tripods() -> None:
    beetle = [(side, z) for z in (0.2, 0.0, -0.2) for side in (0.1, -0.1)]
    assert _triggers(beetle, 0.5, 0.5) == [0.0, 0.5, 0.5, 0.0, 0.0, 0.5]


@pytest.mark.parametrize("count", [3, 5])
def test_few_feet_about_a_middle_step_one_after_another(count: int) -> None:
    angles = 2 * np.pi * np.arange(count) / count
    triggers = _triggers(list(zip(np.sin(angles), np.cos(angles), strict=True)), 0.5, 0.25)
    assert sorted(triggers) == pytest.approx([k / count for k in range(count)], abs=1e-6)
