"""Compiled goal errors of inverse kinematics and their derivatives.

Unknowns are three per joint, its turn as a rotation vector in world axes, and three for the root's shift in
units of `length`. Every goal owns three rows. Lengths are divided by `length`, so one damping suits a mouse
and a giant.
"""

import math

import numpy as np
from numba import njit

POSITION, ORIENTATION, AIM = 0, 1, 2

_AT_THE_TARGET = 1e-9  # share of length within which a joint cannot aim at a point
_OPPOSITE = 1e-9  # sine below which opposite directions have no common normal


@njit(cache=True)
def _cross(ax, ay, az, bx, by, bz):
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


@njit(cache=True)
def rotate(q, way, x, y, z):
    """The vector (x, y, z) turned by the unit quaternion q, or where `way` is -1 by its inverse."""
    w = 2.0 * way * q[3]
    tx, ty, tz = _cross(q[0], q[1], q[2], x, y, z)
    ux, uy, uz = _cross(q[0], q[1], q[2], tx, ty, tz)
    return x + w * tx + 2.0 * ux, y + w * ty + 2.0 * uy, z + w * tz + 2.0 * uz


@njit(cache=True)
def rotation_between(a, b):
    """The rotation vector that turns orientation b into orientation a, in the frame both are told in."""
    x = -a[3] * b[0] + a[0] * b[3] - a[1] * b[2] + a[2] * b[1]
    y = -a[3] * b[1] + a[0] * b[2] + a[1] * b[3] - a[2] * b[0]
    z = -a[3] * b[2] - a[0] * b[1] + a[1] * b[0] + a[2] * b[3]
    w = a[3] * b[3] + a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    sine = math.sqrt(x * x + y * y + z * z)
    scale = 2.0 * math.atan2(sine, w) / sine if sine > 1e-150 else 2.0
    return x * scale, y * scale, z * scale


@njit(cache=True)
def _direction(x, y, z, length):
    """The unit vector along (x, y, z); zero for a joint that sits on what it should look at."""
    size = math.sqrt(x * x + y * y + z * z)
    inverse = 1.0 / size if size > _AT_THE_TARGET * length else 0.0
    return x * inverse, y * inverse, z * inverse


@njit(cache=True)
def _swing(ax, ay, az, dx, dy, dz):
    """Unit axis and angle of the smallest turn from direction a to d; any normal where they are opposite."""
    nx, ny, nz = _cross(ax, ay, az, dx, dy, dz)
    sine, cosine = math.sqrt(nx * nx + ny * ny + nz * nz), ax * dx + ay * dy + az * dz
    if sine < _OPPOSITE and cosine < 0.0:
        nx, ny, nz = (0.0, az, -ay) if ax * ax < 0.5 else (-az, 0.0, ax)
        sine = math.sqrt(nx * nx + ny * ny + nz * nz)
        return nx / sine, ny / sine, nz / sine, math.pi
    inverse = 1.0 / sine if sine > 0.0 else 0.0
    return nx * inverse, ny * inverse, nz * inverse, math.atan2(sine, cosine)


@njit(cache=True)
def residuals(kinds, joints, offsets, targets, weights, length, positions, rotations, result):
    """Writes (3 G,) weighted goal errors, target minus actual, of one frame.

    offsets: (G, 3) the point of a position goal in its joint's frame; the axis of an aim goal.
    targets: (G, 4) a point, an orientation, or the point to aim at.
    """
    for g in range(len(kinds)):
        j, scale = joints[g], weights[g]
        px, py, pz = positions[j, 0], positions[j, 1], positions[j, 2]
        ox, oy, oz = rotate(rotations[j], 1.0, offsets[g, 0], offsets[g, 1], offsets[g, 2])
        if kinds[g] == POSITION:
            scale /= length
            ex, ey, ez = targets[g, 0] - px - ox, targets[g, 1] - py - oy, targets[g, 2] - pz - oz
        elif kinds[g] == ORIENTATION:
            ex, ey, ez = rotation_between(targets[g], rotations[j])
        else:
            dx, dy, dz = _direction(targets[g, 0] - px, targets[g, 1] - py, targets[g, 2] - pz, length)
            nx, ny, nz, angle = _swing(ox, oy, oz, dx, dy, dz)
            ex, ey, ez = angle * nx, angle * ny, angle * nz
        result[3 * g] = scale * ex
        result[3 * g + 1] = scale * ey
        result[3 * g + 2] = scale * ez


@njit(cache=True)
def goal_error(kind, joint, offset, target, positions, rotations):
    """How far one goal is missed: a distance [m] for a position, else an angle [rad]."""
    px, py, pz = positions[joint, 0], positions[joint, 1], positions[joint, 2]
    ox, oy, oz = rotate(rotations[joint], 1.0, offset[0], offset[1], offset[2])
    if kind == POSITION:
        return math.sqrt((target[0] - px - ox) ** 2 + (target[1] - py - oy) ** 2 + (target[2] - pz - oz) ** 2)
    if kind == ORIENTATION:
        x, y, z = rotation_between(target, rotations[joint])
        return math.sqrt(x * x + y * y + z * z)
    dx, dy, dz = target[0] - px, target[1] - py, target[2] - pz
    cx, cy, cz = _cross(ox, oy, oz, dx, dy, dz)
    return math.atan2(math.sqrt(cx * cx + cy * cy + cz * cz), ox * dx + oy * dy + oz * dz)


@njit(cache=True)
def jacobian(parents, ease, kinds, joints, offsets, targets, weights, length, positions, rotations, result):
    """Writes (3 G, 3 J + 3) how fast the joints' turns and the root's shift bring the residuals down.

    Unknowns are measured in units of their ease (J + 1,), the root's last: a stiff joint's column is small.
    """
    result[:] = 0.0
    root = 3 * len(parents)
    turn = np.empty((3, 3))
    slope = np.empty((3, 3))
    for g in range(len(kinds)):
        j = joints[g]
        _goal_slopes(kinds[g], rotations[j], positions[j], offsets[g], targets[g], length, slope, turn)
        ox, oy, oz = 0.0, 0.0, 0.0
        if kinds[g] == POSITION:
            ox, oy, oz = rotate(rotations[j], 1.0, offsets[g, 0], offsets[g, 1], offsets[g, 2])
        px, py, pz = positions[j, 0] + ox, positions[j, 1] + oy, positions[j, 2] + oz
        for row in range(3):
            for axis in range(3):
                result[3 * g + row, root + axis] = weights[g] * ease[len(parents)] * slope[row, axis] * length
        ancestor = j
        while ancestor >= 0:
            if ease[ancestor] > 0.0:
                ax = px - positions[ancestor, 0]
                ay = py - positions[ancestor, 1]
                az = pz - positions[ancestor, 2]
                size = weights[g] * ease[ancestor]
                for row in range(3):
                    # A turn w moves the point by w x arm, and s . (w x arm) = (arm x s) . w
                    sx, sy, sz = slope[row, 0], slope[row, 1], slope[row, 2]
                    mx, my, mz = _cross(ax, ay, az, sx, sy, sz)
                    result[3 * g + row, 3 * ancestor] = size * (mx + turn[row, 0])
                    result[3 * g + row, 3 * ancestor + 1] = size * (my + turn[row, 1])
                    result[3 * g + row, 3 * ancestor + 2] = size * (mz + turn[row, 2])
            ancestor = parents[ancestor]


@njit(cache=True)
def _goal_slopes(kind, rotation, position, offset, target, length, slope, turn):
    """Writes how a goal's rows change with its point's shift (slope) and its joint's turn (turn)."""
    slope[:] = 0.0
    turn[:] = 0.0
    if kind == POSITION:
        for axis in range(3):
            slope[axis, axis] = 1.0 / length
    elif kind == ORIENTATION:
        ex, ey, ez = rotation_between(target, rotation)
        _inverse_right_jacobian(ex, ey, ez, turn)
    else:
        _aim_slopes(rotation, position, offset, target, length, slope, turn)


@njit(cache=True)
def _aim_slopes(rotation, position, axis, target, length, slope, turn):
    """The slopes of the swing e = f(t) a x d from the axis a to the direction d, t apart, with f = t / sin t.

    A turn w moves a by w x a, and a shift p moves d by -(p - d (d . p)) / distance; n is the swing's unit
    axis: turn  = f (cos t I - a d^T) + f' sin t n n^T
    slope = (f [a]x (I - d d^T) - f' n (a - d cos t)^T) / distance
    """
    ax, ay, az = rotate(rotation, 1.0, axis[0], axis[1], axis[2])
    gx, gy, gz = target[0] - position[0], target[1] - position[1], target[2] - position[2]
    dx, dy, dz = _direction(gx, gy, gz, length)
    nx, ny, nz, angle = _swing(ax, ay, az, dx, dy, dz)
    sine, cosine = math.sin(angle), math.cos(angle)
    if dx == 0.0 and dy == 0.0 and dz == 0.0:
        return
    factor, growth = 1.0, angle / 3.0  # f and f' where t is small
    if sine < _OPPOSITE and cosine < 0.0:
        factor, growth = 0.0, 1.0 / sine  # only the turn about the chosen axis is known to help
    elif angle > 1e-5:
        factor, growth = angle / sine, (sine - angle * cosine) / (sine * sine)
    a, d, n = (ax, ay, az), (dx, dy, dz), (nx, ny, nz)
    distance = math.sqrt(gx * gx + gy * gy + gz * gz)
    for column in range(3):
        # a x (the column of I - d d^T)
        unit = (1.0 if column == 0 else 0.0, 1.0 if column == 1 else 0.0, 1.0 if column == 2 else 0.0)
        along = d[column]
        cross = _cross(ax, ay, az, unit[0] - dx * along, unit[1] - dy * along, unit[2] - dz * along)
        for row in range(3):
            turn[row, column] = (
                factor * (cosine * unit[row] - a[row] * along) + growth * sine * n[row] * n[column]
            )
            slope[row, column] = (
                factor * cross[row] - growth * n[row] * (a[column] - along * cosine)
            ) / distance


@njit(cache=True)
def _inverse_right_jacobian(x, y, z, result):
    """Writes d log(exp(e) exp(-w)) / d(-w) at w = 0 for the rotation vector e = (x, y, z)."""
    angle = math.sqrt(x * x + y * y + z * z)
    if angle < 1e-4:
        factor = 1.0 / 12.0
    else:
        factor = 1.0 / (angle * angle) - 1.0 / (2.0 * angle * math.tan(0.5 * angle))
    squared = angle * angle
    result[0, 0] = 1.0 + factor * (x * x - squared)
    result[0, 1] = -0.5 * z + factor * x * y
    result[0, 2] = 0.5 * y + factor * x * z
    result[1, 0] = 0.5 * z + factor * x * y
    result[1, 1] = 1.0 + factor * (y * y - squared)
    result[1, 2] = -0.5 * x + factor * y * z
    result[2, 0] = -0.5 * y + factor * x * z
    result[2, 1] = 0.5 * x + factor * y * z
    result[2, 2] = 1.0 + factor * (z * z - squared)
