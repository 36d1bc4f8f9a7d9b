"""Creatures for tests of motion: random trees of bodies with arbitrary joint axes, and symmetric ones."""

from functools import cache
from typing import Any

import numpy as np

from kinegraph.core.body import Body, Cap
from kinegraph.core.character import Character, Symmetry
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.core.skeleton import Skeleton
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature

_PARTS = (Cap.GRASPER, Cap.FOOT, Cap.MOUTH, Cap.EYE, Cap.TAIL, Cap.WING, Cap.HEAD)


@cache
def any_creature(seed: int) -> Creature:
    """A seeded creature: a spine of 1 to 5 bodies, up to 8 limbs of 1 to 3 bodies, axes painted at random.

    Some limbs have no length at all, some parts sit on the ground or on the sagittal plane.
    """
    random = np.random.default_rng(seed)
    parents, offsets, caps = [-1], [np.array([0.0, random.uniform(0.3, 2.0), 0.0])], [{Cap.ROOT, Cap.SPINE}]
    for _ in range(random.integers(0, 5)):
        parents.append(len(parents) - 1)
        offsets.append(random.normal(size=3) * 0.2 + [0.0, 0.1, 0.2])
        caps.append({Cap.SPINE})
    spine = len(parents)
    for _ in range(random.integers(1, 9)):
        parents.append(int(random.integers(0, spine)))
        flat = np.array([random.integers(0, 2), 1, 1])  # now and then on the sagittal plane
        offsets.append(random.normal(size=3) * 0.3 * flat * random.choice([0.0, 1.0], p=[0.1, 0.9]))
        caps.append({Cap.LIMB})
        for _ in range(random.integers(0, 2)):
            parents.append(len(parents) - 1)
            offsets.append(random.normal(size=3) * 0.3)
            caps.append({Cap.LIMB})
        caps[-1] = caps[-1] | {_PARTS[random.integers(len(_PARTS))]}
    return _built(parents, offsets, caps, quat_normalize(random.normal(size=(len(parents), 4))))


def creature_with(parts: dict[str, tuple[Cap, tuple[float, float, float]]]) -> Creature:
    """A torso at (0, 1, 0) that reaches to the ground, with unrotated parts of one body."""
    parents = [-1] + [0] * len(parts)
    offsets = [np.array([0.0, 1.0, 0.0])] + [np.array(at) - [0.0, 1.0, 0.0] for _, at in parts.values()]
    caps = [{Cap.ROOT, Cap.SPINE}] + [{cap} for cap, _ in parts.values()]
    identity = np.tile([0.0, 0.0, 0.0, 1.0], (len(parents), 1))
    return _built(parents, offsets, caps, identity, ["torso", *parts], low=-1.0)


def _built(
    parents: Any, offsets: Any, caps: Any, rotations: Any, names: list[str] | None = None, low: Any = 0.0
) -> Creature:
    names = names or [f"body {i}" for i in range(len(parents))]
    skeleton = Skeleton(tuple(names), np.array(parents), np.array(offsets), rotations)
    torso = Body(frozenset(caps[0]), np.array([[0.0, low, 0.0], [0.0, 0.0, 0.0]]))
    bodies = tuple(Body(frozenset(which)) for which in caps[1:])
    sides = np.sign(np.round(np.array(offsets)[:, 0], 9)).astype(np.int64)
    symmetry = Symmetry(np.arange(len(parents)), sides)
    return creature_from_character(Character("any", skeleton, (torso, *bodies), symmetry=symmetry))
