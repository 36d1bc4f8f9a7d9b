"""Slow, plain twins of the selection engine: edges by NumPy, selections by looking at every choice."""

from collections.abc import Callable, Collection, Sequence
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def line_distances(points: Array) -> Array:
    """Distances of all rows to the line through the first and last; to the point where those coincide."""
    start, chord = points[0], points[-1] - points[0]
    rest = points - start
    length = np.linalg.norm(chord)
    if length > 0:
        rest = rest - np.outer(rest @ chord / length, chord / length)
    return np.linalg.norm(rest, axis=1)


def chord_max(points: Array) -> float:
    return float(line_distances(points).max())


def chord_sum(points: Array) -> float:
    return float((line_distances(points) ** 2).sum())


def _time_linear(points: Array) -> Array:
    shares = np.linspace(0.0, 1.0, len(points))[:, None]
    return np.linalg.norm(points - (1 - shares) * points[0] - shares * points[-1], axis=1)


def time_linear_max(points: Array) -> float:
    return float(_time_linear(points).max())


def time_linear_sum(points: Array) -> float:
    return float((_time_linear(points) ** 2).sum())


def bezier_max(points: Array) -> float:
    u = np.linspace(0.0, 1.0, len(points))[:, None]
    ends = (1 - u) ** 3 * points[0] + u**3 * points[-1]
    basis = np.hstack([3 * u * (1 - u) ** 2, 3 * u**2 * (1 - u)])
    inner = np.linalg.lstsq(basis, points - ends, rcond=None)[0]
    return float(np.linalg.norm(points - ends - basis @ inner, axis=1).max())


def velocity(points: Array, fps: float) -> float:
    speeds = np.linalg.norm(np.diff(points, axis=0), axis=1) * fps
    changes = [late - early for k, early in enumerate(speeds) for late in speeds[k:]]
    return 0.5 * min(-min(changes), max(changes)) * (len(points) - 1) / fps


def rotation(quats: Array) -> float:
    """Largest angle of any pose to the great circle through the first and last; quats (frames, joints, 4)."""
    worst = 0.0
    for joint in np.moveaxis(quats, 1, 0):
        start, end = joint[0], joint[-1]
        circle = [start]
        rest = end - (end @ start) * start
        if np.linalg.norm(rest) > 1e-12:
            circle.append(rest / np.linalg.norm(rest))
        for quat in joint:
            along = np.array([quat @ axis for axis in circle])
            off = quat - along @ np.array(circle)
            worst = max(worst, 2.0 * float(np.arctan2(np.linalg.norm(off), np.linalg.norm(along))))
    return worst


def contact(touching: NDArray[np.bool_]) -> float:
    """First and last frames of contacts, strictly inside a segment that others may follow."""
    events = 0
    for k in range(1, len(touching) - 1):
        for point in range(touching.shape[1]):
            before, here, after = touching[k - 1 : k + 2, point]
            events += int(here and not before) + int(here and not after)
    return float(events)


EDGES = {
    "chord_max": chord_max,
    "chord_sum": chord_sum,
    "time_linear_max": time_linear_max,
    "time_linear_sum": time_linear_sum,
    "bezier_max": bezier_max,
}


def best_by_exhaustion(
    edges: Array,
    count: int,
    add: Callable[[list[float]], float],
    fixed: Sequence[int] = (),
    forbidden: Collection[int] = (),
    gap: int = 1,
) -> float:
    """Smallest error of all selections with `count` keys; `edges[j, i]` is the segment i..j."""
    last = len(edges) - 1
    best = np.inf
    for inner in combinations([f for f in range(1, last) if f not in forbidden], count - 2):
        keys = (0, *inner, last)
        if not set(fixed) <= set(keys) or min(np.diff(keys)) < gap:
            continue
        best = min(best, add([edges[j, i] for i, j in pairwise(keys)]))
    return best
