"""Our own keyed format, .json: a skeleton and its keyed animations, exact to the last bit.

For scripts, for other people's tools, and for one's own eyes: every key and handle is there as it is, which
no exchange format manages. docs/keyed-format.md describes it.
"""

from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.animation import Animation, Channel
from kinegraph.core.bake import animation_from_clip
from kinegraph.core.character import Character
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import FormatError
from kinegraph.core.scene import Scene
from kinegraph.formats.keyed.reading import keyed_json_scene
from kinegraph.formats.keyed.schema import (
    FORMAT,
    VERSION,
    ColumnEntry,
    CurveEntry,
    KeyEntry,
    Units,
)
from kinegraph.formats.mapping.character_record import character_record
from kinegraph.formats.mapping.skeleton_entry import skeleton_entry
from kinegraph.formats.text.json import encode_json, lines

_MOST_BYTES = 256 << 20


def read_keyed_json(path: Path) -> Scene:
    """Reads a keyed animation that Kinegraph, or a script that knows its format, has written."""
    path = Path(path)
    if path.stat().st_size > _MOST_BYTES:
        raise FormatError(
            path, f"is larger than {_MOST_BYTES >> 20} MB, the most that a keyed file may have."
        )
    return keyed_json_scene(path.read_bytes(), str(path))


def write_keyed_json(scene: Scene, path: Path) -> None:
    """Writes a character's skeleton and its animations; a clip becomes one with a key on every frame."""
    if scene.character is None:
        raise FormatError(path, "this format holds keyed motion of a skeleton, and the scene has none.")
    Path(path).write_bytes(keyed_json_bytes(scene.character, scene))


def keyed_json_bytes(character: Character, scene: Scene) -> bytes:
    """A character and the scene's motions of it as a file in memory: a line a joint, a column and a curve."""
    skeleton = skeleton_entry(character.skeleton)
    motions = (*(animation_from_clip(clip) for clip in scene.clips), *scene.animations)
    content = {
        "format": FORMAT,
        "version": VERSION,
        "units": Units(),
        "character": _character_entry(character),
        "skeleton": {"joints": lines(skeleton.joints), "ends": lines(skeleton.ends)},
        "animations": [_animation_entry(motion) for motion in motions],
    }
    return encode_json(content) + b"\n"


def _character_entry(character: Character) -> dict[str, Any]:
    """All that the character is apart from its skeleton and its shape; its name alone where that is all."""
    record = character_record(character)
    bare = character_record(Character.bare(character.name, character.skeleton))
    return {"name": character.name} if record == bare else record


def _animation_entry(animation: Animation) -> dict[str, Any]:
    names = animation.skeleton.names
    columns = [
        ColumnEntry(time, tag)
        for time, tag in zip(animation.column_times.tolist(), animation.column_tags, strict=True)
    ]
    curves = [_curve_entry(names, channel, curve) for channel, curve in animation.curves.items()]
    return {
        "name": animation.name,
        "fps": animation.fps,
        "rotation_modes": dict(zip(names, animation.rotation_modes, strict=True)),
        "columns": lines(columns),
        "curves": lines(curves),
    }


def _curve_entry(names: tuple[str, ...], channel: Channel, curve: Curve) -> CurveEntry:
    straight = Curve.linear(curve.times, curve.values)
    before = _handles(curve.in_handles, straight.in_handles)
    after = _handles(curve.out_handles, straight.out_handles)
    rows = zip(curve.times.tolist(), curve.values.tolist(), before, after, curve.holds.tolist(), strict=True)
    keys = [KeyEntry(*row) for row in rows]
    return CurveEntry(names[channel.joint], channel.property, channel.axis, keys)


def _handles(handles: np.ndarray, straight: np.ndarray) -> list[tuple[float, float] | None]:
    """Handles as they are written: None where a straight line has that very one."""
    same = (handles == straight).all(axis=1)
    rows = zip(same.tolist(), handles.tolist(), strict=True)
    return [None if plain else (time, value) for plain, (time, value) in rows]
