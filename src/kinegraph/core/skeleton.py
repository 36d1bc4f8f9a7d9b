"""Skeleton: joints in parent-before-child order, with their rest placement. Immutable."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, Ints, frozen_floats, frozen_ints, frozen_quats
from kinegraph.core.errors import InvalidValue, UnknownJoint


@dataclass(frozen=True, eq=False)
class Skeleton:
    """A tree of named joints.

    names: One unique name per joint.
    parents: (J,) parent index per joint, -1 for the root, always joint 0; a parent precedes its children.
    offsets: (J, 3) rest position of each joint in its parent's frame [m]; the root's is in the world.
    rest_rotations: (J, 4) rest parent-from-joint rotations, unit quaternions xyzw.
    end_joints: (E,) the joint each end site (a tip that cannot move) hangs on; several may share one.
    end_offsets: (E, 3) the end site's position in that joint's frame [m].
    """

    names: tuple[str, ...]
    parents: Ints
    offsets: Floats
    rest_rotations: Floats
    end_joints: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    end_offsets: Floats = field(default_factory=lambda: np.empty((0, 3)))

    def __post_init__(self) -> None:
        names = tuple(self.names)
        count = len(names)
        if count == 0:
            raise InvalidValue("A skeleton needs at least one joint.")
        repeated = {name for name in names if names.count(name) > 1} if len(set(names)) < count else set()
        if repeated:
            raise InvalidValue(f"Joint names must be unique; {sorted(repeated)[0]!r} is used more than once.")
        parents = frozen_ints("Skeleton parents", self.parents, (count,))
        if parents[0] != -1 or (parents[1:] < 0).any() or (parents >= np.arange(count)).any():
            raise InvalidValue(
                "Joints must be one tree with the root first and each parent before its children."
            )
        rotations = frozen_quats("Skeleton rest rotations", self.rest_rotations, (count, 4))
        ends = frozen_ints("Skeleton end joints", self.end_joints, (None,))
        if ends.size and (ends.min() < 0 or ends.max() >= count):
            raise InvalidValue("An end site hangs on a joint that does not exist.")
        values = {
            "names": names,
            "parents": parents,
            "offsets": frozen_floats("Skeleton offsets", self.offsets, (count, 3)),
            "rest_rotations": rotations,
            "end_joints": ends,
            "end_offsets": frozen_floats("Skeleton end offsets", self.end_offsets, (len(ends), 3)),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @staticmethod
    def from_offsets(
        names: Sequence[str],
        parents: ArrayLike,
        offsets: Iterable,
        ends: Iterable[tuple[int, Sequence[float]]] = (),
    ) -> "Skeleton":
        """A skeleton whose joints all rest unrotated, as in BVH. `ends` are (joint, offset) pairs."""
        ends = list(ends)
        return Skeleton(
            names=tuple(names),
            parents=np.asarray(parents, dtype=np.int64),
            offsets=np.asarray(offsets, dtype=np.float64).reshape(-1, 3),
            rest_rotations=np.tile([0.0, 0.0, 0.0, 1.0], (len(names), 1)),
            end_joints=np.array([joint for joint, _ in ends], dtype=np.int64),
            end_offsets=np.array([offset for _, offset in ends], dtype=np.float64).reshape(-1, 3),
        )

    def __len__(self) -> int:
        return len(self.names)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Skeleton)
            and self.names == other.names
            and all(
                np.array_equal(getattr(self, name), getattr(other, name))
                for name in ("parents", "offsets", "rest_rotations", "end_joints", "end_offsets")
            )
        )

    def __hash__(self) -> int:
        return hash((self.names, self.parents.tobytes(), self.offsets.tobytes()))

    @cached_property
    def _index_by_name(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.names)}

    def index(self, name: str) -> int:
        """The index of the joint called `name`; raises UnknownJoint with the nearest names."""
        try:
            return self._index_by_name[name]
        except KeyError:
            raise UnknownJoint(name, self.names) from None

    def __contains__(self, name: object) -> bool:
        return name in self._index_by_name

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The children of each joint, in index order."""
        lists: list[list[int]] = [[] for _ in self.names]
        for joint, parent in enumerate(self.parents.tolist()):
            if parent >= 0:
                lists[parent].append(joint)
        return tuple(tuple(children) for children in lists)

    @cached_property
    def depths(self) -> Ints:
        """(J,) number of joints above each joint."""
        depths = np.zeros(len(self), dtype=np.int64)
        for joint in range(1, len(self)):
            depths[joint] = depths[self.parents[joint]] + 1
        return frozen_ints("depths", depths, (len(self),))

    def chain(self, joint: int) -> tuple[int, ...]:
        """The joints from the root to `joint`, both included."""
        path = []
        while joint >= 0:
            path.append(joint)
            joint = int(self.parents[joint])
        return tuple(reversed(path))

    def descendants(self, joint: int) -> tuple[int, ...]:
        """`joint` and every joint below it, in index order."""
        inside = {joint}
        for candidate in range(joint + 1, len(self)):
            if int(self.parents[candidate]) in inside:
                inside.add(candidate)
        return tuple(sorted(inside))
