"""Compiled moving and removing of a Bezier curve's keys."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def _split_share(before, key, after, start, end):
    """Parameter u in (0, 1) at which a key splits its neighbours' segment.

    A key that a split put there has inner handles in the proportion u : 1 - u, which gives u back; where they
    have no length the time does.

    before, after: Times of its in-handle and out-handle; start, end: Of the neighbours.
    """
    reach = after - before
    u = (key - before) / reach if reach > 0.0 else (key - start) / (end - start)
    return u if 1e-6 < u < 1.0 - 1e-6 else (key - start) / (end - start)


@njit(cache=True, nogil=True)
def remove_keys(times, values, in_handles, out_handles, holds, removed):
    """Arrays of the curve without the keys where `removed` (K,) is True; the first and last end the curve.

    Of each removed key the handles around it grow as if the key had been put there by a split, so removing
    what a split added restores the curve. They may come out too long for their segment.
    """
    kept = np.flatnonzero(~removed)
    incoming, outgoing = in_handles.copy(), out_handles.copy()
    for index in range(len(kept) - 1):
        start, stop = kept[index], kept[index + 1]
        for key in range(start + 1, stop):
            after = key + 1
            u = _split_share(incoming[key, 0], times[key], outgoing[key, 0], times[start], times[after])
            outgoing[start, 0] = times[start] + (outgoing[start, 0] - times[start]) / u
            outgoing[start, 1] = values[start] + (outgoing[start, 1] - values[start]) / u
            incoming[after, 0] = times[after] + (incoming[after, 0] - times[after]) / (1.0 - u)
            incoming[after, 1] = values[after] + (incoming[after, 1] - values[after]) / (1.0 - u)
    return times[kept], values[kept], incoming[kept], outgoing[kept], holds[kept]


@njit(cache=True, nogil=True)
def _shorten(handles, key, time, value, side, span):
    """Puts the handle of a key at (time, value) inside its segment: in direction, or on the key."""
    reach = side * (handles[key, 0] - time)
    if reach < 0.0:
        handles[key, 0], handles[key, 1] = time, value
    elif reach > span:
        handles[key, 0] = time + side * span
        handles[key, 1] = value + (handles[key, 1] - value) * (span / reach)


@njit(cache=True, nogil=True)
def move_keys(times, values, in_handles, out_handles, new_times, new_values, stretch):
    """In-handles and out-handles of keys that moved, each as far from its key as before, `stretch` (K,) times
    as far in time; those that would leave their segment are shortened in their direction.
    """
    incoming, outgoing = np.empty_like(in_handles), np.empty_like(out_handles)
    for key in range(len(times)):
        for old, new in ((in_handles, incoming), (out_handles, outgoing)):
            new[key, 0] = new_times[key] + stretch[key] * (old[key, 0] - times[key])
            new[key, 1] = new_values[key] + (old[key, 1] - values[key])
    for key in range(len(times) - 1):
        span = new_times[key + 1] - new_times[key]
        _shorten(outgoing, key, new_times[key], new_values[key], 1.0, span)
        _shorten(incoming, key + 1, new_times[key + 1], new_values[key + 1], -1.0, span)
    return incoming, outgoing
