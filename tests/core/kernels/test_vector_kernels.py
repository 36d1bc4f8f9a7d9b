"""Compiled vectors and easing against NumPy."""

import numpy as np
import pytest
from numba import njit

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels import easing, vectors
from kinegraph.core.math.easing import smoothstep

add, subtract, scale, add_scaled = vectors.add, vectors.subtract, vectors.scale, vectors.add_scaled
lerp, dot, cross, length, unit = vectors.lerp, vectors.dot, vectors.cross, vectors.length, vectors.unit
vector, set_vector = vectors.vector, vectors.set_vector
smoothstep_kernel, soft_maximum, soft_minimum = easing.smoothstep, easing.soft_maximum, easing.soft_minimum


@njit
def _all_of(a: Floats, b: Floats, s: float) -> tuple:
    return add(a, b), subtract(a, b), scale(s, a), add_scaled(a, s, b), lerp(a, b, s), cross(a, b)


@njit
def _numbers(a: Floats, b: Floats) -> tuple[float, float]:
    return dot(a, b), length(a)


@njit
def _unit(a: tuple, fallback: tuple) -> tuple:
    return unit(a, fallback)


@njit
def _move(rows: Floats) -> None:
    set_vector(rows, 0, vector(rows, 1, 2), 1)


@njit
def _eased(x: float) -> float:
    return smoothstep_kernel(x)


@njit
def _limited(x: float, limit: float, band: float) -> tuple[float, float]:
    return soft_maximum(x, limit, band), soft_minimum(x, limit, band)


def test_vector_algebra_agrees_with_numpy() -> None:
    rng = np.random.default_rng(4)
    for a, b in rng.normal(size=(20, 2, 3)):
        wanted = [a + b, a - b, 0.3 * a, a + 0.3 * b, 0.7 * a + 0.3 * b, np.cross(a, b)]
        np.testing.assert_allclose(_all_of(a, b, 0.3), wanted, atol=1e-15)
        np.testing.assert_allclose(_numbers(a, b), (a @ b, np.linalg.norm(a)), atol=1e-14)


def test_a_vector_without_a_direction_gets_the_fallback() -> None:
    assert _unit((0.0, 3.0, 4.0), (1.0, 0.0, 0.0)) == pytest.approx((0.0, 0.6, 0.8))
    assert _unit((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)) == (1.0, 0.0, 0.0)


def test_rows_are_read_and_written_at_a_column() -> None:
    table = np.arange(10.0).reshape(2, 5)
    _move(table)
    np.testing.assert_array_equal(table[0], [0, 7, 8, 9, 4])


def test_smoothstep_is_one_function_for_numbers_and_arrays() -> None:
    x = np.linspace(-0.5, 1.5, 41)
    np.testing.assert_array_equal([_eased(each) for each in x], smoothstep(x))
    inside = x[(x >= 0) & (x <= 1)]
    np.testing.assert_allclose(smoothstep(inside), 3 * inside**2 - 2 * inside**3, atol=1e-15)
    assert smoothstep(-1.0) == 0.0
    assert smoothstep(2.0) == 1.0


def test_soft_limits_hold_and_bend_smoothly() -> None:
    x = np.linspace(-2.0, 3.0, 5001)
    upper, lower = np.array([_limited(each, 0.5, 0.2) for each in x]).T
    assert (upper >= 0.5).all()
    assert (lower <= 0.5).all()
    np.testing.assert_array_equal(upper[x >= 0.7], x[x >= 0.7])
    np.testing.assert_array_equal(lower[x <= 0.3], x[x <= 0.3])
    for values in (upper, lower):
        slopes = np.gradient(values, x)
        assert np.abs(np.diff(slopes)).max() < 5e-3  # no kink: the slope itself is continuous
