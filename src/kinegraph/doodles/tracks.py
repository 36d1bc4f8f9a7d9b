"""Track: values over time as keys with slopes, a cubic between each two (Hermite), appended piece by piece.

A constant, a straight line and a parabola are such cubics too, so planted feet and flights are exact. Keys at
one time are allowed: the later one counts from then on.
"""

import numpy as np

from kinegraph.core.arrays import Floats


class Track:
    """Keys that grow at the end; what lies before is never changed.

    width: Values per key.
    """

    def __init__(self, width: int):
        self.width = width
        self._times: list[float] = []
        self._values: list[Floats] = []
        self._slopes: list[Floats] = []
        self._arrays: tuple[Floats, Floats, Floats] | None = None

    def add(self, time: float, value: Floats, slope: Floats | float = 0.0) -> None:
        """Appends a key; a time before the last key's is taken as the last key's."""
        if self._times:
            time = max(time, self._times[-1])
        self._times.append(float(time))
        self._values.append(np.array(value, dtype=np.float64))
        self._slopes.append(np.array(np.broadcast_to(slope, (self.width,)), dtype=np.float64))
        self._arrays = None

    def mark(self) -> int:
        """The number of keys, to come back to with `rewind`."""
        return len(self._times)

    def rewind(self, mark: int) -> None:
        """Takes back the keys that were added after `mark`."""
        del self._times[mark:], self._values[mark:], self._slopes[mark:]
        self._arrays = None

    @property
    def end(self) -> float:
        """Time of the last key [s]."""
        return self._times[-1]

    @property
    def last(self) -> Floats:
        """(width,) the last key's values."""
        return self._values[-1]

    @property
    def last_slope(self) -> Floats:
        """(width,) the last key's slopes [1/s]."""
        return self._slopes[-1]

    def arrays(self) -> tuple[Floats, Floats, Floats]:
        """(K,) times, (K, width) values and slopes."""
        if self._arrays is None:
            self._arrays = (np.array(self._times), np.array(self._values), np.array(self._slopes))
        return self._arrays

    def at(self, times: Floats, columns: slice | list[int] = slice(None)) -> Floats:
        """(N, columns) the values at `times` (N,) [s]; constant before the first key and after the last."""
        keys, values, slopes = self.arrays()
        values, slopes = values[:, columns], slopes[:, columns]
        times = np.clip(times, keys[0], keys[-1])
        before = np.clip(np.searchsorted(keys, times, side="right") - 1, 0, max(len(keys) - 2, 0))
        after = np.minimum(before + 1, len(keys) - 1)
        span = keys[after] - keys[before]
        u = np.where(span > 0.0, (times - keys[before]) / np.where(span > 0.0, span, 1.0), 1.0)[:, None]
        a, b = values[before], values[after]
        slope_a, slope_b = span[:, None] * slopes[before], span[:, None] * slopes[after]
        # Written as a departure from a, so that equal ends give exactly their value.
        rise = b - a
        return a + u * (
            slope_a + u * (3.0 * rise - 2.0 * slope_a - slope_b + u * (slope_a + slope_b - 2.0 * rise))
        )


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


def without_overshoot(times: Floats, values: Floats, slopes: Floats, ends: bool = False) -> Floats:
    """(K, W) the slopes, lowered where the cubic would leave the range of its two keys (Fritsch and Carlson).

    ends: Whether the first and last slope, which others rely on, may be lowered too.
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
