"""Dice: the few ways in which the generator draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, eq=False)
class Dice:
    """A seeded source of choices."""

    generator: np.random.Generator

    def between(self, low: float, high: float) -> float:
        """A number from low to high."""
        return float(self.generator.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return int(self.generator.integers(low, high + 1))

    def chance(self, share: float) -> bool:
        """True in that share of the throws."""
        return bool(self.generator.random() < share)

    def pick(self, things: Sequence[_Thing]) -> _Thing:
        """One of several."""
        return things[self.whole(0, len(things) - 1)]
