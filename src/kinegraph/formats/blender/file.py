"""Blender files both ways, and FBX as it is read, through a real Blender in a process of its own.

Keyed animations keep their Bezier handles in .blend files; Blender reads FBX motions frame by frame.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kinegraph.core.errors import FormatError
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.formats.blender.job import blender_job
from kinegraph.formats.blender.launch import find_blender
from kinegraph.formats.blender.process import Arrays, run_job
from kinegraph.formats.blender.scene import doubtful_takes, scene_from_blender
from kinegraph.formats.blender.signature import check_signature

_LONGEST_WRITE = 600.0  # [s]


def read_blender(
    path: Path, scale: float = 1.0, bake: bool | None = None, meshes: bool = True, timeout: float = 300.0
) -> Scene:
    """Reads a .blend or .fbx file: its largest armature, or its objects where it has none.

    scale: Factor on all lengths, for files that state their unit wrongly; 1 keeps the metres of the file.
    bake: True makes every action a clip; by default actions with sparse keys stay keyed animations, as long
        as the keys hold the whole motion (no constraints, drivers, modifiers or scales in play). FBX is
        always baked.
    meshes: Whether to read the meshes that follow the armature.
    timeout: How long Blender may take [s].
    """
    path = Path(path).resolve()
    check_signature(path)
    baked = bool(bake) or _kind(path) == "fbx"
    result, arrays = _read(path, baked, meshes, timeout)
    doubtful = doubtful_takes(result, arrays)
    if doubtful:
        # Keys that do not evaluate to what Blender shows: something else moves the bones. Bake those.
        again, frames = _read(path, True, False, timeout)
        for number in doubtful:
            why = "its keys alone give another motion than Blender shows"
            result["takes"][number] = {**again["takes"][number], "why": why}
            arrays[f"take{number}/baked"] = frames[f"take{number}/baked"]
    return scale_lengths(scene_from_blender(result, arrays, path), scale)


def _read(path: Path, bake: bool, meshes: bool, timeout: float) -> tuple[dict[str, Any], Arrays]:
    with tempfile.TemporaryDirectory(prefix="kinegraph-") as name:
        job = {"task": "read", "kind": _kind(path), "path": str(path)}
        job |= {"bake": bake, "meshes": meshes, "folder": name}
        result, arrays = run_job(job, {}, path, Path(name), timeout)
        for material in result["materials"]:
            texture = material.pop("texture")
            material["texture"] = Path(texture).read_bytes() if texture else None
        return result, arrays


def write_blender(scene: Scene, path: Path, timeout: float = 300.0) -> None:
    """Writes a character and its motions as a .blend file with one action each.

    Animations keep their handles (frame = time * rate, so a second is a second) and their tags as key types;
    clips have a linear key on every frame.
    timeout: How long Blender may take [s].
    """
    _write([scene], Path(path).resolve(), timeout)


def write_blender_together(scenes: Sequence[Scene], path: Path, name: str) -> None:
    """Writes several characters with their motions: an armature each, with its actions."""
    _write(scenes, Path(path).resolve(), _LONGEST_WRITE)


def _write(scenes: Sequence[Scene], path: Path, timeout: float) -> None:
    cast = [(scene.character, scene) for scene in scenes if scene.character is not None]
    if len(cast) < len(scenes):
        raise FormatError(path, "only a character and its motions can be written here; this scene has none.")
    find_blender()
    with tempfile.TemporaryDirectory(prefix="kinegraph-") as folder:
        job, arrays = blender_job(cast, Path(folder))
        run_job({**job, "path": str(path)}, arrays, path, Path(folder), timeout)
    if not path.is_file():
        raise FormatError(path, "Blender reported no error but wrote no file.")


def _kind(path: Path) -> str:
    return path.suffix.lower().lstrip(".")
