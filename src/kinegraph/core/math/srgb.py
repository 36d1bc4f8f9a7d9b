"""The transfer function of sRGB (IEC 61966-2-1)."""

import numpy as np

from kinegraph.core.arrays import Floats


def srgb_from_linear(linear: Floats) -> Floats:
    """Components 0..1 in sRGB; what is outside of 0..1 is clipped."""
    linear = np.clip(linear, 0.0, 1.0)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1.0 / 2.4) - 0.055)
