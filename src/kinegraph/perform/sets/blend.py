"""Blend: a fitted set. It takes a cursor and returns the values of the set's manipulators.

A set is fitted when one of its poses changes, never while performing.
"""

from dataclasses import dataclass
from functools import cached_property
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinegraph.core.arrays import Floats, Ints, frozen_floats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kernels.own_arrays import own_arrays
from kinegraph.core.math.rotations import matrix_from_quat
from kinegraph.perform.sets.blend_kernels import blend_frames
from kinegraph.perform.sets.blend_tables import BlendTables
from kinegraph.perform.sets.marker_layout import MarkerLayout
from kinegraph.perform.sets.orthonormal_kernels import LANES
from kinegraph.perform.sets.radial_map import RadialMap, fit_radial_map
from kinegraph.perform.sets.spatial_set import SpatialSet

FREE_RANGES = 5.0
"""Results are free up to this many times the keys' own range from their mean, and never pass twice as much.

The range of a manipulator is the largest distance of its position in any key from the mean of all keys."""


@dataclass(frozen=True, eq=False)
class BlendedValues:
    """Values of a set's manipulators at each cursor.

    positions: (..., M, 3) [m]; zero where a manipulator does not move.
    rotations: (..., M, 4) unit quaternions xyzw; the identity where one does not turn.
    degenerate: (..., M) where keys cancel each other so that a rotation is a guess.
    """

    positions: Floats
    rotations: Floats
    degenerate: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Blend:
    """A fitted set."""

    set: SpatialSet
    _map: RadialMap
    _key_quats: Floats
    _moving: Ints
    _turning: Ints

    @property
    def layout(self) -> MarkerLayout:
        """Layout of the set's markers in the space that they span."""
        return self._map.layout

    def at(self, cursors: ArrayLike) -> BlendedValues:
        """Values at cursors (..., 3) in the space of the set's controller [m]."""
        flat, leading = _checked_cursors(cursors)
        shape = (len(flat), len(self.set.manipulators))
        positions, degenerate = np.zeros((*shape, 3)), np.zeros(shape, dtype=np.bool_)
        rotations = np.zeros((*shape, 4))
        if len(self._turning) < shape[1]:
            rotations[..., 3] = 1.0
        blend_frames(flat, self.tables, positions, rotations, degenerate)
        if not leading:
            return BlendedValues(positions[0], rotations[0], degenerate[0])
        if len(leading) == 1:
            return BlendedValues(positions, rotations, degenerate)
        return BlendedValues(
            positions.reshape(*leading, shape[1], 3),
            rotations.reshape(*leading, shape[1], 4),
            degenerate.reshape(*leading, shape[1]),
        )

    @cached_property
    def tables(self) -> BlendTables:
        """The set as the kernel takes it; gathered once, because one cursor takes microseconds."""
        map_tables = self._map.tables
        return own_arrays(
            BlendTables(map_tables, self._key_quats, self._limits(), self._moving, self._turning)
        )

    def _limits(self) -> Floats:
        """(P, 4) the mean of each moving manipulator's positions, and how far results go freely from it."""
        places = np.stack([key.positions[self._moving] for key in self.set.keys])
        centres = places.mean(axis=0)
        ranges = np.linalg.norm(places - centres, axis=-1).max(axis=0)
        return kernel_floats(np.concatenate([centres, FREE_RANGES * ranges[:, None]], axis=1))

    def influences(self, cursor: ArrayLike) -> Floats:
        """(K,) influence of each key at a cursor (3,), from 0 to 1, with sum 1; markers glow by it.

        It depends on distance alone: the weights of a radial map can be negative and mean little to a user.
        """
        away = self.markers - frozen_floats("Cursor place", cursor, (3,))
        square = (away * away).sum(axis=1)
        if square.min() < 1e-24:
            here = square < 1e-24
            return here / here.sum()
        near = 1.0 / square
        return near / near.sum()

    @cached_property
    def markers(self) -> Floats:
        """(K, 3) where the keys are [m]."""
        return kernel_floats(np.stack([key.place for key in self.set.keys]))


def _checked_cursors(cursors: ArrayLike) -> tuple[Floats, tuple[int, ...]]:
    """(F, 3) cursors as the kernel takes them, and the axes that they came in."""
    array = np.asarray(cursors, dtype=np.float64)
    if array.shape == (3,):
        x, y, z = array.tolist()
        if isfinite(x + y + z):
            return np.array(array, ndmin=2), ()
    # One finite sum shows that all cursors are finite, which is nearly always so.
    if array.ndim == 0 or array.shape[-1] != 3 or not isfinite(array.sum()):
        frozen_floats("Cursor places", array.reshape(-1, array.shape[-1] if array.ndim else 1), (None, 3))
    return np.array(array.reshape(-1, 3), order="C"), array.shape[:-1]


def blend(set: SpatialSet) -> Blend:
    """Fits a set."""
    if not set.keys:
        raise InvalidValue(f"The set {set.name!r} has no pose yet; add one before performing it.")
    moving = np.array([i for i, m in enumerate(set.manipulators) if m.moves], dtype=np.int64)
    turning = np.array([i for i, m in enumerate(set.manipulators) if m.turns], dtype=np.int64)
    quats = np.stack([key.rotations[turning] for key in set.keys])
    positions = np.stack([key.positions[moving] for key in set.keys])
    values = np.concatenate([_tiles(quats), positions.reshape(len(set.keys), -1)], axis=1)
    markers = np.stack([key.place for key in set.keys])
    fitted = fit_radial_map(markers, values, set.function, set.degree, [key.name for key in set.keys])
    return Blend(set, fitted, _signed_alike(quats), moving, turning)


def _tiles(quats: Floats) -> Floats:
    """(K, tiles * TILE) matrices of rotations (K, R, 4) as the kernels lay them out, the last repeated."""
    keys, count = quats.shape[:2]
    if count == 0:
        return np.empty((keys, 0))
    lanes = -(-count // LANES) * LANES
    matrices = matrix_from_quat(quats)[:, np.minimum(np.arange(lanes), count - 1)]
    return matrices.reshape(keys, -1, LANES, 9).swapaxes(2, 3).reshape(keys, -1)


def _signed_alike(quats: Floats) -> Floats:
    """(K, R, 4) the same rotations, signed so that each joint's lie on one side of their principal axis."""
    principal = np.linalg.eigh(np.einsum("kri,krj->rij", quats, quats))[1][..., -1]
    return kernel_floats(
        quats * np.where(np.einsum("kri,ri->kr", quats, principal) < 0.0, -1.0, 1.0)[..., None]
    )
