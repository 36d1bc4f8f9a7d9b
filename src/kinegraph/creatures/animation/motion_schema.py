"""The layout of a motion file, as typed structures: what docs/creature-motion-format.md describes.

Decoding JSON straight into these checks every type and bound on the way in.
"""

from typing import Annotated

import msgspec

from kinegraph.creatures.animation.branching import Predicate, Wanted
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.animation.general_animation import Side
from kinegraph.creatures.animation.movement_mode import Scale, Secondary

FORMAT = "kinegraph motion"
VERSION = 1
EXTENSION = ".kinemotion"

Number = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
Numbers = Annotated[list[Number], msgspec.Meta(max_length=4)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]


class KeyEntry(msgspec.Struct, omit_defaults=True, rename={"arriving": "in", "leaving": "out"}):
    """One key: its value, and its rates; a missing `out` is the same as `in`, a missing `in` is level."""

    time: Number
    value: Numbers
    arriving: Numbers | None = None
    leaving: Numbers | None = None


Keys = Annotated[list[KeyEntry], msgspec.Meta(min_length=1, max_length=100_000)]


class PositionModeEntry(msgspec.Struct, omit_defaults=True):
    absolute: bool = False
    scale: Scale = Scale.LIMB
    ground: bool = False
    sagittal: bool = False
    secondary: Secondary = Secondary.OFF
    follows: bool = True
    turns: bool = False


class RotationModeEntry(msgspec.Struct, omit_defaults=True):
    absolute: bool = False
    look_at: bool = False
    follows: bool = True


class PositionEntry(msgspec.Struct, omit_defaults=True):
    mode: PositionModeEntry
    keys: Keys
    weight: Keys | None = None


class RotationEntry(msgspec.Struct, omit_defaults=True):
    mode: RotationModeEntry
    keys: Keys
    weight: Keys | None = None


class DeformEntry(msgspec.Struct, omit_defaults=True):
    name: Name
    keys: Keys
    weight: Keys | None = None


class TargetEntry(msgspec.Struct, omit_defaults=True):
    """One of the three: an external target's name, a context's sentence, or a channel's name."""

    external: Name | None = None
    bodies: Text | None = None
    channel: Name | None = None


class ChannelEntry(msgspec.Struct, omit_defaults=True):
    """A channel; `bodies` is a context's sentence."""

    name: Name
    bodies: Text
    one_at_a_time: bool = False
    variant_group: Text = ""
    blend_group: Text = ""
    mirrors: bool = True
    instead_of: Annotated[list[Name], msgspec.Meta(max_length=100)] = []
    target: TargetEntry | None = None
    position: PositionEntry | None = None
    rotation: RotationEntry | None = None
    deforms: Annotated[list[DeformEntry], msgspec.Meta(max_length=100)] = []


class EventEntry(msgspec.Struct, omit_defaults=True):
    time: Number
    name: Name
    kind: EventKind = EventKind.DATA
    channel: Text = ""


class SideRuleEntry(msgspec.Struct):
    first: Name
    second: Name
    side: Side


class MotionFile(msgspec.Struct, omit_defaults=True):
    """A motion file as a whole."""

    format: str
    version: int
    name: Name
    duration: Number
    loops: bool = False
    about: Text = ""
    branches: dict[Predicate, Wanted] = {}
    targets: dict[str, Annotated[list[Number], msgspec.Meta(min_length=3, max_length=3)]] = {}
    side_rules: Annotated[list[SideRuleEntry], msgspec.Meta(max_length=100)] = []
    events: Annotated[list[EventEntry], msgspec.Meta(max_length=10_000)] = []
    channels: Annotated[list[ChannelEntry], msgspec.Meta(max_length=1000)] = []
