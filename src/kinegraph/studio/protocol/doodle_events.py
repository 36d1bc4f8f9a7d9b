"""Events about doodles: what was recognised, while the pen is down and after."""

from typing import Literal

import msgspec

from kinegraph.studio.document.doodle_fields import LinkLabel, PartLabel, Point
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.protocol.events import Event

GestureGroup = Literal["step", "glide", "jump", "flip", "stand"]


class _Info(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of what answers consist of."""


class LinkInfo(_Info, frozen=True, kw_only=True):
    """Reading of a stroke of the drawing.

    stroke: By id.
    label: The part that it is; null where none is known, and for what decorates.
    fixed: Whether the user chose it.
    """

    stroke: str
    label: PartLabel | None
    fixed: bool = False


class JointInfo(_Info, frozen=True, kw_only=True):
    """A joint of the drawn character. place: On the sheet [m]. fixed: Whether the user put it there."""

    name: str
    place: Point
    fixed: bool = False


class GuessInfo(_Info, frozen=True, kw_only=True):
    """A possible meaning of a piece. closeness: 0 to 1."""

    motion: str
    title: str
    backward: bool = False
    closeness: float


class TokenInfo(_Info, frozen=True, kw_only=True):
    """A piece of ink between corners. start, stop: Indices of its first and last point in its stroke."""

    stroke: str
    kind: str
    start: int
    stop: int


class PieceInfo(_Info, frozen=True, kw_only=True):
    """A piece of a line that means something, or that was not understood.

    stroke, start, stop: Whose ink it is: first and last point.
    motion: A name of `DoodleVocabulary.gestures`; null for what was not understood.
    title: For people: "front flip", "backward walk"; "?" for what was not understood.
    group: Its colour; null for what was not understood.
    confidence: 0 to 1.
    start_time, apex_time, end_time: On the clock of the performance [s].
    takeoff, apex, landing: Where it begins, is highest and ends, in the doodle's space [m].
    turns: Of flips.
    chosen: Whether the user chose what it means.
    guesses: What it may mean, the nearest first.
    reason: Why it was not understood; empty where it was.
    """

    stroke: str
    start: int
    stop: int
    motion: str | None
    title: str
    backward: bool
    group: GestureGroup | None
    confidence: float
    start_time: float
    apex_time: float
    end_time: float
    takeoff: Vector
    apex: Vector
    landing: Vector
    turns: float
    chosen: bool
    guesses: tuple[GuessInfo, ...]
    reason: str


class PenRead(Event, frozen=True, kw_only=True):
    """Reading of a line while the pen is down: all of it so far, so only the newest counts.

    stroke: The one being drawn.
    points: How many points of it were read.
    links: Of the character's ink, what each stroke looks like now, this one among them; empty for lines.
    joints: Where joints appear.
    tokens, pieces: Of a line, what is settled.
    tentative: What its open end looks like; more ink may change it.
    """

    doodle: str
    stroke: str
    points: int
    links: tuple[LinkInfo, ...] = ()
    joints: tuple[JointInfo, ...] = ()
    tokens: tuple[TokenInfo, ...] = ()
    pieces: tuple[PieceInfo, ...] = ()
    tentative: tuple[PieceInfo, ...] = ()


class LimitInfo(_Info, frozen=True, kw_only=True):
    """A limit of the reader that a hand has moved.

    title: For people: "top of an arc along its width".
    usual, now: The limit.
    corrections: Number of corrections behind it.
    """

    measure: str
    title: str
    usual: float
    now: float
    corrections: int


class DoodleRead(Event, frozen=True, kw_only=True):
    """Reading of a doodle. Sent to every page after each change, and on request.

    request: Null where it was not requested.
    state: That of the record which this was read from (`DoodleRecord.state`).
    preview: Whether it is of a drag under way.
    links: Of all strokes of the character and of annotations.
    body: What kind of character it is, a front view or an animal among them; null while it is incomplete.
    doubts: Sentences about what is uncertain: which body part is in doubt.
    missing: Links that are not drawn yet.
    jump_line: Height above which an arc is a jump [m].
    longest_step: Length beyond which an arc is a jump [m].
    level: The parts of the ground line that are left beside drawn ground, from x to x [m].
    notes: What lines could not be read or performed, and why.
    hand: The limits of the reader that corrections have moved for this hand.
    """

    request: int | None
    doodle: str
    state: str
    preview: bool = False
    links: tuple[LinkInfo, ...] = ()
    joints: tuple[JointInfo, ...] = ()
    body: Literal["person", "mech", "front", "animal"] | None = None
    confidence: float = 0.0
    doubts: tuple[str, ...] = ()
    missing: tuple[LinkLabel, ...] = ()
    jump_line: float
    longest_step: float
    leg_length: float
    level: tuple[Point, ...] = ()
    tokens: tuple[TokenInfo, ...] = ()
    pieces: tuple[PieceInfo, ...] = ()
    notes: tuple[str, ...] = ()
    hand: tuple[LimitInfo, ...] = ()


class GestureInfo(_Info, frozen=True, kw_only=True):
    """A motion that can be drawn.

    example: How to draw it: x, y [m] and time [s], for a character with a leg of 0.82 m.
    backward: The same for its backward form; empty where there is none.
    hint: How to draw it, in a few words.
    """

    name: str
    title: str
    group: GestureGroup
    hint: str
    example: tuple[Vector, ...]
    backward: tuple[Vector, ...] = ()


class DoodleVocabulary(Event, frozen=True, kw_only=True):
    """The words that lines can say."""

    request: int
    gestures: tuple[GestureInfo, ...]


AnyDoodleEvent = PenRead | DoodleRead | DoodleVocabulary
