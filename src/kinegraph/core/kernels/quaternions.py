"""Compiled rotations for kernels that must not allocate: unit quaternions x, y, z, w as four scalars."""

import math

from kinegraph.core.kernels.decorators import part

_TINY = 1e-150  # below it a sine is its angle


@part
def multiply(ax, ay, az, aw, bx, by, bz, bw):
    """The product a b: first turn by b, then by a."""
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


@part
def turned(qx, qy, qz, qw, x, y, z):
    """The vector (x, y, z) turned by the unit quaternion q; pass -qx, -qy, -qz for its inverse."""
    tx, ty, tz = 2.0 * (qy * z - qz * y), 2.0 * (qz * x - qx * z), 2.0 * (qx * y - qy * x)
    return (
        x + qw * tx + qy * tz - qz * ty,
        y + qw * ty + qz * tx - qx * tz,
        z + qw * tz + qx * ty - qy * tx,
    )


@part
def exponential(x, y, z):
    """The unit quaternion of a rotation vector [rad]."""
    angle = math.sqrt(x * x + y * y + z * z)
    scale = math.sin(0.5 * angle) / angle if angle > _TINY else 0.5
    return x * scale, y * scale, z * scale, math.cos(0.5 * angle)


@part
def logarithm(x, y, z, w):
    """The rotation vector of a unit quaternion, of length 0 to pi [rad]."""
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    sine = math.sqrt(x * x + y * y + z * z)
    scale = 2.0 * math.atan2(sine, w) / sine if sine > _TINY else 2.0
    return x * scale, y * scale, z * scale


@part
def unit(x, y, z, w):
    """The unit quaternion in the direction of q; the identity where q is zero."""
    length = math.sqrt(x * x + y * y + z * z + w * w)
    if length < _TINY:
        return 0.0, 0.0, 0.0, 1.0
    return x / length, y / length, z / length, w / length
