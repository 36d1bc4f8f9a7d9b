"""Acclaim: a skeleton (.asf) and motions of it (.amc), as the CMU database has them."""

from os import PathLike
from pathlib import Path

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.scene import Scene
from kinegraph.formats.acclaim.motion import radians_of, read_amc
from kinegraph.formats.acclaim.skeleton import AcclaimSkeleton, parse_asf
from kinegraph.formats.acclaim.writer import write_acclaim
from kinegraph.formats.text.blocks import TextBlocks

__all__ = ["read_acclaim", "skeleton_beside", "write_acclaim"]

ASSUMED_RATE = 120.0  # what the CMU database was captured at
MOST_SKELETON_BYTES = 8 << 20
HEAD_BYTES = 4096


def read_acclaim(
    path: str | PathLike[str],
    asf: str | PathLike[str] | None = None,
    scale: float | None = None,
    fps: float | None = None,
) -> Scene:
    """Reads a skeleton as a character, or a motion as a character with one clip.

    asf: The skeleton of a motion; by default the one beside it, see `skeleton_beside`.
    scale: Metres per file unit; by default an inch over the skeleton's unit of length.
    fps: The motion's rate, which its file does not state; 120 by default, with a note.
    """
    for what, value in (("scale", scale), ("rate", fps)):
        if value is not None and not 1e-9 < value < 1e9:
            raise InvalidValue(f"A {what} must be a positive number, not {value}.")
    path = Path(path)
    if path.suffix.lower() == ".asf":
        skeleton = _read_asf(path, scale)
        character = Character.bare(skeleton.name or path.stem, skeleton.skeleton)
        return Scene(character, notes=skeleton.notes)
    notes: list[str] = []
    skeleton = _read_asf(skeleton_beside(path, notes) if asf is None else Path(asf), scale)
    return _read_motion(path, skeleton, fps, notes)


def skeleton_beside(path: Path, notes: list[str]) -> Path:
    """The .asf of a motion: of the same stem, else of its subject (16_15.amc: 16.asf), else the only one.

    notes: Gets a sentence where the name does not say that the two belong together.
    """
    found = sorted(file for file in path.parent.iterdir() if file.suffix.lower() == ".asf" and file.is_file())
    by_stem = {file.stem.lower(): file for file in found}
    stem = path.stem.lower()
    for candidate in (stem, stem.rsplit("_", 1)[0], stem.split("_", 1)[0]):
        if candidate in by_stem:
            return by_stem[candidate]
    if len(found) == 1:
        notes.append(
            f"No skeleton has the motion's name; {found[0].name!r}, the only one beside it, was taken."
        )
        return found[0]
    there = "there is none beside it" if not found else f"there are {len(found)} beside it, none of its name"
    raise FormatError(path, f"a motion needs its skeleton, an .asf file; {there}.")


def _read_asf(path: Path, scale: float | None) -> AcclaimSkeleton:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_SKELETON_BYTES + 1)
    except OSError as error:
        raise FormatError(
            path, f"the skeleton cannot be read: {(error.strerror or str(error)).lower()}."
        ) from error
    if len(data) > MOST_SKELETON_BYTES:
        raise FormatError(path, "is too long for a skeleton.")
    return parse_asf(data, path, scale)


def _read_motion(path: Path, skeleton: AcclaimSkeleton, fps: float | None, notes: list[str]) -> Scene:
    notes += skeleton.notes
    if fps is None:
        fps = ASSUMED_RATE
        notes.append(f"Acclaim motions state no rate; {fps:g} frames per second were assumed.")
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
        start = 3 if head.startswith(b"\xef\xbb\xbf") else 0
        arrays = read_amc(TextBlocks(file, path, start, 1), skeleton, radians_of(head, skeleton), notes)
    clip = Clip(skeleton.skeleton, fps, arrays.roots, arrays.rotations, arrays.slides, path.stem)
    return Scene(Character.bare(path.stem, skeleton.skeleton), clips=(clip,), notes=tuple(notes))
