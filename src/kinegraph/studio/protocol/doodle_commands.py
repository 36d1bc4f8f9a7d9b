"""Commands of Doodle: drawing with a pen, corrections of what was read, props, pictures, lessons.

Points on the sheet are x to the right and y up [m], with the ground at y = 0; places in space are in the
doodle's own, in which the sheet is the plane x = 0, z goes to the right and y up.
"""

from typing import Annotated, ClassVar, Literal

import msgspec

from kinegraph.doodles.props.prop import PropKind
from kinegraph.studio.document.doodle_fields import (
    DoodleCamera,
    HandLesson,
    InkKind,
    LinkLabel,
    Point,
)
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.protocol.commands import DragStep, Id, Request, Text

StrokeId = Annotated[str, msgspec.Meta(pattern=r"^k-[A-Za-z0-9_-]{1,60}$")]
PenPoint = tuple[float, float, float, float]
PenPointList = Annotated[tuple[PenPoint, ...], msgspec.Meta(max_length=20_000)]
Moment = Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class AddDoodle(Request, frozen=True, kw_only=True):
    """Begins a doodle; `Done.created` holds its id. It becomes the one that is looked at.

    name: Null for the next free "Doodle".
    example: Whether it is a ready one, with a character and a line, instead of an empty sheet.
    sheet: A doodle on whose sheet it is drawn, as a further character; null for a sheet of its own.
    """

    name: Text | None = None
    example: bool = False
    sheet: Id | None = None


class SelectDoodle(Request, frozen=True, kw_only=True):
    """Chooses the doodle that is looked at, and with it its character and its motion, where it has them."""

    doodle: Id | None = None


class RequestDoodle(Request, frozen=True, kw_only=True):
    """Asks for all of a doodle that its record does not hold: an `InkFrame` per stroke, a `PropsFrame` where
    there are props, and its `DoodleRead`, then `Done`.

    strokes: Only these; null for all.
    """

    reads: ClassVar[bool] = True

    doodle: Id
    strokes: Annotated[tuple[StrokeId, ...], msgspec.Meta(max_length=2000)] | None = None


class PenDown(Request, frozen=True, kw_only=True):
    """The pen touches the paper; a page may draw several strokes at once.

    Sent again after a lost connection, it goes on with the stroke.

    stroke: An id of the page's choice that nothing has: "k-" and a few letters or digits.
    ink: "character" for a link, "annotation" for what decorates the character, "motion" for a line; of the
        sheet: "ground" for hills, stairs, pits and platforms, "behind" and "front" for scenery behind and
        before the characters, "around" for a window or a hoop that they pass through.
    at: Of a motion line, when in the performance it begins [s]; null for when the one before it ends.
    camera: Of a line drawn in three dimensions, from where; its points are then picture points.
    """

    doodle: Id
    stroke: StrokeId
    ink: InkKind
    at: Moment | None = None
    camera: DoodleCamera | None = None


class PenPoints(Request, frozen=True, kw_only=True):
    """Adds points to a stroke; answered when they are on disk. Before that, every page gets what is read
    as a `PenRead`, and the performance of a motion line as `DoodleFrame`s.

    first: How many points of the stroke were sent before these: what comes twice counts once.
    points: Each x, y, time and pressure: the pointer event's own time stamp since the pen came down [s], and
        0 to 1, or -1 where the device feels none.
    """

    stroke: StrokeId
    first: Annotated[int, msgspec.Meta(ge=0)]
    points: PenPointList


class PenUp(Request, frozen=True, kw_only=True):
    """The pen leaves the paper: the stroke becomes one edit ("Draw the torso").

    keep: False to throw it away.
    """

    stroke: StrokeId
    keep: bool = True


class EraseInk(Request, frozen=True, kw_only=True):
    """Removes strokes, as one edit."""

    doodle: Id
    strokes: Annotated[tuple[StrokeId, ...], msgspec.Meta(min_length=1, max_length=2000)]


class ClearDoodle(Request, frozen=True, kw_only=True):
    """Removes all lines, or all ink, or all that there is on the sheet, as one edit."""

    doodle: Id
    what: Literal["lines", "ink", "everything"]


class RelabelInk(Request, frozen=True, kw_only=True):
    """Sets the link that a stroke of the character is; null for the engine's own reading."""

    doodle: Id
    stroke: StrokeId
    label: LinkLabel | None


class MoveJoint(DragStep, frozen=True, kw_only=True):
    """Puts a joint of the drawn character somewhere; with a gesture, as a step of a drag.

    joint: A name of `DoodleRead.joints`.
    place: On the sheet [m]; null for where the engine finds it.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("doodle", "joint")

    doodle: Id
    joint: Name
    place: Point | None


class ChooseGuess(Request, frozen=True, kw_only=True):
    """Says what a piece of a line means.

    start, stop: As `PieceInfo` has them.
    motion: A name of `DoodleVocabulary.gestures`; null for as the engine reads it.
    """

    doodle: Id
    stroke: StrokeId
    start: Annotated[int, msgspec.Meta(ge=0)]
    stop: Annotated[int, msgspec.Meta(ge=0)]
    motion: Name | None
    backward: bool = False


class MoveLanding(DragStep, frozen=True, kw_only=True):
    """Puts the place where a piece of a line ends somewhere else: the ink follows, and the motion with it.
    With a gesture, as a step of a drag; pages then get the stroke as an `InkFrame` and
    the motion as a `ClipFrame` with an empty `blob`.

    piece: Its number in the `DoodleRead` of the doodle as it is stored.
    place: In the doodle's space [m].
    """

    drag_key: ClassVar[tuple[str, ...]] = ("doodle", "piece")

    doodle: Id
    piece: Annotated[int, msgspec.Meta(ge=0)]
    place: Vector


class MoveApex(DragStep, frozen=True, kw_only=True):
    """Moves the top of an arc; its ends and its meaning stay. With a gesture, as a step of a drag, shown as
    those of `MoveLanding`.

    piece: Its number in the `DoodleRead` of the doodle as it is stored.
    place: In the doodle's space [m].
    """

    drag_key: ClassVar[tuple[str, ...]] = ("doodle", "piece")

    doodle: Id
    piece: Annotated[int, msgspec.Meta(ge=0)]
    place: Vector


class RetimePiece(DragStep, frozen=True, kw_only=True):
    """Moves the top or the end of a piece in time; all that follows the end moves with it. With a gesture, as
    a step of a drag.

    piece: Its number in the `DoodleRead` of the doodle as it is stored.
    until: The last piece of a stretch of its line that is retimed as a whole; null for this piece alone.
    apex_time, end_time: In the performance [s]; of a stretch only its end can be moved.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("doodle", "piece")

    doodle: Id
    piece: Annotated[int, msgspec.Meta(ge=0)]
    until: Annotated[int, msgspec.Meta(ge=0)] | None = None
    apex_time: Moment | None = None
    end_time: Moment | None = None


class SetHand(Request, frozen=True, kw_only=True):
    """Changes what is known of the writer's hand. What is null stays as it is.

    lessons: What is known from elsewhere; an empty list forgets it.
    learns: Whether corrections teach the reader this hand.
    """

    doodle: Id
    lessons: Annotated[tuple[HandLesson, ...], msgspec.Meta(max_length=500)] | None = None
    learns: bool | None = None


class AddProp(Request, frozen=True, kw_only=True):
    """Puts a thing on the sheet; `Done.created` holds its id.

    size: Null for the usual one of its kind.
    loose: Null for the usual: balls roll and boxes above the ground fall.
    """

    doodle: Id
    kind: PropKind
    place: Vector
    size: Vector | None = None
    turn: float = 0.0
    loose: bool | None = None


class EditProp(DragStep, frozen=True, kw_only=True):
    """Moves, resizes, turns, loosens or pushes a thing; with a gesture, as a step of a
    drag. What is null stays as it is.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("doodle", "prop")

    doodle: Id
    prop: Id
    place: Vector | None = None
    size: Vector | None = None
    turn: float | None = None
    loose: bool | None = None
    push: Vector | None = None
    starts: Moment | None = None


class RemoveProp(Request, frozen=True, kw_only=True):
    """Removes a thing from the sheet."""

    doodle: Id
    prop: Id


class PlacePicture(DragStep, frozen=True, kw_only=True):
    """Moves and resizes the picture behind the drawing; with a gesture, as a step of a drag.

    A picture comes by `POST /api/doodles/{id}/picture`, its body the file (PNG, JPEG, GIF or WebP).
    """

    drag_key: ClassVar[tuple[str, ...]] = ("doodle",)

    doodle: Id
    place: Point
    width: Annotated[float, msgspec.Meta(gt=0.0, le=1000.0)]
    opacity: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 1.0


class RemovePicture(Request, frozen=True, kw_only=True):
    """Removes the picture."""

    doodle: Id


class SetDoodleView(DragStep, frozen=True, kw_only=True):
    """Looks at a doodle from a camera, or at the sheet. With a gesture, as a step of a drag."""

    drag_key: ClassVar[tuple[str, ...]] = ("doodle",)

    doodle: Id
    camera: DoodleCamera | None


class GestureExample(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One drawing of a gesture. points: x, y [m] and time [s]."""

    points: Annotated[tuple[Vector, ...], msgspec.Meta(min_length=2, max_length=5000)]


class TeachGesture(Request, frozen=True, kw_only=True):
    """Teaches a gesture by drawings of it: from now on it means a motion in this doodle's lines.

    name: Of the gesture; one that was taught before is taught anew.
    motion: A name of `DoodleVocabulary.gestures`.
    calls: A motion of the performer that it plays instead, as it is now: a clip, a take or a creature's
        animation. What `motion` names is performed while the pen is down, and by other performers.
    sound: Name of the sound that begins with it, such as "clap"; null for none.
    """

    doodle: Id
    name: Name
    motion: Name
    backward: bool = False
    examples: Annotated[tuple[GestureExample, ...], msgspec.Meta(min_length=1, max_length=30)]
    calls: Id | None = None
    sound: Name | None = None


class ForgetGesture(Request, frozen=True, kw_only=True):
    """Forgets a gesture that was taught."""

    doodle: Id
    name: Name


class SetActor(Request, frozen=True, kw_only=True):
    """Sets the performer of a doodle's lines: any character of the library, or null for the drawn one."""

    doodle: Id
    character: Id | None


class KeepMotion(Request, frozen=True, kw_only=True):
    """Puts what the doodle performs now into the library, as a motion of its character that no further
    drawing changes; `Done.created` holds its id.
    """

    doodle: Id
    name: Text | None = None


class RequestVocabulary(Request, frozen=True, kw_only=True):
    """Asks what lines can say: a `DoodleVocabulary`, then `Done`."""

    reads: ClassVar[bool] = True
