"""Comparisons: one yardstick for all methods, and a figure of it."""

from pathlib import Path

import numpy as np
import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, unroll_quats
from kinegraph.keys.baselines import BASELINES, baseline_selections
from kinegraph.keys.compare import OPTIMAL, compare, draw_comparisons
from kinegraph.keys.selection.objectives import OBJECTIVES, Combine
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import selection_space


def random_walk(frames: int = 60) -> PoseSpace:
    rng = np.random.default_rng(3)
    points = rng.normal(size=(frames, 6)).cumsum(axis=0)
    rotations = unroll_quats(quat_from_axis_angle(rng.normal(size=(frames, 2, 3), scale=0.2).cumsum(axis=0)))
    return PoseSpace(points, 30.0, ("a", "b"), rotations, rng.random((frames, 2)) < 0.5)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_no_method_is_better_than_the_optimum_by_any_yardstick(objective: str) -> None:
    found = compare(random_walk(), objective=objective)
    assert list(found.errors) == [OPTIMAL, *BASELINES]
    for method in BASELINES:
        assert (found.excess(method) >= 0).all()


def test_errors_are_those_of_the_selections() -> None:
    space = random_walk()
    found, whole = compare(space, [3, 9, 20]), selection_space(space)
    assert found.errors[OPTIMAL].tolist() == whole.errors[[3, 9, 20]].tolist()
    added = baseline_selections("lim_thalmann", space, [3, 9, 20], whole)
    assert found.errors["lim_thalmann"].tolist() == [whole.error_of(keys) for keys in added.values()]


def test_counts_are_a_fifth_of_the_frames_unless_named() -> None:
    found = compare(random_walk(), methods=["uniform"])
    assert found.counts.tolist() == list(range(2, 13))
    assert found.compression[-1] == pytest.approx(0.8)


def test_a_count_that_a_method_cannot_give_is_infinite() -> None:
    line = PoseSpace((np.linspace(0.0, 1.0, 30) ** 2)[:, None], 30.0)
    found = compare(line, [2, 6], methods=["velocity"])
    assert np.isfinite(found.errors["velocity"]).tolist() == [True, False]


def test_the_way_of_adding_up_can_be_overruled() -> None:
    found = compare(random_walk(), [5], combine="sum", methods=[])
    assert found.combine == Combine.SUM
    assert found.errors[OPTIMAL][0] == selection_space(random_walk(), combine="sum").errors[5]


def test_the_largest_distance_is_between_any_two_poses() -> None:
    points = random_walk().points
    apart = np.linalg.norm(points[:, None] - points[None], axis=2).max()
    assert compare(random_walk(), [3], methods=[]).largest_distance == pytest.approx(apart, rel=1e-12)


@pytest.mark.parametrize("counts", [[], [1], [61]])
def test_impossible_counts_are_named(counts: list[int]) -> None:
    with pytest.raises(InvalidValue, match="from 2 to the motion's 60 frames"):
        compare(random_walk(), counts)


@pytest.mark.parametrize("frames", [2, 60])
def test_a_figure_has_a_row_for_each_motion(tmp_path: Path, frames: int) -> None:
    from matplotlib.image import imread

    methods = ["lim_thalmann", "velocity", "uniform"]
    by_max = compare(random_walk(frames), methods=methods)
    by_sum = compare(random_walk(frames), objective="chord_sum", methods=methods)
    heights = []
    for pictured in ({"walk": by_max}, {"walk": by_max, "by sum": by_sum}):
        draw_comparisons(pictured, tmp_path / "figure.png")
        heights.append(imread(tmp_path / "figure.png").shape[0])
    assert heights[1] > 1.5 * heights[0]


def test_no_comparison_makes_no_figure(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="no comparison"):
        draw_comparisons({}, tmp_path / "figure.png")
