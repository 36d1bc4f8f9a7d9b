"""Leg: the limb bodies from a spine body (the hip) out to a foot."""

from dataclasses import dataclass

from kinegraph.core.arrays import Floats


@dataclass(frozen=True, eq=False)
class Leg:
    """One leg of a creature, as body indices.

    hip: The spine body that it hangs on.
    bodies: The limb bodies from the one next to the spine out to the foot, the foot last. Branching legs
        share their upper bodies.
    sole: (3,) the place that stands on the ground, in the foot's frame [m].
    length: Path from the first limb body's joint to the sole in the rest pose [m].
    """

    hip: int
    bodies: tuple[int, ...]
    sole: Floats
    length: float

    @property
    def foot(self) -> int:
        """The foot."""
        return self.bodies[-1]
