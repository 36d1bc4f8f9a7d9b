"""Branches: the parts of a silhouette that stick out, each with the tip that is farthest from the head."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints

_LEAST = 4.0  # a branch that sticks out less is no branch [cells]


@dataclass(frozen=True, eq=False)
class Branch:
    """A way from a tip toward the head.

    way: (N, 2) cells, from the tip to the head.
    away: (N,) distance of each from the head inside of the silhouette [cells].
    forks: Distance from the head at which it joins a longer branch [cells]; zero at the head itself.
    """

    way: Ints
    away: Floats
    forks: float

    @property
    def tip(self) -> Ints:
        """(2,) the cell farthest from the head."""
        return self.way[0]

    @property
    def length(self) -> float:
        """How far it sticks out [cells]."""
        return float(self.away[0]) - self.forks


def find_branches(distances: Floats, predecessors: Ints) -> list[Branch]:
    """The branches of a silhouette, longest first: peaks of the distance, by how far they stick out."""
    columns = distances.shape[1]
    flat = distances.ravel()
    order = np.flatnonzero(np.isfinite(flat))
    order = order[np.argsort(-flat[order], kind="stable")].tolist()
    parent: dict[int, int] = {}
    found: list[tuple[int, float]] = []
    around = (-columns - 1, -columns, -columns + 1, -1, 1, columns - 1, columns, columns + 1)

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    for cell in order:
        parent[cell] = cell
        # The margin keeps all neighbours on the grid.
        tops = {root(near) for near in (cell + step for step in around) if near in parent}
        tops.discard(cell)
        if not tops:
            continue
        highest = max(tops, key=lambda top: flat[top])
        for top in tops - {highest}:
            if flat[top] - flat[cell] >= _LEAST:
                found.append((top, float(flat[cell])))
            parent[top] = highest
        parent[cell] = highest
    last = {root(cell) for cell in order}
    found += [(top, 0.0) for top in last if flat[top] >= _LEAST]
    branches = [_branch(top, forks, flat, predecessors, columns) for top, forks in found]
    return sorted(branches, key=lambda branch: -branch.length)


def _branch(top: int, forks: float, flat: Floats, predecessors: Ints, columns: int) -> Branch:
    before = predecessors.ravel()
    way = [top]
    while before[way[-1]] >= 0:
        way.append(int(before[way[-1]]))
    cells = np.array(way)
    return Branch(np.stack([cells // columns, cells % columns], axis=1), flat[cells], forks)
