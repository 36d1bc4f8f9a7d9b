"""GestureParser: the cheapest way to read a row of tokens as gestures, found while the tokens come in.

Every gesture that could begin at a token is followed from there, token by token, for as long as its expressions allow; where
its last part is complete it becomes a candidate for that stretch, as dear as it is unclear. The cheapest chain of candidates
(and of tokens that belong to none) up to each token is kept: Viterbi's algorithm. What all chains that may still win have
in common is certain.
"""

from copy import copy
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.criteria import clearness, measures_of
from kinegraph.doodles.gesture_table import Gesture
from kinegraph.doodles.motion import STAND
from kinegraph.doodles.token import Join, Token, TokenKind
from kinegraph.doodles.writing_settings import WritingSettings

_CLEAR_ENOUGH = 0.3  # a candidate less clear than this is none
_UNCLEAR = 3.0  # what a wholly unclear gesture would cost more than a clear one
_PAUSED = 1.5  # what a pause within a gesture costs
_STRAY = 2.6  # what a token that belongs to nothing costs
_SCRAP = 0.4  # what it costs if it is hardly there
_WHOLE = 0.3  # from this length on it costs all [leg lengths]
_LONGEST = 24  # tokens of a gesture at most
_GROUND = 0.12  # a part that has come down this near to where it began has landed [leg lengths]
_AIRBORNE = 0.2  # and has been in the air if it rose this far [leg lengths]
_LEVEL = 0.19  # slope below which a horizontal line neither climbs nor sinks
_ASIDE = 0.1  # less sideways travel than this has no direction [leg lengths]

_RISING = {TokenKind.RISING: "r", TokenKind.VERTICAL: "u"}
_FALLING = {TokenKind.FALLING: "f", TokenKind.VERTICAL: "d"}


@dataclass(frozen=True, eq=False)
class Candidate:
    """A gesture read over tokens `start`..`end` (exclusive).

    cuts: Where its parts begin and end, as token indices.
    clear: How clearly the drawing keeps the criteria, 0..1.
    """

    gesture: Gesture
    start: int
    end: int
    cuts: tuple[int, ...]
    mirrored: bool
    clear: float
    cost: float
    turns: float


@dataclass(frozen=True, eq=False)
class _Thread:
    """A gesture that may still be going on: which part it is in, and the states of that part's expression."""

    gesture: Gesture
    mirrored: bool
    cuts: tuple[int, ...]
    states: frozenset[int]
    landed: bool = False


@dataclass(frozen=True, eq=False)
class _Best:
    """The cheapest chain up to a token: its cost, its last link (None for a stray token), where that began."""

    cost: float
    link: Candidate | None
    before: int
    name: str


class GestureParser:
    """Reads tokens as they come."""

    def __init__(self, settings: WritingSettings, gestures: tuple[Gesture, ...], before: str = STAND):
        self._settings = settings
        self._gestures = gestures
        self._tokens: list[Token] = []
        self._letters: list[tuple[str, str]] = []
        self._best = [_Best(0.0, None, 0, before)]
        self._threads: list[_Thread] = []
        self._measures: dict[tuple[int, int, bool], dict[str, float]] = {}

    @property
    def tokens(self) -> list[Token]:
        return self._tokens

    def push(self, token: Token) -> None:
        """Takes the next token."""
        place = len(self._tokens)
        self._tokens.append(token)
        self._letters.append((letter_of(token, False), letter_of(token, True)))
        threads = self._threads + self._begun(place)
        self._threads, complete = [], []
        for thread in threads:
            self._follow(thread, place, complete)
        self._best.append(self._cheapest(place, complete))
        if token.join is Join.REST:
            self._threads = []

    def copy(self) -> "GestureParser":
        """A parser that goes on from here on its own."""
        twin = copy(self)
        for name in ("_tokens", "_letters", "_best", "_threads", "_measures"):
            setattr(twin, name, copy(getattr(self, name)))
        return twin

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

    def measures(self, first: int, last: int, mirrored: bool) -> dict[str, float]:
        """Measures of the tokens `first`..`last` (exclusive)."""
        key = (first, last, mirrored)
        if key not in self._measures:
            points = joined_points(self._tokens[first:last])
            self._measures[key] = measures_of(points, mirrored, self._settings)
        return self._measures[key]

    def _begun(self, place: int) -> list[_Thread]:
        """A thread for every gesture that might begin with the token at `place`."""
        threads = []
        for gesture in self._gestures:
            states = gesture.parts[0].expression.starts()
            ways = (False, True) if gesture.backward or gesture.either_way else (False,)
            threads += [_Thread(gesture, mirrored, (place,), states) for mirrored in ways]
        return threads

    def _follow(self, thread: _Thread, place: int, complete: list[_Thread]) -> None:
        """Takes the token at `place` into a thread; what goes on is kept, what is whole is added to `complete`."""
        if thread.landed or place - thread.cuts[0] >= _LONGEST:
            return
        part = thread.gesture.parts[len(thread.cuts) - 1]
        states = part.expression.after(thread.states, self._letters[place][thread.mirrored])
        if not states:
            return
        landed = self._has_landed(thread.cuts[-1], place)
        gesture, cuts = thread.gesture, (*thread.cuts, place + 1)
        self._threads.append(_Thread(gesture, thread.mirrored, thread.cuts, states, landed))
        if not part.expression.accepts(states):
            return
        if len(cuts) <= len(gesture.parts):
            following = gesture.parts[len(cuts) - 1].expression.starts()
            self._threads.append(_Thread(gesture, thread.mirrored, cuts, following))
        else:
            complete.append(_Thread(gesture, thread.mirrored, cuts, states))

    def _has_landed(self, first: int, place: int) -> bool:
        unit = self._settings.leg_length
        base = self._tokens[first].points[0, 1]
        top = max(float(token.points[:, 1].max()) for token in self._tokens[first : place + 1])
        return top - base > _AIRBORNE * unit and self._tokens[place].points[-1, 1] - base < _GROUND * unit

    def _cheapest(self, place: int, complete: list[_Thread]) -> _Best:
        stray = self._best[place]
        rested = self._tokens[place].join is Join.REST
        best = _Best(stray.cost + self._stray_cost(place), None, place, STAND if rested else stray.name)
        for thread in complete:
            start = thread.cuts[0]
            before = self._best[start]
            if not self._may_follow(thread, before) or not self._goes_its_way(thread):
                continue
            pauses = sum(token.join is Join.PAUSE for token in self._tokens[start:place])
            if before.cost + 1.0 + _PAUSED * pauses >= best.cost:
                continue
            candidate = self._candidate(thread, pauses)
            if candidate is not None and before.cost + candidate.cost < best.cost:
                name = STAND if rested else thread.gesture.motion
                best = _Best(before.cost + candidate.cost, candidate, start, name)
        return best

    def _stray_cost(self, place: int) -> float:
        extent = float(np.ptp(self._tokens[place].points, axis=0).max()) / self._settings.leg_length
        return _SCRAP + (_STRAY - _SCRAP) * min(extent / _WHOLE, 1.0)

    def _may_follow(self, thread: _Thread, before: _Best) -> bool:
        gesture = thread.gesture
        if before.name in gesture.not_after or (gesture.after and before.name not in gesture.after):
            return False
        linked = ""
        if before.link is not None and before.link.mirrored == thread.mirrored:
            last = self._tokens[before.link.end - 1]
            linked = before.name if last.join in (Join.SMOOTH, Join.CORNER) else ""
        return linked not in gesture.not_on_from and (not gesture.on_from or linked in gesture.on_from)

    def _goes_its_way(self, thread: _Thread) -> bool:
        first, last = thread.cuts[0], thread.cuts[1] - 1
        travel = self._tokens[last].points[-1, 0] - self._tokens[first].points[0, 0]
        aside = _ASIDE * self._settings.leg_length
        return travel < -aside if thread.mirrored else travel >= -aside

    def _candidate(self, thread: _Thread, pauses: int) -> Candidate | None:
        gesture, cuts = thread.gesture, thread.cuts
        measures = {
            part.name: self.measures(cuts[k], cuts[k + 1], thread.mirrored)
            for k, part in enumerate(gesture.parts)
        }
        clear = clearness(gesture.criteria, measures)
        if clear < _CLEAR_ENOUGH:
            return None
        cost = 1.0 + _UNCLEAR * (1.0 - clear) + _PAUSED * pauses
        turns = 0.0
        if gesture.turns:
            part, _, measure = gesture.turns.partition(".")
            turns = max(float(np.floor(measures[part][measure] + 0.5)), 1.0)
        return Candidate(gesture, cuts[0], cuts[-1], cuts, thread.mirrored, clear, cost, turns)


def joined_points(tokens: list[Token]) -> Floats:
    """(N, 2) the line of neighbouring tokens as one [m]."""
    return np.concatenate([tokens[0].points, *(token.points[1:] for token in tokens[1:])])


def letter_of(token: Token, mirrored: bool) -> str:
    """The letter of a token in a gesture that travels to the right, or to the left where `mirrored`."""
    chord = token.points[-1] - token.points[0]
    rises = chord[1] >= 0.0
    names = _RISING if rises else _FALLING
    if token.kind in names:
        return names[token.kind]
    if not token.kind.straight:
        return "r" if rises else "f"
    letter = "s" if rises else "b"
    if token.kind is TokenKind.HORIZONTAL:
        level = abs(chord[1]) < _LEVEL * abs(chord[0])
        letter = "h" if level else ("p" if rises else "q")
    return letter if (chord[0] >= 0.0) != mirrored else letter.upper()
