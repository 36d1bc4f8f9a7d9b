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
from kinegraph.core.contacts import standing_height
from kinegraph.core.curves.evaluation_kernels import parameter_at
from kinegraph.keys.curves.channels import RigChannels
from kinegraph.keys.curves.fit import FitMethod, FitWeights, Handles, fit_handles
from kinegraph.keys.curves.slopes import key_slopes
from kinegraph.keys.refining.leverage import Leverage
from kinegraph.keys.refining.played_fit_kernels import fit_played
from kinegraph.keys.refining.window_kernels import fit_window, play_segments

_PERCENT = 100.0
# Keys on either side of a changed one whose handles are refitted with it.
_BESIDE = 1
# Steps of a trial's fit, which starts from handles that fitted before.
_TRIAL_STEPS = 8
# The fit to what plays goes over all channels this number of times, each time with a few steps, and then in
# more rounds holds distances below a share of the largest one.
_PASSES, _STEPS, _ROUNDS, _BELOW = 4, 4, 10, (0.9, 0.95)
# Distances below this share of the character's height are not seen.
_UNSEEN = 1e-4
# Motion of more frames gets this number of rounds.
_LONG, _FEW_ROUNDS = 2000, 2
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
        self._unseen = _UNSEEN * standing_height(rig.clip)
        self.trials = 0
        self.keys = np.asarray(keys, dtype=np.int64).copy()
        handles = handles or fit_handles(rig.values, self.keys, FitMethod.FINAL)
        frames = len(rig.clip)
        units = self._dense.units[:, None]
        self._in, self._out = handles.in_slopes / units, handles.out_slopes / units
        self._lengths = handles.lengths.copy()
        self.worst, self.squares = np.zeros(frames), np.zeros(frames)
        self._play()

    def fit_to_play(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Fits all handles together to what plays: the sum of squared distances, and then the largest too.

        Not where they play so close already that more would not show.
        """
        if self.worst.max() < self._unseen**2:
            return
        boosts = np.ones((len(self.worst), self._lever.weights.shape[1]))
        best, state = np.inf, (self._in, self._out, self._lengths)
        self._pass_over(_PASSES, np.inf, boosts)
        bound = _BELOW[0] * np.sqrt(self.worst.max())
        for _ in range(_ROUNDS if len(self.worst) <= _LONG else _FEW_ROUNDS):
            score = float(self.worst.max() * self.squares.sum())
            if score < best:
                best, state = score, (self._in.copy(), self._out.copy(), self._lengths.copy())
            if stop() or not bound > 0.0:
                break
            self._pass_over(2, bound, boosts)
            bound = min(bound, _BELOW[1] * np.sqrt(self.worst.max()))
        if self.worst.max() * self.squares.sum() > best:
            self._in, self._out, self._lengths = state
            self._play()

    def _pass_over(self, times: int, bound: float, boosts: Floats) -> None:
        for _ in range(times):
            fit_played(
                self._dense, self._lever, self.keys, _STEPS, bound, boosts, self._in, self._out, self._lengths
            )
        self._play()

    def _play(self) -> None:
        play_segments(
            self._dense, self._lever, self.keys, self._in, self._out, self._lengths, self.worst, self.squares
        )

    @property
    def handles(self) -> Handles:
        """The handles so far, as fits give them."""
        units = self._dense.units[:, None]
        return Handles(self._in * units, self._out * units, self._lengths.copy())

    def _cost(self, first: int, stop: int) -> float:
        """Cost of frames: the sum of fourth powers of their largest distances, so that the worst leads."""
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
        held = first > 0, last < len(self.keys) - 1
        fit_window(self._dense, keys, held, _TRIAL_STEPS, slopes_in, slopes_out, lengths)
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
        """True if a frame may be a key between the frames of two others."""
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

    def split_worst(self) -> bool:
        """Adds a key in the worst segment, where its halves play closest; False if no frame may be one.

        The curves are cut there, and moved to the original at the new key.
        """
        costs = np.maximum.reduceat(self.worst, self.keys[:-1])
        for k in np.argsort(-costs, kind="stable").tolist():
            first, last = int(self.keys[k]), int(self.keys[k + 1])
            free = [frame for frame in range(first + 1, last) if self._may_be(frame, first, last)]
            if free:
                halves = [self._halves(k, frame) for frame in free]
                best = min(range(len(free)), key=lambda index: halves[index][1].max())
                self._split(k, free[best], halves[best][0])
                return True
        return False

    def _halves(self, k: int, frame: int) -> tuple[Handles, Floats]:
        """Handles of the segment after key `k`, cut at a frame, and how its halves play; see `worst`."""
        first, last = int(self.keys[k]), int(self.keys[k + 1])
        span, x, y = last - first, (frame - first) / (last - first), self._dense.values
        a1, a2 = self._lengths[:, k, 0], self._lengths[:, k, 1]
        y0, y3 = y[:, first], y[:, last]
        y1, y2 = y0 + span * a1 * self._out[:, k], y3 - span * a2 * self._in[:, k + 1]
        times = np.stack([np.zeros_like(a1), a1, 1.0 - a2, np.ones_like(a1)])
        u = np.array([parameter_at(early, late, x) for early, late in zip(times[1], times[2], strict=True)])
        points = np.stack([times, np.stack([y0, y1, y2, y3])])
        once = points[:, :-1] + u * np.diff(points, axis=1)
        twice = once[:, :-1] + u * np.diff(once, axis=1)
        across = np.maximum(twice[0, 1] - twice[0, 0], np.finfo(float).tiny)
        slopes = (twice[1, 1] - twice[1, 0]) / (across * span)
        left = once[0, 0] / x, 1.0 - twice[0, 0] / x
        right = (twice[0, 1] - x) / (1.0 - x), (1.0 - once[0, 2]) / (1.0 - x)
        made = Handles(
            np.stack([self._in[:, k], slopes, self._in[:, k + 1]], axis=1),
            np.stack([self._out[:, k], slopes, self._out[:, k + 1]], axis=1),
            np.stack([np.stack(left, axis=-1), np.stack(right, axis=-1)], axis=1),
        )
        worst, squares = np.zeros((2, span + 1))
        keys = np.array([first, frame, last])
        play_segments(
            self._dense, self._lever, keys, made.in_slopes, made.out_slopes, made.lengths, worst, squares
        )
        return made, worst

    def _split(self, k: int, frame: int, made: Handles) -> None:
        self.keys = np.insert(self.keys, k + 1, frame)
        self._in = np.insert(self._in, k + 1, made.in_slopes[:, 1], axis=1)
        self._out = np.insert(self._out, k + 1, made.out_slopes[:, 1], axis=1)
        self._lengths = np.concatenate(
            [self._lengths[:, :k], made.lengths, self._lengths[:, k + 1 :]], axis=1
        )
        self._play()

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
