"""Compiled blending: cursors in, positions and rotations of all manipulators out.

Where keys cancel each other no rotation is best, and no orthonormalization is continuous. There the result
fades to a mean of the keys' quaternions, which is continuous.
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.vectors import add_scaled, length, set_vector, subtract, vector
from kinegraph.perform.sets.blend_tables import LIMIT_RADIUS
from kinegraph.perform.sets.fading_kernels import turn_towards
from kinegraph.perform.sets.orthonormal_kernels import (
    LANES,
    ORTHOGONAL,
    TILE,
    balance_tile,
    tile_soundness,
    write_lane_quat,
)
from kinegraph.perform.sets.radial_kernels import combine, fill_basis, local_place

# Between these values of soundness a rotation fades to the mean of the keys. Half-way between two keys 160
# degrees apart it is 0.14, for 170 degrees 0.04: in most sets this never happens.
SOUND = 0.15
LOST = 0.03


@cached_kernel(nogil=True, error_model="numpy")
def blend_frames(cursors, tables, positions, rotations, degenerate):
    """Writes positions (F, M, 3), rotations (F, M, 4) and degenerate (F, M) at cursors (F, 3).

    tables: `BlendTables`. Nothing is written for manipulators that neither move nor turn.
    """
    turning, moving, coefficients = tables.turning, tables.moving, tables.map.coefficients
    tiles = (len(turning) + LANES - 1) // LANES
    basis, values = np.empty(coefficients.shape[0]), np.empty(coefficients.shape[1])
    sound, square = np.empty(LANES), np.empty(LANES)
    for frame in range(cursors.shape[0]):
        fill_basis(cursors[frame], tables.map, basis)
        combine(basis, coefficients, values)
        for index in range(tiles):
            tile = values[index * TILE : (index + 1) * TILE]
            tile_soundness(tile, sound)
            balance_tile(tile, square)
            for lane in range(min(LANES, len(turning) - index * LANES)):
                turned = index * LANES + lane
                whole = sound[lane] > LOST and square[lane] < ORTHOGONAL
                degenerate[frame, turning[turned]] = not whole
                if whole:
                    write_lane_quat(tile, lane, rotations[frame, turning[turned]])
                if not whole or sound[lane] < SOUND:
                    share = (SOUND - sound[lane]) / (SOUND - LOST) if whole else 1.0
                    mean = _mean_of_keys(cursors[frame], tables, turned)
                    turn_towards(rotations[frame, turning[turned]], mean, smoothstep(share))
        for moved in range(len(moving)):
            first = tiles * TILE + 3 * moved
            place = _limit(tables.limits, moved, (values[first], values[first + 1], values[first + 2]))
            set_vector(positions[frame], moving[moved], place)


@cached_kernel(nogil=True, error_model="numpy")
def _limit(limits, moved, place):
    """A place that no cursor takes farther than twice the free distance from where the keys are."""
    centre, free = vector(limits, moved), limits[moved, LIMIT_RADIUS]
    away = subtract(place, centre)
    distance = length(away)
    if distance <= free:
        return place
    if free <= 0.0:
        return centre
    return add_scaled(centre, free * (1.0 + math.tanh(distance / free - 1.0)) / distance, away)


@cached_kernel(nogil=True, error_model="numpy")
def _mean_of_keys(cursor, tables, turned):
    """(4,) the keys' rotations, weighted by how near their markers are; the nearest's where they cancel."""
    places, key_quats = tables.map.places, tables.key_quats
    local = local_place(cursor, tables.map)
    mean, whole = np.zeros(4), 0.0
    nearest, largest = 0, 0.0
    for marker in range(places.shape[0]):
        square = 1e-24
        for axis in range(places.shape[1]):
            square += (local[axis] - places[marker, axis]) ** 2
        weight = 1.0 / square
        whole += weight
        if weight > largest:
            nearest, largest = marker, weight
        for i in range(4):
            mean[i] += weight * key_quats[marker, turned, i]
    size = math.sqrt((mean * mean).sum())
    return mean / size if size > 1e-9 * whole else key_quats[nearest, turned].copy()
