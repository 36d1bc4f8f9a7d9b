"""The goals of a creature at rest, to be written into."""

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals


def rest_goals(creature: Creature, frames: int | None = None, *, standing: bool = False) -> Goals:
    """Goals that leave the creature at rest at the origin: new arrays, all weights zero.

    frames: Where given, every array has a leading axis of this length.
    standing: Whether the feet have goals of weight 1: to stay where they are.
    """
    lead = () if frames is None else (frames,)

    def spread(rows: ArrayLike) -> Floats:
        values = np.asarray(rows, dtype=np.float64)
        return np.broadcast_to(values, (*lead, *values.shape)).copy()

    no_weights = np.zeros(len(creature))
    goals = Goals(
        spread(np.zeros(4)),
        spread(creature.rest_positions[creature.root]),
        spread(creature.rest_rotations[creature.root]),
        spread(creature.rest_handles),
        spread(no_weights),
        spread(creature.rest_rotations),
        spread(no_weights),
        spread(np.zeros(len(creature.deforms))),
    )
    if standing:
        feet = [leg.foot for leg in creature.legs]
        goals.position_weights[..., feet] = 1.0
        goals.rotation_weights[..., feet] = 1.0
    return goals
