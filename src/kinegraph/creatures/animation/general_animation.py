"""GeneralAnimation: motion in generalized coordinates, for every creature that meets its branches."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.creatures.animation.branching import Predicate, Wanted
from kinegraph.creatures.animation.channel import Channel, ChannelTarget, ExternalTarget
from kinegraph.creatures.animation.events import Event, events_between


class UnknownChannel(UnknownName):
    """A channel name that the animation does not have."""

    kind = "channel"


class Side(StrEnum):
    """The sides of the bodies of two varying channels; a body in the middle is on both sides."""

    SAME = "same"
    OPPOSITE = "opposite"


@dataclass(frozen=True)
class SideRule:
    """Two channels that vary, and whether their bodies must be on the same side or on opposite sides."""

    first: str
    second: str
    side: Side


Place = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class GeneralAnimation:
    """An animation in generalized coordinates.

    duration: Length [s].
    channels: In order of priority: the first to select a body's position, rotation or deform owns it.
    branches: Predicates that must be true, or false, for a creature; others are ignored.
    side_rules: Which variants are left out.
    targets: The external targets and their default places: in the creature's widths from the
        middle, its heights above the ground, and its heights ahead of its front.
    about: A description in one sentence.
    """

    name: str
    duration: float
    channels: tuple[Channel, ...]
    loops: bool = False
    branches: Mapping[Predicate, Wanted] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    side_rules: tuple[SideRule, ...] = ()
    targets: Mapping[str, Place] = field(default_factory=dict)
    about: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            raise InvalidValue("An animation needs a name.")
        if not (math.isfinite(self.duration) and 0.0 < self.duration <= 1e5):
            raise InvalidValue(f"{self.name!r} needs a duration above 0, up to 1e5 s, not {self.duration}.")
        set_field = object.__setattr__
        set_field(self, "channels", tuple(self.channels))
        set_field(self, "events", tuple(sorted(self.events, key=lambda event: event.time)))
        branches = {Predicate(p): Wanted(w) for p, w in self.branches.items()}
        set_field(self, "branches", MappingProxyType(branches))
        set_field(self, "targets", MappingProxyType(dict(self.targets)))
        self._check_names()

    def _check_names(self) -> None:
        names = [channel.name for channel in self.channels]
        if len(set(names)) < len(names):
            raise InvalidValue(f"Two channels of {self.name!r} have the same name.")
        asked = [name for channel in self.channels for name in channel.instead_of]
        asked += [event.channel for event in self.events if event.channel]
        asked += [name for rule in self.side_rules for name in (rule.first, rule.second)]
        asked += [c.target.channel for c in self.channels if isinstance(c.target, ChannelTarget)]
        for name in asked:
            if name not in names:
                raise UnknownChannel(name, names)
        for channel in self.channels:
            if isinstance(channel.target, ExternalTarget) and channel.target.name not in self.targets:
                raise UnknownTarget(channel.target.name, self.targets)

    def channel(self, name: str) -> Channel:
        """The channel of that name."""
        for channel in self.channels:
            if channel.name == name:
                return channel
        raise UnknownChannel(name, (channel.name for channel in self.channels))

    def with_channel(self, channel: Channel) -> "GeneralAnimation":
        """The animation with a channel in place of the one of the same name, or after all others."""
        if channel.name not in (old.name for old in self.channels):
            return replace(self, channels=(*self.channels, channel))
        channels = tuple(channel if old.name == channel.name else old for old in self.channels)
        return replace(self, channels=channels)

    def events_between(self, before: float, after: float) -> list[Event]:
        """The events that playing on from one time to another [s] passes (see `events`)."""
        return events_between(self.events, self.duration, self.loops, before, after)


class UnknownTarget(UnknownName):
    """A target that the animation does not have."""

    kind = "target"
