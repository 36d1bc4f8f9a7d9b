"""A body at rest, as it is judged: places of joints and tips, mirror partners, facing direction."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.characters.anatomy.names import NameReading
from kinegraph.core.arrays import Floats
from kinegraph.core.skeleton import Skeleton

LONG = 0.15
"""An appendage that reaches less far than this share of the body's size is no limb."""


@dataclass(frozen=True, eq=False)
class Shape:
    """A skeleton at rest, as it is judged.

    positions: (J, 3) joints [m].
    tips: For each joint the points [m] where its own bones end that lead to no joint: end sites, or itself.
    mirror: (J,) partner of each joint.
    bare: (J,) whether a leaf joint moves no part of a mesh that others move: the rig's way to mark an end.
    facing: (3,) level unit vector forward, or None where it is unknown.
    ground, height, size: Lowest point, height above it and diagonal of the body [m].
    """

    skeleton: Skeleton
    readings: Sequence[NameReading]
    positions: Floats
    tips: Sequence[Sequence[Floats]]
    mirror: Sequence[int]
    bare: Sequence[bool]
    facing: Floats | None
    ground: float
    height: float
    size: float

    def reach(self, joint: int) -> float:
        """Distance from a joint's parent to the farthest tip below the joint [m]."""
        start = self.positions[max(int(self.skeleton.parents[joint]), 0)]
        return max(float(np.linalg.norm(tip - start)) for tip in self.tips_below(joint))

    def tips_below(self, joint: int) -> list[Floats]:
        """The tips of a joint and of all below it [m]."""
        return [tip for j in self.skeleton.descendants(joint) for tip in self.tips[j]]

    def lowest(self, joint: int) -> float:
        """Height above the ground of the lowest tip or joint from a joint on down [m]."""
        joints = float(self.positions[list(self.skeleton.descendants(joint)), 1].min())
        return min(joints, *(float(tip[1]) for tip in self.tips_below(joint))) - self.ground

    def central(self, joint: int) -> bool:
        """True if a joint has neither a partner nor a named side."""
        return self.mirror[joint] == joint and self.readings[joint].side == 0

    def solid(self, joint: int) -> bool:
        """True if a joint is a piece of the body: neither a control of the rig nor the mark of an end."""
        return not self.readings[joint].helper and not self.readings[joint].tip

    @property
    def symmetric(self) -> bool:
        """True if any joint has a partner."""
        return any(partner != joint for joint, partner in enumerate(self.mirror))
