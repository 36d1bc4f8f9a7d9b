"""A typical path of the cursor through a set: what previews, contact sheets and tests move along."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.performances.layers import Layer
from kinegraph.perform.sets.rig import SpatialRig

_RATE = 60.0  # events a second, as a hand's
_PACE = 0.55  # from marker to marker [s]
_PACES = {"walk": 0.27, "gallop": 0.15, "juggle": 0.22, "dance": 0.4, "nod": 0.22, "wag": 0.12, "flap": 0.11}


def demo_path(
    rig: SpatialRig, set_name: str, pace: float | None = None, rounds: int = 1
) -> tuple[Floats, Floats]:
    """Times (N,) [s] and places (N, 3) [m] of a smooth closed path through all markers of a set, in order.

    pace: From marker to marker [s]; by default as suits sets of that name.
    rounds: How often it goes round.

    The path is the trigonometric polynomial through the markers at even times, so markers that are spread
    evenly round a circle are passed on that circle at an even speed.
    """
    markers = np.array([key.place for key in rig.set(set_name).keys])
    if len(markers) == 0:
        raise InvalidValue(f"The set {set_name!r} has no pose yet; add one before performing it.")
    pace = _PACES.get(set_name, _PACE) if pace is None else pace
    if not (np.isfinite(pace) and pace > 0 and rounds >= 1):
        raise InvalidValue(f"A path takes some time from marker to marker and a round or more, not {pace} s.")
    period = pace * len(markers)
    times = np.arange(round(rounds * period * _RATE) + 1) / _RATE
    return times, _round_trip(markers, times / period)


def demo_layer(rig: SpatialRig, set_name: str, rounds: int = 1, pace: float | None = None) -> Layer:
    """The same as a recorded pass, called as its set is."""
    times, places = demo_path(rig, set_name, pace, rounds)
    return Layer(set_name, set_name, times, places - rig.set(set_name).home)


def _round_trip(markers: Floats, phase: Floats) -> Floats:
    """(N, 3) places at phases (N,), where 0, 1/K, 2/K, ... are at the markers (K, 3)."""
    count = len(markers)
    strengths = np.fft.rfft(markers, axis=0) / count
    harmonics = np.arange(len(strengths))
    # All harmonics but the constant and the highest of an even count stand for two of opposite sign.
    twice = np.where((harmonics > 0) & (2 * harmonics != count), 2.0, 1.0)
    waves = np.exp(2j * np.pi * phase[:, None] * harmonics)
    return np.asarray((waves @ (twice[:, None] * strengths)).real)
