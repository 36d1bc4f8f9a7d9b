"""Front: the way a character faces at rest."""

import numpy as np

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.character import Character

FORWARD = np.array([0.0, 0.0, 1.0])


def front_of(character: Character) -> Floats:
    """(3,) the way a character faces at rest: +Z if it brings its anatomy, guessed otherwise."""
    caps = {cap for body in character.bodies for cap in body.caps}
    if {Cap.ROOT, Cap.HEAD} <= caps:
        return FORWARD
    facing = guess_anatomy(character).facing
    return FORWARD if facing is None else np.asarray(facing)
