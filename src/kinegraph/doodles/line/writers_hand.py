"""Hand: what a line that is being read tells of its writer's slant, so that arcs can be judged without it.

A hand that leans shears all that it draws. The top of a low arc then moves by as much as parts a walk from
a tip-toe; but jumps, roofs and stomps have no reason to lean by themselves.
"""

from typing import NamedTuple

from kinegraph.doodles.line import part_layout as at

_DOUBT = 0.6  # how much must be seen of a hand before half of its slant is believed
_LARGEST = 0.3  # no hand slants more [shear]
_TALLEST = 1.5  # of height to width: a taller part tells no more


class Hand(NamedTuple):
    """What is known of a hand.

    leans: Sum of the slants seen, each by its weight; to the right is positive.
    weight: Sum of the weights.
    """

    leans: float = 0.0
    weight: float = 0.0

    @property
    def slant(self) -> float:
        """The slant to reckon with: sideways shear of what is drawn."""
        return self.leans / (self.weight + _DOUBT)

    def seen(self, measures: list[float], mirrored: bool) -> "Hand":
        """What is known after one more part that should be upright; the taller for its width, the more."""
        tall = min(measures[at.HEIGHT] / max(measures[at.WIDTH], 1e-6), _TALLEST)
        slant = min(max(measures[at.SLANT], -_LARGEST), _LARGEST)
        weight = tall * tall
        return Hand(self.leans + weight * (-slant if mirrored else slant), self.weight + weight)

    def upright(self, measures: list[float], mirrored: bool) -> list[float]:
        """Measures of a part as if the hand did not slant."""
        if not self.weight:
            return measures
        found = measures.copy()
        found[at.APEX] -= (-self.slant if mirrored else self.slant) * measures[at.SWAY]
        return found
