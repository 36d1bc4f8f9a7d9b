"""Compiled quaternions against SciPy and against the array functions of core/math."""

from collections.abc import Callable

import numpy as np
import pytest
from numba import njit
from scipy.spatial.transform import Rotation
from tests.core.core_samples import random_quats

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels import quaternions
from kinegraph.core.math.rotations import quat_between, quat_normalize, slerp

multiply, rotate, conjugate = quaternions.multiply, quaternions.rotate, quaternions.conjugate
normalize, exponential, logarithm = quaternions.normalize, quaternions.exponential, quaternions.logarithm
nlerp, rotation_between = quaternions.nlerp, quaternions.rotation_between
from_axis_angle, quaternion, set_quaternion = (
    quaternions.from_axis_angle,
    quaternions.quaternion,
    quaternions.set_quaternion,
)


def compiled(kernel: Callable) -> Callable:
    """A kernel as a function of rows; parts of kernels cannot be called from Python."""

    @njit
    def call(*rows: Floats) -> tuple:
        return kernel(*rows)

    return lambda *rows: np.array(call(*rows))


@pytest.fixture(scope="module")
def rows() -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng(3)
    return random_quats(rng, 50), random_quats(rng, 50), rng.normal(size=(50, 3))


def test_products_rotate_by_the_second_first(rows: tuple[Floats, Floats, Floats]) -> None:
    a, b, _ = rows
    product = compiled(multiply)
    found = np.array([product(p, q) for p, q in zip(a, b, strict=True)])
    wanted = (Rotation.from_quat(a) * Rotation.from_quat(b)).as_quat()
    np.testing.assert_allclose(np.abs((found * wanted).sum(axis=1)), 1.0, atol=1e-12)


def test_vectors_rotate_as_by_the_matrix_and_back(rows: tuple[Floats, Floats, Floats]) -> None:
    a, _, v = rows
    turn, back = compiled(rotate), compiled(conjugate)
    found = np.array([turn(q, x) for q, x in zip(a, v, strict=True)])
    np.testing.assert_allclose(found, Rotation.from_quat(a).apply(v), atol=1e-12)
    returned = np.array([turn(back(q), x) for q, x in zip(a, found, strict=True)])
    np.testing.assert_allclose(returned, v, atol=1e-12)


@pytest.mark.parametrize("size", [0.0, 1e-200, 1e-9, 0.3, 3.0])
def test_rotation_vectors_come_back_from_their_quaternions(size: float) -> None:
    vectors = size * np.array([[1.0, 0.0, 0.0], [0.6, -0.8, 0.0], [0.0, 0.6, 0.8]])
    forth, back = compiled(exponential), compiled(logarithm)
    for v in vectors:
        q = forth(v)
        np.testing.assert_allclose(q, Rotation.from_rotvec(v).as_quat(), atol=1e-12)
        np.testing.assert_allclose(back(q), v, atol=1e-12)
        np.testing.assert_allclose(back(-q), v, atol=1e-12)


def test_an_axis_and_an_angle_are_their_rotation_vector() -> None:
    axis = np.array([0.6, 0.0, -0.8])
    np.testing.assert_allclose(
        compiled(from_axis_angle)(axis, 1.2), Rotation.from_rotvec(1.2 * axis).as_quat(), atol=1e-12
    )


def test_lengths_become_one_and_zero_the_identity(rows: tuple[Floats, Floats, Floats]) -> None:
    scaled = 7.0 * rows[0]
    unit = compiled(normalize)
    np.testing.assert_allclose([unit(q) for q in scaled], quat_normalize(scaled), atol=1e-15)
    assert tuple(unit(np.zeros(4))) == quaternions.IDENTITY


def test_interpolation_takes_the_shorter_arc_and_meets_both_ends(rows: tuple[Floats, Floats, Floats]) -> None:
    blend = compiled(nlerp)
    for a, b in zip(rows[0], rows[1], strict=True):
        for t, wanted in ((0.0, a), (1.0, b), (0.5, slerp(a, b, 0.5))):
            assert abs(np.dot(blend(a, b, t), wanted)) == pytest.approx(1.0, abs=1e-12)


def test_the_rotation_between_directions_is_the_smallest(rows: tuple[Floats, Floats, Floats]) -> None:
    between = compiled(rotation_between)
    for a, b in zip(rows[2], rows[2][::-1], strict=True):
        assert abs(np.dot(between(a, b), quat_between(a, b))) == pytest.approx(1.0, abs=1e-12)
    assert tuple(between(np.zeros(3), np.ones(3))) == quaternions.IDENTITY
    for axis in np.eye(3):
        turned = Rotation.from_quat(between(axis, -2.0 * axis)).apply(axis)
        np.testing.assert_allclose(turned, -axis, atol=1e-12)


def test_rows_are_read_and_written_at_a_column() -> None:
    table = np.arange(14.0).reshape(2, 7)

    @njit
    def move(rows: Floats) -> None:
        set_quaternion(rows, 0, quaternion(rows, 1, 3), 2)

    move(table)
    np.testing.assert_array_equal(table[0], [0, 1, 10, 11, 12, 13, 6])
