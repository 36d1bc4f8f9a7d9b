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
from kinegraph.doodles.line.tokens.token import Join, Token, TokenKind
from kinegraph.doodles.line.tokens.tokenizer_kernels import LEAVING, SINCE, first_away, first_rest
from kinegraph.doodles.line.writing_settings import WritingSettings

_STILL = 0.025  # a pen that moves less is still [leg lengths]
_DOT = 0.06  # smaller ink between two rests is not a token [leg lengths]
LONGEST = 20_000.0  # longest line [leg lengths], about 16 km; each metre costs memory and time


class Tokenizer:
    """Cuts one stroke into tokens while it is drawn."""

    def __init__(self, settings: WritingSettings) -> None:
        self._settings = settings
        self._cutter = LineCutter(settings)
        self._still = _STILL * settings.leg_length
        self._stay = np.array([0.0, 0.0, -np.inf])  # where the pen last came to be still: x, y, time
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
        at = 0
        while at < len(stroke):
            at = self._leave_rest(stroke, at) if self._resting else self._draw_until_rest(stroke, at, tokens)
        self._count += len(stroke)
        self._latest = float(stroke.times[-1])
        self._last = stroke.points[-1]
        if tokens:
            self._latest_token = tokens[-1]
        return tokens

    def still(self, now: float) -> list[Token]:
        """Tokens that are certain if nothing was drawn up to `now` [s], so that the pen rests."""
        if self._resting or not self._count or now - LEAVING - self._stay[SINCE] < self._settings.rest:
            return []
        return self._begin_rest(now - LEAVING)

    def finish(self) -> list[Token]:
        """Ends the stroke: the pen has left the sheet. Returns the tokens that were still open."""
        if self._done:
            return []
        self._done = True
        if self._resting or not self._count:
            return []
        if self._latest - self._stay[SINCE] >= self._settings.rest:
            return self._begin_rest(self._latest)
        return self._close_tokens(Join.END, self._latest)

    def open_ink(self) -> Floats:
        """(N, 2) points [m] that surely belong to the next token, as far as they are known; often none."""
        return np.zeros((0, 2)) if self._resting else self._cutter.open_ink()

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

    def _draw_until_rest(self, stroke: Stroke, at: int, tokens: list[Token]) -> int:
        """Takes points from `at` on until the pen rests; returns the first point after that."""
        rest = self._settings.rest
        end = first_rest(stroke.points, stroke.times, at, self._stay, self._still, rest)
        tokens += self._cutter.feed(stroke.points[at:end], stroke.times[at:end])
        if tokens:
            self._latest_token = tokens[-1]
        if end < len(stroke):
            if end > at:
                self._last = stroke.points[end - 1]
            away = first_away(stroke.points, end, self._stay, self._still)
            until = stroke.times[away] - LEAVING if away < len(stroke) else stroke.times[-1]
            tokens += self._begin_rest(float(until))
        return end

    def _begin_rest(self, until: float) -> list[Token]:
        self._resting = True
        return self._close_tokens(Join.REST, until)

    def _close_tokens(self, join: Join, until: float) -> list[Token]:
        """The tokens that were still open, the last with a rest that lasts `until` [s], as far as known."""
        tokens = self._cutter.finish()
        extent = max((float(np.ptp(token.points, axis=0).max()) for token in tokens), default=0.0)
        if extent < _DOT * self._settings.leg_length and (self._latest_token or join is Join.REST):
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

    def _leave_rest(self, stroke: Stroke, at: int) -> int:
        """Begins a new stretch where the pen leaves its rest, at point `at` or later; returns that point."""
        away = first_away(stroke.points, at, self._stay, self._still)
        if away == len(stroke):
            return away
        self._resting = False
        before = stroke.points[away - 1] if away else self._last
        leaves = stroke.times[away] - LEAVING
        self._cutter = LineCutter(self._settings, self._count + away - 1)
        self._cutter.feed(before[None], np.array([leaves]))
        self._stay[:] = (*stroke.points[away], stroke.times[away])
        return away


def _rest_token(token: Token, rest: float) -> Token:
    """A token without extent: the pen rests at the end of `token`, which was already returned."""
    end = (token.span[1], token.span[1])
    return Token(TokenKind.HORIZONTAL, end, token.points[-1:], token.times[-1:], Join.REST, rest)


def tokenize(stroke: Stroke, settings: WritingSettings) -> tuple[Token, ...]:
    """The tokens of a whole stroke."""
    tokenizer = Tokenizer(settings)
    return (*tokenizer.feed(stroke.points, stroke.times), *tokenizer.finish())
