"""Edge tables against slow twins, on smooth, random, held and closed motions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.keys import reference_selection as reference

from kinegraph.core.animation import KeyTag
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.keys.selection.ladder import Judged, solved_stage
from kinegraph.keys.selection.layers import LayerPlan
from kinegraph.keys.selection.objectives import (
    OBJECTIVES,
    Combine,
    UnknownObjective,
    objective_named,
    own_objective,
)
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import KeyRules, selection_space
from kinegraph.keys.selection.threshold_choice import Thresholds


def table(points: np.ndarray | PoseSpace, name: str) -> np.ndarray:
    space = points if isinstance(points, PoseSpace) else PoseSpace(points, 30.0)
    matrix = np.full((len(space), len(space)), np.nan)
    objective_named(name).fill(space, matrix)
    return np.tril(matrix, -1)


def slow_edge(space: PoseSpace, name: str) -> float:
    if name == "velocity":
        return reference.velocity(space.points, space.fps)
    if name == "rotation":
        assert space.rotations is not None
        return reference.rotation(space.rotations)
    if name == "contact":
        assert space.touching is not None
        return reference.contact(space.touching)
    return reference.EDGES[name](space.points)


def slow_table(points: np.ndarray | PoseSpace, name: str) -> np.ndarray:
    space = points if isinstance(points, PoseSpace) else PoseSpace(points, 30.0)
    edges = np.zeros((len(space), len(space)))
    for j in range(1, len(space)):
        for i in range(j):
            edges[j, i] = slow_edge(space.frames(i, j + 1), name)
    return edges


def posed(points: np.ndarray) -> PoseSpace:
    """The points with two joints that turn along, and two feet that touch the ground now and then."""
    turns = np.stack([points[:, :3] * 0.4, points[:, :3][:, ::-1] * 0.2], axis=1)
    padded = np.zeros((len(points), 2, 3))
    padded[..., : turns.shape[2]] = turns
    columns = np.repeat(points[:, :1], 6, axis=1) if points.shape[1] < 6 else points
    return PoseSpace(columns, 30.0, ("one", "two"), quat_from_axis_angle(padded), points[:, [0, -1]] > 0.3)


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
    # Fewer frames where the slow twin is slowest.
    space = posed(motion(kind, 40 if name in ("velocity", "rotation", "bezier_max") else 100))
    # Distances come from differences of squares: half of the digits are left where a pose lies on the chord.
    np.testing.assert_allclose(table(space, name), slow_table(space, name), rtol=1e-7, atol=3e-7)


@given(st.integers(0, 10_000), st.integers(2, 36), st.integers(1, 4), st.integers(1, 6))
def test_fuzz_edges_of_repeated_poses_equal_their_slow_twin(
    seed: int, frames: int, width: int, kinds: int
) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(-2, 3, size=(kinds, width)).astype(float)[rng.integers(0, kinds, frames)]
    for name in ("chord_max", "chord_sum", "time_linear_max", "bezier_max"):
        np.testing.assert_allclose(table(points, name), slow_table(points, name), atol=3e-7)


@given(st.integers(0, 10_000), st.integers(2, 24), st.integers(1, 4))
def test_fuzz_edges_beside_positions_of_repeated_poses_equal_their_slow_twin(
    seed: int, frames: int, kinds: int
) -> None:
    rng = np.random.default_rng(seed)
    space = posed(rng.integers(-2, 3, size=(kinds, 3)).astype(float)[rng.integers(0, kinds, frames)])
    for name in ("velocity", "rotation", "contact"):
        np.testing.assert_allclose(table(space, name), slow_table(space, name), atol=3e-7)


def test_equal_end_poses_measure_the_way_out_and_back() -> None:
    assert table(np.array([[0.0], [3.0], [0.0]]), "chord_max")[2, 0] == 3.0


def test_motion_along_the_chord_costs_only_where_time_counts() -> None:
    points = (np.linspace(0, 1, 9) ** 2)[:, None]
    assert table(points, "chord_max").max() < 1e-7
    assert table(points, "time_linear_max")[8, 0] == pytest.approx(0.25, abs=1e-12)


def test_speed_that_only_rises_costs_nothing_and_a_stop_does() -> None:
    seconds = np.linspace(0.0, 1.0, 31)[:, None]
    assert table(seconds**2, "velocity").max() < 1e-9
    stop = np.where(seconds < 0.5, seconds, np.maximum(0.5, seconds - 0.2))
    found = selection_space(PoseSpace(stop, 30.0), "velocity")
    # Keys on both sides of the rest, which runs from frame 15 to frame 21.
    assert found.keys(3)[1] in range(14, 23)
    assert found.errors[3] < 0.01 * found.errors[2]


def test_a_turn_about_one_axis_costs_nothing_at_any_speed() -> None:
    angles = np.linspace(0.0, 1.0, 30)[:, None] ** 3 * 4.0
    turning = quat_from_axis_angle(angles[:, None] * np.array([0.6, 0.0, 0.8]))
    space = PoseSpace(np.zeros((30, 3)), 30.0, ("hip",), turning)
    assert table(space, "rotation").max() < 1e-7


def test_the_contact_objective_puts_its_keys_where_feet_touch_down_and_lift_off() -> None:
    touching = np.zeros((40, 2), dtype=bool)
    touching[10:20, 0] = touching[17:30, 1] = True
    space = PoseSpace(np.zeros((40, 3)), 30.0, touching=touching)
    assert selection_space(space, "contact").keys(6).tolist() == [0, 10, 17, 19, 29, 39]


def test_a_weighted_objective_adds_its_parts_up() -> None:
    space = posed(motion("smooth", 30))
    both = table(space, "chord_max + 0.25 * velocity")
    np.testing.assert_allclose(both, table(space, "chord_max") + 0.25 * table(space, "velocity"), rtol=1e-12)
    assert objective_named("chord_sum+contact").combine == Combine.SUM


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("chord_max + velocty", "did you mean 'velocity'"),
        ("chord_max + much*velocity", "'much' in .* is not a weight"),
        ("chord_max + -1*velocity", "must be zero to 1e"),
        ("chord_max + ", "objective"),
    ],
)
def test_a_sum_that_cannot_be_read_says_why(name: str, sentence: str) -> None:
    with pytest.raises(KinegraphError, match=sentence):
        objective_named(name)


@pytest.mark.parametrize("name", ["rotation", "contact"])
def test_poses_that_lack_what_an_objective_looks_at_are_refused(name: str) -> None:
    with pytest.raises(InvalidValue, match="these poses have none"):
        table(np.zeros((4, 3)), name)


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


@pytest.mark.parametrize("name", ["rotation", "contact", "velocity", "chord_max + 0.5 * velocity"])
def test_criteria_of_any_unit_choose_a_count_by_themselves(name: str) -> None:
    space = posed(motion("smooth", 90))
    cuts, rules = np.array([0, 40, 89]), KeyRules()
    plan = LayerPlan(name, False, KeyTag.KEYPOSE, Thresholds(0.05))
    stage = solved_stage(Judged(space), plan, 0, cuts, rules=rules)
    assert len(cuts) < stage.highest < 45
    for part in stage.space.parts:
        extent = objective_named(name).extent
        assert extent is None or part.scale == extent(space.frames(part.start, part.stop + 1))


def test_the_extent_of_rotations_is_the_largest_turn() -> None:
    turns = np.array([0.0, 0.3, 1.9, -0.4])[:, None, None] * np.array([0.0, 1.0, 0.0])
    space = PoseSpace(np.zeros((4, 3)), 30.0, ("hip",), quat_from_axis_angle(turns))
    extent = objective_named("rotation").extent
    assert extent is not None
    assert extent(space) == pytest.approx(2.3, abs=1e-7)
