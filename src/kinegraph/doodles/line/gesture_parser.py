"""GestureParser: the cheapest way to read a row of tokens as gestures, found while the tokens come in.

Every gesture that could begin at a token is followed from there, token by token, for as long as its
expressions allow; where its last part is complete it becomes a candidate for that stretch, as dear as it
is unclear. The cheapest chain of candidates (and of tokens that belong to none) up to each token is kept:
Viterbi's algorithm. What all chains that may still win have in common is certain.
"""

from copy import copy
from dataclasses import dataclass
from math import floor
from typing import NamedTuple

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.criteria import clearness, measures_of
from kinegraph.doodles.line.gesture_branches import Branch, branches_by_letter
from kinegraph.doodles.line.gesture_grammar import State
from kinegraph.doodles.line.gesture_table import Gesture
from kinegraph.doodles.line.motion import STAND
from kinegraph.doodles.line.part_layout import MEASURES
from kinegraph.doodles.line.token_outline import TokenOutline, token_outline
from kinegraph.doodles.line.tokens.even_line import GrowingRows
from kinegraph.doodles.line.tokens.token import Join, Token
from kinegraph.doodles.line.writers_hand import Hand
from kinegraph.doodles.line.writing_settings import WritingSettings

_CLEAR_ENOUGH = 0.3  # a candidate less clear than this is none
_ALIKE_ENOUGH = 0.5  # nor one that is less like a taught gesture
_UNCLEAR = 3.0  # what a wholly unclear gesture would cost more than a clear one
_PAUSED = 1.5  # what a pause within a gesture costs
_STRAY = 2.6  # what a token that belongs to nothing costs
_SCRAP = 0.4  # what it costs if it is hardly there
_WHOLE = 0.3  # from this length on it costs all [leg lengths]
MOST_TOKENS = 24  # of a gesture
_GROUND = 0.12  # a part that has come down this near to where it began has landed [leg lengths]
_DOWN = 0.025  # or all the way, so that nothing can follow [leg lengths]
_AIRBORNE = 0.2  # and has been in the air if it rose this far [leg lengths]
_SLIGHT = 1e-9  # what differs less in clearness differs by rounding
_ASIDE = 0.1  # less sideways travel than this has no direction [leg lengths]


@dataclass(frozen=True, eq=False)
class Candidate:
    """A gesture read over tokens `start`..`end` (exclusive).

    cuts: Where its parts begin and end, as token indices.
    clear: How clearly the drawing keeps the criteria, 0..1.
    hand: What the line up to its end tells of the writer's hand.
    """

    gesture: Gesture
    start: int
    end: int
    cuts: tuple[int, ...]
    mirrored: bool
    clear: float
    cost: float
    turns: float
    hand: Hand


class _Thread(NamedTuple):
    """Gestures that may still be going on: where their parts begin, and the state of the one they are in."""

    branch: Branch
    mirrored: bool
    cuts: tuple[int, ...]
    state: State
    landed: bool = False


class _Progress(NamedTuple):
    """How far the part that began at a token has come: its height and reach [leg lengths]; whether it is back
    near the ground after a flight, and whether all the way down."""

    height: float
    reach: float
    landed: bool
    down: bool


@dataclass(frozen=True, eq=False)
class _Best:
    """The cheapest chain up to a token: its cost, its last link (None: a stray token), where that began, and
    what it tells of the writer's hand."""

    cost: float
    link: Candidate | None
    before: int
    name: str
    hand: Hand


_GROWING = ("_tokens", "_outlines", "_ink", "_inked", "_pauses", "_best", "_threads", "_measures")


class GestureParser:
    """Reads tokens as they come."""

    def __init__(self, settings: WritingSettings, gestures: tuple[Gesture, ...], before: str = STAND) -> None:
        self._settings = settings
        self._branches = (branches_by_letter(gestures, False), branches_by_letter(gestures, True))
        self._tokens: list[Token] = []
        self._outlines: list[TokenOutline] = []
        self._ink = GrowingRows(2)  # the points of all tokens; neighbours share one where they meet
        self._inked: list[tuple[int, int]] = []  # rows of each token's points
        self._pauses = [0]  # up to each token
        self._best = [_Best(0.0, None, 0, before, Hand())]
        self._threads: list[_Thread] = []
        self._measures: dict[tuple[int, int, bool], list[float]] = {}

    @property
    def tokens(self) -> list[Token]:
        return self._tokens

    def push(self, token: Token) -> None:
        """Takes the next token."""
        place = len(self._tokens)
        self._tokens.append(token)
        self._outlines.append(token_outline(token, self._settings.leg_length))
        self._add_ink(token.points, place)
        self._pauses.append(self._pauses[-1] + (token.join is Join.PAUSE))
        threads = self._threads + self._begun(place)
        self._threads, complete = [], []
        progress: dict[int, _Progress] = {}
        for thread in threads:
            self._follow(thread, place, progress, complete)
        self._best.append(self._cheapest(place, complete))
        if token.join is Join.REST:
            self._threads = []

    def copy(self) -> "GestureParser":
        """A parser that goes on from here on its own, once nothing more is asked of this one."""
        twin = copy(self)
        for name in _GROWING:
            setattr(twin, name, copy(getattr(self, name)))
        return twin

    def points(self, first: int, last: int) -> Floats:
        """(N, 2) the line of the tokens `first`..`last` (exclusive) as one [m]."""
        return self._ink.rows[self._inked[first][0] : self._inked[last - 1][1]]

    def chain(self, end: int) -> list[Candidate]:
        """The gestures of the cheapest chain up to token `end`, in order; stray tokens are left out."""
        links: list[Candidate] = []
        while end > 0:
            best = self._best[end]
            if best.link is not None:
                links.append(best.link)
            end = best.before
        return links[::-1]

    def certain(self) -> int:
        """How many links of the cheapest chain no further token can change."""
        ends = {thread.cuts[0] for thread in self._threads} | {len(self._tokens)}
        chains = [self.chain(end) for end in ends]
        shared = 0
        for links in zip(*chains, strict=False):
            if any(link is not links[0] for link in links):
                break
            shared += 1
        return shared

    def measures(self, first: int, last: int, mirrored: bool) -> list[float]:
        """Measures of the tokens `first`..`last` (exclusive)."""
        key = (first, last, mirrored)
        found = self._measures.get(key)
        if found is None:
            found = self._measures[key] = measures_of(self.points(first, last), mirrored, self._settings)
        return found

    def _add_ink(self, points: Floats, place: int) -> None:
        joined = False
        if place:
            before, here = self._outlines[place - 1], self._outlines[place]
            joined = before.right == here.left and before.end == here.start
        count = len(self._ink)
        self._ink.extend(points[1:] if joined else points)
        self._inked.append((count - joined, len(self._ink)))

    def _begun(self, place: int) -> list[_Thread]:
        """A thread for every way in which gestures might begin with the token at `place`."""
        return [
            _Thread(branch, bool(mirrored), (place,), branch.start)
            for mirrored, letter in enumerate(self._outlines[place].letters)
            for branch in self._branches[mirrored][letter]
        ]

    def _follow(
        self, thread: _Thread, place: int, progress: dict[int, _Progress], complete: list[_Thread]
    ) -> None:
        """Takes the token at `place` into a thread; what goes on is kept, what is whole goes to `complete`.

        progress: Of the parts by the token they began at, as far as that is known.
        """
        branch, mirrored, cuts, state, landed = thread
        token, taught = self._outlines[place], branch.taught
        goes_on = state.after.get(token.letters[mirrored])
        if goes_on is None or place - cuts[0] >= MOST_TOKENS or (landed and not taught and not token.falls):
            return
        part = progress.get(cuts[-1])
        if part is None:
            part = progress[cuts[-1]] = self._progress(cuts[-1], place)
        if not taught and (part.height > branch.ceiling or part.reach > branch.widest):
            return
        if taught or not (part.landed and part.down):
            self._threads.append(_Thread(branch, mirrored, cuts, goes_on, part.landed))
        if not goes_on.accepts:
            return
        whole = _Thread(branch, mirrored, (*cuts, place + 1), goes_on)
        if branch.gestures:
            complete.append(whole)
        if branch.branches and self._goes_its_way(whole):
            self._threads += self._gone_on(whole)

    def _progress(self, first: int, place: int) -> _Progress:
        tokens = self._outlines[first : place + 1]
        begin, end = tokens[0], tokens[-1]
        height = max([token.top for token in tokens]) - begin.start
        places = [begin.left, *[token.right for token in tokens]]
        back = end.end - begin.start
        return _Progress(
            height, max(places) - min(places), back < _GROUND and height > _AIRBORNE, back < _DOWN
        )

    def _gone_on(self, whole: _Thread) -> list[_Thread]:
        """How gestures go on after a part for which that is clear enough."""
        cuts = whole.cuts
        measures = {whole.branch.part: self.measures(cuts[-2], cuts[-1], whole.mirrored)}
        return [
            _Thread(branch, whole.mirrored, cuts, branch.start)
            for branch in whole.branch.branches
            if any(clearness(asked, measures) >= _CLEAR_ENOUGH for asked in branch.asked)
        ]

    def _cheapest(self, place: int, complete: list[_Thread]) -> _Best:
        stray = self._best[place]
        rested = self._tokens[place].join is Join.REST
        best = _Best(
            stray.cost + self._stray_cost(place), None, place, STAND if rested else stray.name, stray.hand
        )
        for thread in complete:
            start = thread.cuts[0]
            before = self._best[start]
            pauses = self._pauses[place] - self._pauses[start]
            if before.cost + 1.0 + _PAUSED * pauses >= best.cost or not self._goes_its_way(thread):
                continue
            measures: dict[str, list[float]] = {}
            for gesture in thread.branch.gestures:
                if not self._may_follow(gesture, thread.mirrored, before):
                    continue
                measures = measures or self._part_measures(gesture, thread, before.hand)
                candidate = self._candidate(gesture, thread, measures, pauses, before, best.cost)
                if candidate is not None:
                    name = STAND if rested else gesture.motion
                    best = _Best(before.cost + candidate.cost, candidate, start, name, candidate.hand)
        return best

    def _stray_cost(self, place: int) -> float:
        return _SCRAP + (_STRAY - _SCRAP) * min(self._outlines[place].extent / _WHOLE, 1.0)

    def _may_follow(self, gesture: Gesture, mirrored: bool, before: _Best) -> bool:
        if gesture.matcher is not None:
            return True
        if before.name in gesture.not_after or (gesture.after and before.name not in gesture.after):
            return False
        linked = ""
        if before.link is not None and before.link.mirrored == mirrored:
            last = self._tokens[before.link.end - 1]
            linked = before.name if last.join in (Join.SMOOTH, Join.CORNER) else ""
        return linked not in gesture.not_on_from and (not gesture.on_from or linked in gesture.on_from)

    def _goes_its_way(self, thread: _Thread) -> bool:
        travel = self._outlines[thread.cuts[1] - 1].right - self._outlines[thread.cuts[0]].left
        return travel < -_ASIDE if thread.mirrored else travel >= -_ASIDE

    def _part_measures(self, gesture: Gesture, thread: _Thread, hand: Hand) -> dict[str, list[float]]:
        """The measures of each part, the same for all gestures that are whole after a thread."""
        if gesture.matcher is not None:
            return {}
        cuts, mirrored = thread.cuts, thread.mirrored
        return {
            part.name: hand.upright(self.measures(cuts[k], cuts[k + 1], mirrored), mirrored)
            for k, part in enumerate(gesture.parts)
        }

    def _candidate(
        self,
        gesture: Gesture,
        thread: _Thread,
        measures: dict[str, list[float]],
        pauses: int,
        before: _Best,
        dearest: float,
    ) -> Candidate | None:
        """The gesture over a whole thread, if it is clear enough and the chain costs less than `dearest`."""
        cuts, mirrored = thread.cuts, thread.mirrored
        if gesture.matcher is not None:
            least = _ALIKE_ENOUGH
            clear = gesture.matcher.closeness(self.points(cuts[0], cuts[-1]), self._settings.leg_length)
        else:
            least = _CLEAR_ENOUGH
            hopeless = 1.0 - (dearest - before.cost - 1.0 - _PAUSED * pauses) / _UNCLEAR
            clear = clearness(gesture.criteria, measures, hopeless - _SLIGHT)
        cost = 1.0 + _UNCLEAR * (1.0 - clear) + _PAUSED * pauses
        if clear < least or before.cost + cost >= dearest:
            return None
        turns, hand = 0.0, before.hand
        if gesture.turns:
            part, _, measure = gesture.turns.partition(".")
            turns = max(float(floor(measures[part][MEASURES.index(measure)] + 0.5)), 1.0)
        if gesture.upright:
            hand = hand.seen(measures[gesture.upright], mirrored)
        return Candidate(gesture, cuts[0], cuts[-1], cuts, mirrored, clear, cost, turns, hand)
