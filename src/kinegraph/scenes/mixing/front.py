"""Front: the way a character faces at rest."""

import numpy as np

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character

FORWARD = np.array([0.0, 0.0, 1.0])


def front_of(character: Character) -> Floats:
    """(3,) the way a character faces at rest, as guessed from its anatomy; +Z where that does not show."""
    facing = guess_anatomy(character).facing
    return FORWARD if facing is None else np.asarray(facing)
