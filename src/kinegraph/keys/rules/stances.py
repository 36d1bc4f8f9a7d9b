"""Stance keys: keys inside a stance, where without them a foot that stood still would slide or sink.

A foot's place is the sum of every turn from the root down to it, and curves through keys far apart can each
be close to the original and still let the foot slide. The cure is more keys where it strays the most; they
are added until no foot drifts farther than the bound.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Ints
from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import standing_height
from kinegraph.keys.curves.channels import RigChannels
from kinegraph.keys.curves.fit import FitMethod, Handles, animation_of, fit_handles
from kinegraph.keys.curves.playback_error import NOISE_PEAK, PlaybackReference
from kinegraph.keys.selection.selection_space import KeyRules

# A foot may drift, or sink, by this share of the character's height more than it does in the capture, which
# is 7 mm for a person. A share, so that neither the unit nor the size of a character changes its keys.
_DRIFT = 0.005
# Each round adds a key to every stance that needs one. What is left after this many rounds is reported.
_ROUNDS = 12
# A key is added no nearer to its neighbours than this share of the way between them: keys that crowd together
# hold nothing that one of them would not.
_MARGIN = 0.25
# Keys of a stretch whose curves are fitted together.
_STRETCH = 100


def drift_bound(clip: Clip) -> float:
    """Drift or sinking that a foot may add to that of the capture [m]: 0.5% of height."""
    return _DRIFT * standing_height(clip)


@dataclass(frozen=True, eq=False)
class StanceKeys:
    """frames: Keys to add, in the order of need; held: Whether every stance then stays within the bound."""

    frames: Ints
    held: bool


def stance_keys(
    reference: PlaybackReference,
    rig: RigChannels,
    keys: Ints,
    rules: KeyRules,
    progress: Callable[[float], None] = lambda share: None,
) -> StanceKeys:
    """Keys to add to `keys` so that planted feet stay in place, as the final fit plays them.

    progress: Called with the share of rounds done.
    """
    legs = _Legs(_supporting(rig, [point.joint for point in reference.contacts]), keys)
    bound = drift_bound(reference.original)
    added: list[int] = []
    for done in range(_ROUNDS):
        progress(done / _ROUNDS)
        now = np.sort(np.concatenate([keys, np.array(added, dtype=np.int64)]))
        wanting = _straying(reference, legs, now, bound)
        if not wanting:
            return StanceKeys(np.array(added, dtype=np.int64), True)
        new = _free(wanting, now, rules)
        if not new:
            break
        added += new
    return StanceKeys(np.array(added, dtype=np.int64), False)


def _supporting(rig: RigChannels, joints: Sequence[int]) -> RigChannels:
    """The channels of the joints that carry a contact point, from the root down: no other moves it."""
    chains = {above for joint in joints for above in rig.clip.skeleton.chain(joint)}
    chosen = [row for row, channel in enumerate(rig.channels) if channel.joint in chains]
    return RigChannels(
        rig.clip, tuple(rig.channels[row] for row in chosen), rig.values[chosen], rig.rotation_modes
    )


class _Legs:
    """Channels that are fitted again and again, in stretches: only those with new keys are fitted anew."""

    def __init__(self, rig: RigChannels, keys: Ints) -> None:
        self._rig = rig
        self._cuts = [int(keys[0]), *keys[_STRETCH : -_STRETCH // 2 : _STRETCH].tolist(), int(keys[-1])]
        self._fitted: dict[int, tuple[int, Handles]] = {}

    def played(self, keys: Ints) -> Clip:
        """The original with these channels played from curves through keys (K,)."""
        found = [self._handles(keys, *stretch) for stretch in pairwise(self._cuts)]
        last = found[-1]
        joined = Handles(
            np.concatenate([found[0].in_slopes[:, :1], *(own.in_slopes[:, 1:] for own in found)], axis=1),
            np.concatenate([*(own.out_slopes[:, :-1] for own in found), last.out_slopes[:, -1:]], axis=1),
            np.concatenate([own.lengths for own in found], axis=1),
        )
        clip = self._rig.clip
        return poses_at(animation_of(self._rig, keys, joined), clip.times, clip.fps)

    def _handles(self, keys: Ints, first: int, last: int) -> Handles:
        own = keys[(keys >= first) & (keys <= last)]
        count, handles = self._fitted.get(first, (0, None))
        if handles is None or count != len(own):
            values = self._rig.values[:, first : last + 1]
            handles = fit_handles(values, own - first, FitMethod.FINAL)
            self._fitted[first] = len(own), handles
        return handles


def _straying(reference: PlaybackReference, legs: _Legs, keys: Ints, bound: float) -> list[int]:
    """The worst frame of each stance that drifts or sinks beyond the bound, the worst stance first."""
    error, _ = reference.error(legs.played(keys))
    found = sorted(
        (stance for stance in error.stances if stance.strays > max(bound, NOISE_PEAK * stance.noise)),
        key=lambda stance: -stance.strays,
    )
    return [stance.worst for stance in found]


def _free(wanting: list[int], keys: Ints, rules: KeyRules) -> list[int]:
    """For each stance a frame near its worst that may be a key, but no two between the same keys."""
    new: dict[int, int] = {}
    for worst in wanting:
        segment = min(max(int(np.searchsorted(keys, worst, side="right")) - 1, 0), len(keys) - 2)
        before, after = int(keys[segment]), int(keys[segment + 1])
        margin = max(rules.gap, round(_MARGIN * (after - before)))
        frames = [
            frame for frame in range(before + margin, after - margin + 1) if frame not in rules.forbidden
        ]
        if frames and segment not in new:
            new[segment] = min(frames, key=lambda frame: abs(frame - worst))
    return list(new.values())
