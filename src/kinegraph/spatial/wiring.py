"""Wiring: which joints and controllers a set's manipulators are, looked up once and not in every frame."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Ints
from kinegraph.spatial.manipulators import Manipulator, ManipulatorKind
from kinegraph.spatial.spatial_rig import SpatialRig
from kinegraph.spatial.spatial_set import SpatialSet


@dataclass(frozen=True)
class WiredGoal:
    """A handle or a pole: its place among the set's manipulators, and its joint."""

    index: int
    joint: int
    manipulator: Manipulator


@dataclass(frozen=True, eq=False)
class Wiring:
    """One set's manipulators as numbers.

    keyed: (N,) manipulators that are joints; joints: (N,) which.
    turns, moves: (T,) and (S,) which of those N turn, and which slide.
    controllers: Index and set name of every controller that the set moves.
    goals: Its handles and poles.
    free: The joints that may turn to meet them: those below the carrier or, where the set keys some of them
        itself, these alone, so that legs never turn a spine that is another set's.
    carrier: The joint whose space the set lives in, or None for the world.
    """

    keyed: Ints
    joints: Ints
    turns: Ints
    moves: Ints
    controllers: tuple[tuple[int, str], ...]
    goals: tuple[WiredGoal, ...]
    free: tuple[int, ...]
    carrier: int | None


def wiring(rig: SpatialRig, each: SpatialSet) -> Wiring:
    """Looks up what a set of a rig moves."""
    skeleton, listed = rig.character.skeleton, tuple(enumerate(each.manipulators))
    keyed = [(i, m) for i, m in listed if m.kind == ManipulatorKind.JOINT]
    goals = tuple(
        WiredGoal(i, skeleton.index(m.target), m)
        for i, m in listed
        if m.kind in (ManipulatorKind.HANDLE, ManipulatorKind.POLE)
    )
    carrier = rig.carrier(each.name)
    return Wiring(
        _ints(i for i, _ in keyed),
        _ints(skeleton.index(m.target) for _, m in keyed),
        _ints(n for n, (_, m) in enumerate(keyed) if m.turns),
        _ints(n for n, (_, m) in enumerate(keyed) if m.moves),
        tuple((i, m.target) for i, m in listed if m.kind == ManipulatorKind.CONTROLLER),
        goals,
        tuple(sorted(_free(skeleton.parents, goals, carrier, {skeleton.index(m.target) for _, m in keyed}))),
        carrier,
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


def _ints(values) -> Ints:
    return np.array(list(values), dtype=np.int64)
