"""The table of legs that the footing kernel reads."""

from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.leg import Leg
from kinegraph.creatures.playing.footing_kernels import LEG_COLUMNS

_GIVES = 0.4  # share of a foot's radius by which a belly that comes down on it may press into it


def leg_table(creature: Creature) -> Floats:
    """(K, 9) a row for each leg, columns as in `footing_kernels`."""
    rows = [_row(creature, leg) for leg in creature.legs]
    return kernel_floats(np.array(rows, dtype=np.float64).reshape(-1, LEG_COLUMNS))


def _row(creature: Creature, leg: Leg) -> list[float]:
    rest, root = creature.rest_positions, creature.root
    bones = np.linalg.norm(np.diff(rest[list(leg.bodies)], axis=0), axis=1)
    path = float(bones.sum())
    nearest = max(0.0, 2.0 * float(bones.max(initial=0.0)) - path)
    chord = float(np.linalg.norm(rest[leg.foot] - rest[leg.bodies[0]]))
    seat = quat_rotate(quat_conjugate(creature.rest_rotations[root]), rest[leg.bodies[0]] - rest[root])
    joint = rest[leg.foot] - creature.rest_handles[leg.foot]
    nearest = min(max(nearest, _over_foot(creature, leg)), chord)
    return [leg.foot, *joint, *seat, nearest, max(path, 1e-3 * float(creature.size.max()))]


def _over_foot(creature: Creature, leg: Leg) -> float:
    """Distance of a leg's seat from its foot when the belly rests on it [m]; 0 where it is beside."""
    rest, bodies = creature.rest_positions, creature.character.bodies
    foot, seat = rest[leg.foot], rest[leg.bodies[0]]
    under = 0.0  # height of the seat over the foot's joint when flesh meets
    for one, other in pairwise(creature.spine):
        for share in np.linspace(0.0, 1.0, 5).tolist():
            axis = (1.0 - share) * rest[one] + share * rest[other]
            thick = (1.0 - share) * bodies[one].radius + share * bodies[other].radius
            apart = thick + (1.0 - _GIVES) * bodies[leg.foot].radius
            beside = float(np.hypot(*(foot - axis)[[0, 2]]))
            if beside < apart:
                under = max(under, float(np.sqrt(apart**2 - beside**2) + seat[1] - axis[1]))
    return float(np.hypot(under, np.hypot(*(foot - seat)[[0, 2]]))) if under > 0.0 else 0.0
