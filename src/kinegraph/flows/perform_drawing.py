"""Perform drawing: a doodle is read and performed, and a drawn four-legged animal performs as a creature."""

from dataclasses import replace

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.doodles.clip import DoodleResult, perform_doodle, starting_place
from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.line.motion import Piece
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.flows.doodle_to_creature import doodle_to_creature


def perform_drawing(doodle: Doodle, fps: float = 60.0, figure: Proportions | None = None) -> DoodleResult:
    """Reads and performs a doodle, as `kinegraph.doodles.perform_doodle`; animals perform as creatures."""
    return perform_doodle(doodle, fps, figure, perform_animal)


def perform_animal(read: DoodleResult, pieces: tuple[Piece, ...], fps: float) -> Clip:
    """The clip of a drawn animal that performs pieces of its lines."""
    assert read.drawn is not None
    creature = creature_of_drawing(read.drawn)
    place, heading = starting_place(read), drawn_heading(read.drawn)
    clip = doodle_to_creature(pieces, creature, read.scene, fps=fps, place=place, heading=heading)
    return replace(clip.with_roots(clip.root_translations + creature.origin), name=read.doodle.name)


def creature_of_drawing(drawn: DrawnCharacter) -> Creature:
    """The creature of a drawn animal, whose anatomy is known."""
    return creature_from_character(drawn.character)


def drawn_heading(drawn: DrawnCharacter) -> float:
    """The way a drawn character faces: 0 is +Z, the right of the sheet [rad]."""
    return 0.0 if drawn.facing > 0 else float(np.pi)
