"""Fading: how one thing takes over from another."""

import numpy as np

from kinegraph.core.arrays import Floats


def eased(share: Floats) -> Floats:
    """How far a fade is when a share of its time is over: from 0 to 1, gently at both ends."""
    share = np.clip(share, 0.0, 1.0)
    return share * share * (3.0 - 2.0 * share)


def faded(times: Floats, start: float, seconds: float) -> Floats:
    """(F,) how far a fade of `seconds` that begins at `start` is at times [s]."""
    return eased((times - start) / max(seconds, 1e-9))
