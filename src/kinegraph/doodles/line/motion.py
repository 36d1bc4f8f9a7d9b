"""The reading of a drawn line: motions in the order of time, and pieces that were not understood.

Places are points of the world: a sheet's (x, y) is the world's (0, y, x), so that a character that faces
right on the sheet faces +Z.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import ArrayField, Floats, frozen_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.line.tokens.token import Token

# The vocabulary. A resting pen means `stand`, which is not one of the eighteen.
STAND = "stand"
MOTION_NAMES = (
    "walk",
    "tiptoe",
    "stomp_walk",
    "stiff_walk",
    "hop",
    "shuffle",
    "one_foot_shuffle",
    "slide",
    "skate",
    "jump",
    "leap",
    "front_flip",
    "back_flip",
    "stomp",
    "twist_flip",
    "butterfly",
    "front_handspring",
    "back_handspring",
)


def world_from_sheet(points: Floats) -> Floats:
    """Points (..., 2) of the sheet as points (..., 3) of the world."""
    points = np.asarray(points, dtype=np.float64)
    return np.stack([np.zeros_like(points[..., 0]), points[..., 1], points[..., 0]], axis=-1)


@dataclass(frozen=True, eq=False)
class Motion:
    """One recognized motion, with the places and times of its drawing.

    name: A key of the gesture table, or the motion that a taught gesture is bound to.
    backward: Whether it is the backward form: the character faces right and goes left.
    start, end: (3,) where the feet leave and where they arrive [m].
    apex: (3,) the highest place of the drawn piece [m].
    start_time, apex_time, end_time: [s], in this order.
    turns: Whole turns of a flip, otherwise 0; the name gives the direction.
    confidence: 0..1, the probability that it is what was meant.
    span: First and last index of the points of its stroke.
    stroke: Index of the motion stroke.
    taught: Name of the taught gesture that was drawn, empty for gestures of the table.
    """

    name: str
    backward: bool
    start: ArrayField
    end: ArrayField
    apex: ArrayField
    start_time: float
    apex_time: float
    end_time: float
    turns: float = 0.0
    confidence: float = 1.0
    span: tuple[int, int] = (0, 0)
    stroke: int = 0
    taught: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            raise InvalidValue("A motion needs a name.")
        for field in ("start", "end", "apex"):
            place = frozen_floats(f"The {field} of a motion", getattr(self, field), (3,))
            object.__setattr__(self, field, place)
        times = (self.start_time, self.apex_time, self.end_time)
        if not np.isfinite(times).all() or not times[0] <= times[1] <= times[2]:
            raise InvalidValue(
                f"The motion {self.name!r} must start, peak and end in this order, not at {times}."
            )
        if not 0.0 <= self.confidence <= 1.0:
            raise InvalidValue(f"A confidence must be 0 to 1, not {self.confidence}.")
        if not (np.isfinite(self.turns) and self.turns >= 0.0):
            raise InvalidValue(f"The turns of a motion must be a number of at least 0, not {self.turns}.")
        _check_span(self.span)

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self.end_time - self.start_time


@dataclass(frozen=True, eq=False)
class Unknown:
    """A piece of a line that matches no known motion.

    guesses: (name, closeness 0..1) of the nearest motions, nearest first; a name ends in " backward" for a
        backward form.
    reason: Why it was not understood, for the user.
    """

    span: tuple[int, int]
    stroke: int
    start_time: float
    end_time: float
    start: ArrayField
    end: ArrayField
    guesses: tuple[tuple[str, float], ...]
    reason: str

    def __post_init__(self) -> None:
        for field in ("start", "end"):
            place = frozen_floats(f"The {field} of a piece", getattr(self, field), (3,))
            object.__setattr__(self, field, place)
        times = (self.start_time, self.end_time)
        if not np.isfinite(times).all() or not times[0] <= times[1]:
            raise InvalidValue(f"A piece must start before it ends, not at {times}.")
        _check_span(self.span)


Piece = Motion | Unknown


@dataclass(frozen=True, eq=False)
class Reading:
    """The reading of one or more motion strokes: tokens and pieces, both in the order of time."""

    tokens: tuple[Token, ...]
    pieces: tuple[Piece, ...]

    @property
    def motions(self) -> tuple[Motion, ...]:
        """The pieces that were understood."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Motion))


def _check_span(span: tuple[int, int]) -> None:
    if not 0 <= span[0] <= span[1]:
        raise InvalidValue(f"A span must go from a first to a last point, not from {span[0]} to {span[1]}.")
