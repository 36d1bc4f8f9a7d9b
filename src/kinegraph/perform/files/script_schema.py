"""The layout of a performance script, as typed structures: what docs/perform.md describes."""

from enum import StrEnum
from typing import Annotated

import msgspec

from kinegraph.perform.sets.radial_functions import RadialFunction

LONGEST = 3600.0  # of a script [s]

Seconds = Annotated[float, msgspec.Meta(ge=0.0, le=LONGEST)]
Metres = Annotated[float, msgspec.Meta(ge=-1e4, le=1e4)]
Degrees = Annotated[float, msgspec.Meta(ge=-3600.0, le=3600.0)]
Ground = tuple[Metres, Metres]
Rate = Annotated[float, msgspec.Meta(ge=1.0, le=1000.0)]
# Names are plain str: beside a tuple in a union, msgspec reads a bound on their length as one on its own.
Place = tuple[Metres, Metres, Metres]
Turn = tuple[Degrees, Degrees, Degrees]


class Ease(StrEnum):
    """Easing of the cursor from one way-point to the next.

    LINEAR: At an even speed.
    SMOOTH: It sets off and arrives gently.
    IN, OUT: It only sets off gently, or only arrives gently.
    FLOW: On a curve through all way-points, without stopping.
    HOLD: It stays, then jumps at the time of the way-point.
    """

    LINEAR = "linear"
    SMOOTH = "smooth"
    IN = "in"
    OUT = "out"
    FLOW = "flow"
    HOLD = "hold"


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a script; an unknown key is an error."""


class SpanPart(_Part):
    start: Seconds
    stop: Seconds


class FollowPart(_Part):
    """The cursor is where another character's joint is."""

    character: str
    joint: str
    offset: Place = (0.0, 0.0, 0.0)
    reach: Annotated[float, msgspec.Meta(gt=0.0, le=1e4)] | None = None


class WayPointPart(_Part):
    """Place of the cursor at a time: a place or a key's name, a displacement, or a joint that it follows."""

    time: Seconds
    at: Place | str | None = None
    by: Place | None = None
    follow: FollowPart | None = None
    ease: Ease | None = None
    set: str | None = None


class LayerPart(_Part):
    set: str
    path: Annotated[list[WayPointPart], msgspec.Meta(min_length=1, max_length=100_000)]
    name: str | None = None
    ease: Ease = Ease.SMOOTH
    repeat: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1
    released: list[SpanPart] = []


class KeyPart(_Part):
    """A pose at a marker, or where a synchronizing set puts other sets' controllers."""

    name: str
    at: Place
    turns: dict[str, Turn] = {}
    shift: Place = (0.0, 0.0, 0.0)
    reaches: dict[str, Place] = {}
    controllers: dict[str, Place] = {}


class SetPart(_Part):
    name: str
    keys: Annotated[list[KeyPart], msgspec.Meta(min_length=1, max_length=1000)]
    joints: list[str] = []
    feet: list[str] = []
    function: RadialFunction = RadialFunction.HARDY
    degree: Annotated[int, msgspec.Meta(ge=-1, le=1)] = 1


class CharacterPart(_Part):
    name: str
    origin: str = msgspec.field(name="from")
    at: Place = (0.0, 0.0, 0.0)
    facing: Degrees = 0.0
    walks: bool | list[SpanPart] | None = None
    way: Annotated[list[Ground], msgspec.Meta(max_length=10_000)] = []
    fade: Annotated[float, msgspec.Meta(ge=0.0, le=60.0)] = 0.25
    performance: str | int | None = None
    sets: list[SetPart] = []
    layers: list[LayerPart] = []


class ScriptFile(_Part):
    """A whole script."""

    characters: Annotated[list[CharacterPart], msgspec.Meta(min_length=1, max_length=64)]
    fps: Rate = 30.0
    length: Seconds | None = None
