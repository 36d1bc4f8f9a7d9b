"""Compiled goal errors of inverse kinematics and their derivatives.

There are three unknowns per joint, its turn as a rotation vector in world axes, and three for the root's
shift in units of `length`. Every goal owns three rows.
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.quaternions import conjugate, logarithm, multiply, quaternion, rotate
from kinegraph.core.kernels.vectors import add, cross, dot, length, scale, set_vector, subtract, vector
from kinegraph.core.kinematics.inverse_layout import ORIENTATION, POSITION

_AT_THE_TARGET = 1e-9  # share of `unit_length` within which a joint cannot aim at a point
_OPPOSITE = 1e-9  # sine below which opposite directions have no common normal
_SMALL_TURN = 1e-5  # [rad] below which t / sin t is replaced by its series
_SMALL_ERROR = 1e-4  # [rad] below which the inverse Jacobian's factor is replaced by its limit


@cached_kernel()
def rotation_error(target, actual):
    """The rotation vector that turns the orientation `actual` into `target`, in the frame of both [rad]."""
    return logarithm(multiply(target, conjugate(actual)))


@cached_kernel()
def _direction(v, unit_length):
    """The unit vector along v; zero for a joint that is at the point that it should aim at."""
    size = length(v)
    return scale(1.0 / size if size > _AT_THE_TARGET * unit_length else 0.0, v)


@cached_kernel()
def _swing(a, d):
    """Unit axis and angle of the smallest turn from direction a to d; any normal where they are opposite."""
    normal, cosine = cross(a, d), dot(a, d)
    sine = length(normal)
    if sine < _OPPOSITE and cosine < 0.0:
        normal = (0.0, a[2], -a[1]) if a[0] * a[0] < 0.5 else (-a[2], 0.0, a[0])
        return scale(1.0 / length(normal), normal), math.pi
    return scale(1.0 / sine if sine > 0.0 else 0.0, normal), math.atan2(sine, cosine)


@cached_kernel()
def residuals(goals, unit_length, positions, rotations, result):
    """Writes (3 G,) weighted goal errors, target minus actual, of one frame."""
    for g in range(len(goals.kinds)):
        j, factor = goals.joints[g], goals.weights[g]
        place, turn, target = vector(positions, j), quaternion(rotations, j), quaternion(goals.targets, g)
        point = rotate(turn, vector(goals.offsets, g))
        if goals.kinds[g] == POSITION:
            factor /= unit_length
            error = subtract(subtract(target, place), point)
        elif goals.kinds[g] == ORIENTATION:
            error = rotation_error(target, turn)
        else:
            axis, angle = _swing(point, _direction(subtract(target, place), unit_length))
            error = scale(angle, axis)
        result[3 * g] = factor * error[0]
        result[3 * g + 1] = factor * error[1]
        result[3 * g + 2] = factor * error[2]


@cached_kernel()
def goal_error(goals, g, positions, rotations):
    """The distance [m] from a position goal, or the angle [rad] from another goal."""
    j, target = goals.joints[g], quaternion(goals.targets, g)
    place, turn = vector(positions, j), quaternion(rotations, j)
    point = rotate(turn, vector(goals.offsets, g))
    if goals.kinds[g] == POSITION:
        return length(subtract(subtract(target, place), point))
    if goals.kinds[g] == ORIENTATION:
        return length(rotation_error(target, turn))
    sight = subtract(target, place)
    return math.atan2(length(cross(point, sight)), dot(point, sight))


@cached_kernel()
def jacobian(parents, ease, goals, unit_length, positions, rotations, result):
    """Writes (3 G, 3 J + 3) how fast the joints' turns and the root's shift bring the residuals down.

    Unknowns are measured in units of their ease (J + 1,), the root's last: a stiff joint's column is small.
    """
    result[:] = 0.0
    root = 3 * len(parents)
    turn = np.empty((3, 3))
    slope = np.empty((3, 3))
    for g in range(len(goals.kinds)):
        j, weight = goals.joints[g], goals.weights[g]
        _goal_slopes(goals, g, positions, rotations, unit_length, slope, turn)
        point = vector(positions, j)
        if goals.kinds[g] == POSITION:
            point = add(point, rotate(quaternion(rotations, j), vector(goals.offsets, g)))
        shift = weight * ease[len(parents)] * unit_length
        for row in range(3):
            for axis in range(3):
                result[3 * g + row, root + axis] = shift * slope[row, axis]
        ancestor = j
        while ancestor >= 0:
            if ease[ancestor] > 0.0:
                lever = subtract(point, vector(positions, ancestor))
                size = weight * ease[ancestor]
                for row in range(3):
                    # A turn w moves the point by w x lever, and s . (w x lever) = (lever x s) . w
                    moment = cross(lever, vector(slope, row))
                    result[3 * g + row, 3 * ancestor] = size * (moment[0] + turn[row, 0])
                    result[3 * g + row, 3 * ancestor + 1] = size * (moment[1] + turn[row, 1])
                    result[3 * g + row, 3 * ancestor + 2] = size * (moment[2] + turn[row, 2])
            ancestor = parents[ancestor]


@cached_kernel()
def _goal_slopes(goals, g, positions, rotations, unit_length, slope, turn):
    """Writes how a goal's rows change with its point's shift (slope) and its joint's turn (turn)."""
    slope[:] = 0.0
    turn[:] = 0.0
    j, target = goals.joints[g], quaternion(goals.targets, g)
    if goals.kinds[g] == POSITION:
        for axis in range(3):
            slope[axis, axis] = 1.0 / unit_length
    elif goals.kinds[g] == ORIENTATION:
        _inverse_right_jacobian(rotation_error(target, quaternion(rotations, j)), turn)
    else:
        axis = rotate(quaternion(rotations, j), vector(goals.offsets, g))
        _aim_slopes(axis, subtract(target, vector(positions, j)), unit_length, slope, turn)


@cached_kernel()
def _aim_slopes(a, sight, unit_length, slope, turn):
    """The slopes of the swing e = f(t) a x d from the axis a to the direction d, t apart, with f = t / sin t.

    sight: From the joint to the point that it should aim at [m].
    A turn w moves a by w x a, and a shift p moves d by -(p - d (d . p)) / distance; n is the swing's unit
    axis: turn  = f (cos t I - a d^T) + f' sin t n n^T
    slope = (f [a]x (I - d d^T) - f' n (a - d cos t)^T) / distance
    """
    d = _direction(sight, unit_length)
    n, angle = _swing(a, d)
    sine, cosine = math.sin(angle), math.cos(angle)
    if d[0] == 0.0 and d[1] == 0.0 and d[2] == 0.0:
        return
    factor, growth = 1.0, angle / 3.0  # f and f' where t is small
    if sine < _OPPOSITE and cosine < 0.0:
        factor, growth = 0.0, 1.0 / sine  # only the turn about the chosen axis is known to help
    elif angle > _SMALL_TURN:
        factor, growth = angle / sine, (sine - angle * cosine) / (sine * sine)
    distance = length(sight)
    for column in range(3):
        along = d[column]
        basis = (1.0 if column == 0 else 0.0, 1.0 if column == 1 else 0.0, 1.0 if column == 2 else 0.0)
        across = cross(a, subtract(basis, scale(along, d)))  # a x (the column of I - d d^T)
        for row in range(3):
            turn[row, column] = (
                factor * (cosine * basis[row] - a[row] * along) + growth * sine * n[row] * n[column]
            )
            slope[row, column] = (
                factor * across[row] - growth * n[row] * (a[column] - along * cosine)
            ) / distance


@cached_kernel()
def _inverse_right_jacobian(error, result):
    """Writes d log(exp(e) exp(-w)) / d(-w) at w = 0 for the rotation vector e."""
    x, y, z = error[0], error[1], error[2]
    angle = length(error)
    squared = angle * angle
    if angle < _SMALL_ERROR:
        factor = 1.0 / 12.0
    else:
        factor = 1.0 / squared - 1.0 / (2.0 * angle * math.tan(0.5 * angle))
    xx = 1.0 + factor * (x * x - squared)
    yy = 1.0 + factor * (y * y - squared)
    zz = 1.0 + factor * (z * z - squared)
    xy, xz, yz = factor * x * y, factor * x * z, factor * y * z
    x, y, z = 0.5 * x, 0.5 * y, 0.5 * z
    set_vector(result, 0, (xx, xy - z, xz + y))
    set_vector(result, 1, (xy + z, yy, yz - x))
    set_vector(result, 2, (xz - y, yz + x, zz))
