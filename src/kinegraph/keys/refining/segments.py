"""Segments: the errors of curves between any two frames that may be neighbouring keys, and keys from them."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.contacts import standing_height
from kinegraph.keys.curves.channels import RigChannels
from kinegraph.keys.refining.leverage import Leverage
from kinegraph.keys.refining.path_kernels import cheapest_path, walk_back
from kinegraph.keys.refining.segment_kernels import fill_edges

# Segments that miss by more than this share of the character's height are of no use.
_HOPELESS = 0.15
# The longest segment: _LONGER times the mean distance of keys, but not below _LEAST frames.
_LONGER, _LEAST = 6, 60
# The table holds at most this many segments, 300 MB.
_MOST_CELLS = 20_000_000
# Keys keep this share above the smallest possible largest error, so that the others can be small as well.
_SLACK = 1.3
_HALVINGS = 30
# Frames whose segments are measured between two reports of progress.
_CHUNK = 64


class Segments:
    """Errors of segments, measured as far as counts of keys need them.

    usable: (F,) 0 for frames that must not be keys, 2 for those that must be, 1 for others.
    gap: Smallest number of frames from one key to the next.
    """

    def __init__(self, rig: RigChannels, lever: Leverage, usable: Ints, gap: int) -> None:
        self._values = kernel_floats(rig.values.T)
        self._lever, self._usable, self._gap = lever, usable, gap
        self._bound = _HOPELESS * standing_height(rig.clip)
        self._largest = self._totals = np.empty((len(usable), 0))
        self._reach = np.zeros(len(usable), dtype=np.int64)

    def best_keys(self, count: int, tell: Callable[[float], None] = lambda share: None) -> Ints | None:
        """At most `count` keys, whose largest error is nearly the smallest possible, and the sum small.

        None where so few keys cannot be found among the segments that are of use.
        tell: Called with the share of the segments measured; may raise to give up.
        """
        self._measure(count, tell)
        back = np.empty(len(self._reach), dtype=np.int64)
        if not self._path(back, np.zeros_like(self._totals), self._bound * 4.0, 1.0, count):
            return None
        low, high = 0.0, self._bound * 4.0
        flat = np.zeros_like(self._totals)
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            if self._path(back, flat, middle, 1.0, count):
                high = middle
            else:
                low = middle
        bound = _SLACK * high
        found = self._path(back, flat, bound, 1.0, count)
        keys = walk_back(back, found)
        low, high = 0.0, self._dearest(keys)
        for _ in range(_HALVINGS):
            price = 0.5 * (low + high)
            found = self._path(back, self._totals, bound, price, count)
            if found:
                high, keys = price, walk_back(back, found)
            else:
                low = price
        return keys

    def _dearest(self, keys: Ints) -> float:
        return float(sum(self._totals[i, j - i] for i, j in pairwise(keys.tolist()))) + 1e-12

    def _path(self, back: Ints, totals: Floats, bound: float, price: float, count: int) -> int:
        """Keys on the cheapest way; 0 if every way takes more than `count`."""
        found, _ = cheapest_path(
            self._largest, totals, self._reach, self._usable, self._gap, bound, price, back
        )
        return int(found) if found <= count else 0

    def _measure(self, count: int, tell: Callable[[float], None]) -> None:
        frames = len(self._usable)
        wanted = min(frames - 1, max(_LEAST, _LONGER * frames // count), max(1, _MOST_CELLS // frames))
        if self._largest.shape[1] > wanted:
            return
        largest, totals = np.full((2, frames, wanted + 1), np.inf)
        for start in range(0, frames, _CHUNK):
            stop = min(start + _CHUNK, frames)
            fill_edges(self._values, self._lever, start, stop, self._bound, self._reach, largest, totals)
            tell(stop / frames)
        self._largest, self._totals = largest, totals
