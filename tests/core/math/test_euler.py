"""Euler angles in all twelve orders against SciPy's, through gimbal lock and over time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from tests.core.core_samples import random_quats, wandering_quats

from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.euler import (
    EULER_ORDERS,
    euler_from_quat,
    quat_from_euler,
    unroll_euler,
)
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    matrix_from_quat,
    quat_conjugate,
    quat_multiply,
)


def angle_between(a: np.ndarray, b: np.ndarray) -> float:
    """The largest angle between corresponding rotations [rad]."""
    return float(np.linalg.norm(axis_angle_from_quat(quat_multiply(a, quat_conjugate(b))), axis=-1).max())


def locked_middle(order: str) -> tuple[float, float]:
    """The two middle angles at which the order locks."""
    return (0.0, np.pi) if order[0] == order[2] else (-np.pi / 2, np.pi / 2)


def test_there_are_twelve_orders() -> None:
    assert len(set(EULER_ORDERS)) == 12
    assert "ZXY" in EULER_ORDERS
    assert "XYX" in EULER_ORDERS


def test_an_order_is_an_intrinsic_product_read_left_to_right() -> None:
    a, b, c = 0.3, -0.7, 1.1
    product = Rotation.from_euler("z", a) * Rotation.from_euler("x", b) * Rotation.from_euler("y", c)
    np.testing.assert_allclose(
        matrix_from_quat(quat_from_euler([a, b, c], "ZXY")), product.as_matrix(), atol=1e-15
    )


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_quaternions_of_angles_match_scipy(order: str) -> None:
    angles = np.random.default_rng(1).uniform(-7, 7, size=(300, 3))
    expected = Rotation.from_euler(order, angles).as_quat()
    assert angle_between(quat_from_euler(angles, order), expected) < 1e-14


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_angles_of_quaternions_match_scipy(order: str) -> None:
    q = random_quats(np.random.default_rng(2), 500)
    np.testing.assert_allclose(euler_from_quat(q, order), Rotation.from_quat(q).as_euler(order), atol=1e-11)


@pytest.mark.parametrize("batch", [(), (4,), (2, 3), (0,)])
def test_leading_axes_are_kept(batch: tuple) -> None:
    q = random_quats(np.random.default_rng(3), *batch)
    angles = euler_from_quat(q, "YZX")
    assert angles.shape == (*batch, 3)
    assert quat_from_euler(angles, "YZX").shape == (*batch, 4)


near_lock = st.one_of(st.just(0.0), st.floats(-1e-5, 1e-5), st.floats(-7, 7))


@given(st.sampled_from(EULER_ORDERS), st.floats(-7, 7), near_lock, st.floats(-7, 7), st.booleans())
def test_the_round_trip_is_exact_everywhere_also_in_and_near_gimbal_lock(
    order: str, first: float, off: float, last: float, upper: bool
) -> None:
    q = quat_from_euler([first, locked_middle(order)[upper] + off, last], order)
    angles = euler_from_quat(q, order)
    assert np.isfinite(angles).all()
    assert np.abs(angles).max() <= np.pi + 1e-12
    assert angle_between(quat_from_euler(angles, order), q) < 2e-8


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_in_gimbal_lock_the_last_angle_is_zero(order: str) -> None:
    outer = np.random.default_rng(4).uniform(-3, 3, size=(50, 2))
    for middle in locked_middle(order):
        q = quat_from_euler(np.stack([outer[:, 0], np.full(50, middle), outer[:, 1]], axis=-1), order)
        np.testing.assert_array_equal(euler_from_quat(q, order)[:, 2], 0.0)


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_a_quaternion_and_its_negative_have_the_same_angles(order: str) -> None:
    q = random_quats(np.random.default_rng(5), 200)
    np.testing.assert_allclose(euler_from_quat(q, order), euler_from_quat(-q, order), atol=1e-12)


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_unrolling_recovers_angles_that_run_over_many_turns(order: str) -> None:
    t = np.linspace(0, 10, 400)
    angles = np.stack([3 * np.sin(t), 4 * np.cos(0.7 * t), 2 * t], axis=-1)  # through both solutions, past pi
    folded = euler_from_quat(quat_from_euler(angles, order), order)
    folded[0] = angles[0]
    np.testing.assert_allclose(unroll_euler(folded, order), angles, atol=1e-7)


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_unrolling_never_changes_a_rotation(order: str) -> None:
    q = wandering_quats(np.random.default_rng(6), 300, 4, step=0.3)
    unrolled = unroll_euler(euler_from_quat(q, order), order)
    assert angle_between(quat_from_euler(unrolled, order), q) < 1e-8


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_an_unrolled_frame_is_the_nearest_of_all_equal_names(order: str) -> None:
    q = wandering_quats(np.random.default_rng(7), 60, step=0.5)
    folded = euler_from_quat(q, order)
    unrolled = unroll_euler(folded, order)
    turns = 2 * np.pi * np.stack(np.meshgrid(*[range(-4, 5)] * 3), axis=-1).reshape(-1, 3)
    other = folded * [1, -1, 1] + [np.pi, 0.0 if order[0] == order[2] else np.pi, np.pi]
    for frame in range(1, len(q)):
        names = np.concatenate([folded[frame] + turns, other[frame] + turns])
        nearest = np.linalg.norm(names - unrolled[frame - 1], axis=1).min()
        assert np.linalg.norm(unrolled[frame] - unrolled[frame - 1]) <= nearest + 1e-9


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_motion_held_in_gimbal_lock_unrolls_without_a_jump(order: str) -> None:
    t = np.linspace(0, 1, 50)
    for middle in locked_middle(order):
        angles = np.stack([0.4 + t, np.full(50, middle), 1.0 - 0.5 * t], axis=-1)
        folded = euler_from_quat(quat_from_euler(angles, order), order)
        folded[0] = angles[0]
        unrolled = unroll_euler(folded, order)
        assert np.abs(np.diff(unrolled, axis=0)).max() < 0.05
        assert angle_between(quat_from_euler(unrolled, order), quat_from_euler(angles, order)) < 1e-8


def test_tracks_unroll_independently() -> None:
    q = wandering_quats(np.random.default_rng(8), 80, 2, 3, step=0.4)
    folded = euler_from_quat(q, "ZXY")
    together = unroll_euler(folded, "ZXY")
    np.testing.assert_array_equal(together[:, 1, 2], unroll_euler(folded[:, 1, 2], "ZXY"))


@pytest.mark.parametrize("order", ["XXY", "xyz", "XY", ""])
def test_an_order_that_does_not_exist_is_refused_with_those_that_do(order: str) -> None:
    with pytest.raises(InvalidValue, match="ZXY"):
        quat_from_euler([0.0, 0.0, 0.0], order)


def test_angles_without_a_time_axis_cannot_be_unrolled() -> None:
    with pytest.raises(InvalidValue, match="frames"):
        unroll_euler(np.zeros(3), "XYZ")
