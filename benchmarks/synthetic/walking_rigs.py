"""Random rigs that walk by their feet: generated bodies on two to eight legs, posed round a ring."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.core.pose import Pose
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import pose_set

NAME = "walk"
_KINDS = ("biped", "strider", "bird", "quadruped", "tripod", "insect", "spider", "centaur", "lopsided")
_FUNCTIONS = (RadialFunction.HARDY, RadialFunction.HARDY, RadialFunction.LINEAR)


def walking_rig(seed: int) -> SpatialRig:
    """A body whose legs swing and bend by random amounts in three to six poses round a ring.

    Legs step one after the other or in two groups; markers lie off the ring by up to a fifth of it.
    """
    rng = np.random.default_rng([seed, 1300])
    creature = creature_from_plan(generate(int(rng.integers(2**31)), _KINDS[seed % len(_KINDS)]), skin=False)
    count, legs = int(rng.integers(3, 7)), len(creature.legs)
    lags = np.arange(legs) / legs if rng.random() < 0.4 else 0.5 * (np.arange(legs) % 2)
    lags = lags + rng.normal(size=legs) * 0.04
    swing, knee = rng.uniform(0.15, 0.5), rng.uniform(0.2, 1.0)
    poses = []
    for turn in np.arange(count) / count:
        around = 2.0 * np.pi * turn
        place = np.array([np.cos(around), np.sin(around), 0.0]) * rng.uniform(0.8, 1.2) * 0.4
        poses.append((place, _stride(creature, 2.0 * np.pi * (turn + lags), swing, knee)))
    function = _FUNCTIONS[int(rng.integers(len(_FUNCTIONS)))]
    made = pose_set(creature.character.skeleton, NAME, poses, function=function)
    return SpatialRig(creature.character, (made,))


def _stride(creature: Creature, phases: Floats, swing: float, knee: float) -> Pose:
    """The rest pose with each leg swung about its seat, and bent where its foot comes forward."""
    pose = creature.character.rest
    for leg, phase in zip(creature.legs, phases.tolist(), strict=True):
        bodies = list(leg.bodies)
        pose = _turned(pose, bodies[0], -swing * np.cos(phase))
        bend = knee * max(np.sin(phase), 0.0) ** 2
        if len(bodies) > 2:
            pose = _turned(_turned(pose, bodies[0], -0.5 * bend), bodies[1], bend)
        pose = _turned(pose, bodies[-1], swing * np.cos(phase) - (0.5 * bend if len(bodies) > 2 else 0.0))
    return pose


def _turned(pose: Pose, joint: int, angle: float) -> Pose:
    """The pose with a joint turned about the world's X axis [rad]."""
    above = int(pose.skeleton.parents[joint])
    world = forward_kinematics(pose).rotations[above]
    axis = quat_rotate(quat_conjugate(world), np.array([1.0, 0.0, 0.0]))
    rotations = pose.rotations.copy()
    rotations[joint] = quat_multiply(quat_from_axis_angle(angle * axis), rotations[joint])
    return Pose(pose.skeleton, pose.root_translation, rotations, pose.translations)
