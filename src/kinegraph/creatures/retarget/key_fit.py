"""Fits Hermite curves with few keys to dense motion, within a tolerance at every frame.

Keys go where the curve through those there are is farthest off, until it is off nowhere. Rates are those of
the motion itself, so a key more never makes the curve worse elsewhere than on the two spans beside it.
"""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeVar

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.math.rotations import axis_angle_from_quat, quat_conjugate, quat_multiply
from kinegraph.creatures.animation.hermite import HermiteCurve, RotationCurve


def fit_curve(times: Floats, values: Floats, tolerance: float, corners: Iterable[int] = ()) -> HermiteCurve:
    """A curve near values (F, N) at times (F,) [s].

    tolerance: How far it may be off at a frame (Euclidean).
    corners: Frames that get keys with a rate of their own on either side: where something lands or lifts.
    """
    sharp = sorted(set(corners))
    before, after = _rates(times, np.diff(values, axis=0), sharp)

    def curve(keys: Ints) -> HermiteCurve:
        return HermiteCurve(times[keys], values[keys], before[keys], after[keys])

    def error(made: HermiteCurve) -> Floats:
        return np.linalg.norm(made.at(times) - values, axis=1)

    return _thin_keys(curve, error, len(times), sharp, tolerance)


def fit_turns(times: Floats, quats: Floats, tolerance: float, corners: Iterable[int] = ()) -> RotationCurve:
    """A curve near rotations (F, 4) at times (F,) [s]; tolerance [rad], else as `fit_curve`."""
    sharp = sorted(set(corners))
    steps = axis_angle_from_quat(quat_multiply(quat_conjugate(quats[:-1]), quats[1:]))
    before, after = _rates(times, steps, sharp)

    def curve(keys: Ints) -> RotationCurve:
        return RotationCurve(times[keys], quats[keys], before[keys], after[keys])

    def error(made: RotationCurve) -> Floats:
        off = quat_multiply(quat_conjugate(made.at(times)), quats)
        return np.linalg.norm(axis_angle_from_quat(off), axis=1)

    return _thin_keys(curve, error, len(times), sharp, tolerance)


def _rates(times: Floats, steps: Floats, sharp: list[int]) -> tuple[Floats, Floats]:
    """(F, N) rates on arriving at and on leaving each frame: the mean of both but at sharp corners."""
    slopes = steps / np.diff(times)[:, None]
    still = np.zeros((1, steps.shape[1]))
    before, after = np.concatenate([still, slopes]), np.concatenate([slopes, still])
    smooth = 0.5 * (before + after)
    if len(slopes):
        smooth[0], smooth[-1] = slopes[0], slopes[-1]
    corner = np.isin(np.arange(len(times)), sharp)[:, None]
    return np.where(corner, before, smooth), np.where(corner, after, smooth)


_Curve = TypeVar("_Curve", HermiteCurve, RotationCurve)


def _thin_keys(
    curve: Callable[[Ints], _Curve],
    error: Callable[[_Curve], Floats],
    frames: int,
    corners: list[int],
    tolerance: float,
) -> _Curve:
    keys = np.unique([0, frames - 1, *corners])
    while True:
        made = curve(keys)
        off = error(made)
        worst = [start + int(np.argmax(off[start:stop])) for start, stop in pairwise(keys)]
        more = [frame for frame in worst if off[frame] > tolerance]
        longer = np.union1d(keys, np.array(more, dtype=np.int64))
        if len(longer) == len(keys):
            return made
        keys = longer
