"""Slopes of dense channels: how steep the original is at each frame, and where it has a corner."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, Ints

# Tangents are differences over this share of a segment: the motion's own direction, not its noise's, and the
# same at any frame rate.
_REACH = 1.0 / 8.0
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

    frames: (C, F) at each frame, from its neighbours.
    before, after: (C, K) the same at the keys, on either side; equal but at corners.
    in_tangents, out_tangents: (C, K) the same at the scale of the segments; equal but at corners.
    corners: (C, K) where the original turns sharply, so that a curve may.
    typical: (C,) root mean square slope of the channel; what makes slopes of any unit comparable.
    """

    frames: Floats
    before: Floats
    after: Floats
    in_tangents: Floats
    out_tangents: Floats
    corners: NDArray[np.bool_]
    typical: Floats

    @property
    def breaks(self) -> Floats:
        """(C, K) angle by which the original turns at each key [rad]."""
        return _angles(self.after, self.typical) - _angles(self.before, self.typical)


def key_slopes(values: Floats, keys: Ints) -> KeySlopes:
    """Finite differences of channels (C, F) at all frames and, side by side, at `keys` (K,)."""
    one = np.ones(len(keys), dtype=np.int64)
    frames = _frame_slopes(values)
    typical = np.sqrt(np.mean(np.diff(values, axis=1) ** 2, axis=1))
    before, after = _one_sided(values, keys, -one), _one_sided(values, keys, one)
    corners = _corners(values, keys, before, after, typical)
    into, out_of = _reaches(keys)
    tangents = _central(values, keys, np.minimum(into, out_of))
    return KeySlopes(
        frames,
        np.where(corners, before, frames[:, keys]),
        np.where(corners, after, frames[:, keys]),
        np.where(corners, _one_sided(values, keys, -into), tangents),
        np.where(corners, _one_sided(values, keys, out_of), tangents),
        corners,
        typical,
    )


def _angles(slopes: Floats, typical: Floats) -> Floats:
    """Angles of slopes (C, K) to the time axis [rad], 45 degrees where they are the channel's typical one."""
    return np.arctan2(slopes, np.maximum(typical, np.finfo(float).tiny)[:, None])


def _reaches(keys: Ints) -> tuple[Ints, Ints]:
    """(K,) frames over which differences are taken before and after each key."""
    reach = np.maximum(1, np.round(_REACH * np.diff(keys)).astype(np.int64))
    return np.concatenate([reach[:1], reach]), np.concatenate([reach, reach[-1:]])


def _frame_slopes(values: Floats) -> Floats:
    frames = np.arange(values.shape[1])
    return _central(values, frames, np.ones(len(frames), dtype=np.int64))


def _central(values: Floats, frames: Ints, reach: Ints) -> Floats:
    """(C, n) slopes from both sides, `reach` (n,) frames away; from one side where the clip ends."""
    last = values.shape[1] - 1
    early, late = frames - reach < 0, frames + reach > last
    low, high = np.maximum(frames - reach, 0), np.minimum(frames + reach, last)
    slopes = (values[:, high] - values[:, low]) / (high - low)
    slopes[:, early] = _one_sided(values, frames[early], reach[early])
    slopes[:, late] = _one_sided(values, frames[late], -reach[late])
    return slopes


def _one_sided(values: Floats, frames: Ints, steps: Ints) -> Floats:
    """(C, n) slopes from the frames one and two signed steps (n,) away, exact for parabolas.

    Where the clip ends between the two, the difference to the nearer is taken; before it, the slope is zero.
    """
    last = values.shape[1] - 1
    near, far = np.clip(frames + steps, 0, last), np.clip(frames + 2 * steps, 0, last)
    here, one, two = values[:, frames], values[:, near], values[:, far]
    parabola = (4.0 * one - 3.0 * here - two) / (2 * steps)
    return np.where(far - frames == 2 * steps, parabola, (one - here) / steps)


def _corners(values: Floats, keys: Ints, before: Floats, after: Floats, typical: Floats) -> NDArray[np.bool_]:
    last = values.shape[1] - 1
    bends = np.abs(np.diff(values, n=2, axis=1))  # the bend at frame f is in column f - 1
    around = np.zeros(before.shape)
    for distance in _NEAR:
        for side in (-distance, distance):
            inside = (keys + side >= 1) & (keys + side <= last - 1)
            around[:, inside] = np.maximum(around[:, inside], bends[:, keys[inside] + side - 1])
    turn = np.abs(_angles(after, typical) - _angles(before, typical))
    inner = (keys >= 2) & (keys <= last - 2)
    inner[[0, -1]] = False
    return inner & (np.abs(after - before) > _SHARPER * around) & (turn > _LEAST_BREAK)
