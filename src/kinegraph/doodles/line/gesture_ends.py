"""Ends of gestures on a line: corners where the pen comes down and goes up again, and pauses."""

from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.tokens.token import Join, Token
from kinegraph.doodles.line.tokens.tokenizer import tokenize
from kinegraph.doodles.line.writing_settings import WritingSettings

_CUSP = 0.5  # least change of the upward direction at a cusp [unit directions]
_BESIDE = 2  # least number of points on either side: a fast pen leaves them far apart
_TIP = 0.06  # [leg lengths] of line on either side of a corner that are searched for its tip


def gesture_ends(stroke: Stroke, settings: WritingSettings) -> list[int]:
    """The points of a line at which gestures end: the first, the last, and between them pauses and corners at
    which the pen has come down and goes up again.
    """
    tokens = tokenize(stroke, settings)
    ends = [0]
    for here, after in pairwise(tokens):
        if here.join in (Join.PAUSE, Join.REST) or (here.join is Join.CORNER and _is_cusp(here, after)):
            tip = _tip(stroke, here.span[1], _TIP * settings.leg_length)
            if tip > ends[-1]:
                ends.append(tip)
    last = len(stroke) - 1
    return [*(end for end in ends if end < last), last] if last > 0 else [0]


def way_shares(points: Floats) -> Floats:
    """(N,) share of the length of a line (N, 2) before each of its points, 0 to 1."""
    ways = path_lengths(points)
    return ways / max(float(ways[-1]), 1e-12)


def _is_cusp(here: Token, after: Token) -> bool:
    """True if the pen comes down to a corner and goes up again."""
    coming, going = _direction(here.points[::-1]), _direction(after.points)
    return bool(going[1] + coming[1] > _CUSP)


def _direction(points: Floats) -> Floats:
    """(2,) the unit direction in which a line of points leaves its first one."""
    away = points[min(len(points) - 1, 4)] - points[0]
    return away / max(float(np.linalg.norm(away)), 1e-12)


def _tip(stroke: Stroke, near: int, reach: float) -> int:
    """Tip of a corner: of the points about `near`, the one farthest along the corner's axis."""
    points = stroke.points
    first, last = _about(stroke, near, reach)
    before, after = _about(stroke, near, 3.0 * reach)
    axis = points[before] + points[after] - 2.0 * points[near]
    if np.linalg.norm(axis) < 0.3 * reach:
        return near
    return first + int(np.argmin((points[first : last + 1] - points[near]) @ axis))


def _about(stroke: Stroke, near: int, reach: float) -> tuple[int, int]:
    """First and last point within a length of line from another, and at least the next few."""
    lengths = stroke.lengths
    first = int(np.searchsorted(lengths, lengths[near] - reach))
    last = int(np.searchsorted(lengths, lengths[near] + reach, side="right")) - 1
    return min(first, max(near - _BESIDE, 0)), max(last, min(near + _BESIDE, len(stroke) - 1))
