"""Edge tables against slow twins, on smooth, random, held and closed motions."""

import numpy as np
import pytest
import reference_selection as reference
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.core.errors import InvalidValue
from kinegraph.salient.objectives import OBJECTIVES, Combine, UnknownObjective, objective_named, own_objective
from kinegraph.salient.pose_space import PoseSpace


def table(points: np.ndarray, name: str) -> np.ndarray:
    matrix = np.full((len(points), len(points)), np.nan)
    objective_named(name).fill(PoseSpace(points, 30.0), matrix)
    return np.tril(matrix, -1)


def slow_table(points: np.ndarray, name: str) -> np.ndarray:
    edges = np.zeros((len(points), len(points)))
    for j in range(1, len(points)):
        for i in range(j):
            edges[j, i] = reference.EDGES[name](points[i : j + 1])
    return edges


def motion(kind: str, frames: int = 150, width: int = 6) -> np.ndarray:
    rng = np.random.default_rng(7)
    if kind == "smooth":
        phases, rates = rng.uniform(0, 6, width), rng.uniform(0.5, 3, width)
        return np.sin(np.linspace(0, 4, frames)[:, None] * rates + phases)
    if kind == "random walk":
        return rng.normal(size=(frames, width)).cumsum(axis=0)
    if kind == "held":
        return np.repeat(rng.normal(size=(frames // 10, width)), 10, axis=0)
    return np.vstack([walk := rng.normal(size=(frames // 2, width)).cumsum(axis=0), walk[::-1]])


@pytest.mark.parametrize("name", OBJECTIVES)
@pytest.mark.parametrize("kind", ["smooth", "random walk", "held", "there and back"])
def test_edges_equal_their_slow_twin(name: str, kind: str) -> None:
    points = motion(kind)
    # Distances come from differences of squares: half of the digits are left where a pose lies on the chord.
    np.testing.assert_allclose(table(points, name), slow_table(points, name), rtol=1e-7, atol=3e-7)


@given(st.integers(0, 10_000), st.integers(2, 90), st.integers(1, 4), st.integers(1, 6))
def test_fuzz_edges_of_repeated_poses_equal_their_slow_twin(
    seed: int, frames: int, width: int, kinds: int
) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(-2, 3, size=(kinds, width)).astype(float)[rng.integers(0, kinds, frames)]
    for name in ("chord_max", "chord_sum", "time_linear_max"):
        np.testing.assert_allclose(table(points, name), slow_table(points, name), atol=3e-7)


def test_equal_end_poses_measure_the_way_out_and_back() -> None:
    assert table(np.array([[0.0], [3.0], [0.0]]), "chord_max")[2, 0] == 3.0


def test_motion_along_the_chord_costs_only_where_time_counts() -> None:
    points = (np.linspace(0, 1, 9) ** 2)[:, None]
    assert table(points, "chord_max").max() < 1e-7
    assert table(points, "time_linear_max")[8, 0] == pytest.approx(0.25, abs=1e-12)


def test_an_objective_of_ones_own_is_called_with_both_end_poses() -> None:
    mine = own_objective("span", lambda poses: float(len(poses)), Combine.SUM)
    matrix = np.zeros((4, 4))
    mine.fill(PoseSpace(np.zeros((4, 1)), 30.0), matrix)
    assert (matrix[3, 0], matrix[2, 1]) == (4.0, 2.0)


@pytest.mark.parametrize("cost", [-1.0, np.nan, np.inf])
def test_an_objective_of_ones_own_must_give_costs(cost: float) -> None:
    mine = own_objective("mine", lambda poses: cost, Combine.MAX)
    with pytest.raises(InvalidValue, match="'mine'"):
        mine.fill(PoseSpace(np.zeros((4, 1)), 30.0), np.zeros((4, 4)))


def test_an_unknown_objective_names_the_nearest() -> None:
    with pytest.raises(UnknownObjective, match="did you mean 'chord_max'"):
        objective_named("chordmax")
