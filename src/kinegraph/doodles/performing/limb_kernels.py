"""Kernels of single limbs: rotations that carry points, two bones that reach, quaternions of rotations."""

from math import acos, cos, exp, sin, sqrt
from typing import NamedTuple

import numpy as np
from numba import njit

# Shares of the length of both bones.
STRETCH = 0.9995  # the longest stretch: at full length the hinge's direction would be lost
SLACK = 0.05  # the last part of a stretch, which is slowed down
_FOLD = 0.12  # the shortest that a limb folds to


@njit(cache=True)
def turn(rotation, axis, angle, out):
    """out = rotation turned by `angle` about its own `axis` (0, 1, 2)."""
    c, s = cos(angle), sin(angle)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    for row in range(3):
        a, b, d = rotation[row, axis], rotation[row, j], rotation[row, k]
        out[row, axis] = a
        out[row, j] = c * b + s * d
        out[row, k] = c * d - s * b


@njit(cache=True)
def carry(rotation, offset, origin, out):
    """out = origin + rotation offset."""
    for row in range(3):
        out[row] = origin[row] + (
            rotation[row, 0] * offset[0] + rotation[row, 1] * offset[1] + rotation[row, 2] * offset[2]
        )


@njit(cache=True)
def unit(v, fallback):
    """Scales v to length one; the fallback where it has none."""
    length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    for i in range(3):
        v[i] = v[i] / length if length > 1e-12 else fallback[i]
    return length


@njit(cache=True)
def frame_along(bone, side, out):
    """out = the rotation whose -y is along `bone` and whose x is as near to `side` as it can be; units."""
    dot = bone[0] * side[0] + bone[1] * side[1] + bone[2] * side[2]
    x, y, z = side[0] - dot * bone[0], side[1] - dot * bone[1], side[2] - dot * bone[2]
    length = sqrt(x * x + y * y + z * z)
    if length < 1e-9:
        return
    out[0, 0], out[1, 0], out[2, 0] = x / length, y / length, z / length
    for i in range(3):
        out[i, 1] = -bone[i]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[i, 2] = out[j, 0] * out[k, 1] - out[k, 0] * out[j, 1]


class Bones(NamedTuple):
    """Two bones with a hinge between them: their lengths [m], and the side that the hinge bends to (+1,
    -1)."""

    first: float
    second: float
    bend: float


class LimbPose(NamedTuple):
    """A posed limb: rotations of its two bones (3, 3), places of the joint between them and of its end
    (3,)."""

    upper: np.ndarray
    lower: np.ndarray
    middle: np.ndarray
    tip: np.ndarray


@njit(cache=True)
def reach(base, goal, bones, side, soft, out):
    """Poses two bones from `base` so that their end is at `goal`, or as near as their lengths allow.

    bones: `Bones`. With bend +1 the middle joint is on the side of goal-direction x side.
    side: (3,) the hinge's axis, roughly.
    soft: How much (0..1) the stretch is slowed down before the end, where the middle joint would snap
    straight.
    out: `LimbPose`, written.
    Returns the distance of the end from the goal [m].
    """
    along = goal - base
    length = unit(along, np.array([0.0, -1.0, 0.0]))
    longest = STRETCH * (bones.first + bones.second)
    shortest = max(_FOLD * (bones.first + bones.second), abs(bones.first - bones.second) * 1.001)
    distance = min(max(length, shortest), longest)
    slack = SLACK * longest
    if soft > 0.0 and length > longest - slack:
        eased = longest - slack * exp(-(length - longest + slack) / slack)
        distance += soft * (eased - distance)
    dot = along[0] * side[0] + along[1] * side[1] + along[2] * side[2]
    hinge = side - dot * along
    if unit(hinge, side) < 1e-9:
        hinge[0], hinge[1], hinge[2] = 0.0, 0.0, 1.0
    angle = _angle_at_base(bones.first, bones.second, distance)
    c, s = cos(angle), bones.bend * sin(angle)
    bone = np.empty(3)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        across = along[j] * hinge[k] - along[k] * hinge[j]
        bone[i] = c * along[i] + s * across
        out.middle[i] = base[i] + bones.first * bone[i]
        out.tip[i] = base[i] + distance * along[i]
    frame_along(bone, hinge, out.upper)
    for i in range(3):
        bone[i] = (out.tip[i] - out.middle[i]) / bones.second
    frame_along(bone, hinge, out.lower)
    return abs(length - distance)


@njit(cache=True)
def _angle_at_base(first, second, distance):
    """Angle between the first bone and the line to the end, by the law of cosines [rad]."""
    cosine = (first * first + distance * distance - second * second) / (2.0 * first * distance)
    return acos(min(max(cosine, -1.0), 1.0))


@njit(cache=True)
def local_quaternions(rotations, parents, out):
    """out: (F, 16, 4) parent-from-part quaternions of world rotations (F, 16, 3, 3)."""
    local = np.empty((3, 3))
    for frame in range(len(rotations)):
        for part in range(len(parents)):
            world = rotations[frame, part]
            if parents[part] < 0:
                local[:] = world
            else:
                base = rotations[frame, parents[part]]
                for i in range(3):
                    for j in range(3):
                        local[i, j] = (
                            base[0, i] * world[0, j] + base[1, i] * world[1, j] + base[2, i] * world[2, j]
                        )
            _quaternion(local, out[frame, part])


@njit(cache=True)
def _quaternion(m, q):
    """The unit quaternion xyzw of a rotation, read from its largest component."""
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    if trace > 0.0:
        q[3] = 1.0 + trace
        q[0], q[1], q[2] = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
    else:
        i = 0
        if m[1, 1] > m[0, 0]:
            i = 1
        if m[2, 2] > m[i, i]:
            i = 2
        j, k = (i + 1) % 3, (i + 2) % 3
        q[i] = 1.0 + m[i, i] - m[j, j] - m[k, k]
        q[j], q[k], q[3] = m[j, i] + m[i, j], m[k, i] + m[i, k], m[k, j] - m[j, k]
    length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    for c in range(4):
        q[c] /= length
