"""Peaks of the distances inside of a silhouette, compiled."""

import numpy as np
from numba import njit


@njit(cache=True)
def find_peaks(distances, order, columns, least, peaks, forks):
    """Fills the peaks of distances (cells,) that stick out by at least `least`; returns their number.

    order: (N,) reached cells, the farthest first. columns: Of the grid; its rim is never reached.
    peaks: (N,) the cell of each; forks: (N,) the distance at which it joins a longer one, 0 for the last.
    """
    parent = np.full(len(distances), -1, np.int64)
    around = np.array([-columns - 1, -columns, -columns + 1, -1, 1, columns - 1, columns, columns + 1])
    tops = np.empty(8, np.int64)
    count = 0
    for k in range(len(order)):
        cell = order[k]
        parent[cell] = cell
        found = 0
        highest = -1
        for step in around:
            top = cell + step
            if parent[top] < 0:
                continue
            while parent[top] != top:
                parent[top] = parent[parent[top]]
                top = parent[top]
            known = top == cell
            for n in range(found):
                known = known or tops[n] == top
            if not known:
                tops[found] = top
                found += 1
                if highest < 0 or distances[top] > distances[highest]:
                    highest = top
        for n in range(found):
            top = tops[n]
            if top != highest:
                if distances[top] - distances[cell] >= least:
                    peaks[count], forks[count] = top, distances[cell]
                    count += 1
                parent[top] = highest
        if highest >= 0:
            parent[cell] = highest
    for k in range(len(order)):
        cell = order[k]
        if parent[cell] == cell and distances[cell] >= least:
            peaks[count], forks[count] = cell, 0.0
            count += 1
    return count
