"""Growth: keys are added one by one, each where the motion then plays closest, and their neighbours settle.

Estimates of what cubics between two frames would miss say which frames are worth a trial.
"""

from collections.abc import Callable

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.keys.refining.leverage import Leverage
from kinegraph.keys.refining.polish import Polisher, Window
from kinegraph.keys.refining.segment_kernels import merge_estimates, path_estimate, split_estimates

# Frames of a segment that are estimated, and those that are tried.
_ESTIMATED, _TRIED = 16, 2
# A key is removed only where what its removal is estimated to cost is this share of what another key gains.
_CHEAP = 3.0
# Two changes together count only where they lower the whole cost by this share.
_WORTH = 1e-3


class Grower:
    """Changes the keys of polishers of one motion.

    values: (F, C) channels by frame.
    """

    def __init__(self, values: Floats, lever: Leverage) -> None:
        self._values, self._lever = values, lever

    def largest(self, keys: Ints) -> float:
        """Estimate of the largest distance that curves through keys leave [m]."""
        return float(path_estimate(self._values, self._lever, keys))

    def grow(self, made: Polisher, near: int | None = None) -> bool:
        """Adds the key that helps most, and settles its neighbours; False where no frame is free.

        near: A frame in whose segment the key is to be; by default the segment that costs most.
        """
        found = self._insertion(made, near)
        if found is None:
            return False
        window, k = found
        made.take(window)
        for index in (k, k + 2, k + 1):
            self.settle(made, index)
        made.fit_once()
        return True

    def settle(self, made: Polisher, k: int) -> bool:
        """Moves a key to where the motion plays closer; returns whether it moved."""
        if not made.is_free(k):
            return False
        low, here, high = (int(made.keys[k + step]) for step in (-1, 0, 1))
        frames = [frame for frame in self._promising(made, low, high)[:1] if frame != here]
        trials = [made.trial(k - 1, k + 1, [frame]) for frame in frames]
        best = min(trials, key=lambda window: window.cost, default=None)
        if best is None or best.cost >= 0.0:
            return False
        made.take(best)
        return True

    def settle_all(self, made: Polisher, stop: Callable[[], bool] = lambda: False) -> None:
        """Settles each key once, and swaps keys until that helps no more."""
        for k in range(1, len(made.keys) - 1):
            if not stop():
                self.settle(made, k)
        for _ in range(len(made.keys)):
            if stop() or not self.swap(made):
                break

    def swap(self, made: Polisher) -> bool:
        """Takes a key from where it does little to where the motion plays worst; returns whether it did."""
        if len(made.keys) < 4:
            return False
        found = self._insertion(made, None)
        if found is None or found[0].cost >= 0.0:
            return False
        added = found[0]
        merged = self._merged(made, added)
        k = int(merged.argmin())
        if not merged[k] <= -_CHEAP * added.cost:
            return False
        removed = made.trial(k - 1, k + 1, [])
        if removed.cost + added.cost >= -_WORTH * made.cost():
            return False
        for window in (added, removed) if added.first > removed.first else (removed, added):
            made.take(window)
        return True

    def replace(self, made: Polisher, frame: int) -> bool:
        """Adds a key at a frame, or beside it, for the one that does least; False where none can be."""
        k = min(int(np.searchsorted(made.keys, frame, side="right")), len(made.keys) - 1) - 1
        low, high = int(made.keys[k]), int(made.keys[k + 1])
        frames = [at for at in (frame - 1, frame, frame + 1) if made.may_be(at, low, high)]
        if not frames:
            return False
        added = min((made.trial(k, k + 1, [at]) for at in frames), key=lambda window: window.cost)
        merged = self._merged(made, added)
        gone = int(merged.argmin())
        if not np.isfinite(merged[gone]):
            return False
        removed = made.trial(gone - 1, gone + 1, [])
        for window in (added, removed) if added.first > removed.first else (removed, added):
            made.take(window)
        for index in (gone - 1, gone) if gone <= k else (gone, gone + 1):
            self.settle(made, index)
        made.fit_once()
        return True

    def _merged(self, made: Polisher, added: Window) -> Floats:
        """(K,) estimates of what is left without each key; infinite for those that cannot go."""
        merged = np.full(len(made.keys), np.inf)
        merge_estimates(self._values, self._lever, made.keys, merged)
        touched = range(added.first - 2, added.last + 3)
        merged[[k for k in range(len(merged)) if k in touched or not made.is_free(k)]] = np.inf
        return merged

    def _insertion(self, made: Polisher, near: int | None) -> tuple[Window, int] | None:
        """The best further key as a trial, and the index of the key before it."""
        if near is None:
            segments = np.argsort(-made.segment_costs(), kind="stable").tolist()
        else:
            segments = [min(int(np.searchsorted(made.keys, near, side="right")), len(made.keys) - 1) - 1]
        for k in segments:
            low, high = int(made.keys[k]), int(made.keys[k + 1])
            worst = low + int(made.worst[low:high].argmax()) if near is None else near
            frames = {*self._promising(made, low, high), *([worst] if made.may_be(worst, low, high) else [])}
            if frames:
                trials = [made.trial(k, k + 1, [frame]) for frame in sorted(frames)]
                return min(trials, key=lambda window: window.cost), k
        return None

    def _promising(self, made: Polisher, low: int, high: int) -> list[int]:
        """The frames between two keys whose segments are estimated to play closest, best first."""
        free = np.array([frame for frame in range(low + 1, high) if made.may_be(frame, low, high)], np.int64)
        if len(free) > _ESTIMATED:
            free = free[np.unique(np.round(np.linspace(0, len(free) - 1, _ESTIMATED)).astype(np.int64))]
        found = np.empty(len(free))
        split_estimates(self._values, self._lever, low, high, free, found)
        return free[np.argsort(found, kind="stable")[:_TRIED]].tolist()
