"""The one motion of a file that keys are set on, retargeted or indexed."""

from dataclasses import dataclass, replace

from kinegraph.batch.jobs.motion_choice import clip_of, unknown_motion
from kinegraph.core.animation import Animation
from kinegraph.core.bake import bake
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.scene import Scene


@dataclass(frozen=True)
class Take:
    """A motion and its character.

    notes: Notes of its reader, and names of motions that were left out.
    rotation_modes: Rotation mode of each joint, where the file states them.
    alike: Other motions of the character that are to be keyed in the same rotation modes.
    """

    character: Character
    clip: Clip
    notes: tuple[str, ...]
    rotation_modes: tuple[str, ...] | None = None
    alike: tuple[Clip, ...] = ()


# Motions of one character that rotation modes are chosen by, at most.
MOST_ALIKE = 32


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
    motions = [each for each in (*scene.clips, *scene.animations) if each.name != clip.name][:MOST_ALIKE]
    alike = tuple(bake(each) if isinstance(each, Animation) else each for each in motions)
    return Take(scene.character, clip, notes, modes, alike)


def with_alike(take: Take, other: Take, file: str) -> Take:
    """A take beside whose rotation modes those of another one, of a file, are chosen."""
    ours, theirs = take.character.skeleton, other.clip.skeleton
    if (ours.names, ours.parents.tolist()) != (theirs.names, theirs.parents.tolist()):
        raise InvalidValue(
            f"{file} moves another skeleton: rotations are keyed alike in motions of one character."
        )
    others = tuple(replace(clip, skeleton=ours) for clip in (other.clip, *other.alike))
    return replace(take, alike=(*take.alike, *others)[:MOST_ALIKE])
