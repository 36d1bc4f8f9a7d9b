"""Refinement: the keys of a count whose curves play closest to the original.

Keys are selected by what curves between them would miss at the joints and tips, then polished with the fit in
the loop. Planted feet count more, small ends that hardly show on screen less.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats, Ints, kernel_floats
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
from kinegraph.keys.refining.growth import Grower
from kinegraph.keys.refining.leverage import leverage_of
from kinegraph.keys.refining.polish import Polisher, dense_channels
from kinegraph.keys.refining.segments import Segments
from kinegraph.keys.selection.pose_space import distinct_joints, telling_tips

# What a planted foot counts, and a joint or tip that is part of a larger one, such as a thumb.
_PLANTED, _SMALL = 2.0, 0.7
# What selecting keys for the whole motion takes, in additions of a key.
_SELECTING = 12
# A rung looks farther down where keys added to the rung below come this close to its own largest error.
_CLOSE = 1.3
# Plain keys are fitted if their estimate is below this share of the largest error so far.
_LIKELY = 1.0
# Keys that are moved to where the motion plays worst, at most.
_RELIEFS = 12
# Segments of either kind that are cut where no other further key keeps the largest error.
_CUT = 4
# Additions of keys that may not help before it is given up.
_IDLE = 8


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
        """How far a planted point may stray without breaking the promise [m]."""
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


class _Told:
    """Progress in additions of a key, out of about `whole`."""

    def __init__(self, tell: Callable[[float], None], whole: int) -> None:
        self._tell, self._whole, self._done = tell, whole, 0

    def add(self, done: int) -> None:
        """Tells that so much more is done."""
        self._done += done
        self._tell(min(1.0, self._done / self._whole))


class KeyRefiner:
    """Refines the keys of one motion; results of smaller counts are remembered as starts of larger ones.

    fewest: The smallest count of keys. chosen: The keys of a count that the layers choose.
    """

    def __init__(
        self,
        rig: RigChannels,
        reference: PlaybackReference,
        *,
        forced: Ints,
        forbidden: Sequence[int] = (),
        gap: int = 1,
        weights: Mapping[str, float] | None = None,
        fewest: int,
        chosen: Callable[[int], Ints],
    ) -> None:
        self._rig, self._reference, self._gap = rig, reference, gap
        counting = point_weights(reference, weights or {})
        self._lever = leverage_of(rig, counting)
        self._counting = _joints_counting(reference.original.skeleton, counting)
        self._usable = np.ones(len(rig.clip), dtype=np.int64)
        self._usable[list(forbidden)] = 0
        self._usable[forced] = 2
        self._forced = forced
        self._segments = Segments(rig, self._lever, self._usable, gap)
        self._dense = dense_channels(rig)
        self._known: dict[int, RefinedKeys] = {}
        self._own: dict[int, RefinedKeys] = {}
        self._fewest, self._chosen = fewest, chosen
        self._grower = Grower(kernel_floats(rig.values.T), self._lever)

    def refine(
        self,
        count: int,
        tell: Callable[[float], None] = lambda share: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> RefinedKeys:
        """The best `count` keys found.

        At some counts, the rungs, keys are selected for the whole motion, and kept if they play closer than
        those of the rung below with keys added. From a rung keys are added one by one, and none makes the
        largest error larger. The result is the same whatever was asked for before.
        tell: Called with the share done; may raise to give up. stop: Whether to end with the best so far.
        """
        if count in self._known:
            return self._known[count]
        rungs = self._rungs(count)
        told = _Told(tell, len(rungs[-2:]) * _SELECTING + count - rungs[-2:][0])
        found = self._climb(self._on_rung(rungs, told, stop), count, told, stop)
        if len(found.frames) != count:
            return self._hurried(found, count)
        if not stop():
            self._known[count] = found
        return found

    def _rungs(self, count: int) -> list[int]:
        """Counts of at most `count` at which keys are selected afresh, ascending: four to each doubling."""
        steps = [
            (4 + quarter) * 2**octave // 4 for octave in range(count.bit_length()) for quarter in range(4)
        ]
        return sorted({self._fewest, *(step for step in steps if self._fewest < step <= count)})

    def _on_rung(self, rungs: list[int], told: "_Told", stop: Callable[[], bool]) -> RefinedKeys:
        """The best keys of the last of these counts."""
        count = rungs[-1]
        if count in self._known:
            return self._known[count]
        best = self._selected(count, told, stop)
        if len(rungs) > 1 and not stop():
            risen = self._climb(self._selected(rungs[-2], told, stop), count, told, stop)
            if risen.largest < _CLOSE * best.largest and not stop():
                risen = self._climb(self._on_rung(rungs[:-1], told, stop), count, told, stop)
            if len(risen.frames) == count:
                fitted = (
                    [self._fitted(one, stop) for one in (best, risen)] if risen.largest < best.largest else []
                )
                best = _best([best, risen, *fitted], risen)
        if not stop():
            self._known[count] = best
        return best

    def _climb(self, now: RefinedKeys, count: int, told: "_Told", stop: Callable[[], bool]) -> RefinedKeys:
        """Keys with others added up to a count."""
        while len(now.frames) < count and not stop():
            now = self._with_another(now)
            told.add(1)
        return now

    def _with_another(self, now: RefinedKeys) -> RefinedKeys:
        """The best keys found with one key more."""
        count, found = len(now.frames) + 1, []
        polisher = self._polisher(now.frames, now.handles)
        worst = int(np.searchsorted(now.frames, self._worst_frame(now), side="right")) - 1
        for k in dict.fromkeys([min(worst, count - 3), polisher.by_need()[0]]):
            polisher = self._polisher(now.frames, now.handles)
            if polisher.split(k):
                found.append(self._measured(polisher))
                polisher.fit_once()
                found.append(self._measured(polisher))
        found += [self._measured(self._polisher(keys)) for keys in self._plain(count, now.largest)]
        if not any(one.largest <= now.largest for one in found):
            found += self._split(now)
        return _best(found or [self._measured(self._polisher(self._chosen(count)))], now)

    def _selected(self, count: int, told: "_Told", stop: Callable[[], bool]) -> RefinedKeys:
        """Keys that are selected for the whole motion, or plain ones if these play closer."""
        if count not in self._own:
            polisher = self._polisher(self._first_keys(count))
            self._grower.settle_all(polisher, stop)
            found = [self._measured(polisher)]
            polisher.fit_to_play(stop)
            found.append(self._measured(polisher))
            found = [self._relieved(min(found, key=_product), stop)]
            largest = min(one.largest for one in found)
            plain = [self._measured(self._polisher(keys)) for keys in self._plain(count, largest)]
            least = min([*found, *plain], key=_rank)
            if least.largest < largest:
                found += [self._fitted(one, stop) for one in (*found, *plain)]
            best = _best([*found, *plain], least)
            if stop():
                return best
            self._own[count] = best
        told.add(_SELECTING)
        return self._own[count]

    def _relieved(self, now: RefinedKeys, stop: Callable[[], bool]) -> RefinedKeys:
        """Keys moved from where they do little to where the motion plays worst, as long as that helps.

        Unlike trials, which take joints to move in proportion to channels, this goes by what plays.
        """
        for _ in range(_RELIEFS):
            polisher = self._polisher(now.frames, now.handles)
            if stop() or not self._grower.replace(polisher, self._worst_frame(now)):
                break
            made = self._measured(polisher)
            if made.largest >= now.largest or _product(made) >= _product(now):
                break
            now = made
        return now

    def _fitted(self, found: RefinedKeys, stop: Callable[[], bool]) -> RefinedKeys:
        """The same keys, all their handles fitted to what plays once more."""
        polisher = self._polisher(found.frames, found.handles)
        polisher.fit_to_play(stop)
        return self._measured(polisher)

    def _worst_frame(self, found: RefinedKeys) -> int:
        return int((found.distances * self._counting).max(axis=1).argmax())

    def _split(self, now: RefinedKeys) -> list[RefinedKeys]:
        """Results with one segment cut: of those that play worst, and of those that play closest."""
        order, found = self._polisher(now.frames, now.handles).by_need(), []
        for k in dict.fromkeys([*order[:_CUT], *order[-_CUT:]]):
            polisher = self._polisher(now.frames, now.handles)
            if polisher.split(k):
                found.append(self._measured(polisher))
        return found

    def _hurried(self, now: RefinedKeys, count: int) -> RefinedKeys:
        """Keys of a count at once: the best so far with segments cut, or those of the layers."""
        polisher = self._polisher(now.frames, now.handles)
        while len(polisher.keys) < count and any(polisher.split(k) for k in polisher.by_need()):
            pass
        found = [self._measured(self._polisher(self._chosen(count)))]
        if len(polisher.keys) == count:
            found.append(self._measured(polisher))
        return min(found, key=_rank)

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
                    self._grower.grow(polisher, frame)
            if len(polisher.keys) == before:
                break
            polisher.fit_to_play(stop)
            now = self._measured(polisher)
            better = promise.missed_by(now) < promise.missed_by(best)
            best, idle = (now, 0) if better else (best, idle + 1)
            tell(min(1.0, len(polisher.keys) / len(self._usable)))
        return best

    def _first_keys(self, count: int) -> Ints:
        """Keys selected by what cubics between them would miss; those of the layers where there are none."""
        keys = self._segments.best_keys(count)
        if keys is None:
            return self._chosen(count)
        polisher = self._polisher(keys)
        while len(polisher.keys) < count and self._grower.grow(polisher):
            pass
        return polisher.keys if len(polisher.keys) == count else self._chosen(count)

    def _plain(self, count: int, largest: float) -> list[Ints]:
        """Choices that the result must not be worse than, if they are estimated to play as close as [m]."""
        uniform = np.unique(np.concatenate([uniform_keys(len(self._usable), count), self._forced]))
        allowed = (
            len(uniform) == count and np.diff(uniform).min() >= self._gap and self._usable[uniform].all()
        )
        plain = [self._chosen(count), *([uniform] if allowed else [])]
        return [keys for keys in plain if self._grower.largest(keys) <= _LIKELY * largest]

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


def _joints_counting(skeleton: Skeleton, points: Floats) -> Floats:
    """(F, J) what the distance of a joint, or of the tips that it carries, counts at each frame."""
    found = points[:, : len(skeleton)].copy()
    for tip, joint in enumerate(tips(skeleton)[0].tolist()):
        np.maximum(found[:, joint], points[:, len(skeleton) + tip], out=found[:, joint])
    return found


def _wanting(found: RefinedKeys, promise: Promise) -> list[int]:
    """Frames where a result breaks a promise: the worst between each two keys, then those of stances."""
    beyond = promise.beyond(found)
    segments = np.maximum.reduceat(beyond, found.frames[:-1])
    starts, stops = found.frames[:-1].tolist(), found.frames[1:].tolist()
    order = [k for k in np.argsort(-segments, kind="stable").tolist() if segments[k] > 0.0]
    frames = [starts[k] + int(beyond[starts[k] : stops[k]].argmax()) for k in order]
    return [*frames, *(stance.worst for stance in promise.straying(found.error))]


def _product(found: RefinedKeys) -> float:
    return found.largest * found.error.mean


def _best(found: Sequence[RefinedKeys], before: RefinedKeys) -> RefinedKeys:
    """The result of which largest and mean error are least together, of those not worse than one before.

    The one with the smallest largest error where none is.
    """
    closer = [one for one in found if one.largest <= before.largest]
    keeping = [one for one in closer if one.error.mean <= before.error.mean] or closer
    return min(keeping, key=_product) if keeping else min(found, key=_rank)


def _rank(found: RefinedKeys) -> tuple[float, float]:
    return found.largest, found.error.mean
