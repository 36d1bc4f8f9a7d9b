"""Rotations against SciPy, over batch shapes, with samples crowded near the identity and near half a turn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.spatial.transform import Rotation
from tests.core.core_samples import random_quats, wandering_quats

from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    matrix_from_quat,
    nearest_rotation,
    quat_between,
    quat_conjugate,
    quat_from_axis_angle,
    quat_from_matrix,
    quat_multiply,
    quat_normalize,
    quat_rotate,
    slerp,
    unroll_quats,
)

BATCHES = [(), (1,), (5,), (2, 3), (0,), (2, 0, 3)]
# Angles where formulas go wrong: none, barely any, half a turn and just short of it.
HARD_ANGLES = [0.0, 1e-320, 1e-160, 1e-16, 1e-9, 1e-4, 1.0, np.pi - 1e-4, np.pi - 1e-9, np.pi - 1e-15, np.pi]


def same_rotation(a: np.ndarray, b: np.ndarray, tolerance: float = 1e-14) -> bool:
    """Whether quaternions agree up to sign."""
    nearer = np.minimum(np.abs(a - b).max(axis=-1, initial=0), np.abs(a + b).max(axis=-1, initial=0))
    return bool((nearer <= tolerance).all())


def hard_rotation_vectors() -> np.ndarray:
    """(N, 3) every hard angle about axes along, across and between the coordinate axes."""
    axes = np.array(
        [[1, 0, 0], [0, 1, 0], [0, 0, -1], [1, 1, 0], [0, -1, 1], [1, -2, 3], [1e-8, 1, 0]], dtype=float
    )
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    return (np.array(HARD_ANGLES)[:, None, None] * axes).reshape(-1, 3)


@pytest.mark.parametrize("batch", BATCHES)
def test_products_match_scipy_for_every_batch_shape(batch: tuple) -> None:
    rng = np.random.default_rng(1)
    a, b = random_quats(rng, *batch), random_quats(rng, *batch)
    product = quat_multiply(a, b)
    assert product.shape == (*batch, 4)
    for index in np.ndindex(*batch):
        expected = (Rotation.from_quat(a[index]) * Rotation.from_quat(b[index])).as_quat()
        assert same_rotation(product[index], expected)


@pytest.mark.parametrize("batch", BATCHES)
def test_matrices_match_scipy_for_every_batch_shape(batch: tuple) -> None:
    q = random_quats(np.random.default_rng(2), *batch)
    matrices = matrix_from_quat(q)
    assert matrices.shape == (*batch, 3, 3)
    for index in np.ndindex(*batch):
        np.testing.assert_allclose(matrices[index], Rotation.from_quat(q[index]).as_matrix(), atol=1e-15)
    assert same_rotation(quat_from_matrix(matrices), q)


@pytest.mark.parametrize("batch", BATCHES)
def test_rotated_vectors_match_scipy_for_every_batch_shape(batch: tuple) -> None:
    rng = np.random.default_rng(3)
    q, v = random_quats(rng, *batch), rng.normal(size=(*batch, 3))
    turned = quat_rotate(q, v)
    assert turned.shape == (*batch, 3)
    for index in np.ndindex(*batch):
        np.testing.assert_allclose(turned[index], Rotation.from_quat(q[index]).apply(v[index]), atol=1e-14)


def test_leading_axes_broadcast() -> None:
    rng = np.random.default_rng(4)
    many, few = random_quats(rng, 6, 1), random_quats(rng, 4)
    assert quat_multiply(many, few).shape == (6, 4, 4)
    assert quat_rotate(many, np.ones((4, 3))).shape == (6, 4, 3)
    assert slerp(many, few, 0.5).shape == (6, 4, 4)
    assert slerp(few[0], few[1], np.linspace(0, 1, 9)).shape == (9, 4)


def test_rotation_vectors_match_scipy_near_the_identity_and_near_half_a_turn() -> None:
    vectors = hard_rotation_vectors()
    expected = np.stack([Rotation.from_rotvec(v).as_quat() for v in vectors])
    assert same_rotation(quat_from_axis_angle(vectors), expected, 1e-15)


def test_rotation_vectors_survive_the_round_trip() -> None:
    vectors = hard_rotation_vectors()
    vectors = vectors[np.linalg.norm(vectors, axis=1) < np.pi - 1e-12]  # half a turn has two names
    returned = axis_angle_from_quat(quat_from_axis_angle(vectors))
    np.testing.assert_allclose(returned, vectors, rtol=1e-14, atol=1e-15)


def test_rotation_vectors_are_never_longer_than_half_a_turn() -> None:
    q = np.concatenate(
        [random_quats(np.random.default_rng(5), 500), quat_from_axis_angle(hard_rotation_vectors())]
    )
    assert np.linalg.norm(axis_angle_from_quat(np.concatenate([q, -q])), axis=1).max() <= np.pi + 1e-15


def test_matrices_of_hard_rotations_survive_the_round_trip() -> None:
    q = quat_from_axis_angle(hard_rotation_vectors())
    returned = quat_from_matrix(matrix_from_quat(q))
    assert same_rotation(returned, q, 1e-15)
    assert (returned[:, 3] >= 0).all()


@given(arrays(np.float64, (3,), elements=st.floats(-1e150, 1e150)))
def test_every_rotation_vector_gives_a_unit_quaternion(vector: np.ndarray) -> None:
    assert abs(np.linalg.norm(quat_from_axis_angle(vector)) - 1.0) < 1e-12


@given(arrays(np.float64, (4,), elements=st.floats(allow_nan=False, allow_infinity=False)))
def test_every_quaternion_normalizes_to_unit_length(q: np.ndarray) -> None:
    assert abs(np.linalg.norm(quat_normalize(q)) - 1.0) < 1e-12


def test_a_zero_quaternion_normalizes_to_the_identity() -> None:
    np.testing.assert_array_equal(quat_normalize(np.zeros((2, 4))), [[0, 0, 0, 1], [0, 0, 0, 1]])


def test_a_quaternion_times_its_conjugate_is_the_identity() -> None:
    q = random_quats(np.random.default_rng(6), 50)
    np.testing.assert_allclose(
        quat_multiply(q, quat_conjugate(q)), np.tile([0, 0, 0, 1], (50, 1)), atol=1e-15
    )


vectors3 = arrays(np.float64, (3,), elements=st.floats(-1e3, 1e3))


@given(vectors3, vectors3)
def test_the_rotation_between_two_directions_turns_one_into_the_other(a: np.ndarray, b: np.ndarray) -> None:
    q = quat_between(a, b)
    assert abs(np.linalg.norm(q) - 1.0) < 1e-12
    if min(np.linalg.norm(a), np.linalg.norm(b)) > 1e-100:
        np.testing.assert_allclose(quat_rotate(q, _unit(a)), _unit(b), atol=1e-12)


@given(vectors3, vectors3)
def test_the_rotation_between_two_directions_has_no_twist(a: np.ndarray, b: np.ndarray) -> None:
    if min(np.linalg.norm(a), np.linalg.norm(b)) > 1e-100:
        axis = quat_between(a, b)[:3]
        assert abs(axis @ _unit(a)) < 1e-12
        assert abs(axis @ _unit(b)) < 1e-12


@pytest.mark.parametrize("gap", [0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3])
@pytest.mark.parametrize("turn", [0.0, np.pi])
def test_the_rotation_between_nearly_equal_or_opposite_directions_is_exact(gap: float, turn: float) -> None:
    angle = abs(turn - gap)
    a, b = np.array([1.0, 0.0, 0.0]), np.array([np.cos(angle), np.sin(angle), 0.0])
    np.testing.assert_allclose(quat_rotate(quat_between(a, b), a), b, atol=1e-15)


def test_the_rotation_from_or_to_nothing_is_the_identity() -> None:
    np.testing.assert_array_equal(
        quat_between([0, 0, 0], [[1, 2, 3], [0, 0, 0]]), [[0, 0, 0, 1], [0, 0, 0, 1]]
    )


def _unit(v: np.ndarray) -> np.ndarray:
    v = v / np.abs(v).max()
    return v / np.linalg.norm(v)


def test_slerp_matches_scipy() -> None:
    rng = np.random.default_rng(7)
    from scipy.spatial.transform import Slerp

    a, b = random_quats(rng), random_quats(rng)
    shares = np.linspace(0, 1, 21)
    expected = Slerp([0, 1], Rotation.from_quat([a, b]))(shares).as_quat()
    assert same_rotation(slerp(a, b, shares), expected)


def test_slerp_is_exact_at_its_ends() -> None:
    rng = np.random.default_rng(8)
    a, b = random_quats(rng, 100), random_quats(rng, 100)
    np.testing.assert_array_equal(slerp(a, b, 0.0), a)
    np.testing.assert_array_equal(np.abs(slerp(a, b, 1.0)), np.abs(b))


@pytest.mark.parametrize("angle", HARD_ANGLES)
def test_slerp_moves_at_constant_speed(angle: float) -> None:
    a = random_quats(np.random.default_rng(9))
    b = quat_multiply(quat_from_axis_angle([0.0, angle, 0.0]), a)
    path = slerp(a, b, np.linspace(0, 1, 11))
    np.testing.assert_allclose(np.linalg.norm(path, axis=1), 1.0, atol=1e-15)
    steps = np.linalg.norm(axis_angle_from_quat(quat_multiply(path[1:], quat_conjugate(path[:-1]))), axis=1)
    np.testing.assert_allclose(steps, angle / 10, atol=1e-14)


@given(arrays(np.float64, (3, 3), elements=st.floats(-1e3, 1e3)))
def test_the_nearest_rotation_is_a_rotation(m: np.ndarray) -> None:
    r = nearest_rotation(m)
    np.testing.assert_allclose(r @ r.T, np.eye(3), atol=1e-13)
    assert np.linalg.det(r) > 0.99


def test_the_nearest_rotation_undoes_stretch() -> None:
    rng = np.random.default_rng(10)
    rotations = matrix_from_quat(random_quats(rng, 40))
    factors = rng.normal(size=(40, 3, 3))
    stretch = factors @ factors.swapaxes(1, 2) + 0.1 * np.eye(3)
    np.testing.assert_allclose(nearest_rotation(rotations @ stretch), rotations, atol=1e-12)


def test_no_rotation_nearby_is_nearer_than_the_nearest() -> None:
    rng = np.random.default_rng(11)
    m = rng.normal(size=(3, 3))
    best = nearest_rotation(m)
    others = matrix_from_quat(quat_from_axis_angle(rng.normal(scale=0.3, size=(500, 3)))) @ best
    distances = np.linalg.norm(others - m, axis=(1, 2))
    assert distances.min() >= np.linalg.norm(best - m)


def test_the_nearest_rotation_of_a_reflection_is_still_a_rotation() -> None:
    assert np.linalg.det(nearest_rotation(np.diag([-1.0, 1.0, 1.0]))) == pytest.approx(1.0, abs=1e-12)


def test_a_matrix_with_nan_is_refused() -> None:
    with pytest.raises(InvalidValue, match="finite"):
        nearest_rotation(np.full((3, 3), np.nan))


def test_unrolled_quaternions_never_jump_and_stay_the_same_rotations() -> None:
    rng = np.random.default_rng(12)
    q = wandering_quats(rng, 200, 3)
    flipped = q * rng.choice([-1.0, 1.0], size=(200, 3, 1))
    unrolled = unroll_quats(flipped)
    assert np.linalg.norm(np.diff(unrolled, axis=0), axis=-1).max() < 0.2
    assert same_rotation(unrolled, q, 0.0)
    np.testing.assert_array_equal(unrolled[0], flipped[0])


def test_unrolling_takes_one_frame_and_none() -> None:
    assert unroll_quats(np.array([[0.0, 0.0, 0.0, 1.0]])).shape == (1, 4)
    assert unroll_quats(np.empty((0, 3, 4))).shape == (0, 3, 4)


def test_inputs_are_never_written_to() -> None:
    rng = np.random.default_rng(13)
    a, b, m = random_quats(rng, 5), random_quats(rng, 5), rng.normal(size=(5, 3, 3))
    for array in (a, b, m):
        array.flags.writeable = False
    kept = a.copy(), b.copy(), m.copy()
    for made in (quat_multiply(a, b), slerp(a, b, 0.3), unroll_quats(a), quat_normalize(a)):
        assert made.shape == a.shape
    assert axis_angle_from_quat(a).shape == (5, 3)
    assert nearest_rotation(m).shape == m.shape
    assert quat_from_matrix(matrix_from_quat(a)).shape == a.shape
    assert quat_between(a[:, :3], b[:, :3]).shape == a.shape
    for array, before in zip((a, b, m), kept, strict=True):
        np.testing.assert_array_equal(array, before)
