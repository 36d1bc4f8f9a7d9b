"""Effort: the number of keyframes that a performed motion would need on a timeline.

After Choi, You and Noh's table 4. A motion made with a few spatial keys and some recorded passes is keyed in
time in three ways, each with the fewest keys that meet the same tolerance: by baking every n-th frame, by
simplifying each curve on its own, and by the optimal selection of whole poses. An animator usually sets three
channels at once, a rotation or a position, so keys are counted in threes (their eq. 11). How far each of them
is from the motion is measured as in their table 5: by manipulator and axis, in percent.
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
from kinegraph.perform.performances.compare_motion import ANGLE, POSITION, MotionComparison, compare_motion
from kinegraph.perform.performances.layers import audible
from kinegraph.perform.performances.performance import Performance, perform
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.spatial_set import SpatialSet

SPATIAL, EVERY_FRAME, BAKED, SIMPLIFIED, OPTIMAL = (
    "spatial keys",
    "every frame",
    "baked",
    "simplified curves",
    "optimal selection",
)
_SAME = 1e-9  # places [m], and rotations as one minus the cosine of half their angle, closer are the same
_LONGEST_INTERVAL = 48  # most frames between two baked keys
# The tolerance of simplified curves is searched between a radian and one halved this often, in this many
# rounds.
_TIGHTEST, _ROUNDS = 14.0, 12


@dataclass(frozen=True)
class EffortRow:
    """One way to make the motion.

    poses: Spatial keys, or times with a key.
    keys: Keys of three channels each.
    error: Root mean square over all joints and frames [m].
    apart: What differs from the motion, by manipulator and axis; None for what is the motion itself.
    """

    method: str
    poses: int
    keys: int
    error: float
    apart: MotionComparison | None = None


@dataclass(frozen=True)
class Effort:
    """The effort of a motion.

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
    """Counts the keys of a performance, and those of the same motion on a timeline.

    accuracy: Largest root mean square error of temporal keys, as a share of the character's height.
    """
    if not (np.isfinite(accuracy) and accuracy > 0):
        raise InvalidValue(f"The accuracy must be a share above zero, not {accuracy}.")
    clip = perform(performance, fps).clip
    if len(clip) < 3:
        raise InvalidValue("The effort table needs a performance of at least three frames.")
    dense = animation_from_clip(clip, "XYZ")
    keyed = _KeyedClip(clip, accuracy, len(dense.curves))
    rows = (
        _spatial(performance),
        keyed.row(EVERY_FRAME, len(clip), 0.0),
        keyed.baked_row(),
        keyed.simplified_row(dense),
        keyed.optimal_row(),
    )
    return Effort(rows, len(clip), len(dense.curves), len(performance.layers), keyed.allowed)


def effort_lines(effort: Effort) -> list[str]:
    """The table as text."""
    lines = [
        f"{effort.frames} frames, {effort.channels} channels, {effort.passes} recorded passes; "
        f"temporal keys may miss by {1e3 * effort.allowed:.1f} mm (RMS)",
        f"{'':<20}{'poses':>8}{'keys of three':>16}{'error [mm]':>12}{'positions [%]':>16}{'angles [%]':>12}",
    ]
    lines += [
        f"{row.method:<20}{row.poses:>8,}{row.keys:>16,}{1e3 * row.error:>12.1f}{_percents(row)}"
        for row in effort.rows
    ]
    return lines


def _percents(row: EffortRow) -> str:
    found = (0.0, 0.0) if row.apart is None else [row.apart.mean_percent(each) for each in (POSITION, ANGLE)]
    return f"{found[0]:>16.1f}{found[1]:>12.2f}"


def _spatial(performance: Performance) -> EffortRow:
    """The spatial keys that the performance plays. As on the timeline, what never changes needs none."""
    played = _played_sets(performance)
    sets = [each for each in performance.rig.sets if each.name in played]
    threes = sum(len(each.keys) * _changing(each) for each in sets)
    return EffortRow(SPATIAL, sum(len(each.keys) for each in sets), threes, 0.0)


def _played_sets(performance: Performance) -> frozenset[str]:
    """Names of the sets that a performance plays: of its layers, their alternatives, and all sets below."""
    sets = {each.name: each for each in performance.rig.sets}
    open_ = [
        name
        for layer in audible(performance.layers)
        for name in (layer.set, *(switch.set for switch in layer.switches))
    ]
    found: set[str] = set()
    while open_:
        name = open_.pop()
        if name in found or name not in sets:
            continue
        found.add(name)
        open_ += [m.target for m in sets[name].manipulators if m.kind == ManipulatorKind.CONTROLLER]
    return frozenset(found)


def _changing(each: SpatialSet) -> int:
    """Number of places and rotations that differ between the poses of a set."""
    if not each.keys:
        return 0
    places = np.stack([key.positions for key in each.keys])
    rotations = np.stack([key.rotations for key in each.keys])
    moves = (np.ptp(places, axis=0) > _SAME).any(axis=-1)
    turns = (np.abs(np.einsum("kmi,mi->km", rotations, rotations[0])) < 1.0 - _SAME).any(axis=0)
    return sum(
        int(m.moves and moves[at]) + int(m.turns and turns[at]) for at, m in enumerate(each.manipulators)
    )


class _KeyedClip:
    """A clip, the tolerance of temporal keys, and the ways to key it."""

    def __init__(self, clip: Clip, accuracy: float, channels: int) -> None:
        self._clip, self._channels = clip, channels
        self._reference = PlaybackReference(clip)
        self._rig = rig_channels(clip)
        self.allowed = accuracy * self._reference.error(clip)[0].height

    def row(self, method: str, poses: int, error: float, keyed: Animation | None = None) -> EffortRow:
        """A row for whole poses: every channel has a key at every time."""
        return EffortRow(method, poses, -(-poses * self._channels // 3), error, self._apart(keyed))

    def _apart(self, keyed: Animation | None) -> MotionComparison | None:
        return None if keyed is None else compare_motion(self._clip, self._play(keyed))

    def baked_row(self) -> EffortRow:
        """The longest even interval within the tolerance."""
        last = len(self._clip) - 1

        def frames(interval: int) -> Ints:
            return np.unique(np.append(np.arange(0, last, interval), last))

        interval = _largest(
            lambda n: self._fit_error(frames(n)) <= self.allowed, 1, min(_LONGEST_INTERVAL, last)
        )
        return self._row_of_frames(BAKED, frames(interval))

    def optimal_row(self) -> EffortRow:
        """The fewest selected poses within the tolerance."""
        choices = choose_keys(
            self._clip, KeySettings(objective="bezier_max", contacts=False, calibration=True)
        )
        counts = choices.counts

        def chosen(back: int) -> Ints:
            return choices.keys(int(counts[len(counts) - 1 - back])).frames

        back = _largest(lambda n: self._fit_error(chosen(n)) <= self.allowed, 0, len(counts) - 1)
        return self._row_of_frames(OPTIMAL, chosen(back))

    def simplified_row(self, dense: Animation) -> EffortRow:
        """Each curve with the keys that straight lines need, at the loosest tolerance."""
        height = self._reference.error(self._clip)[0].height

        def at(halvings: float) -> tuple[Animation, float]:
            thin = _thin_curves(dense, 0.5**halvings, 0.5 * height)
            return thin, self._error(thin)

        loose, tight = 0.0, _TIGHTEST
        best = at(tight)
        for _ in range(_ROUNDS):
            middle = 0.5 * (tight + loose)
            found = at(middle)
            if found[1] <= self.allowed:
                tight, best = middle, found
            else:
                loose = middle
        thin, error = best
        times = np.unique(np.concatenate([curve.times for curve in thin.curves.values()]))
        keys = sum(len(curve) for curve in thin.curves.values())
        return EffortRow(SIMPLIFIED, len(times), -(-keys // 3), error, self._apart(thin))

    def _row_of_frames(self, method: str, frames: Ints) -> EffortRow:
        fitted = self._fit(frames)
        return self.row(method, len(frames), self._error(fitted), fitted)

    def _fit_error(self, frames: Ints) -> float:
        """RMS error of curves through whole poses at some frames [m]."""
        return self._error(self._fit(frames))

    def _fit(self, frames: Ints) -> Animation:
        return fit_keys(self._clip, frames, method=FitMethod.PREVIEW, channels=self._rig)

    def _play(self, animation: Animation) -> Clip:
        return poses_at(animation, self._clip.times, self._clip.fps)

    def _error(self, animation: Animation) -> float:
        return self._reference.error(self._play(animation))[0].root_mean_square


def _largest(good: Callable[[int], bool], low: int, high: int) -> int:
    """The largest good number from low to high; `low` is good, and so are all numbers below a good one."""
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if good(middle) else (low, middle - 1)
    return low


def _thin_curves(dense: Animation, tolerance: float, arm: float) -> Animation:
    """The animation with straight curves between the keys that they need.

    tolerance: Of a curve [rad]; of a position, times the length of an arm [m].
    """
    curves = {}
    for channel, curve in dense.curves.items():
        allowed = tolerance * (arm if channel.property == Property.TRANSLATION else 1.0)
        kept = _needed_keys(curve.times, curve.values, allowed)
        curves[channel] = Curve.linear(curve.times[kept], curve.values[kept])
    return Animation(dense.skeleton, dense.fps, curves, dense.rotation_modes, name=dense.name)


def _needed_keys(times: Floats, values: Floats, tolerance: float) -> Ints:
    """Indices of the keys that the Ramer-Douglas-Peucker simplification keeps, by errors of the value."""
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
