"""Flight: the centre of mass on two parabolas, one up to the apex and one down from it.

Each is a parabola over time with no vertical speed at the apex and a constant horizontal speed. Where the
drawing gives two different horizontal speeds, the corner between them is rounded over a short time around the
apex.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats

_ROUNDED = 0.25  # of the shorter parabola's time, on either side of the apex


@dataclass(frozen=True, eq=False)
class Flight:
    """A flight from `start` over `apex` to `end`, (3,) places of the centre of mass [m], at their times
    [s]."""

    start: Floats
    apex: Floats
    end: Floats
    start_time: float
    apex_time: float
    end_time: float

    @property
    def start_velocity(self) -> Floats:
        """(3,) velocity at the take-off [m/s]."""
        return _velocity(self.start, self.apex, self.apex_time - self.start_time)

    @property
    def end_velocity(self) -> Floats:
        """(3,) velocity at the landing [m/s]."""
        return -_velocity(self.end, self.apex, self.end_time - self.apex_time)

    def path_keys(self) -> list[tuple[float, Floats, Floats]]:
        """Time, place and velocity at the ends, at the apex and where the rounding of the corner begins and
        ends: the cubics through them are the parabolas themselves."""
        up, down = self.apex_time - self.start_time, self.end_time - self.apex_time
        rounding = _ROUNDED * min(up, down)
        first, second = self.start_velocity * [1, 0, 1], self.end_velocity * [1, 0, 1]
        middle = self.apex + 0.25 * rounding * (second - first)
        return [
            (self.start_time, self.start, self.start_velocity),
            (self.apex_time - rounding, *self._beside(-rounding, first, self.start[1], up)),
            (self.apex_time, middle, 0.5 * (first + second)),
            (self.apex_time + rounding, *self._beside(rounding, second, self.end[1], down)),
            (self.end_time, self.end, self.end_velocity),
        ]

    def _beside(self, time: float, speed: Floats, height: float, whole: float) -> tuple[Floats, Floats]:
        """Place and velocity `time` after the apex on the parabola that reaches `height` in `whole`
        seconds."""
        fall = (self.apex[1] - height) / whole**2
        place = self.apex + time * speed - np.array([0.0, fall * time * time, 0.0])
        return place, speed - np.array([0.0, 2.0 * fall * time, 0.0])


def _velocity(ground: Floats, apex: Floats, time: float) -> Floats:
    """(3,) velocity at `ground` that reaches the apex, with no vertical speed there, after `time`."""
    return (apex - ground) * [1.0, 2.0, 1.0] / time


def share_of_rise(times: Floats, flight: Flight) -> Floats:
    """(N,) share of the apex's height at `times`: 0 at the ends, 1 at the apex."""
    up = (flight.apex_time - times) / (flight.apex_time - flight.start_time)
    down = (times - flight.apex_time) / (flight.end_time - flight.apex_time)
    return 1.0 - np.clip(np.maximum(up, down), 0.0, 1.0) ** 2
