"""Easing of arrays. `core/kernels/easing.py` has the compiled twin for single numbers."""

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats


def smoothstep(x: ArrayLike) -> Floats:
    """0 below 0, 1 above 1, and 3 x^2 - 2 x^3 between: no slope at either end."""
    t = np.clip(np.asarray(x, dtype=float), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)
