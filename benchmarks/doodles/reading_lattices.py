"""Lattices of written lines: all gestures that the parser tries on each, and sums over all chains of them.

A chain covers the tokens of a line with candidates and stray tokens. What may follow depends on whether the
last motion was a step (a high arc is then a leap) and on whether it was a glide that leads on (skating goes
on). The sums weigh a chain by exp(-cost); those for the meant words count a wrong, a missing or a spare word
as a cost.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit

from benchmarks.doodles.alignment import said
from benchmarks.doodles.writers import SETTINGS
from benchmarks.synthetic.writer import WrittenLine
from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.gesture_parser import GestureParser, _Best, _Thread
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.motion import STAND
from kinegraph.doodles.line.tokens.token import Join
from kinegraph.doodles.line.tokens.tokenizer import tokenize

GESTURES = gesture_table().gestures
_STEPS = next(gesture.after for gesture in GESTURES if gesture.motion == "leap")
_NEVER = -1e30
_STATES = 6  # 3 * (whether the last motion was a step) + 0, or 1, 2 after a glide to the right, to the left


@dataclass(frozen=True, eq=False)
class Edge:
    """A candidate over tokens `start`..`end` (exclusive).

    gesture: Its index in GESTURES. measures: (P, MEASURES) of its parts.
    """

    start: int
    end: int
    gesture: int
    mirrored: bool
    turns: float
    pauses: int
    clear: float
    measures: Floats
    join: Join

    @property
    def word(self) -> str:
        gesture = GESTURES[self.gesture]
        return said(gesture.motion, gesture.backward and self.mirrored, self.turns)


@dataclass(frozen=True, eq=False)
class Lattice:
    """The candidates of a line. strays: Cost of leaving out each token. rests: Where the pen rested."""

    edges: tuple[Edge, ...]
    strays: Floats
    rests: Floats
    meant: tuple[str, ...]


class _Recorder(GestureParser):
    """A parser that keeps all candidates, whatever came before them."""

    def __init__(self) -> None:
        super().__init__(SETTINGS, GESTURES)
        self.edges: list[Edge] = []

    def _cheapest(self, place: int, complete: list[_Thread]) -> _Best:
        for thread in complete:
            if not self._travels_forward(thread):
                continue
            first = thread.cuts[0]
            for gesture in thread.branch.gestures:
                measures = self._part_measures(gesture, thread, self._best[first].hand)
                found = self._candidate(gesture, thread, measures, self._best[first])
                if found is None:
                    continue
                self.edges.append(
                    Edge(
                        first, place + 1, GESTURES.index(gesture), thread.mirrored, found.turns,
                        self._pauses[place] - self._pauses[first], found.clear,
                        np.array([measures[part.name] for part in gesture.parts]), self._tokens[place].join,
                    )
                )  # fmt: skip
        return super()._cheapest(place, complete)

    def strays(self) -> Floats:
        return np.array([self._stray_cost(place) for place in range(len(self._tokens))])


def lattice_of(line: WrittenLine) -> Lattice:
    """The candidates of a written line, in the order of their ends."""
    parser = _Recorder()
    for token in tokenize(line.stroke, SETTINGS):
        parser.push(token)
    return Lattice(
        tuple(parser.edges),
        parser.strays(),
        np.array([token.join is Join.REST for token in parser.tokens], dtype=bool),
        tuple(said(word.name, word.backward, word.turns) for word in line.words if word.name != STAND),
    )


@dataclass(frozen=True, eq=False)
class Chains:
    """Arrays of many lattices, one after another.

    starts, ends, words: (E,) of the candidates; words are numbers. allowed: (E,) bits of the states that one
        may follow; states: (E,) the state after it.
    strays, rests: (T,) of the tokens. meant: (W,) numbers of words.
    bounds: (L + 1, 3) first candidate, token and meant word of each line.
    """

    starts: np.ndarray
    ends: np.ndarray
    words: np.ndarray
    allowed: np.ndarray
    states: np.ndarray
    strays: Floats
    rests: np.ndarray
    meant: np.ndarray
    bounds: np.ndarray

    def expectations(self, costs: Floats, stray: float, edit: float) -> tuple[float, Floats]:
        """The negative log probability of the meant words, and its slopes by the costs (E,).

        stray: Factor of the costs of stray tokens. edit: Cost of a wrong, a missing or a spare word.
        """
        slopes = np.zeros(len(costs))
        every = self._sum(costs, stray, False, edit, slopes)
        return every - self._sum(costs, stray, True, edit, slopes), slopes

    def shares(self, costs: Floats, stray: float, edit: float) -> Floats:
        """(E,) probability that a candidate is in a chain that says the meant words."""
        found = np.zeros(len(costs))
        self._sum(costs, stray, True, edit, found)
        return found

    def _sum(self, costs: Floats, stray: float, said: bool, edit: float, slopes: Floats) -> float:
        """The sum over all lines of the log of the sums over their chains; adds to `slopes`."""
        total = 0.0
        for (e, t, w), (f, u, x) in zip(self.bounds[:-1], self.bounds[1:], strict=True):
            total += _sum_chains(
                self.starts[e:f], self.ends[e:f], self.words[e:f], costs[e:f], self.allowed[e:f],
                self.states[e:f], stray * self.strays[t:u], self.rests[t:u], self.meant[w:x], said, edit,
                slopes[e:f],
            )  # fmt: skip
        return total


def chains_of(lattices: Sequence[Lattice]) -> Chains:
    """The lattices as arrays."""
    numbers: dict[str, int] = {}
    edges = [edge for lattice in lattices for edge in lattice.edges]
    meant = [numbers.setdefault(word, len(numbers)) for lattice in lattices for word in lattice.meant]
    counts = [(len(each.edges), len(each.strays), len(each.meant)) for each in lattices]
    return Chains(
        starts=np.array([edge.start for edge in edges]),
        ends=np.array([edge.end for edge in edges]),
        words=np.array([numbers.setdefault(edge.word, len(numbers)) for edge in edges]),
        allowed=np.array([_allowed(edge) for edge in edges]),
        states=np.array([_state_after(edge) for edge in edges]),
        strays=np.concatenate([lattice.strays for lattice in lattices]),
        rests=np.concatenate([lattice.rests for lattice in lattices]),
        meant=np.array(meant),
        bounds=np.concatenate([np.zeros((1, 3), dtype=int), np.cumsum(counts, axis=0)]),
    )


def _allowed(edge: Edge) -> int:
    gesture, bits = GESTURES[edge.gesture], 0
    for state in range(_STATES):
        step, linked = state >= 3, state % 3 == 1 + edge.mirrored
        wrong = (gesture.after and not step) or (gesture.not_after and step)
        wrong = wrong or (gesture.not_on_from and linked) or (gesture.on_from and not linked)
        bits |= (not wrong) << state
    return bits


def _state_after(edge: Edge) -> int:
    name = GESTURES[edge.gesture].motion
    leads_on = name == "skate" and edge.join in (Join.SMOOTH, Join.CORNER)
    return 3 * (name in _STEPS and edge.join is not Join.REST) + leads_on * (1 + edge.mirrored)


@njit(cache=True)
def _add(a: float, b: float) -> float:
    """log(exp(a) + exp(b))."""
    high, low = (a, b) if a >= b else (b, a)
    return high + np.log1p(np.exp(low - high)) if low > _NEVER else high


@njit(cache=True)
def _sum_chains(  # noqa: ANN202
    starts, ends, words, costs, allowed, states, strays, rests, meant, said, edit, slopes  # noqa: ANN001
):  # fmt: skip
    """The log of the sum of exp(-cost) over all chains of a line, or with `said` over those that say what was
    meant.

    Adds to `slopes` (E,) how probable each candidate is, negative without `said`: the slopes of the loss.
    """
    tokens, count = len(strays), len(starts)
    goal = len(meant) if said else 0
    sign = 1.0 if said else -1.0
    ahead = np.full((tokens + 1, goal + 1, _STATES), _NEVER)
    ahead[0, 0, 0] = 0.0
    edge = 0
    for place in range(tokens + 1):
        if place:
            for word in range(goal + 1):
                for state in range(_STATES):
                    to = 0 if rests[place - 1] else 3 * (state // 3)
                    value = ahead[place - 1, word, state] - strays[place - 1]
                    ahead[place, word, to] = _add(ahead[place, word, to], value)
        while edge < count and ends[edge] == place:
            to = states[edge]
            for word in range(goal + 1):
                for state in range(_STATES):
                    if not (allowed[edge] >> state) & 1:
                        continue
                    value = ahead[starts[edge], word, state] - costs[edge]
                    spare = value - edit if said else value
                    ahead[place, word, to] = _add(ahead[place, word, to], spare)
                    if word < goal:
                        value -= 0.0 if meant[word] == words[edge] else edit
                        ahead[place, word + 1, to] = _add(ahead[place, word + 1, to], value)
            edge += 1
        for word in range(goal):
            for state in range(_STATES):
                value = ahead[place, word, state] - edit
                ahead[place, word + 1, state] = _add(ahead[place, word + 1, state], value)
    total = _NEVER
    for state in range(_STATES):
        total = _add(total, ahead[tokens, goal, state])
    behind = np.full((tokens + 1, goal + 1, _STATES), _NEVER)
    behind[tokens, goal] = 0.0
    edge = count - 1
    for place in range(tokens, -1, -1):
        for word in range(goal - 1, -1, -1):
            for state in range(_STATES):
                value = behind[place, word + 1, state] - edit
                behind[place, word, state] = _add(behind[place, word, state], value)
        while edge >= 0 and ends[edge] == place:
            to, first = states[edge], starts[edge]
            for word in range(goal + 1):
                for state in range(_STATES):
                    if not (allowed[edge] >> state) & 1:
                        continue
                    value = behind[place, word, to] - costs[edge] - (edit if said else 0.0)
                    if word < goal:
                        wrong = 0.0 if meant[word] == words[edge] else edit
                        value = _add(value, behind[place, word + 1, to] - costs[edge] - wrong)
                    behind[first, word, state] = _add(behind[first, word, state], value)
                    if ahead[first, word, state] > _NEVER:
                        slopes[edge] += sign * np.exp(ahead[first, word, state] + value - total)
            edge -= 1
        if place:
            for word in range(goal + 1):
                for state in range(_STATES):
                    to = 0 if rests[place - 1] else 3 * (state // 3)
                    value = behind[place, word, to] - strays[place - 1]
                    behind[place - 1, word, state] = _add(behind[place - 1, word, state], value)
    return total
