"""StageProp: a box, a ball, a tree or a drawing in a scene, and how it moves."""

import itertools
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.props.prop import Prop
from kinegraph.doodles.props.shapes import prop_character
from kinegraph.scenes.props.drawing import drawing_character


@dataclass(frozen=True, eq=False)
class PropKey:
    """Place of a prop at a time. place: (3,) middle of its underside [m]. turn: About the vertical [rad]."""

    time: float
    place: Floats
    turn: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", frozen_floats("The place of a prop", self.place, (3,)))


@dataclass(frozen=True)
class Held:
    """A character carries a prop with a part, from the place where both are at the start.

    stop: When it lets go [s]; the prop stays where it then is.
    reach: Time over which the part goes to the prop before the start, and back to its motion after it [s].
    """

    by: str
    part: str = ""
    start: float = 0.0
    stop: float = np.inf
    reach: float = 0.0

    def __post_init__(self) -> None:
        if not 0.0 <= self.start < self.stop:
            raise InvalidValue(f"A prop cannot be held from {self.start:g} s to {self.stop:g} s.")
        if not 0.0 <= self.reach < np.inf:
            raise InvalidValue(f"The time to reach for a prop must be at least 0 s, not {self.reach:g}.")


@dataclass(frozen=True, eq=False)
class StageProp:
    """A prop of a scene.

    prop: Its kind, size and place, and its push if it is loose.
    keys: Places at times that it moves between; none: it stands, or rolls and falls as a loose prop does.
    held: By characters, in the order of time.
    drawn: Strokes of drawn scenery, which is shown instead of the prop's own shape, scaled to its size. It is
        never loose, and stops nothing.
    """

    name: str
    prop: Prop
    keys: tuple[PropKey, ...] = ()
    held: tuple[Held, ...] = ()
    drawn: tuple[Stroke, ...] = ()

    def __post_init__(self) -> None:
        for what in ("keys", "held", "drawn"):
            object.__setattr__(self, what, tuple(getattr(self, what)))
        if self.drawn and self.prop.loose:
            raise InvalidValue(f"The drawing {self.name!r} cannot fall or roll: only boxes and balls do.")
        times = [key.time for key in self.keys]
        if any(not later > earlier for earlier, later in itertools.pairwise(times)):
            raise InvalidValue(f"The keys of {self.name!r} must be in the order of their times.")
        spans = [(held.start, held.stop) for held in self.held]
        if any(later[0] < earlier[1] for earlier, later in itertools.pairwise(spans)):
            raise InvalidValue(f"{self.name!r} can only be held by one character at a time.")

    @property
    def shape(self) -> Character:
        """The prop as a character of one joint."""
        if self.drawn:
            return drawing_character(self.name, self.drawn, self.prop.size, self.prop.place)
        return prop_character(replace(self.prop, name=self.name))

    def keyed(self, time: float) -> tuple[Floats, Floats]:
        """(3,) place [m] and (4,) rotation between its keys; a ball rolls over the ground as it moves."""
        number = sum(key.time <= time for key in self.keys)
        before, after = self.keys[max(number - 1, 0)], self.keys[min(number, len(self.keys) - 1)]
        length = after.time - before.time
        share = float(smoothstep((time - before.time) / length)) if length > 0.0 else 0.0
        place = before.place + share * (after.place - before.place)
        turn = quat_from_axis_angle(np.array([0.0, before.turn + share * (after.turn - before.turn), 0.0]))
        if self.prop.kind != "ball":
            return place, np.asarray(turn)
        rolled = self._roll_turn(number, place)
        middle = np.array([0.0, self.prop.radius, 0.0])
        from_underside = quat_multiply(rolled, turn)
        return place + middle - quat_rotate(from_underside, middle), from_underside

    def _roll_turn(self, number: int, place: Floats) -> Floats:
        """(4,) turn of a ball that has rolled along its keys to a place."""
        turned = np.array([0.0, 0.0, 0.0, 1.0])
        stops = [*(key.place for key in self.keys[: max(number, 1)]), place]
        for here, there in itertools.pairwise(stops):
            way = (there - here) * [1.0, 0.0, 1.0]
            axis = np.cross([0.0, 1.0, 0.0], way) / self.prop.radius
            turned = quat_multiply(quat_from_axis_angle(axis), turned)
        return turned
