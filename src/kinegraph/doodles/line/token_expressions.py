"""Regular expressions over tokens: the token sequences of a gesture.

A token is written as one letter, seen in the direction in which the gesture travels:

    r rising curve   f falling curve   u, d vertical line up, down   s, b diagonal up, down
    h level line     p, q horizontal line that climbs or sinks a little
    and in capitals S, B, H, P, Q the same, but against the travel

`[rus]` is any one of several, `U`, `D`, `L` and `X` stand for several (see `CLASSES`); `( )`, `|`, `*`,
`+` and `?` have their usual meaning. Unlike `re`, an expression here also knows whether letters can still
become a match: a line is read while it is drawn.
"""

from dataclasses import dataclass, field

from kinegraph.core.errors import InvalidValue

LETTERS = "rfudsbhpqSBHPQ"
CLASSES = {
    "U": "rusp",  # rises, not against the travel
    "D": "fdbq",  # falls, not against the travel
    "L": "hpq",  # runs about level
    "X": LETTERS,  # anything
}


@dataclass
class _Node:
    """A node of the automaton: its steps by letter, and its steps without a letter."""

    steps: list[tuple[frozenset[str], int]] = field(default_factory=list)
    free: list[int] = field(default_factory=list)


class State:
    """A state of an expression, after some letters.

    accepts: Whether the letters so far are a match.
    after: The state after one more letter; letters that cannot lead to a match are missing.
    """

    __slots__ = ("accepts", "after")

    def __init__(self, accepts: bool) -> None:
        self.accepts = accepts
        self.after: dict[str, State] = {}


class Expression:
    """A compiled expression: Thompson's construction, then a state for every set of nodes reached.

    start: The state before any letter.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._nodes: list[_Node] = []
        self._letters = [letter for letter in text if not letter.isspace()]
        self._at = 0
        self._start, self._end = self._alternatives()
        if self._at != len(self._letters):
            raise self._error("an unexpected " + repr(self._letters[self._at]))
        self.start = self._build_states()

    def matches(self, word: str) -> bool:
        """True if a whole word of letters is a match."""
        state: State | None = self.start
        for letter in word:
            state = state.after.get(letter) if state is not None else None
        return state is not None and state.accepts

    def _build_states(self) -> State:
        """Builds the state before any letter and all states that can be reached from it."""
        first = self._with_free_steps({self._start})
        known = {first: State(self._end in first)}
        pending = [first]
        while pending:
            nodes = pending.pop()
            for letter in LETTERS:
                goals = self._step(nodes, letter)
                if goals and goals not in known:
                    known[goals] = State(self._end in goals)
                    pending.append(goals)
                if goals:
                    known[nodes].after[letter] = known[goals]
        return known[first]

    def _step(self, nodes: frozenset[int], letter: str) -> frozenset[int]:
        return self._with_free_steps(
            {goal for node in nodes for letters, goal in self._nodes[node].steps if letter in letters}
        )

    def _with_free_steps(self, nodes: set[int]) -> frozenset[int]:
        pending, reached = list(nodes), set(nodes)
        while pending:
            for free in self._nodes[pending.pop()].free:
                if free not in reached:
                    reached.add(free)
                    pending.append(free)
        return frozenset(reached)

    def _node(self) -> int:
        self._nodes.append(_Node())
        return len(self._nodes) - 1

    def _peek(self) -> str:
        return self._letters[self._at] if self._at < len(self._letters) else ""

    def _alternatives(self) -> tuple[int, int]:
        start, end = self._node(), self._node()
        while True:
            first, last = self._sequence()
            self._nodes[start].free.append(first)
            self._nodes[last].free.append(end)
            if self._peek() != "|":
                return start, end
            self._at += 1

    def _sequence(self) -> tuple[int, int]:
        start = here = self._node()
        while self._peek() not in ("", ")", "|"):
            first, last = self._repetition()
            self._nodes[here].free.append(first)
            here = last
        return start, here

    def _repetition(self) -> tuple[int, int]:
        first, last = self._atom()
        while self._peek() and self._peek() in "*+?":
            sign = self._peek()
            self._at += 1
            start, end = self._node(), self._node()
            self._nodes[start].free.append(first)
            self._nodes[last].free.append(end)
            if sign in "*?":
                self._nodes[start].free.append(end)
            if sign in "*+":
                self._nodes[last].free.append(first)
            first, last = start, end
        return first, last

    def _atom(self) -> tuple[int, int]:
        letter = self._peek()
        self._at += 1
        if letter == "(":
            group = self._alternatives()
            self._expect(")")
            return group
        if letter == "[":
            chosen = ""
            while self._peek() not in ("]", ""):
                chosen += self._class(self._peek())
                self._at += 1
            self._expect("]")
        else:
            chosen = self._class(letter)
        start, end = self._node(), self._node()
        self._nodes[start].steps.append((frozenset(chosen), end))
        return start, end

    def _class(self, letter: str) -> str:
        if letter in CLASSES:
            return CLASSES[letter]
        if letter in LETTERS:
            return letter
        raise self._error(f"{letter!r}, which is not a token")

    def _expect(self, letter: str) -> None:
        if self._peek() != letter:
            raise self._error(f"a missing {letter!r}")
        self._at += 1

    def _error(self, what: str) -> InvalidValue:
        return InvalidValue(f"The gesture expression {self.text!r} has {what}.")
