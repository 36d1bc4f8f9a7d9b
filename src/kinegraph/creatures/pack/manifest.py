"""The manifest of a game pack, as typed structures: what docs/game-packs.md describes."""

import msgspec

FORMAT = "kinegraph game pack"
VERSION = 1
FILE = "manifest.json"


class EventEntry(msgspec.Struct):
    """Something that happens in a clip. time: [s]. part: The joint that it concerns."""

    time: float
    name: str
    kind: str
    part: str


class ClipEntry(msgspec.Struct, omit_defaults=True):
    """An animation of the file, by the same name.

    seconds: From the first frame to the last. loops: Whether they are the same, moved on.
    distance: Between them along the ground [m].
    speed, direction: Of a walk [m/s], to the left of its heading [degrees]; null for an animation.
    """

    name: str
    seconds: float
    loops: bool
    root_motion: bool
    distance: float
    events: list[EventEntry]
    speed: float | None = None
    direction: float | None = None


class DetailEntry(msgspec.Struct):
    """A level of detail: the same joints, fewer triangles."""

    file: str
    triangles: int


class CreatureEntry(msgspec.Struct):
    """A creature. file: With all clips and the finest skin. size: Width, height, length [m].

    feet: Names of the joints of its feet. left_out: Animations that it cannot play.
    """

    name: str
    file: str
    size: tuple[float, float, float]
    joints: list[str]
    feet: list[str]
    clips: list[ClipEntry]
    details: list[DetailEntry]
    left_out: list[str]


class Manifest(msgspec.Struct):
    """A whole pack. up, forward: Axes. Lengths are in metres, times in seconds."""

    creatures: list[CreatureEntry]
    format: str = FORMAT
    version: int = VERSION
    up: str = "+Y"
    forward: str = "+Z"
