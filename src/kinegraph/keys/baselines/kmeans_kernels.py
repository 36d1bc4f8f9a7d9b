"""Compiled rounds of k-means whose centres are frames."""

import numpy as np
from numba import njit


@njit(cache=True)
def settle(distances, keys, rounds):
    """(K,) keys after at most `rounds` rounds of grouping and centring.

    distances: (N, N) squared pose distances.
    keys: (K,) increasing frames to start from; the first and last are never moved.
    """
    keys = keys.copy()
    for _ in range(rounds):
        moved = _centred(distances, keys, _groups(distances, keys))
        if np.array_equal(moved, keys):
            break
        keys = moved
    return keys


@njit(cache=True)
def _groups(distances, keys):
    """(N,) for every frame the nearest key, as a position in `keys`."""
    groups = np.zeros(len(distances), dtype=np.int64)
    for frame in range(len(distances)):
        row, nearest = distances[frame], np.inf
        for position in range(len(keys)):
            if row[keys[position]] < nearest:
                nearest = row[keys[position]]
                groups[frame] = position
    # A key among equal poses still belongs to itself: no group is ever empty, no two keys ever meet.
    for position in range(len(keys)):
        groups[keys[position]] = position
    return groups


@njit(cache=True)
def _centred(distances, keys, groups):
    """The frame of each group that is nearest to the group's average, in order.

    A pose's squared distance to an average is, but for a constant, its mean squared distance to the averaged.
    """
    members = np.argsort(groups, kind="mergesort")
    moved = keys.copy()
    start = 0
    for position in range(len(keys)):
        end = start
        while end < len(members) and groups[members[end]] == position:
            end += 1
        if 0 < position < len(keys) - 1:
            best = np.inf
            for candidate in members[start:end]:
                total = 0.0
                for member in members[start:end]:
                    total += distances[candidate, member]
                if total < best:
                    best, moved[position] = total, candidate
        start = end
    return np.sort(moved)
