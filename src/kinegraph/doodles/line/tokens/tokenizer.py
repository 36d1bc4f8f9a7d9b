"""Tokenizer: a drawn stroke, as it comes, cut into tokens; a resting pen parts it into stretches.

Tokens are the same however the points are dealt out to `feed`.
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
from kinegraph.doodles.line.tokens.tokenizer_kernels import LEAVING, first_away, first_rest
from kinegraph.doodles.line.writing_settings import WritingSettings

_STILL = 0.025  # a pen that moves less stays where it is [leg lengths]
_DOT = 0.06  # ink between two rests that is smaller than this is no token [leg lengths]
LONGEST = 20_000.0  # of a line [leg lengths], a day's walk of 16 km; each metre costs some memory and time


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
        """Takes the next points (N, 2) [m] and times (N,) [s]; gives the tokens that are now certain.

        Raises InvalidValue where the line becomes longer than LONGEST: a wrong unit, or a tiny character.
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
            at = self._stepped_off(stroke, at) if self._resting else self._drawn(stroke, at, tokens)
        self._count += len(stroke)
        self._latest = float(stroke.times[-1])
        self._last = stroke.points[-1]
        if tokens:
            self._latest_token = tokens[-1]
        return tokens

    def still(self, now: float) -> list[Token]:
        """Nothing was drawn up to `now` [s]: gives the tokens that are certain once the pen rests."""
        if self._resting or not self._count or now - LEAVING - self._stay[2] < self._settings.rest:
            return []
        return self._rested(now - LEAVING)

    def finish(self) -> list[Token]:
        """The pen has left the sheet: gives the tokens that were still open."""
        if self._done:
            return []
        self._done = True
        if self._resting or not self._count:
            return []
        if self._latest - self._stay[2] >= self._settings.rest:
            return self._rested(self._latest)
        return self._closed(Join.END, self._latest)

    def tail(self) -> list[Token]:
        """The tokens that `finish` would give now, without finishing."""
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
                f"It is {self._length:g} m long, {legs:g} times the leg of who performs it; "
                f"lines up to {LONGEST:g} leg lengths are read."
            )

    def _drawn(self, stroke: Stroke, at: int, tokens: list[Token]) -> int:
        """Draws on from point `at` until the pen rests; returns the point before which it did."""
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
            tokens += self._rested(float(until))
        return end

    def _rested(self, until: float) -> list[Token]:
        self._resting = True
        return self._closed(Join.REST, until)

    def _closed(self, join: Join, until: float) -> list[Token]:
        """The tokens still open, the last with a rest that lasts `until` [s] as far as is known by now."""
        tokens = self._cutter.finish()
        extent = max((float(np.ptp(token.points, axis=0).max()) for token in tokens), default=0.0)
        if extent < _DOT * self._settings.leg_length and (self._latest_token or join is Join.REST):
            tokens = []
        if join is not Join.REST:
            return tokens
        if tokens:
            tokens[-1] = replace(tokens[-1], join=join, rest=self._rest(tokens[-1], until))
        elif self._latest_token is not None and self._latest_token.join is not Join.REST:
            tokens.append(_resting(self._latest_token, self._rest(self._latest_token, until)))
        return tokens

    def _rest(self, token: Token, until: float) -> float:
        return max(float(until - token.times[-1]), self._settings.rest)

    def _stepped_off(self, stroke: Stroke, at: int) -> int:
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


def _resting(token: Token, rest: float) -> Token:
    """A token of no extent that says that the pen rests where `token`, which is out already, has ended."""
    end = (token.span[1], token.span[1])
    return Token(TokenKind.HORIZONTAL, end, token.points[-1:], token.times[-1:], Join.REST, rest)


def tokenize(stroke: Stroke, settings: WritingSettings) -> tuple[Token, ...]:
    """The tokens of a whole stroke."""
    tokenizer = Tokenizer(settings)
    return (*tokenizer.feed(stroke.points, stroke.times), *tokenizer.finish())
