"""The layout of a scene file, as typed structures: what docs/scenes.md describes."""

from typing import Annotated

import msgspec

from kinegraph.doodles.props.prop import PropKind
from kinegraph.scenes.mixing.track import LONGEST, LayerKind, Where

Seconds = Annotated[float, msgspec.Meta(ge=0.0, le=LONGEST)]
Metres = Annotated[float, msgspec.Meta(ge=-1e4, le=1e4)]
Degrees = Annotated[float, msgspec.Meta(ge=-3600.0, le=3600.0)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Pixels = Annotated[int, msgspec.Meta(ge=16, le=8192)]
Ground = tuple[Metres, Metres]
Triple = tuple[Metres, Metres, Metres]


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a scene file; an unknown key is an error."""


class ClipPart(_Part):
    """A motion on a track: `play` names it, or `walk` gives the points that the character walks to."""

    play: str | None = None
    walk: Annotated[list[Ground], msgspec.Meta(min_length=1, max_length=1000)] | None = None
    pace: Annotated[float, msgspec.Meta(gt=0.0, le=100.0)] | None = None
    style: str | None = None
    start: Seconds | None = None
    trim: tuple[Seconds, Seconds] | None = None
    speed: float = 1.0
    length: Seconds | None = None
    repeat: int = 1
    seam: Seconds | None = None
    fade: Seconds | None = None
    fade_out: Seconds | None = None
    weight: Share = 1.0
    where: Where | None = None
    at: Ground | None = None
    facing: Degrees | None = None


class LayerPart(_Part):
    """Clips over the base. parts: Names of parts, or shares by name."""

    parts: str | list[str] | dict[str, Share]
    clips: Annotated[list[ClipPart], msgspec.Meta(min_length=1, max_length=1000)]
    kind: LayerKind = LayerKind.OVERRIDE


class PlacePart(_Part):
    """A place beside a thing, along the axes of the scene."""

    of: str
    offset: Triple = (0.0, 0.0, 0.0)


PlaceText = str | Triple | PlacePart


class TargetPart(_Part):
    """Something to look at, reach for or follow."""

    look: PlaceText | None = None
    reach: PlaceText | None = None
    follow: PlaceText | None = None
    part: str = ""
    start: Seconds = 0.0
    stop: Seconds | None = None
    ease: Seconds = 0.4
    weight: Share = 1.0


class CharacterPart(_Part, rename={"origin": "from"}):
    """A character with its track."""

    name: str
    origin: str
    at: Annotated[list[Metres], msgspec.Meta(min_length=2, max_length=3)] = msgspec.field(
        default_factory=lambda: [0.0, 0.0]
    )
    facing: Degrees = 0.0
    size: Annotated[float, msgspec.Meta(ge=0.001, le=1000.0)] = 1.0
    clips: list[ClipPart] = []
    layers: list[LayerPart] = []
    targets: list[TargetPart] = []


class PropKeyPart(_Part):
    time: Seconds
    at: Triple
    turn: Degrees = 0.0


class HeldPart(_Part):
    by: str
    part: str = ""
    start: Seconds = 0.0
    stop: Seconds | None = None
    reach: Seconds = 0.0


class PropPart(_Part, rename={"origin": "from"}):
    """A prop; `from` names a doodle whose props are all meant instead, `drawn` one whose scenery it shows."""

    name: str | None = None
    kind: PropKind | None = None
    drawn: str | None = None
    origin: str | None = None
    at: Triple = (0.0, 0.0, 0.0)
    size: float | tuple[float, float, float] | None = None  # no bounds: msgspec would read them as lengths
    turn: Degrees = 0.0
    loose: bool = False
    push: Triple | None = None
    starts: Seconds = 0.0
    keys: list[PropKeyPart] = []
    held: list[HeldPart] = []


class HandshakePart(_Part):
    between: tuple[str, str]
    parts: tuple[str, str] = ("", "")
    start: Seconds = 0.0
    stop: Seconds | None = None
    ease: Seconds = 0.6


class CameraKeyPart(_Part):
    time: Seconds
    at: Triple
    look_at: PlaceText | None = None
    angle: float | None = None


class ShotPart(_Part):
    """Motion of the camera from `start` to the next shot: one place, or keys."""

    start: Seconds = 0.0
    at: Triple | None = None
    look_at: PlaceText | None = None
    angle: float = 35.0
    follow: str = ""
    keys: list[CameraKeyPart] = []


class SceneFile(_Part):
    """A whole file."""

    characters: Annotated[list[CharacterPart], msgspec.Meta(max_length=200)] = []
    props: Annotated[list[PropPart], msgspec.Meta(max_length=500)] = []
    shake_hands: list[str | HandshakePart] = []
    shots: Annotated[list[ShotPart], msgspec.Meta(max_length=1000)] = []
    name: str | None = None
    length: Seconds | None = None
    fps: Annotated[float, msgspec.Meta(ge=1.0, le=240.0)] = 30.0
    size: tuple[Pixels, Pixels] = (1280, 720)
    light: str = "dark"
