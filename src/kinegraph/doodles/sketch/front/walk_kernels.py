"""Shortest ways inside of a silhouette, compiled: Dijkstra's method with a heap of cells."""

import numpy as np

from kinegraph.core.kernels.decorators import kernel, part


@kernel
def walk_inside(effort, columns, sources, distances, before):
    """Fills distances (cells,), infinite where nothing leads, and before (cells,): the cell before each.

    effort: (cells,) of a unit of way in each cell, 0 outside; the rim of the grid is outside.
    before is -1 at the sources. columns: Of the grid. sources: (S,) cells at distance 0.
    """
    around = np.array([-columns - 1, -columns, -columns + 1, -1, 1, columns - 1, columns, columns + 1])
    steps = np.array([np.sqrt(2.0), 1.0, np.sqrt(2.0), 1.0, 1.0, np.sqrt(2.0), 1.0, np.sqrt(2.0)])
    inside = 0
    for cell in range(len(effort)):
        distances[cell] = np.inf
        before[cell] = -1
        if effort[cell] > 0.0:
            inside += 1
    keys = np.empty(9 * inside + len(sources) + 1)
    cells = np.empty(9 * inside + len(sources) + 1, dtype=np.int64)
    count = 0
    for cell in sources:
        if effort[cell] > 0.0 and distances[cell] > 0.0:
            distances[cell] = 0.0
            count = _push(keys, cells, count, 0.0, cell)
    while count > 0:
        away, cell = keys[0], cells[0]
        count = _pop(keys, cells, count)
        if away > distances[cell]:
            continue
        for k in range(8):
            other = cell + around[k]
            if effort[other] <= 0.0:
                continue
            there = away + 0.5 * steps[k] * (effort[cell] + effort[other])
            if there < distances[other] - 1e-9:
                distances[other] = there
                before[other] = cell
                count = _push(keys, cells, count, there, other)


@part
def _push(keys, cells, count, key, cell):
    at = count
    while at > 0:
        above = (at - 1) // 2
        if keys[above] <= key:
            break
        keys[at], cells[at] = keys[above], cells[above]
        at = above
    keys[at], cells[at] = key, cell
    return count + 1


@part
def _pop(keys, cells, count):
    last = count - 1
    key, cell = keys[last], cells[last]
    at = 0
    while True:
        below = 2 * at + 1
        if below >= last:
            break
        if below + 1 < last and keys[below + 1] < keys[below]:
            below += 1
        if keys[below] >= key:
            break
        keys[at], cells[at] = keys[below], cells[below]
        at = below
    keys[at], cells[at] = key, cell
    return last
