"""Suggests a place for a new key: where the current mapping already comes closest to its pose.

A marker there changes the mapping least, and the user finds the pose where it is expected.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.sets.blend import Blend
from kinegraph.perform.sets.spatial_set import SpatialKey

_GRID = 9  # places along each direction of the first look
_WIDER = 1.5  # how far beyond the markers to look, in their reach
_ROUNDS = 12  # of looking closer, each over a half as large a neighbourhood
_APART = 0.12  # how far a suggestion stays from a marker, in the markers' reach


@dataclass(frozen=True, eq=False)
class SuggestedPlace:
    """Suggested place for a key.

    place: (3,) [m].
    difference: How far the present mapping is from the key's pose there: an RMS angle over what turns [rad],
        with positions counted as angles by the markers' reach.
    """

    place: Floats
    difference: float


def suggest_place(fitted: Blend, key: SpatialKey) -> SuggestedPlace:
    """The place where the mapping comes closest to a key's values, a little apart from all markers.

    key: Its own place is ignored.
    """
    layout = fitted.layout
    if len(key.positions) != len(fitted.set.manipulators):
        raise InvalidValue(f"The pose {key.name!r} is not for the manipulators of set {fitted.set.name!r}.")
    if layout.dimensions == 0:  # one marker maps everything alike: beside it is as good as anywhere
        return SuggestedPlace(
            layout.centre + np.array([layout.reach * 0.5, 0.0, 0.0]),
            _difference(fitted, key, layout.centre[None])[0],
        )
    centre, width = np.zeros(layout.dimensions), _WIDER
    best, least = centre, np.inf
    for _ in range(_ROUNDS):
        axes = np.meshgrid(*[np.linspace(-width, width, _GRID)] * layout.dimensions, indexing="ij")
        local = centre + np.stack([axis.ravel() for axis in axes], axis=1)
        apart = np.linalg.norm(local[:, None] - layout.places[None], axis=-1).min(axis=1)
        local = local[apart >= _APART]
        if len(local):
            found = _difference(fitted, key, layout.centre + layout.reach * local @ layout.directions)
            index = int(found.argmin())
            if found[index] < least:
                best, least = local[index], float(found[index])
        centre, width = best, width * 0.5
    return SuggestedPlace(layout.centre + layout.reach * best @ layout.directions, least)


def _difference(fitted: Blend, key: SpatialKey, places: Floats) -> Floats:
    """(F,) how far the mapping is from a key's values at places (F, 3)."""
    values = fitted.at(places)
    turns = np.array([m.turns for m in fitted.set.manipulators])
    moves = np.array([m.moves for m in fitted.set.manipulators])
    cosines = np.abs(np.einsum("fmi,mi->fm", values.rotations[:, turns], key.rotations[turns]))
    angles = 2.0 * np.arccos(np.minimum(cosines, 1.0))
    shifts = np.linalg.norm(values.positions[:, moves] - key.positions[moves], axis=-1) / fitted.layout.reach
    return np.sqrt(((angles**2).sum(axis=1) + (shifts**2).sum(axis=1)) / max(turns.sum() + moves.sum(), 1))
