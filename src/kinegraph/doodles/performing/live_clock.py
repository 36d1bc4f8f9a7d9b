"""LiveClock: how far a performance has come that is played while more of it is still being drawn.

It runs behind the pen by as much as recognition takes, and catches up when that is much. Where it has played
all there is, it slows down softly and waits.
"""

import math

_SOFT = 0.25  # seconds before the end of what is known in which the view slows down
_BEHIND = 0.6  # seconds behind from which on it catches up
_HURRY = 1.35  # at most this many times as fast as drawn
_STARVED = 0.05  # seconds left from which on it waits


class LiveClock:
    """time: The moment of the performance that is shown, on the clock of the drawing [s].
    waiting: Whether all that is known has been played, and more may follow.
    """

    def __init__(self) -> None:
        self.time = 0.0
        self.waiting = False
        self._now: float | None = None

    def tick(self, now: float, known: float, finished: bool) -> float:
        """Goes on to a moment of the viewer's clock, which must not run backwards; returns what passed [s].

        known: Up to when there is something to play [s]. finished: Whether nothing will follow.
        """
        passed = 0.0 if self._now is None else max(now - self._now, 0.0)
        self._now = now if self._now is None else max(now, self._now)
        left = known - self.time
        self.waiting = left < _STARVED and not finished
        self.time += _advance(passed, left, finished)
        return passed


def _advance(passed: float, left: float, finished: bool) -> float:
    """How far the performance goes on in `passed` seconds, with `left` seconds known."""
    rate = min(1.0 + 0.8 * max(left - _BEHIND, 0.0), _HURRY)
    if finished:
        return min(rate * passed, left)
    full = max(left - _SOFT, 0.0)  # played as drawn; the rest ever more slowly, never to the end
    if rate * passed <= full:
        return rate * passed
    slowed = passed - full / rate
    return full + (left - full) * (1.0 - math.exp(-slowed / _SOFT))
