"""Sides: left, right or middle of the sagittal plane, for mirroring and for side rules."""

import numpy as np

from kinegraph.core.arrays import Ints
from kinegraph.creatures.body.creature import Creature

MIDDLE = 0.02  # share of the creature's width on each side of the plane that counts as the middle


def body_sides(creature: Creature) -> Ints:
    """(B,) +1 left, -1 right, 0 in the middle, by where handles are at rest: asymmetric bodies have sides."""
    across = creature.rest_handles[:, 0]
    near = MIDDLE * float(creature.size[0])
    return np.where(np.abs(across) <= near, 0, np.sign(across)).astype(np.int64)
