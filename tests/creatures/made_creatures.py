"""Generated creatures for tests, made once, and their mirror images."""

from dataclasses import replace
from functools import cache

import numpy as np

from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.mirror import REFLECT, REFLECT_QUAT
from kinegraph.core.skeleton import Skeleton
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker.maker import creature_from_plan


@cache
def made(seed: int, kind: str | None = None) -> Creature:
    """The creature of a seed, without its skin."""
    return creature_from_plan(generate(seed, kind), skin=False)


@cache
def reflected(seed: int) -> Creature:
    """The creature of a seed as in a mirror: body i is the image of body i."""
    character = made(seed).character
    skeleton = character.skeleton
    image = Skeleton(
        skeleton.names,
        skeleton.parents,
        skeleton.offsets * REFLECT,
        skeleton.rest_rotations * REFLECT_QUAT,
        skeleton.end_joints,
        skeleton.end_offsets * REFLECT,
    )
    bodies = tuple(replace(body, box=np.sort(body.box * REFLECT, axis=0)) for body in character.bodies)
    contacts = tuple(ContactPoint(c.name, c.joint, c.offset * REFLECT) for c in character.contacts)
    symmetry = Symmetry(character.symmetry.mirror, -character.symmetry.sides)
    return creature_from_character(Character("image", image, bodies, (), contacts, symmetry))
