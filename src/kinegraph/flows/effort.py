"""Effort: how many keys a performed motion would have taken on a time line.

After Choi, You and Noh's table 4. What few spatial keys and some passes of a hand made is keyed in time in
three ways, each with as few keys as come equally near to it: by baking every n-th frame, by simplifying each
curve on its own, and by the optimal selection of whole poses. An animator mostly sets three channels at
once, a rotation or a place, so keys are counted in threes (their eq. 11).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinegraph.core.animation import Animation, Property
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.bake import animation_from_clip, poses_at
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.curves.channels import rig_channels
from kinegraph.keys.curves.fit import FitMethod, fit_keys
from kinegraph.keys.curves.playback_error import PlaybackReference
from kinegraph.keys.settings import KeySettings
from kinegraph.perform.performances.performance import Performance, perform

SPATIAL, EVERY_FRAME, BAKED, SIMPLIFIED, OPTIMAL = (
    "spatial keys",
    "every frame",
    "baked",
    "simplified curves",
    "optimal selection",
)
_LONGEST_INTERVAL = 48  # frames between two baked keys, at the most
# The tolerance of simplified curves is sought between a radian and one halved so often, in so many rounds.
_TIGHTEST, _ROUNDS = 14.0, 12


@dataclass(frozen=True)
class EffortRow:
    """One way to make the motion.

    poses: Spatial keys; or the times at which anything is keyed.
    keys: Keys of three channels each.
    error: Root mean square over all joints and frames [m].
    """

    method: str
    poses: int
    keys: int
    error: float


@dataclass(frozen=True)
class Effort:
    """What a motion takes.

    frames: Of the motion; channels: of the rig that move in it.
    passes: Layers that were recorded.
    allowed: Error that temporal keys were allowed [m].
    """

    rows: tuple[EffortRow, ...]
    frames: int
    channels: int
    passes: int
    allowed: float

    def row(self, method: str) -> EffortRow:
        """The row of a method."""
        return next(row for row in self.rows if row.method == method)


def effort_table(performance: Performance, fps: float = 30.0, accuracy: float = 0.01) -> Effort:
    """Counts the keys of a performance, and those that a time line would take for the same motion.

    accuracy: Root mean square error that temporal keys are allowed, as a share of the character's height.
    """
    if not (np.isfinite(accuracy) and accuracy > 0):
        raise InvalidValue(f"The error that is allowed must be a positive share, not {accuracy}.")
    clip = perform(performance, fps).clip
    if len(clip) < 3:
        raise InvalidValue("Keys in time need a performance of at least three frames.")
    dense = animation_from_clip(clip, "XYZ")
    held = _HeldAgainst(clip, accuracy, len(dense.curves))
    rows = (
        _spatial(performance),
        held.row(EVERY_FRAME, len(clip), 0.0),
        held.baked(),
        held.simplified(dense),
        held.optimal(),
    )
    return Effort(rows, len(clip), len(dense.curves), len(performance.layers), held.allowed)


def effort_lines(effort: Effort) -> list[str]:
    """The table as text."""
    lines = [
        f"{effort.frames} frames, {effort.channels} channels, {effort.passes} recorded passes; "
        f"temporal keys may miss by {1e3 * effort.allowed:.1f} mm (RMS)",
        f"{'':<20}{'poses':>8}{'keys of three':>16}{'error [mm]':>12}",
    ]
    lines += [
        f"{row.method:<20}{row.poses:>8,}{row.keys:>16,}{1e3 * row.error:>12.1f}" for row in effort.rows
    ]
    return lines


def _spatial(performance: Performance) -> EffortRow:
    """The keys that were set, each for its own set's manipulators; a controller has a place alone."""
    sets = [each for each in performance.rig.sets if each.keys]
    threes = sum(len(each.keys) * sum(m.moves + m.turns for m in each.manipulators) for each in sets)
    return EffortRow(SPATIAL, sum(len(each.keys) for each in sets), threes, 0.0)


class _HeldAgainst:
    """A clip, what temporal keys may miss it by, and the ways to key it."""

    def __init__(self, clip: Clip, accuracy: float, channels: int) -> None:
        self._clip, self._channels = clip, channels
        self._reference = PlaybackReference(clip)
        self._rig = rig_channels(clip)
        self.allowed = accuracy * self._reference.error(clip)[0].height

    def row(self, method: str, poses: int, error: float) -> EffortRow:
        """Whole poses: every channel has a key at every time."""
        return EffortRow(method, poses, -(-poses * self._channels // 3), error)

    def baked(self) -> EffortRow:
        """The longest even interval that comes near enough."""
        last = len(self._clip) - 1

        def frames(interval: int) -> Ints:
            return np.unique(np.append(np.arange(0, last, interval), last))

        interval = _largest(
            lambda n: self._fitted(frames(n)) <= self.allowed, 1, min(_LONGEST_INTERVAL, last)
        )
        return self.row(BAKED, len(frames(interval)), self._fitted(frames(interval)))

    def optimal(self) -> EffortRow:
        """The fewest poses, chosen where they matter, that come near enough."""
        choices = choose_keys(self._clip, KeySettings(objective="bezier_max", contacts=False))
        counts = choices.counts

        def chosen(back: int) -> Ints:
            return choices.keys(int(counts[len(counts) - 1 - back])).frames

        back = _largest(lambda n: self._fitted(chosen(n)) <= self.allowed, 0, len(counts) - 1)
        return self.row(OPTIMAL, len(chosen(back)), self._fitted(chosen(back)))

    def simplified(self, dense: Animation) -> EffortRow:
        """Each curve with the keys that straight lines need to stay within a tolerance, the loosest one."""
        height = self._reference.error(self._clip)[0].height

        def at(halvings: float) -> tuple[Animation, float]:
            thinned = _thinned(dense, 0.5**halvings, 0.5 * height)
            return thinned, self._error(thinned)

        loose, tight = 0.0, _TIGHTEST
        best = at(tight)
        for _ in range(_ROUNDS):
            middle = 0.5 * (tight + loose)
            found = at(middle)
            if found[1] <= self.allowed:
                tight, best = middle, found
            else:
                loose = middle
        thinned, error = best
        times = np.unique(np.concatenate([curve.times for curve in thinned.curves.values()]))
        keys = sum(len(curve) for curve in thinned.curves.values())
        return EffortRow(SIMPLIFIED, len(times), -(-keys // 3), error)

    def _fitted(self, frames: Ints) -> float:
        """RMS error of curves through whole poses at some frames [m]."""
        return self._error(fit_keys(self._clip, frames, method=FitMethod.PREVIEW, channels=self._rig))

    def _error(self, animation: Animation) -> float:
        played = poses_at(animation, self._clip.times, self._clip.fps)
        return self._reference.error(played)[0].mean


def _largest(good: Callable[[int], bool], low: int, high: int) -> int:
    """The largest number from low to high that is good, taking `low` for good and goodness for a stretch."""
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if good(middle) else (low, middle - 1)
    return low


def _thinned(dense: Animation, tolerance: float, arm: float) -> Animation:
    """The animation with each curve straight between the keys that it needs.

    tolerance: That a curve may miss by [rad]; places by what such a turn moves at an arm's length [m].
    """
    curves = {}
    for channel, curve in dense.curves.items():
        allowed = tolerance * (arm if channel.property == Property.TRANSLATION else 1.0)
        kept = _needed(curve.times, curve.values, allowed)
        curves[channel] = Curve.linear(curve.times[kept], curve.values[kept])
    return Animation(dense.skeleton, dense.fps, curves, dense.rotation_modes, name=dense.name)


def _needed(times: Floats, values: Floats, tolerance: float) -> Ints:
    """The keys that Ramer's, Douglas's and Peucker's simplification keeps, misses measured in the value."""
    kept, open_ = {0, len(times) - 1}, [(0, len(times) - 1)]
    while open_:
        first, last = open_.pop()
        if last - first < 2:
            continue
        inner = slice(first + 1, last)
        line = np.interp(times[inner], times[[first, last]], values[[first, last]])
        misses = np.abs(values[inner] - line)
        worst = int(misses.argmax())
        if misses[worst] > tolerance:
            split = first + 1 + worst
            kept.add(split)
            open_ += [(first, split), (split, last)]
    return np.array(sorted(kept))
