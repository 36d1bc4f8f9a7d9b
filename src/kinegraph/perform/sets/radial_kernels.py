"""Compiled evaluation of radial maps."""

import math

import numpy as np
from numba import njit

_LINEAR, _GAUSSIAN, _HARDY = 0, 1, 2  # thin-plate is what is left; see radial_functions.CODES

# Up to this many reaches from the centre a cursor is used as it is. Beyond, its distance is compressed and
# never exceeds twice as much, so values stay bounded however far the cursor goes.
FREE = 2.0
# Rotations need no such bound: a head that looks at the cursor goes on doing so. This one is for rounding.
FARTHEST = 500.0


@njit(cache=True, nogil=True, error_model="numpy")
def radial_value(function, distance, scale):
    """The radial function's value at a distance from a marker of a given scale."""
    if function == _LINEAR:
        return distance
    if function == _GAUSSIAN:
        return math.exp(-(distance * distance) / (scale * scale))
    if function == _HARDY:
        return math.sqrt(distance * distance + scale * scale)
    return distance * distance * math.log(distance) if distance > 0.0 else 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def local_place(cursor, table, free):
    """(3,) a cursor (3,) [m] in a map's coordinates, zero beyond its dimensions, as it is up to `free`."""
    local = np.zeros(3)
    square = 0.0
    for axis in range(table.axes.shape[0]):
        along = 0.0
        for i in range(3):
            along += table.axes[axis, i] * (cursor[i] - table.centre[i])
        local[axis] = along
        square += along * along
    if square > free * free:
        distance = math.sqrt(square)
        local *= (free + free * math.tanh((distance - free) / free)) / distance
    return local


@njit(cache=True, nogil=True, error_model="numpy")
def fill_basis(cursor, table, basis, free):
    """Writes (K + tail,) what each row of a map's coefficients counts for at a cursor (3,).

    free: Reaches from the centre up to which a cursor is used as it is.
    Returns whether it is beyond those that positions allow.
    """
    markers, dimensions = table.places.shape
    local = local_place(cursor, table, free)
    away = local[0] * local[0] + local[1] * local[1] + local[2] * local[2]
    for marker in range(markers):
        square = 0.0
        for axis in range(dimensions):
            apart = local[axis] - table.places[marker, axis]
            square += apart * apart
        basis[marker] = radial_value(table.function, math.sqrt(square), table.scales[marker])
    if table.degree >= 0:
        basis[markers] = 1.0
    if table.degree >= 1:
        for axis in range(dimensions):
            basis[markers + 1 + axis] = local[axis]
    return away > FREE * FREE


@njit(cache=True, nogil=True, error_model="numpy")
def combine(basis, coefficients, values):
    """Writes values (C,) = basis (B,) @ coefficients (B, C)."""
    rows, channels = coefficients.shape
    values[:] = 0.0
    row = 0
    while row + 4 <= rows:  # four rows at a time load and store the values a quarter as often
        a, b, c, d = basis[row], basis[row + 1], basis[row + 2], basis[row + 3]
        for channel in range(channels):
            values[channel] += (
                a * coefficients[row, channel]
                + b * coefficients[row + 1, channel]
                + c * coefficients[row + 2, channel]
                + d * coefficients[row + 3, channel]
            )
        row += 4
    for rest in range(row, rows):
        for channel in range(channels):
            values[channel] += basis[rest] * coefficients[rest, channel]


@njit(cache=True, nogil=True, error_model="numpy")
def evaluate_map(cursors, table, values):
    """Writes values (F, C) of a `MapTables` at cursors (F, 3)."""
    basis = np.empty(table.coefficients.shape[0])
    for frame in range(cursors.shape[0]):
        fill_basis(cursors[frame], table, basis, FREE)
        combine(basis, table.coefficients, values[frame])
