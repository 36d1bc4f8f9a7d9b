"""Thinning: keys that single curves do not need are removed, once the poses are set.

A pose is a key on every curve. Few curves need them all: while a hand waves, the curves of the feet are
level. Keys are removed curve by curve, those first that change least of what plays, as long as no joint plays
farther from the original than a limit.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from kinegraph.core.animation import Animation, Channel
from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.bake import poses_at
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.keys.choices import KeyChoices
from kinegraph.keys.curves.playback_error import PlaybackError
from kinegraph.keys.curves.thinning_kernels import merge_segments, removal_costs
from kinegraph.keys.keyed_motion import KeyedMotion
from kinegraph.keys.refining.leverage import Leverage, leverage_of

# Trials of how far a curve may move a point when it loses keys.
_TRIALS = 10
# A channel that moves no point, as a turn of a last joint about its bone, counts as if one were this far [m].
_NEAREST = 0.02


def thin_keys(keyed: KeyedMotion, choices: KeyChoices, limit: float | None = None) -> KeyedMotion:
    """The same poses with fewer keys on the curves.

    limit: Largest distance that a joint may play from the original [m]; by default, and where the result is
    farther off already, its own. Planted feet stray no farther than was promised, or than they do.
    """
    if limit is not None and not (np.isfinite(limit) and limit > 0.0):
        raise InvalidValue(f"The largest error must be a positive length, not {limit}.")
    bound = max(keyed.error.worst.largest, limit or 0.0)
    curves = _thin_curves(keyed, choices)
    low, high, best = 0.0, bound, keyed
    for _ in range(_TRIALS):
        middle = 0.5 * (low + high)
        made = _play_thinned(curves, middle, keyed, choices)
        if _keeps(made.error, keyed.error, bound, choices):
            low, best = middle, made
        else:
            high = middle
    return best


def key_total(animation: Animation) -> int:
    """Number of keys on all curves."""
    return sum(len(curve) for curve in animation.curves.values())


@dataclass(frozen=True, eq=False)
class _ThinCurve:
    """A curve and what its keys are worth.

    keys: (K,) frames. played: (1, F) the curve at all frames.
    in_slopes, out_slopes: (K,) before and after each key [unit/frame].
    costs: (K,) how far the removal of each key moves a point [m].
    """

    curve: Curve
    keys: Ints
    played: Floats
    in_slopes: Floats
    out_slopes: Floats
    costs: Floats

    def at(self, change: float, fps: float) -> Curve:
        """The curve without the keys whose removal moves no point farther than `change` [m]."""
        left = np.flatnonzero(self.costs > change)
        if len(left) == len(self.keys):
            return self.curve
        incoming, outgoing = self.curve.in_handles[left].copy(), self.curve.out_handles[left].copy()
        lengths = np.empty((1, 1, 2))
        for place, (low, high) in enumerate(pairwise(left.tolist())):
            if high == low + 1:
                continue
            first, last = int(self.keys[low]), int(self.keys[high])
            out_slope, in_slope = float(self.out_slopes[low]), float(self.in_slopes[high])
            merge_segments(self.played, first, last, out_slope, in_slope, lengths)
            after, before = lengths[0, 0] * (last - first)
            start, end = self.curve.values[[low, high]]
            outgoing[place] = self.curve.times[low] + after / fps, start + after * out_slope
            incoming[place + 1] = self.curve.times[high] - before / fps, end - before * in_slope
        times, values = self.curve.times[left], self.curve.values[left]
        return Curve(times, values, incoming, outgoing, self.curve.holds[left])


def _thin_curves(keyed: KeyedMotion, choices: KeyChoices) -> dict[Channel, _ThinCurve]:
    """The curves that have a key in every pose and hold none."""
    rig, keys = choices.channels, keyed.keys.frames
    lever, kept = leverage_of(rig), np.isin(keys, choices.forced)
    found: dict[Channel, _ThinCurve] = {}
    for row, channel in enumerate(rig.channels):
        curve = keyed.animation.curves[channel]
        if len(curve) == len(keys) and not curve.holds.any():
            found[channel] = _thin_curve(curve, keys, kept, _reach(lever, row), choices)
    return found


def _thin_curve(curve: Curve, keys: Ints, kept: np.ndarray, reach: Floats, choices: KeyChoices) -> _ThinCurve:
    fps = choices.clip.fps
    played = kernel_floats(curve.evaluate(choices.clip.times)[None])
    before, after = _handle_slopes(curve, fps)
    costs = np.empty(len(keys))
    removal_costs(played, reach, keys, before, after, kept, costs)
    return _ThinCurve(curve, keys, played, before, after, costs)


def _handle_slopes(curve: Curve, fps: float) -> tuple[Floats, Floats]:
    """(K,) slopes before and after each key [unit/frame]; handles of no length are level."""
    points = np.stack([curve.times, curve.values], axis=-1)
    slopes = []
    for handles, sign in ((curve.in_handles, -1.0), (curve.out_handles, 1.0)):
        along, up = (sign * (handles - points)).T
        slopes.append(kernel_floats(np.divide(up, along * fps, out=np.zeros(len(up)), where=along > 0.0)))
    return slopes[0], slopes[1]


def _reach(lever: Leverage, row: int) -> Floats:
    """(F,) how far points move by the value of a channel, at most [m per unit]."""
    axes, joint = lever.axes[:, row], int(lever.joints[row])
    if not lever.turns[row]:
        return kernel_floats(np.linalg.norm(axes, axis=-1))
    points = lever.moved[lever.starts[joint] : lever.starts[joint + 1]]
    arms = lever.places[:, points] - lever.places[:, [joint]]
    farthest = np.linalg.norm(np.cross(axes[:, None], arms), axis=-1).max(axis=1)
    return kernel_floats(np.maximum(farthest, _NEAREST * np.linalg.norm(axes, axis=-1)))


def _play_thinned(
    curves: dict[Channel, _ThinCurve], change: float, keyed: KeyedMotion, choices: KeyChoices
) -> KeyedMotion:
    original = choices.clip
    made = {channel: thin.at(change, original.fps) for channel, thin in curves.items()}
    animation = replace(keyed.animation, curves={**keyed.animation.curves, **made})
    clip = poses_at(animation, original.times, original.fps)
    error, distances = choices.reference.error(clip)
    return replace(keyed, animation=animation, clip=clip, error=error, distances=distances)


def _keeps(made: PlaybackError, before: PlaybackError, bound: float, choices: KeyChoices) -> bool:
    """True if no joint is beyond the bound, and no planted foot strays farther than it may."""
    stays = [max(choices.promise.stays(stance), stance.strays) for stance in before.stances]
    feet = all(stance.strays <= most for stance, most in zip(made.stances, stays, strict=True))
    return made.worst.largest <= bound and feet
