"""Compiled quaternion algebra on tuples (x, y, z, w), without allocation.

Arguments may also be rows of arrays; results are tuples. `quaternion` reads a row and `set_quaternion`
writes one. `core/math/rotations.py` has the same operations for whole arrays.

Long functions are stages: a creature's frame uses them in so many places that, inlined, its code would be far
larger than the instruction cache.
"""

import math

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.vectors import cross, dot

IDENTITY = (0.0, 0.0, 0.0, 1.0)
_TINY = 1e-150  # sines and lengths below it count as zero
_OPPOSITE = 1e-12  # share of both lengths at which the sum of two opposite directions is lost to rounding


@part
def quaternion(rows, i, column=0):
    """The quaternion in row i of an array, starting at a column."""
    return rows[i, column], rows[i, column + 1], rows[i, column + 2], rows[i, column + 3]


@part
def set_quaternion(rows, i, q, column=0):
    """Writes a quaternion into row i of an array, starting at a column."""
    rows[i, column], rows[i, column + 1] = q[0], q[1]
    rows[i, column + 2], rows[i, column + 3] = q[2], q[3]


@part
def multiply(a, b):
    """The product a b: rotate by b first, then by a."""
    ax, ay, az, aw = a[0], a[1], a[2], a[3]
    bx, by, bz, bw = b[0], b[1], b[2], b[3]
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


@part
def rotate(q, v):
    """The vector v rotated by the unit quaternion q."""
    qx, qy, qz, qw = q[0], q[1], q[2], q[3]
    x, y, z = v[0], v[1], v[2]
    tx, ty, tz = 2.0 * (qy * z - qz * y), 2.0 * (qz * x - qx * z), 2.0 * (qx * y - qy * x)
    return (
        x + qw * tx + qy * tz - qz * ty,
        y + qw * ty + qz * tx - qx * tz,
        z + qw * tz + qx * ty - qy * tx,
    )


@part
def conjugate(q):
    """The inverse of the unit quaternion q."""
    return -q[0], -q[1], -q[2], q[3]


@part
def normalize(q):
    """The unit quaternion along q; the identity where q is zero."""
    size = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if size < _TINY:
        return 0.0, 0.0, 0.0, 1.0
    return q[0] / size, q[1] / size, q[2] / size, q[3] / size


@part
def from_axis_angle(axis, angle):
    """The rotation about a unit axis by an angle [rad]."""
    sine = math.sin(0.5 * angle)
    return axis[0] * sine, axis[1] * sine, axis[2] * sine, math.cos(0.5 * angle)


@stage
def exponential(v):
    """The unit quaternion of a rotation vector [rad]."""
    angle = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    factor = math.sin(0.5 * angle) / angle if angle > _TINY else 0.5
    return v[0] * factor, v[1] * factor, v[2] * factor, math.cos(0.5 * angle)


@stage
def logarithm(q):
    """The rotation vector of a unit quaternion, of length 0 to pi [rad]."""
    x, y, z, w = q[0], q[1], q[2], q[3]
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    sine = math.sqrt(x * x + y * y + z * z)
    factor = 2.0 * math.atan2(sine, w) / sine if sine > _TINY else 2.0
    return x * factor, y * factor, z * factor


@stage
def nlerp(a, b, t):
    """Normalized linear interpolation from a at t = 0 to b at t = 1, along the shorter arc."""
    near = t if a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] >= 0.0 else -t
    s = 1.0 - t
    return normalize(
        (s * a[0] + near * b[0], s * a[1] + near * b[1], s * a[2] + near * b[2], s * a[3] + near * b[3])
    )


@stage
def rotation_between(a, b):
    """The smallest rotation from direction a to direction b, which need not be unit vectors.

    The identity where either is zero; exactly the identity where both are the same. Opposite directions: half
    a turn about a normal of a, the one at right angles to the coordinate axis that a is least aligned with.
    """
    sizes = math.sqrt(dot(a, a) * dot(b, b))
    if not sizes > 0.0:
        return IDENTITY
    w = sizes + dot(a, b)
    if w < _OPPOSITE * sizes:
        x, y, z = abs(a[0]), abs(a[1]), abs(a[2])
        if x <= y and x <= z:
            n = (0.0, a[2], -a[1])
        elif y <= z:
            n = (-a[2], 0.0, a[0])
        else:
            n = (a[1], -a[0], 0.0)
        return normalize((n[0], n[1], n[2], 0.0))
    n = cross(a, b)
    return normalize((n[0], n[1], n[2], w))
