"""The structure of doodle files; docs/doodle-format.md describes it."""

from typing import Annotated, Literal

import msgspec

FORMAT, VERSION = "kinegraph doodle", 2  # version 2 adds ground, scenery and others

Pair = tuple[float, float]
Triple = tuple[float, float, float]
Index = Annotated[int, msgspec.Meta(ge=0)]


class Units(msgspec.Struct, forbid_unknown_fields=True):
    """Units of the file's numbers.

    length: Metres per unit. time: Seconds per unit.
    y: Whether y grows upwards or downwards. ground: The ground's y, in the file's unit.
    """

    length: Annotated[float, msgspec.Meta(gt=0, le=1e6)] = 1.0
    time: Annotated[float, msgspec.Meta(gt=0, le=1e6)] = 1.0
    y: Literal["up", "down"] = "up"
    ground: float = 0.0


class StrokeEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One stroke. times: One per point; without times, 60 points a second. pressure: 0..1, one per point."""

    points: list[Pair]
    times: list[float] | None = None
    pressure: list[float] | None = None


class LinkEntry(StrokeEntry, forbid_unknown_fields=True, omit_defaults=True):
    """A link of the character. label: Its name, if the user set it."""

    label: str | None = None


class CharacterEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The drawn character. joints: Those that the user placed, by name."""

    strokes: list[LinkEntry] = []
    annotations: list[StrokeEntry] = []
    joints: dict[str, Pair] = {}


class CameraEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The view of a line; always in metres of the world and radians."""

    position: Triple
    target: Triple
    vertical_fov: float = 0.7
    aspect: float = 16.0 / 9.0


class LineEntry(StrokeEntry, forbid_unknown_fields=True, omit_defaults=True):
    """A line that says what to do.

    at: When it begins in the performance, in the file's time. camera: Then its points are picture points.
    """

    at: float | None = None
    camera: CameraEntry | None = None


class ChoiceEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The motion that the user chose for a piece of a line. points: Its first and last one."""

    line: Index
    points: tuple[Index, Index]
    motion: str
    backward: bool = False


class LessonEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Lesson of a correction about a hand.

    measure: As in "arc.apex". limit: Of the gesture table. shift: By which it would have to move.
    """

    measure: str
    limit: float
    shift: float


class PropEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A prop; in metres of the world, metres per second, seconds and radians."""

    kind: Literal["box", "ball", "tree"]
    place: Triple
    size: Triple | float
    turn: float = 0.0
    loose: bool = False
    push: Triple = (0.0, 0.0, 0.0)
    starts: float = 0.0
    name: str = ""


class TaughtEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A gesture that the user taught."""

    name: str
    motion: str
    examples: list[StrokeEntry]
    backward: bool = False
    sound: str = ""


class PictureEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A picture behind the drawing. image: A PNG or JPEG, base64. place, width: On the sheet, metres."""

    image: bytes
    place: Pair = (0.0, 1.0)
    width: float = 4.0
    opacity: float = 1.0


class SceneryEntry(StrokeEntry, forbid_unknown_fields=True, omit_defaults=True):
    """Ink behind the characters, before them, or around what passes."""

    layer: Literal["behind", "front", "around"] = "behind"


class OtherEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A further character on the sheet, with its lines."""

    name: str = "doodle"
    character: CharacterEntry = msgspec.field(default_factory=CharacterEntry)
    lines: list[LineEntry] = []
    choices: list[ChoiceEntry] = []


class DoodleEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The whole file."""

    format: str
    version: int
    name: str = "doodle"
    units: Units = msgspec.field(default_factory=Units)
    character: CharacterEntry = msgspec.field(default_factory=CharacterEntry)
    lines: list[LineEntry] = []
    choices: list[ChoiceEntry] = []
    props: list[PropEntry] = []
    camera: CameraEntry | None = None
    taught: list[TaughtEntry] = []
    picture: PictureEntry | None = None
    ground: list[StrokeEntry] = []
    scenery: list[SceneryEntry] = []
    others: list[OtherEntry] = []
    hand: list[LessonEntry] = []
    learns: bool = True
