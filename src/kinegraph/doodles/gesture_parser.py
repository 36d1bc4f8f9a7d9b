"""GestureParser: the cheapest way to read a row of tokens as gestures, found while the tokens come in.

Every gesture that could begin at a token is followed from there, token by token, for as long as its
expressions allow; where its last part is complete it becomes a candidate for that stretch, as dear as it
is unclear. The cheapest chain of candidates (and of tokens that belong to none) up to each token is kept:
Viterbi's algorithm. What all chains that may still win have in common is certain.
"""

from copy import copy
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.criteria import clearness, measures_of
from kinegraph.doodles.gesture_grammar import Expression
from kinegraph.doodles.gesture_table import Gesture, Matcher
from kinegraph.doodles.motion import STAND
from kinegraph.doodles.token import Join, Token, TokenKind
from kinegraph.doodles.writing_settings import WritingSettings

_CLEAR_ENOUGH = 0.3  # a candidate less clear than this is none
_ALIKE_ENOUGH = 0.5  # nor one that is less like a taught gesture
_UNCLEAR = 3.0  # what a wholly unclear gesture would cost more than a clear one
_PAUSED = 1.5  # what a pause within a gesture costs
_STRAY = 2.6  # what a token that belongs to nothing costs
_SCRAP = 0.4  # what it costs if it is hardly there
_WHOLE = 0.3  # from this length on it costs all [leg lengths]
_LONGEST = 24  # tokens of a gesture at most
_GROUND = 0.12  # a part that has come down this near to where it began has landed [leg lengths]
_DOWN = 0.025  # or all the way, so that nothing can follow [leg lengths]
_AIRBORNE = 0.2  # and has been in the air if it rose this far [leg lengths]
_FLAT = 0.07  # height of a curve that may still be meant as a level line [leg lengths]
_LEVEL = 0.19  # slope below which a horizontal line neither climbs nor sinks
_ASIDE = 0.1  # less sideways travel than this has no direction [leg lengths]


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
class _Form:
    """Gestures that are drawn with the same tokens.

    limits: Per part, the height and the reach beyond which it is none of them [leg lengths].
    starts: Per part, the states before its first token.
    """

    gestures: tuple[Gesture, ...]
    parts: tuple[Expression, ...]
    taught: bool
    limits: tuple[tuple[float, float], ...]
    starts: tuple[frozenset[int], ...]


@dataclass(frozen=True, eq=False, slots=True)
class _Thread:
    """A form that may still be going on: which part it is in, and the states of that part's expression."""

    form: _Form
    mirrored: bool
    cuts: tuple[int, ...]
    states: frozenset[int]
    landed: bool = False


@dataclass(frozen=True, eq=False)
class _Best:
    """The cheapest chain up to a token: its cost, its last link (None: a stray token), where that began."""

    cost: float
    link: Candidate | None
    before: int
    name: str


class GestureParser:
    """Reads tokens as they come."""

    def __init__(self, settings: WritingSettings, gestures: tuple[Gesture, ...], before: str = STAND):
        self._settings = settings
        self._forms = _forms(gestures)
        self._tokens: list[Token] = []
        self._letters: list[tuple[str, str]] = []
        self._spans: list[_Span] = []
        self._pauses = [0]  # up to each token
        self._best = [_Best(0.0, None, 0, before)]
        self._threads: list[_Thread] = []
        self._measures: dict[tuple[int, int, bool], dict[str, float]] = {}

    @property
    def tokens(self) -> list[Token]:
        return self._tokens

    def push(self, token: Token) -> None:
        """Takes the next token."""
        place, unit = len(self._tokens), self._settings.leg_length
        self._tokens.append(token)
        self._letters.append((letter_of(token, False, unit), letter_of(token, True, unit)))
        self._spans.append(_span(token, unit))
        self._pauses.append(self._pauses[-1] + (token.join is Join.PAUSE))
        threads = self._threads + self._begun(place)
        self._threads, complete = [], []
        landed: dict[int, bool] = {}
        for thread in threads:
            self._follow(thread, place, landed, complete)
        self._best.append(self._cheapest(place, complete))
        if token.join is Join.REST:
            self._threads = []

    def copy(self) -> "GestureParser":
        """A parser that goes on from here on its own."""
        twin = copy(self)
        for name in ("_tokens", "_letters", "_spans", "_pauses", "_best", "_threads", "_measures"):
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
        """A thread for every form that might begin with the token at `place`."""
        letters = self._letters[place]
        return [
            _Thread(form, mirrored, (place,), form.starts[0])
            for form in self._forms
            for mirrored in (False, True)
            if form.parts[0].after(form.starts[0], letters[mirrored])
        ]

    def _follow(self, thread: _Thread, place: int, landed: dict[int, bool], complete: list[_Thread]) -> None:
        """Takes the token at `place` into a thread; what goes on is kept, what is whole goes to `complete`.

        landed: Whether a part that began at a token has landed by now, as far as that is known.
        """
        if place - thread.cuts[0] >= _LONGEST or (
            thread.landed and not thread.form.taught and not self._spans[place].falls
        ):
            return
        form, index, first = thread.form, len(thread.cuts) - 1, thread.cuts[-1]
        expression = form.parts[index]
        states = expression.after(thread.states, self._letters[place][thread.mirrored])
        if not states:
            return
        if not form.taught and self._outgrown(form, index, first, place):
            return
        if first not in landed:
            landed[first] = self._has_landed(first, place)
        if form.taught or not (landed[first] and self._spans[place].end - self._spans[first].start < _DOWN):
            self._threads.append(_Thread(form, thread.mirrored, thread.cuts, states, landed[first]))
        if not expression.accepts(states):
            return
        whole = _Thread(form, thread.mirrored, (*thread.cuts, place + 1), states)
        if index + 1 == len(form.parts):
            complete.append(whole)
        elif self._goes_its_way(whole) and self._may_go_on(whole):
            self._threads.append(_Thread(form, thread.mirrored, whole.cuts, form.starts[index + 1]))

    def _outgrown(self, form: _Form, index: int, first: int, place: int) -> bool:
        """Whether a part is higher or wider by now than any gesture of the form allows."""
        ceiling, widest = form.limits[index]
        if ceiling == np.inf and widest == np.inf:
            return False
        spans = self._spans[first : place + 1]
        if max(span.top for span in spans) - spans[0].start > ceiling:
            return True
        places = [spans[0].left, *(span.right for span in spans)]
        return max(places) - min(places) > widest

    def _may_go_on(self, thread: _Thread) -> bool:
        """Whether the part that is just complete is clear enough for one gesture of the form at least."""
        index = len(thread.cuts) - 2
        name = thread.form.gestures[0].parts[index].name
        measures = {name: self.measures(thread.cuts[-2], thread.cuts[-1], thread.mirrored)}
        return any(
            clearness(tuple(c for c in gesture.criteria if c.part == name), measures) >= _CLEAR_ENOUGH
            for gesture in thread.form.gestures
        )

    def _has_landed(self, first: int, place: int) -> bool:
        base = self._spans[first].start
        if self._spans[place].end - base >= _GROUND:
            return False
        return max(span.top for span in self._spans[first : place + 1]) - base > _AIRBORNE

    def _cheapest(self, place: int, complete: list[_Thread]) -> _Best:
        stray = self._best[place]
        rested = self._tokens[place].join is Join.REST
        best = _Best(stray.cost + self._stray_cost(place), None, place, STAND if rested else stray.name)
        for thread in complete:
            start = thread.cuts[0]
            before = self._best[start]
            pauses = self._pauses[place] - self._pauses[start]
            if before.cost + 1.0 + _PAUSED * pauses >= best.cost or not self._goes_its_way(thread):
                continue
            for gesture in thread.form.gestures:
                if not self._may_follow(gesture, thread.mirrored, before):
                    continue
                candidate = self._candidate(gesture, thread, pauses)
                if candidate is not None and before.cost + candidate.cost < best.cost:
                    name = STAND if rested else gesture.motion
                    best = _Best(before.cost + candidate.cost, candidate, start, name)
        return best

    def _stray_cost(self, place: int) -> float:
        return _SCRAP + (_STRAY - _SCRAP) * min(self._spans[place].extent / _WHOLE, 1.0)

    def _may_follow(self, gesture: Gesture, mirrored: bool, before: _Best) -> bool:
        if gesture.matcher is not None:
            return mirrored == gesture.leftward
        if mirrored and not (gesture.backward or gesture.either_way):
            return False
        if before.name in gesture.not_after or (gesture.after and before.name not in gesture.after):
            return False
        linked = ""
        if before.link is not None and before.link.mirrored == mirrored:
            last = self._tokens[before.link.end - 1]
            linked = before.name if last.join in (Join.SMOOTH, Join.CORNER) else ""
        return linked not in gesture.not_on_from and (not gesture.on_from or linked in gesture.on_from)

    def _goes_its_way(self, thread: _Thread) -> bool:
        travel = self._spans[thread.cuts[1] - 1].right - self._spans[thread.cuts[0]].left
        return travel < -_ASIDE if thread.mirrored else travel >= -_ASIDE

    def _candidate(self, gesture: Gesture, thread: _Thread, pauses: int) -> Candidate | None:
        cuts = thread.cuts
        if gesture.matcher is not None:
            return self._taught(gesture, gesture.matcher, thread, pauses)
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

    def _taught(self, gesture: Gesture, matcher: Matcher, thread: _Thread, pauses: int) -> Candidate | None:
        cuts = thread.cuts
        points = joined_points(self._tokens[cuts[0] : cuts[-1]])
        clear = matcher.closeness(points, self._settings.leg_length)
        if clear < _ALIKE_ENOUGH:
            return None
        cost = 1.0 + _UNCLEAR * (1.0 - clear) + _PAUSED * pauses
        return Candidate(gesture, cuts[0], cuts[-1], cuts, thread.mirrored, clear, cost, 0.0)


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a token begins and ends and how high it gets [leg lengths]; whether it falls; how large it is."""

    left: float
    right: float
    start: float
    end: float
    top: float
    falls: bool
    extent: float


def _span(token: Token, unit: float) -> _Span:
    points = token.points
    (left, start), (right, end) = (points[[0, -1]] / unit).tolist()
    size = np.ptp(points, axis=0) / unit
    falls = end - start < -_LEVEL * abs(right - left)
    return _Span(left, right, start, end, float(points[:, 1].max()) / unit, falls, float(size.max()))


def _forms(gestures: tuple[Gesture, ...]) -> tuple[_Form, ...]:
    """Gestures gathered by what they are drawn with."""
    alike: dict[tuple[str, ...], list[Gesture]] = {}
    for gesture in gestures:
        alike.setdefault((gesture.taught, *(part.expression.text for part in gesture.parts)), []).append(
            gesture
        )
    forms = []
    for members in alike.values():
        parts = tuple(part.expression for part in members[0].parts)
        taught = members[0].matcher is not None
        names = [part.name for part in members[0].parts]
        limits = tuple((_limit(members, name, "height"), _limit(members, name, "reach")) for name in names)
        forms.append(_Form(tuple(members), parts, taught, limits, tuple(part.starts() for part in parts)))
    return tuple(forms)


def _limit(gestures: list[Gesture], part: str, measure: str) -> float:
    """The largest value of a measure that any of the gestures allows for a part."""
    largest = 0.0
    for gesture in gestures:
        bounds = [c.high + c.soft for c in gesture.criteria if (c.part, c.measure) == (part, measure)]
        largest = max(largest, min(bounds, default=np.inf))
    return largest


def joined_points(tokens: list[Token]) -> Floats:
    """(N, 2) the line of neighbouring tokens as one [m]."""
    return np.concatenate([tokens[0].points, *(token.points[1:] for token in tokens[1:])])


def letter_of(token: Token, mirrored: bool, unit: float) -> str:
    """The letter of a token in a gesture that travels to the right, or to the left where `mirrored`.

    unit: Leg length [m].
    """
    chord = token.points[-1] - token.points[0]
    rises = chord[1] >= 0.0
    if token.kind is TokenKind.VERTICAL:
        return "u" if rises else "d"
    tall = float(np.ptp(token.points[:, 1]))
    flat = tall < _FLAT * unit and abs(chord[0]) > 3.0 * tall  # a level line that a hand has shaken
    if not token.kind.straight and not flat:
        return "r" if rises else "f"
    letter = "s" if rises else "b"
    if flat or token.kind is TokenKind.HORIZONTAL:
        level = abs(chord[1]) < _LEVEL * abs(chord[0])
        letter = "h" if level else ("p" if rises else "q")
    return letter if (chord[0] >= 0.0) != mirrored else letter.upper()
