"""Creatures for commands and jobs: from the cast, a seed, a plan, or a character in a file."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kinegraph.creatures.body.creature import Creature


def load_creature(words: str, *, skin: bool = True) -> "Creature":
    """The creature that `cast:NAME`, `seed:N`, a .kinecreature plan or a character's file names.

    skin: Whether to build a skin; the skin of a file is always kept.
    """
    from kinegraph.core.errors import FormatError
    from kinegraph.creatures.body.rig_creature import creature_from_scene
    from kinegraph.creatures.grid.validation_grid import MEMBER, SEED, creature_at
    from kinegraph.creatures.maker.maker import creature_from_plan
    from kinegraph.creatures.maker.plan_file import ENDING, load_plan
    from kinegraph.formats import load

    if words.startswith((MEMBER, SEED)):
        return creature_at(words, skin=skin)
    path = Path(words)
    if path.suffix.lower() == ENDING:
        return creature_from_plan(load_plan(path), skin=skin)
    found = creature_from_scene(load(path))
    if found is None:
        raise FormatError(path, "contains no character.")
    return found
