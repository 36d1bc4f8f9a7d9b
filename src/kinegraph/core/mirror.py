"""Mirroring: a pose or clip reflected across the character's sagittal plane, x = 0.

Each joint takes the movement of its partner, reflected. Movement means the world rotation away from rest, so
the axes that either joint's frame happens to have do not matter; the rest pose itself is taken to be
symmetric.
"""

from typing import overload

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Symmetry
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.core.rest_frames import world_rotations_at_rest
from kinegraph.core.skeleton import Skeleton

REFLECT = np.array([-1.0, 1.0, 1.0])
# M R M for the reflection M: the axis is a pseudovector, its part across the plane stays.
REFLECT_QUAT = np.array([1.0, -1.0, -1.0, 1.0])


@overload
def mirror_motion(motion: Pose, symmetry: Symmetry) -> Pose: ...
@overload
def mirror_motion(motion: Clip, symmetry: Symmetry) -> Clip: ...
def mirror_motion(motion: Pose | Clip, symmetry: Symmetry) -> Pose | Clip:
    """The motion with left and right exchanged; mirroring twice gives the motion back."""
    skeleton = motion.skeleton
    if len(symmetry.mirror) != len(skeleton):
        raise InvalidValue(
            f"The symmetry covers {len(symmetry.mirror)} joints, the skeleton has {len(skeleton)}."
        )
    if symmetry.mirror[0] != 0:
        raise InvalidValue("Only a skeleton whose root is its own mirror can be mirrored.")
    rotations = _mirror_rotations(motion, symmetry)
    sliding = motion.translations
    if sliding is not None:
        sliding = _mirror_translations(skeleton, sliding, symmetry)
    if isinstance(motion, Pose):
        return Pose(skeleton, motion.root_translation * REFLECT, rotations, sliding)
    return Clip(skeleton, motion.fps, motion.root_translations * REFLECT, rotations, sliding, motion.name)


def _mirror_rotations(motion: Pose | Clip, symmetry: Symmetry) -> Floats:
    """(..., J, 4) new local rotations."""
    at_rest = world_rotations_at_rest(motion.skeleton)
    away_from_rest = quat_multiply(forward_kinematics(motion).rotations, quat_conjugate(at_rest))
    world = quat_multiply(away_from_rest[..., symmetry.mirror, :] * REFLECT_QUAT, at_rest)
    local = world.copy()
    local[..., 1:, :] = quat_multiply(
        quat_conjugate(world[..., motion.skeleton.parents[1:], :]), world[..., 1:, :]
    )
    return local


def _mirror_translations(skeleton: Skeleton, translations: Floats, symmetry: Symmetry) -> Floats:
    """(..., J, 3) new local translations: the partner's slide from its offset, reflected [m]."""
    parents_at_rest = world_rotations_at_rest(skeleton)[np.maximum(skeleton.parents, 0)]
    slides = quat_rotate(parents_at_rest, translations - skeleton.offsets)[..., symmetry.mirror, :] * REFLECT
    local = skeleton.offsets + quat_rotate(quat_conjugate(parents_at_rest), slides)
    local[..., 0, :] = translations[..., 0, :] * REFLECT
    return local
