"""Arrays of a fitted set that the kernels take, by name."""

from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints

LIMIT_RADIUS = 3  # in a row of BlendTables.limits, after the centre's x, y and z


class MapTables(NamedTuple):
    """A radial map: K markers in D dimensions, C channels.

    centre: (3,) mean of the markers [m].
    axes: (D, 3) what a metre along each world axis adds to each coordinate.
    places: (K, D) the markers in these coordinates.
    scales: (K,) distance of each marker to its nearest neighbour, in the same unit.
    function, degree: A code of `radial_functions.CODES`; the polynomial's degree.
    coefficients: (K + tail, C) weights of the markers, then of 1 and the coordinates.
    """

    centre: Floats
    axes: Floats
    places: Floats
    scales: Floats
    function: int
    degree: int
    coefficients: Floats


class BlendTables(NamedTuple):
    """A fitted set: R manipulators turn, P move.

    map: Its channels are the rotations' matrices in tiles, the last one filled up, then the positions.
    key_quats: (K, R, 4) the keys' rotations, signed alike.
    limits: (P, 4) where the keys' positions are in the mean, and how far from there results go freely [m].
    moving, turning: (P,) and (R,) the manipulators that the positions and the rotations belong to.
    """

    map: MapTables
    key_quats: Floats
    limits: Floats
    moving: Ints
    turning: Ints
