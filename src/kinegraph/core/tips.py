"""Tips: points beyond the last joints, which show how those joints are turned.

A skeleton's end sites are tips. Many files have none, glTF never: there the turn of a last joint, a jaw or
the lid of a box, would move no point at all, and its motion would be taken for rest. Such a joint gets two
tips of its own, along its bone and across it, so that every turn of it moves one.
"""

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.contacts import character_height
from kinegraph.core.kinematics.forward import WorldTransforms, points_on_joints
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.core.skeleton import Skeleton

# How far a tip is from a joint that has no end site, as a share of the bone that leads to it.
_BEYOND = 1.0 / 3.0


def tips(skeleton: Skeleton) -> tuple[Ints, Floats]:
    """(T,) the joint that carries each tip, and (T, 3) the tip in its frame [m]."""
    bare = [joint for joint in _last_joints(skeleton) if joint not in skeleton.end_joints]
    reach = np.array([_reach(skeleton, joint) for joint in bare])
    along = quat_rotate(quat_conjugate(skeleton.rest_rotations[bare]), _directions(skeleton, bare))
    least = np.eye(3)[np.abs(along).argmin(axis=1)]  # the axis that is farthest from the bone
    across = np.cross(along, least)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    beyond = np.stack([along, across], axis=1) * reach[:, None, None]
    joints = np.concatenate([skeleton.end_joints, np.repeat(np.array(bare, dtype=np.int64), 2)])
    return joints, np.concatenate([skeleton.end_offsets, beyond.reshape(-1, 3)])


def tip_positions(skeleton: Skeleton, world: WorldTransforms) -> Floats:
    """(..., T, 3) world positions of the skeleton's tips [m]."""
    return points_on_joints(world, *tips(skeleton))


def _last_joints(skeleton: Skeleton) -> list[int]:
    return sorted(set(range(len(skeleton))) - set(skeleton.parents.tolist()))


def _reach(skeleton: Skeleton, joint: int) -> float:
    """Distance from a joint to its tips [m]; for a single joint, the character's height."""
    if joint == 0:
        return character_height(skeleton)
    return _BEYOND * float(np.linalg.norm(skeleton.offsets[joint]))


def _directions(skeleton: Skeleton, joints: list[int]) -> Floats:
    """(B, 3) unit directions of the bones that lead to joints, in their parents' frames; up where there is
    none."""
    bones = skeleton.offsets[joints].copy()
    bones[[joint == 0 for joint in joints]] = 0.0
    lengths = np.linalg.norm(bones, axis=1, keepdims=True)
    return np.where(lengths > 0.0, bones / np.where(lengths > 0.0, lengths, 1.0), [0.0, 1.0, 0.0])
