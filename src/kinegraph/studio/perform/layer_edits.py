"""Edits of recorded layers as pages send them, carried out on layers: pure functions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.easing import smoothstep
from kinegraph.perform.performances.layer_editing import (
    looped,
    shifted,
    smoothed,
    stretched,
)
from kinegraph.perform.performances.layers import Layer
from kinegraph.perform.performances.performance import UnknownLayer
from kinegraph.perform.performances.temporal_keys import (
    delete_key,
    insert_key,
    move_key,
    smooth_around_key,
)
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import (
    Edit,
    Records,
    clean_name,
    free_name,
)
from kinegraph.studio.document.perform_fields import WalkSpan
from kinegraph.studio.document.performance_blob import MOST_EVENTS, layers_of, with_layers
from kinegraph.studio.document.spatial_set_blob import ReadBlob
from kinegraph.studio.perform.posing import check_place
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.way_edits import way_of_character
from kinegraph.studio.protocol.layer_commands import (
    AddLayer,
    DeleteLayer,
    DeletePathKey,
    DuplicateLayer,
    InsertPathKey,
    LayerEdit,
    LoopLayer,
    MovePath,
    MovePathKey,
    MuteLayer,
    RenameLayer,
    ReorderLayer,
    SetFade,
    SetWalking,
    SetWalkingSpans,
    SetWay,
    ShiftLayer,
    SmoothLayer,
    SmoothPathKey,
    SoloLayer,
    StretchLayer,
)

LONGEST = 36_000.0  # [s]


@dataclass(frozen=True, eq=False)
class EditedLayers:
    """Layers after edits.

    others: What else of the recording changes, by field.
    name: Of the last edit.
    """

    layers: tuple[Layer, ...]
    others: dict[str, Any]
    name: EditName


def edit_layers(
    records: Records, read_blob: ReadBlob, rigs: Rigs, motion: str, wanted: Sequence[LayerEdit]
) -> Edit:
    """Edits a performance's layers."""
    record = edits.motion_record(records, motion)
    done = apply_layer_edits(layers_of(record, read_blob), wanted)
    owner = edits.character_record(records, str(record.character))
    if done.others.get("walks") and not rigs.character(owner).contacts:
        raise InvalidValue(f"{owner.name} has no contact points to walk on.")
    if done.others.get("way"):
        way = way_of_character(records, rigs, owner, done.others["way"])
        done = replace(done, others={**done.others, "way": way})
    sets = edits.sets_of(records, owner.id)
    changed, data = with_layers(record, done.layers, sets, len(owner.joints), **done.others)
    return Edit(done.name, {changed.id: changed}, {changed.blob: data})


def apply_layer_edits(layers: tuple[Layer, ...], wanted: Sequence[LayerEdit]) -> EditedLayers:
    """Carries out edits one after the other."""
    others: dict[str, Any] = {}
    for edit in wanted:
        if isinstance(edit, SetWalking):
            others |= {"walks": edit.walks, "walking": ()}
            continue
        if isinstance(edit, SetWalkingSpans):
            others |= {"walks": bool(edit.spans), "walking": join_spans(edit.spans)}
            continue
        if isinstance(edit, SetWay):
            others |= {"way": edit.way} | ({"walks": True} if edit.way else {})
            continue
        if isinstance(edit, SetFade):
            others["fade"] = edit.seconds
            continue
        if isinstance(edit, AddLayer):
            raise InvalidValue("A performance has no empty layers; record one with Layer on top.")
        layer = _layer(layers, edit.layer)
        match edit:
            case DeleteLayer():
                layers = _without(layers, layer)
            case DuplicateLayer():
                copied = free_name(f"{layer.name} copy", [each.name for each in layers])
                index = layers.index(layer) + 1
                layers = (*layers[:index], replace(layer, name=copied), *layers[index:])
            case ReorderLayer():
                left = [each for each in layers if each is not layer]
                left.insert(max(0, min(edit.to, len(left))), layer)
                layers = tuple(left)
            case _:
                changed = _change_layer(layers, layer, edit)
                layers = tuple(changed if each is layer else each for each in layers)
    return EditedLayers(layers, others, _name(wanted[-1]))


def _name(edit: LayerEdit) -> EditName:
    assert not isinstance(edit, AddLayer)  # refused above
    match edit:
        case SetWalking():
            return (EditKind.WALK if edit.walks else EditKind.STAY_IN_PLACE).of()
        case SetWalkingSpans():
            return (EditKind.SET_WALKING_SPANS if edit.spans else EditKind.STAY_IN_PLACE).of()
        case SetWay():
            return (EditKind.DRAW_WAY if edit.way else EditKind.CLEAR_WAY).of()
        case SetFade():
            return EditKind.SET_FADE.of(f"{edit.seconds:g} s")
        case MuteLayer() if not edit.muted:
            return EditKind.UNMUTE_LAYER.of(edit.layer)
        case SoloLayer() if not edit.solo:
            return EditKind.UNSOLO_LAYER.of(edit.layer)
        case _:
            return _KINDS[type(edit)].of(edit.layer)


def _layer(layers: tuple[Layer, ...], name: str) -> Layer:
    found = next((layer for layer in layers if layer.name == name), None)
    if found is None:
        raise UnknownLayer(name, [layer.name for layer in layers])
    return found


def _without(layers: tuple[Layer, ...], layer: Layer) -> tuple[Layer, ...]:
    if len(layers) == 1:
        raise InvalidValue("A performance needs at least one layer; remove the performance instead.")
    return tuple(each for each in layers if each is not layer)


def _change_layer(layers: tuple[Layer, ...], layer: Layer, edit: LayerEdit) -> Layer:
    match edit:
        case MuteLayer():
            return replace(layer, muted=edit.muted)
        case SoloLayer():
            return replace(layer, solo=edit.solo)
        case RenameLayer():
            return _rename_layer(layers, layer, clean_name(edit.name))
        case StretchLayer():
            _check_times(edit.factor, edit.pivot or 0.0)
            return _in_time(layer, lambda: stretched(layer, edit.factor, edit.pivot))
        case ShiftLayer():
            _check_times(edit.seconds)
            return _in_time(layer, lambda: shifted(layer, max(edit.seconds, -layer.start)))
        case SmoothLayer():
            _check_times(edit.seconds)
            return smoothed(layer, edit.seconds)
        case LoopLayer():
            return _loop_layer(layer, edit.until)
        case MovePath():
            return bend_path(layer, edit.time, check_place(edit.shift, "A shift"), edit.reach)
        case InsertPathKey():
            return insert_key(layer, edit.time)
        case DeletePathKey():
            return delete_key(layer, edit.time)
        case MovePathKey():
            _check_times(edit.time, edit.seconds)
            return move_key(layer, edit.time, check_place(edit.shift, "A shift"), edit.seconds)
        case SmoothPathKey():
            _check_times(edit.seconds)
            return smooth_around_key(layer, edit.time, edit.seconds)
    raise InvalidValue(f"{type(edit).__name__} is not an edit of a layer.")


def _rename_layer(layers: tuple[Layer, ...], layer: Layer, name: str) -> Layer:
    if any(each.name == name and each is not layer for each in layers):
        raise InvalidValue(f"There is a layer called {name!r} already; choose another name.")
    return replace(layer, name=name)


def _in_time(layer: Layer, change: Callable[[], Layer]) -> Layer:
    """A layer with other times, none of which may lie before the start or fall together."""
    after = change()
    if after.start < -1e-9 or after.end > LONGEST:
        raise InvalidValue(f"The layer {layer.name!r} must lie between 0 s and {LONGEST:.0f} s.")
    return after


def _loop_layer(layer: Layer, until: float) -> Layer:
    _check_times(until)
    period = layer.end - layer.start
    if period > 0 and (until - layer.start) / period * len(layer.times) > MOST_EVENTS:
        raise InvalidValue(f"The layer {layer.name!r} is too short to be looped until {until:g} s.")
    return looped(layer, until)


def _check_times(*seconds: float) -> None:
    if not all(np.isfinite(each) and abs(each) <= LONGEST for each in seconds):
        raise InvalidValue(f"Times of a layer must lie within {LONGEST:.0f} s.")


def join_spans(spans: Sequence[WalkSpan]) -> tuple[WalkSpan, ...]:
    """Spans in order of time, those that touch as one; raises InvalidValue for an impossible one."""
    joined: list[WalkSpan] = []
    for span in sorted(spans, key=lambda each: each.start):
        if not (np.isfinite([span.start, span.stop]).all() and 0.0 <= span.start < span.stop <= LONGEST):
            raise InvalidValue(
                f"A walking span must end after it starts, between 0 s and {LONGEST:.0f} s, "
                f"not from {span.start:g} s to {span.stop:g} s."
            )
        if joined and span.start <= joined[-1].stop:
            joined[-1] = WalkSpan(start=joined[-1].start, stop=max(joined[-1].stop, span.stop))
        else:
            joined.append(span)
    return tuple(joined)


def bend_path(layer: Layer, time: float, shift: Floats, reach: float) -> Layer:
    """A layer whose path is moved at a time, and around it ever less, until `reach` away [s] it stays."""
    _check_times(time, reach)
    if not layer.start <= time <= layer.end or not reach > 0:
        raise InvalidValue(
            f"The path of layer {layer.name!r} can be moved from {layer.start:g} s to {layer.end:g} s, "
            "with a reach above zero."
        )
    nearest = layer.times[np.abs(layer.times - time).argmin()]
    bell = smoothstep(1.0 - np.abs(layer.times - nearest) / reach)
    return replace(layer, displacements=layer.displacements + bell[:, None] * shift)


_KINDS: dict[type, EditKind] = {
    MuteLayer: EditKind.MUTE_LAYER,
    SoloLayer: EditKind.SOLO_LAYER,
    DeleteLayer: EditKind.DELETE_LAYER,
    DuplicateLayer: EditKind.DUPLICATE_LAYER,
    ReorderLayer: EditKind.REORDER_LAYER,
    RenameLayer: EditKind.RENAME_LAYER,
    StretchLayer: EditKind.STRETCH_LAYER,
    ShiftLayer: EditKind.SHIFT_LAYER,
    SmoothLayer: EditKind.SMOOTH_LAYER,
    LoopLayer: EditKind.LOOP_LAYER,
    MovePath: EditKind.MOVE_PATH,
    InsertPathKey: EditKind.INSERT_PATH_KEY,
    DeletePathKey: EditKind.DELETE_PATH_KEY,
    MovePathKey: EditKind.MOVE_PATH_KEY,
    SmoothPathKey: EditKind.SMOOTH_PATH_KEY,
}
