"""Blender's keys as curves: handles as Blender evaluates them, not as it lets people drag them."""

import numpy as np
import pytest

from kinegraph.formats.blender.keys import curve_of


def keys(*points: list) -> np.ndarray:
    return np.array(points, dtype=np.float64)


def test_handles_inside_their_segment_stay_as_they_are() -> None:
    curve = curve_of(keys([[-1, 5], [0, 0], [1, 2]], [[2, 3], [3, 1], [4, 4]]), ["BEZIER", "BEZIER"])
    assert curve.out_handles[0].tolist() == [1.0, 2.0]
    assert curve.in_handles[1].tolist() == [2.0, 3.0]


def test_a_handle_longer_than_its_segment_is_shortened_along_its_direction() -> None:
    curve = curve_of(keys([[0, 0], [0, 0], [4, 8]], [[1, 1], [2, 1], [3, 1]]), ["BEZIER", "BEZIER"])
    assert curve.out_handles[0] == pytest.approx([2.0, 4.0])


def test_a_handle_that_points_backwards_has_no_length_in_time() -> None:
    curve = curve_of(keys([[0, 0], [0, 0], [-1, 8]], [[3, 2], [2, 1], [3, 1]]), ["BEZIER", "BEZIER"])
    assert curve.out_handles[0].tolist() == [0.0, 8.0]
    assert curve.in_handles[1].tolist() == [2.0, 2.0]


def test_a_linear_segment_is_the_chord() -> None:
    curve = curve_of(keys([[0, 9], [0, 0], [0, 9]], [[3, 9], [3, 6], [3, 9]]), ["LINEAR", "BEZIER"])
    times = np.linspace(0.0, 3.0, 13)
    assert curve.evaluate(times) == pytest.approx(2.0 * times, abs=1e-12)


def test_a_constant_segment_holds() -> None:
    curve = curve_of(keys([[0, 0], [0, 5], [1, 5]], [[2, 1], [3, 1], [4, 1]]), ["CONSTANT", "BEZIER"])
    assert curve.evaluate([0.0, 1.0, 2.999, 3.0]).tolist() == [5.0, 5.0, 5.0, 1.0]
