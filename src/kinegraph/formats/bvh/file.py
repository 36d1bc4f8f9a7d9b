"""BVH (Biovision hierarchy): a skeleton and one dense motion, as text."""

import io
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import BinaryIO

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.math.rotations import quat_multiply, quat_rotate
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.bvh.conventions import (
    Y_UP_FROM_Z_UP,
    looks_z_up,
    metres_per_unit,
    rest_size,
)
from kinegraph.formats.bvh.hierarchy import MOST_BYTES, BvhHierarchy, parse_hierarchy
from kinegraph.formats.bvh.motion_reader import parse_heading, read_motion
from kinegraph.formats.bvh.writer import write_bvh
from kinegraph.formats.text.blocks import TextBlocks, line_of

__all__ = ["bvh_from_bytes", "read_bvh", "write_bvh"]

MOST_NOTES = 12


def read_bvh(
    path: str | PathLike[str], scale: float | None = None, up: str | None = None, fps: float | None = None
) -> Scene:
    """Reads a BVH file: a bare character, and one clip named after the file (none where it has no frames).

    scale: Metres per file unit; guessed from the skeleton when None, see `metres_per_unit`.
    up: "Y" or "Z", the axis that points up in the file; Y when None, unless head and feet say otherwise.
    fps: Frames per second, instead of what the file states.
    """
    with Path(path).open("rb") as file:
        return _read(file, path, scale, up, fps)


def bvh_from_bytes(
    data: bytes,
    name: str = "motion.bvh",
    scale: float | None = None,
    up: str | None = None,
    fps: float | None = None,
) -> Scene:
    """The same as `read_bvh`, from bytes in memory; `name` stands for the path in names and errors."""
    return _read(io.BytesIO(data), name, scale, up, fps)


def _read(
    file: BinaryIO, path: str | PathLike[str], scale: float | None, up: str | None, fps: float | None
) -> Scene:
    _check_options(scale, up, fps)
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    head = file.read(min(size, MOST_BYTES))  # asking for more than there is costs fresh memory each time
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FormatError(path, "is UTF-16 text; save it as plain ASCII or UTF-8.")
    hierarchy = parse_hierarchy(head, path, start=3 if head.startswith(b"\xef\xbb\xbf") else 0)
    skeleton, scale, unit_note = _skeleton_in_metres(hierarchy, scale)
    notes = [*hierarchy.notes, unit_note]
    name = Path(path).stem
    heading = parse_heading(head, hierarchy.stop, fps, notes)
    held = head if size <= MOST_BYTES else None
    text = TextBlocks(file, path, heading.start, line_of(head, heading.start), held)
    del head
    arrays = read_motion(text, heading.declared, hierarchy.channels, skeleton.offsets, scale, notes)
    if arrays is None:
        notes.append("The file holds a skeleton and no motion.")
        skeleton = _turn(skeleton) if up == "Z" else skeleton
        return Scene(Character.bare(name, skeleton), notes=_limit_notes(notes))
    clip = arrays.clip(skeleton, heading.fps, name)
    if up == "Z" or (up is None and looks_z_up(clip)):
        arrays.turn(Y_UP_FROM_Z_UP)
        clip = arrays.clip(_turn(skeleton), clip.fps, name)
        notes.append("The file's Z axis points up; the motion was turned to Y up.")
    return Scene(Character.bare(name, clip.skeleton), clips=(clip,), notes=_limit_notes(notes))


def _check_options(scale: float | None, up: str | None, fps: float | None) -> None:
    for what, value in (("scale", scale), ("rate", fps)):
        if value is not None and not 1e-9 < value < 1e9:
            raise InvalidValue(f"A {what} must be a positive number, not {value}.")
    if up not in (None, "Y", "Z"):
        raise InvalidValue(f"The up axis is 'Y' or 'Z', not {up!r}.")


def _skeleton_in_metres(hierarchy: BvhHierarchy, scale: float | None) -> tuple[Skeleton, float, str]:
    """The skeleton [m], metres per file unit, and the sentence that says how that was decided."""
    size = rest_size(hierarchy.parents, hierarchy.offsets, hierarchy.ends)
    if scale is None:
        scale, note = metres_per_unit(hierarchy.names, size)
    else:
        note = f"Lengths were read as {scale:g} m per unit: the rest pose measures {size * scale:.3g} m."
    ends = [(joint, (x * scale, y * scale, z * scale)) for joint, (x, y, z) in hierarchy.ends]
    offsets = np.array(hierarchy.offsets) * scale
    return Skeleton.from_offsets(hierarchy.names, hierarchy.parents, offsets, ends), scale, note


def _turn(skeleton: Skeleton) -> Skeleton:
    """A Z-up skeleton, Y-up: the root alone turns, and carries the rest along."""
    offsets, rest = skeleton.offsets.copy(), skeleton.rest_rotations.copy()
    offsets[0] = quat_rotate(Y_UP_FROM_Z_UP, offsets[0])
    rest[0] = quat_multiply(Y_UP_FROM_Z_UP, rest[0])
    return replace(skeleton, offsets=offsets, rest_rotations=rest)


def _limit_notes(notes: list[str]) -> tuple[str, ...]:
    """The notes; the end of a very long list is replaced by its number."""
    if len(notes) <= MOST_NOTES:
        return tuple(notes)
    return (*notes[:MOST_NOTES], f"There were {len(notes) - MOST_NOTES} more remarks like these.")
