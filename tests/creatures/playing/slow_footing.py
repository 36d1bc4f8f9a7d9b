"""The plain twin of the footing kernel: how far the root may go, leg by leg, from the creature itself."""

from collections.abc import Callable

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.creatures.body.creature import Creature

Root = tuple[Floats, Floats]


def slow_footing(creature: Creature, support: list[float], before: Root, after: Root, goals: Floats) -> Root:
    """The root, brought back from `after` towards `before` as far as legs that bear cannot follow."""
    shift = after[0] - before[0]
    turn = axis_angle_from_quat(quat_multiply(after[1], quat_conjugate(before[1])))

    def root(shifts: float, turns: float) -> Root:
        return before[0] + shifts * shift, quat_multiply(quat_from_axis_angle(turns * turn), before[1])

    def strain(shifts: float, turns: float) -> float:
        return _strain(creature, support, *root(shifts, turns), goals)

    if not creature.legs:
        return after
    most = max(strain(0.0, 0.0), 1.0)
    turns = _share(lambda u: strain(0.0, u), most)
    shifts = _share(lambda u: strain(u, 0.0), most)
    return root(shifts, turns)


def _share(strain: Callable[[float], float], most: float) -> float:
    low, high = 0.0, 1.25
    if strain(high) <= most:
        return 1.0
    under, over = -most, strain(high) - most
    for _ in range(4):
        middle = low - (high - low) * under / (over - under)
        found = strain(middle) - most
        if found > 0.0:
            high, over = middle, found
        else:
            low, under = middle, found
    limit = low - (high - low) * under / (over - under)
    band = min(0.25, limit)
    if limit >= 1.0 + band:
        return 1.0
    if limit <= 1.0 - band:
        return limit
    return limit - (limit - 1.0 + band) ** 2 / (4.0 * band)


def _strain(creature: Creature, support: list[float], place: Floats, facing: Floats, goals: Floats) -> float:
    rest, total = creature.rest_positions, 0.0
    turned = quat_multiply(facing, quat_conjugate(creature.rest_rotations[creature.root]))
    for leg, bears in zip(creature.legs, support, strict=True):
        bones = np.linalg.norm(np.diff(rest[list(leg.bodies)], axis=0), axis=1)
        chord = np.linalg.norm(rest[leg.bodies[0]] - rest[leg.foot])
        nearest = min(max(0.0, 2.0 * bones.max(initial=0.0) - bones.sum()), chord)
        farthest = max(bones.sum(), 1e-3 * creature.size.max())
        seat = place + quat_rotate(turned, rest[leg.bodies[0]] - rest[creature.root])
        joint = goals[leg.foot] + rest[leg.foot] - creature.rest_handles[leg.foot]
        far = np.linalg.norm(seat - joint)
        total += bears * (max(nearest - far, far - farthest, 0.0) / (0.05 * farthest)) ** 2
    return float(np.sqrt(total))
