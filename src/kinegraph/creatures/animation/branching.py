"""Branch predicates: conditions of an animation on a creature, checked before it binds (paper, 4.1.1)."""

from collections.abc import Mapping
from enum import StrEnum

import numpy as np

from kinegraph.core.body import Cap
from kinegraph.creatures.body.creature import Creature


class Predicate(StrEnum):
    """A property that a creature has or has not."""

    UPRIGHT_SPINE = "upright spine"
    HAS_GRASPERS = "has graspers"
    HAS_FEET = "has feet"
    HAS_MOUTH = "has a mouth"
    HAS_HEAD = "has a head"
    HAS_EYES = "has eyes"
    HAS_TAIL = "has a tail"
    HAS_WINGS = "has wings"
    HAS_LIMBS = "has limbs"


class Wanted(StrEnum):
    """The value of a predicate that an animation needs."""

    TRUE = "true"
    FALSE = "false"
    IGNORE = "ignore"


_HAVING = {
    Predicate.HAS_GRASPERS: Cap.GRASPER,
    Predicate.HAS_FEET: Cap.FOOT,
    Predicate.HAS_MOUTH: Cap.MOUTH,
    Predicate.HAS_HEAD: Cap.HEAD,
    Predicate.HAS_EYES: Cap.EYE,
    Predicate.HAS_TAIL: Cap.TAIL,
    Predicate.HAS_WINGS: Cap.WING,
    Predicate.HAS_LIMBS: Cap.LIMB,
}


def holds(creature: Creature, predicate: Predicate) -> bool:
    """True if a predicate is true of a creature."""
    if predicate is Predicate.UPRIGHT_SPINE:
        return _upright(creature)
    return bool(creature.bodies_with(_HAVING[predicate]))


def unmet_branches(creature: Creature, branches: Mapping[Predicate, Wanted]) -> tuple[str, ...]:
    """The conditions that a creature does not meet, one clause each; empty where the animation binds."""
    asked = [(predicate, wanted) for predicate, wanted in branches.items() if wanted is not Wanted.IGNORE]
    return tuple(
        f"{str(predicate)!r} must be {wanted}"
        for predicate, wanted in asked
        if holds(creature, predicate) != (wanted is Wanted.TRUE)
    )


def _upright(creature: Creature) -> bool:
    """True if the spine rises more than it runs; with one body, if the creature is taller than long."""
    chain = creature.rest_positions[list(creature.spine)]
    way = chain[-1] - chain[0]
    if np.linalg.norm(way) < 1e-6 * creature.size.max():
        return bool(creature.size[1] > creature.size[2])
    return bool(abs(way[1]) > np.hypot(way[0], way[2]))
