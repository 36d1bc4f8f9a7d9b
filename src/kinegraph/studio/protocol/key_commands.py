"""Commands of Keys: choosing the keys of a motion, and editing keyed motion by hand.

Columns are named by their times and keys by their place in the `CurvesFrame`, so a page names what it shows.
Each step of a drag holds the whole drag from its start, and replaces the step before.
"""

from typing import Annotated, ClassVar, Literal

import msgspec

from kinegraph.core.animation import KeyTag
from kinegraph.studio.document.key_fields import KeySettings
from kinegraph.studio.document.perform_fields import Quaternion, Vector
from kinegraph.studio.protocol.commands import DragStep, Id, Request

Columns = Annotated[tuple[float, ...], msgspec.Meta(min_length=1, max_length=100_000)]
Key = tuple[int, int]
KeyList = Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=1_000_000)]
Joints = Annotated[tuple[int, ...], msgspec.Meta(max_length=1_000)]


LayerName = Annotated[str, msgspec.Meta(max_length=200)]


class OpenKeys(Request, frozen=True, kw_only=True):
    """Asks for all choices of keys that a motion has, as a binary `KeyChoicesFrame`, then `Done`.

    If that takes long it is a job of kind "keys", which reports its progress and can be cancelled.

    motion: A clip, or an animation, which is baked.
    settings: Null for those of the motion's result where it has one, else for the usual ones.
    """

    reads: ClassVar[bool] = True

    motion: Id
    settings: KeySettings | None = None


class MeasureKeys(Request, frozen=True, kw_only=True):
    """Asks how far each number of keys plays from a motion: `KeysMeasured` events, then `Done`.

    The automatic choice comes first, then `count`, then numbers over the whole curve. What takes long is a
    job of kind "measure". A newer request of the same page ends it; so does cancelling the job, which is
    answered as a failure.

    settings: As in `OpenKeys`, complete.
    count: The number that is shown; null for none.
    """

    reads: ClassVar[bool] = True

    motion: Id
    settings: KeySettings
    count: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] | None = None


class ChooseKeys(DragStep, frozen=True, kw_only=True):
    """Keys a motion at the best `count` frames: makes its result, or replaces it, as one edit.

    With a gesture it is a step of a drag: pages get a `KeysFrame` with the preview fit, the newest wins, and
    `EndGesture` makes the final fit an edit.

    motion: The source.
    count: Null for the automatic choice; the nearest possible one is taken.
    keep_edits: Whether keys that were set by hand stay, with poses, times and handles; the others are chosen
        around them.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("motion",)

    motion: Id
    settings: KeySettings
    count: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] | None = None
    keep_edits: bool = True


class PutKeysBack(Request, frozen=True, kw_only=True):
    """Adds the source of a keyed motion with the keyed stretch in place, on the source's frames, as one edit.

    Outside the stretch it has a key on every frame; the ends are blended where a hand has posed them.

    motion: The keyed motion.
    """

    motion: Id


class RequestKeys(Request, frozen=True, kw_only=True):
    """Asks for a keyed motion as it plays and differs from its source, as a `KeysFrame`, then `Done`.

    layer: Of a layered motion, the layer whose columns are asked for, by name; empty for its base.
    """

    reads: ClassVar[bool] = True

    motion: Id
    layer: LayerName = ""


class RequestCurves(Request, frozen=True, kw_only=True):
    """Asks for a keyed motion's curves as a binary `CurvesFrame`, then `Done`. layer: As in `RequestKeys`."""

    reads: ClassVar[bool] = True

    motion: Id
    layer: LayerName = ""


class LayerMotion(Request, frozen=True, kw_only=True):
    """Adds a layered motion, as one edit: a motion with a layer over it.

    detail: Whether the layer holds what a keyed motion leaves of its source; else it is empty.
    """

    motion: Id
    detail: bool = False


class MergeLayers(Request, frozen=True, kw_only=True):
    """Makes a layered motion a clip that plays the same, as one edit."""

    motion: Id


class KeyEditBase(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type", rename="camel"):
    """Base of the edits of keyed motion."""


class MoveColumns(KeyEditBase, frozen=True, kw_only=True):
    """Moves columns of keys, handles and all, in time.

    They stay a frame away from the columns around them and from the motion's start, so none is lost.

    columns: Their times [s].
    shift: [s].
    """

    columns: Columns
    shift: float


class ScaleColumns(KeyEditBase, frozen=True, kw_only=True):
    """Retimes columns: times and handles are scaled about the pivot.

    No farther than leaves all columns a frame apart: to retime a part and let what follows give way, move
    that first, with a `MoveColumns` in the same list of edits.

    pivot: [s].
    factor: Above 1 is slower.
    """

    columns: Columns
    pivot: float
    factor: float


class AddColumn(KeyEditBase, frozen=True, kw_only=True):
    """Sets a key on every curve at a time; curves keep their shape."""

    time: float
    tag: KeyTag = KeyTag.KEYPOSE


class DeleteColumns(KeyEditBase, frozen=True, kw_only=True):
    """Removes columns; the handles around reach across the gap as near to the old curve as they can."""

    columns: Columns


class TagColumns(KeyEditBase, frozen=True, kw_only=True):
    """Tags columns: keypose, breakdown or detail."""

    columns: Columns
    tag: KeyTag


class MoveKeys(KeyEditBase, frozen=True, kw_only=True):
    """Moves single keys with their handles; they stay a frame away from their neighbours.

    keys: Pairs of channel and key, as the `CurvesFrame` counts them.
    dt: [s].
    dv: In the channels' unit: metres, radians, quaternion components.
    """

    keys: KeyList
    dt: float
    dv: float


class SetHandle(KeyEditBase, frozen=True, kw_only=True):
    """Puts a handle somewhere, inside its segment.

    side: Before or after the key.
    time, value: Where, absolute [s, unit].
    free: Whether the other handle stays as it is; else it turns to stay in line.
    """

    channel: int
    key: int
    side: Literal["in", "out"]
    time: float
    value: float
    free: bool = False


class SetHandles(KeyEditBase, frozen=True, kw_only=True):
    """Shapes keys' handles: "auto" smooth and never past an extreme, "aligned" in line with each other,
    "flat" level, "linear" along the straight lines to the next keys, "stepped" held until the next key,
    "broken" as they are. "auto" and "linear" end a hold.

    Which handles move together is not stored: those that are in line do. So "broken" moves nothing; it is a
    page's to drag them with `free` from then on.
    """

    keys: KeyList
    mode: Literal["auto", "aligned", "flat", "linear", "stepped", "broken"]


class DeleteKeys(KeyEditBase, frozen=True, kw_only=True):
    """Removes single keys; a curve that loses its last goes, and its channel rests."""

    keys: KeyList


class AddKey(KeyEditBase, frozen=True, kw_only=True):
    """Sets a key on one curve, which keeps its shape; on all four of a quaternion's."""

    channel: int
    time: float


class PoseEditBase(KeyEditBase, frozen=True, kw_only=True):
    """Base of edits that pose the body at a time: the pose becomes a column of keys, or changes one there.

    time: [s].
    reach: How far from it the motion changes [s], where no key is nearer; null: to the keys beside it.
    pins: Joints that keep their place and rotation; the joints of their limbs turn instead.
    planted: Whether feet that stand on the ground then are pinned as well.
    """

    time: float
    reach: Annotated[float, msgspec.Meta(gt=0.0, le=1e5)] | None = None
    pins: Joints = ()
    planted: bool = True


class TurnPart(PoseEditBase, frozen=True, kw_only=True):
    """Turns a joint. rotation: In the world, xyzw."""

    joint: int
    rotation: Quaternion


class ReachPart(PoseEditBase, frozen=True, kw_only=True):
    """Brings a point of a joint to a place, by turning the joints above it.

    target: In the world [m].
    offset: The point that was taken hold of, in the joint's frame [m].
    upright: Whether the joint keeps its rotation in the world.
    """

    joint: int
    target: Vector
    offset: Vector = (0.0, 0.0, 0.0)
    upright: bool = False


class MoveBody(PoseEditBase, frozen=True, kw_only=True):
    """Moves the root and all that hangs on it. shift: In the world [m]."""

    shift: Vector


class ClearPose(KeyEditBase, frozen=True, kw_only=True):
    """Sets a pose at which a layer changes nothing. time: [s]."""

    time: float


class TweenPose(KeyEditBase, frozen=True, kw_only=True):
    """Sets the pose between the columns around a time: a new breakdown, or another pose of the column there.

    time: [s].
    share: 0 is the pose of the column before, 1 of the one after; beyond these it exaggerates.
    """

    time: float
    share: Annotated[float, msgspec.Meta(ge=-1.0, le=2.0)]


class HoldPose(KeyEditBase, frozen=True, kw_only=True):
    """Holds the pose of a column: it is set again later, with level curves between. Later columns move on.

    column: Its time [s]. length: How long it is held [s].
    """

    column: float
    length: Annotated[float, msgspec.Meta(gt=0.0, le=1e5)]


class EaseSegment(KeyEditBase, frozen=True, kw_only=True):
    """Shapes how the poses go from the column before a time to the one after it.

    time: [s].
    ease: -1 starts slowly, 1 ends slowly, 0 goes at an even rate.
    """

    time: float
    ease: Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]


class MatchEnds(KeyEditBase, frozen=True, kw_only=True):
    """Makes the motion end in the pose that it begins with, at the same speed, so that it loops.

    Where the body travels, it stays where it ends along the ground.

    blend: How long before its end it begins to lead there [s].
    """

    blend: Annotated[float, msgspec.Meta(ge=0.0, le=1e5)]


class RefitSpan(KeyEditBase, frozen=True, kw_only=True):
    """Chooses the keys between two columns anew from the source, as many as the settings take; the poses at
    both columns stay.

    start, stop: Times of the columns [s].
    """

    start: float
    stop: float


class PastedPose(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A pose with the time and the tag of its column.

    root: Of the root in the character's space [m]. rotations: Of the joints, local, xyzw.
    translations: Of the joints, local, where they slide [m].
    """

    time: float
    root: Vector
    rotations: Annotated[tuple[Quaternion, ...], msgspec.Meta(min_length=1, max_length=10_000)]
    translations: Annotated[tuple[Vector, ...], msgspec.Meta(max_length=10_000)] | None = None
    tag: KeyTag = KeyTag.KEYPOSE


class PastePoses(KeyEditBase, frozen=True, kw_only=True):
    """Sets poses as columns of keys, on this character or on another with joints of the same names.

    joints: Names of the joints that the poses have; those that this character lacks are left out.
    mirrored: Whether left and right are exchanged.
    """

    joints: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=10_000)]
    poses: Annotated[tuple[PastedPose, ...], msgspec.Meta(min_length=1, max_length=2_000)]
    mirrored: bool = False


KeyEdit = (
    MoveColumns
    | ScaleColumns
    | AddColumn
    | DeleteColumns
    | TagColumns
    | MoveKeys
    | SetHandle
    | SetHandles
    | DeleteKeys
    | AddKey
    | TurnPart
    | ReachPart
    | MoveBody
    | ClearPose
    | TweenPose
    | HoldPose
    | EaseSegment
    | MatchEnds
    | RefitSpan
    | PastePoses
)


class EditKeys(DragStep, frozen=True, kw_only=True):
    """Edits any keyed motion by hand, as one edit; with a gesture, as a step of a drag.

    Of a step pages get a `CurvesFrame` and a `KeysFrame` with `preview: true`, the newest wins.

    layer: Of a layered motion, the layer that is edited, by name; empty for its base.
    edits: Carried out one after the other, each on what the one before left.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("motion",)

    motion: Id
    layer: LayerName = ""
    edits: Annotated[tuple[KeyEdit, ...], msgspec.Meta(min_length=1, max_length=2_000)]
