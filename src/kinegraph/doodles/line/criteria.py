"""Criteria: limits on the measures of a drawn gesture, and how clearly a drawing keeps them.

Each criterion rates how far inside its limits a measure lies: 0.5 on the limit, 1 at least `soft` inside,
0 at least as far outside. A gesture is as clear as the least clear of its criteria.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.doodles.line.part_kernels import part_measures
from kinegraph.doodles.line.part_layout import MEASURES
from kinegraph.doodles.line.writing_settings import WritingSettings

# Measures that show that a part breaks a limit while it is still drawn: they only grow, or are seen at once.
GROWING = ("rise", "reach", "length", "forward_turn", "backward_turn", "along", "against", "bottoms")
SEEN_EARLY = frozenset((*GROWING, "height", "outset", "low"))
# Least clearness of a candidate. What is seen early decides early: it must be clearer.
LEAST_SEEN_EARLY, LEAST = 0.3, 0.15


@dataclass(frozen=True)
class Criterion:
    """A measure of a part of a gesture must lie between two limits.

    part: Which part, by its name in the gesture.
    soft: Distance from a limit at which it is clearly kept, or clearly broken.
    index: Column of the measure in `MEASURES`.
    least: Clearness below which a drawing is not the gesture.
    """

    part: str
    measure: str
    low: float
    high: float
    soft: float
    index: int = field(init=False)
    least: float = field(init=False)

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise UnknownName(self.measure, MEASURES)
        if not self.soft > 0.0 or not self.low < self.high:
            raise InvalidValue(f"The limits of {self.part}.{self.measure} need low < high and soft > 0.")
        object.__setattr__(self, "index", MEASURES.index(self.measure))
        object.__setattr__(self, "least", LEAST_SEEN_EARLY if self.measure in SEEN_EARLY else LEAST)

    def clearness(self, value: float) -> float:
        """Clearness with which `value` keeps the limits, 0..1."""
        return _clear(min(value - self.low, self.high - value) / self.soft)


def measures_of(points: Floats, mirrored: bool, settings: WritingSettings) -> list[float]:
    """All `MEASURES` of a part of a line, in their order.

    points: (N, 2) on the sheet [m].
    mirrored: Whether the gesture travels to the left.
    """
    sizes = (settings.leg_length, settings.jump_line, settings.longest_step)
    return part_measures(points, mirrored, *sizes).tolist()


def clearness(criteria: Sequence[Criterion], measures: Mapping[str, Sequence[float]]) -> float:
    """Clearness with which a drawing's parts keep all criteria, 0..1; 1 without criteria.

    measures: The measures of each part.
    """
    return min((c.clearness(measures[c.part][c.index]) for c in criteria), default=1.0)


def candidate_clearness(criteria: Sequence[Criterion], measures: Mapping[str, Sequence[float]]) -> float:
    """As `clearness`; 0 where a criterion is broken so far that the drawing is not the gesture."""
    narrowest = 1.0
    for criterion in criteria:
        clear = criterion.clearness(measures[criterion.part][criterion.index])
        if clear < criterion.least:
            return 0.0
        narrowest = min(narrowest, clear)
    return narrowest


def _clear(margin: float) -> float:
    """Clearness of a margin inside a limit, in units of `soft`."""
    return min(max(0.5 + 0.5 * margin, 0.0), 1.0)
