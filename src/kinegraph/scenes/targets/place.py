"""Place: a point of the scene, or of something that moves in it; and spans of time that ease in and out."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.core.math.easing import smoothstep


class UnknownThing(UnknownName):
    """A name that no character and no prop of a scene has."""

    kind = "character or prop"


@dataclass(frozen=True, eq=False)
class Place:
    """A place in a scene.

    of: Name of a character or a prop; empty for the scene itself.
    part: Of the character; by default its root. Unused for props.
    offset: (3,) the point in the scene, or from the part along the axes of the scene [m].
    """

    of: str = ""
    part: str = ""
    offset: Floats = field(default_factory=lambda: np.zeros(3))

    def __post_init__(self) -> None:
        object.__setattr__(self, "offset", frozen_floats("A place", self.offset, (3,)))
        if self.part and not self.of:
            raise InvalidValue(f"The part {self.part!r} needs the character that it belongs to.")


Resolver = Callable[[Place], Floats]
"""Where a place is at the moment (3,) [m]."""


@dataclass(frozen=True)
class Span:
    """A time in which something acts, eased at both ends [s]."""

    start: float = 0.0
    stop: float = np.inf
    ease_in: float = 0.4
    ease_out: float = 0.4

    def __post_init__(self) -> None:
        if not (0.0 <= self.start < self.stop and self.ease_in >= 0.0 and self.ease_out >= 0.0):
            raise InvalidValue(f"A time from {self.start:g} s to {self.stop:g} s: the end must be later.")

    def share(self, time: float) -> float:
        """Share by which it acts at a time, 0 to 1."""
        if not self.start <= time <= self.stop:
            return 0.0
        risen = 1.0 if self.ease_in == 0.0 else float(smoothstep((time - self.start) / self.ease_in))
        left = 1.0 if self.ease_out == 0.0 else float(smoothstep((self.stop - time) / self.ease_out))
        return min(risen, left)
