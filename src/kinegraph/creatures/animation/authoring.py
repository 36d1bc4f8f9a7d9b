"""Authoring animations in Python, in the words of the studio's sentences.

    wave = Sketch("wave", seconds=2.4, about="Lifts a hand and waves.")
    hand = wave.each("hand", "graspers")                      # one of them at a time
    hand.moves(by_limb(), {0.0: REST, 0.5: (0.2, 0.9, 0.3), 1.0: (0.4, 0.9, 0.3), 2.4: REST})
    hand.turns(level(), {0.0: REST, 0.5: pitch(-80)}, weight={0.0: 0, 0.5: 1, 2.4: 0})
    animation = wave.finished()

Keys are {time in seconds: value}. A value is three generalized numbers, a turn in degrees, one number for
weights and deforms, or REST. Curves ease through their keys and never overshoot (see
`smooth_keys`). Positions are given for the left side: +x is to the creature's left, +y up, +z forward.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.creatures.animation.branching import Predicate, Wanted
from kinegraph.creatures.animation.channel import (
    BodyTarget,
    Channel,
    ChannelTarget,
    DeformTrack,
    ExternalTarget,
    PositionTrack,
    RotationTrack,
    Target,
)
from kinegraph.creatures.animation.context import Context
from kinegraph.creatures.animation.context_sentence import context_from_sentence
from kinegraph.creatures.animation.events import Event, EventKind
from kinegraph.creatures.animation.general_animation import (
    GeneralAnimation,
    Place,
    Side,
    SideRule,
)
from kinegraph.creatures.animation.hermite import HermiteCurve
from kinegraph.creatures.animation.movement_mode import (
    PositionMode,
    RotationMode,
    Scale,
    Secondary,
)
from kinegraph.creatures.animation.smooth_keys import smooth_curve, smooth_turns

REST: Final = "rest"
Turn = Floats
"""A rotation as a quaternion xyzw."""
PositionKeys = Mapping[float, Sequence[float] | str]
TurnKeys = Mapping[float, Turn | str]
NumberKeys = Mapping[float, float]


def by_limb() -> PositionMode:
    """Relative to rest, in limb lengths."""
    return PositionMode()


def by_size() -> PositionMode:
    """Relative to rest, in the creature's widths, heights and lengths."""
    return PositionMode(scale=Scale.CREATURE)


def by_stance() -> PositionMode:
    """Relative to rest, in heights of the hips over the feet."""
    return PositionMode(scale=Scale.STANCE)


def to_ground() -> PositionMode:
    """Relative to rest, in limb lengths; upwards 0 is rest and 1 the ground."""
    return PositionMode(ground=True)


def to_middle() -> PositionMode:
    """Relative to rest, in limb lengths; sideways 0 is rest and 1 the plane between left and right."""
    return PositionMode(sagittal=True)


def reach() -> PositionMode:
    """x from rest (0) to the target (1), y up and z to the side of that line, in limb lengths."""
    return PositionMode(secondary=Secondary.REACH)


def strike() -> PositionMode:
    """x towards the target, y up and z to the side, all in limb lengths whatever the distance."""
    return PositionMode(secondary=Secondary.DIRECTION)


def touch() -> PositionMode:
    """x from rest (0) to contact with the target's surface (1), y up and z aside around it, in radians."""
    return PositionMode(secondary=Secondary.SURFACE)


def planted(mode: PositionMode) -> PositionMode:
    """The mode for bodies that stay in place when the root moves: feet."""
    return replace(mode, follows=False)


def turning() -> RotationMode:
    """Turns away from rest."""
    return RotationMode()


def level() -> RotationMode:
    """Absolute: the keys give the direction of the body's +Z, whatever its rest pose."""
    return RotationMode(absolute=True)


def looking() -> RotationMode:
    """Turns away from facing the target."""
    return RotationMode(look_at=True)


def pitch(degrees: float) -> Turn:
    """Nose down for positive angles: about the left-right axis."""
    return _about(0, degrees)


def yaw(degrees: float) -> Turn:
    """To the creature's left for positive angles: about the vertical axis."""
    return _about(1, degrees)


def roll(degrees: float) -> Turn:
    """Over to its right for positive angles: about the axis ahead."""
    return _about(2, degrees)


def both(*turns: Turn) -> Turn:
    """One turn after the other, each about the axes that the ones before it have moved."""
    result = np.array([0.0, 0.0, 0.0, 1.0])
    for turn in turns:
        result = quat_multiply(result, turn)
    return result


def _about(axis: int, degrees: float) -> Turn:
    return quat_from_axis_angle(np.radians(degrees) * np.eye(3)[axis])


class ChannelSketch:
    """Builds a channel; every call refines it and returns it."""

    def __init__(self, sketch: "Sketch", channel: Channel) -> None:
        self._sketch = sketch
        self.channel = channel

    def moves(
        self, mode: PositionMode, keys: PositionKeys, *, weight: NumberKeys | None = None
    ) -> "ChannelSketch":
        """Keys of the handle's position."""
        times, values = self._sketch.in_order(keys, (0.0, 0.0, 0.0))
        curve = smooth_curve(times, values, loops=self._sketch.closes(times, values))
        return self._with(position=PositionTrack(mode, curve, self._weight(weight)))

    def turns(
        self, mode: RotationMode, keys: TurnKeys, *, weight: NumberKeys | None = None
    ) -> "ChannelSketch":
        """Keys of the body's rotation."""
        times, values = self._sketch.in_order(keys, (0.0, 0.0, 0.0, 1.0))
        curve = smooth_turns(times, values, loops=self._sketch.closes(times, values))
        return self._with(rotation=RotationTrack(mode, curve, self._weight(weight)))

    def deforms(self, name: str, keys: NumberKeys, *, weight: NumberKeys | None = None) -> "ChannelSketch":
        """Keys of a deform: "open", "shut", "grip"."""
        track = DeformTrack(name, self._numbers(keys), self._weight(weight))
        return self._with(deforms=(*self.channel.deforms, track))

    def blends(self, group: str) -> "ChannelSketch":
        """Shares its bodies, by weights, with the other channels of a group."""
        return self._with(blend_group=group)

    def varies(self, group: str) -> "ChannelSketch":
        """Plays on the body that its group has chosen."""
        return self._with(one_at_a_time=True, variant_group=group)

    def instead_of(self, *channels: str) -> "ChannelSketch":
        """Plays only on creatures where those channels find nothing."""
        return self._with(instead_of=channels)

    def unmirrored(self) -> "ChannelSketch":
        """Moves bodies on the right exactly as those on the left, not mirrored."""
        return self._with(mirrors=False)

    def _with(self, **changes: Any) -> "ChannelSketch":
        self.channel = replace(self.channel, **changes)
        return self

    def _numbers(self, keys: NumberKeys) -> HermiteCurve:
        times, values = self._sketch.in_order({time: (value,) for time, value in keys.items()}, (0.0,))
        return smooth_curve(times, values, loops=self._sketch.closes(times, values))

    def _weight(self, keys: NumberKeys | None) -> HermiteCurve | None:
        return None if keys is None else self._numbers(keys)


class Sketch:
    """Builds an animation."""

    def __init__(self, name: str, *, seconds: float, loops: bool = False, about: str = "") -> None:
        self.name = name
        self.seconds = seconds
        self.loops = loops
        self.about = about
        self._channels: list[ChannelSketch] = []
        self._branches: dict[Predicate, Wanted] = {}
        self._targets: dict[str, Place] = {}
        self._events: list[Event] = []
        self._rules: list[SideRule] = []

    def all(self, name: str, bodies: str | Context, *, towards: str | None = None) -> ChannelSketch:
        """A channel that moves all bodies that a context selects, relative to `towards` where given.

        towards: A declared external target, an earlier channel, or a context in words (the nearest body).
        """
        context = context_from_sentence(bodies) if isinstance(bodies, str) else bodies
        target = None if towards is None else self.target(towards)
        made = ChannelSketch(self, Channel(name, context, target=target))
        self._channels.append(made)
        return made

    def each(self, name: str, bodies: str | Context, *, towards: str | None = None) -> ChannelSketch:
        """A channel that moves one of the bodies at a time: a variant for each."""
        made = self.all(name, bodies, towards=towards)
        made.channel = replace(made.channel, one_at_a_time=True)
        return made

    def asks(self, *predicates: Predicate) -> "Sketch":
        """Binds only to creatures for which these predicates are true."""
        self._branches |= dict.fromkeys(predicates, Wanted.TRUE)
        return self

    def refuses(self, *predicates: Predicate) -> "Sketch":
        """Binds only to creatures for which these predicates are false."""
        self._branches |= dict.fromkeys(predicates, Wanted.FALSE)
        return self

    def external(self, name: str, place: Place) -> "Sketch":
        """Declares an external target and its default place: see `GeneralAnimation.targets`."""
        self._targets[name] = place
        return self

    def event(self, time: float, name: str, kind: EventKind = EventKind.DATA, channel: str = "") -> "Sketch":
        """Adds an event at a time [s]."""
        self._events.append(Event(time, name, kind, channel))
        return self

    def sides(self, first: str, second: str, side: Side) -> "Sketch":
        """Two varying channels play on the same side or on opposite ones."""
        self._rules.append(SideRule(first, second, side))
        return self

    def finished(self) -> GeneralAnimation:
        """The animation."""
        return GeneralAnimation(
            self.name,
            self.seconds,
            tuple(made.channel for made in self._channels),
            self.loops,
            self._branches,
            tuple(self._events),
            tuple(self._rules),
            self._targets,
            self.about,
        )

    def target(self, words: str) -> Target:
        """The target that a name or a context in words stands for."""
        if words in self._targets:
            return ExternalTarget(words)
        if words in (made.channel.name for made in self._channels):
            return ChannelTarget(words)
        return BodyTarget(context_from_sentence(words))

    def in_order(
        self, keys: Mapping[float, ArrayLike | str], rest: tuple[float, ...]
    ) -> tuple[Floats, Floats]:
        """(K,) times and (K, N) values of keys, in order of time; REST is written out as `rest`."""
        times = np.array(sorted(keys), dtype=np.float64)
        if not len(times) or times[0] < 0.0 or times[-1] > self.seconds + 1e-9:
            raise InvalidValue(f"The keys of {self.name!r} must be between 0 and {self.seconds} s.")
        values = [rest if isinstance(keys[time], str) else keys[time] for time in sorted(keys)]
        return times, np.array(values, dtype=np.float64)

    def closes(self, times: Floats, values: Floats) -> bool:
        """True if a curve closes: it has keys at 0 and at the end of a loop, with the same value."""
        whole = times[0] == 0.0 and abs(times[-1] - self.seconds) < 1e-9
        return bool(self.loops and whole and np.allclose(values[0], values[-1], atol=1e-12))
