"""Radial maps against a slow reference, SciPy's interpolator and closed forms."""

import numpy as np
import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.sets.marker_layout import CoincidentMarkers, marker_layout
from kinegraph.perform.sets.radial_functions import RadialFunction, nearest_distances
from kinegraph.perform.sets.radial_map import DEGREES, fit_radial_map

RNG = np.random.default_rng(4)
MARKERS = RNG.normal(size=(9, 3))
VALUES = RNG.normal(size=(9, 5))


def phi(function: RadialFunction, r: np.ndarray, s: np.ndarray) -> np.ndarray:
    match function:
        case RadialFunction.LINEAR:
            return r
        case RadialFunction.GAUSSIAN:
            return np.exp(-((r / s) ** 2))
        case RadialFunction.HARDY:
            return np.sqrt(r**2 + s**2)
        case RadialFunction.THIN_PLATE:
            return np.where(r > 0, r**2 * np.log(np.maximum(r, 1e-300)), 0.0)


def reference(function: RadialFunction, degree: int, cursors: np.ndarray) -> np.ndarray:
    """The textbook system in the layout's unit of length, solved and summed term by term."""
    reach = np.linalg.norm(MARKERS - MARKERS.mean(axis=0), axis=1).max()
    centres, at = (MARKERS - MARKERS.mean(axis=0)) / reach, (cursors - MARKERS.mean(axis=0)) / reach
    s = nearest_distances(centres)

    def row(x: np.ndarray) -> np.ndarray:
        tail = np.concatenate([[1.0], x])[: {-1: 0, 0: 1, 1: 4}[degree]]
        return np.concatenate([phi(function, np.linalg.norm(x - centres, axis=1), s), tail])

    upper = np.stack([row(centre) for centre in centres])
    tail = upper.shape[1] - 9
    matrix = np.block([[upper], [upper[:, 9:].T, np.zeros((tail, tail))]])
    weights = np.linalg.solve(matrix, np.concatenate([VALUES, np.zeros((tail, 5))]))
    return np.stack([row(x) for x in at]) @ weights


@pytest.mark.parametrize("degree", DEGREES)
@pytest.mark.parametrize("function", RadialFunction)
def test_map_equals_the_textbook_sum(function: RadialFunction, degree: int) -> None:
    cursors = MARKERS.mean(axis=0) + RNG.uniform(-1.0, 1.0, size=(20, 3))
    found = fit_radial_map(MARKERS, VALUES, function, degree).evaluate(cursors)
    np.testing.assert_allclose(found, reference(function, degree, cursors), atol=1e-9)


def test_linear_map_equals_scipys_interpolator() -> None:
    from scipy.interpolate import RBFInterpolator

    cursors = MARKERS.mean(axis=0) + RNG.uniform(-1.0, 1.0, size=(50, 3))
    theirs = RBFInterpolator(MARKERS, VALUES, kernel="linear", degree=1)(cursors)
    np.testing.assert_allclose(fit_radial_map(MARKERS, VALUES).evaluate(cursors), theirs, atol=1e-9)


@pytest.mark.parametrize("function", RadialFunction)
def test_map_is_exact_at_every_marker(function: RadialFunction) -> None:
    np.testing.assert_allclose(
        fit_radial_map(MARKERS, VALUES, function).evaluate(MARKERS), VALUES, atol=1e-11
    )


@pytest.mark.parametrize(("count", "dimensions"), [(1, 0), (2, 1), (3, 2), (4, 3), (9, 3)])
def test_layout_has_the_dimensions_that_its_markers_span(count: int, dimensions: int) -> None:
    names = [str(i) for i in range(count)]
    assert marker_layout(MARKERS[:count], names).dimensions == dimensions


@pytest.mark.parametrize("flat", [1, 2])
@pytest.mark.parametrize("function", RadialFunction)
def test_markers_on_a_line_or_plane_blend_as_on_it_whatever_the_cursor_does_beside_it(
    flat: int, function: RadialFunction
) -> None:
    directions = np.linalg.qr(RNG.normal(size=(3, 3)))[0]
    markers = RNG.normal(size=(5, flat)) @ directions[:flat] + 7.0
    found = fit_radial_map(markers, VALUES[:5], function)
    np.testing.assert_allclose(found.evaluate(markers), VALUES[:5], atol=1e-10)
    beside = markers + directions[2] * 0.7
    np.testing.assert_allclose(found.evaluate(beside), VALUES[:5], atol=1e-10)


def test_one_marker_gives_its_value_everywhere() -> None:
    found = fit_radial_map([[1.0, 2.0, 3.0]], [[4.0, 5.0]], "gaussian", -1)
    np.testing.assert_array_equal(found.evaluate([[9.0, 9.0, 9.0], [1.0, 2.0, 3.0]]), [[4.0, 5.0]] * 2)


def test_two_markers_blend_linearly() -> None:
    found = fit_radial_map([[0, 0, 0], [2, 0, 0]], [[0.0], [1.0]])
    np.testing.assert_allclose(
        found.evaluate([[0.5, 9, 9], [1.5, 0, 0], [3.0, 0, 0]]).ravel(), [0.25, 0.75, 1.5]
    )


@pytest.mark.parametrize("function", RadialFunction)
def test_values_stay_bounded_however_far_the_cursor_goes(function: RadialFunction) -> None:
    found = fit_radial_map(MARKERS, VALUES, function)
    ray = RNG.normal(size=(1, 3))
    far = found.evaluate(ray * 10.0 ** np.arange(1, 13)[:, None])
    assert np.isfinite(far).all()
    np.testing.assert_allclose(far[-1], far[-2], rtol=1e-6)


def test_moving_markers_and_cursor_together_changes_nothing() -> None:
    turn = np.linalg.qr(RNG.normal(size=(3, 3)))[0]
    cursors = RNG.normal(size=(20, 3))
    here = fit_radial_map(MARKERS, VALUES, "hardy").evaluate(cursors)
    there = fit_radial_map(MARKERS @ turn * 40 + 5, VALUES, "hardy").evaluate(cursors @ turn * 40 + 5)
    np.testing.assert_allclose(there, here, atol=1e-9)


def test_coincident_markers_are_refused_by_name() -> None:
    with pytest.raises(CoincidentMarkers, match="'sit' and 'wave' are at the same place"):
        fit_radial_map([[0, 0, 0], [1, 1, 1], [1, 1, 1 + 1e-12]], np.eye(3), names=["up", "sit", "wave"])


def test_no_marker_is_refused() -> None:
    with pytest.raises(InvalidValue, match="at least one pose"):
        fit_radial_map(np.empty((0, 3)), np.empty((0, 1)))


def test_a_cursor_that_is_no_number_is_refused() -> None:
    with pytest.raises(InvalidValue, match="not a finite number"):
        fit_radial_map(MARKERS, VALUES).evaluate([np.nan, 0, 0])


@pytest.mark.parametrize("function", RadialFunction)
def test_keys_that_all_say_the_same_say_it_everywhere_between(function: RadialFunction) -> None:
    values = np.tile(VALUES[0], (len(MARKERS), 1))
    found = fit_radial_map(MARKERS, values, function).evaluate(0.5 * RNG.normal(size=(20, 3)))
    np.testing.assert_allclose(found, np.tile(VALUES[0], (20, 1)), atol=1e-9)
