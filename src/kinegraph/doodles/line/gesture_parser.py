"""GestureParser: the cheapest way to read a row of tokens as gestures, found while the tokens come in.

Every gesture that could begin at a token is followed from there, token by token, for as long as its
expressions allow. Where its last part is complete, it becomes a candidate for that stretch; the less usual
its drawing, the higher its cost (usual_drawings.py). The cheapest chain of candidates (and of stray tokens)
up to each token is kept: Viterbi's algorithm. Links that all chains that may still win have in common are
certain.
"""

from copy import copy
from dataclasses import dataclass, replace
from math import floor
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import path_lengths
from kinegraph.doodles.line.criteria import LEAST_SEEN_EARLY, candidate_clearness, clearness, measures_of
from kinegraph.doodles.line.gesture_branches import Branch, branches_by_letter
from kinegraph.doodles.line.gesture_table import Gesture
from kinegraph.doodles.line.motion import STAND
from kinegraph.doodles.line.part_layout import MEASURES
from kinegraph.doodles.line.token_expressions import State
from kinegraph.doodles.line.token_outline import TokenOutline, token_outline
from kinegraph.doodles.line.tokens.even_line import GrowingRows
from kinegraph.doodles.line.tokens.open_ink import OpenInk
from kinegraph.doodles.line.tokens.token import Join, Token
from kinegraph.doodles.line.writers_hand import Hand
from kinegraph.doodles.line.writing_settings import WritingSettings

_ALIKE_ENOUGH = 0.5  # least closeness to a taught gesture
_UNCLEAR = 3.0  # extra cost of a wholly unclear gesture
_PAUSED = 1.5  # cost of a pause within a gesture
_STRAY = 2.6  # cost of a token that belongs to no gesture
_SCRAP = 0.4  # cost of such a token of no length
_WHOLE = 0.3  # length from which on it has the full cost [leg lengths]
MOST_TOKENS = 24  # of a gesture
_GROUND, _LANDED = 0.12, 0.3  # a part has landed so near to its start height [leg lengths, heights]
_DOWN = -0.03  # nearer than this it is all the way down, and nothing can follow [leg lengths]
_AIRBORNE = 0.08  # a part that rose this far has been in the air [leg lengths]
_RUN = 0.3  # after a pause, a level run longer than this is a motion of its own [leg lengths]
_RUN_OUT = 0.45  # a loop that has landed may end with a shorter level run [leg lengths]
_SURE_RUN, _LEVEL_BAND = 0.36, 0.07  # ink that surely becomes such a run, and its largest height
_NOT_SO_CLEAR = 0.3  # a motion that costs this much more than a wholly clear one is still clear
_COMES_DOWN = 0.035  # a part that went down this far from its top has come down [leg lengths]
_HOOK = 0.2  # what comes down within less ink is a hook left by the piece before [leg lengths]
_SURE_RISE = 0.1  # a token that begins with this much rise rises, and with as much fall falls [leg lengths]
_RISING, _FALLING = frozenset("rusSpPhH"), frozenset("fdbBqQhH")
_LEVEL_LETTERS, _STRAIGHT_ON = frozenset("hpqHPQ"), frozenset("hH")
_NO_SLOPE = 0.08  # a level run that begins with less slope neither climbs nor sinks
_LEAN = np.tan(np.deg2rad(30.0))  # largest slope of a level token
_OFF_LEVEL = 0.12  # points of a level token lie nearer to its chord [leg lengths]
_ASIDE = 0.1  # shorter sideways travel has no direction [leg lengths]


_Word = tuple[str, bool, float]  # a motion, whether it goes to the left, and its turns


@dataclass(frozen=True, eq=False)
class Candidate:
    """A gesture read over tokens `start`..`end` (exclusive).

    cuts: Where its parts begin and end, as token indices.
    clear: How clearly the drawing keeps the criteria, 0..1.
    hand: Slant of the writer's hand, learned from the line up to its end.
    oddness: Of its drawing, see usual_drawings.py; 0 where that is not known.
    lead: By how much the cheapest chain up to its end would cost more with another last word.
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
    oddness: float = 0.0
    lead: float = 0.0


class _Thread(NamedTuple):
    """Gestures that may still go on: the beginnings of their parts, and the state of the current part.

    landed, lowest: Of the progress of this part.
    """

    branch: Branch
    mirrored: bool
    cuts: tuple[int, ...]
    state: State
    landed: bool = False
    lowest: float = np.inf


class _Progress(NamedTuple):
    """Progress of a part that began at a token: height and reach [leg lengths], whether it is back near the
    ground after a flight, whether it is all the way down, and the lowest place above its start to which it
    has come down."""

    height: float
    reach: float
    landed: bool
    down: bool
    lowest: float


@dataclass(frozen=True, eq=False)
class _Best:
    """The cheapest chain up to a token: its cost, its last link (None: a stray token), the token where that
    link began, and the slant of the writer's hand."""

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
        threads = self._threads + self._start_threads(place)
        self._threads, complete = [], []
        progress: dict[int, _Progress] = {}
        for thread in threads:
            self._follow(thread, place, progress, complete)
        self._best.append(self._cheapest(place, complete))
        if token.join is Join.REST:
            self._threads = []

    def copy(self) -> "GestureParser":
        """A parser that continues from here; this one must not be used until the copy is dropped."""
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

    def certain(self, ink: OpenInk | None = None) -> int:
        """Number of links of the cheapest chain that no further token can change.

        ink: Of the line after the last token.
        """
        ink = ink or OpenInk()
        known: dict[tuple[int, bool, int], list[float]] = {}
        threads = [thread for thread in self._threads if self._may_go_on(thread, ink, known)]
        ends = {thread.cuts[0] for thread in threads} | {len(self._tokens)}
        chains = [self.chain(end) for end in ends]
        shared = 0
        for links in zip(*chains, strict=False):
            if any(link is not links[0] for link in links):
                break
            shared += 1
        return shared

    def _may_go_on(
        self, thread: _Thread, ink: OpenInk, known: dict[tuple[int, bool, int], list[float]]
    ) -> bool:
        """True if a thread can go on with the line after the last token.

        known: Measures of the parts with that ink, by their first token, their direction and the points of
        the ink; filled in.
        """
        if thread.branch.taught:
            return True
        if len(ink.next_token) > 1 and not self._may_take(thread, ink.next_token / self._settings.leg_length):
            return False
        begin, mirrored, place = thread.cuts[-1], thread.mirrored, len(self._tokens)
        part = [self.points(begin, place)] if begin < place else []
        count = self._ink_of_part(thread, ink)
        if count > 1:
            part.append(ink.all[:count])
        if not part:
            return True
        key = begin, mirrored, count
        if key not in known:
            known[key] = measures_of(np.concatenate(part), mirrored, self._settings)
        return any(bounds.allow(known[key]) for bounds in thread.branch.bounds)

    def _ink_of_part(self, thread: _Thread, ink: OpenInk) -> int:
        """Number of points after the last token that belong to the part of a thread, if it can go on: those
        of the next token, and all that a part needs that is not complete yet."""
        missing = thread.branch.shortest * self._settings.leg_length
        if missing <= 0.0 or not len(ink.all):
            return len(ink.next_token)
        if thread.cuts[-1] < len(self._tokens):
            missing -= float(path_lengths(self.points(thread.cuts[-1], len(self._tokens)))[-1])
        return max(len(ink.next_token), int(np.searchsorted(path_lengths(ink.all), missing)))

    def _may_take(self, thread: _Thread, ink: Floats) -> bool:
        """True if a token that begins with points (N, 2) [leg lengths] can be the next of a thread."""
        letters = thread.state.after.keys()
        rise = float(ink[-1, 1] - ink[0, 1])
        level = _is_level_run(ink)
        if level and self._parts_lines(thread, len(self._tokens)):
            return False
        if level and abs(rise) < _NO_SLOPE * abs(ink[-1, 0] - ink[0, 0]) and not _STRAIGHT_ON & letters:
            return False
        if abs(rise) > _SURE_RISE and not (_RISING if rise > 0.0 else _FALLING) & letters:
            return False
        if (rise > _SURE_RISE or level) and (thread.landed or thread.lowest < thread.branch.floor):
            return False
        return bool(letters - _LEVEL_LETTERS) or not _leaves_level(ink)

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

    def _start_threads(self, place: int) -> list[_Thread]:
        """A thread for every branch of gestures that may begin with the token at `place`."""
        return [
            _Thread(branch, bool(mirrored), (place,), branch.start)
            for mirrored, letter in enumerate(self._outlines[place].letters)
            for branch in self._branches[mirrored][letter]
        ]

    def _follow(
        self, thread: _Thread, place: int, progress: dict[int, _Progress], complete: list[_Thread]
    ) -> None:
        """Takes the token at `place` into a thread; open threads are kept, complete ones go to `complete`.

        progress: Of the parts, by the token that they began at; filled in.
        """
        branch, mirrored, cuts, state, landed, lowest = thread
        token, taught = self._outlines[place], branch.taught
        next_state = state.after.get(token.letters[mirrored])
        if next_state is None:
            return
        runs_out = next_state.accepts and token.letters[0] in _LEVEL_LETTERS and token.extent < _RUN_OUT
        over = landed and not taught and not token.falls and not runs_out
        if place - cuts[0] >= MOST_TOKENS or over:
            return
        part = progress.get(cuts[-1])
        if part is None:
            part = progress[cuts[-1]] = self._progress(cuts[-1], place)
        if not taught and (part.height > branch.ceiling or part.reach > branch.widest):
            return
        if not taught and not token.falls and lowest < branch.floor:
            return
        level = abs(token.right - token.left) > _RUN and token.letters[0] in _LEVEL_LETTERS
        if not taught and level and self._parts_lines(thread, place):
            return
        if taught or not (part.landed and part.down):
            self._threads.append(_Thread(branch, mirrored, cuts, next_state, part.landed, part.lowest))
        if not next_state.accepts:
            return
        whole = _Thread(branch, mirrored, (*cuts, place + 1), next_state)
        if branch.gestures:
            complete.append(whole)
        if branch.branches and self._travels_forward(whole):
            self._threads += self._continue_threads(whole)

    def _parts_lines(self, thread: _Thread, place: int) -> bool:
        """True if the pause before the token at `place`, a level run, ends a clear motion: what a thread that
        goes on over the pause would read as one is two motions."""
        if thread.cuts[-1] >= place or self._tokens[place - 1].join is not Join.PAUSE:
            return False
        start = thread.cuts[0]
        pauses = self._pauses[place] - self._pauses[start]
        return self._best[place].cost + _NOT_SO_CLEAR <= self._best[start].cost + _PAUSED * pauses

    def _progress(self, first: int, place: int) -> _Progress:
        tokens = self._outlines[first : place + 1]
        begin, end = tokens[0], tokens[-1]
        top, way, lowest = begin.start, 0.0, np.inf
        for token in tokens:
            top, way = max(top, token.top), way + token.extent
            if top - token.end > _COMES_DOWN and way >= _HOOK:
                lowest = min(lowest, token.end)
        height = top - begin.start
        places = [begin.left, *[token.right for token in tokens]]
        back = end.end - begin.start
        return _Progress(
            height,
            max(places) - min(places),
            back < min(_GROUND, _LANDED * height) and height > _AIRBORNE,
            back < _DOWN,
            lowest - begin.start,
        )

    def _continue_threads(self, whole: _Thread) -> list[_Thread]:
        """Threads of the next parts, where the part before is clear enough."""
        cuts = whole.cuts
        measures = {whole.branch.part: self.measures(cuts[-2], cuts[-1], whole.mirrored)}
        return [
            _Thread(branch, whole.mirrored, cuts, branch.start)
            for branch in whole.branch.branches
            if any(clearness(asked, measures) >= LEAST_SEEN_EARLY for asked in branch.asked)
        ]

    def _cheapest(self, place: int, complete: list[_Thread]) -> _Best:
        stray = self._best[place]
        rested = self._tokens[place].join is Join.REST
        best = _Best(
            stray.cost + self._stray_cost(place), None, place, STAND if rested else stray.name, stray.hand
        )
        costs: dict[_Word | None, float] = {None: best.cost}  # of the cheapest chain with each last word
        for thread in complete:
            if not self._travels_forward(thread):
                continue
            start = thread.cuts[0]
            before = self._best[start]
            measures: dict[str, list[float]] = {}
            for gesture in thread.branch.gestures:
                if not self._may_follow(gesture, thread.mirrored, before):
                    continue
                measures = measures or self._part_measures(gesture, thread, before.hand)
                candidate = self._candidate(gesture, thread, measures, before)
                if candidate is None:
                    continue
                cost = before.cost + candidate.cost
                word = (gesture.motion, thread.mirrored, candidate.turns)
                costs[word] = min(cost, costs.get(word, np.inf))
                if cost < best.cost:
                    best = _Best(cost, candidate, start, STAND if rested else gesture.motion, candidate.hand)
        if best.link is None:
            return best
        said = (best.link.gesture.motion, best.link.mirrored, best.link.turns)
        lead = min(cost for word, cost in costs.items() if word != said) - best.cost
        return replace(best, link=replace(best.link, lead=lead))

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

    def _travels_forward(self, thread: _Thread) -> bool:
        travel = self._outlines[thread.cuts[1] - 1].right - self._outlines[thread.cuts[0]].left
        return travel < -_ASIDE if thread.mirrored else travel >= -_ASIDE

    def _part_measures(self, gesture: Gesture, thread: _Thread, hand: Hand) -> dict[str, list[float]]:
        """Measures of each part, the same for all gestures that are complete after a thread."""
        if gesture.matcher is not None:
            return {}
        cuts, mirrored = thread.cuts, thread.mirrored
        return {
            part.name: hand.without_slant(self.measures(cuts[k], cuts[k + 1], mirrored), mirrored)
            for k, part in enumerate(gesture.parts)
        }

    def _candidate(
        self, gesture: Gesture, thread: _Thread, measures: dict[str, list[float]], before: _Best
    ) -> Candidate | None:
        """The gesture over a complete thread, if it is clear enough."""
        cuts, mirrored = thread.cuts, thread.mirrored
        pauses = self._pauses[cuts[-1] - 1] - self._pauses[cuts[0]]
        if gesture.matcher is not None:
            clear = gesture.matcher.closeness(self.points(cuts[0], cuts[-1]), self._settings.leg_length)
            clear = clear if clear >= _ALIKE_ENOUGH else 0.0
        else:
            clear = candidate_clearness(gesture.criteria, measures)
        if clear == 0.0:
            return None
        turns, hand = 0.0, before.hand
        if gesture.turns:
            part, _, measure = gesture.turns.partition(".")
            turns = max(float(floor(measures[part][MEASURES.index(measure)] + 0.5)), 1.0)
        if gesture.upright:
            hand = hand.with_part(measures[gesture.upright], mirrored)
        cost, oddness, usual = 1.0 + _UNCLEAR * (1.0 - clear) + _PAUSED * pauses, 0.0, gesture.usual
        if usual is not None:
            oddness = usual.oddness([measures[part.name] for part in gesture.parts])
            cost = usual.cost(clear, oddness, pauses)
        return Candidate(gesture, cuts[0], cuts[-1], cuts, mirrored, clear, cost, turns, hand, oddness)


def _is_level_run(ink: Floats) -> bool:
    """True if points (N, 2) [leg lengths] are a level run that is longer than a token must be."""
    way = np.abs(ink - ink[0])
    return bool(way[-1, 0] > _SURE_RUN and (way[:, 1] < _LEVEL_BAND).all())


def _leaves_level(ink: Floats) -> bool:
    """True if a token that begins with points (N, 2) [leg lengths] cannot be a level line."""
    way = np.abs(ink - ink[0])
    return bool(((way[:, 1] - _LEAN * way[:, 0]) / np.hypot(1.0, _LEAN) > _OFF_LEVEL).any())
