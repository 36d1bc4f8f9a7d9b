"""FleshTree: which bones of a plan have flesh, and which of them hangs on which."""

from dataclasses import dataclass

import numpy as np

from kinegraph.characters.body_plan import BodyPlan
from kinegraph.core.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class FleshTree:
    """The B bones that have flesh.

    bones: (B,) their indices in plan.bones.
    parents: (B,) the nearest of them above each, -1 for none.
    thickness: (B,) radius of the flesh where it leaves its parent [m].
    """

    bones: Ints
    parents: Ints
    thickness: Floats

    def around(self, bone: int) -> list[int]:
        """The children of a bone, then its parent."""
        children = [int(child) for child in np.flatnonzero(self.parents == bone)]
        return children + ([int(self.parents[bone])] if self.parents[bone] >= 0 else [])


def flesh_tree(plan: BodyPlan) -> FleshTree:
    """Reads a plan."""
    blobbed = {blob.bone for blob in plan.blobs}
    fleshed = [i for i, bone in enumerate(plan.bones) if bone.radii is not None or bone.name in blobbed]
    names = {bone.name: i for i, bone in enumerate(plan.bones)}
    local = {index: b for b, index in enumerate(fleshed)}
    parents = np.full(len(fleshed), -1, dtype=np.int64)
    for b, index in enumerate(fleshed):
        above = plan.bones[index].parent
        while above is not None and names[above] not in local:
            above = plan.bones[names[above]].parent
        parents[b] = -1 if above is None else local[names[above]]
    thickness = np.array([_thickness(plan, index) for index in fleshed])
    return FleshTree(np.array(fleshed, dtype=np.int64), parents, thickness)


def _thickness(plan: BodyPlan, index: int) -> float:
    bone = plan.bones[index]
    if bone.radii is not None:
        return bone.radii[0]
    return min(float(blob.radii.mean()) for blob in plan.blobs if blob.bone == bone.name)
