"""Refinement: the keys of a count whose curves play closest to the original.

Keys are selected by what curves between them would miss at the joints and tips, then polished with the fit in
the loop. Planted feet count more, small ends that hardly show on screen less.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.skeleton import Skeleton
from kinegraph.core.tips import tips
from kinegraph.keys.baselines.uniform import uniform_keys
from kinegraph.keys.curves.channels import RigChannels
from kinegraph.keys.curves.fit import Handles, animation_of
from kinegraph.keys.curves.playback_error import (
    NOISE_PEAK,
    JointError,
    PlaybackError,
    PlaybackReference,
    StanceDrift,
)
from kinegraph.keys.refining.leverage import leverage_of
from kinegraph.keys.refining.polish import Polisher, dense_channels
from kinegraph.keys.refining.segments import Segments
from kinegraph.keys.selection.pose_space import distinct_joints, telling_tips

# What a planted foot counts, and a joint or tip that is part of a larger one, such as a thumb.
_PLANTED, _SMALL = 2.0, 0.7
# Trials for each key, at most: the result must not depend on the machine's speed.
_TRIALS = 24
# Few trials for each key where the motion would take more than _MANY of them.
_FEW_TRIALS, _MANY = 4, 12_000
_ROUNDS = 4
# In clips of at most this many frames plain keys are fitted to what plays, too.
_SHORT = 300
# Keys that are closer than a frame of film are one pose to an animator [s].
_FILM_FRAME = 1.0 / 24.0
# Additions of keys that may not help before it is given up.
_IDLE = 8
# Shares of progress: measuring segments, first fits; polishing takes the rest.
_MEASURED, _FITTED = 0.2, 0.3


@dataclass(frozen=True, eq=False)
class RefinedKeys:
    """Keys with the handles that they were judged by, and how they play.

    frames: (K,) increasing. distances: (N, J) of each joint from the original at each frame [m].
    """

    frames: Ints
    handles: Handles
    clip: Clip
    error: PlaybackError
    distances: Floats

    @property
    def largest(self) -> float:
        """Largest distance of any joint or tip [m]."""
        return self.error.worst.largest


@dataclass(frozen=True)
class Promise:
    """Largest distance from the original that a result should keep; never below its noise.

    largest: Largest distance of any joint or tip [m].
    drift: How much farther than there a planted point may slide, and how deep it may sink [m].
    """

    largest: float
    drift: float = np.inf

    def kept_by(self, error: PlaybackError) -> bool:
        """True if a result plays that close."""
        near = all(joint.largest <= self.allowed(joint) for joint in error.joints)
        return near and all(stance.strays <= self.stays(stance) for stance in error.stances)

    def allowed(self, joint: JointError) -> float:
        """The largest distance that keeps the promise at a joint [m]."""
        return max(self.largest, NOISE_PEAK * joint.noise)

    def stays(self, stance: StanceDrift) -> float:
        """Distance that a planted point may stray without breaking the promise [m]."""
        return max(self.drift, NOISE_PEAK * stance.noise)

    def beyond(self, found: RefinedKeys) -> Floats:
        """(N,) how far beyond what was promised the worst joint is at each frame [m]."""
        allowed = np.array([self.allowed(joint) for joint in found.error.joints])
        return np.maximum(found.distances - allowed, 0.0).max(axis=1)

    def straying(self, error: PlaybackError) -> list[StanceDrift]:
        """Stances that drift or sink beyond what was promised, the worst first."""
        strays = [stance for stance in error.stances if stance.strays > self.stays(stance)]
        return sorted(strays, key=lambda stance: -stance.strays)

    def missed_by(self, found: RefinedKeys) -> float:
        """The distances beyond what was promised, added up over frames and stances [m]."""
        strays = sum(stance.strays - self.stays(stance) for stance in self.straying(found.error))
        return float(self.beyond(found).sum() + strays)


class KeyRefiner:
    """Refines the keys of one motion; results of smaller counts are remembered as starts of larger ones."""

    def __init__(
        self,
        rig: RigChannels,
        reference: PlaybackReference,
        *,
        forced: Ints,
        forbidden: Sequence[int] = (),
        gap: int = 1,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        self._rig, self._reference, self._gap = rig, reference, gap
        self._lever = leverage_of(rig, point_weights(reference, weights or {}))
        self._usable = np.ones(len(rig.clip), dtype=np.int64)
        self._usable[list(forbidden)] = 0
        self._usable[forced] = 2
        self._forced = forced
        self._segments = Segments(rig, self._lever, self._usable, gap)
        self._dense = dense_channels(rig)
        self._known: dict[int, RefinedKeys] = {}

    def refine(
        self,
        count: int,
        start: Ints,
        tell: Callable[[float], None] = lambda share: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> RefinedKeys:
        """The best `count` keys found.

        start: A choice of that many keys, for where nothing better is found.
        tell: Called with the share done; may raise to give up. stop: Whether to end with the best so far.
        """
        if count in self._known:
            return self._known[count]
        polisher = self._polisher(self._first_keys(count, start, tell))
        tell(_FITTED)
        found = [self._measured(polisher)]
        budget = min(_TRIALS * count, _FEW_TRIALS * count + _MANY)

        def spent() -> bool:
            tell(_FITTED + (1.0 - _FITTED) * min(1.0, polisher.trials / budget))
            return polisher.trials >= budget or stop()

        polisher.improve(_ROUNDS, spent)
        found.append(self._measured(polisher))
        polisher.fit_to_play(stop)
        found.append(self._measured(polisher))
        others = [self._polisher(keys) for keys in self._plain(count, start)]
        plain = [self._measured(other) for other in others]
        if len(self._usable) <= _SHORT:
            for other in others:
                other.fit_to_play(stop)
                found.append(self._measured(other))
        fewer = [known for known in self._known.values() if len(known.frames) < count]
        bound = min(known.largest for known in (*plain, *fewer))
        best = _best([*found, *plain], bound)
        if best.largest > bound:
            best = _best([best, *self._with_more(min(fewer, key=_rank), count)], bound)
        if not stop():
            self._known[count] = best
        return best

    def extend(
        self,
        found: RefinedKeys,
        promise: Promise,
        tell: Callable[[float], None] = lambda share: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> RefinedKeys:
        """Adds keys, a few at a time, until the result keeps a promise, or no further key helps."""
        polisher = self._polisher(found.frames, found.handles)
        best = now = found
        step, idle = max(1, len(found.frames) // 16), 0
        while not stop() and not promise.kept_by(now.error) and idle < _IDLE:
            before = len(polisher.keys)
            for frame in _wanting(now, promise):
                if len(polisher.keys) < before + step:
                    polisher.add_key(frame)
            if len(polisher.keys) == before:
                break
            limit = polisher.trials + _TRIALS * step
            polisher.improve(1, lambda limit=limit: polisher.trials >= limit)
            polisher.fit_to_play(stop)
            now = self._measured(polisher)
            better = promise.missed_by(now) < promise.missed_by(best)
            best, idle = (now, 0) if better else (best, idle + 1)
            tell(min(1.0, len(polisher.keys) / len(self._usable)))
        return best

    def merge_close(
        self, found: RefinedKeys, promise: Promise, stop: Callable[[], bool] = lambda: False
    ) -> RefinedKeys:
        """Makes one key of two that are less than a frame of film apart, where the promise stays kept.

        Feet that land one soon after the other need no pose each.
        """
        tried: set[tuple[int, int]] = set()
        while not stop():
            close = [
                pair
                for pair in pairwise(found.frames.tolist())
                if pair[1] - pair[0] < _FILM_FRAME * self._reference.original.fps and pair not in tried
            ]
            if not close:
                break
            pair = min(close, key=lambda pair: (pair[1] - pair[0], pair))
            tried.add(pair)
            made = self._merge(found, pair)
            if made is not None and _no_worse(made, found, promise):
                found = made
        return found

    def _merge(self, found: RefinedKeys, pair: tuple[int, int]) -> RefinedKeys | None:
        """The keys with one in place of two neighbours; None where both must stay."""
        k = int(np.searchsorted(found.frames, pair[0]))
        certain = [frame for frame in pair if self._usable[frame] == 2]
        if len(certain) == 2:
            return None
        polisher = self._polisher(found.frames, found.handles)
        if certain:
            gone = k if certain == [pair[1]] else k + 1
            trials = [polisher.trial(gone - 1, gone + 1, [])]
        else:
            frames = [frame for frame in range(pair[0], pair[1] + 1) if self._usable[frame]]
            trials = [polisher.trial(k - 1, k + 2, [frame]) for frame in frames]
        polisher.take(min(trials, key=lambda window: window.cost))
        return self._measured(polisher)

    def _first_keys(self, count: int, start: Ints, tell: Callable[[float], None]) -> Ints:
        keys = self._segments.best_keys(count, lambda share: tell(_MEASURED * share))
        if keys is None:
            return start
        polisher = self._polisher(keys)
        while len(polisher.keys) < count and polisher.add_key():
            pass
        return polisher.keys if len(polisher.keys) == count else start

    def _plain(self, count: int, start: Ints) -> list[Ints]:
        """Choices that the result must not be worse than."""
        uniform = np.unique(np.concatenate([uniform_keys(len(self._usable), count), self._forced]))
        allowed = (
            len(uniform) == count and np.diff(uniform).min() >= self._gap and self._usable[uniform].all()
        )
        return [start, uniform] if allowed else [start]

    def _with_more(self, fewer: RefinedKeys, count: int) -> list[RefinedKeys]:
        """A result with further keys: as they are added, polished and fitted, and with its segments split."""
        polisher = self._polisher(fewer.frames, fewer.handles)
        while len(polisher.keys) < count and polisher.add_key():
            pass
        found = [self._measured(polisher)]
        polisher.improve(1, lambda: polisher.trials > _TRIALS * count)
        found.append(self._measured(polisher))
        polisher.fit_to_play()
        found.append(self._measured(polisher))
        polisher = self._polisher(fewer.frames, fewer.handles)
        while len(polisher.keys) < count and polisher.split_worst():
            pass
        found.append(self._measured(polisher))
        polisher.fit_to_play()
        return [*found, self._measured(polisher)]

    def _polisher(self, keys: Ints, handles: Handles | None = None) -> Polisher:
        return Polisher(
            self._rig, self._dense, self._lever, keys, handles, usable=self._usable, gap=self._gap
        )

    def _measured(self, polisher: Polisher) -> RefinedKeys:
        keys, handles = polisher.keys, polisher.handles
        clip = played(animation_of(self._rig, keys, handles), self._rig.clip)
        error, distances = self._reference.error(clip)
        return RefinedKeys(keys, handles, clip, error, distances)


def played(animation: Animation, original: Clip) -> Clip:
    """An animation at the frames of its original."""
    return poses_at(animation, original.times, original.fps)


def point_weights(reference: PlaybackReference, weights: Mapping[str, float]) -> Floats:
    """(F, J + T) what the distance of each joint and tip counts at each frame.

    weights: By joint, for it and its tips, 1 by default.
    """
    skeleton = reference.original.skeleton
    carriers = tips(skeleton)[0]
    each = _showing(skeleton)
    for name, weight in weights.items():
        joint = skeleton.index(name)
        each[joint] = weight
        each[len(skeleton) :][carriers == joint] = weight
    found = np.tile(each, (len(reference.original), 1))
    for joint, first, stop in reference.planted:
        columns = [joint, *(len(skeleton) + np.flatnonzero(carriers == joint)).tolist()]
        found[first:stop, columns] = np.maximum(found[first:stop, columns], each[columns] * _PLANTED)
    return found


def _showing(skeleton: Skeleton) -> Floats:
    """(J + T,) 1 for joints and tips that distinguish poses, less for those that are part of a larger one."""
    carriers = tips(skeleton)[0]
    chosen = [skeleton.index(name) for name in distinct_joints(skeleton)]
    each = np.full(len(skeleton) + len(carriers), _SMALL)
    each[chosen] = 1.0
    each[len(skeleton) + np.array(telling_tips(skeleton, chosen), dtype=np.int64)] = 1.0
    return each


def _wanting(found: RefinedKeys, promise: Promise) -> list[int]:
    """Frames where a result breaks a promise: the worst between each two keys, then those of stances."""
    beyond = promise.beyond(found)
    segments = np.maximum.reduceat(beyond, found.frames[:-1])
    starts, stops = found.frames[:-1].tolist(), found.frames[1:].tolist()
    order = [k for k in np.argsort(-segments, kind="stable").tolist() if segments[k] > 0.0]
    frames = [starts[k] + int(beyond[starts[k] : stops[k]].argmax()) for k in order]
    return [*frames, *(stance.worst for stance in promise.straying(found.error))]


def _no_worse(made: RefinedKeys, before: RefinedKeys, promise: Promise) -> bool:
    """True if a result keeps a promise, or misses it by no more than one before."""
    if promise.kept_by(before.error):
        return promise.kept_by(made.error)
    return promise.missed_by(made) <= promise.missed_by(before)


def _best(found: Sequence[RefinedKeys], bound: float) -> RefinedKeys:
    """The result of which largest and mean error are least together, of those that keep a largest one [m].

    The one with the smallest largest error where none does.
    """
    keeping = [one for one in found if one.largest <= bound]
    return min(keeping, key=lambda one: one.largest * one.error.mean) if keeping else min(found, key=_rank)


def _rank(found: RefinedKeys) -> tuple[float, float]:
    return found.largest, found.error.mean
