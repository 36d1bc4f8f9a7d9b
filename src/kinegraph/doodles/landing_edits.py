"""Editing a line: a landing is moved, and the ink follows.

The piece that ends there is stretched and the next one is bent to reach its old end, so that the rest of the
line stays as it was drawn.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.easing import smoothstep
from kinegraph.doodles.clip import read_doodle
from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.gesture_ends import way_shares
from kinegraph.doodles.line.motion import Piece

_SHORT = 0.35  # of its rise: a shorter piece is bent, not stretched
_LEAST = 0.3  # of its length: a piece that would become shorter than this is bent too
_STILL = 1e-6  # [m] a smaller piece is a rest


def move_landing(
    doodle: Doodle,
    number: int,
    place: ArrayLike,
    *,
    which: str = "end",
    pieces: tuple[Piece, ...] | None = None,
) -> Doodle:
    """The doodle with the end (or the start) of a piece at another place.

    number: Of the piece, in the order of time.
    place: (3,) in the world [m]; for lines on a sheet its x does not matter.
    pieces: The doodle's pieces (`DoodleResult.reading.pieces`), if they are known already.
    """
    pieces = read_doodle(doodle).reading.pieces if pieces is None else pieces
    if not 0 <= number < len(pieces):
        raise InvalidValue(f"There is no piece {number}; the lines have {len(pieces)} pieces.")
    if which not in ("start", "end"):
        raise InvalidValue(f"A piece has a start and an end, not {which!r}.")
    target = frozen_floats("A landing", place, (3,))
    piece = pieces[number]
    line = doodle.lines[piece.stroke]
    point = piece.span[1] if which == "end" else piece.span[0]
    there = piece.end if which == "end" else piece.start
    if line.camera is None:
        shift = (target - there)[[2, 1]]
    else:
        shift = line.camera.project(target) - line.stroke.points[point]
    own = [each.span for each in pieces if each.stroke == piece.stroke]
    moved = _bend_stroke(line.stroke, own, point, shift)
    lines = list(doodle.lines)
    lines[piece.stroke] = replace(line, stroke=moved)
    return replace(doodle, lines=tuple(lines))


def _bend_stroke(stroke: Stroke, spans: list[tuple[int, int]], point: int, shift: Floats) -> Stroke:
    """The stroke with one of its points moved by `shift`, and the pieces on both sides following it."""
    points = stroke.points
    before = [span for span in spans if span[1] <= point and _moves(points, span)]
    after = [span for span in spans if span[0] >= point and _moves(points, span)]
    moved = points.copy()
    weights = np.zeros(len(points))
    weights[: point + 1] = 1.0  # a rest before it, or ink before the first piece, moves with it
    if before:
        first, last = max(before)
        weights[:first] = 0.0
        weights[first : last + 1] = _shares(points[first : last + 1], shift)
    weights[point:] = 1.0
    if after:
        first, last = min(after)
        back = points[first : last + 1][::-1]
        weights[first : last + 1] = _shares(back, shift)[::-1]
        weights[last:] = 0.0
    moved += weights[:, None] * shift
    return replace(stroke, points=moved)


def _moves(points: Floats, span: tuple[int, int]) -> bool:
    return bool(np.ptp(points[span[0] : span[1] + 1], axis=0).max() > _STILL)


def _shares(points: Floats, shift: Floats) -> Floats:
    """(N,) shares by which the points of a piece move with its end: 0 at its start, 1 at its end.

    A long piece is stretched as a whole, so that arcs stay arcs and loops stay loops; a short one is bent.
    """
    along = points[-1] - points[0]
    length = float(np.linalg.norm(along))
    rise = float(np.ptp(points[:, 1]))
    if length > _SHORT * rise and float((along + shift) @ along) > _LEAST * length**2:
        return (points - points[0]) @ along / length**2
    return smoothstep(way_shares(points))
