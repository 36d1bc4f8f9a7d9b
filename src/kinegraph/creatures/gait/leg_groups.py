"""Leg groups: legs of similar length step together, groups step in small whole ratios (paper, 4.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats

ALIKE = 1.25  # legs of one group differ by less than this factor
LARGEST_TERM = 4  # of the ratio between two groups' rates: larger terms no longer look like a rhythm
CLOSE = 0.08  # relative error at which the simplest ratio is taken


@dataclass(frozen=True)
class LegGroup:
    """Legs of similar length.

    legs: Their indices, ascending.
    length: Mean leg length [m].
    rate: Cycles per cycle of the leading group: short legs step oftener.
    """

    legs: tuple[int, ...]
    length: float
    rate: Fraction


def simple_ratio(value: float, *, largest: int = LARGEST_TERM, close: float = CLOSE) -> Fraction:
    """The simplest ratio of whole numbers up to `largest` that comes `close` to a value above zero.

    Walks down the Stern-Brocot tree, in which a node is simpler than all below it. Where no ratio is close
    enough, the nearest of those on the way (relative error) is taken, the simpler of two as near.
    """
    low, high = (0, 1), (1, 0)
    best, best_error = Fraction(1), np.inf
    while True:
        middle = (low[0] + high[0], low[1] + high[1])
        if max(middle) > largest:
            return best
        error = abs(middle[0] / middle[1] / value - 1.0)
        if error < best_error:
            best, best_error = Fraction(*middle), error
        if error <= close:
            return best
        if middle[0] < value * middle[1]:
            low = middle
        else:
            high = middle


def leg_groups(lengths: Sequence[float]) -> tuple[LegGroup, ...]:
    """Clusters legs by length [m], longest first; the group with most legs (then the longest) leads."""
    if not lengths:
        return ()
    order = sorted(range(len(lengths)), key=lambda leg: (-lengths[leg], leg))
    clusters: list[list[int]] = []
    for leg in order:
        if clusters and lengths[clusters[-1][0]] < ALIKE * lengths[leg]:
            clusters[-1].append(leg)
        else:
            clusters.append([leg])
    means = [float(np.mean([lengths[leg] for leg in cluster])) for cluster in clusters]
    leader = max(range(len(clusters)), key=lambda group: (len(clusters[group]), means[group]))
    return tuple(
        LegGroup(tuple(sorted(cluster)), mean, simple_ratio(means[leader] / mean))
        for cluster, mean in zip(clusters, means, strict=True)
    )


def step_order(places: ArrayLike) -> Floats:
    """(N, 3) where feet (N, 2) at x, z come in a group's pattern: side, row, fixed share of the cycle.

    A foot's trigger is side * side_lag + row * row_lag + fixed. With as many feet left as right, or more than
    five, rows count from the back on each side. Few feet about a middle (a tripod, a starfish) step in turn
    round the ring, next but one where they can, so that neighbours don't step together.
    """
    places = np.asarray(places, dtype=np.float64).reshape(-1, 2)
    count = len(places)
    middle = places.mean(axis=0) if count else np.zeros(2)
    width = max(float(np.ptp(places[:, 0])) if count else 0.0, 1e-9)
    sides = np.where(np.abs(places[:, 0] - middle[0]) < 0.1 * width, 0, np.sign(places[:, 0] - middle[0]))
    left, right = [np.flatnonzero(sides == sign).tolist() for sign in (1, -1)]
    if count > 5 or (len(left) == len(right) and count == len(left) + len(right)):
        return _in_rows(places, left, right)
    return _round_the_ring(places - middle)


def _in_rows(places: Floats, left: list[int], right: list[int]) -> Floats:
    order = np.zeros((len(places), 3))
    for foot in range(len(places)):  # feet in the middle join the side with fewer feet
        if foot not in left and foot not in right:
            (left if len(left) <= len(right) else right).append(foot)
    for side, feet in enumerate((left, right)):
        for row, foot in enumerate(sorted(feet, key=lambda foot: (places[foot, 1], foot))):
            order[foot, :2] = side, row
    return order


def _round_the_ring(places: Floats) -> Floats:
    order = np.zeros((len(places), 3))
    angles = np.arctan2(places[:, 0], places[:, 1])
    skip = 2 if len(places) == 5 else 1
    for turn, foot in enumerate(np.argsort(angles, kind="stable").tolist()):
        order[foot, 2] = (skip * turn % len(places)) / len(places)
    return order
