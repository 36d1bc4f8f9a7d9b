"""Posing a puppet: from goals, angles and plants of many frames to joints in the world, and to a clip's
rotations."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.doodles.performing.drawn_puppet import PARTS, Puppet
from kinegraph.doodles.performing.limb_kernels import local_quaternions
from kinegraph.doodles.performing.puppet_kernels import pose_frames

_PARENTS = np.array([-1, 0, 1, 2, 2, 4, 2, 6, 0, 8, 9, 10, 0, 12, 13, 14])
# Whose ground each column of `floors` is: the two feet, the two hands, the hips, the head's top.
_STANDS_ON = (10, 14, 17, 18, 0, 16)

Ground = Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class Posed:
    """A puppet in F frames.

    rotations: (F, 16, 3, 3) world-from-part; places: (F, 21, 3) parts, then tips, in the world [m].
    centers: (F, 3) centre of mass [m]; short: (F, 4) how far feet and hands are from their plants [m].
    """

    rotations: Floats
    places: Floats
    centers: Floats
    short: Floats

    @property
    def roots(self) -> Floats:
        """(F, 3) where the hips are [m]."""
        return self.places[:, 0]


@dataclass(frozen=True, eq=False)
class Goals:
    """What a puppet shall do in F frames: see puppet_kernels.pose_frames."""

    body: Floats
    angles: Floats
    feet: Floats
    hands: Floats


def ground_of(scene: Any) -> Ground | None:
    """The ground of a scene: the callable itself, or what has a method `ground`; None for the plane y = 0."""
    return scene.ground if hasattr(scene, "ground") else scene


def posed(puppet: Puppet, goals: Goals, ground: Ground | None, by_root: bool = False) -> Posed:
    """Poses the puppet so that its centre of mass (`by_root`: its root) is where the goals say."""
    flat = np.zeros((1, 6))
    result = _solved(puppet, goals, flat if ground is None else np.full((1, 6), -1e6), by_root)
    if ground is None:
        return result
    # Where the parts are tells which ground is under them; then they are posed again, above it.
    return _solved(puppet, goals, ground(result.places[:, _STANDS_ON]), by_root)


def _solved(puppet: Puppet, goals: Goals, floors: Floats, by_root: bool) -> Posed:
    frames = len(goals.body)
    out = Posed(
        np.zeros((frames, 16, 3, 3)), np.zeros((frames, 21, 3)), np.empty((frames, 3)), np.zeros((frames, 4))
    )
    pose_frames(
        kernel_floats(goals.body), by_root, kernel_floats(goals.angles), kernel_floats(goals.feet),
        kernel_floats(goals.hands), kernel_floats(floors),
        puppet.offsets, puppet.tips, puppet.masses, puppet.boxes, puppet.measures, puppet.lifts,
        puppet.has_arms, out.rotations, out.places, out.centers, out.short,
    )  # fmt: skip
    return out


def clip_rotations(puppet: Puppet, result: Posed) -> Floats:
    """(F, J, 4) local rotations on the puppet's skeleton, neighbouring frames with the nearer sign."""
    quats = np.empty((len(result.places), len(PARTS), 4))
    rotations = result.rotations.copy()
    if not puppet.has_arms:
        rotations[:, 4:8] = np.eye(3)
    local_quaternions(rotations, _PARENTS, quats)
    there = np.flatnonzero(puppet.joints >= 0)
    joints = np.empty((len(quats), len(puppet.skeleton), 4))
    joints[:, puppet.joints[there]] = quats[:, there]
    return joints
