"""Reading our own keyed format; errors name their place inside the JSON."""

from pathlib import Path

import msgspec
import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.character import Character
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.keyed.schema import (
    FORMAT,
    VERSION,
    AnimationEntry,
    CurveEntry,
    Handle,
    KeyedFile,
    Units,
)
from kinegraph.formats.mapping.character_record import with_record
from kinegraph.formats.mapping.skeleton_entry import skeleton_of_entry
from kinegraph.formats.text.json import check_head, decode_json, locate_errors

_METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001}
_RADIANS = {"rad": 1.0, "deg": np.pi / 180.0}
_FORM = "a keyed file of Kinegraph"
_decoder = msgspec.json.Decoder(KeyedFile)


def keyed_json_scene(data: bytes, source: str = "keys.json") -> Scene:
    """The scene in the bytes of a file. source: The file's name for messages."""
    check_head(data, source, FORMAT, VERSION, _FORM)
    file = decode_json(_decoder, data, source, _FORM)
    with locate_errors(source, "$.skeleton"):
        skeleton = skeleton_of_entry(file.skeleton, _METRES[file.units.length])
    animations = [
        _animation(entry, skeleton, file.units, source, f"$.animations[{number}]")
        for number, entry in enumerate(file.animations)
    ]
    bare = Character.bare(Path(source).stem or "character", skeleton)
    character, notes = with_record(bare, file.character)
    return Scene(character, animations=tuple(animations), notes=notes)


def _animation(entry: AnimationEntry, skeleton: Skeleton, units: Units, source: str, place: str) -> Animation:
    modes = [QUATERNION] * len(skeleton)
    with locate_errors(source, f"{place}.rotation_modes"):
        for name, mode in entry.rotation_modes.items():
            modes[skeleton.index(name)] = mode
    curves: dict[Channel, Curve] = {}
    for number, curve in enumerate(entry.curves):
        with locate_errors(source, f"{place}.curves[{number}]"):
            channel = Channel(skeleton.index(curve.joint), curve.property, curve.axis)
            if channel in curves:
                raise InvalidValue(f"{curve.joint!r} has two curves for {curve.property} {curve.axis}.")
            curves[channel] = _curve(curve, _unit(channel, modes, units))
    with locate_errors(source, place):
        times = np.array([column.time for column in entry.columns], dtype=np.float64)
        tags = tuple(column.tag for column in entry.columns)
        return Animation(skeleton, entry.fps, curves, tuple(modes), times, tags, entry.name)


def _unit(channel: Channel, modes: list[str], units: Units) -> float:
    if channel.property == Property.TRANSLATION:
        return _METRES[units.length]
    return 1.0 if modes[channel.joint] == QUATERNION else _RADIANS[units.angle]


def _curve(entry: CurveEntry, unit: float) -> Curve:
    times = np.array([key.time for key in entry.keys])
    values = np.array([key.value for key in entry.keys]) * unit
    straight = Curve.linear(times, values)
    return Curve(
        times,
        values,
        _handles([key.before for key in entry.keys], straight.in_handles, unit),
        _handles([key.after for key in entry.keys], straight.out_handles, unit),
        np.array([key.hold for key in entry.keys], dtype=np.bool_),
    )


def _handles(stated: list[Handle | None], straight: np.ndarray, unit: float) -> np.ndarray:
    handles = straight.copy()
    for key, handle in enumerate(stated):
        if handle is not None:
            handles[key] = handle[0], handle[1] * unit
    return handles
