"""Props: boxes, balls and trees that a doodle is drawn around, over and onto."""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue, UnknownName

SMALLEST, LARGEST = 0.01, 1000.0  # [m] sides of a prop
FASTEST = 300.0  # [m/s] largest push
_MOST_TURN = 1e6  # [rad] beyond it, an angle has lost its precision
_TRUNK = 0.16  # of a tree's breadth


class PropKind(StrEnum):
    """Kind of a prop."""

    BOX = "box"
    BALL = "ball"
    TREE = "tree"


class UnknownProp(UnknownName):
    """An unknown kind of prop."""

    kind = "kind of prop"


@dataclass(frozen=True, eq=False)
class Prop:
    """A box, a ball or a tree in a doodle.

    place: (3,) the middle of its underside at time 0, in the world [m].
    size: (3,) along its own x, y and z [m]; of a ball the diameter, three times.
    turn: About Y [rad].
    loose: Whether it falls, rolls and is stopped by others; otherwise it stays in its place.
    push: (3,) velocity at its start [m/s].
    starts: When it begins to move [s]; until then even a loose prop stays in its place.
    """

    kind: PropKind
    place: Floats
    size: Floats
    turn: float = 0.0
    loose: bool = False
    push: Floats = field(default_factory=lambda: np.zeros(3))
    starts: float = 0.0
    name: str = ""

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        if self.kind not in list(PropKind):
            raise UnknownProp(str(self.kind), list(PropKind))
        set_field(self, "kind", PropKind(self.kind))
        set_field(self, "name", self.name or self.kind.value)
        what = f"The {self.name}"
        set_field(self, "place", frozen_floats(f"{what}'s place", self.place, (3,)))
        set_field(self, "size", frozen_floats(f"{what}'s size", self.size, (3,)))
        set_field(self, "push", frozen_floats(f"{what}'s push", self.push, (3,)))
        if self.size.min() < SMALLEST or self.size.max() > LARGEST:
            raise InvalidValue(f"{what} must be {SMALLEST:g} to {LARGEST:g} m along each axis.")
        if np.abs(self.place).max() > 1e3 * LARGEST:
            raise InvalidValue(f"{what} must be within {1e3 * LARGEST:g} m of the origin.")
        if np.abs(self.push).max() > FASTEST:
            raise InvalidValue(f"{what} must have a push of up to {FASTEST:g} m/s along each axis.")
        if self.kind == PropKind.BALL and np.ptp(self.size) > 1e-9 * self.size[0]:
            raise InvalidValue(f"{what} must be round: one diameter in all three directions.")
        if not abs(self.turn) <= _MOST_TURN:
            raise InvalidValue(f"{what}'s turn must be an angle up to {_MOST_TURN:g} rad, not {self.turn}.")
        if not (np.isfinite(self.starts) and self.starts >= 0.0):
            raise InvalidValue(f"{what} must start at a time of at least 0 s, not {self.starts}.")

    @property
    def moves(self) -> bool:
        """True if it moves."""
        return self.loose and self.kind != PropKind.TREE

    @property
    def radius(self) -> float:
        """Radius of a ball, of a tree's trunk, or of the circle around a box's ground plan [m]."""
        if self.kind == PropKind.BOX:
            return 0.5 * float(np.hypot(self.size[0], self.size[2]))
        share = 1.0 if self.kind == PropKind.BALL else _TRUNK
        return 0.5 * share * float(self.size[0])

    @property
    def axes(self) -> Floats:
        """(2, 2) its own x and z directions, as rows (x, z) in the world."""
        cosine, sine = np.cos(self.turn), np.sin(self.turn)
        return np.array([[cosine, -sine], [sine, cosine]])

    @property
    def top(self) -> float:
        """Height of its upper side in its place [m]."""
        return float(self.place[1] + self.size[1])

    def plan_offsets(self, points: Floats) -> Floats:
        """(..., 2) world points on its ground plan: along its own x and z, from its middle [m]."""
        return (points[..., [0, 2]] - self.place[[0, 2]]) @ self.axes.T

    def corners(self) -> Floats:
        """(4, 2) the corners (x, z) of a box's ground plan in the world, in order around it [m]."""
        half = 0.5 * self.size[[0, 2]]
        own = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * half
        return self.place[[0, 2]] + own @ self.axes


def box(place: Floats | tuple, size: Floats | tuple, *, turn: float = 0.0, **moving: object) -> Prop:
    """A box with the middle of its underside at `place`. moving: `loose`, `push`, `starts`, `name`."""
    return Prop(PropKind.BOX, np.asarray(place), np.asarray(size), turn, **moving)  # type: ignore[arg-type]


def ball(place: Floats | tuple, diameter: float, **moving: object) -> Prop:
    """A ball that touches `place` from above. moving: `loose`, `push`, `starts`, `name`."""
    return Prop(PropKind.BALL, np.asarray(place), np.full(3, diameter), **moving)  # type: ignore[arg-type]


def tree(place: Floats | tuple, height: float, breadth: float, name: str = "") -> Prop:
    """A tree that grows from `place`."""
    size = np.array([breadth, height, breadth])
    return Prop(PropKind.TREE, np.asarray(place), size, name=name)
