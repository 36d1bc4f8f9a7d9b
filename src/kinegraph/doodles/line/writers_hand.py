"""Hand: the slant of a writer's hand, learned while a line is read, so that arcs can be judged without it.

A hand that leans shears everything it draws. The top of a low arc then moves far enough to turn a walk into a
tip-toe. Jumps, roofs and stomps do not lean by themselves, so they show the slant.
"""

from typing import NamedTuple

from kinegraph.doodles.line import part_layout as at

_DOUBT = 0.6  # weight at which half of the measured slant is believed
_LARGEST = 0.3  # largest slant [shear]
_TALLEST = 1.5  # height over width from which on a part weighs no more


class Hand(NamedTuple):
    """The slant of a hand, as far as it is known.

    leans: Sum of the slants seen, each by its weight; to the right is positive.
    weight: Sum of the weights.
    """

    leans: float = 0.0
    weight: float = 0.0

    @property
    def slant(self) -> float:
        """The estimated slant: sideways shear of the drawing."""
        return self.leans / (self.weight + _DOUBT)

    def with_part(self, measures: list[float], mirrored: bool) -> "Hand":
        """The hand after one more part that should be upright; taller parts weigh more."""
        tall = min(measures[at.HEIGHT] / max(measures[at.WIDTH], 1e-6), _TALLEST)
        slant = min(max(measures[at.SLANT], -_LARGEST), _LARGEST)
        weight = tall * tall
        return Hand(self.leans + weight * (-slant if mirrored else slant), self.weight + weight)

    def without_slant(self, measures: list[float], mirrored: bool) -> list[float]:
        """Measures of a part as if the hand did not slant."""
        if not self.weight:
            return measures
        found = measures.copy()
        slant = -self.slant if mirrored else self.slant
        found[at.APEX] -= slant * measures[at.SWAY]
        found[at.SKEW] -= slant * measures[at.SKEW_SWAY]
        return found
