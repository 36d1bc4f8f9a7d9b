"""AnimationLayer: an animation that an actor plays."""

import math

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.binding.binding import BoundAnimation
from kinegraph.creatures.playing import tables as at


class AnimationLayer:
    """One layer of an actor: an animation, its time and its weight.

    bound: The animation on the actor's creature, in one variant.
    """

    def __init__(self, bound: BoundAnimation) -> None:
        self.bound = bound
        self._row = np.zeros(at.LAYER_COLUMNS)
        self._row[[at.PACE, at.WEIGHT]] = 1.0

    @property
    def time(self) -> float:
        """Time since its start [s], not wrapped by loops; may be set, for scrubbing or a later start."""
        return float(self._row[at.TIME])

    @time.setter
    def time(self, seconds: float) -> None:
        self._row[at.TIME] = _finite("The time of an animation", seconds)

    @property
    def pace(self) -> float:
        """Seconds of the animation per second: 1 is its own speed, 0 holds it."""
        return float(self._row[at.PACE])

    @pace.setter
    def pace(self, pace: float) -> None:
        self._row[at.PACE] = _finite("The pace of an animation", pace)

    @property
    def weight(self) -> float:
        """Its weight over the layers below, 0 to 1. Setting it ends a fade."""
        return float(self._row[at.WEIGHT])

    @weight.setter
    def weight(self, weight: float) -> None:
        self._row[at.WEIGHT] = min(max(_finite("The weight of an animation", weight), 0.0), 1.0)
        self._row[at.FADE_LONG] = 0.0

    @property
    def finished(self) -> bool:
        """True if it has reached its end; a loop never does."""
        animation = self.bound.animation
        return not animation.loops and self.time >= animation.duration

    def fade(self, weight: float, seconds: float) -> None:
        """Fades to a weight over a time [s], smooth at both ends."""
        weight = min(max(_finite("The weight of an animation", weight), 0.0), 1.0)
        seconds = _finite("The length of a fade", seconds)
        if seconds <= 0.0:
            self.weight = weight
            return
        self._row[[at.FADE_FROM, at.FADE_TO, at.FADE_TIME, at.FADE_LONG]] = self.weight, weight, 0.0, seconds

    @property
    def leaving(self) -> bool:
        """True if it was stopped and will be removed after its fade."""
        return bool(self._row[at.LEAVES])

    def leave(self) -> None:
        """Removes it at the end of its fade."""
        self._row[at.LEAVES] = 1.0

    @property
    def before(self) -> float:
        """Its time before the last step [s]."""
        return float(self._row[at.BEFORE])

    def keep_in(self, row: Floats) -> None:
        """Moves its values into a row that steps write to."""
        row[:] = self._row
        self._row = row


def _finite(what: str, value: float) -> float:
    if not math.isfinite(value):
        raise InvalidValue(f"{what} must be a finite number, not {value}.")
    return float(value)
