"""Polishing: keys are moved, and swapped, where the curves through them then play closer to the original.

The selection minimises an estimate; people see the curves. Each trial refits only the segments next to the
keys that it touches, plays those, and is kept where the motion as a whole plays better. It can be stopped at
any moment: what has been found so far is a result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.keys.curves.channels import RigChannels
from kinegraph.keys.curves.fit import FitMethod, FitWeights, Handles, fit_handles
from kinegraph.keys.curves.slopes import key_slopes
from kinegraph.keys.refining.leverage import Leverage
from kinegraph.keys.refining.window_kernels import fit_window, play_segments

_PERCENT = 100.0
# Keys on either side of a changed one whose handles are refitted with it.
_BESIDE = 1
# Steps of a trial's fit, which starts from handles that fitted before.
_TRIAL_STEPS = 8
# A change counts only where it lowers the whole cost by this share.
_WORTH = 1e-4


class DenseChannels(NamedTuple):
    """Channels in percent of their range, with what a fit needs at every frame that could be a key.

    values, slopes, before, after, breaks, corners: (C, F); weights: (C, 3); units: (C,) of one percent.
    """

    values: Floats
    slopes: Floats
    before: Floats
    after: Floats
    breaks: Floats
    corners: np.ndarray
    weights: Floats
    units: Floats


def dense_channels(rig: RigChannels) -> DenseChannels:
    """The channels of a rig as fits of windows take them."""
    spread = np.ptp(rig.values, axis=1, keepdims=True) / _PERCENT
    units = np.where(spread > 0.0, spread, 1.0)
    values = kernel_floats((rig.values - rig.values[:, :1]) / units)
    slopes = key_slopes(values, np.arange(values.shape[1]))
    own, weights = np.empty((len(values), 3)), FitWeights()
    own[:, 0], own[:, 1], own[:, 2] = weights.accuracy, weights.angle, slopes.typical
    return DenseChannels(
        values,
        kernel_floats(slopes.frames),
        kernel_floats(slopes.before),
        kernel_floats(slopes.after),
        kernel_floats(slopes.breaks),
        slopes.corners,
        own,
        units[:, 0].copy(),
    )


@dataclass
class Window:
    """A trial: what the keys first..last of the state, by index, would become."""

    first: int
    last: int
    keys: Ints
    slopes_in: Floats
    slopes_out: Floats
    lengths: Floats
    worst: Floats
    squares: Floats
    cost: float


class Polisher:
    """Keys and their handles, improved change by change.

    keys: (K,) frames. worst: (F,) squared distance of the farthest point at each frame [m2].
    """

    def __init__(
        self,
        rig: RigChannels,
        dense: DenseChannels,
        lever: Leverage,
        keys: Ints,
        handles: Handles | None = None,
        *,
        usable: Ints,
        gap: int,
    ) -> None:
        self._dense, self._lever = dense, lever
        self._usable, self._gap = usable, gap
        self._allowed = np.flatnonzero(usable)
        self.trials = 0
        self.keys = np.asarray(keys, dtype=np.int64).copy()
        handles = handles or fit_handles(rig.values, self.keys, FitMethod.FINAL)
        frames = len(rig.clip)
        units = self._dense.units[:, None]
        self._in, self._out = handles.in_slopes / units, handles.out_slopes / units
        self._lengths = handles.lengths.copy()
        self.worst, self.squares = np.zeros(frames), np.zeros(frames)
        play_segments(
            self._dense, self._lever, self.keys, self._in, self._out, self._lengths, self.worst, self.squares
        )

    @property
    def handles(self) -> Handles:
        """The handles so far, as fits give them."""
        units = self._dense.units[:, None]
        return Handles(self._in * units, self._out * units, self._lengths.copy())

    def _cost(self, first: int, stop: int) -> float:
        """What frames cost: the sum of fourth powers of their largest distances, so that the worst leads."""
        worst = self.worst[first:stop]
        return float((worst * worst).sum())

    def _segment_costs(self) -> Floats:
        """(K - 1,) what the frames between keys cost."""
        return np.add.reduceat(self.worst * self.worst, self.keys[:-1])

    def trial(self, low: int, high: int, inner: Sequence[int]) -> Window:
        """Refits with the keys between the indices `low` and `high` replaced by the frames `inner`."""
        self.trials += 1
        first, last = max(0, low - _BESIDE), min(len(self.keys) - 1, high + _BESIDE)
        keys = np.concatenate(
            [self.keys[first : low + 1], np.array(inner, dtype=np.int64), self.keys[high : last + 1]]
        )
        before, after = low + 1 - first, last + 1 - high
        size, channels = len(keys), len(self._dense.values)
        slopes_in, slopes_out = np.empty((channels, size)), np.empty((channels, size))
        for made, own in ((slopes_in, self._in), (slopes_out, self._out)):
            made[:, :before], made[:, size - after :] = own[:, first : low + 1], own[:, high : last + 1]
        fresh = slice(before, size - after)
        slopes = np.gradient(self._dense.values[:, keys], keys, axis=1)
        slopes_in[:, fresh] = slopes_out[:, fresh] = slopes[:, fresh]
        slopes_in[:, 0], slopes_out[:, -1] = slopes_out[:, 0], slopes_in[:, -1]
        lengths = np.zeros((channels, size - 1, 2))
        lengths[:, : before - 1] = self._lengths[:, first:low]
        lengths[:, size - after :] = self._lengths[:, high:last]
        fit_window(
            self._dense, keys, first > 0, last < len(self.keys) - 1, _TRIAL_STEPS,
            slopes_in, slopes_out, lengths,
        )  # fmt: skip
        start, stop = int(keys[0]), int(keys[-1]) + 1
        worst, squares = np.zeros(stop - start), np.zeros(stop - start)
        play_segments(self._dense, self._lever, keys, slopes_in, slopes_out, lengths, worst, squares)
        gain = float((worst * worst).sum()) - self._cost(start, stop)
        return Window(first, last, keys, slopes_in, slopes_out, lengths, worst, squares, gain)

    def take(self, window: Window) -> None:
        """Makes a trial the state."""
        first, last = window.first, window.last
        start, stop = int(window.keys[0]), int(window.keys[-1]) + 1
        into, out_of = window.slopes_in, window.slopes_out
        if first > 0:
            into[:, 0] = self._in[:, first]
        if last < len(self.keys) - 1:
            out_of[:, -1] = self._out[:, last]
        if len(window.keys) == last + 1 - first:
            self.keys = self.keys.copy()
            self.keys[first : last + 1] = window.keys
            self._in[:, first : last + 1], self._out[:, first : last + 1] = into, out_of
            self._lengths[:, first:last] = window.lengths
            self._write(window, start, stop)
            return
        self._in = np.concatenate([self._in[:, :first], into, self._in[:, last + 1 :]], axis=1)
        self._out = np.concatenate([self._out[:, :first], out_of, self._out[:, last + 1 :]], axis=1)
        self._lengths = np.concatenate(
            [self._lengths[:, :first], window.lengths, self._lengths[:, last:]], axis=1
        )
        self.keys = np.concatenate([self.keys[:first], window.keys, self.keys[last + 1 :]])
        self._write(window, start, stop)

    def _write(self, window: Window, start: int, stop: int) -> None:
        self.worst[start:stop], self.squares[start:stop] = window.worst, window.squares

    def _may_be(self, frame: int, low: int, high: int) -> bool:
        """Whether a frame may be a key between the frames of two others."""
        return low + self._gap <= frame <= high - self._gap and self._usable[frame] > 0

    def improve(self, rounds: int, stop: Callable[[], bool]) -> None:
        """Moves and swaps keys until nothing helps, going over all of them at most `rounds` times."""
        for _ in range(rounds):
            if stop() or not self.move_keys(stop) + self.swap_keys(stop):
                break

    def move_keys(self, stop: Callable[[], bool]) -> int:
        """Tries each key on frames beside it, the worst segments first; returns how many moved."""
        moved = 0
        order = self._by_need()
        for frame in order:
            if stop():
                break
            moved += self._move(int(np.searchsorted(self.keys, frame)))
        return moved

    def _by_need(self) -> list[int]:
        """Inner keys, the one whose neighbouring segments cost most first."""
        costs = self._segment_costs()
        need = costs[:-1] + costs[1:]
        return [
            int(self.keys[1 + k])
            for k in np.argsort(-need, kind="stable")
            if self._usable[self.keys[1 + k]] < 2
        ]

    def _move(self, k: int) -> int:
        low, high, here = int(self.keys[k - 1]), int(self.keys[k + 1]), int(self.keys[k])
        step = max(1, min(here - low, high - here) // 4)
        moved = 0
        while step >= 1:
            frames = [frame for frame in self._beside(here, step) if self._may_be(frame, low, high)]
            trials = [(self.trial(k - 1, k + 1, [frame]), frame) for frame in frames]
            best, there = min(trials, key=lambda found: found[0].cost, default=(None, here))
            if best is None or best.cost >= 0.0:
                step //= 2
                continue
            self.take(best)
            here, moved = there, 1
        return moved

    def _beside(self, frame: int, step: int) -> list[int]:
        """The nearest frames that may be keys, at least `step` before and after a frame."""
        before = int(np.searchsorted(self._allowed, frame - step, side="right")) - 1
        after = int(np.searchsorted(self._allowed, frame + step))
        found = [int(self._allowed[before])] if before >= 0 else []
        return [*found, *([int(self._allowed[after])] if after < len(self._allowed) else [])]

    def swap_keys(self, stop: Callable[[], bool]) -> int:
        """Takes keys from where they do little to where the motion plays worst; returns how many."""
        swapped = 0
        while not stop() and self._swap():
            swapped += 1
        return swapped

    def _swap(self) -> bool:
        if len(self.keys) < 4:
            return False
        added = self._best_insertion(int(self.worst.argmax()))
        if added is None:
            return False
        costs = self._segment_costs()
        spans = (self.keys[2:] - self.keys[:-2]).astype(float)
        free = self._usable[self.keys[1:-1]] < 2
        likely = np.argsort(np.where(free, (costs[:-1] + costs[1:]) * spans, np.inf), kind="stable")[:6]
        removals: list[Window] = []
        for k in (likely + 1).tolist():
            if self._usable[self.keys[k]] == 2 or k in range(
                added.first - 2 * _BESIDE, added.last + 2 * _BESIDE + 1
            ):
                continue
            removals.append(self.trial(k - 1, k + 1, []))
        removed = min(removals, key=lambda window: window.cost, default=None)
        if removed is None or removed.cost + added.cost >= -_WORTH * self._cost(0, len(self.worst)):
            return False
        later, earlier = (added, removed) if added.first > removed.first else (removed, added)
        self.take(later)
        self.take(earlier)
        return True

    def add_key(self, worst: int | None = None) -> bool:
        """Adds the key that helps most near a frame; False where no frame is free there.

        worst: By default the frame where the motion plays worst.
        """
        added = self._best_insertion(int(self.worst.argmax()) if worst is None else worst)
        if added is not None:
            self.take(added)
        return added is not None

    def _best_insertion(self, worst: int) -> Window | None:
        k = int(np.searchsorted(self.keys, worst, side="right")) - 1
        if k < 0 or k >= len(self.keys) - 1:
            return None
        low, high = int(self.keys[k]), int(self.keys[k + 1])
        third = (high - low) // 3
        places = (worst, low + (high - low) // 2, low + third, high - third)
        tried = {frame for place in places for frame in self._beside(place, 0)}
        found = [self.trial(k, k + 1, [frame]) for frame in sorted(tried) if self._may_be(frame, low, high)]
        return min(found, key=lambda window: window.cost, default=None)
