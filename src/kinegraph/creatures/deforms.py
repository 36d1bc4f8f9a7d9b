"""What opens and closes on a character: jaws, eyelids, fingers. One name means the same on every body."""

import numpy as np

from kinegraph.characters.plan_character import EYELID_SUFFIX, LID_LOWERED
from kinegraph.core.arrays import frozen_floats, frozen_ints
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.creatures.creature import Deform

JAW_OPEN = 0.6  # turn of a jaw about x from shut to wide open [rad]
FINGERS_SHUT = 1.2  # turn of a finger towards the palm from open to fist [rad]


def deforms_of(character: Character) -> tuple[Deform, ...]:
    """The deforms that a character's joints allow, in body order."""
    found: list[Deform] = []
    names = character.skeleton.names
    for index, body in enumerate(character.bodies):
        if Cap.MOUTH in body.caps and Cap.HEAD not in body.caps:
            found.append(_deform(index, "open", [index], [[JAW_OPEN, 0.0, 0.0]]))
        if Cap.EYE in body.caps and names[index] + EYELID_SUFFIX in character.skeleton:
            lid = character.skeleton.index(names[index] + EYELID_SUFFIX)
            found.append(_deform(index, "shut", [lid], [[LID_LOWERED, 0.0, 0.0]]))
        if Cap.GRASPER in body.caps:
            fingers = [
                child for child in character.skeleton.children[index] if not character.bodies[child].caps
            ]
            if fingers:
                side = float(np.sign(character.symmetry.sides[index]))
                curl = [[0.0, 0.0, -side * FINGERS_SHUT]] * len(fingers)
                found.append(_deform(index, "grip", fingers, curl))
    return tuple(found)


def _deform(body: int, name: str, joints: list[int], turns: list[list[float]]) -> Deform:
    return Deform(
        body,
        name,
        frozen_ints("Deform joints", np.array(joints), (None,)),
        frozen_floats("Deform turns", np.array(turns), (None, 3)),
    )
