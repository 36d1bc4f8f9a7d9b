"""Kernel that samples the cubics of a track."""

import numpy as np
from numba import njit


@njit(cache=True)
def sample_cubics(keys, values, slopes, times, lags, out):
    """out: (N, W) the value of each column c at times[n] - lags[c], on the cubics (Hermite) between keys.

    keys: (K,) times in order, values, slopes: (K, W). Constant before the first key and after the last; of
    keys at one time the last one counts.
    """
    last = len(keys) - 1
    for n in range(len(times)):
        before, searched = 0, np.inf
        for c in range(values.shape[1]):
            time = min(max(times[n] - lags[c], keys[0]), keys[last])
            if time != searched:
                before = min(max(np.searchsorted(keys, time, side="right") - 1, 0), max(last - 1, 0))
                searched = time
            after = min(before + 1, last)
            span = keys[after] - keys[before]
            u = (time - keys[before]) / span if span > 0.0 else 1.0
            start, rise = values[before, c], values[after, c] - values[before, c]
            first, second = span * slopes[before, c], span * slopes[after, c]
            # A departure from the first value, so that equal ends give exactly their value.
            out[n, c] = start + u * (
                first + u * (3.0 * rise - 2.0 * first - second + u * (first + second - 2.0 * rise))
            )
