"""Lessons: how corrections of readings adapt the limits of the gesture table to a writer's hand.

A correction shows that a drawn measure, such as the place of an arc's top, lies on the other side of a limit
than the table says: the limit moves towards it, farther with each correction that agrees. A limit that
several gestures share moves in all of them, so that a tip-toe gains what a walk loses. Without the
corrections the table is as it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.criteria import Criterion
from kinegraph.doodles.line.gesture_parser import Candidate, GestureParser
from kinegraph.doodles.line.gesture_table import Gesture, GestureTable, gesture_table
from kinegraph.doodles.line.part_layout import MEASURES
from kinegraph.doodles.line.tokens.token import Join, Token
from kinegraph.doodles.line.tokens.tokenizer import tokenize
from kinegraph.doodles.line.way import mirror_token, way_of
from kinegraph.doodles.line.writing_settings import WritingSettings

_DOUBT = 0.5  # corrections that count against the first one
_INSIDE = 0.6  # how far on the meant side a drawing shall lie, in units of a limit's softness
_FARTHEST = 1.5  # the largest shift of a limit, in units of its softness
# Measures that differ from hand to hand: how a motion is drawn, not what it is, as its number of turns.
_STYLE = frozenset((
    "apex", "jump", "bow", "point", "steps", "width", "height", "reach", "level", "lean", "drop", "narrow",
    "flat", "swell", "ripple", "sag", "low", "chord", "dip", "broad", "rise", "climb",
))  # fmt: skip
_FAR = 1e8  # a limit at least this large does not limit
MOST_LESSONS = 500  # the newest count


@dataclass(frozen=True)
class Lesson:
    """Lesson of one correction about one limit.

    measure: The part and the measure, "arc.apex".
    limit: The limit in the table.
    shift: By which it would have to move for the drawing to be clearly on the meant side.
    """

    measure: str
    limit: float
    shift: float

    def __post_init__(self) -> None:
        if self.measure.partition(".")[2] not in MEASURES:
            raise InvalidValue(f"There is no measure {self.measure!r} of a drawn line.")
        if not np.isfinite([self.limit, self.shift]).all():
            raise InvalidValue(f"A lesson about {self.measure} needs finite numbers.")


@dataclass(frozen=True)
class MovedLimit:
    """A limit as a hand has moved it. usual, now: The limit. corrections: Number of corrections behind it."""

    measure: str
    usual: float
    now: float
    corrections: int


def lessons_of(
    stroke: Stroke, span: tuple[int, int], motion: str, backward: bool, settings: WritingSettings
) -> list[Lesson]:
    """Lessons from a piece of a line that means a motion, whatever it was read as.

    span: First and last point of the piece. Nothing is learned of a drawing whose parts cannot be found.
    """
    table = gesture_table()
    if motion not in table.entries:
        return []
    tokens = [t for t in tokenize(stroke, settings) if t.span[0] >= span[0] and t.span[1] <= span[1]]
    if way_of(stroke.points, settings) < 0:
        tokens = [mirror_token(token) for token in tokens]
    if not tokens:
        return []
    leftward = bool(tokens[-1].points[-1, 0] < tokens[0].points[0, 0])
    found = []
    for gesture in table.entries[motion].gestures:
        if not gesture.may_go(leftward) or (gesture.backward and leftward != backward):
            continue
        link, parser = _find_parts(gesture, tokens, settings)
        if link is not None:
            found.append(_lessons(gesture, link, parser))
    return min(found, key=lambda lessons: sum(abs(each.shift) for each in lessons), default=[])


def adapted_table(lessons: Sequence[Lesson]) -> GestureTable:
    """The gesture table with the limits of a hand; the usual one without lessons."""
    return _adapt_table(tuple(lessons[-MOST_LESSONS:])) if lessons else gesture_table()


def moved_limits(lessons: Sequence[Lesson]) -> tuple[MovedLimit, ...]:
    """The limits that a hand has moved, each once."""
    moved = []
    for (measure, limit), shifts in _by_limit(lessons).items():
        soft = _softness(measure, limit)
        if soft:
            moved.append(MovedLimit(measure, limit, limit + _shift(shifts, soft), len(shifts)))
    return tuple(moved)


def _find_parts(
    gesture: Gesture, tokens: Sequence[Token], settings: WritingSettings
) -> tuple[Candidate | None, GestureParser]:
    """The parts of a drawing as those of a gesture, whatever its limits say."""
    free = replace(
        gesture, criteria=(), after=frozenset(), not_after=frozenset(), on_from=frozenset(),
        not_on_from=frozenset(), turns="", usual=None,
    )  # fmt: skip
    parser = GestureParser(settings, (free,))
    for token in tokens[:-1]:
        parser.push(replace(token, join=Join.SMOOTH) if token.join is Join.REST else token)
    parser.push(tokens[-1])
    links = parser.chain(len(tokens))
    whole = len(links) == 1 and links[0].end - links[0].start == len(tokens)
    return (links[0] if whole else None), parser


def _lessons(gesture: Gesture, link: Candidate, parser: GestureParser) -> list[Lesson]:
    names = [part.name for part in gesture.parts]
    lessons = []
    for criterion in gesture.criteria:
        if criterion.measure not in _STYLE:
            continue
        part = names.index(criterion.part)
        measures = parser.measures(link.cuts[part], link.cuts[part + 1], link.mirrored)
        value, soft = measures[criterion.index], criterion.soft
        key = f"{criterion.part}.{criterion.measure}"
        if value - criterion.low < _INSIDE * soft:
            lessons.append(Lesson(key, criterion.low, value - _INSIDE * soft - criterion.low))
        elif criterion.high - value < _INSIDE * soft:
            lessons.append(Lesson(key, criterion.high, value + _INSIDE * soft - criterion.high))
    return lessons


def _by_limit(lessons: Sequence[Lesson]) -> dict[tuple[str, float], list[float]]:
    found: dict[tuple[str, float], list[float]] = {}
    for lesson in lessons:
        found.setdefault((lesson.measure, lesson.limit), []).append(lesson.shift)
    return found


def _shift(shifts: Sequence[float], soft: float) -> float:
    mean = sum(shifts) / (len(shifts) + _DOUBT)
    return min(max(mean, -_FARTHEST * soft), _FARTHEST * soft)


def _softness(measure: str, limit: float) -> float:
    """The largest softness of a limit of the table; 0 if the table has no such limit."""
    return max(
        (
            criterion.soft
            for gesture in gesture_table().gestures
            for criterion in gesture.criteria
            if f"{criterion.part}.{criterion.measure}" == measure and limit in (criterion.low, criterion.high)
        ),
        default=0.0,
    )


@lru_cache(maxsize=16)
def _adapt_table(lessons: tuple[Lesson, ...]) -> GestureTable:
    table = gesture_table()
    moved = moved_limits(lessons)

    def adapt(gesture: Gesture) -> Gesture:
        criteria = tuple(_move_limits(each, moved) for each in gesture.criteria)
        usual = gesture.usual if criteria == gesture.criteria else None  # this hand draws it in another way
        return replace(gesture, criteria=criteria, usual=usual)

    entries = {
        name: replace(entry, gestures=tuple(adapt(gesture) for gesture in entry.gestures))
        for name, entry in table.entries.items()
    }
    return GestureTable(entries, table.oddities)


def _move_limits(criterion: Criterion, moved: Sequence[MovedLimit]) -> Criterion:
    """A criterion with its limits moved; a limit of another gesture near a moved one moves with it."""
    low, high = criterion.low, criterion.high
    for each in moved:
        if each.measure != f"{criterion.part}.{criterion.measure}":
            continue
        shift = each.now - each.usual
        if abs(criterion.low) < _FAR and abs(criterion.low - each.usual) <= criterion.soft:
            low = criterion.low + shift
        if abs(criterion.high) < _FAR and abs(criterion.high - each.usual) <= criterion.soft:
            high = criterion.high + shift
    return replace(criterion, low=low, high=max(high, low + 0.1 * criterion.soft))
