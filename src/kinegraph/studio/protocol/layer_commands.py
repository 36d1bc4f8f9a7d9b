"""Commands about layers: edits of a performance or of a layered motion, and the path that a hand took."""

from typing import Annotated, ClassVar

import msgspec

from kinegraph.studio.document.perform_fields import GroundPoint, Vector, WalkSpan
from kinegraph.studio.protocol.commands import DragStep, Id, Request, Text


class LayerEditBase(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", rename="camel"):
    """Base of the edits of a performance or a layered motion."""


class AddLayer(LayerEditBase, frozen=True, kw_only=True):
    """Adds an empty layer over the others of a layered motion."""


class WeighLayer(LayerEditBase, frozen=True, kw_only=True):
    """Sets how much a layer of a layered motion counts: 0 none, 1 all."""

    layer: Text
    weight: Annotated[float, msgspec.Meta(ge=-10.0, le=10.0)]


class MuteLayer(LayerEditBase, frozen=True, kw_only=True):
    """Mutes or unmutes a layer."""

    layer: Text
    muted: bool


class SoloLayer(LayerEditBase, frozen=True, kw_only=True):
    """Sets whether a layer is solo: only solo layers play."""

    layer: Text
    solo: bool


class DeleteLayer(LayerEditBase, frozen=True, kw_only=True):
    """Removes a layer; the last one of a performance cannot be."""

    layer: Text


class DuplicateLayer(LayerEditBase, frozen=True, kw_only=True):
    """Adds a copy after a layer, called "take 1 copy"."""

    layer: Text


class ReorderLayer(LayerEditBase, frozen=True, kw_only=True):
    """Moves a layer to another position among the layers, counted from 0."""

    layer: Text
    to: int


class RenameLayer(LayerEditBase, frozen=True, kw_only=True):
    """Gives a layer another name."""

    layer: Text
    name: Text


class StretchLayer(LayerEditBase, frozen=True, kw_only=True):
    """Makes a layer `factor` times as long, about its start or about `pivot` [s]."""

    layer: Text
    factor: float
    pivot: float | None = None


class ShiftLayer(LayerEditBase, frozen=True, kw_only=True):
    """Makes a layer later or earlier; it does not begin before 0 s."""

    layer: Text
    seconds: float


class SmoothLayer(LayerEditBase, frozen=True, kw_only=True):
    """Averages a layer's path over about this time [s]; its ends stay."""

    layer: Text
    seconds: float


class LoopLayer(LayerEditBase, frozen=True, kw_only=True):
    """Repeats a layer from its end on until a time [s]."""

    layer: Text
    until: float


class MovePath(LayerEditBase, frozen=True, kw_only=True):
    """Moves a point of a layer's path, and those around it ever less.

    time: Which point [s].
    shift: In the controller's space [m].
    reach: How far from it in time others go along [s].
    """

    layer: Text
    time: float
    shift: Vector
    reach: float = 0.25


class InsertPathKey(LayerEditBase, frozen=True, kw_only=True):
    """Marks a moment of a layer's path as a temporal key [s]: edits there end at the keys beside it."""

    layer: Text
    time: float


class DeletePathKey(LayerEditBase, frozen=True, kw_only=True):
    """Removes the temporal key at a time [s]; the path stays."""

    layer: Text
    time: float


class MovePathKey(LayerEditBase, frozen=True, kw_only=True):
    """Moves the temporal key at a time, and the path between the keys beside it.

    time: Which key [s].
    shift: In the controller's space [m].
    seconds: How much later it is [s]; it stays between the keys beside it.
    """

    layer: Text
    time: float
    shift: Vector = (0.0, 0.0, 0.0)
    seconds: float = 0.0


class SmoothPathKey(LayerEditBase, frozen=True, kw_only=True):
    """Averages the path over about this time [s] between the keys beside a temporal key.

    time: Which key [s].
    """

    layer: Text
    time: float
    seconds: float


class SetWalking(LayerEditBase, frozen=True, kw_only=True):
    """Sets whether the character walks, from beginning to end: its feet move it."""

    walks: bool


class SetWalkingSpans(LayerEditBase, frozen=True, kw_only=True):
    """Sets the spans in which the character walks; spans that touch become one. None for never."""

    spans: Annotated[tuple[WalkSpan, ...], msgspec.Meta(max_length=1_000)]


class SetWay(LayerEditBase, frozen=True, kw_only=True):
    """Sets the way on which the character walks, and turns walking on. An empty way leads straight ahead.

    way: Points on the ground, x and z in the world [m].
    """

    way: Annotated[tuple[GroundPoint, ...], msgspec.Meta(max_length=10_000)]


class SetFade(LayerEditBase, frozen=True, kw_only=True):
    """Sets the duration of a fade from one set to another [s]."""

    seconds: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)]


LayerEdit = (
    AddLayer
    | WeighLayer
    | MuteLayer
    | SoloLayer
    | DeleteLayer
    | DuplicateLayer
    | ReorderLayer
    | RenameLayer
    | StretchLayer
    | ShiftLayer
    | SmoothLayer
    | LoopLayer
    | MovePath
    | InsertPathKey
    | DeletePathKey
    | MovePathKey
    | SmoothPathKey
    | SetWalking
    | SetWalkingSpans
    | SetWay
    | SetFade
)


class EditLayers(DragStep, frozen=True, kw_only=True):
    """Edits a performance or a layered motion, as one edit; with a gesture, as a step of a drag.

    Of a step pages get a `ClipFrame` of the performance as it would be, with an empty `blob`; of a layered
    motion a `KeysFrame` with `preview: true`.

    edits: Carried out one after the other, each on what the one before left.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("motion",)

    motion: Id
    edits: Annotated[tuple[LayerEdit, ...], msgspec.Meta(min_length=1, max_length=200)]


class RequestPath(Request, frozen=True, kw_only=True):
    """Asks for the path of the controller that a layer moves, as a binary `PathFrame`, then `Done`."""

    reads: ClassVar[bool] = True

    motion: Id
    layer: Text
