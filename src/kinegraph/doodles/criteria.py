"""Criteria: limits on what can be measured of a drawn gesture, and how clearly a drawing keeps them.

Each criterion says how far inside its limits a measure lies: 0.5 on the limit, 1 at least `soft` inside,
0 at least as far outside. A gesture is as clear as the least clear of its criteria.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.doodles.loops import loops_against, loops_along
from kinegraph.doodles.part_kernels import NAMES, part_measures
from kinegraph.doodles.writing_settings import WritingSettings

# What can be measured of a part, lengths in leg lengths; see also `part_kernels.NAMES`.
MEASURES = (
    *NAMES,
    "jump",  # the larger of height / jump line and width / longest step: 1 parts steps from jumps
    "steps",  # width / longest step
    "narrow",  # reach / height
    "lean",  # of its chord from the horizontal [degrees]
    "dip",  # the lowest bottom as a share of its height
    "forward_loops",  # loops that turn clockwise on the sheet, as a forward roll to the right does
    "backward_loops",
    "forward_turn",  # the most that it turns clockwise on the sheet without turning back [degrees]
    "backward_turn",
)


@dataclass(frozen=True)
class Criterion:
    """A measure of a part of a gesture must lie between two limits.

    part: Which part, by its name in the gesture.
    soft: How far from a limit it is clear that it is kept, or that it is not.
    """

    part: str
    measure: str
    low: float
    high: float
    soft: float

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise UnknownName(self.measure, MEASURES)
        if not self.soft > 0.0 or not self.low < self.high:
            raise InvalidValue(f"The limits of {self.part}.{self.measure} must leave room, with a soft edge.")

    def clearness(self, value: float) -> float:
        """How clearly `value` keeps the limits, 0..1."""
        margin = min(value - self.low, self.high - value)
        return min(max(0.5 + 0.5 * margin / self.soft, 0.0), 1.0)


def measures_of(points: Floats, mirrored: bool, settings: WritingSettings) -> dict[str, float]:
    """All measures of a part of a line.

    points: (N, 2) on the sheet [m].
    mirrored: Whether the gesture travels to the left.
    """
    unit = 1.0 / settings.leg_length
    local = points * np.array([-unit if mirrored else unit, unit])
    found: dict[str, float] = dict(zip(NAMES, part_measures(local).tolist(), strict=True))
    height = max(found["height"], 1e-6)
    found["steps"] = found["width"] * settings.leg_length / settings.longest_step
    found["jump"] = max(found["height"] * settings.leg_length / settings.jump_line, found["steps"])
    found["narrow"] = found["reach"] / height
    found["lean"] = math.degrees(math.atan2(found["drop"], abs(found["width"])))
    found["dip"] = found["low"] / height
    turns = (found["against"], found["along"]) if mirrored else (found["along"], found["against"])
    found["forward_turn"], found["backward_turn"] = turns
    along = loops_along(math.radians(found["along"]))
    against = loops_against(math.radians(found["against"]))
    found["forward_loops"], found["backward_loops"] = (against, along) if mirrored else (along, against)
    return found


def clearness(criteria: tuple[Criterion, ...], measures: Mapping[str, Mapping[str, float]]) -> float:
    """How clearly the parts of a drawing keep all criteria; 1 where there are none."""
    least = 1.0
    for criterion in criteria:
        least = min(least, criterion.clearness(measures[criterion.part][criterion.measure]))
        if least == 0.0:
            break
    return least
