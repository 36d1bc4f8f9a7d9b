"""LiveClock: the time of a performance that plays while more of it is drawn.

It runs behind the pen by the time that recognition takes, and catches up if that is long. At the end of the
known motion it slows down smoothly and waits.
"""

import math

_SOFT = 0.25  # seconds before the end of the known motion in which the view slows down
_BEHIND = 0.6  # delay from which on it catches up [s]
_HURRY = 1.35  # largest speed, in drawn speeds
_STARVED = 0.05  # remaining time at which it waits [s]


class LiveClock:
    """The clock of a live performance.

    time: The shown moment of the performance, on the clock of the drawing [s].
    waiting: Whether all of the known motion was played, and more may follow.
    """

    def __init__(self) -> None:
        self.time = 0.0
        self.waiting = False
        self._now: float | None = None

    def tick(self, now: float, known: float, finished: bool) -> float:
        """Advances to a moment of the viewer's clock, which must not run backwards; returns the passed time
        [s].

        known: End of the known motion [s]. finished: Whether no more will follow.
        """
        passed = 0.0 if self._now is None else max(now - self._now, 0.0)
        self._now = now if self._now is None else max(now, self._now)
        left = known - self.time
        self.waiting = left < _STARVED and not finished
        self.time += _advance(passed, left, finished)
        return passed


def _advance(passed: float, left: float, finished: bool) -> float:
    """Progress of the performance in `passed` seconds, with `left` seconds known [s]."""
    rate = min(1.0 + 0.8 * max(left - _BEHIND, 0.0), _HURRY)
    if finished:
        return min(rate * passed, left)
    full = max(left - _SOFT, 0.0)  # plays as drawn; the rest more and more slowly, never to the end
    if rate * passed <= full:
        return rate * passed
    slowed = passed - full / rate
    return full + (left - full) * (1.0 - math.exp(-slowed / _SOFT))
