"""LineCutter: a stretch of a line without rests, cut into tokens by the six steps of "Motion Doodles"
(section 4.2).

(1) cut where the vertical direction of travel changes; (2) cut at corners, (3) but not where the pen is
fast; (4) a piece is straight or curved, and straight neighbours in line are merged; (5) cut where the
pen pauses; (6) name the piece. Two steps differ from the paper, because its literal steps confuse drawings of
the vocabulary. A straight piece must also stay close to its chord: a quarter of a circle is only 1.11 times
as long as its chord, so the ratio of 1.2 alone calls half of every arc straight. And the top speed is that of
the last stretch of the line, so that tokens are known while the line is drawn.

Tokens do not depend on how the points are divided among calls of `feed`.
"""

import math
from copy import copy
from dataclasses import dataclass, replace
from operator import attrgetter

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.tokens.corners_kernels import (
    LONGEST,
    SHORTEST,
    corners_between,
    judged_until,
    sharpnesses,
)
from kinegraph.doodles.line.tokens.even_line import EvenLine
from kinegraph.doodles.line.tokens.open_ink import OpenInk
from kinegraph.doodles.line.tokens.token import Join, Token, TokenKind
from kinegraph.doodles.line.tokens.tokenizer_kernels import (
    CANDIDATE,
    DIRECTION,
    INDEX,
    STAY_VERTEX,
    TIME,
    Y,
    stays,
    straightness,
    turning_points,
)
from kinegraph.doodles.line.writing_settings import WritingSettings

STEP = 0.02  # between two vertices [leg lengths]
_SLACK = 0.035  # a line must come back this far to turn vertically [leg lengths]
_NEAR = 4  # cuts within this many vertices are merged
_CROWD = 6  # vertices on either side that set the usual pace
_SLOWER = 4.0  # a pause takes this many times as long as the steps around it
_RATIO = 1.2  # length over chord above which a piece is curved
_BOW = 0.085  # largest distance from the chord, over the chord, above which a piece is curved
_LARGEST_BOW = 0.12  # largest distance of a straight piece from its chord [leg lengths]
_RUN, _TOP_RUN = 15, 22  # least length of a level run on the ground, or on top of a curve [vertex steps]
_BAND = 0.03  # largest deviation of a level run [leg lengths]
_IN_LINE = np.deg2rad(22.0)  # straight neighbours that turn less are merged
_OFF = 11  # the direction of a piece is judged from this many vertex steps on
_OFF_SLACK = np.deg2rad(3.0)  # the ends of a piece may still move this much
_UPRIGHT = np.deg2rad(30.0)  # from the vertical or the horizontal


@dataclass(frozen=True)
class _Cut:
    """A place where the line is cut: a vertex, how the piece before it ends, how long the pen stays and when
    it leaves [s], and how sharp a corner it is [rad]."""

    vertex: int
    join: Join
    rest: float = 0.0
    leaves: float = 0.0
    sharp: float = 0.0


_vertex_of = attrgetter("vertex")
_STRENGTH = {Join.SMOOTH: 0, Join.PAUSE: 1, Join.CORNER: 2, Join.REST: 3, Join.END: 4}


class LineCutter:
    """Cuts a line into tokens while it is drawn.

    first_index: Index in the stroke of the first point that will be fed.
    """

    def __init__(self, settings: WritingSettings, first_index: int = 0) -> None:
        self._settings = settings
        self._unit = settings.leg_length
        self._line = EvenLine(STEP * self._unit, first_index)
        self._sharp = np.empty(0)
        self._judged = 0  # vertices whose corners are known
        self._paced = 0  # vertices whose pauses are known
        self._turn_state = np.zeros(5)
        self._turned = 0
        self._cuts: list[_Cut] = []  # not yet used, in order
        self._begin = _Cut(0, Join.END)
        self._held: Token | None = None  # may still merge with the next
        self._held_begin = self._begin
        self._has_token = False  # whether there was any token yet
        self._settled = 0  # vertex before which no more cuts will follow
        self._done = False

    def feed(self, points: Floats, times: Floats) -> list[Token]:
        """Takes the next points (N, 2) [m] and times (N,) [s]; returns the tokens that are now certain."""
        self._line.feed(points, times)
        return self._advance(finished=False)

    def copy(self) -> "LineCutter":
        """A cutter that continues from here; this one must not be used until the copy is dropped."""
        twin = copy(self)
        twin._line = self._line.copy()
        twin._turn_state = self._turn_state.copy()
        twin._cuts = list(self._cuts)
        return twin

    def open_ink(self) -> OpenInk:
        """The points after the last token, as far as they are known; often none."""
        begin = self._begin.vertex
        if self._held is not None or self._done:
            return OpenInk()
        band = 2.0 * _BAND * self._unit
        first_cut = [cut.vertex for cut in self._cuts[:1]]
        level = self._line.vertices[begin : min([self._judged, self._paced, *first_cut]) + 1, :2]
        if len(level) > _RUN and np.ptp(level[:, 1]) <= band:
            return OpenInk(level, len(level))  # a turn up or down cuts it into pieces as level as it is
        points = self._line.vertices[begin : min([self._settled, *first_cut]) + 1, :2]
        # A level run at either end may become a token of its own, but no shorter one.
        if len(points) < 2 or np.ptp(points[:_RUN, 1]) <= band:
            return OpenInk(points, min(len(points), _RUN))
        apart = np.flatnonzero(np.abs(points[:, 1] - points[-1, 1]) > band)
        return OpenInk(points, int(apart[-1]) + 1 if len(apart) else 0)

    def finish(self) -> list[Token]:
        """Ends the line: the pen has left the sheet. Returns the tokens that were still open."""
        if self._done:
            return []
        self._done = True
        self._line.finish()
        return self._advance(finished=True)

    def _advance(self, finished: bool) -> list[Token]:
        vertices = self._line.vertices
        if not len(vertices):
            return []
        settled = self._settled = self._find_cuts(vertices, finished)
        tokens: list[Token] = []
        while (cut := self._next_cut(settled, finished)) is not None:
            tokens += self._close_with_level_runs(vertices, cut)
        if not finished:
            tokens += self._release_held_piece(vertices)
        if finished:
            tokens += self._close_with_level_runs(vertices, _Cut(len(vertices) - 1, Join.END))
            if self._held is not None:
                tokens.append(self._held)
                self._held = None
        return tokens

    def _release_held_piece(self, vertices: Floats) -> list[Token]:
        """The held piece, if it will not be merged with the next one."""
        begin, last = self._begin.vertex, min([self._settled, *(cut.vertex for cut in self._cuts[:1])])
        held = self._held
        if held is None:
            return []
        paused = held.rest > 0.0 and held.join is Join.PAUSE
        if not paused and not _turns_off(held, vertices[begin : last + 1, :2], self._unit):
            return []
        self._held = None
        return [held]

    def _find_cuts(self, vertices: Floats, finished: bool) -> int:
        """Adds the cuts that are now certain; returns the vertex before which no more will follow."""
        count = len(vertices)
        times = vertices[:, TIME]
        ready = count if finished else count - LONGEST
        if ready > len(self._sharp):
            fresh = sharpnesses(vertices, len(self._sharp), ready, SHORTEST, LONGEST)
            self._sharp = np.concatenate([self._sharp, fresh])
        judged = count if finished else judged_until(vertices, times, self._sharp, self._judged)
        if judged > self._judged:
            found = corners_between(vertices, times, self._sharp, self._judged, judged)
            self._cuts += [
                _Cut(int(vertex), Join.CORNER, sharp=abs(self._sharp[int(vertex)])) for vertex in found
            ]
            self._judged = judged
        turns = turning_points(vertices[:, Y], self._turned, self._turn_state, _SLACK * self._unit)
        self._cuts += [_Cut(int(vertex), Join.SMOOTH) for vertex, _ in turns]
        self._turned = count
        self._find_stays(times, count - 1 if finished else count - 1 - _CROWD)
        self._cuts.sort(key=_vertex_of)
        pending = int(self._turn_state[CANDIDATE]) if self._turn_state[DIRECTION] else count
        return count if finished else min(self._judged, self._paced, pending)

    def _find_stays(self, times: Floats, last: int) -> None:
        if last <= self._paced:
            return
        found = stays(times, self._paced, last, self._settings.pause, _CROWD, _SLOWER)
        self._paced = int(found[-1, STAY_VERTEX])
        for vertex, seconds, leaves in found[:-1]:
            self._cuts.append(_Cut(int(vertex), Join.PAUSE, float(seconds), float(leaves)))

    def _next_cut(self, settled: int, finished: bool) -> _Cut | None:
        """The next cut, merged with all cuts near it; None while more may follow."""
        if not self._cuts:
            return None
        first = self._cuts[0].vertex
        if first + _NEAR >= settled and not finished:
            return None
        near = _about_one_turn([cut for cut in self._cuts if cut.vertex <= first + _NEAR])
        del self._cuts[: len(near)]
        # A corner that is also a vertical turn lies where the line turns; of several, the sharpest counts.
        place = max(near, key=lambda cut: (cut.join is Join.SMOOTH, cut.sharp)).vertex
        # Every pen is slow at a corner: a pause there means no more than the corner.
        join = max((cut.join for cut in near), key=_STRENGTH.__getitem__)
        longest = max(near, key=lambda cut: cut.rest)
        return _Cut(place, join, longest.rest, longest.leaves)

    def _close_with_level_runs(self, vertices: Floats, cut: _Cut) -> list[Token]:
        """As `_close_piece`, with level runs at either end of a curve as pieces of their own."""
        begin = self._begin.vertex
        heights = vertices[begin : cut.vertex + 1, Y]
        if len(heights) < 2 * _RUN or kind_of(vertices[begin : cut.vertex + 1, :2], self._unit).straight:
            return self._close_piece(vertices, cut)
        rises = heights[-1] > heights[0]
        band = _BAND * self._unit
        tokens: list[Token] = []
        head = _level_steps(heights, _RUN if rises else _TOP_RUN, band)
        tail = _level_steps(heights[::-1], _TOP_RUN if rises else _RUN, band)
        if head:
            tokens += self._close_piece(vertices, _Cut(begin + head, Join.SMOOTH))
        if tail and head + tail < len(heights) - _NEAR:
            tokens += self._close_piece(vertices, _Cut(cut.vertex - tail, Join.SMOOTH))
        return [*tokens, *self._close_piece(vertices, cut)]

    def _close_piece(self, vertices: Floats, cut: _Cut) -> list[Token]:
        """Closes the piece up to `cut`; returns the tokens that are certain then."""
        begin, last = self._begin, len(vertices) - 1
        tiny = cut.vertex - begin.vertex <= _NEAR and cut.join is not Join.END
        if begin.vertex == 0 and tiny:
            self._begin = _Cut(0, cut.join, cut.rest, cut.leaves)
            return []
        if cut.join is Join.END and last - begin.vertex <= _NEAR and self._has_token:
            return self._extend_held_piece(vertices)
        piece = self._piece(vertices, begin, cut)
        self._begin = cut
        self._has_token = True
        held = self._held
        if held is not None and _in_line(held, piece, self._unit):
            whole = self._piece(vertices, self._held_begin, cut)
            if whole.kind.straight and not held.rest:
                self._held = whole
                return []
            if held.rest:
                held = replace(held, join=Join.PAUSE)
        before = [] if held is None else [held]
        if not piece.kind.straight:  # only straight neighbours are merged
            self._held = None
            return [*before, piece]
        self._held, self._held_begin = piece, begin
        return before

    def _extend_held_piece(self, vertices: Floats) -> list[Token]:
        """Adds a short end of the line to the piece before it, if that was not returned yet."""
        held, self._held = self._held, None
        if held is None or held.rest:
            return [] if held is None else [held]
        return [self._piece(vertices, self._held_begin, _Cut(len(vertices) - 1, Join.END))]

    def _piece(self, vertices: Floats, begin: _Cut, cut: _Cut) -> Token:
        rows = vertices[begin.vertex : cut.vertex + 1].copy()
        rows[0], rows[-1] = self._line.tip(begin.vertex), self._line.tip(cut.vertex)
        times = rows[:, TIME].copy()
        if begin.rest and len(times) > 1:
            times[0] = min(max(begin.leaves, times[0]), times[1])
        span = (int(np.floor(rows[0, INDEX] + 0.5)), int(np.floor(rows[-1, INDEX] + 0.5)))
        return Token(kind_of(rows[:, :2], self._unit), span, rows[:, :2], times, cut.join, cut.rest)


def _about_one_turn(near: list[_Cut]) -> list[_Cut]:
    """The cuts about the first of two vertical turns: the tip and the foot of a tick are two places."""
    turns = [cut.vertex for cut in near if cut.join is Join.SMOOTH]
    return near if len(turns) < 2 else [cut for cut in near if 2 * cut.vertex <= turns[0] + turns[1]]


def kind_of(points: Floats, unit: float) -> TokenKind:
    """Kind of a piece of a line (N, 2), drawn for legs of length `unit` [m]: steps 4 and 6."""
    chord = points[-1] - points[0]
    if not _is_straight(points, unit):
        return TokenKind.RISING if chord[1] >= 0.0 else TokenKind.FALLING
    lean = math.atan2(abs(chord[1]), abs(chord[0]))
    if lean < _UPRIGHT:
        return TokenKind.HORIZONTAL
    if lean > np.pi / 2 - _UPRIGHT:
        return TokenKind.VERTICAL
    return TokenKind.SLASH if chord[0] * chord[1] > 0.0 else TokenKind.BACKSLASH


def _level_steps(heights: Floats, least: int, band: float) -> int:
    """Number of steps from the first on that stay within `band` of one level; 0 if fewer than `least`."""
    if len(heights) <= least:
        return 0
    off = np.abs(heights - heights[:least].mean()) > band
    steps = int(off.argmax()) if off.any() else len(heights) - 1
    return steps if steps >= least else 0


def _is_straight(points: Floats, unit: float) -> bool:
    ratio, bow = straightness(points)
    size = math.hypot(*(points[-1] - points[0]))
    return ratio < _RATIO and bow < _BOW * size and bow < _LARGEST_BOW * unit


def _turns_off(first: Token, points: Floats, unit: float) -> bool:
    """True if a straight piece that begins with points (N, 2) cannot be in line with a straight token any
    more: no straight piece bows so much that its end makes up for its beginning."""
    ways = points[_OFF:] - points[0]
    if not len(ways):
        return False
    chord = first.points[-1] - first.points[0]
    turns = np.abs(np.arctan2(chord[0] * ways[:, 1] - chord[1] * ways[:, 0], ways @ chord))
    bows = np.arcsin(np.minimum(_LARGEST_BOW * unit / np.maximum(np.hypot(*ways.T), 1e-12), 1.0))
    return bool((turns - bows > _IN_LINE + _OFF_SLACK).any())


def _in_line(first: Token, second: Token, unit: float) -> bool:
    if not (first.kind.straight and second.kind.straight) or _turns_off(first, second.points, unit):
        return False
    a, b = first.points[-1] - first.points[0], second.points[-1] - second.points[0]
    turn = math.atan2(a[0] * b[1] - a[1] * b[0], a @ b)
    return abs(turn) < _IN_LINE
