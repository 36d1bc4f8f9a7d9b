"""The frame in which a body's orientation means the same on every creature.

The axes of joints differ from file to file. So absolute rotations are given in a frame that is built from the
anatomy at rest: +Z the way the body faces or points, +Y up, +X to the left. A hand in the frame
of the character reaches straight forward, level, its back up, whichever way it hung at rest.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.math.rotations import quat_between, quat_conjugate, quat_multiply
from kinegraph.creatures.body.creature import Creature

FORWARD = np.array([0.0, 0.0, 1.0])
_HALF_TURN = np.array([0.0, 1.0, 0.0, 0.0])

_FACING = frozenset({Cap.HEAD, Cap.MOUTH, Cap.EYE})
_ON_FACES = frozenset({Cap.MOUTH, Cap.EYE})
_POINTING = frozenset({Cap.GRASPER, Cap.LIMB, Cap.TAIL, Cap.WING, Cap.SPIKE, Cap.EAR})
_CLEARLY = 0.3  # share of a direction that must be level for a face to point that way
_BACKWARDS = -0.8  # past this a frame is turned about Y first, so that a tail's up stays up


def forward_directions(creature: Creature) -> Floats:
    """(B, 3) unit vectors in character space: the way each body faces or points at rest.

    Heads face the way their mouths and eyes lie, level; mouths and eyes with their head. Graspers, limbs,
    tails, wings, ears and spikes point from their joint to their handle, or on from the joint before. Feet,
    the spine and everything else face the way the character does.
    """
    forward = np.tile(FORWARD, (len(creature), 1))
    for body in creature.order.tolist():
        caps = creature.caps[body]
        if caps & _FACING:
            forward[body] = _facing(creature, _face_of(creature, body))
        elif caps & _POINTING and not caps & {Cap.FOOT, Cap.SPINE, Cap.ROOT}:
            forward[body] = _pointing(creature, body)
    return forward


def frames_at_rest(forward: Floats) -> Floats:
    """(B, 4) character_from_frame of each body at rest: the smallest turn that brings +Z to `forward`."""
    backwards = forward[:, 2] < _BACKWARDS
    from_behind = quat_multiply(quat_between(-FORWARD, forward), _HALF_TURN)
    return np.where(backwards[:, None], from_behind, quat_between(FORWARD, forward))


def bodies_from_frames(creature: Creature, forward: Floats) -> Floats:
    """(B, 4) body_from_frame: what turns a body's orientation into its frame's, R_frame = R_body * this."""
    return quat_multiply(quat_conjugate(creature.rest_rotations), frames_at_rest(forward))


def _face_of(creature: Creature, body: int) -> int:
    """The head that a mouth or an eye is on; itself where there is none."""
    above = body
    while above >= 0:
        if Cap.HEAD in creature.caps[above]:
            return above
        above = int(creature.parents[above])
    return body


def _facing(creature: Creature, head: int) -> Floats:
    features = [
        body
        for body in range(len(creature))
        if creature.caps[body] & _ON_FACES and _face_of(creature, body) == head
    ]
    if not features:
        return FORWARD
    away = creature.rest_handles[features].mean(axis=0) - creature.rest_positions[head]
    level = away * np.array([1.0, 0.0, 1.0])
    size = float(np.linalg.norm(level))
    return level / size if size > _CLEARLY * float(np.linalg.norm(away)) else FORWARD


def _pointing(creature: Creature, body: int) -> Floats:
    joint = creature.rest_positions[body]
    above = int(creature.parents[body])
    ways = [creature.rest_handles[body] - joint]
    ways += [creature.rest_positions[c] - joint for c in np.flatnonzero(creature.parents == body)[:1]]
    ways += [joint - creature.rest_positions[above]] if above >= 0 else []
    for way in ways:
        size = float(np.linalg.norm(way))
        if size > 1e-6 * float(creature.size.max()):
            return way / size
    return FORWARD
