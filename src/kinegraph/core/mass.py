"""Centre of mass: every body is a capsule of one density from its joint to each child and end site."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import WorldTransforms, end_positions, forward_kinematics
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


def center_of_mass(character: Character, motion: Pose | Clip | WorldTransforms) -> Floats:
    """(..., 3) the character's centre of mass in the world [m], for each pose of the motion."""
    world = motion if isinstance(motion, WorldTransforms) else forward_kinematics(motion)
    joints, ends = mass_shares(character)
    tips = end_positions(character.skeleton, world)
    return np.einsum("...jk,j->...k", world.positions, joints) + np.einsum("...ek,e->...k", tips, ends)


def mass_shares(character: Character) -> tuple[Floats, Floats]:
    """(J,) and (E,) shares of the mass, summing to one, to give to joints and to end sites.

    A capsule balances at its middle, so half of its mass at either tip is the same to the centre of mass.
    Bodies without thickness weigh by their length; a skeleton of no length at all, by its joints.
    """
    skeleton = character.skeleton
    owners, tips, lengths = _segments(skeleton)
    radii = np.array([body.radius for body in character.bodies])[owners]
    masses = np.pi * radii**2 * lengths + 4.0 / 3.0 * np.pi * radii**3
    if masses.sum() <= 0.0:
        masses = lengths
    if masses.sum() <= 0.0:
        masses = np.ones(len(owners))
    halves = 0.5 * masses / masses.sum()
    shares = np.zeros(len(skeleton) + len(skeleton.end_joints))
    np.add.at(shares, owners, halves)
    np.add.at(shares, tips, halves)
    return shares[: len(skeleton)], shares[len(skeleton) :]


def _segments(skeleton: Skeleton) -> tuple[np.ndarray, np.ndarray, Floats]:
    """(S,) the joint that owns each capsule, (S,) its far tip (joints, then end sites), (S,) its length [m].

    A joint with neither children nor end sites owns a capsule of no length: a ball.
    """
    joints = np.arange(len(skeleton))
    leaves = np.setdiff1d(joints, np.concatenate([skeleton.parents, skeleton.end_joints]))
    owners = np.concatenate([skeleton.parents[1:], skeleton.end_joints, leaves])
    tips = np.concatenate([joints[1:], len(skeleton) + np.arange(len(skeleton.end_joints)), leaves])
    reach = np.linalg.norm(np.concatenate([skeleton.offsets[1:], skeleton.end_offsets]), axis=1)
    return owners, tips, np.concatenate([reach, np.zeros(len(leaves))])
