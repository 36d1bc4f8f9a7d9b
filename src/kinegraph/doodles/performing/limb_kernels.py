"""Kernels of single limbs: rotations that carry points, two bones that reach, quaternions of rotations.

Points and directions are tuples (core/kernels/vectors.py), rotations are arrays (3, 3), written in place.
"""

from math import acos, cos, exp, sin, sqrt
from typing import NamedTuple

import numpy as np

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.core.kernels.vectors import add, add_scaled, cross, dot, length, scale, subtract, unit

# Shares of the length of both bones.
STRETCH = 0.9995  # the longest stretch: at full length the hinge's direction would be lost
SLACK = 0.05  # the last part of a stretch, which is slowed down
_FOLD = 0.12  # the shortest that a limb folds to


@part
def turn(rotation, axis, angle, out):
    """out = rotation turned by `angle` about its own `axis` (0, 1, 2)."""
    c, s = cos(angle), sin(angle)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    for row in range(3):
        a, b, d = rotation[row, axis], rotation[row, j], rotation[row, k]
        out[row, axis] = a
        out[row, j] = c * b + s * d
        out[row, k] = c * d - s * b


@part
def axis_of(rotation, axis):
    """An axis of a rotation: its column."""
    return rotation[0, axis], rotation[1, axis], rotation[2, axis]


@part
def carry(rotation, offset, origin):
    """origin + rotation offset."""
    return (
        origin[0] + (rotation[0, 0] * offset[0] + rotation[0, 1] * offset[1] + rotation[0, 2] * offset[2]),
        origin[1] + (rotation[1, 0] * offset[0] + rotation[1, 1] * offset[1] + rotation[1, 2] * offset[2]),
        origin[2] + (rotation[2, 0] * offset[0] + rotation[2, 1] * offset[1] + rotation[2, 2] * offset[2]),
    )


@part
def set_axes(rotation, x, y, z):
    """Writes the columns of a rotation."""
    for row in range(3):
        rotation[row, 0], rotation[row, 1], rotation[row, 2] = x[row], y[row], z[row]


@part
def frame_along(bone, side, out):
    """out = the rotation whose -y is along `bone` and whose x is as near to `side` as it can be; units."""
    x = subtract(side, scale(dot(bone, side), bone))
    size = length(x)
    if size < 1e-9:
        return
    x = (x[0] / size, x[1] / size, x[2] / size)
    y = (-bone[0], -bone[1], -bone[2])
    set_axes(out, x, y, cross(x, y))


class Bones(NamedTuple):
    """Two bones with a hinge between them.

    first, second: Their lengths [m]. bend: The side that the hinge bends to, +1 or -1.
    """

    first: float
    second: float
    bend: float


@stage
def reach(base, goal, bones, side, soft, upper, lower):
    """Poses two bones from `base` so that their end is at `goal`, or as near as their lengths allow.

    bones: `Bones`. With bend +1 the middle joint is on the side of goal-direction x side.
    side: The hinge's axis, roughly.
    soft: How much (0..1) the stretch slows down before its end, where the middle joint would snap straight.
    upper, lower: (3, 3) rotations of the bones, written.
    Returns the places of the middle joint and of the end, and the distance of the end from the goal [m].
    """
    line = subtract(goal, base)
    wanted = length(line)
    along = unit(line, (0.0, -1.0, 0.0))
    longest = STRETCH * (bones.first + bones.second)
    shortest = max(_FOLD * (bones.first + bones.second), abs(bones.first - bones.second) * 1.001)
    distance = min(max(wanted, shortest), longest)
    slack = SLACK * longest
    if soft > 0.0 and wanted > longest - slack:
        eased = longest - slack * exp(-(wanted - longest + slack) / slack)
        distance += soft * (eased - distance)
    across = subtract(side, scale(dot(along, side), along))
    hinge = unit(across, side) if length(across) >= 1e-9 else (0.0, 0.0, 1.0)
    angle = _angle_at_base(bones.first, bones.second, distance)
    bone = add(scale(cos(angle), along), scale(bones.bend * sin(angle), cross(along, hinge)))
    middle = add_scaled(base, bones.first, bone)
    tip = add_scaled(base, distance, along)
    frame_along(bone, hinge, upper)
    rest = subtract(tip, middle)
    frame_along((rest[0] / bones.second, rest[1] / bones.second, rest[2] / bones.second), hinge, lower)
    return middle, tip, abs(wanted - distance)


@part
def _angle_at_base(first, second, distance):
    """Angle between the first bone and the line to the end, by the law of cosines [rad]."""
    cosine = (first * first + distance * distance - second * second) / (2.0 * first * distance)
    return acos(min(max(cosine, -1.0), 1.0))


@kernel
def local_quaternions(rotations, parents, out):
    """out: (F, 16, 4) parent-from-part quaternions of world rotations (F, 16, 3, 3)."""
    local = np.empty((3, 3))
    for frame in range(len(rotations)):
        for row in range(len(parents)):
            world = rotations[frame, row]
            if parents[row] < 0:
                local[:] = world
            else:
                base = rotations[frame, parents[row]]
                for i in range(3):
                    for j in range(3):
                        local[i, j] = (
                            base[0, i] * world[0, j] + base[1, i] * world[1, j] + base[2, i] * world[2, j]
                        )
            _quaternion(local, out[frame, row])


@part
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
