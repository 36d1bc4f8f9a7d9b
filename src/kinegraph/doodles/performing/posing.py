"""Posing a puppet: from goals of many frames to joints in the world, and to a clip's rotations."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet
from kinegraph.doodles.performing.front_poses import lay_on_front
from kinegraph.doodles.performing.limb_kernels import local_quaternions
from kinegraph.doodles.performing.puppet_kernels import pose_frames
from kinegraph.doodles.performing.puppet_layout import PoseGoals, PuppetPoses
from kinegraph.doodles.performing.slopes import tilt_feet

_PARENTS = np.array([-1, 0, 1, 2, 2, 4, 2, 6, 0, 8, 9, 10, 0, 12, 13, 14])
# Places that each column of `floors` is measured under: the feet, the hands, the hips, the head's tip.
_OVER_FLOORS = (*at.FOOT, *at.HAND_TIP, at.HIPS, at.HEAD_TIP)
_FAR_BELOW = -1e6  # a floor that no part reaches [m]

Ground = Callable[[Floats], Floats]


@runtime_checkable
class HasGround(Protocol):
    """A scene with a ground: heights (...) under points (..., 3) [m]."""

    def ground(self, points: Floats) -> Floats: ...


def ground_of(scene: HasGround | Ground | None) -> Ground | None:
    """The ground function of a scene, or the function itself; None for the plane y = 0."""
    if getattr(scene, "is_level", False):
        return None
    return scene.ground if isinstance(scene, HasGround) else scene


def pose_puppet(
    puppet: DrawnPuppet, goals: PoseGoals, ground: Ground | None, by_root: bool = False
) -> PuppetPoses:
    """Poses the puppet so that its centre of mass (`by_root`: its root) is at the goals."""
    if ground is None:
        return _solve(puppet, goals, np.zeros((1, at.FLOORS)), by_root)
    # The first solve finds the ground under each part; the second poses the parts above it.
    free = _solve(puppet, goals, np.full((1, at.FLOORS), _FAR_BELOW), by_root)
    poses = _solve(puppet, goals, ground(free.places[:, _OVER_FLOORS]), by_root)
    if not by_root:
        tilt_feet(puppet, poses, ground)
    return poses


def _solve(puppet: DrawnPuppet, goals: PoseGoals, floors: Floats, by_root: bool) -> PuppetPoses:
    frames = len(goals.body)
    out = PuppetPoses(
        np.zeros((frames, at.PARTS, 3, 3)),
        np.zeros((frames, at.PLACES, 3)),
        np.empty((frames, 3)),
        np.zeros((frames, at.LIMBS)),
    )
    pose_frames(puppet.arrays, PoseGoals(*map(kernel_floats, goals)), kernel_floats(floors), by_root, out)
    return out


def pose_drawing(puppet: DrawnPuppet, goals: PoseGoals, poses: PuppetPoses) -> PuppetPoses:
    """The poses as the drawing shows them: those of a front view are laid onto it.

    goals: Those that the poses were made for.
    """
    if puppet.front is None:
        return poses
    return lay_on_front(puppet.front, puppet.limb_lengths, goals, poses)


def clip_rotations(puppet: DrawnPuppet, poses: PuppetPoses) -> Floats:
    """(F, J, 4) local rotations on the puppet's skeleton, neighbouring frames with the nearer sign."""
    quats = np.empty((len(poses.places), at.PARTS, 4))
    rotations = poses.rotations.copy()
    if not puppet.has_arms:
        rotations[:, [*at.UPPER_ARM, *at.LOWER_ARM]] = np.eye(3)
    local_quaternions(rotations, _PARENTS, quats)
    there = np.flatnonzero(puppet.joints >= 0)
    joints = np.empty((len(quats), len(puppet.skeleton), 4))
    joints[:, puppet.joints[there]] = quats[:, there]
    return joints
