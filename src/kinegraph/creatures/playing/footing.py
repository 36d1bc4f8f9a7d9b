"""The table of legs that the footing kernel reads."""

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.leg import Leg
from kinegraph.creatures.playing.footing_kernels import LEG_COLUMNS


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
    return [leg.foot, *joint, *seat, min(nearest, chord), max(path, 1e-3 * float(creature.size.max()))]
