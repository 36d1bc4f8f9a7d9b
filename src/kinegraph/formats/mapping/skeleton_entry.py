"""A skeleton as our own JSON formats have it: typed structures that check every number on the way in."""

from typing import Annotated

import msgspec
import numpy as np

from kinegraph.core.errors import InvalidValue, UnknownJoint
from kinegraph.core.skeleton import Skeleton

# Beyond these no sum of them is sure to stay finite, and no motion needs them.
Number = Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]
Vector = tuple[Number, Number, Number]
Quaternion = tuple[Number, Number, Number, Number]


class JointEntry(msgspec.Struct):
    name: str
    parent: str | None
    offset: Vector
    rotation: Quaternion = (0.0, 0.0, 0.0, 1.0)


class EndEntry(msgspec.Struct):
    joint: str
    offset: Vector


class SkeletonEntry(msgspec.Struct):
    joints: Annotated[list[JointEntry], msgspec.Meta(min_length=1, max_length=10_000)]
    ends: list[EndEntry] = []


def skeleton_entry(skeleton: Skeleton) -> SkeletonEntry:
    """The entry of a skeleton."""
    names = skeleton.names
    joints = [
        JointEntry(
            name,
            None if parent < 0 else names[parent],
            tuple(skeleton.offsets[joint].tolist()),
            tuple(skeleton.rest_rotations[joint].tolist()),
        )
        for joint, (name, parent) in enumerate(zip(names, skeleton.parents.tolist(), strict=True))
    ]
    ends = [
        EndEntry(names[joint], tuple(offset))
        for joint, offset in zip(skeleton.end_joints.tolist(), skeleton.end_offsets.tolist(), strict=True)
    ]
    return SkeletonEntry(joints, ends)


def skeleton_of_entry(entry: SkeletonEntry, metres: float = 1.0) -> Skeleton:
    """The skeleton that an entry describes.

    metres: Per unit of the entry's lengths.
    """
    indices: dict[str, int] = {}
    parents = []
    for number, joint in enumerate(entry.joints):
        if joint.name in indices:
            raise InvalidValue(f"joints {indices[joint.name]} and {number} are both called {joint.name!r}.")
        if joint.parent is not None and joint.parent not in indices:
            raise InvalidValue(
                f"the parent of joint {number}, {joint.parent!r}, is not one of the joints before it."
            )
        parents.append(-1 if joint.parent is None else indices[joint.parent])
        indices[joint.name] = number
    for end in entry.ends:
        if end.joint not in indices:
            raise UnknownJoint(end.joint, indices)
    return Skeleton(
        names=tuple(indices),
        parents=np.array(parents, dtype=np.int64),
        offsets=np.array([joint.offset for joint in entry.joints]) * metres,
        rest_rotations=np.array([joint.rotation for joint in entry.joints]),
        end_joints=np.array([indices[end.joint] for end in entry.ends], dtype=np.int64),
        end_offsets=np.array([end.offset for end in entry.ends], dtype=np.float64).reshape(-1, 3) * metres,
    )
