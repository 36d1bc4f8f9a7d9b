"""Genetic search: after X. Liu, A. Hao and D. Zhao, "Optimization-based key frame extraction for motion
capture animation" (The Visual Computer 29, 2013), in the form that the thesis compares with (section 3.2).

An individual is a list of as many frames as keys are wanted, so that the count stays what was asked. Each
generation keeps its best individuals and fills up with children: two parents, each the winner of a small
tournament, hand down the keys they share and a random part of the others; now and then a key slides between
its neighbours or jumps anywhere. Fitness is the error by the yardstick itself. Every count is searched on its
own, ten times, and the best of the ten kept, as in the thesis. Seeded: the same motion gives the same keys.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Ints
from kinegraph.keys.baselines.genetic_kernels import evolve
from kinegraph.keys.selection.objectives import Combine
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import SelectionSpace


@dataclass(frozen=True)
class Evolution:
    """Length and width of a genetic search.

    population: Individuals in a generation.
    generations: Generations of a run.
    runs: Independent runs for a count, of which the best is kept.
    seed: Start of the random numbers, together with the count and the run.
    """

    population: int = 40
    generations: int = 100
    runs: int = 10
    seed: int = 1


DEFAULT = Evolution()


def genetic(
    space: PoseSpace, counts: tuple[int, ...], yardstick: SelectionSpace, evolution: Evolution = DEFAULT
) -> dict[int, Ints]:
    """The fittest selection of every count; a count's result does not depend on the others."""
    return {count: _fittest(yardstick, count, evolution) for count in counts}


def _fittest(yardstick: SelectionSpace, count: int, evolution: Evolution) -> Ints:
    best = np.empty(count, dtype=np.int64)
    evolve(
        yardstick.edges,
        yardstick.combine == Combine.SUM,
        evolution.population,
        evolution.generations,
        np.array([[evolution.seed, count, run] for run in range(evolution.runs)], dtype=np.uint64),
        best,
    )
    return best
