"""How far a body can reach: external targets that nobody has placed are put no farther than that."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.creature import Creature

_ARM, _NECK = 0.94, 1.1  # shares of the way along its bones that a limb, and a spine, reaches with ease


def within_reach(creature: Creature, body: int, place: Floats) -> Floats:
    """(3,) the place [m], drawn in to where a body's handle can get with its root at rest.

    A limb reaches from its seat next to the spine; what sits on the spine itself reaches from the root.
    """
    seat, length = _seat(creature, body)
    way = place - seat
    away = float(np.linalg.norm(way))
    return place if away <= length else seat + way * (length / away)


def _seat(creature: Creature, body: int) -> tuple[Floats, float]:
    """Where what moves a handle is fixed, and how far from there the handle can be held [m]."""
    spine = int(creature.spine_of[body])
    chain = [body]
    while chain[-1] != spine:
        chain.append(int(creature.parents[chain[-1]]))
    if len(chain) > 2:
        return creature.rest_positions[chain[-2]], _ARM * float(creature.limb_lengths[body])
    while chain[-1] != creature.root:
        chain.append(int(creature.parents[chain[-1]]))
    joints = np.vstack([creature.rest_handles[body], creature.rest_positions[chain]])
    path = float(np.linalg.norm(np.diff(joints, axis=0), axis=1).sum())
    return creature.rest_positions[creature.root], _NECK * path
