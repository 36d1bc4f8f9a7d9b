"""Paths of a hand that moves a controller: from place to place, faster and slower again, or round and round.

The cast's recorded layers are made of these. They are deterministic, and they are recordings like any other:
times and displacements, to be stretched, smoothed, looped or recorded anew.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.perform.performances.layers import Layer
from kinegraph.perform.sets.spatial_set import SpatialSet

RATE = 60.0
"""Events a second, as a pointing device gives them."""
# Slow sways of a hand that means to hold still, in turns a second; no two of them agree for long.
_SWAYS = (0.37, 0.61, 1.13)


def event_times(start: float, end: float) -> Floats:
    """(N,) times of a pointing device's events from start to end [s]."""
    return np.append(np.arange(round(start * RATE), np.ceil(end * RATE - 1e-9)) / RATE, end)


def hand_layer(name: str, each: SpatialSet, times: Floats, places: Floats, tremble: float = 0.0) -> Layer:
    """A pass over a set: its controller's places (N, 3) at times (N,) [s], not quite steady.

    tremble: How far the hand strays [m].
    """
    seed = sum(ord(letter) for letter in name)
    phases = np.outer(times, _SWAYS)[:, :, None] + np.arange(3) * 0.29 + seed * 0.173
    strays = tremble * np.sin(2 * np.pi * phases).mean(axis=1)
    return Layer(name, each.name, times, places + strays - each.home)


def visiting(each: SpatialSet, stops: Sequence[tuple[float, str | ArrayLike]]) -> tuple[Floats, Floats]:
    """Times (N,) [s] and places (N, 3) of a hand that is at each stop at its time.

    stops: (time [s], key name or place [m]), in order of time. The same place twice is a pause.
    """
    when = np.array([time for time, _ in stops])
    where = np.stack([each.key(at).place if isinstance(at, str) else np.asarray(at) for _, at in stops])
    times = event_times(when[0], when[-1])
    return times, eased(when, where, times)


def circling(
    centre: ArrayLike,
    radius: float,
    paces: Sequence[tuple[float, float, float]],
    axes: tuple[int, int] = (0, 1),
) -> tuple[Floats, Floats]:
    """Times (N,) [s] and places (N, 3) of a hand that goes round a centre, in a plane that faces the viewer.

    radius: Of a whole circle [m].
    paces: (time [s], turns a second, share of the radius), in order of time, eased between.
    """
    when, rates, shares = (np.array(column) for column in zip(*paces, strict=True))
    times = event_times(when[0], when[-1])
    rate = eased(when, rates, times)
    turns = np.append(0.0, np.cumsum(0.5 * (rate[1:] + rate[:-1]) * np.diff(times)))
    angle, reach = 2 * np.pi * turns, radius * eased(when, shares, times)
    places = np.tile(np.asarray(centre, dtype=np.float64), (len(times), 1))
    places[:, 0] += reach * np.cos(angle)
    places[:, 1] += reach * np.sin(angle)
    return times, places


def least_jerk(share: Floats) -> Floats:
    """Share of its way that a hand has gone after a share of its time, with least jerk, as people move."""
    return share**3 * (10.0 + share * (6.0 * share - 15.0))


def eased(when: Floats, values: Floats, times: Floats) -> Floats:
    """(N, ...) values (K, ...) that are reached at `when` (K,), with least jerk between, at times (N,)."""
    k = np.clip(np.searchsorted(when, times, side="right") - 1, 0, len(when) - 2)
    share = least_jerk(np.clip((times - when[k]) / (when[k + 1] - when[k]), 0.0, 1.0))
    return values[k] + share.reshape(-1, *[1] * (values.ndim - 1)) * (values[k + 1] - values[k])
