"""Tokenizer: cuts a stroke into tokens while it is drawn; a resting pen divides it into stretches.

Tokens do not depend on how the points are divided among calls of `feed`.
"""

from copy import copy
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw
from kinegraph.doodles.line.tokens.cuts import LineCutter
from kinegraph.doodles.line.tokens.open_ink import OpenInk
from kinegraph.doodles.line.tokens.stillness_kernels import (
    LEAVING,
    first_away,
    first_near,
    first_rest,
    has_rested,
    resting_place,
    still_side,
)
from kinegraph.doodles.line.tokens.token import Join, Token, TokenKind
from kinegraph.doodles.line.writing_settings import WritingSettings

# A pen is still while it stays within a box whose side is this share of the way it would have gone at its
# usual pace, but at least and at most this large [leg lengths].
_STILL_SHARE, _LEAST_STILL, _MOST_STILL = 0.1, 0.05, 0.1
_STRIDE = 0.1  # the pace is taken over this way [leg lengths]
_USUAL_PACE = 1.5  # of a hand that has not drawn yet [leg lengths/s]
_AT_PLACE, _AWAY = (
    0.3,
    0.7,
)  # a pen this near to its resting place is there, and this far away has left [sides]
_DOT = 0.06  # smaller ink between two rests is not a token [leg lengths]
LONGEST = 20_000.0  # longest line [leg lengths], about 16 km; each metre costs memory and time


class Tokenizer:
    """Cuts one stroke into tokens while it is drawn."""

    def __init__(self, settings: WritingSettings) -> None:
        self._settings = settings
        self._cutter = LineCutter(settings)
        leg = settings.leg_length
        sides = (_LEAST_STILL * leg, _MOST_STILL * leg)
        self._limits = np.array([settings.rest, *sides, _STILL_SHARE, _STRIDE * leg])
        self._pace = np.array([0.0, 0.0, -np.inf, _USUAL_PACE * leg, 1.0])
        self._near = np.zeros((0, 3))  # x, y, time of the pen since it was last seen moving, or resting
        self._drawn = 0  # rows of these that were drawn
        self._place = (0.0, 0.0)  # where it rests
        self._resting = False
        self._count = 0
        self._length = 0.0  # of the line so far [m]
        self._latest = -np.inf
        self._last: Floats = np.zeros(2)
        self._latest_token: Token | None = None
        self._done = False

    def feed(self, points: ArrayLike, times: ArrayLike) -> list[Token]:
        """Takes the next points (N, 2) [m] and times (N,) [s]; returns the tokens that are now certain.

        Raises InvalidValue if the line becomes longer than LONGEST: a wrong unit, or a tiny character.
        """
        if not np.size(points):
            return []
        stroke = stroke_from_raw(points, times)
        if stroke.times[0] < self._latest:
            raise InvalidValue(f"Time runs backwards: point {self._count} is earlier than the one before it.")
        self._lengthen(stroke)
        tokens: list[Token] = []
        rows = np.column_stack([stroke.points, stroke.times])
        at = 0
        while at < len(rows):
            at = self._leave_rest(rows, at) if self._resting else self._draw_until_rest(rows, at, tokens)
        self._count += len(stroke)
        self._latest = float(stroke.times[-1])
        self._last = stroke.points[-1]
        if tokens:
            self._latest_token = tokens[-1]
        return tokens

    def still(self, now: float) -> list[Token]:
        """Tokens that are certain if nothing was drawn up to `now` [s], so that the pen rests."""
        if self._resting or not self._count or not has_rested(self._near, now - LEAVING, self._limits):
            return []
        return self._begin_rest(now - LEAVING)

    def finish(self) -> list[Token]:
        """Ends the stroke: the pen has left the sheet. Returns the tokens that were still open."""
        if self._done:
            return []
        self._done = True
        if self._resting or not self._count:
            return []
        if has_rested(self._near, self._latest, self._limits):
            return self._begin_rest(self._latest)
        tokens = self._draw(self._near[self._drawn :])
        return [*tokens, *self._close_tokens(Join.END, self._latest)]

    def open_ink(self) -> OpenInk:
        """The points after the last token, as far as they are known; often none."""
        return OpenInk() if self._resting else self._cutter.open_ink()

    def tail(self) -> list[Token]:
        """The tokens that `finish` would return now, without finishing."""
        twin = copy(self)
        twin._cutter = self._cutter.copy()
        return twin.finish()

    def _lengthen(self, stroke: Stroke) -> None:
        if self._count:
            self._length += float(np.linalg.norm(stroke.points[0] - self._last))
        self._length += stroke.length
        legs = self._length / self._settings.leg_length
        if legs > LONGEST:
            raise InvalidValue(
                f"The line is {self._length:g} m long, {legs:g} leg lengths of the character; "
                f"lines can have up to {LONGEST:g} leg lengths."
            )

    def _draw_until_rest(self, rows: Floats, at: int, tokens: list[Token]) -> int:
        """Takes rows from `at` on until the pen rests; returns the first one after that."""
        known = len(self._near)
        near = np.concatenate([self._near, rows[at:]])
        end, begin, drawn = first_rest(near, known, self._drawn, self._pace, self._limits)
        tokens += self._draw(near[self._drawn : drawn])
        self._near, self._drawn = near[begin:end], drawn - begin
        if end < len(near):
            tokens += self._begin_rest(float(near[end, 2]) - LEAVING)
        return at + end - known

    def _begin_rest(self, until: float) -> list[Token]:
        """Ends the stretch where the pen came to the place at which it has rested up to `until` [s]."""
        self._resting = True
        self._place = resting_place(self._near, until)[:2]
        come = first_near(self._near, *self._place, _AT_PLACE * still_side(self._pace, self._limits))
        come = max(come, self._drawn)
        tokens = self._draw(self._near[self._drawn : come])
        tokens += self._draw(np.array([[*self._place, self._near[min(come, len(self._near) - 1), 2]]]))
        self._near, self._drawn = self._near[-1:], 0
        return [*tokens, *self._close_tokens(Join.REST, until)]

    def _draw(self, rows: Floats) -> list[Token]:
        """Takes rows of the pen while it draws; returns the tokens that are now certain."""
        tokens = self._cutter.feed(rows[:, :2], rows[:, 2])
        if tokens:
            self._latest_token = tokens[-1]
        return tokens

    def _close_tokens(self, join: Join, until: float) -> list[Token]:
        """The tokens that were still open, the last with a rest that lasts `until` [s], as far as known."""
        tokens = self._cutter.finish()
        extent = max((float(np.ptp(token.points, axis=0).max()) for token in tokens), default=0.0)
        dot = max(_DOT * self._settings.leg_length, still_side(self._pace, self._limits))
        if extent < dot and (self._latest_token or join is Join.REST):
            tokens = []
        if join is not Join.REST:
            return tokens
        if tokens:
            tokens[-1] = replace(tokens[-1], join=join, rest=self._rest(tokens[-1], until))
        elif self._latest_token is not None and self._latest_token.join is not Join.REST:
            tokens.append(_rest_token(self._latest_token, self._rest(self._latest_token, until)))
        return tokens

    def _rest(self, token: Token, until: float) -> float:
        return max(float(until - token.times[-1]), self._settings.rest)

    def _leave_rest(self, rows: Floats, at: int) -> int:
        """Begins a new stretch where the pen leaves its rest, in row `at` or later; returns the row after."""
        known = len(self._near)
        near = np.concatenate([self._near, rows[at:]])
        side = still_side(self._pace, self._limits)
        away, begin = first_away(near, *self._place, _AT_PLACE * side, _AWAY * side)
        self._near = near[begin : away + 1].copy()
        if away == len(near):
            return len(rows)
        self._resting = False
        self._near[0, 2] = max(self._near[0, 2], self._near[1, 2] - LEAVING)
        self._cutter = LineCutter(self._settings, self._count + at + begin - known)
        return at + away + 1 - known


def _rest_token(token: Token, rest: float) -> Token:
    """A token without extent: the pen rests at the end of `token`, which was already returned."""
    end = (token.span[1], token.span[1])
    return Token(TokenKind.HORIZONTAL, end, token.points[-1:], token.times[-1:], Join.REST, rest)


def tokenize(stroke: Stroke, settings: WritingSettings) -> tuple[Token, ...]:
    """The tokens of a whole stroke."""
    tokenizer = Tokenizer(settings)
    return (*tokenizer.feed(stroke.points, stroke.times), *tokenizer.finish())
