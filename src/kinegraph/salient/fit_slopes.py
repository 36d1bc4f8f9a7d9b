"""Slopes of dense channels: how steep the original is at each frame, and where it has a corner."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, Ints

# A key is a corner where its slopes before and after differ by more than this many times the change of slope
# per frame in its neighbourhood ...
_SHARPER = 4.0
# ... which is looked up at the frames this far from it, on both sides, ...
_NEAR = range(2, 7)
# ... and by more than this angle [rad], time and value being scaled so that the RMS slope is 45 degrees.
_LEAST_BREAK = 0.1


@dataclass(frozen=True, eq=False)
class KeySlopes:
    """First differences of C channels [unit/frame].

    frames: (C, F) central at inner frames, one-sided at the ends.
    before, after: (C, K) at the keys; equal but at corners and at the clip's ends.
    corners: (C, K) where the original turns sharply, so that a curve may.
    typical: (C,) root mean square slope of the channel; what makes slopes of any unit comparable.
    """

    frames: Floats
    before: Floats
    after: Floats
    corners: NDArray[np.bool_]
    typical: Floats


def key_slopes(values: Floats, keys: Ints) -> KeySlopes:
    """Finite differences of channels (C, F) at all frames and, side by side, at `keys` (K,)."""
    frames = _frame_slopes(values)
    typical = np.sqrt(np.mean(np.diff(values, axis=1) ** 2, axis=1))
    before, after = _one_sided(values, keys, -1), _one_sided(values, keys, 1)
    corners = _corners(values, keys, typical)
    smooth = frames[:, keys]
    return KeySlopes(
        frames, np.where(corners, before, smooth), np.where(corners, after, smooth), corners, typical
    )


def slope_angles(slopes: Floats, typical: Floats) -> Floats:
    """Angles of slopes (C, K) to the time axis [rad], 45 degrees where they are the channel's typical one."""
    return np.arctan2(slopes, np.maximum(typical, np.finfo(float).tiny)[:, None])


def _frame_slopes(values: Floats) -> Floats:
    slopes = np.empty(values.shape)
    slopes[:, 1:-1] = 0.5 * (values[:, 2:] - values[:, :-2])
    ends = np.array([0, values.shape[1] - 1])
    slopes[:, ends[:1]] = _one_sided(values, ends[:1], 1)
    slopes[:, ends[1:]] = _one_sided(values, ends[1:], -1)
    return slopes


def _one_sided(values: Floats, frames: Ints, side: int) -> Floats:
    """(C, n) slopes from the frames on one side only (-1 before, 1 after), exact for parabolas.

    Where the clip ends one frame further the difference to that frame is taken; at its end the slope is zero.
    """
    last = values.shape[1] - 1
    near, far = np.clip(frames + side, 0, last), np.clip(frames + 2 * side, 0, last)
    here, one, two = values[:, frames], values[:, near], values[:, far]
    parabola = 0.5 * side * (4.0 * one - 3.0 * here - two)
    return np.where(far - frames == 2 * side, parabola, side * (one - here))


def _corners(values: Floats, keys: Ints, typical: Floats) -> NDArray[np.bool_]:
    last = values.shape[1] - 1
    before, after = _one_sided(values, keys, -1), _one_sided(values, keys, 1)
    bends = np.abs(np.diff(values, n=2, axis=1))  # the bend at frame f is in column f - 1
    around = np.zeros(before.shape)
    for distance in _NEAR:
        for side in (-distance, distance):
            inside = (keys + side >= 1) & (keys + side <= last - 1)
            around[:, inside] = np.maximum(around[:, inside], bends[:, keys[inside] + side - 1])
    turn = np.abs(slope_angles(after, typical) - slope_angles(before, typical))
    inner = (keys >= 2) & (keys <= last - 2)
    return inner & (np.abs(after - before) > _SHARPER * around) & (turn > _LEAST_BREAK)
