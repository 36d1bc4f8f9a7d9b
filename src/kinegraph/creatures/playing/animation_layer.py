"""AnimationLayer: an animation under way on an actor."""

import math

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.binding.binding import BoundAnimation
from kinegraph.creatures.playing import tables as at


class AnimationLayer:
    """One layer of an actor: what plays, how far it is, and how much of it shows.

    bound: The animation on the actor's creature, in one variant.
    """

    def __init__(self, bound: BoundAnimation) -> None:
        self.bound = bound
        self._row = np.zeros(at.LAYER_COLUMNS)
        self._row[[at.PACE, at.WEIGHT]] = 1.0

    @property
    def time(self) -> float:
        """Since it began [s]; counts on through the loops, and may be set: to scrub, to start later."""
        return float(self._row[at.TIME])

    @time.setter
    def time(self, seconds: float) -> None:
        self._row[at.TIME] = _finite("The time of an animation", seconds)

    @property
    def pace(self) -> float:
        """Seconds of the animation per second: 1 as it was made, 0 holds it."""
        return float(self._row[at.PACE])

    @pace.setter
    def pace(self, pace: float) -> None:
        self._row[at.PACE] = _finite("The pace of an animation", pace)

    @property
    def weight(self) -> float:
        """How much of it shows over what lies below, 0 to 1. Setting it ends a fade."""
        return float(self._row[at.WEIGHT])

    @weight.setter
    def weight(self, weight: float) -> None:
        self._row[at.WEIGHT] = min(max(_finite("The weight of an animation", weight), 0.0), 1.0)
        self._row[at.FADE_LONG] = 0.0

    @property
    def finished(self) -> bool:
        """Whether it has come to its end; one that loops never has."""
        animation = self.bound.animation
        return not animation.loops and self.time >= animation.duration

    def fade(self, weight: float, seconds: float) -> None:
        """Brings its weight somewhere else in so much time, gently at both ends."""
        weight = min(max(_finite("The weight of an animation", weight), 0.0), 1.0)
        seconds = _finite("The length of a fade", seconds)
        if seconds <= 0.0:
            self.weight = weight
            return
        self._row[[at.FADE_FROM, at.FADE_TO, at.FADE_TIME, at.FADE_LONG]] = self.weight, weight, 0.0, seconds

    @property
    def leaving(self) -> bool:
        """Whether it was stopped, and goes once it has faded."""
        return bool(self._row[at.LEAVES])

    def leave(self) -> None:
        """Lets it go at the end of its fade."""
        self._row[at.LEAVES] = 1.0

    @property
    def before(self) -> float:
        """Its time before the last step [s]."""
        return float(self._row[at.BEFORE])

    def keep_in(self, row: Floats) -> None:
        """Moves its numbers into a row that steps write to."""
        row[:] = self._row
        self._row = row


def _finite(what: str, value: float) -> float:
    if not math.isfinite(value):
        raise InvalidValue(f"{what} must be a finite number, not {value}.")
    return float(value)
