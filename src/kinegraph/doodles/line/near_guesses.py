"""Guesses for a piece that matches no gesture, and a sentence about it."""

from kinegraph.core.arrays import Floats
from kinegraph.doodles.line.criteria import clearness, measures_of
from kinegraph.doodles.line.gesture_table import Gesture, GestureTable
from kinegraph.doodles.line.writing_settings import WritingSettings

_MOST = 3
_PLAIN = "a piece that matches no gesture"


def near_guesses(
    points: Floats, settings: WritingSettings, table: GestureTable
) -> tuple[tuple[str, float], ...]:
    """(name, closeness 0..1) of the gestures that a piece (N, 2) [m] is nearest to, nearest first.

    Closeness is the mean of how clearly each criterion is kept: a near miss keeps most of them.
    """
    mirrored = bool(points[-1, 0] < points[0, 0])
    measures = measures_of(points, mirrored, settings)
    closest: dict[str, float] = {}
    for gesture in table.gestures:
        backward = mirrored and gesture.backward
        name = gesture.motion + (" backward" if backward else "")
        closest[name] = max(closest.get(name, 0.0), _closeness(gesture, measures))
    ranked = sorted(closest.items(), key=lambda item: -item[1])
    return tuple((name, round(value, 3)) for name, value in ranked[:_MOST] if value > 0.0)


def describe_oddity(points: Floats, settings: WritingSettings, table: GestureTable) -> str:
    """One sentence about a piece (N, 2) [m] that was not understood."""
    measures = {"piece": measures_of(points, bool(points[-1, 0] < points[0, 0]), settings)}
    for odd in table.oddities:
        if clearness(odd.criteria, measures) >= 0.5:
            return odd.sentence
    return _PLAIN


def _closeness(gesture: Gesture, measures: list[float]) -> float:
    """Closeness of a piece to a gesture; criteria on the gesture's other parts count as not kept."""
    if not gesture.criteria:
        return 0.0
    main = max((c.part for c in gesture.criteria), key=lambda part: part in ("loop",))
    kept = [c.clearness(measures[c.index]) for c in gesture.criteria if c.part == main]
    return sum(kept) / len(gesture.criteria)
