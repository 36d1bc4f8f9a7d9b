"""Spatial set: key poses tied to places, and how they blend between them.

A set owns some manipulators. Each of its keys holds their values for one place of the set's controller. Sets
are immutable: every edit returns a new one, so undo keeps the old one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import ArrayField, frozen_floats, frozen_quats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.perform.sets.manipulators import Manipulator, body_manipulators, values_of_pose
from kinegraph.perform.sets.marker_layout import marker_layout
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.radial_map import DEGREES


class UnknownKey(UnknownName):
    """A key name that the set does not have."""

    kind = "key"


@dataclass(frozen=True, eq=False)
class SpatialKey:
    """Values of a set's manipulators for one place of its controller.

    name: Unique in its set.
    place: (3,) the marker, in the space of the set's controller [m].
    positions: (M, 3) of the set's manipulators [m]; zero where one does not move.
    rotations: (M, 4) unit quaternions xyzw; the identity where one does not turn.
    """

    name: str
    place: ArrayField
    positions: ArrayField
    rotations: ArrayField

    def __post_init__(self) -> None:
        label = f"pose {self.name!r}"
        positions = frozen_floats(f"Positions of {label}", self.positions, (None, 3))
        rotations = frozen_quats(f"Rotations of {label}", self.rotations, (len(positions), 4))
        object.__setattr__(self, "place", frozen_floats(f"The place of {label}", self.place, (3,)))
        object.__setattr__(self, "positions", positions)
        object.__setattr__(self, "rotations", rotations)


@dataclass(frozen=True, eq=False)
class SpatialSet:
    """Keys of some manipulators.

    name: Unique in its rig.
    keys: In the order they were set.
    function, degree: How they blend: the radial function, and the degree of the polynomial under it, -1 for
        none.
    home: (3,) place of its controller at rest [m].
    """

    name: str
    manipulators: tuple[Manipulator, ...]
    keys: tuple[SpatialKey, ...] = ()
    function: RadialFunction = RadialFunction.LINEAR
    degree: int = 1
    home: ArrayField = (0.0, 0.0, 0.0)  # type: ignore[assignment]  # checked below

    def __post_init__(self) -> None:
        object.__setattr__(self, "manipulators", tuple(self.manipulators))
        object.__setattr__(self, "keys", tuple(self.keys))
        object.__setattr__(self, "function", RadialFunction(self.function))
        object.__setattr__(self, "home", frozen_floats(f"The home of set {self.name!r}", self.home, (3,)))
        if not self.manipulators:
            raise InvalidValue(f"The set {self.name!r} has nothing to pose; give it a manipulator.")
        if self.degree not in DEGREES:
            raise InvalidValue(f"The degree of a set's polynomial must be -1, 0 or 1, not {self.degree}.")
        _refuse_repeated("manipulator", [f"{m.kind} {m.target}" for m in self.manipulators], self.name)
        _refuse_repeated("key", [key.name for key in self.keys], self.name)
        for key in self.keys:
            if len(key.positions) != len(self.manipulators):
                raise InvalidValue(
                    f"The pose {key.name!r} is for {len(key.positions)} manipulators; "
                    f"the set {self.name!r} has {len(self.manipulators)}."
                )
        if self.keys:
            marker_layout(np.stack([key.place for key in self.keys]), [key.name for key in self.keys])

    def key(self, name: str) -> SpatialKey:
        """The key of a name."""
        for key in self.keys:
            if key.name == name:
                return key
        raise UnknownKey(name, [key.name for key in self.keys])

    def with_key(self, key: SpatialKey) -> "SpatialSet":
        """The set with a key added, or with the key of that name replaced."""
        if any(other.name == key.name for other in self.keys):
            return replace(self, keys=tuple(key if other.name == key.name else other for other in self.keys))
        return replace(self, keys=(*self.keys, key))

    def with_pose(
        self, pose: Pose, place: ArrayLike, name: str | None = None, carrier: int | None = None
    ) -> "SpatialSet":
        """The set with a key added that holds a pose; `name` defaults to the next free "pose N".

        carrier: The joint in whose space the set's handles are given, as its rig defines; None for the world.
        """
        positions, rotations = values_of_pose(self.manipulators, pose, carrier)
        return self.with_key(SpatialKey(name or self.free_name(), place, positions, rotations))

    def with_place(self, name: str, place: ArrayLike) -> "SpatialSet":
        """The set with a key's marker moved."""
        return self.with_key(replace(self.key(name), place=place))

    def renamed_key(self, name: str, new: str) -> "SpatialSet":
        """The set with a key renamed."""
        renamed = replace(self.key(name), name=new)
        return replace(self, keys=tuple(renamed if key.name == name else key for key in self.keys))

    def without_key(self, name: str) -> "SpatialSet":
        """The set without a key."""
        gone = self.key(name)
        return replace(self, keys=tuple(key for key in self.keys if key is not gone))

    def free_name(self) -> str:
        """A name that no key has: "pose 1", "pose 2", ..."""
        taken = {key.name for key in self.keys}
        return next(name for n in range(1, len(taken) + 2) if (name := f"pose {n}") not in taken)


def pose_set(
    skeleton: Skeleton, name: str, poses: Sequence[tuple[ArrayLike, Pose]] = (), **options: Any
) -> SpatialSet:
    """A set of whole-body poses: (place [m], pose) pairs.

    options: `function` and `degree`, as SpatialSet has them.
    """
    made = SpatialSet(name, body_manipulators(skeleton), **options)
    for place, pose in poses:
        if pose.skeleton != skeleton:
            raise InvalidValue(f"A pose of another skeleton cannot join the set {name!r}.")
        made = made.with_pose(pose, place)
    return made


def _refuse_repeated(what: str, names: Sequence[str], set_name: str) -> None:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidValue(f"The set {set_name!r} has the {what} {twice!r} twice.")
