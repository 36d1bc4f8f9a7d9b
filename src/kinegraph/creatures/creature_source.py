"""Creatures for commands and jobs: from the cast, a seed, a plan, or a character in a file."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kinegraph.core.character import Character
    from kinegraph.core.pose import Pose
    from kinegraph.creatures.body.creature import Creature


def load_creature(words: str, *, skin: bool = True, anatomy: Path | None = None) -> "Creature":
    """The creature that `cast:NAME`, `seed:N`, a .kinecreature plan or a character's file names.

    skin: Whether to build a skin; the skin of a file is always kept.
    anatomy: A file that corrects the guessed anatomy of a character's file.
    """
    from kinegraph.characters.anatomy.roles_file import load_anatomy
    from kinegraph.core.errors import InvalidValue
    from kinegraph.creatures.body.creature_from_rig import creature_from_rig
    from kinegraph.creatures.grid.validation_grid import MEMBER, SEED, creature_at
    from kinegraph.creatures.maker.maker import creature_from_plan
    from kinegraph.creatures.maker.plan_file import ENDING, load_plan

    path = Path(words)
    made = words.startswith((MEMBER, SEED)) or path.suffix.lower() == ENDING
    if made and anatomy is not None:
        raise InvalidValue(f"{words} brings its own anatomy: an anatomy file is for characters' files.")
    if words.startswith((MEMBER, SEED)):
        return creature_at(words, skin=skin)
    if made:
        return creature_from_plan(load_plan(path), skin=skin)
    character, stance = load_rig(path)
    if anatomy is None:
        return creature_from_rig(character, stance)
    given = load_anatomy(anatomy, character)
    return creature_from_rig(given.character, stance, given.front)


def load_rig(path: Path) -> "tuple[Character, Pose | None]":
    """The character in a file, and a pose in which it stands where its rest pose shows none."""
    from kinegraph.core.errors import FormatError
    from kinegraph.creatures.body.creature_from_rig import is_rigged, standing_pose
    from kinegraph.formats import load

    scene = load(path)
    if scene.character is None:
        raise FormatError(path, "contains no character.")
    if not is_rigged(scene.character):
        raise FormatError(path, "contains a mesh without a rig: a creature needs joints that move it.")
    return scene.character, standing_pose(scene)
