"""Handles move to the given places and take the given shapes."""

import numpy as np
import pytest
from tests.core.keyed_samples import random_curve

from kinegraph.core.curves.curve import Curve
from kinegraph.core.curves.handles import with_handle, with_shaped_handles

TIMES = np.array([0.0, 0.7, 1.0, 2.0, 2.2])


def a_curve(seed: int = 0) -> Curve:
    return random_curve(np.random.default_rng(seed), TIMES)


def all_keys(curve: Curve) -> np.ndarray:
    return np.ones(len(curve), dtype=np.bool_)


def test_a_free_handle_goes_where_it_is_put_and_moves_nothing_else() -> None:
    curve = a_curve()
    edited = with_handle(curve, 2, True, 1.4, 7.0, free=True)
    np.testing.assert_array_equal(edited.out_handles[2], [1.4, 7.0])
    np.testing.assert_array_equal(edited.in_handles, curve.in_handles)
    np.testing.assert_array_equal(np.delete(edited.out_handles, 2, 0), np.delete(curve.out_handles, 2, 0))


@pytest.mark.parametrize("outgoing", [True, False])
def test_the_other_handle_turns_to_stay_in_line(outgoing: bool) -> None:
    curve = a_curve()
    at = np.array([curve.times[2], curve.values[2]])
    edited = with_handle(curve, 2, outgoing, 1.2 if outgoing else 0.9, at[1] + 0.3, free=False)
    before, after = at - edited.in_handles[2], edited.out_handles[2] - at
    assert before[0] * after[1] - before[1] * after[0] == pytest.approx(0.0, abs=1e-12)
    assert before[0] > 0
    assert after[0] > 0


def test_a_handle_pulled_past_its_segment_keeps_its_direction() -> None:
    curve = a_curve()
    at = np.array([curve.times[2], curve.values[2]])
    edited = with_handle(curve, 2, True, 4.0, at[1] + 6.0, free=True)
    np.testing.assert_allclose(edited.out_handles[2], [2.0, at[1] + 2.0], atol=1e-12)


def test_a_handle_pulled_to_the_wrong_side_stands_upright() -> None:
    curve = a_curve()
    edited = with_handle(curve, 2, True, 0.5, 3.0, free=True)
    np.testing.assert_array_equal(edited.out_handles[2], [1.0, 3.0])


def test_a_handle_put_on_its_key_leaves_the_other_alone() -> None:
    curve = a_curve()
    edited = with_handle(curve, 2, True, 1.0, float(curve.values[2]), free=False)
    np.testing.assert_array_equal(edited.in_handles, curve.in_handles)


def test_automatic_handles_are_smooth_and_stay_between_their_keys() -> None:
    curve = with_shaped_handles(a_curve(), all_keys(a_curve()), "auto")
    for k in range(len(curve) - 1):
        inside = curve.evaluate(np.linspace(curve.times[k], curve.times[k + 1], 100))
        low, high = sorted(curve.values[k : k + 2])
        assert low - 1e-12 <= inside.min()
        assert inside.max() <= high + 1e-12
    step = 1e-7
    for time in curve.times[1:-1]:
        assert curve.slopes(time - step) == pytest.approx(curve.slopes(time), abs=1e-4)


def test_automatic_handles_through_a_straight_line_lie_on_it() -> None:
    curve = random_curve(np.random.default_rng(1), TIMES)
    straight = Curve(TIMES, 3.0 * TIMES, curve.in_handles, curve.out_handles, curve.holds)
    edited = with_shaped_handles(straight, np.array([False, True, True, True, False]), "auto")
    np.testing.assert_allclose(edited.in_handles[1:4, 1], 3.0 * edited.in_handles[1:4, 0], atol=1e-12)
    np.testing.assert_allclose(edited.out_handles[1:4, 1], 3.0 * edited.out_handles[1:4, 0], atol=1e-12)


def test_linear_handles_make_straight_segments() -> None:
    curve = a_curve()
    edited, straight = (
        with_shaped_handles(curve, all_keys(curve), "linear"),
        Curve.linear(TIMES, curve.values),
    )
    times = np.linspace(0.0, 2.2, 100)
    np.testing.assert_allclose(edited.evaluate(times), straight.evaluate(times), atol=1e-12)


def test_flat_handles_are_level_and_as_long_as_before() -> None:
    curve = a_curve()
    edited = with_shaped_handles(curve, all_keys(curve), "flat")
    np.testing.assert_array_equal(edited.out_handles[:, 1], curve.values)
    np.testing.assert_array_equal(edited.in_handles[:, 1], curve.values)
    np.testing.assert_allclose(edited.out_handles[:, 0], curve.out_handles[:, 0], atol=1e-12)


def test_aligned_handles_are_in_line_and_reach_as_far_as_before() -> None:
    curve = a_curve()
    edited = with_shaped_handles(curve, all_keys(curve), "aligned")
    keys = np.stack([curve.times, curve.values], axis=-1)
    before, after = keys - edited.in_handles, edited.out_handles - keys
    np.testing.assert_allclose(before[:, 0] * after[:, 1], before[:, 1] * after[:, 0], atol=1e-12)
    np.testing.assert_allclose(edited.in_handles[:, 0], curve.in_handles[:, 0], atol=1e-12)
    np.testing.assert_allclose(edited.out_handles[0], curve.out_handles[0], atol=1e-12)


def test_only_the_named_keys_are_shaped() -> None:
    curve = a_curve()
    edited = with_shaped_handles(curve, np.arange(5) == 2, "flat")
    np.testing.assert_array_equal(np.delete(edited.in_handles, 2, 0), np.delete(curve.in_handles, 2, 0))


def test_broken_handles_stay_where_they_are() -> None:
    curve = a_curve()
    assert with_shaped_handles(curve, all_keys(curve), "broken") is curve
