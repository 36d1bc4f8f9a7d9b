"""Strokes: data of pens and files is checked, and errors name the stroke and the point."""

import numpy as np
import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import (
    Stroke,
    path_lengths,
    points_along,
    stroke_from_raw,
    thin_stroke,
)


@pytest.mark.parametrize(
    ("points", "times", "pressure", "sentence"),
    [
        ([], None, None, "Stroke 3 has no points"),
        ([[0, 0], [np.nan, 1]], None, None, "Point 1 of stroke 3 is not a finite number"),
        ([[0, 0], [0, 1e300]], None, None, "Point 1 of stroke 3 is more than"),
        ([[0, 0, 0]], None, None, "must be 2 numbers each"),
        ([[0, 0], [1]], None, None, "must be numbers"),
        ([[0, 0], [1, 1]], [0.0], None, "2 points but 1 times"),
        ([[0, 0], [1, 1]], [0.0, np.inf], None, "Time 1 of stroke 3 is not a finite number"),
        ([[0, 0], [1, 1], [2, 2]], [0.0, 2.0, 1.0], None, "point 2 is earlier"),
        ([[0, 0], [1, 1]], None, [0.5, 1.5], "Pressure 1 of stroke 3"),
    ],
)
def test_a_wrong_stroke_is_named_with_its_point(
    points: list, times: list | None, pressure: list | None, sentence: str
) -> None:
    with pytest.raises(InvalidValue, match=sentence):
        stroke_from_raw(points, times, pressure, "stroke 3")


def test_a_stroke_does_not_change_with_the_array_it_was_made_of() -> None:
    points = np.zeros((3, 2))
    stroke = Stroke(points, np.zeros(3))
    points[1] = 7.0
    assert stroke.points[1].tolist() == [0.0, 0.0]


def test_even_points_keep_the_line_and_its_ends() -> None:
    angle = np.linspace(0.0, np.pi, 200) ** 1.2
    arc = stroke_from_raw(np.stack([np.cos(angle), np.sin(angle)], axis=1))
    even = points_along(arc.points, arc.lengths, np.linspace(0.0, arc.length, 33))
    steps = np.diff(path_lengths(even))
    assert np.ptp(steps) < 1e-3 * steps.mean()
    np.testing.assert_allclose(even[[0, -1]], arc.points[[0, -1]], atol=1e-12)


def test_a_thinned_stroke_is_its_own_points_a_step_apart() -> None:
    line = np.random.default_rng(5).normal(size=(100_000, 2)).cumsum(axis=0) * 1e-3
    stroke = stroke_from_raw(line)
    thin = thin_stroke(stroke, 0.5)
    assert len(thin) <= stroke.length / 0.5 + 2
    assert np.isin(thin.times, stroke.times).all()
    np.testing.assert_array_equal(thin.points[[0, -1]], line[[0, -1]])


def test_a_dot_has_no_length_and_is_at_one_place_all_along() -> None:
    dot = stroke_from_raw([[0.2, 0.1]])
    assert dot.length == 0.0
    assert points_along(dot.points, dot.lengths, np.zeros(4)).tolist() == [[0.2, 0.1]] * 4
