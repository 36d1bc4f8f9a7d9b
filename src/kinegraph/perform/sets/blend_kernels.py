"""Compiled blending: cursors in, positions and rotations of all manipulators out.

Rotations follow the cursor however far it goes; positions are bounded. Where keys cancel each other the
balanced iteration is not continuous: there the nearest rotation takes over, then a mean of the keys.
"""

import math

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.vectors import add_scaled, length, set_vector, subtract, vector
from kinegraph.perform.sets.blend_tables import LIMIT_RADIUS
from kinegraph.perform.sets.nearest_kernels import (
    CLEAR,
    add_rotation_form,
    fill_lane_form,
    form_size,
    mean_amount,
    nearest_quat,
)
from kinegraph.perform.sets.orthonormal_kernels import (
    LANES,
    TILE,
    balance_tile,
    polish_tile,
    tile_soundness,
    write_lane_quat,
)
from kinegraph.perform.sets.radial_kernels import FARTHEST, FREE, combine, fill_basis, local_place

# Between these values of soundness the nearest rotation takes over from the balanced one. Down to the second
# the iteration converges, to at most 40 degrees from the nearest (200,000 random matrices).
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
    sound, square, forms = np.empty(LANES), np.empty(LANES), np.empty((LANES, 4, 4))
    bounded = np.empty(coefficients.shape[1])
    for frame in range(cursors.shape[0]):
        far = fill_basis(cursors[frame], tables.map, basis, FARTHEST)
        combine(basis, coefficients, values)
        for index in range(tiles):
            tile = values[index * TILE : (index + 1) * TILE]
            lanes = min(LANES, len(turning) - index * LANES)
            tile_soundness(tile, sound)
            for lane in range(lanes):
                if sound[lane] < SOUND:
                    fill_lane_form(tile, lane, forms[lane])
            balance_tile(tile, square)
            polish_tile(tile)
            for lane in range(lanes):
                turned = index * LANES + lane
                quat = rotations[frame, turning[turned]]
                if sound[lane] > LOST:
                    write_lane_quat(tile, lane, quat)
                degenerate[frame, turning[turned]] = sound[lane] < SOUND and _settle(
                    cursors[frame], tables, turned, sound[lane], forms[lane], quat
                )
        if far and len(moving):
            fill_basis(cursors[frame], tables.map, basis, FREE)
            combine(basis, coefficients, bounded)
            values[tiles * TILE :] = bounded[tiles * TILE :]
        for moved in range(len(moving)):
            first = tiles * TILE + 3 * moved
            place = _limit(tables.limits, moved, (values[first], values[first + 1], values[first + 2]))
            set_vector(positions[frame], moving[moved], place)


@cached_kernel(nogil=True, error_model="numpy")
def _settle(cursor, tables, turned, sound, form, quat):
    """Turns the balanced rotation `quat` (4,) to what a matrix of little soundness means, in place.

    form: (4, 4) of the matrix, as `nearest_kernels` has it; overwritten. Returns whether keys cancel there.
    """
    balanced, size = quat.copy(), form_size(form)
    gap = nearest_quat(form.copy(), quat)
    share = smoothstep((SOUND - sound) / (SOUND - LOST))
    for i in range(4):
        for j in range(4):
            form[i, j] *= share
    if share < 1.0:
        add_rotation_form(form, balanced, (1.0 - share) * size)
    if gap < CLEAR:
        add_rotation_form(form, _mean_of_keys(cursor, tables, turned), mean_amount(size, gap))
    nearest_quat(form, quat)
    return gap < CLEAR


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
    local = local_place(cursor, tables.map, FREE)
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
