"""Branches: the parts of a silhouette that stick out, each with the tip that is farthest from the head."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.sketch.front.branches_kernels import find_peaks

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
        """Length from its root to its tip [cells]."""
        return float(self.away[0]) - self.forks


def find_branches(distances: Floats, predecessors: Ints) -> list[Branch]:
    """The branches of a silhouette, longest first: peaks of the distance, by how far they stick out."""
    columns = distances.shape[1]
    flat = distances.ravel()
    order = np.flatnonzero(np.isfinite(flat))
    order = order[np.argsort(-flat[order], kind="stable")]
    peaks, forks = np.empty(len(order), dtype=np.int64), np.empty(len(order))
    count = find_peaks(np.ascontiguousarray(flat), order, columns, _LEAST, peaks, forks)
    found = zip(peaks[:count].tolist(), forks[:count].tolist(), strict=True)
    branches = [_branch(top, forks, flat, predecessors, columns) for top, forks in found]
    return sorted(branches, key=lambda branch: -branch.length)


def _branch(top: int, forks: float, flat: Floats, predecessors: Ints, columns: int) -> Branch:
    before = predecessors.ravel()
    way = [top]
    while before[way[-1]] >= 0:
        way.append(int(before[way[-1]]))
    cells = np.array(way)
    return Branch(np.stack([cells // columns, cells % columns], axis=1), flat[cells], forks)
