"""Compiled comparison of two drawn shapes."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel


@cached_kernel()
def elastic_distance(a: Floats, b: Floats, band: int) -> float:
    """Mean distance of two rows of features (N, D) when one may run ahead of the other by up to `band` rows.

    Dynamic time warping: a part of a drawing may be longer or shorter than it was in the example.
    """
    count = len(a)
    best = np.full((count + 1, count + 1), np.inf)
    best[0, 0] = 0.0
    for i in range(1, count + 1):
        for j in range(max(1, i - band), min(count, i + band) + 1):
            gap = 0.0
            for k in range(a.shape[1]):
                gap += (a[i - 1, k] - b[j - 1, k]) ** 2
            best[i, j] = np.sqrt(gap) + min(best[i - 1, j - 1], best[i - 1, j], best[i, j - 1])
    return best[count, count] / count
