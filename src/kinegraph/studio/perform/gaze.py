"""Gaze: a character that is performed looks at a place, over what its sets make of it."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.pose import Pose
from kinegraph.scenes import Place, Span, Target, TargetKind
from kinegraph.scenes.targets.aiming import Aiming


class Gaze:
    """The head of one character, made ready to look."""

    def __init__(self, character: Character) -> None:
        look = Target(TargetKind.LOOK, Place(), "", Span(0.0, np.inf, 0.0, 0.0))
        self._skeleton, self._aiming = character.skeleton, Aiming(character, [look])

    def turn_head(self, places: Floats, rotations: Floats, at: Floats) -> Floats:
        """(J, 4) rotations with the head towards a place `at` (3,), all in the character's space [m].

        places: (J, 3) of the joints in their parents' frames [m].
        """
        pose = Pose(self._skeleton, places[0], rotations, places)
        return self._aiming.apply(pose, 0.0, lambda _: at).rotations
