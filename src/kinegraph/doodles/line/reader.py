"""LineReader reads a motion line while it is drawn; `read_line` reads a finished one."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.confidence import LEAST, confidence_of
from kinegraph.doodles.line.gesture_parser import Candidate, GestureParser
from kinegraph.doodles.line.gesture_table import Gesture, GestureTable, gesture_table
from kinegraph.doodles.line.motion import (
    STAND,
    Motion,
    Piece,
    Reading,
    Unknown,
    world_from_sheet,
)
from kinegraph.doodles.line.near_guesses import describe_oddity, near_guesses
from kinegraph.doodles.line.tokens.token import Join, Token
from kinegraph.doodles.line.tokens.tokenizer import Tokenizer
from kinegraph.doodles.line.writing_settings import WritingSettings

_CREEPS = 5.0  # slowest pen [s per leg length]; slower, it counts as resting
_SCRAP = 0.24  # smaller ink between two motions is ignored [leg lengths]
_TIMELESS = "all points of the line have the same time; a motion needs times that increase along the line"
_CREEPING = "the line was drawn so slowly that the pen rests all the way; check the unit of its times"


class LineReader:
    """Reads one motion stroke.

    taught: Taught gestures, see teaching.py.
    stroke: Index of the stroke, for the pieces.
    before: Motion before this stroke; "stand" if the character stood still.
    """

    def __init__(
        self,
        settings: WritingSettings,
        *,
        taught: Sequence[Gesture] = (),
        stroke: int = 0,
        before: str = STAND,
        table: GestureTable | None = None,
    ) -> None:
        self._settings = settings
        self._table = table or gesture_table()
        self._stroke = stroke
        self._tokenizer = Tokenizer(settings)
        self._parser = GestureParser(settings, (*self._table.gestures, *taught), before)
        self._given = 0  # number of tokens whose pieces were returned
        self._links = 0  # number of links of the chain that were returned
        self._doubts = 0  # number of these that are probably no writing

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that are certain."""
        return tuple(self._parser.tokens)

    def feed(self, points: ArrayLike, times: ArrayLike) -> list[Piece]:
        """Takes the next points (N, 2) [m] and times (N,) [s]; returns the pieces that are now certain."""
        self._push(self._tokenizer.feed(np.asarray(points), np.asarray(times)))
        return self._certain_pieces()

    def still(self, now: float) -> list[Piece]:
        """Takes note that nothing was drawn up to `now` [s]: the pen rests; returns the pieces that are now
        certain."""
        self._push(self._tokenizer.still(now))
        return self._certain_pieces()

    def finish(self) -> list[Piece]:
        """Ends the line: the pen has left the sheet. Returns all pieces that were still open."""
        self._push(self._tokenizer.finish())
        count = len(self._parser.tokens)
        return self._pieces(self._parser.chain(count), count)

    def tentative(self) -> list[Piece]:
        """Pieces of the open end of the line; more ink may change them."""
        tokens, given, links, doubts = self._tokenizer.tail(), self._given, self._links, self._doubts
        saved = self._parser.copy()
        self._push(tokens)
        count = len(self._parser.tokens)
        pieces = self._pieces(self._parser.chain(count), count)
        self._parser, self._given, self._links, self._doubts = saved, given, links, doubts
        return pieces

    def _push(self, tokens: list[Token]) -> None:
        for token in tokens:
            self._parser.push(token)

    def _certain_pieces(self) -> list[Piece]:
        """Pieces that are certain now and were not returned yet."""
        certain = max(self._parser.certain(self._tokenizer.open_ink()), self._links)
        links = self._parser.chain(len(self._parser.tokens))[:certain]
        return self._pieces(links, links[-1].end if links else self._given)

    def _pieces(self, links: list[Candidate], end: int) -> list[Piece]:
        """Pieces of the chain that were not returned yet, up to token `end`."""
        pieces: list[Piece] = []
        for number in range(self._links, len(links)):
            link = links[number]
            if link.start > self._given:
                pieces += self._strays(self._given, link.start)
            sure, writing = confidence_of(
                self._parser, link, links[:number], self._doubts, self._settings.leg_length
            )
            self._doubts += writing < LEAST
            pieces.append(self._motion(link, sure) if writing >= LEAST else self._doubt(link, sure))
            pieces += self._stand(link.end - 1)
            self._given = link.end
        if end > self._given:
            pieces += self._strays(self._given, end)
            self._given = end
        self._links = len(links)
        return pieces

    def _motion(self, link: Candidate, sure: float) -> Motion:
        tokens = self._parser.tokens[link.start : link.end]
        points = np.concatenate([token.points for token in tokens])
        times = np.concatenate([token.times for token in tokens])
        top = int(np.argmax(points[:, 1]))
        start, apex, end = world_from_sheet(points[[0, top, -1]])
        gesture = link.gesture
        return Motion(
            name=gesture.motion,
            backward=gesture.backward and (link.mirrored or gesture.matcher is not None),
            start=start,
            end=end,
            apex=apex,
            start_time=float(times[0]),
            apex_time=float(times[top]),
            end_time=float(times[-1]),
            turns=link.turns,
            confidence=sure,
            span=(tokens[0].span[0], tokens[-1].span[1]),
            stroke=self._stroke,
            taught=gesture.taught,
        )

    def _stand(self, last: int) -> list[Piece]:
        """A stand where the pen rested after token `last`."""
        token = self._parser.tokens[last]
        if token.join is not Join.REST:
            return []
        place = world_from_sheet(token.points[-1])
        begin = float(token.times[-1])
        end = begin + token.rest
        span = (token.span[1], token.span[1])
        return [Motion(STAND, False, place, place, place, begin, begin, end, span=span, stroke=self._stroke)]

    def _strays(self, first: int, last: int) -> list[Piece]:
        """Unknown pieces of the tokens `first`..`last` (exclusive), one between two rests."""
        pieces: list[Piece] = []
        begin = first
        for index in range(first, last):
            if index + 1 == last or self._parser.tokens[index].join is Join.REST:
                pieces += self._unknown(begin, index + 1)
                pieces += self._stand(index)
                begin = index + 1
        return pieces

    def _unknown(self, first: int, last: int) -> list[Piece]:
        points = self._parser.points(first, last)
        alone = first == 0 and last == len(self._parser.tokens)
        if np.ptp(points, axis=0).max() < _SCRAP * self._settings.leg_length and not alone:
            return []
        guesses = near_guesses(points, self._settings, self._table)
        return [self._piece(first, last, guesses, describe_oddity(points, self._settings, self._table))]

    def _doubt(self, link: Candidate, sure: float) -> Unknown:
        """A reading that is probably not what was meant, as a piece with guesses: itself first."""
        points = self._parser.points(link.start, link.end)
        read = link.gesture.motion + (" backward" if link.gesture.backward and link.mirrored else "")
        others = near_guesses(points, self._settings, self._table)
        guesses = ((read, round(sure, 3)), *(guess for guess in others if guess[0] != read))[
            : len(others) or 1
        ]
        title = self._table.entry(link.gesture.motion).title
        reason = f"looks only a little like {title}; draw it more clearly, or choose a motion"
        return self._piece(link.start, link.end, guesses, reason)

    def _piece(self, first: int, last: int, guesses: tuple[tuple[str, float], ...], reason: str) -> Unknown:
        tokens = self._parser.tokens[first:last]
        start, end = world_from_sheet(self._parser.points(first, last)[[0, -1]])
        return Unknown(
            span=(tokens[0].span[0], tokens[-1].span[1]),
            stroke=self._stroke,
            start_time=float(tokens[0].times[0]),
            end_time=float(tokens[-1].times[-1]),
            start=start,
            end=end,
            guesses=guesses,
            reason=reason,
        )


def read_line(
    stroke: Stroke,
    settings: WritingSettings,
    *,
    taught: Sequence[Gesture] = (),
    index: int = 0,
    before: str = STAND,
    table: GestureTable | None = None,
) -> Reading:
    """Reads a whole motion stroke."""
    if stroke.duration == 0.0 and stroke.length >= _SCRAP * settings.leg_length:
        return Reading((), (_piece_without_motion(stroke, index, _TIMELESS),))
    reader = LineReader(settings, taught=taught, stroke=index, before=before, table=table)
    pieces = [*reader.feed(stroke.points, stroke.times), *reader.finish()]
    if _is_mostly_rest(stroke, settings, reader.tokens, pieces):
        pieces = [_piece_without_motion(stroke, index, _CREEPING)]
    return Reading(reader.tokens, tuple(pieces))


def is_too_slow(stroke: Stroke, settings: WritingSettings) -> bool:
    """True if a line was drawn so slowly that its times are probably in a wrong unit."""
    return stroke.duration > _CREEPS * stroke.length / settings.leg_length > 0.0


def _is_mostly_rest(
    stroke: Stroke, settings: WritingSettings, tokens: Sequence[Token], pieces: Sequence[Piece]
) -> bool:
    """True if most of a slow line lies between two rests, so that no motion was read."""
    if not is_too_slow(stroke, settings) or any(isinstance(p, Motion) and p.name != STAND for p in pieces):
        return False
    small = np.ptp(stroke.points, axis=0).max() < _SCRAP * settings.leg_length
    return not small and sum(path_lengths(token.points)[-1] for token in tokens) < 0.5 * stroke.length


def _piece_without_motion(stroke: Stroke, index: int, reason: str) -> Unknown:
    """A whole line as one piece that was not understood."""
    start, end = world_from_sheet(stroke.points[[0, -1]])
    times = float(stroke.times[0]), float(stroke.times[-1])
    return Unknown((0, len(stroke) - 1), index, *times, start, end, (), reason)
