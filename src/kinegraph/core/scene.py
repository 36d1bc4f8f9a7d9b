"""Scene: everything that one file holds, and the notes of its reader."""

from dataclasses import dataclass

from kinegraph.core.animation import Animation
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.marker_clip import MarkerClip


@dataclass(frozen=True, eq=False)
class Scene:
    """Characters with their clips: `load` returns one for every format, and `save` takes it.

    character: The character that moves; None for marker files.
    clips, animations: Motions of that character's skeleton.
    markers: Captured points that have no skeleton.
    notes: One sentence for each thing the reader repaired, dropped or found odd.
    rotation_modes: Rotation mode of each joint of the character's rig, for files that state them.
    locators: Points that belong to no joint; each entry goes with the motion of its name.
    """

    character: Character | None = None
    clips: tuple[Clip, ...] = ()
    animations: tuple[Animation, ...] = ()
    markers: tuple[MarkerClip, ...] = ()
    notes: tuple[str, ...] = ()
    rotation_modes: tuple[str, ...] | None = None
    locators: tuple[LocatorClip, ...] = ()

    def __post_init__(self) -> None:
        for name in ("clips", "animations", "markers", "notes", "locators"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        for motion in (*self.clips, *self.animations):
            if self.character is None or motion.skeleton != self.character.skeleton:
                raise InvalidValue(f"The motion {motion.name!r} does not belong to the scene's character.")
