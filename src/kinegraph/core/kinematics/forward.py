"""Forward kinematics: from local rotations to where every joint is in the world."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward_kernels import matrices, world_transforms
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


@dataclass(frozen=True, eq=False)
class WorldTransforms:
    """World-from-joint transforms, for one pose or for a batch of them.

    positions: (..., J, 3) joint positions in the world [m].
    rotations: (..., J, 4) world-from-joint rotations, unit quaternions xyzw.
    """

    positions: Floats
    rotations: Floats


def forward_kinematics(motion: Pose | Clip) -> WorldTransforms:
    """World transforms of every joint: arrays (J, ...) for a pose, (F, J, ...) for a clip."""
    skeleton = motion.skeleton
    single = isinstance(motion, Pose)
    roots = motion.root_translation[None] if single else motion.root_translations
    rotations = motion.rotations[None] if single else motion.rotations
    if motion.translations is None:
        local = skeleton.offsets[None]
    else:
        local = motion.translations[None] if single else motion.translations
    positions_out, rotations_out = np.empty((len(roots), len(skeleton), 3)), np.empty(rotations.shape)
    world_transforms(
        skeleton.parents,
        kernel_floats(roots),
        kernel_floats(local),
        kernel_floats(rotations),
        positions_out,
        rotations_out,
    )
    if single:
        return WorldTransforms(positions_out[0], rotations_out[0])
    return WorldTransforms(positions_out, rotations_out)


def end_positions(skeleton: Skeleton, world: WorldTransforms) -> Floats:
    """(..., E, 3) world positions of the skeleton's end sites [m]."""
    return points_on_joints(world, skeleton.end_joints, skeleton.end_offsets)


def points_on_joints(world: WorldTransforms, joints: np.ndarray, offsets: np.ndarray) -> Floats:
    """(..., P, 3) world positions of points fixed to joints [m].

    joints: (P,) the joint that carries each point.
    offsets: (P, 3) the point in that joint's frame [m].
    """
    joints = np.asarray(joints, dtype=np.int64)
    return world.positions[..., joints, :] + quat_rotate(world.rotations[..., joints, :], offsets)


def transform_matrices(world: WorldTransforms) -> Floats:
    """(..., J, 4, 4) homogeneous world-from-joint matrices."""
    shape = world.positions.shape[:-1]
    flat = matrices(
        kernel_floats(world.positions.reshape(-1, 3)), kernel_floats(world.rotations.reshape(-1, 4))
    )
    return flat.reshape(*shape, 4, 4)
