"""The points of a body that can touch the ground: of its flesh where it has a mesh, else of its bones."""

from dataclasses import dataclass

import numpy as np

from kinegraph.characters.anatomy.bodies import flesh
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.kinematics.forward import WorldTransforms, points_on_joints
from kinegraph.creatures.body.creature import Creature

_WAYS = np.array(
    [[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if (x, y, z) != (0, 0, 0)],
    dtype=np.float64,
)
_WAYS /= np.linalg.norm(_WAYS, axis=1, keepdims=True)


@dataclass(frozen=True, eq=False)
class TouchingPoints:
    """P points on joints.

    joints: (P,) the joint that carries each.
    offsets: (P, 3) in that joint's frame [m].
    """

    joints: Ints
    offsets: Floats

    def heights(self, world: WorldTransforms) -> Floats:
        """(..., P) height of each point [m]."""
        return points_on_joints(world, self.joints, self.offsets)[..., 1]

    def lowest_by_joint(self, world: WorldTransforms, count: int) -> Floats:
        """(F, J) height of the lowest point of each of `count` joints [m]; infinite where it has none."""
        heights = self.heights(world)
        found = np.full((len(heights), count), np.inf)
        for joint in np.unique(self.joints).tolist():
            found[:, joint] = heights[:, self.joints == joint].min(axis=1)
        return found

    def of(self, joint: int) -> Floats:
        """(N, 3) the points of one joint, in its frame [m]."""
        return self.offsets[self.joints == joint]


def touching_points(creature: Creature) -> TouchingPoints:
    """The points of a creature: for each joint the flesh that is outermost in 26 directions.

    Without a mesh these are the ends of bones.
    """
    clouds = flesh(creature.character)
    if not any(len(cloud) for cloud in clouds):
        clouds = _bones(creature)
    joints, offsets = [], []
    for joint, cloud in enumerate(clouds):
        if len(cloud):
            outermost = np.unique((cloud @ _WAYS.T).argmax(axis=0))
            joints += [joint] * len(outermost)
            offsets.append(cloud[outermost])
    return TouchingPoints(np.array(joints, dtype=np.int64), np.concatenate([np.empty((0, 3)), *offsets]))


def carriers(creature: Creature) -> frozenset[int]:
    """The joints above the body that only carry it, such as a root on the floor: no bones of its own."""
    parents, found = creature.character.skeleton.parents, set[int]()
    joint = int(parents[creature.root])
    while joint >= 0:
        found.add(joint)
        joint = int(parents[joint])
    return frozenset(joint for joint in found if not creature.caps[joint])


def _bones(creature: Creature) -> list[Floats]:
    """For each joint of the body its place, and those of its children and end sites, in its frame."""
    skeleton, above = creature.character.skeleton, carriers(creature)
    found = []
    for joint, children in enumerate(skeleton.children):
        ends = skeleton.end_offsets[skeleton.end_joints == joint]
        own = np.concatenate([np.zeros((1, 3)), skeleton.offsets[list(children)], ends])
        found.append(np.empty((0, 3)) if joint in above else own)
    return found
