"""Wiring: which joints and controllers a set's manipulators are, looked up once and not in every frame."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Ints
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet


@dataclass(frozen=True)
class WiredGoal:
    """A handle or a pole, and its joint."""

    joint: int
    manipulator: Manipulator


@dataclass(frozen=True, eq=False)
class Wiring:
    """One set's manipulators as numbers.

    turned, moved: (T,) and (S,) the joints that it turns, and that it slides.
    turned_by, moved_by: The manipulators that these are.
    controllers: Index and set name of every controller that the set moves.
    goals: Its handles and poles; aimed_by: (G,) the manipulators that these are.
    free: The joints that may turn to meet them: those below the carrier or, where the set keys some of them
        itself, these alone, so that legs never turn a spine that is another set's.
    carrier: The joint whose space the set lives in, or None for the world.
    rivals: Other sets that key something which this one keys.
    """

    turned: Ints
    turned_by: Ints
    moved: Ints
    moved_by: Ints
    controllers: tuple[tuple[int, str], ...]
    goals: tuple[WiredGoal, ...]
    aimed_by: Ints
    free: tuple[int, ...]
    carrier: int | None
    rivals: frozenset[str]


def wiring(rig: SpatialRig, each: SpatialSet) -> Wiring:
    """Looks up what a set of a rig moves."""
    index, listed = rig.character.skeleton.index, tuple(enumerate(each.manipulators))
    keyed = [(i, m) for i, m in listed if m.kind == ManipulatorKind.JOINT]
    aimed = [(i, m) for i, m in listed if m.kind in (ManipulatorKind.HANDLE, ManipulatorKind.POLE)]
    goals = tuple(WiredGoal(index(m.target), m) for _, m in aimed)
    carrier = rig.carrier(each.name)
    own = {index(m.target) for _, m in keyed}
    return Wiring(
        turned=_ints(index(m.target) for _, m in keyed if m.turns),
        turned_by=_ints(i for i, m in keyed if m.turns),
        moved=_ints(index(m.target) for _, m in keyed if m.moves),
        moved_by=_ints(i for i, m in keyed if m.moves),
        controllers=tuple((i, m.target) for i, m in listed if m.kind == ManipulatorKind.CONTROLLER),
        goals=goals,
        aimed_by=_ints(i for i, _ in aimed),
        free=tuple(sorted(_free(rig.character.skeleton.parents, goals, carrier, own))),
        carrier=carrier,
        rivals=frozenset(rig.alternatives(each.name)) - {each.name},
    )


def _free(parents: Ints, goals: tuple[WiredGoal, ...], carrier: int | None, own: set[int]) -> set[int]:
    free: set[int] = set()
    for goal in goals:
        joint = goal.joint
        limb = {joint} if goal.manipulator.turns else set()
        while (joint := int(parents[joint])) >= 0 and joint != carrier:
            limb.add(joint)
        free |= limb & own or limb
    return free


def _ints(values: Iterable[int]) -> Ints:
    return np.array(list(values), dtype=np.int64)
