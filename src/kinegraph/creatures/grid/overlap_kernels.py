"""Compiled overlaps of capsules: segments with radii, in many frames at once."""

import math

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def capsule_overlaps(starts, stops, radii, pairs):
    """(F, P) how deep the capsules of each pair are in each other [m]; below zero: how far apart.

    starts, stops: (F, S, 3) ends of their axes. radii: (S,). pairs: (P, 2) rows of those.
    """
    overlaps = np.empty((len(starts), len(pairs)))
    for frame in range(len(starts)):
        for n in range(len(pairs)):
            one, other = pairs[n, 0], pairs[n, 1]
            far = _segment_distance(
                starts[frame, one], stops[frame, one], starts[frame, other], stops[frame, other]
            )
            overlaps[frame, n] = radii[one] + radii[other] - far
    return overlaps


@njit(cache=True, nogil=True)
def _segment_distance(a, b, c, d):
    """Between the nearest points of segments a-b and c-d."""
    uu, uv, vv, uw, vw = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        u, v, w = b[k] - a[k], d[k] - c[k], a[k] - c[k]
        uu += u * u
        uv += u * v
        vv += v * v
        uw += u * w
        vw += v * w
    tiny = 1e-24
    across = uu * vv - uv * uv
    s = min(max((uv * vw - vv * uw) / across, 0.0), 1.0) if across > tiny * uu * vv + 1e-300 else 0.0
    t = (uv * s + vw) / vv if vv > 1e-300 else 0.0
    if t < 0.0 or t > 1.0 or vv <= 1e-300:
        t = min(max(t, 0.0), 1.0)
        s = min(max((uv * t - uw) / uu, 0.0), 1.0) if uu > 1e-300 else 0.0
    total = 0.0
    for k in range(3):
        gap = a[k] + s * (b[k] - a[k]) - c[k] - t * (d[k] - c[k])
        total += gap * gap
    return math.sqrt(total)
