"""Choices of keys together with the final fits that were made of them, each made once."""

import os
import sys
import threading
import time
from collections.abc import Callable

from kinegraph.core.remembered import Remembered
from kinegraph.keys.choices import KeyChoices
from kinegraph.keys.keyed_motion import KeyedMotion, key_motion

# Fits are kept while they have at most this many joints of frames together, about 40 MB.
_MOST_CELLS = 1_000_000
# The number of fits that are measured for an error curve.
_MEASURED = 18
# The curve is measured to this multiple of the automatic number of keys, and to this number at least.
_BEYOND, _LEAST = 4, 48


# What measuring waits for between two looks at whether others still want to fit [s].
_LOOK = 0.05


class _GivenWay(Exception):
    """Another fit is waited for."""


class FittedChoices:
    """Choices of keys, and final fits by their number of keys. Any thread may call it; one fit at a time."""

    def __init__(self, choices: KeyChoices) -> None:
        self.choices = choices
        self._made = Remembered[KeyedMotion](size=_cells, largest=_MOST_CELLS)
        self._turn = threading.Lock()

    def find(self, count: int | None) -> KeyedMotion | None:
        """The final fit of a number of keys, or of the automatic choice; None where it has not been made."""
        return self._made.find(count)

    def fit(
        self,
        count: int | None,
        tell: Callable[[float], None] = lambda share: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> KeyedMotion:
        """The final fit of a number of keys, or of the automatic choice.

        tell: Called with the share done; may raise to give up. stop: Says that `tell` is about to raise.
        """
        with self._turn:
            found = self._made.find(count)
            if found is None:
                found = key_motion(self.choices, count, progress=tell, stop=stop)
                self._made.keep(count, found)
            return found

    def counts_to_measure(self, count: int | None) -> list[int | None]:
        """Numbers of keys that an error curve is measured at: the automatic choice, the number that is
        shown, then numbers over the whole curve, evenly on a scale of ratios, coarse ones first.
        """
        possible = self.choices.counts
        low, high = int(possible[0]), int(possible[-1])
        top = min(high, max(_BEYOND * int(self.choices.automatic), _LEAST))
        steps = _MEASURED - 1
        spread = [round(low * (top / low) ** (_halved(step, steps) / steps)) for step in range(_MEASURED)]
        nearest = [int(possible[abs(possible - wanted).argmin()]) for wanted in spread]
        return list(dict.fromkeys([None, *([] if count is None else [count]), *nearest]))


def fit_in_gaps(
    fitted: FittedChoices, count: int | None, tell: Callable[[float], None], wanted: Callable[[], bool]
) -> KeyedMotion:
    """A final fit made while no other is wanted: it gives way, and is begun again.

    tell: Called with the share done; may raise to give up. wanted: Whether another fit is waited for.
    """

    def heed(share: float) -> None:
        tell(share)
        if wanted():
            raise _GivenWay

    while True:
        while wanted():
            tell(0.0)
            time.sleep(_LOOK)
        try:
            return fitted.fit(count, heed, wanted)
        except _GivenWay:
            continue


def run_behind() -> None:
    """Lets this thread run behind all others, where the system can do that for one thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def _halved(step: int, steps: int) -> int:
    """The place of a step, 0 to `steps`, in an order that halves the gaps: the ends, the middle, quarters."""
    order: list[int] = [0, steps]
    width = steps
    while len(order) <= steps:
        width = max(1, width // 2)
        order += [place for place in range(0, steps + 1, width) if place not in order]
    return order[step]


def _cells(made: KeyedMotion) -> int:
    return made.distances.size
