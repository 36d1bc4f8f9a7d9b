"""Layered motion as records: the edits that layering a motion, and editing its layers, make of a document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.skeleton import Skeleton
from kinegraph.keys.layer_stack import BASE
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import Edit, Outdated, Records, clean_name, free_name
from kinegraph.studio.document.key_fields import Layering, MotionPart, StackedLayer
from kinegraph.studio.document.motion_blob import describe_motion, pack_layering, pack_motion
from kinegraph.studio.document.records import MotionRecord, new_id
from kinegraph.studio.protocol.layer_commands import (
    AddLayer,
    DeleteLayer,
    DuplicateLayer,
    LayerEdit,
    MuteLayer,
    RenameLayer,
    ReorderLayer,
    SoloLayer,
    WeighLayer,
)

_MOST_LAYERS = 64
# Of a new layer: small turns about any axis stay far from gimbal lock.
_ORDER = "XYZ"


@dataclass(frozen=True, eq=False)
class PackedPart:
    """A base or a layer ready to be stored."""

    part: MotionPart
    blobs: Mapping[str, bytes] = field(default_factory=dict)


def packed_part(motion: Clip | Animation, importance: Floats | None = None) -> PackedPart:
    """Packs a base or a layer."""
    data = pack_motion(motion, importance)
    keyed = isinstance(motion, Animation)
    columns = len(motion.column_times) if keyed else 0
    part = MotionPart(form="animation" if keyed else "clip", keys=columns, blob=blob_hash(data))
    return PackedPart(part, {part.blob: data})


def empty_layer(skeleton: Skeleton, fps: float) -> Animation:
    """A layer without keys."""
    return Animation(skeleton, fps, {}, (_ORDER,) * len(skeleton))


def add_layered(
    records: Records,
    source: MotionRecord,
    original: MotionRecord,
    base: PackedPart,
    name: str,
    layer: PackedPart,
) -> Edit:
    """Adds a motion with a layer over a base; raises Outdated where what it came of has changed.

    source: What the base was made of. original: What the result is shown beside; often the same.
    name: Of the layer.
    """
    for one in (source, original):
        if edits.motion_record(records, one.id).blob != one.blob:
            raise Outdated(f"{one.name} was changed meanwhile.")
    layers = (StackedLayer(name=name, part=layer.part),)
    names = [each.name for each in records.values() if isinstance(each, MotionRecord)]
    blank = MotionRecord(
        id=new_id("m"),
        name=free_name(f"{original.name} layered", names),
        form="layered",
        character=original.character,
        fps=original.fps,
        frames=original.frames,
        duration=original.duration,
        blob="",
    )
    record, data = with_layering(blank, Layering(source=original.id, base=base.part, layers=layers))
    blobs = {**base.blobs, **layer.blobs, record.blob: data}
    return edits.add(records, EditKind.LAYER_MOTION.of(source.name), [record], blobs)


def with_layering(record: MotionRecord, layering: Layering) -> tuple[MotionRecord, bytes]:
    """A layered motion's record that holds other layers, and its blob."""
    data = pack_layering(layering)
    return replace(record, layering=layering, blob=blob_hash(data)), data


def layering_of(record: MotionRecord) -> Layering:
    """The layers of a motion; raises InvalidValue where it has none."""
    if record.layering is None:
        raise InvalidValue(f"{record.name} has no layers; add one in Keys first.")
    return record.layering


def place_of(record: MotionRecord, layer: str) -> int:
    """The place of a layer in its motion, by its name; of the base, which has none. Refuses unknown ones."""
    layering = layering_of(record)
    if not layer:
        return BASE
    names = [each.name for each in layering.layers]
    if layer not in names:
        known = ", ".join(repr(name) for name in names) or "none"
        raise InvalidValue(f"{record.name} has no layer {layer!r}; it has: {known}.")
    return names.index(layer)


def with_part(
    record: MotionRecord, place: int, packed: PackedPart, frames: int
) -> tuple[MotionRecord, bytes]:
    """A layered motion with another base, or another layer in a place. frames: How many it has then."""
    layering = layering_of(record)
    if place == BASE:
        layering = replace(layering, base=packed.part)
    else:
        layers = list(layering.layers)
        layers[place] = replace(layers[place], part=packed.part)
        layering = replace(layering, layers=tuple(layers))
    changed, data = with_layering(record, layering)
    return replace(changed, frames=frames, duration=(frames - 1) / record.fps), data


def edit_part(
    records: Records, before: MotionRecord, name: EditName, place: int, packed: PackedPart, frames: int
) -> Edit:
    """Gives a layered motion another base or layer; raises Outdated where it has changed."""
    now = edits.motion_record(records, before.id)
    if now.blob != before.blob:
        raise Outdated(f"{before.name} was changed meanwhile.")
    record, data = with_part(now, place, packed, frames)
    if record.blob == now.blob:
        return Edit(name, {})
    return Edit(name, {record.id: record}, {**packed.blobs, record.blob: data})


def merge(records: Records, before: MotionRecord, clip: Clip) -> Edit:
    """Makes a layered motion one without layers that plays the same; raises Outdated where it has changed."""
    now = edits.motion_record(records, before.id)
    if now.blob != before.blob:
        raise Outdated(f"{before.name} was changed meanwhile.")
    data = pack_motion(clip)
    record = describe_motion(clip, id=now.id, blob=blob_hash(data), character=now.character, notes=now.notes)
    record = replace(record, name=now.name)
    return Edit(EditKind.MERGE_LAYERS.of(now.name), {record.id: record}, {record.blob: data})


def edit_layering(record: MotionRecord, wanted: Sequence[LayerEdit], skeleton: Skeleton) -> Edit:
    """Carries out edits of the layers of a motion, one after the other."""
    layering, blobs = layering_of(record), dict[str, bytes]()
    layers = list(layering.layers)
    for edit in wanted:
        match edit:
            case AddLayer():
                if len(layers) >= _MOST_LAYERS:
                    raise InvalidValue(f"A motion has at most {_MOST_LAYERS} layers; merge some first.")
                packed = packed_part(empty_layer(skeleton, record.fps))
                blobs |= packed.blobs
                name = free_name("layer", [each.name for each in layers], numbered=True)
                layers.append(StackedLayer(name=name, part=packed.part))
            case DeleteLayer():
                del layers[_place(record, layers, edit.layer)]
            case DuplicateLayer():
                place = _place(record, layers, edit.layer)
                name = free_name(f"{edit.layer} copy", [each.name for each in layers])
                layers.insert(place + 1, replace(layers[place], name=name))
            case ReorderLayer():
                layer = layers.pop(_place(record, layers, edit.layer))
                layers.insert(max(0, min(edit.to, len(layers))), layer)
            case MuteLayer() | SoloLayer() | RenameLayer() | WeighLayer():
                place = _place(record, layers, edit.layer)
                layers[place] = _changed(layers[place], edit, [each.name for each in layers])
            case _:
                raise InvalidValue(
                    f"{record.name} is a layered motion, and {type(edit).__name__} edits performances."
                )
    changed, data = with_layering(record, replace(layering, layers=tuple(layers)))
    return Edit(_name(wanted[-1], layers), {changed.id: changed}, {**blobs, changed.blob: data})


def _place(record: MotionRecord, layers: Sequence[StackedLayer], name: str) -> int:
    found = next((place for place, layer in enumerate(layers) if layer.name == name), None)
    if found is None:
        raise InvalidValue(f"{record.name} has no layer {name!r}.")
    return found


def _changed(
    layer: StackedLayer, edit: MuteLayer | SoloLayer | RenameLayer | WeighLayer, names: Sequence[str]
) -> StackedLayer:
    match edit:
        case MuteLayer():
            return replace(layer, muted=edit.muted)
        case SoloLayer():
            return replace(layer, solo=edit.solo)
        case WeighLayer():
            return replace(layer, weight=edit.weight)
        case RenameLayer():
            name = clean_name(edit.name)
            if name != layer.name and name in names:
                raise InvalidValue(f"There is a layer called {name!r} already; choose another name.")
            return replace(layer, name=name)


def _name(edit: LayerEdit, layers: Sequence[StackedLayer]) -> EditName:
    match edit:
        case AddLayer():
            return EditKind.ADD_LAYER.of(layers[-1].name)
        case MuteLayer():
            return (EditKind.MUTE_LAYER if edit.muted else EditKind.UNMUTE_LAYER).of(edit.layer)
        case SoloLayer():
            return (EditKind.SOLO_LAYER if edit.solo else EditKind.UNSOLO_LAYER).of(edit.layer)
        case WeighLayer():
            return EditKind.WEIGH_LAYER.of(edit.layer)
        case DeleteLayer():
            return EditKind.DELETE_LAYER.of(edit.layer)
        case DuplicateLayer():
            return EditKind.DUPLICATE_LAYER.of(edit.layer)
        case ReorderLayer():
            return EditKind.REORDER_LAYER.of(edit.layer)
        case RenameLayer():
            return EditKind.RENAME_LAYER.of(edit.layer)
    raise InvalidValue(f"{type(edit).__name__} is not an edit of a layered motion.")
