"""The reach of a body: default places of external targets are moved within it."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.creatures.body.creature import Creature

_ARM, _NECK = 0.94, 1.1  # shares of the way along its bones that a limb, and a spine, reaches with ease
_BENDS = np.radians(115.0)  # from where it points at rest to where a spine and the root under it can lean


def bring_within_reach(creature: Creature, body: int, place: Floats) -> Floats:
    """(3,) the place [m], drawn in to where a body's handle can get with its root at rest.

    A limb reaches from its seat next to the spine; what sits on the spine itself reaches from the root, and
    no spine bends all the way back to its own seat: what lies there is turned towards where it points.
    """
    seat, length, on_spine = _seat(creature, body)
    way = place - seat
    away = float(np.linalg.norm(way))
    if away > length:
        way *= length / away
    return seat + (_bend_to_cone(creature.rest_handles[body] - seat, way) if on_spine else way)


def _bend_to_cone(rest: Floats, way: Floats) -> Floats:
    """(3,) a direction bent to within an angle of where a spine points at rest; its length stays."""
    over = float(np.arccos(np.clip(_cosine(rest, way), -1.0, 1.0))) - _BENDS
    axis = np.cross(way, rest)
    size = float(np.linalg.norm(axis))
    return way if over <= 0.0 or size == 0.0 else quat_rotate(quat_from_axis_angle(over / size * axis), way)


def _cosine(one: Floats, other: Floats) -> float:
    sizes = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / sizes if sizes > 0.0 else 1.0


def _seat(creature: Creature, body: int) -> tuple[Floats, float, bool]:
    """(fixed end of the chain that moves a handle, its reach [m], whether it is the spine)."""
    spine = int(creature.spine_of[body])
    chain = [body]
    while chain[-1] != spine:
        chain.append(int(creature.parents[chain[-1]]))
    if len(chain) > 2:
        return creature.rest_positions[chain[-2]], _ARM * float(creature.limb_lengths[body]), False
    while chain[-1] != creature.root:
        chain.append(int(creature.parents[chain[-1]]))
    joints = np.vstack([creature.rest_handles[body], creature.rest_positions[chain]])
    path = float(np.linalg.norm(np.diff(joints, axis=0), axis=1).sum())
    return creature.rest_positions[creature.root], _NECK * path, True
