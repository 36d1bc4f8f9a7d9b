"""Fading: how one thing takes over from another."""

from kinegraph.core.arrays import Floats
from kinegraph.core.math.easing import smoothstep


def faded(times: Floats, start: float, seconds: float) -> Floats:
    """(F,) how far a fade of `seconds` that begins at `start` is at times [s]."""
    return smoothstep((times - start) / max(seconds, 1e-9))
