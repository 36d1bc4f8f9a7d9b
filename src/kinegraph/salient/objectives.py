"""Objectives: what a segment between two keys costs.

An objective turns poses into a table of edges, one for every pair of frames i < j, and says how the edges of
a selection add up: by their largest, or by their sum. Pass an `Objective` of your own to use another.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.salient.bezier_kernels import fill_bezier_max
from kinegraph.salient.chord_kernels import fill_chord_max, fill_time_linear
from kinegraph.salient.chord_sum import fill_chord_sum
from kinegraph.salient.distance_kernels import fill_squared_distances
from kinegraph.salient.pose_space import PoseSpace


class Combine(StrEnum):
    """How the edges of a selection make its error."""

    MAX = "max"
    SUM = "sum"


@dataclass(frozen=True)
class Objective:
    """A criterion for keys.

    name: As users call it.
    combine: How it is meant to be added up.
    fill: Writes `matrix[j, i]`, the cost of the segment i..j, for all i < j of an (N, N) matrix; the rest of
        the matrix is its scratch space. Costs are finite and not negative.
    """

    name: str
    combine: Combine
    fill: Callable[[PoseSpace, Floats], None]


class UnknownObjective(UnknownName):
    """A name that no objective has."""

    kind = "objective"


def _with_distances(kernel: Callable[[Floats], None]) -> Callable[[PoseSpace, Floats], None]:
    def fill(space: PoseSpace, matrix: Floats) -> None:
        fill_squared_distances(kernel_floats(space.points), matrix)
        kernel(matrix)

    return fill


def _fill_bezier(space: PoseSpace, matrix: Floats) -> None:
    points = kernel_floats(space.points)
    fill_squared_distances(points, matrix)
    fill_bezier_max(points, matrix)


OBJECTIVES: Mapping[str, Objective] = MappingProxyType(
    {
        objective.name: objective
        for objective in (
            Objective("chord_max", Combine.MAX, _with_distances(fill_chord_max)),
            Objective("chord_sum", Combine.SUM, _with_distances(fill_chord_sum)),
            Objective("bezier_max", Combine.MAX, _fill_bezier),
            Objective(
                "time_linear_max", Combine.MAX, _with_distances(lambda matrix: fill_time_linear(matrix, True))
            ),
            Objective(
                "time_linear_sum",
                Combine.SUM,
                _with_distances(lambda matrix: fill_time_linear(matrix, False)),
            ),
        )
    }
)


def objective_named(name: str) -> Objective:
    """The built-in objective called `name`."""
    try:
        return OBJECTIVES[name]
    except KeyError:
        raise UnknownObjective(name, OBJECTIVES) from None


def own_objective(name: str, cost: Callable[[Floats], float], combine: Combine) -> Objective:
    """An objective from a plain function of the poses of a segment (frames, D), its end poses included."""

    def fill(space: PoseSpace, matrix: Floats) -> None:
        for j in range(1, len(space)):
            for i in range(j):
                matrix[j, i] = cost(space.points[i : j + 1])
        lower = matrix[np.tril_indices(len(space), -1)]
        if not (np.isfinite(lower).all() and (lower >= 0).all()):
            raise InvalidValue(f"The objective {name!r} gave a cost that is negative or not a number.")

    return Objective(name, Combine(combine), fill)
