"""The frame grid that a file's key times lie on, for formats that store times instead of a rate."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats

# How far a key may lie from a frame and still be on it [s]: files round times to float32 or to milliseconds.
ON_FRAME = 1e-4

_USUAL_RATES = (24.0, 25.0, 30.0, 60.0, 120.0)
_SLOWEST, _FASTEST = 12.0, 1000.0  # a rate below is sparse keys, not frames; one above is noise in the times
_FALLBACK = 60.0


@dataclass(frozen=True)
class FrameGrid:
    """Frame f is at start + f / fps.

    exact: Whether every time lies on a frame; else the grid samples between keys.
    """

    start: float
    fps: float
    count: int
    exact: bool

    def times(self) -> Floats:
        """(count,) times of the frames [s]."""
        return self.start + np.arange(self.count) / self.fps


def frame_grid(times: Floats, fps: float | None = None) -> FrameGrid:
    """The grid that holds all of `times` ((K,) [s], at least one, any order).

    The rate is the keys' own where they are evenly spaced like frames, else the smallest usual rate whose
    grid holds them all, else 60 per second.
    fps: The rate where the file states one.
    """
    times = np.unique(times)
    start, length = float(times[0]), float(times[-1] - times[0])
    for rate in [fps] if fps is not None else [*_own_rates(times, length), *_USUAL_RATES]:
        frames = (times - start) * rate
        if (np.abs(frames - np.rint(frames)) <= ON_FRAME * rate).all():
            return FrameGrid(start, rate, round(length * rate) + 1, True)
    rate = _FALLBACK if fps is None else fps
    return FrameGrid(start, rate, int(np.ceil(length * rate - ON_FRAME * rate)) + 1, False)


def _own_rates(times: Floats, length: float) -> list[float]:
    """The rate of evenly spaced times, tidied if a tidy number fits as well; none where they are not even."""
    if len(times) < 3 or not _SLOWEST <= (len(times) - 1) / length <= _FASTEST:
        return []
    rate = (len(times) - 1) / length
    even = np.abs(times - times[0] - np.arange(len(times)) / rate) <= ON_FRAME
    if not even.all():
        return []
    tidy = [float(round(rate)), round(rate * 1.001) * 1000.0 / 1001.0]  # whole, or a television rate
    return [*(t for t in tidy if abs(t - rate) * length / rate <= ON_FRAME / 2), rate]
