"""The one motion of a file that keys are set on, retargeted or indexed."""

from dataclasses import dataclass

from kinegraph.batch.jobs.motion_choice import clip_of, unknown_motion
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.scene import Scene


@dataclass(frozen=True)
class Take:
    """A motion and its character.

    notes: Notes of its reader, and names of motions that were left out.
    rotation_modes: Rotation mode of each joint, where the file states them.
    """

    character: Character
    clip: Clip
    notes: tuple[str, ...]
    rotation_modes: tuple[str, ...] | None = None


def take_of_scene(scene: Scene, file: str, motion: str | None = None) -> Take:
    """The motion of a file; raises an error for markers and for characters without motion.

    file: The name of the file, for errors.
    """
    try:
        clip = clip_of(scene, motion)
    except InvalidValue as error:
        raise InvalidValue(f"{file}: {error}") from error
    if clip is None and motion is not None:
        raise unknown_motion(scene, motion)
    if clip is None or scene.character is None:
        what = "markers without a skeleton" if scene.markers else "no motion"
        raise InvalidValue(f"{file}: a moving skeleton is needed, and this file has {what}.")
    others = [m.name for m in (*scene.clips, *scene.animations) if m.name != clip.name]
    notes = scene.notes
    if others and motion is None:
        shown = ", ".join(repr(name) for name in others[:6]) + (", ..." if len(others) > 6 else "")
        notes = (*notes, f"{clip.name!r} was used; --motion chooses another: {shown}.")
    curves = None if clip in scene.clips else next(a for a in scene.animations if a.name == clip.name)
    modes = scene.rotation_modes if curves is None else curves.rotation_modes
    return Take(scene.character, clip, notes, modes)
