"""Motion for the commands: from a file, a studio document, or a member of the cast."""

from pathlib import Path
from typing import TYPE_CHECKING

from kinegraph.core.errors import InvalidValue, UnknownMotion

if TYPE_CHECKING:
    from kinegraph.core.clip import Clip
    from kinegraph.core.scene import Scene

CAST = "cast:"


def scene_from(
    file: str, scale: float | None = None, *, motion: str | None = None, moving: bool = True
) -> "Scene":
    """The scene that `file` names: a motion or character file, a .kine document, or cast:NAME.

    scale: Metres per unit, for formats that do not state it.
    motion: Name of the wanted motion; a document has motions of several characters.
    moving: Whether a member of the cast comes with its motions.
    """
    if file.startswith(CAST):
        return _member(file.removeprefix(CAST), moving)
    path = Path(file)
    if path.suffix.lower() == ".kine":
        from kinegraph.studio.motions.document_scene import scene_of_document

        return scene_of_document(path, motion)
    from kinegraph.formats import load

    return load(path, **({} if scale is None else {"scale": scale}))


def clip_of(scene: "Scene", motion: str | None) -> "Clip | None":
    """The named motion (or the first) as a clip; None if there is no skeleton motion."""
    from kinegraph.core.bake import bake

    for clip in scene.clips:
        if motion is None or clip.name == motion:
            return clip
    for animation in scene.animations:
        if motion is None or animation.name == motion:
            return bake(animation)
    return None


def unknown_motion(scene: "Scene", motion: str) -> UnknownMotion:
    """An error that lists the motions of a scene."""
    return UnknownMotion(motion, [m.name for m in (*scene.clips, *scene.animations, *scene.markers)])


def frame_range(option: str, text: str | None, length: int) -> tuple[int, int]:
    """The first frame of A:B and the frame after its last; all frames if `text` is None.

    option: Name of the option, for the error.
    """
    if text is None:
        return 0, length
    parts = text.split(":")
    try:
        start, stop = (
            int(part) if part.strip() else default for part, default in zip(parts, (0, length), strict=True)
        )
    except ValueError:
        raise InvalidValue(f"{option} {text!r}: write it as A:B, such as 100:200.") from None
    if not 0 <= start < stop <= length:
        empty = "its start must come before its end, and " if start >= stop else ""
        raise InvalidValue(f"{option} {text!r}: {empty}the motion has the frames 0:{length}.")
    return start, stop


def _member(name: str, moving: bool) -> "Scene":
    from kinegraph.characters.cast import character
    from kinegraph.characters.cast.motions import sample_motions
    from kinegraph.core.scene import Scene

    return Scene(character=character(name), clips=sample_motions(name) if moving else ())
