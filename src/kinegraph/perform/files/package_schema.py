"""The layout of a package file, as typed structures: what docs/perform.md describes.

Decoding JSON straight into these checks every type and bound on the way in.
"""

from typing import Annotated, Any

import msgspec

from kinegraph.formats.mapping.skeleton_entry import (
    Number,
    Quaternion,
    SkeletonEntry,
    Vector,
)
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.radial_functions import RadialFunction

FORMAT = "kinegraph package"
VERSION = 1
EXTENSION = ".kinepack"

Seconds = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


class CharacterEntry(msgspec.Struct, omit_defaults=True):
    """The character: a member of the cast by name, or one that the package holds.

    record: What formats/character_record.py writes: contacts, symmetry, caps, the rest pose.
    shape: A .glb file in base64 with the character's meshes; none for a bare skeleton.
    """

    cast: str | None = None
    name: str | None = None
    skeleton: SkeletonEntry | None = None
    record: Any = None
    shape: str | None = None


class ManipulatorEntry(msgspec.Struct):
    kind: ManipulatorKind
    target: str
    moves: bool = False
    turns: bool = False


class KeyEntry(msgspec.Struct):
    """A key; positions and rotations are in the order of the set's manipulators."""

    name: str
    place: Vector
    positions: list[Vector]
    rotations: list[Quaternion]


class SetEntry(msgspec.Struct):
    name: str
    manipulators: list[ManipulatorEntry]
    keys: list[KeyEntry] = []
    function: RadialFunction = RadialFunction.LINEAR
    degree: int = 1
    home: Vector = (0.0, 0.0, 0.0)


class SwitchEntry(msgspec.Struct):
    time: Seconds
    set: str


class SpanEntry(msgspec.Struct):
    """From when to when a controller is released, or a character walks [s]."""

    start: Seconds
    stop: Seconds


class LayerEntry(msgspec.Struct, omit_defaults=True):
    """A recorded pass: rows of time [s] and displacement x, y, z [m]."""

    name: str
    set: str
    path: list[tuple[Seconds, Number, Number, Number]]
    switches: list[SwitchEntry] = []
    releases: list[SpanEntry] = []
    muted: bool = False
    solo: bool = False
    keys: list[Seconds] = []


class PerformanceEntry(msgspec.Struct):
    name: str
    layers: list[LayerEntry] = []
    fade: Seconds = 0.25
    walks: bool | list[SpanEntry] = False
    way: list[tuple[Number, Number]] = []


class PackageFile(msgspec.Struct):
    """A whole file."""

    character: CharacterEntry
    sets: list[SetEntry] = []
    performances: list[PerformanceEntry] = []
