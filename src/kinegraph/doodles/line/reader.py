"""LineReader: a motion line read while it is drawn; `read_line` for a line that is there already."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.doodles.ink.stroke import Stroke, path_lengths
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
from kinegraph.doodles.line.near_guesses import near_guesses, oddity
from kinegraph.doodles.line.tokens.token import Join, Token
from kinegraph.doodles.line.tokens.tokenizer import Tokenizer
from kinegraph.doodles.line.writing_settings import WritingSettings

_CREEPS = 5.0  # [s] for a leg length: a pen that is slower rests on its way
_SCRAP = 0.24  # ink between two motions that is smaller than this says nothing [leg lengths]
_TIMELESS = "a line whose points all came at one moment; a motion needs times that go on along the line"
_CREEPING = "a line drawn so slowly that the pen rests all the way; are its times in the unit that was meant?"


class LineReader:
    """Reads one motion stroke.

    taught: Gestures that were taught, see teaching.py.
    stroke: Index of the stroke, for the pieces.
    before: What the character did before this stroke: "stand" where it stood still.
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
        self._told = 0  # tokens whose pieces were given
        self._links = 0  # links of the chain that were given

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that are certain."""
        return tuple(self._parser.tokens)

    def feed(self, points: ArrayLike, times: ArrayLike) -> list[Piece]:
        """Takes the next points (N, 2) [m] and times (N,) [s]; gives the pieces that are now certain."""
        self._push(self._tokenizer.feed(np.asarray(points), np.asarray(times)))
        links = self._parser.chain(len(self._parser.tokens))[: self._parser.certain()]
        return self._pieces(links, links[-1].end if links else self._told)

    def still(self, now: float) -> list[Piece]:
        """Nothing has been drawn up to `now` [s]: the pen rests; gives the pieces that are now certain."""
        self._push(self._tokenizer.still(now))
        links = self._parser.chain(len(self._parser.tokens))[: self._parser.certain()]
        return self._pieces(links, links[-1].end if links else self._told)

    def finish(self) -> list[Piece]:
        """The pen has left the sheet: gives all pieces that were still open."""
        self._push(self._tokenizer.finish())
        count = len(self._parser.tokens)
        return self._pieces(self._parser.chain(count), count)

    def tentative(self) -> list[Piece]:
        """What the open end of the line looks like now; more ink may change it."""
        tokens, told, links = self._tokenizer.tail(), self._told, self._links
        saved = self._parser.copy()
        self._push(tokens)
        count = len(self._parser.tokens)
        pieces = self._pieces(self._parser.chain(count), count)
        self._parser, self._told, self._links = saved, told, links
        return pieces

    def _push(self, tokens: list[Token]) -> None:
        for token in tokens:
            self._parser.push(token)

    def _pieces(self, links: list[Candidate], end: int) -> list[Piece]:
        """The pieces of the chain that were not given yet, up to token `end`."""
        pieces: list[Piece] = []
        for link in links[self._links :]:
            if link.start > self._told:
                pieces += self._strays(self._told, link.start)
            pieces.append(self._motion(link))
            pieces += self._stand(link.end - 1)
            self._told = link.end
        if end > self._told:
            pieces += self._strays(self._told, end)
            self._told = end
        self._links = len(links)
        return pieces

    def _motion(self, link: Candidate) -> Motion:
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
            confidence=link.clear,
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
        tokens = self._parser.tokens[first:last]
        points = self._parser.points(first, last)
        alone = first == 0 and last == len(self._parser.tokens)
        if np.ptp(points, axis=0).max() < _SCRAP * self._settings.leg_length and not alone:
            return []
        start, end = world_from_sheet(points[[0, -1]])
        unknown = Unknown(
            span=(tokens[0].span[0], tokens[-1].span[1]),
            stroke=self._stroke,
            start_time=float(tokens[0].times[0]),
            end_time=float(tokens[-1].times[-1]),
            start=start,
            end=end,
            guesses=near_guesses(points, self._settings, self._table),
            reason=oddity(points, self._settings, self._table),
        )
        return [unknown]


def read_line(
    stroke: Stroke,
    settings: WritingSettings,
    *,
    taught: Sequence[Gesture] = (),
    index: int = 0,
    before: str = STAND,
) -> Reading:
    """What a whole motion stroke says."""
    if stroke.duration == 0.0 and stroke.length >= _SCRAP * settings.leg_length:
        return Reading((), (_mute(stroke, index, _TIMELESS),))
    reader = LineReader(settings, taught=taught, stroke=index, before=before)
    pieces = [*reader.feed(stroke.points, stroke.times), *reader.finish()]
    if _crept(stroke, settings, reader.tokens, pieces):
        pieces = [_mute(stroke, index, _CREEPING)]
    return Reading(reader.tokens, tuple(pieces))


def creeps(stroke: Stroke, settings: WritingSettings) -> bool:
    """Whether a line was drawn so slowly that its times are hardly what was meant."""
    return stroke.duration > _CREEPS * stroke.length / settings.leg_length > 0.0


def _crept(
    stroke: Stroke, settings: WritingSettings, tokens: Sequence[Token], pieces: Sequence[Piece]
) -> bool:
    """Whether the pen rested so often that most of the line is between two rests and says nothing."""
    if not creeps(stroke, settings) or any(isinstance(p, Motion) and p.name != STAND for p in pieces):
        return False
    small = np.ptp(stroke.points, axis=0).max() < _SCRAP * settings.leg_length
    return not small and sum(path_lengths(token.points)[-1] for token in tokens) < 0.5 * stroke.length


def _mute(stroke: Stroke, index: int, reason: str) -> Unknown:
    """A line that says where but not when."""
    start, end = world_from_sheet(stroke.points[[0, -1]])
    times = float(stroke.times[0]), float(stroke.times[-1])
    return Unknown((0, len(stroke) - 1), index, *times, start, end, (), reason)
