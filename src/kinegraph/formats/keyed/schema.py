"""The layout of our own keyed format, as typed structures: what docs/keyed-format.md describes.

Decoding JSON straight into these checks every type and bound on the way in.
"""

from typing import Annotated, Any, Literal

import msgspec

from kinegraph.core.animation import KeyTag, Property
from kinegraph.formats.mapping.skeleton_entry import Number, SkeletonEntry

FORMAT = "kinegraph keys"
VERSION = 1

Rate = Annotated[float, msgspec.Meta(gt=0.0, le=1e6)]
Handle = tuple[Number, Number]


class Units(msgspec.Struct, frozen=True):
    """Units of lengths and Euler angles; we write metres and radians. Times are seconds."""

    length: Literal["m", "cm", "mm"] = "m"
    angle: Literal["rad", "deg"] = "rad"
    time: Literal["s"] = "s"


class KeyEntry(msgspec.Struct, omit_defaults=True):
    """A key; a handle that is left out lies on the straight line to the next key, at a third of the way."""

    time: Number
    value: Number
    before: Handle | None = msgspec.field(default=None, name="in")
    after: Handle | None = msgspec.field(default=None, name="out")
    hold: bool = False


class CurveEntry(msgspec.Struct):
    joint: str
    property: Property
    axis: Annotated[int, msgspec.Meta(ge=0, le=3)]
    keys: Annotated[list[KeyEntry], msgspec.Meta(min_length=1)]


class ColumnEntry(msgspec.Struct):
    time: Number
    tag: KeyTag


class AnimationEntry(msgspec.Struct):
    name: str
    fps: Rate
    curves: list[CurveEntry]
    rotation_modes: dict[str, str] = {}
    columns: list[ColumnEntry] = []


class KeyedFile(msgspec.Struct):
    """A whole file. `character` holds what formats/character_record.py writes."""

    skeleton: SkeletonEntry
    animations: list[AnimationEntry] = []
    units: Units = Units()
    character: Any = None
