"""Rotations as unit quaternions xyzw, 3 x 3 matrices and rotation vectors, batched over leading axes.

Functions of two arguments broadcast their leading axes against each other. A quaternion and its negative are
the same rotation; where a function must choose, it returns the one with w >= 0.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue

# Directions closer to opposite than this [rad] have no meaningful common normal left in double precision.
_OPPOSITE = 1e-12


def quat_multiply(a: ArrayLike, b: ArrayLike) -> Floats:
    """(..., 4) the product a b: first turn by b, then by a."""
    a, b = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    ax, ay, az, aw = a[..., 0], a[..., 1], a[..., 2], a[..., 3]
    bx, by, bz, bw = b[..., 0], b[..., 1], b[..., 2], b[..., 3]
    product = np.empty((*np.broadcast_shapes(a.shape[:-1], b.shape[:-1]), 4))
    product[..., 0] = aw * bx + ax * bw + ay * bz - az * by
    product[..., 1] = aw * by - ax * bz + ay * bw + az * bx
    product[..., 2] = aw * bz + ax * by - ay * bx + az * bw
    product[..., 3] = aw * bw - ax * bx - ay * by - az * bz
    return product


def quat_conjugate(q: ArrayLike) -> Floats:
    """(..., 4) the inverse of each unit quaternion."""
    return np.asarray(q, dtype=np.float64) * np.array([-1.0, -1.0, -1.0, 1.0])


def quat_rotate(q: ArrayLike, v: ArrayLike) -> Floats:
    """(..., 3) the vectors `v` turned by the unit quaternions `q`."""
    q, v = np.asarray(q, dtype=np.float64), np.asarray(v, dtype=np.float64)
    twice = 2.0 * _cross(q[..., :3], v)
    return v + q[..., 3:] * twice + _cross(q[..., :3], twice)


def quat_normalize(q: ArrayLike) -> Floats:
    """(..., 4) unit quaternions in the direction of `q`; the identity where q is zero."""
    q = np.asarray(q, dtype=np.float64)
    # Dividing by the largest component first keeps the squares from under- and overflowing.
    largest = np.max(np.abs(q), axis=-1, keepdims=True)
    scaled = np.where(largest > 0.0, q, np.array([0.0, 0.0, 0.0, 1.0])) / np.where(
        largest > 0.0, largest, 1.0
    )
    return scaled / np.linalg.norm(scaled, axis=-1, keepdims=True)


def matrix_from_quat(q: ArrayLike) -> Floats:
    """(..., 3, 3) rotation matrices of unit quaternions."""
    q = np.asarray(q, dtype=np.float64)
    x, y, z, w = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    matrix = np.empty((*q.shape[:-1], 3, 3))
    matrix[..., 0, 0] = 1.0 - 2.0 * (y * y + z * z)
    matrix[..., 0, 1] = 2.0 * (x * y - z * w)
    matrix[..., 0, 2] = 2.0 * (x * z + y * w)
    matrix[..., 1, 0] = 2.0 * (x * y + z * w)
    matrix[..., 1, 1] = 1.0 - 2.0 * (x * x + z * z)
    matrix[..., 1, 2] = 2.0 * (y * z - x * w)
    matrix[..., 2, 0] = 2.0 * (x * z - y * w)
    matrix[..., 2, 1] = 2.0 * (y * z + x * w)
    matrix[..., 2, 2] = 1.0 - 2.0 * (x * x + y * y)
    return matrix


def quat_from_matrix(m: ArrayLike) -> Floats:
    """(..., 4) unit quaternions, w >= 0, of rotation matrices (..., 3, 3).

    A matrix that may be scaled or sheared goes through `nearest_rotation` first.
    """
    m = np.asarray(m, dtype=np.float64)
    # 4 q q^T is linear in the matrix; its row with the largest diagonal is the safest to read q from.
    outer = np.empty((*m.shape[:-2], 4, 4))
    diagonal = (m[..., 0, 0], m[..., 1, 1], m[..., 2, 2])
    trace = diagonal[0] + diagonal[1] + diagonal[2]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        outer[..., i, i] = 1.0 - trace + 2.0 * diagonal[i]
        outer[..., i, j] = outer[..., j, i] = m[..., i, j] + m[..., j, i]
        outer[..., i, 3] = outer[..., 3, i] = m[..., k, j] - m[..., j, k]
    outer[..., 3, 3] = 1.0 + trace
    best = np.argmax(np.diagonal(outer, axis1=-2, axis2=-1), axis=-1)
    row = np.take_along_axis(outer, best[..., None, None], axis=-2)[..., 0, :]
    return quat_normalize(np.where(row[..., 3:] < 0.0, -row, row))


def quat_from_axis_angle(rotation_vectors: ArrayLike) -> Floats:
    """(..., 4) unit quaternions of rotation vectors (..., 3): unit axis times angle [rad]."""
    vectors = np.asarray(rotation_vectors, dtype=np.float64)
    angle = np.linalg.norm(vectors, axis=-1, keepdims=True)
    tiny = angle < 1e-150  # one half is the limit of sin(angle / 2) / angle
    sine = np.where(tiny, 0.5, np.sin(0.5 * angle) / np.where(tiny, 1.0, angle))
    return np.concatenate([sine * vectors, np.cos(0.5 * angle)], axis=-1)


def axis_angle_from_quat(q: ArrayLike) -> Floats:
    """(..., 3) rotation vectors of unit quaternions, of length 0 to pi [rad]."""
    q = np.asarray(q, dtype=np.float64)
    q = np.where(q[..., 3:] < 0.0, -q, q)
    sine = np.linalg.norm(q[..., :3], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, q[..., 3:])
    tiny = sine < 1e-150  # 2 is the limit of angle / sine
    return q[..., :3] * np.where(tiny, 2.0, angle / np.where(tiny, 1.0, sine))


def quat_between(a: ArrayLike, b: ArrayLike) -> Floats:
    """(..., 4) the smallest rotation that turns direction `a` into direction `b` (no twist about either).

    The identity where either is zero. Where they are opposite, half a turn about a normal that depends on `a`
    alone: at right angles to the coordinate axis that a is least aligned with.
    a, b: (..., 3) vectors of any length.
    """
    a, b = np.broadcast_arrays(_directions(a), _directions(b))
    middle = np.linalg.norm(a + b, axis=-1, keepdims=True)
    cross = _cross(a, b)
    sine = np.linalg.norm(cross, axis=-1, keepdims=True)
    opposite = (middle < 1.0) & (sine < _OPPOSITE)
    axis = np.where(opposite, _any_normal(a), cross / np.where(sine > 0.0, sine, 1.0))
    # |a + b| / 2 and |a - b| / 2 are the half angle's cosine and sine, with no cancellation at either end.
    half_sine = 0.5 * np.linalg.norm(a - b, axis=-1, keepdims=True)
    turned = quat_normalize(np.concatenate([axis * half_sine, 0.5 * middle], axis=-1))
    defined = (np.abs(a).max(axis=-1, keepdims=True) > 0.0) & (np.abs(b).max(axis=-1, keepdims=True) > 0.0)
    return np.where(defined, turned, np.array([0.0, 0.0, 0.0, 1.0]))


def slerp(a: ArrayLike, b: ArrayLike, t: ArrayLike) -> Floats:
    """(..., 4) from `a` at t = 0 to `b` at t = 1 along the shorter arc at constant speed.

    Exactly a at 0; at 1 exactly b, or -b where that is the nearer of the two names of one rotation.
    t: (...) broadcast against the leading axes of a and b.
    """
    a, b = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    t = np.asarray(t, dtype=np.float64)[..., None]
    b = np.where(np.sum(a * b, axis=-1, keepdims=True) < 0.0, -b, b)
    apart = np.linalg.norm(a - b, axis=-1, keepdims=True)
    together = np.linalg.norm(a + b, axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(apart, together) / np.pi  # in units of pi, as np.sinc wants it
    whole = np.sinc(angle)
    s = 1.0 - t
    return (s * np.sinc(s * angle) / whole) * a + (t * np.sinc(t * angle) / whole) * b


def nearest_rotation(m: ArrayLike) -> Floats:
    """(..., 3, 3) the rotation nearest to each matrix by least squares: its polar factor, with det +1."""
    m = np.asarray(m, dtype=np.float64)
    if not np.isfinite(m).all():
        raise InvalidValue("Only a matrix of finite numbers has a nearest rotation.")
    left, _, right = np.linalg.svd(m)
    flip = np.linalg.det(left) * np.linalg.det(right) < 0.0
    left[..., :, 2] *= np.where(flip, -1.0, 1.0)[..., None]
    return left @ right


def unroll_quats(q: ArrayLike) -> Floats:
    """(F, ..., 4) the same rotations, signed so that neighbours along axis 0 are nearest; frame 0 is kept."""
    q = np.asarray(q, dtype=np.float64)
    flips = np.where(np.sum(q[1:] * q[:-1], axis=-1) < 0.0, -1.0, 1.0)
    signs = np.concatenate([np.ones((min(1, len(q)), *q.shape[1:-1])), np.cumprod(flips, axis=0)])
    return q * signs[..., None]


def _cross(a: Floats, b: Floats) -> Floats:
    """np.cross without its axis juggling, which costs more than the product on small batches."""
    ax, ay, az = a[..., 0], a[..., 1], a[..., 2]
    bx, by, bz = b[..., 0], b[..., 1], b[..., 2]
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)


def _directions(v: ArrayLike) -> Floats:
    """(..., 3) unit vectors along v; zero stays zero."""
    v = np.asarray(v, dtype=np.float64)
    largest = np.max(np.abs(v), axis=-1, keepdims=True)
    scaled = v / np.where(largest > 0.0, largest, 1.0)
    length = np.linalg.norm(scaled, axis=-1, keepdims=True)
    return scaled / np.where(length > 0.0, length, 1.0)


def _any_normal(unit: Floats) -> Floats:
    """(..., 3) a unit vector at right angles to each and to the coordinate axis it is least aligned with."""
    axis = np.eye(3)[np.argmin(np.abs(unit), axis=-1)]
    return _directions(_cross(unit, axis))
