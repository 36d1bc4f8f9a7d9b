"""Selection: the bodies of a creature that a context matches (paper, 3.1.1)."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.animation.context import (
    Context,
    LimbModifier,
    Place,
    Zone,
)
from kinegraph.creatures.body.creature import Creature

# The centre place of an axis, as a share of the box's length. The side places reach up to its far edge, so
# a body on the middle line is on both sides, and every body is on at least one.
CENTER_SHARE = 0.1
# Mirror images differ in the last bits of their places; they must not differ in what selects them.
_EVEN = 1e-9


def select(creature: Creature, context: Context) -> tuple[int, ...]:
    """The selected bodies, in index order. A body is where its handle is at rest.

    Type, zones and extent must all hold. The bounds of a setspace zone are those of all bodies of the type,
    whatever the other zones leave of them; the extent looks at what the zones leave.
    """
    places = creature.rest_handles
    typed = np.array([context.cap is None or context.cap in caps for caps in creature.caps], dtype=bool)
    if not typed.any():
        return ()
    own = places[typed]
    set_bounds = np.stack([own.min(axis=0), own.max(axis=0)])
    chosen = typed.copy()
    for zone in context.zones:
        chosen &= _inside(places, set_bounds if zone.setspace else creature.bounds, zone)
    bodies = np.flatnonzero(chosen)
    if context.extent is not None and len(bodies):
        bodies = bodies[[_outermost(places[bodies], context.extent)]]
    if context.limb is LimbModifier.SPINE_SEGMENT:
        bodies = np.unique(creature.spine_of[bodies])
    return tuple(bodies.tolist())


def _inside(places: Floats, bounds: Floats, zone: Zone) -> np.ndarray:
    """(B,) whether each place is in a zone of a box."""
    low, high = bounds[:, zone.place.axis]
    reach = (0.5 * CENTER_SHARE + _EVEN) * (high - low) + _EVEN
    away = places[:, zone.place.axis] - 0.5 * (low + high)
    if zone.place.sign == 0:
        return np.abs(away) <= reach
    return zone.place.sign * away >= -reach


def _outermost(places: Floats, side: Place) -> int:
    """The row that is farthest on a side; of equals the first."""
    out = side.sign * places[:, side.axis]
    return int(np.argmax(out >= out.max() - _EVEN * (1.0 + np.abs(out).max())))
