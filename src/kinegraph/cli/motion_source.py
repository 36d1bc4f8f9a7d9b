"""Motion for the commands: from a file, a studio document, or a member of the cast."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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


def _member(name: str, moving: bool) -> "Scene":
    from kinegraph.characters.cast import character
    from kinegraph.characters.cast.motions import sample_motions
    from kinegraph.core.scene import Scene

    return Scene(character=character(name), clips=sample_motions(name) if moving else ())
