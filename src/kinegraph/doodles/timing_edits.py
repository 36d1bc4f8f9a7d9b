"""Editing the timing of a line, and the tops of its arcs; the ink keeps its order and its meaning."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.clip import read_doodle
from kinegraph.doodles.doodle import Doodle, PieceChoice, with_choice
from kinegraph.doodles.line.motion import STAND, Motion, Piece
from kinegraph.doodles.sketch.proportions import Proportions

SHORTEST, LONGEST = 0.05, 600.0  # a piece or a stretch of a line may take [s]
_LEAST_SHARE = 0.05  # of a piece's time before its apex, and after it
_FLAT = 0.08  # a lower arc has no top that can be moved, as a share of its chord


def move_apex(
    doodle: Doodle, number: int, place: ArrayLike, *, pieces: Sequence[Piece] | None = None
) -> Doodle:
    """The doodle with the top of a piece at another place; its ends stay, and what it means stays.

    number: Of the piece, in the order of time. place: (3,) in the world [m].
    pieces: The doodle's pieces (`DoodleResult.reading.pieces`), if they are known already.
    """
    pieces = _pieces(doodle) if pieces is None else pieces
    piece = _motion(pieces, number)
    target = frozen_floats("The top of an arc", place, (3,))
    line = doodle.lines[piece.stroke]
    first, last = piece.span
    points = line.stroke.points[first : last + 1]
    along = np.linspace(0.0, 1.0, len(points)) if np.ptp(points[:, 0]) < 1e-9 else _along(points)
    heights = points[:, 1] - (points[0, 1] + along * (points[-1, 1] - points[0, 1]))
    top = int(np.argmax(heights))
    chord = float(np.linalg.norm(points[-1] - points[0]))
    if heights[top] <= max(_FLAT * chord, 1e-6):
        raise InvalidValue(f"Piece {number} is level and has no top. Move one of its ends.")
    wanted = target[[2, 1]] if line.camera is None else line.camera.project(target)
    shift = wanted - points[top]
    if heights[top] + shift[1] <= max(_FLAT * chord, 1e-6):
        raise InvalidValue("The top of an arc must stay above its ends.")
    moved = line.stroke.points.copy()
    moved[first : last + 1] += np.clip(heights / heights[top], 0.0, None)[:, None] * shift
    lines = list(doodle.lines)
    lines[piece.stroke] = replace(line, stroke=replace(line.stroke, points=moved))
    return _keep_meanings(replace(doodle, lines=tuple(lines)), piece.stroke, pieces)


def retime_piece(
    doodle: Doodle,
    number: int,
    *,
    apex_time: float | None = None,
    end_time: float | None = None,
    pieces: Sequence[Piece] | None = None,
) -> Doodle:
    """The doodle with a piece whose top, or whose end, is at another time of the performance [s].

    What follows the end in time moves with it.
    """
    pieces = _pieces(doodle) if pieces is None else pieces
    piece = _motion(pieces, number, stands=True)
    start, apex, end = piece.start_time, piece.apex_time, piece.end_time
    if end - start < 1e-6:
        raise InvalidValue(f"Piece {number} takes no time.")
    new_end = end if end_time is None else float(end_time)
    new_apex = start + (apex - start) / (end - start) * (new_end - start)
    if apex_time is not None:
        new_apex = float(apex_time)
        least = _LEAST_SHARE * (new_end - start)
        if not start + least <= new_apex <= new_end - least:
            raise InvalidValue(
                f"The top of a motion must be from {start + least:.2f} to {new_end - least:.2f} s, "
                f"not at {new_apex:.2f} s."
            )
    inside = start + 1e-6 < apex < end - 1e-6
    knots = [start, *([apex] if inside else []), end]
    return _warp(doodle, piece.stroke, knots, [start, *([new_apex] if inside else []), new_end], pieces)


def retime_stretch(
    doodle: Doodle,
    line: int,
    span: tuple[int, int],
    seconds: float,
    *,
    pieces: Sequence[Piece] | None = None,
) -> Doodle:
    """The doodle with a stretch of a line that takes a number of seconds. span: Its first and last point."""
    if not 0 <= line < len(doodle.lines):
        raise InvalidValue(f"There is no line {line}; the doodle has {len(doodle.lines)} lines.")
    first, last = span
    times = doodle.timed_stroke(line).times
    if not 0 <= first < last < len(times):
        raise InvalidValue(f"Line {line} has no stretch from point {first} to point {last}.")
    start, end = float(times[first]), float(times[last])
    pieces = _pieces(doodle) if pieces is None else pieces
    return _warp(doodle, line, [start, end], [start, start + float(seconds)], pieces)


def _pieces(doodle: Doodle) -> tuple[Piece, ...]:
    return read_doodle(doodle, Proportions()).reading.pieces


def _motion(pieces: Sequence[Piece], number: int, *, stands: bool = False) -> Motion:
    if not 0 <= number < len(pieces):
        raise InvalidValue(f"There is no piece {number}; the lines have {len(pieces)} pieces.")
    piece = pieces[number]
    if not isinstance(piece, Motion) or (piece.name == STAND and not stands):
        raise InvalidValue(f"Piece {number} is no motion. Choose a meaning for it first.")
    return piece


def _along(points: Floats) -> Floats:
    """Shares of the chord at which points lie, 0 to 1."""
    chord = points[-1] - points[0]
    length = float(chord @ chord)
    if length < 1e-12:
        return np.linspace(0.0, 1.0, len(points))
    return np.clip((points - points[0]) @ chord / length, 0.0, 1.0)


def _warp(
    doodle: Doodle, number: int, knots: list[float], moved: list[float], pieces: Sequence[Piece]
) -> Doodle:
    """The doodle with the times of a line between knots [s] stretched to others; what follows is shifted."""
    span = moved[-1] - moved[0]
    if not (np.isfinite(moved).all() and SHORTEST <= span <= LONGEST):
        raise InvalidValue(f"A motion must take {SHORTEST:g} to {LONGEST:g} s, not {span:.3g} s.")
    stroke = doodle.timed_stroke(number)
    later = moved[-1] - knots[-1]
    times = np.interp(stroke.times, knots, moved)
    times[stroke.times < knots[0]] = stroke.times[stroke.times < knots[0]]
    after = stroke.times > knots[-1]
    times[after] = stroke.times[after] + later
    lines = list(doodle.lines)
    own = lines[number]
    lines[number] = replace(own, stroke=replace(own.stroke, times=times - times[0]))
    for other, begins in enumerate(doodle.clock):
        if other != number and lines[other].at is not None and begins >= knots[-1] - 1e-6:
            lines[other] = replace(lines[other], at=max(begins + later, 0.0))
    return _keep_meanings(replace(doodle, lines=tuple(lines)), number, pieces)


def _keep_meanings(doodle: Doodle, line: int, pieces: Sequence[Piece]) -> Doodle:
    """The doodle with choices for the pieces of a line that its edit would make others."""
    meant = [p for p in pieces if isinstance(p, Motion) and p.stroke == line and p.name != STAND]
    read = [
        (p.name, p.backward, p.turns, p.span)
        for p in _pieces(doodle)
        if isinstance(p, Motion) and p.stroke == line and p.name != STAND
    ]
    for piece in meant:
        if (piece.name, piece.backward, piece.turns, piece.span) not in read and not piece.taught:
            doodle = with_choice(doodle, PieceChoice(line, piece.span, piece.name, piece.backward))
    return doodle
