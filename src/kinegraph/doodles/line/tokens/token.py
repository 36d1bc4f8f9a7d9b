"""Token: a piece of a drawn line, a curve or a straight line, and how it joins the next piece.

The six kinds are those of Thorne, Burke and van de Panne, "Motion Doodles", section 4.2: two curved ones and
four straight ones.
"""

from dataclasses import dataclass
from enum import Enum

from kinegraph.core.arrays import ArrayField, frozen_floats
from kinegraph.core.errors import InvalidValue


class TokenKind(Enum):
    """Kind of a piece of a line; the value is the word in files and in the studio."""

    RISING = "rising curve"
    FALLING = "falling curve"
    VERTICAL = "vertical line"
    HORIZONTAL = "horizontal line"
    SLASH = "rising diagonal"  # the slope of "/"
    BACKSLASH = "falling diagonal"  # the slope of "\"

    @property
    def straight(self) -> bool:
        return self not in (TokenKind.RISING, TokenKind.FALLING)


class Join(Enum):
    """End of a token: the pen goes round smoothly, turns a corner, pauses, rests, or leaves the paper."""

    SMOOTH = "smooth"
    CORNER = "corner"
    PAUSE = "pause"
    REST = "rest"
    END = "end"


@dataclass(frozen=True, eq=False)
class Token:
    """One piece of a drawn line.

    span: First and last index of the stroke's points that it covers; the last is the next token's first.
    points: (N, 2) the smoothed line of the piece on the sheet [m].
    times: (N,) when the pen was there [s].
    join: How the piece ends.
    rest: How long the pen stayed at its end [s], 0 if it went on.
    """

    kind: TokenKind
    span: tuple[int, int]
    points: ArrayField
    times: ArrayField
    join: Join
    rest: float = 0.0

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "points", frozen_floats("A token's points", self.points, (None, 2)))
        set_field(self, "times", frozen_floats("A token's times", self.times, (len(self.points),)))
        if not len(self.points):
            raise InvalidValue("A token needs at least one point.")
