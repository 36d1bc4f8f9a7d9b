"""A motion's arrays as a blob, exact to the last bit: a clip, an animation or markers.

The skeleton is not in it: a motion's record names the character whose skeleton it moves.
"""

import hashlib

import msgspec
import numpy as np

from kinegraph.core.animation import Animation, Channel, KeyTag, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import bake
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.core.marker_clip import MarkerClip, MarkerEvent
from kinegraph.core.skeleton import Skeleton
from kinegraph.studio.document.frames import FrameHeader, pack, report_damage, unpack
from kinegraph.studio.document.key_fields import Layering, MotionPart
from kinegraph.studio.document.records import MotionRecord

Motion = Clip | Animation | MarkerClip
_PROPERTIES = tuple(Property)
_CURVE = ("times", "values", "in_handles", "out_handles", "holds")


class ClipBlob(FrameHeader, frozen=True, kw_only=True):
    """A clip's arrays: root_translations, rotations, and translations where joints slide."""


class AnimationBlob(FrameHeader, frozen=True, kw_only=True):
    """An animation's arrays: the keys of all curves joined, and the table that says whose they are.

    channels (C, 4) holds per curve joint, property, axis and number of keys; column_importance, where keys
    were chosen, how important each column is.
    """

    rotation_modes: tuple[str, ...]
    column_tags: tuple[KeyTag, ...]


class LayeredBlob(FrameHeader, frozen=True, kw_only=True):
    """A layered motion: its base and its layers have blobs of their own. plays: A hash of all that plays."""

    plays: str


class _Event(msgspec.Struct):
    time: float
    label: str
    context: str


class MarkersBlob(FrameHeader, frozen=True, kw_only=True):
    """A marker clip's arrays: positions, seen, residuals."""

    events: tuple[_Event, ...]


def pack_motion(motion: Motion, importance: Floats | None = None) -> bytes:
    """The blob of a motion; of an animation with the importance of its columns, where that is known."""
    match motion:
        case Clip():
            arrays = {"root_translations": motion.root_translations, "rotations": motion.rotations}
            if motion.translations is not None:
                arrays["translations"] = motion.translations
            return pack(ClipBlob(), arrays)
        case Animation():
            return _pack_animation(motion, importance)
        case MarkerClip():
            events = tuple(_Event(event.time, event.label, event.context) for event in motion.events)
            seen = motion.seen.astype(np.uint8)
            arrays = {"positions": motion.positions, "seen": seen, "residuals": motion.residuals}
            return pack(MarkersBlob(events=events), arrays)


@report_damage("motion")
def unpack_motion(blob: bytes, record: MotionRecord, skeleton: Skeleton | None) -> Motion:
    """The motion of a blob; `skeleton` is that of the record's character, None for markers."""
    if record.form == "markers":
        return _unpack_markers(blob, record)
    if skeleton is None:
        raise InvalidValue(f"The motion {record.name!r} has lost its character.")
    if record.form == "animation":
        return _unpack_animation(blob, record, skeleton)
    _, arrays = unpack(blob, ClipBlob)
    sliding = arrays.get("translations")
    return Clip(skeleton, record.fps, arrays["root_translations"], arrays["rotations"], sliding, record.name)


def unpack_part(blob: bytes, part: MotionPart, record: MotionRecord, skeleton: Skeleton) -> Clip | Animation:
    """The base or a layer of a layered motion, by its blob."""
    motion = unpack_motion(blob, msgspec.structs.replace(record, form=part.form), skeleton)
    assert not isinstance(motion, MarkerClip)
    return motion


def pack_layering(layering: Layering) -> bytes:
    """The blob of a layered motion: another one for all that plays otherwise."""
    layers = [(each.part.blob, each.weight, each.muted, each.solo) for each in layering.layers]
    content = msgspec.json.encode((layering.base.blob, layers))
    return pack(LayeredBlob(plays=hashlib.sha256(content).hexdigest()), {})


@report_damage("motion")
def column_importance(blob: bytes) -> tuple[Floats, Floats] | None:
    """Times (T,) [s] and importance (T,) of the columns in an animation's blob; None where not known."""
    _, arrays = unpack(blob, AnimationBlob)
    found = arrays.get("column_importance")
    return None if found is None else (arrays["column_times"], found)


def describe_motion(
    motion: Motion,
    *,
    id: str,
    blob: str,
    character: str | None = None,
    file: str | None = None,
    notes: tuple[str, ...] = (),
) -> MotionRecord:
    """The record of a motion whose arrays are stored under `blob`."""
    keyed = isinstance(motion, Animation)
    frames = len(bake(motion)) if keyed else len(motion)
    form = "animation" if keyed else "clip" if isinstance(motion, Clip) else "markers"
    return MotionRecord(
        id=id,
        name=motion.name,
        form=form,
        character=character,
        file=file,
        fps=motion.fps,
        frames=frames,
        duration=(frames - 1) / motion.fps,
        keys=_column_count(motion) if keyed else 0,
        points=motion.names if isinstance(motion, MarkerClip) else (),
        notes=notes,
        blob=blob,
    )


def _column_count(animation: Animation) -> int:
    if len(animation.column_times):
        return len(animation.column_times)
    times = [curve.times for curve in animation.curves.values()]
    return len(np.unique(np.concatenate(times).round(6))) if times else 0


def curve_arrays(animation: Animation) -> dict[str, np.ndarray]:
    """All curves' keys joined, and `channels` (C, 4): of each joint, property, axis and number of keys."""
    curves = list(animation.curves.values())
    rows = [
        (channel.joint, _PROPERTIES.index(channel.property), channel.axis, len(curve))
        for channel, curve in animation.curves.items()
    ]
    empty = {"times": (0,), "values": (0,), "in_handles": (0, 2), "out_handles": (0, 2), "holds": (0,)}
    arrays: dict[str, np.ndarray] = {
        name: np.concatenate([np.zeros(shape), *(getattr(curve, name) for curve in curves)])
        for name, shape in empty.items()
    }
    arrays["holds"] = arrays["holds"].astype(np.uint8)
    arrays["channels"] = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return arrays


def _pack_animation(animation: Animation, importance: Floats | None) -> bytes:
    arrays = {**curve_arrays(animation), "column_times": animation.column_times}
    if importance is not None:
        arrays["column_importance"] = importance
    header = AnimationBlob(rotation_modes=animation.rotation_modes, column_tags=animation.column_tags)
    return pack(header, arrays)


def _unpack_animation(blob: bytes, record: MotionRecord, skeleton: Skeleton) -> Animation:
    header, arrays = unpack(blob, AnimationBlob)
    curves, start = {}, 0
    for joint, kind, axis, count in arrays["channels"].tolist():
        keys = {name: arrays[name][start : start + count] for name in _CURVE}
        curves[Channel(joint, _PROPERTIES[kind], axis)] = Curve(**keys)
        start += count
    return Animation(
        skeleton,
        record.fps,
        curves,
        header.rotation_modes,
        arrays["column_times"],
        header.column_tags,
        record.name,
    )


def _unpack_markers(blob: bytes, record: MotionRecord) -> MarkerClip:
    header, arrays = unpack(blob, MarkersBlob)
    events = tuple(MarkerEvent(event.time, event.label, event.context) for event in header.events)
    seen = arrays["seen"].astype(np.bool_)
    return MarkerClip(
        record.points, record.fps, arrays["positions"], seen, arrays["residuals"], events, record.name
    )
