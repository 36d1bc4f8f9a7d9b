"""Reading our own keyed format: what is wrong is told with its place inside the JSON."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.character import Character
from kinegraph.core.curve import Curve
from kinegraph.core.errors import FormatError, InvalidValue, KinegraphError, UnknownJoint
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.character_record import with_record
from kinegraph.formats.json_text import decode_json
from kinegraph.formats.keyed_json_schema import (
    FORMAT,
    VERSION,
    AnimationEntry,
    CurveEntry,
    Handle,
    Head,
    KeyedFile,
    SkeletonEntry,
    Units,
)

_METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001}
_RADIANS = {"rad": 1.0, "deg": np.pi / 180.0}
_FORM = "a keyed file of Kinegraph"
_head_decoder = msgspec.json.Decoder(Head)
_decoder = msgspec.json.Decoder(KeyedFile)


def keyed_json_scene(data: bytes, source: str = "keys.json") -> Scene:
    """The scene in the bytes of a file. source: The file's name for messages."""
    _check_head(decode_json(_head_decoder, data, source, _FORM), source)
    file = decode_json(_decoder, data, source, _FORM)
    with _at(source, "$.skeleton"):
        skeleton = _skeleton(file.skeleton, file.units)
    animations = [
        _animation(entry, skeleton, file.units, source, f"$.animations[{number}]")
        for number, entry in enumerate(file.animations)
    ]
    bare = Character.bare(Path(source).stem or "character", skeleton)
    character, notes = with_record(bare, file.character)
    return Scene(character, animations=tuple(animations), notes=notes)


def _check_head(head: Head, source: str) -> None:
    if head.format != FORMAT:
        raise FormatError(
            source, f'this is JSON, but no keyed animation: those begin with {{"format": "{FORMAT}", ...}}.'
        )
    if not isinstance(head.version, int) or isinstance(head.version, bool) or head.version < 1:
        raise FormatError(source, f"$.version must be a whole number from 1 on, not {_short(head.version)}.")
    if head.version > VERSION:
        raise FormatError(
            source,
            f"it has version {head.version}, made by a newer Kinegraph; this one reads up to {VERSION}.",
        )


@contextmanager
def _at(source: str, place: str) -> Iterator[None]:
    """Gives what a data type refuses the place that it came from."""
    try:
        yield
    except FormatError:
        raise
    except KinegraphError as error:
        raise FormatError(source, f"at {place}: {error}") from error


def _skeleton(entry: SkeletonEntry, units: Units) -> Skeleton:
    metres = _METRES[units.length]
    indices: dict[str, int] = {}
    parents = []
    for number, joint in enumerate(entry.joints):
        if joint.name in indices:
            raise InvalidValue(f"joints {indices[joint.name]} and {number} are both called {joint.name!r}.")
        if joint.parent is not None and joint.parent not in indices:
            raise InvalidValue(
                f"the parent of joint {number}, {joint.parent!r}, is none of the joints before it."
            )
        parents.append(-1 if joint.parent is None else indices[joint.parent])
        indices[joint.name] = number
    for end in entry.ends:
        if end.joint not in indices:
            raise UnknownJoint(end.joint, indices)
    return Skeleton(
        names=tuple(indices),
        parents=np.array(parents, dtype=np.int64),
        offsets=np.array([joint.offset for joint in entry.joints]) * metres,
        rest_rotations=np.array([joint.rotation for joint in entry.joints]),
        end_joints=np.array([indices[end.joint] for end in entry.ends], dtype=np.int64),
        end_offsets=np.array([end.offset for end in entry.ends], dtype=np.float64).reshape(-1, 3) * metres,
    )


def _animation(entry: AnimationEntry, skeleton: Skeleton, units: Units, source: str, place: str) -> Animation:
    modes = [QUATERNION] * len(skeleton)
    with _at(source, f"{place}.rotation_modes"):
        for name, mode in entry.rotation_modes.items():
            modes[skeleton.index(name)] = mode
    curves: dict[Channel, Curve] = {}
    for number, curve in enumerate(entry.curves):
        with _at(source, f"{place}.curves[{number}]"):
            channel = Channel(skeleton.index(curve.joint), curve.property, curve.axis)
            if channel in curves:
                raise InvalidValue(f"{curve.joint!r} has two curves for {curve.property} {curve.axis}.")
            curves[channel] = _curve(curve, _unit(channel, modes, units))
    with _at(source, place):
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


def _short(value: Any) -> str:
    return repr(value)[:40]
