"""Clustering: after M. J. Park and S. Y. Shin, "Example-based motion cloning" (2004), as a k-means.

Keys start at random frames. Every frame joins the key whose pose is nearest; then each key moves to the frame
nearest to the average of its group; and so on until nothing moves. As in the thesis (section 3.2) that is
done ten times for every count, each at most a hundred rounds, and the best by the yardstick is kept. The
first and last frame are keys that never move. Clusters know nothing of time, so the keys form a basis to
blend rather than poses to interpolate: a few of them describe a repeated pose, wherever it recurs.
"""

import numpy as np

from kinegraph.core.arrays import Ints, kernel_floats
from kinegraph.keys.baselines.kmeans_kernels import settle
from kinegraph.keys.selection.distance_kernels import fill_squared_distances
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import SelectionSpace

RUNS = 10
ROUNDS = 100
SEED = 1


def kmeans(space: PoseSpace, counts: tuple[int, ...], yardstick: SelectionSpace) -> dict[int, Ints]:
    """The best of several clusterings for each count; a count's result does not depend on the others."""
    distances = np.empty((len(space), len(space)))
    fill_squared_distances(kernel_floats(space.points), distances)
    selections = {}
    for count in counts:
        rng = np.random.default_rng([SEED, count])
        runs = [settle(distances, _random_keys(rng, len(space), count), ROUNDS) for _ in range(RUNS)]
        selections[count] = min(runs, key=yardstick.error_of)
    return selections


def _random_keys(rng: np.random.Generator, frames: int, count: int) -> Ints:
    inner = rng.choice(np.arange(1, frames - 1), count - 2, replace=False)
    return np.sort(np.concatenate([[0], inner, [frames - 1]])).astype(np.int64)
