"""The way of a line: to the right or to the left, as it sets off.

A character turns to where its line goes and moves forward. So a line that sets off to the left is read as its
mirror image, and what it says is mirrored back: signs against its way are the backward forms.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.gesture_table import Gesture, GestureTable, Matcher
from kinegraph.doodles.line.motion import STAND, Motion, Piece, Reading
from kinegraph.doodles.line.reader import LineReader, read_line
from kinegraph.doodles.line.tokens.token import Token, TokenKind
from kinegraph.doodles.line.writing_settings import WritingSettings

_FAR = 0.3  # travel that shows the way [leg lengths]
_MIRROR, _MIRROR_PLACE = np.array([-1.0, 1.0]), np.array([1.0, 1.0, -1.0])
_MIRRORED_KINDS = {TokenKind.SLASH: TokenKind.BACKSLASH, TokenKind.BACKSLASH: TokenKind.SLASH}


class TurningReader:
    """A `LineReader` for a character that turns to where its line goes; its arguments are the same."""

    def __init__(
        self,
        settings: WritingSettings,
        *,
        taught: Sequence[Gesture] = (),
        stroke: int = 0,
        before: str = STAND,
        table: GestureTable | None = None,
    ) -> None:
        self._settings, self._taught, self._stroke, self._before = settings, tuple(taught), stroke, before
        self._table = table
        self._reader = LineReader(settings, taught=taught, stroke=stroke, before=before, table=table)
        self._way = 0  # 0 while it is not known
        self._points, self._times = np.zeros((0, 2)), np.zeros(0)  # until the way is known
        self._given = 0  # pieces until then

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that are certain."""
        tokens = self._reader.tokens
        return tuple(mirror_token(token) for token in tokens) if self._way < 0 else tokens

    def feed(self, points: ArrayLike, times: ArrayLike) -> list[Piece]:
        """Takes the next points (N, 2) [m] and times (N,) [s]; returns the pieces that are now certain."""
        points, times = np.asarray(points, dtype=np.float64), np.asarray(times, dtype=np.float64)
        if self._way:
            return self._face_pieces(self._reader.feed(self._face_points(points), times))
        shown = self._first_far(points)
        found = self._reader.feed(points[:shown], times[:shown]) if shown else []
        self._given += len(found)
        self._points = np.concatenate([self._points, points[:shown].reshape(-1, 2)])
        self._times = np.concatenate([self._times, times[:shown]])
        if shown == len(points):
            return found
        self._way = 1 if points[shown, 0] > self._points[0, 0] else -1
        if self._way < 0:
            self._turn_reader()
        self._points, self._times = self._points[:0], self._times[:0]
        return [
            *found,
            *self._face_pieces(self._reader.feed(self._face_points(points[shown:]), times[shown:])),
        ]

    def still(self, now: float) -> list[Piece]:
        """As `LineReader.still`."""
        found = self._face_pieces(self._reader.still(now))
        self._given += len(found)
        return found

    def finish(self) -> list[Piece]:
        """As `LineReader.finish`."""
        return self._face_pieces(self._reader.finish())

    def tentative(self) -> list[Piece]:
        """As `LineReader.tentative`."""
        return self._face_pieces(self._reader.tentative())

    def _first_far(self, points: Floats) -> int:
        """Index of the first of the next points that shows the way; their number if none does."""
        if not len(points):
            return 0
        first = self._points[0] if len(self._points) else points[0]
        far = np.abs(points[:, 0] - first[0]) > _FAR * self._settings.leg_length
        return int(far.argmax()) if far.any() else len(points)

    def _turn_reader(self) -> None:
        """Reads the line so far as its mirror image; what was given of it stays."""
        taught = (*self._taught, *(mirror_gesture(gesture) for gesture in self._taught))
        self._reader = LineReader(
            self._settings, taught=taught, stroke=self._stroke, before=self._before, table=self._table
        )
        self._reader.feed(self._points * _MIRROR, self._times)

    def _face_points(self, points: Floats) -> Floats:
        return points * _MIRROR if self._way < 0 and len(points) else points

    def _face_pieces(self, pieces: list[Piece]) -> list[Piece]:
        return [mirror_piece(piece) for piece in pieces] if self._way < 0 else pieces


def read_turning(
    stroke: Stroke,
    settings: WritingSettings,
    *,
    taught: Sequence[Gesture] = (),
    index: int = 0,
    before: str = STAND,
    table: GestureTable | None = None,
) -> Reading:
    """As `read_line`, for a character that turns to where the line goes."""
    if way_of(stroke.points, settings) > 0:
        return read_line(stroke, settings, taught=taught, index=index, before=before, table=table)
    taught = (*taught, *(mirror_gesture(gesture) for gesture in taught))
    mirrored = replace(stroke, points=stroke.points * _MIRROR)
    found = read_line(mirrored, settings, taught=taught, index=index, before=before, table=table)
    return Reading(tuple(map(mirror_token, found.tokens)), tuple(map(mirror_piece, found.pieces)))


def way_of(points: Floats, settings: WritingSettings) -> int:
    """The way of a line (N, 2) [m]: 1 to the right, also where it goes nowhere, -1 to the left."""
    far = np.abs(points[:, 0] - points[0, 0]) > _FAR * settings.leg_length
    return -1 if far.any() and points[int(far.argmax()), 0] < points[0, 0] else 1


def mirror_piece(piece: Piece) -> Piece:
    """A piece of a mirrored line at its own place; what was forward stays forward."""
    start, end = piece.start * _MIRROR_PLACE, piece.end * _MIRROR_PLACE
    if isinstance(piece, Motion):
        return replace(piece, start=start, apex=piece.apex * _MIRROR_PLACE, end=end)
    return replace(piece, start=start, end=end)


def mirror_token(token: Token) -> Token:
    """A token of a mirrored line at its own place."""
    return replace(token, kind=_MIRRORED_KINDS.get(token.kind, token.kind), points=token.points * _MIRROR)


class _MirroredShape:
    """Compares the mirror image of a drawn line with a shape."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher

    def closeness(self, points: Floats, unit: float) -> float:
        return self._matcher.closeness(points * _MIRROR, unit)


def mirror_gesture(gesture: Gesture) -> Gesture:
    """A taught gesture for mirrored lines: drawn as it was taught, whatever the way of the line."""
    assert gesture.matcher is not None  # those of the table need no mirror image
    return replace(gesture, matcher=_MirroredShape(gesture.matcher), leftward=not gesture.leftward)
