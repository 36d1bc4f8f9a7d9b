"""The height and the slope of the ground at a place, compiled."""

from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.decorators import kernel, part, stage

# GroundTable.frame
FIRST_X, FIRST_Z, SPACING, RISE_X, RISE_Z, LEVEL = range(6)


class GroundTable(NamedTuple):
    """A ground as kernels take it.

    heights: (X, Z) samples over the tilted plane [m], bilinear between them, level beyond the outermost.
    frame: (6,) x and z of the first sample [m], their spacing [m], rise per metre along x and z, height of
        the plane at the origin [m].
    """

    heights: Floats
    frame: Floats


@stage
def ground_at(ground: GroundTable, x: float, z: float) -> tuple[float, float, float]:
    """(height [m], rise per metre along x, along z) of the ground at (x, z)."""
    heights, frame = ground.heights, ground.frame
    height = frame[LEVEL] + frame[RISE_X] * x + frame[RISE_Z] * z
    rise_x, rise_z = frame[RISE_X], frame[RISE_Z]
    nx, nz = heights.shape
    i, u, across = _cell((x - frame[FIRST_X]) / frame[SPACING], nx)
    k, v, along = _cell((z - frame[FIRST_Z]) / frame[SPACING], nz)
    i1, k1 = min(i + 1, nx - 1), min(k + 1, nz - 1)
    a, b = heights[i, k], heights[i1, k]
    c, d = heights[i, k1], heights[i1, k1]
    height += (1.0 - v) * ((1.0 - u) * a + u * b) + v * ((1.0 - u) * c + u * d)
    if across:
        rise_x += ((1.0 - v) * (b - a) + v * (d - c)) / frame[SPACING]
    if along:
        rise_z += ((1.0 - u) * (c - a) + u * (d - b)) / frame[SPACING]
    return height, rise_x, rise_z


@part
def _cell(place: float, count: int) -> tuple[int, float, bool]:
    """(first sample, share of the second, whether the place is inside the field) along one axis."""
    if not place > 0.0:  # NaN too
        return 0, 0.0, False
    if place >= count - 1.0:
        return count - 1, 0.0, False
    index = int(place)
    return index, place - index, True


@part
def plane_height(ground: GroundTable, x: float, z: float) -> float:
    """Height at (x, z) of a ground of a single sample [m]."""
    frame = ground.frame
    return frame[LEVEL] + frame[RISE_X] * x + frame[RISE_Z] * z + ground.heights[0, 0]


@kernel
def ground_height(ground: GroundTable, x: float, z: float) -> float:
    """Height of the ground at (x, z) [m]."""
    return ground_at(ground, x, z)[0]


@kernel
def ground_normal(ground: GroundTable, x: float, z: float, normal: Floats) -> None:
    """Writes the unit normal of the ground at (x, z) into `normal` (3,)."""
    _, rise_x, rise_z = ground_at(ground, x, z)
    size = 1.0 / np.sqrt(1.0 + rise_x * rise_x + rise_z * rise_z)
    normal[0], normal[1], normal[2] = -rise_x * size, size, -rise_z * size


@kernel
def fill_ground(ground: GroundTable, places: Floats, out: Floats) -> None:
    """Writes (height, rise along x, rise along z) of each place (N, 2) into `out` (N, 3)."""
    for n in range(len(places)):
        out[n, 0], out[n, 1], out[n, 2] = ground_at(ground, places[n, 0], places[n, 1])
