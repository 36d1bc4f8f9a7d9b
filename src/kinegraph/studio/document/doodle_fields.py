"""Doodles: what a drawing and its performance are made of, as records keep it and as pages see it.

A doodle's space is its character's: sheet x is the character's z, sheet y its y, the sheet is the plane
x = 0. Where the character stands on the stage of the other workspaces comes on top.
"""

from typing import Literal

import msgspec

from kinegraph.doodles.props.prop import PropKind
from kinegraph.studio.document.perform_fields import Vector

Point = tuple[float, float]
InkKind = Literal["character", "annotation", "motion", "ground", "behind", "front", "around"]
SCENERY: tuple[InkKind, ...] = ("behind", "front", "around")
SURROUNDINGS: tuple[InkKind, ...] = ("ground", *SCENERY)
LinkLabel = Literal["head", "torso", "upper_arm", "lower_arm", "upper_leg", "lower_leg", "foot"]
# What a stroke may be: in a front view whole arms and legs too.
PartLabel = LinkLabel | Literal["arm", "leg"]


class DoodleCamera(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """From where a doodle in three dimensions is drawn.

    Picture points: x to the right, y up, the picture's middle is (0, 0), its upper edge y = 1, its right edge
    x = aspect.

    position, target: In the doodle's space [m].
    vertical_fov: Between the picture's lower and upper edge [rad].
    aspect: The picture's width over its height.
    """

    position: Vector
    target: Vector
    vertical_fov: float = 0.7
    aspect: float = 16.0 / 9.0


class InkStroke(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A stroke of the pen.

    id: Stays the same whatever becomes of the stroke.
    label: Of the character's ink, the body part that the user chose; null for the recognized one.
    at: Of motion ink, when in the performance the pen came down [s].
    seconds: How long it took to draw [s].
    points: How many it has.
    camera: Of motion ink drawn in three dimensions, from where: its points are picture points. Null for
        points on the sheet [m].
    blob: Its points, times and pressure, as `InkFrame` has them: what changes them changes this hash.
    """

    id: str
    ink: InkKind
    label: LinkLabel | None = None
    at: float = 0.0
    seconds: float = 0.0
    points: int
    camera: DoodleCamera | None = None
    blob: str


class PieceChoice(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The motion that the user chose for a piece of a line.

    stroke: By id.
    start, stop: Indices of the piece's first and last point in it.
    motion: A name of `DoodleVocabulary.gestures`.
    """

    stroke: str
    start: int
    stop: int
    motion: str
    backward: bool = False


class DoodleProp(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A thing on the sheet.

    place: The middle of its underside when the performance begins [m].
    size: Its own width, height and depth along x, y and z [m]; of a ball its diameter, three times.
    turn: About +Y [rad].
    loose: Whether it falls and rolls; else it stays where it is.
    push: The speed that it is pushed with [m/s], at the time `starts` [s].
    """

    id: str
    kind: PropKind
    place: Vector
    size: Vector
    turn: float = 0.0
    loose: bool = False
    push: Vector = (0.0, 0.0, 0.0)
    starts: float = 0.0


class DoodlePicture(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A picture behind the drawing, at `/api/doodles/{id}/picture`.

    media: As in "image/png".
    pixels: Width and height.
    place: Of its middle, on the sheet [m].
    width: On the sheet [m]; the height goes with it.
    opacity: 0 to 1.
    blob: The file as it was uploaded.
    """

    media: str
    pixels: tuple[int, int]
    place: Point = (0.0, 1.0)
    width: float = 4.0
    opacity: float = 1.0
    blob: str


class CalledMotion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A motion of the library that a gesture plays, as it was when the gesture was taught.

    name: Of the motion.
    blob: Its frames, with the skeleton that it moves.
    """

    name: str
    blob: str


class LearntGesture(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A gesture that the user taught.

    name: Unique in its doodle, and none of the engine's own.
    motion: What it means: a name of `DoodleVocabulary.gestures`.
    examples: How many drawings of it were shown.
    blob: Those drawings.
    calls: The motion that it plays instead; `motion` is what is performed where that cannot be played.
    sound: Name of the sound that begins with it, such as "clap"; null for none.
    """

    name: str
    motion: str
    backward: bool = False
    examples: int
    blob: str
    calls: CalledMotion | None = None
    sound: str | None = None

    @property
    def blobs(self) -> tuple[str, ...]:
        """The blobs that it names."""
        return (self.blob,) if self.calls is None else (self.blob, self.calls.blob)


class HandLesson(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Lesson of a corrected piece about the hand that drew it.

    measure: The part and the measure, as in "arc.apex".
    limit: In the gesture table.
    shift: By which it would have to move.
    """

    measure: str
    limit: float
    shift: float


class Drawing(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Sources of a motion of form "doodle"; the engine makes its frames.

    doodle: The record that says it.
    ink: The blobs that its frames are made of, beside the motion's own.
    """

    doodle: str
    ink: tuple[str, ...] = ()
