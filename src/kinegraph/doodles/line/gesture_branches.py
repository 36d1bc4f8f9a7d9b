"""Branches: gestures grouped by their first parts, so that a line is followed once for all that agree so
far."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kinegraph.doodles.line import part_layout as at
from kinegraph.doodles.line.criteria import GROWING, LEAST_SEEN_EARLY, Criterion
from kinegraph.doodles.line.gesture_table import Gesture
from kinegraph.doodles.line.part_layout import MEASURES
from kinegraph.doodles.line.token_expressions import LETTERS, State

_BROKEN = 1.0 - 2.0 * LEAST_SEEN_EARLY  # a limit broken by more softnesses excludes the candidate
# Measures that only grow while a part is drawn, and those that they bound from below.
_GROWS = {"height": at.RISE} | {name: MEASURES.index(name) for name in GROWING}
_ANY = 1e8  # a limit at least this large does not limit
_LOWER_END = 0.05  # a part may end this far below its start, and its bottoms count from there


@dataclass(frozen=True, eq=False)
class Branch:
    """A part that gestures have in common, after parts that they have in common.

    part: Its name.
    start: The state before its first token.
    gestures: Those that are complete after it.
    branches: The next parts of the others.
    asked: Criteria of each gesture on the part before.
    ceiling, widest: Largest height and reach of the part in any of them [leg lengths].
    floor: No bottom of the part may be lower than this above its start in any of them [leg lengths].
    bounds: What each of them allows of measures that only grow while a part is drawn.
    shortest: Length without which the part is complete in none of them [leg lengths].
    taught: Whether it is a taught gesture.
    """

    part: str
    start: State
    gestures: tuple[Gesture, ...]
    branches: tuple["Branch", ...]
    asked: tuple[tuple[Criterion, ...], ...]
    ceiling: float
    widest: float
    floor: float
    bounds: tuple["Bounds", ...]
    shortest: float
    taught: bool


@dataclass(frozen=True)
class Bounds:
    """Limits of a gesture on one of its parts.

    most: Columns of measures that only grow while a part is drawn, and their limits.
    outset: The least and the largest outset.
    """

    most: tuple[tuple[int, float], ...]
    outset: tuple[float, float]

    def allow(self, measures: Sequence[float]) -> bool:
        """True if a part with these measures so far can still become that part."""
        outset, (least, most) = measures[at.OUTSET], self.outset
        if outset and not least <= outset <= most:
            return False
        return all(measures[column] <= limit for column, limit in self.most)


@lru_cache(maxsize=32)
def branches_by_letter(gestures: tuple[Gesture, ...], leftward: bool) -> dict[str, tuple[Branch, ...]]:
    """For every letter the branches of gestures to the right, or to the left, that begin with it."""
    branches = _branches([gesture for gesture in gestures if gesture.may_go(leftward)], 0)
    return {letter: tuple(b for b in branches if letter in b.start.after) for letter in LETTERS}


def _branches(gestures: Sequence[Gesture], depth: int) -> tuple[Branch, ...]:
    alike: dict[tuple[str, str, str], list[Gesture]] = {}
    for gesture in gestures:
        part = gesture.parts[depth]
        alike.setdefault((gesture.taught, part.name, part.expression.text), []).append(gesture)
    return tuple(_branch(members, depth) for members in alike.values())


def _branch(gestures: Sequence[Gesture], depth: int) -> Branch:
    part = gestures[0].parts[depth]
    longer = [gesture for gesture in gestures if len(gesture.parts) > depth + 1]
    return Branch(
        part=part.name,
        start=part.expression.start,
        gestures=tuple(gesture for gesture in gestures if gesture not in longer),
        branches=_branches(longer, depth + 1),
        asked=tuple(_about(gesture, depth - 1) for gesture in gestures) if depth else (),
        ceiling=_limit(gestures, depth, "height"),
        widest=_limit(gestures, depth, "reach"),
        floor=_floor(gestures, depth),
        bounds=tuple(_bounds(gesture, depth) for gesture in gestures),
        shortest=-_limit(gestures, depth, "length", -1.0),
        taught=gestures[0].matcher is not None,
    )


def _about(gesture: Gesture, depth: int) -> tuple[Criterion, ...]:
    return tuple(c for c in gesture.criteria if c.part == gesture.parts[depth].name)


def _limit(gestures: Sequence[Gesture], depth: int, measure: str, sign: float = 1.0) -> float:
    """The largest value of a measure of a part that any of the gestures allows, or of its negative."""
    bounds = [
        [
            (c.high if sign > 0.0 else -c.low) + _BROKEN * c.soft
            for c in _about(g, depth)
            if c.measure == measure
        ]
        for g in gestures
    ]
    return max(min(highs, default=np.inf) for highs in bounds)


def _bounds(gesture: Gesture, depth: int) -> Bounds:
    limits = [(column, _limit([gesture], depth, name)) for name, column in _GROWS.items()]
    return Bounds(
        most=tuple((column, limit) for column, limit in limits if limit < _ANY),
        outset=(-_limit([gesture], depth, "outset", -1.0), _limit([gesture], depth, "outset")),
    )


def _floor(gestures: Sequence[Gesture], depth: int) -> float:
    """The least `low` of a part that any of the gestures allows, less what a lower end adds to it."""
    bounds = [[c.low - c.soft for c in _about(g, depth) if c.measure == "low"] for g in gestures]
    return min(max(lows, default=-np.inf) for lows in bounds) - _LOWER_END
