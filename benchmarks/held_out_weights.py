"""What the weights of the library's descriptor are worth on trials that they were not set on.

The shipped weights were set by hand on the very trials that `bench_library` measures. Here weights are found
anew by chance and by the kinds of some trials, and measured on the others: with each trial left out in turn,
and on one half for the other. The start is a scale on which every group of numbers varies alike, which needs
no kinds at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats

PARTS = (110, 110, 110, 22, 22, 22, 22, 4)  # numbers of the descriptor, as `describe_motion` joins them
GROUPS = (0, 1, 2, 3, 1, 4, 4, 5)  # which parts have a weight in common
NEAREST = 5
TRIES, RANGE = 400, 4.0  # weights that are tried, and how far each is from the start at most, as a factor
SPLITS = 20


@dataclass(frozen=True)
class HeldOut:
    """Precision as a share of the best that is possible.

    equal: Every group varies alike; no kind was used. left_out: Weights from all other trials.
    halves: Of trials in one half with weights from the other, one value for each split.
    seen: The best weights of all that were tried, measured on the trials that chose them.
    """

    equal: float
    left_out: float
    halves: Floats
    seen: float


def measure_held_out(
    descriptors: Floats,
    trials: Sequence[str],
    kinds: Sequence[str | None],
    asked: Sequence[str],
    seed: int = 1,
) -> HeldOut:
    """Precision at five for weights that the measured trials did not choose.

    descriptors: (N, D), one for each file. asked: Kinds whose trials are asked for.
    """
    rng = np.random.default_rng(seed)
    trial, kind = np.array(trials), np.array([each or "" for each in kinds])
    distances = _group_distances(descriptors)
    queries = np.flatnonzero(np.isin(kind, asked))
    weights = np.exp(rng.uniform(-np.log(RANGE), np.log(RANGE), (TRIES, len(distances))))
    weights[0] = 1.0
    # (tries, N, N), squared
    tried = np.einsum("tg,gij->tij", weights**2, distances)

    def scores(ask: np.ndarray, among: np.ndarray) -> Floats:
        """(tries, len(ask)) share of the possible, where only files of `among` can be answers."""
        columns = []
        for query in ask:
            others = among[trial[among] != trial[query]]
            right = kind[others] == kind[query]
            nearest = np.argsort(tried[:, query, others], axis=1, kind="stable")[:, :NEAREST]
            columns.append(right[nearest].sum(axis=1) / max(min(int(right.sum()), NEAREST), 1))
        return np.array(columns).T

    everything = np.arange(len(trial))
    whole = scores(queries, everything)
    left_out = []
    for at, query in enumerate(queries):
        rest = everything[trial != trial[query]]
        best = scores(np.intersect1d(queries, rest), rest).mean(axis=1).argmax()
        left_out.append(whole[best, at])
    names = np.unique(trial[queries])
    halves = []
    for _ in range(SPLITS):
        half = rng.permutation(names)[: len(names) // 2]
        inside = np.isin(trial, half)
        tuned_on = everything[inside | ~np.isin(kind, asked)]
        best = scores(np.intersect1d(queries, tuned_on), tuned_on).mean(axis=1).argmax()
        halves.append(whole[best, ~inside[queries]].mean())
    means = whole.mean(axis=1)
    return HeldOut(float(means[0]), float(np.mean(left_out)), np.array(halves), float(means.max()))


def _group_distances(descriptors: Floats) -> Floats:
    """(G, N, N) squared distances in each group of numbers, on a scale on which all groups vary alike."""
    edges = np.cumsum((0, *PARTS))
    if edges[-1] != descriptors.shape[1]:
        raise SystemExit("The descriptor has other parts now: bring PARTS up to date.")
    squared = np.zeros((max(GROUPS) + 1, len(descriptors), len(descriptors)))
    for group, start, end in zip(GROUPS, edges, edges[1:], strict=False):
        part = descriptors[:, start:end]
        squared[group] += ((part[:, None] - part[None]) ** 2).sum(axis=-1)
    return squared / squared.mean(axis=(1, 2), keepdims=True)
