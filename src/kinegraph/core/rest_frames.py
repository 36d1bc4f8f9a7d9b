"""Rest frames: the same motion on a skeleton whose joints rest in other orientations.

A joint's frame is a choice of axes painted on the bone. Repainting them by `new_from_old` per joint (world
orientations at rest) changes local rotations, offsets and end sites, but moves nothing.
"""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


def with_unrotated_rest(clip: Clip) -> Clip:
    """The same world motion of joint positions and end sites by a skeleton whose joints all rest unrotated.

    BVH needs this: there a joint has an offset and no rest rotation.
    """
    return Clip(
        unrotated_rest(clip.skeleton),
        clip.fps,
        clip.root_translations,
        repainted_rotations(clip.skeleton.parents, clip.rotations, world_rotations_at_rest(clip.skeleton)),
        None if clip.translations is None else repainted_translations(clip),
        clip.name,
    )


def unrotated_rest(skeleton: Skeleton) -> Skeleton:
    """The same skeleton at rest, its joints' frames all aligned with the world."""
    old = world_rotations_at_rest(skeleton)
    offsets = skeleton.offsets.copy()
    offsets[1:] = quat_rotate(old[skeleton.parents[1:]], skeleton.offsets[1:])
    return replace(
        skeleton,
        offsets=offsets,
        rest_rotations=np.tile([0.0, 0.0, 0.0, 1.0], (len(skeleton), 1)),
        end_offsets=quat_rotate(old[skeleton.end_joints], skeleton.end_offsets),
    )


def repainted_rotations(parents: np.ndarray, rotations: Floats, new_from_old: Floats) -> Floats:
    """(..., J, 4) local rotations between joints' new frames.

    rotations: (..., J, 4) parent-from-joint rotations between the old frames.
    new_from_old: (J, 4) how each joint's old axes lie in its new frame.
    """
    local = quat_multiply(rotations, quat_conjugate(new_from_old))
    local[..., 1:, :] = quat_multiply(new_from_old[parents[1:]], local[..., 1:, :])
    return local


def repainted_translations(clip: Clip) -> Floats:
    """(F, J, 3) sliding joints' positions in their parents' world-aligned frames [m]."""
    translations = np.array(clip.translations)
    parents_at_rest = world_rotations_at_rest(clip.skeleton)[clip.skeleton.parents[1:]]
    translations[:, 1:] = quat_rotate(parents_at_rest, translations[:, 1:])
    return translations


def world_rotations_at_rest(skeleton: Skeleton) -> Floats:
    """(J, 4) each joint's orientation in the rest pose: how its own axes lie in world-aligned ones."""
    return forward_kinematics(Pose.rest(skeleton)).rotations
