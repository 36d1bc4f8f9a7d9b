"""Spatial rig: the sets of one character, and which controller moves which.

A set whose manipulators are other sets' controllers synchronizes them: moving its controller moves theirs,
and through them the body. So sets form a forest, and the user moves only the highest controllers.

Two sets that key the same freedom, a joint's place or its turn, are alternatives ("sit" and "dance"): one of
them is active at a time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.spatial_set import SpatialSet

ON_THE_BODY = (ManipulatorKind.JOINT, ManipulatorKind.HANDLE, ManipulatorKind.POLE)


class UnknownSet(UnknownName):
    """A set name that the rig does not have."""

    kind = "set"


class RankCycle(InvalidValue):
    """Sets that would move each other in a circle.

    names: Along the circle, the first repeated at the end.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        super().__init__(
            f"The controllers {' -> '.join(map(repr, names))} would move each other in a circle; "
            "take one of them out of the set that moves it."
        )


@dataclass(frozen=True, eq=False)
class SpatialRig:
    """A character with its sets."""

    character: Character
    sets: tuple[SpatialSet, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "sets", tuple(self.sets))
        names = [each.name for each in self.sets]
        for name in names:
            if names.count(name) > 1:
                raise InvalidValue(f"{self.character.name} has two sets called {name!r}; rename one.")
        for each in self.sets:
            for manipulator in each.manipulators:
                self._check_target(each, manipulator)
        self._check_forest()

    def set(self, name: str) -> SpatialSet:
        """The set of a name."""
        for each in self.sets:
            if each.name == name:
                return each
        raise UnknownSet(name, [each.name for each in self.sets])

    def with_set(self, changed: SpatialSet) -> "SpatialRig":
        """The rig with a set added, or with the set of that name replaced."""
        if any(each.name == changed.name for each in self.sets):
            return replace(self, sets=tuple(changed if s.name == changed.name else s for s in self.sets))
        return replace(self, sets=(*self.sets, changed))

    def without_set(self, name: str) -> "SpatialRig":
        """The rig without a set, and without it in the sets that moved its controller."""
        self.set(name)
        kept = (_without_controller(each, name) for each in self.sets if each.name != name)
        return replace(self, sets=tuple(each for each in kept if each is not None))

    def parent(self, name: str) -> str | None:
        """The set that moves this set's controller, or None for one of the highest."""
        return next((each.name for each in self.sets if name in controllers_of(each)), None)

    def rank(self, name: str) -> int:
        """1 for a set that moves the body itself, one more for each set in between."""
        return 1 + max((self.rank(child) for child in controllers_of(self.set(name))), default=0)

    def highest(self) -> tuple[str, ...]:
        """The sets that no other set moves, which the user performs with; highest rank first."""
        free = [each.name for each in self.sets if self.parent(each.name) is None]
        return tuple(sorted(free, key=lambda name: -self.rank(name)))

    def from_the_top(self) -> tuple[str, ...]:
        """All sets, each after the one that moves it."""
        return tuple(sorted((each.name for each in self.sets), key=lambda name: -self.rank(name)))

    def alternatives(self, name: str) -> tuple[str, ...]:
        """Sets that key something which this set keys too, itself included, in the rig's order."""
        if name not in self._alternatives:
            self.set(name)
        return self._alternatives[name]

    @cached_property
    def _alternatives(self) -> dict[str, tuple[str, ...]]:
        """Alternatives by set name; cached, because playing asks for them in every frame."""
        keyed = {each.name: _freedoms(each) for each in self.sets}
        return {
            name: tuple(other for other in keyed if not keyed[name].isdisjoint(keyed[other]))
            for name in keyed
        }

    def carrier(self, name: str) -> int | None:
        """The joint whose space a set's controller and markers live in, or None for the world.

        It belongs to the highest-ranking set above the set's own joints, so that the set that moves the root
        carries all others along.
        """
        skeleton = self.character.skeleton
        own = _joints_of(self, name)
        shared = [set(_ancestors(skeleton.parents, joint)) for joint in own]
        above = set.intersection(*shared) - own if shared else set()
        found: tuple[int, int, int] | None = None
        for other in self.sets:
            owned = [skeleton.index(m.target) for m in other.manipulators if m.kind == ManipulatorKind.JOINT]
            for joint in above.intersection(owned):
                choice = (self.rank(other.name), -joint, joint)
                found = choice if found is None or choice > found else found
        return None if found is None else found[2]

    def _check_target(self, owner: SpatialSet, manipulator: Manipulator) -> None:
        if manipulator.kind in ON_THE_BODY:
            self.character.skeleton.index(manipulator.target)
        elif manipulator.kind == ManipulatorKind.CONTROLLER:
            self.set(manipulator.target)
            parents = [other.name for other in self.sets if manipulator.target in controllers_of(other)]
            if len(parents) > 1:
                raise InvalidValue(
                    f"The controller of {manipulator.target!r} is moved by {parents[0]!r} already; "
                    f"{owner.name!r} cannot move it too."
                )

    def _check_forest(self) -> None:
        for each in self.sets:
            path = [each.name]
            while (above := self.parent(path[-1])) is not None:
                path.append(above)
                if above in path[:-1]:
                    raise RankCycle(path[path.index(above) :])


def controllers_of(each: SpatialSet) -> tuple[str, ...]:
    """The sets whose controllers a synchronizing set moves."""
    return tuple(m.target for m in each.manipulators if m.kind == ManipulatorKind.CONTROLLER)


def _freedoms(each: SpatialSet) -> set[tuple[str, str, str]]:
    """Values that a set keys: kind and target of its manipulators, and whether their place or their turn."""
    places = {(m.kind.value, m.target, "place") for m in each.manipulators if m.moves}
    return places | {(m.kind.value, m.target, "turn") for m in each.manipulators if m.turns}


def _without_controller(each: SpatialSet, name: str) -> SpatialSet | None:
    """A set that no longer moves a controller; None where it then moves nothing."""
    kept = [i for i, m in enumerate(each.manipulators) if (m.kind, m.target) != ("controller", name)]
    if len(kept) == len(each.manipulators):
        return each
    if not kept:
        return None
    keys = tuple(replace(k, positions=k.positions[kept], rotations=k.rotations[kept]) for k in each.keys)
    return replace(each, manipulators=tuple(each.manipulators[i] for i in kept), keys=keys)


def _joints_of(rig: SpatialRig, name: str) -> set[int]:
    """The joints that a set moves, itself or through the controllers that it moves."""
    joints: set[int] = set()
    for manipulator in rig.set(name).manipulators:
        if manipulator.kind in ON_THE_BODY:
            joints.add(rig.character.skeleton.index(manipulator.target))
        elif manipulator.kind == ManipulatorKind.CONTROLLER:
            joints |= _joints_of(rig, manipulator.target)
    return joints


def _ancestors(parents: np.ndarray, joint: int) -> list[int]:
    """The joints above one, nearest first."""
    found = []
    while (joint := int(parents[joint])) >= 0:
        found.append(joint)
    return found
