"""Goals and measures for tests of the particle solver."""

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body, Cap
from kinegraph.core.character import Character
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.skeleton import Skeleton
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.ik.particle_ik import (
    IkRig,
    SolvedFrame,
    ik_rig,
)

_ENDS = frozenset({Cap.FOOT, Cap.GRASPER, Cap.MOUTH, Cap.TAIL, Cap.WING, Cap.HEAD})
_cast: dict[str, Creature] = {}


def cast(name: str) -> Creature:
    """A character of the cast as a creature."""
    if name not in _cast:
        _cast[name] = creature_from_character(character(name))
    return _cast[name]


def ends(subject: Creature) -> list[int]:
    """Bodies that animations usually move."""
    return [body for body in range(len(subject)) if subject.caps[body] & _ENDS]


def rig_and_goals(
    subject: Creature, frames: int | None = None, turned: bool = False
) -> tuple[IkRig, Goals, list[int]]:
    """A rig with goals on all ends, at rest, in full weight; orientations too if `turned`."""
    bodies = ends(subject)
    goals = rest_goals(subject, frames)
    goals.position_weights[..., bodies] = 1.0
    if turned:
        goals.rotation_weights[..., bodies] = 1.0
    return ik_rig(subject, bodies), goals, bodies


def handles_of(subject: Creature, solved: SolvedFrame) -> Floats:
    """(..., B, 3) where the handles of a solved frame are."""
    return solved.positions + quat_rotate(solved.rotations, subject.handles)


def turns_of(subject: Creature, solved: SolvedFrame) -> Floats:
    """(..., B, 4) each body's turn from its rest orientation."""
    return quat_multiply(solved.rotations, quat_conjugate(subject.rest_rotations))


def same_turns(a: Floats, b: Floats) -> float:
    """Largest angle between two sets of rotations [rad]."""
    apart = np.linalg.norm(quat_multiply(quat_conjugate(a), b)[..., :3], axis=-1)
    return float(2.0 * np.arcsin(np.clip(apart.max(initial=0.0), 0.0, 1.0)))


def stretches(subject: Creature, solved: SolvedFrame) -> Floats:
    """(..., B) length of each link to the parent as a share of its rest length; 1 where there is none."""
    parents = np.maximum(subject.parents, 0)
    rest = np.linalg.norm(subject.rest_positions - subject.rest_positions[parents], axis=-1)
    posed = np.linalg.norm(solved.positions - solved.positions[..., parents, :], axis=-1)
    tiny = (rest < 1e-6 * subject.size.max()) | (subject.parents < 0)
    return np.where(tiny, 1.0, posed / np.where(tiny, 1.0, rest))


def built(
    parents: list[int], offsets: list[tuple[float, float, float]], caps: list[set[Cap]], radius: float = 0.02
) -> Creature:
    """A creature from joints that rest unrotated."""
    skeleton = Skeleton.from_offsets([f"body {i}" for i in range(len(parents))], parents, offsets)
    bodies = tuple(Body(frozenset(which), radius=radius) for which in caps)
    return creature_from_character(Character("built", skeleton, bodies))
