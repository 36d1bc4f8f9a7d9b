"""Track: values over time as keys with slopes, a cubic between each two (Hermite), appended piece by piece.

A constant, a straight line and a parabola are such cubics too, so planted feet and flights are exact. Keys at
one time are allowed: the later one counts from then on.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing.tracks_kernels import sample_cubics


class Track:
    """Keys that grow at the end; earlier keys never change.

    width: Values per key.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._count = 0
        self._times = np.empty(32)
        self._keys = np.empty((2, 32, width))  # values, slopes

    def add(self, time: float, value: ArrayLike, slope: ArrayLike = 0.0) -> None:
        """Appends a key; a time before the last key's is taken as the last key's."""
        if self._count == len(self._times):
            self._times = np.concatenate([self._times, np.empty_like(self._times)])
            self._keys = np.concatenate([self._keys, np.empty_like(self._keys)], axis=1)
        self._times[self._count] = max(time, self.end) if self._count else time
        self._keys[0, self._count] = value
        self._keys[1, self._count] = slope
        self._count += 1

    def mark(self) -> int:
        """The number of keys, to come back to with `rewind`."""
        return self._count

    def rewind(self, mark: int) -> None:
        """Removes the keys that were added after `mark`."""
        self._count = mark

    @property
    def start(self) -> float:
        """Time of the first key [s]."""
        return float(self._times[0])

    @property
    def end(self) -> float:
        """Time of the last key [s]."""
        return float(self._times[self._count - 1])

    @property
    def last(self) -> Floats:
        """(width,) the last key's values."""
        return self._keys[0, self._count - 1].copy()

    @property
    def last_slope(self) -> Floats:
        """(width,) the last key's slopes [1/s]."""
        return self._keys[1, self._count - 1].copy()

    def arrays(self) -> tuple[Floats, Floats, Floats]:
        """(K,) times, (K, width) values and slopes; views that later keys may overwrite."""
        return self._times[: self._count], self._keys[0, : self._count], self._keys[1, : self._count]

    def at(self, times: Floats, lags: Floats | None = None) -> Floats:
        """(N, width) the values at `times` (N,) [s]; constant before the first key and after the last.

        lags: (width,) delay of each column [s].
        """
        out = np.empty((len(times), self.width))
        lags = np.zeros(self.width) if lags is None else lags
        sample_cubics(*self.arrays(), np.ascontiguousarray(times, dtype=np.float64), lags, out)
        return out


def catmull_rom_slopes(times: Floats, values: Floats, first: Floats, last: Floats) -> Floats:
    """(K, W) slopes at keys (K,), (K, W): between neighbours inside, as given at the two ends."""
    slopes = np.empty_like(values)
    slopes[0], slopes[-1] = first, last
    if len(times) > 2:
        steps = np.maximum(np.diff(times), 1e-9)[:, None]
        secants = np.diff(values, axis=0) / steps
        # The slope of the parabola through three keys: for equal steps that of the chord, as Catmull and
        # Rom's.
        slopes[1:-1] = (secants[:-1] * steps[1:] + secants[1:] * steps[:-1]) / (steps[1:] + steps[:-1])
    return slopes


def limit_slopes(times: Floats, values: Floats, slopes: Floats, ends: bool = False) -> Floats:
    """(K, W) the slopes, reduced where the cubic would leave the range of its two keys (Fritsch and Carlson).

    ends: Whether the first and last slope may be reduced too.
    """
    if len(times) < 3 and not ends:
        return slopes
    secants = np.diff(values, axis=0) / np.maximum(np.diff(times), 1e-9)[:, None]
    before = np.concatenate([secants[:1], secants])
    after = np.concatenate([secants, secants[-1:]])
    most = 3.0 * np.minimum(np.abs(before), np.abs(after)) * (before * after > 0.0)
    limited = np.clip(slopes, -most, most)
    if not ends:
        limited[0], limited[-1] = slopes[0], slopes[-1]
    return limited
