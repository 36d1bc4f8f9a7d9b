"""Euler angles in all twelve orders.

An order is read left to right as an intrinsic product: "ZXY" means R = Rz(angle 0) Rx(angle 1) Ry(angle 2),
as BVH lists its channels. Both directions go through the closed form of the product of three half-angle
quaternions. With i, j the order's first two axes, k the remaining one, e = +1 where i, j, k is a cyclic
shift of x, y, z (else -1), angles a, b, c, half sum s and half difference d,
    i j k orders:  w + j = P cos s,  i + e k = P sin s,  w - j = M cos d,  i - e k = M sin d
                   s = (a + e c) / 2,  d = (a - e c) / 2,  P = cos(b/2) + sin(b/2),  M = cos(b/2) - sin(b/2)
    i j i orders:  w = P cos s,  i = P sin s,  j = M cos d,  e k = M sin d
                   s = (a + c) / 2,  d = (a - c) / 2,  P = cos(b/2),  M = sin(b/2)
Where P or M vanishes (gimbal lock) the outer angles turn about one axis and only s or d matters.
"""

from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.euler_kernels import GIMBAL_LOCK, unroll_angles

EULER_ORDERS: tuple[str, ...] = tuple(
    "".join(axes) for axes in product("XYZ", repeat=3) if axes[0] != axes[1] != axes[2]
)


def quat_from_euler(angles: ArrayLike, order: str) -> Floats:
    """(..., 4) unit quaternions of Euler angles (..., 3) [rad], one per factor of `order`."""
    i, j, k, e, proper = _factors(order)
    half = 0.5 * np.asarray(angles, dtype=np.float64)
    ca, cb, cc = (np.cos(half[..., n]) for n in range(3))
    sa, sb, sc = (np.sin(half[..., n]) for n in range(3))
    q = np.empty((*half.shape[:-1], 4))
    if proper:
        q[..., 3] = cb * (ca * cc - sa * sc)
        q[..., i] = cb * (sa * cc + ca * sc)
        q[..., j] = sb * (ca * cc + sa * sc)
        q[..., k] = e * sb * (sa * cc - ca * sc)
    else:
        q[..., 3] = ca * cb * cc - e * sa * sb * sc
        q[..., i] = sa * cb * cc + e * ca * sb * sc
        q[..., j] = ca * sb * cc - e * sa * cb * sc
        q[..., k] = ca * cb * sc + e * sa * sb * cc
    return q


def euler_from_quat(q: ArrayLike, order: str) -> Floats:
    """(..., 3) Euler angles [rad] of unit quaternions, one per factor of `order`.

    The outer angles lie in [-pi, pi]; the middle one in [-pi/2, pi/2] for orders of three axes, in [0, pi]
    for the others. In gimbal lock the last angle is zero and the first carries the whole turn; over time
    `unroll_euler` replaces that choice by the one nearest to the frame before.
    """
    i, j, k, e, proper = _factors(order)
    q = np.asarray(q, dtype=np.float64)
    w, qi, qj, qk = q[..., 3], q[..., i], q[..., j], e * q[..., k]
    sums, differences = ((w, qi), (qj, qk)) if proper else ((w + qj, qi + qk), (w - qj, qi - qk))
    p, m = np.hypot(*sums), np.hypot(*differences)
    s, d = np.arctan2(sums[1], sums[0]), np.arctan2(differences[1], differences[0])
    # s - d is the last angle: in lock, whichever of the two is undefined copies the other and makes it zero.
    s, d = np.where(p < GIMBAL_LOCK, d, s), np.where(m < GIMBAL_LOCK, s, d)
    middle = 2.0 * np.arctan2(m, p) if proper else 2.0 * np.arctan2(p, m) - 0.5 * np.pi
    last = s - d if proper else e * (s - d)
    return np.stack([_wrap(s + d), middle, _wrap(last)], axis=-1)


def unroll_euler(angles: ArrayLike, order: str) -> Floats:
    """(F, ..., 3) the same rotations, each frame named by the Euler angles nearest to the frame before it.

    Chosen among both solutions of the order and whole turns of each angle; in gimbal lock, where the outer
    angles trade off, they move by equal amounts. The first frame is kept.
    angles: (F, ..., 3) [rad], time first.
    """
    _, _, _, e, proper = _factors(order)
    angles = np.asarray(angles, dtype=np.float64)
    if angles.ndim < 2 or angles.shape[-1] != 3:
        raise InvalidValue(f"Euler angles over time have shape frames x ... x 3, not {angles.shape}.")
    tracks = kernel_floats(angles.reshape(len(angles), -1, 3))
    return unroll_angles(tracks, float(e), proper).reshape(angles.shape)


def _factors(order: str) -> tuple[int, int, int, int, bool]:
    """The first two axes of an order, the remaining one, the parity of the three, and whether it is i j i."""
    if order not in EULER_ORDERS:
        raise InvalidValue(f"{order!r} is no Euler order; valid: {', '.join(EULER_ORDERS)}.")
    i, j = ("XYZ".index(axis) for axis in order[:2])
    k = 3 - i - j
    return i, j, k, 1 if (j - i) % 3 == 1 else -1, order[0] == order[2]


def _wrap(angle: Floats) -> Floats:
    """Angles in [-pi, pi] [rad], untouched where they already are."""
    return np.where(np.abs(angle) > np.pi, angle - 2.0 * np.pi * np.round(angle / (2.0 * np.pi)), angle)
