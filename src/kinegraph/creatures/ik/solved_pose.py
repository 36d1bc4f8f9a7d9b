"""The pose of a creature's skeleton from the places of its bodies and its deforms."""

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
    quat_rotate,
)
from kinegraph.core.pose import Pose
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.ik.particle_ik import SolvedFrame


def local_motion(
    creature: Creature, positions: Floats, rotations: Floats, deforms: ArrayLike | None = None
) -> tuple[Floats, Floats]:
    """(translations (..., B, 3), rotations (..., B, 4)) of every joint in its skeleton parent's frame.

    positions, rotations: (..., B, 3) and (..., B, 4) in the creature's space, or in the world.
    deforms: (..., D) how far each of the creature's deforms is on, 0 at rest.
    """
    parents = creature.character.skeleton.parents
    above = np.maximum(parents, 0)
    back = quat_conjugate(rotations[..., above, :])
    local = quat_normalize(quat_multiply(back, rotations))
    offsets = quat_rotate(back, positions - positions[..., above, :])
    local[..., 0, :] = rotations[..., 0, :]
    offsets[..., 0, :] = positions[..., 0, :]
    if deforms is not None:
        amounts = np.asarray(deforms, dtype=np.float64)
        for index, deform in enumerate(creature.deforms):
            turns = quat_from_axis_angle(amounts[..., index, None, None] * deform.turns)
            local[..., deform.joints, :] = quat_multiply(local[..., deform.joints, :], turns)
    return offsets, local


def solved_pose(creature: Creature, solved: SolvedFrame, deforms: ArrayLike | None = None) -> Pose:
    """One solved frame as a pose. Limbs may stretch, so every joint has a translation."""
    offsets, local = local_motion(creature, solved.positions, solved.rotations, deforms)
    return Pose(creature.character.skeleton, offsets[0], local, offsets)
