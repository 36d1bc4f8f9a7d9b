"""Selection spaces: optimal at every count and under every rule, against slow and independent programs."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.keys import reference_selection as reference

from kinegraph.core.errors import InvalidValue
from kinegraph.keys.selection.objectives import Combine, objective_named
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import KeyRules, SelectionSpace, selection_space

ADD = {Combine.MAX: max, Combine.SUM: sum}
CLIPS = ("16_52", "16_15", "16_09", "124_01", "90_02")


def edges_of(space: PoseSpace, name: str) -> np.ndarray:
    matrix = np.zeros((len(space), len(space)))
    objective_named(name).fill(space, matrix)
    return matrix


def error_of(edges: np.ndarray, keys: np.ndarray, combine: Combine) -> float:
    return ADD[combine]([edges[j, i] for i, j in pairwise(keys)])


@st.composite
def short_motions(draw: st.DrawFn) -> PoseSpace:
    """Walks of two to nine frames, half of them among a few poses only: exact ties and held poses."""
    rng = np.random.default_rng(draw(st.integers(0, 100_000)))
    frames, width = draw(st.integers(2, 9)), draw(st.integers(1, 3))
    if draw(st.booleans()):
        return PoseSpace(rng.integers(-1, 2, size=(frames, width)).astype(float), 30.0)
    return PoseSpace(rng.normal(size=(frames, width)), 30.0)


@given(
    short_motions(), st.sampled_from(["chord_max", "chord_sum", "time_linear_max"]), st.sampled_from(Combine)
)
def test_fuzz_every_count_is_optimal(space: PoseSpace, name: str, combine: Combine) -> None:
    edges, found = edges_of(space, name), selection_space(space, name, combine=combine)
    for count in range(2, len(space) + 1):
        best = reference.best_by_exhaustion(edges, count, ADD[combine])
        assert found.errors[count] == pytest.approx(best, rel=1e-12, abs=1e-12)
        assert error_of(edges, found.keys(count), combine) == pytest.approx(best, rel=1e-12, abs=1e-12)


@given(short_motions(), st.data())
def test_fuzz_rules_are_part_of_the_optimum(space: PoseSpace, data: st.DataObject) -> None:
    inner = st.sets(st.integers(0, len(space) - 1), max_size=3)
    fixed = data.draw(inner)
    forbidden = data.draw(inner) - fixed - {0, len(space) - 1}
    rules = KeyRules(tuple(fixed), tuple(forbidden), data.draw(st.integers(1, 3)))
    edges = edges_of(space, "chord_max")
    best = [
        reference.best_by_exhaustion(edges, count, max, rules.fixed, rules.forbidden, rules.gap)
        for count in range(2, len(space) + 1)
    ]
    if not np.isfinite(best).any():
        with pytest.raises(InvalidValue, match="conflict"):
            selection_space(space, rules=rules)
        return
    found = selection_space(space, rules=rules)
    np.testing.assert_allclose(found.errors[2:], best, rtol=1e-12, atol=1e-12)
    for count in found.counts:
        keys = found.keys(count)
        assert fixed <= set(keys.tolist())
        assert not forbidden & set(keys.tolist())
        assert np.diff(keys).min() >= rules.gap


@given(st.integers(0, 10_000))
def test_fuzz_long_motions_with_ties_are_optimal(seed: int) -> None:
    """A quadratic-time-per-count reference, since exhaustion ends at a dozen frames."""
    rng = np.random.default_rng(seed)
    points = np.repeat(rng.integers(-3, 4, size=(12, 2)).astype(float), rng.integers(1, 7, 12), axis=0)
    if len(points) < 3:
        return
    space = PoseSpace(points, 30.0)
    for combine in Combine:
        edges, found = edges_of(space, "chord_max"), selection_space(space, "chord_max", combine=combine)
        row = np.where(np.arange(len(points)) == 0, 0.0, np.inf)
        for count in range(2, len(points) + 1):
            row = np.array(
                [
                    min((ADD[combine]([row[i], edges[j, i]]) for i in range(j)), default=np.inf)
                    for j in range(len(points))
                ]
            )
            assert found.errors[count] == pytest.approx(row[-1], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", CLIPS)
def test_errors_equal_an_independent_program_at_every_count(shared_data: Path, name: str) -> None:
    folder = shared_data / "salient_expected"
    points = np.loadtxt(folder / f"{name}.csv", delimiter=",", skiprows=1)
    expected = json.loads((folder / f"{name}.json").read_text())
    space = PoseSpace(points, 120.0)
    for key, objective, combine, relative in (
        ("reference_error_by_keyframes", "chord_max", Combine.MAX, False),
        ("float64_error_by_keyframes", "chord_max", Combine.MAX, False),
        ("own_sum_of_max_perpendicular_by_keyframes", "chord_max", Combine.SUM, False),
        ("own_sum_of_time_linear_sse_by_keyframes", "time_linear_sum", Combine.SUM, True),
    ):
        found = selection_space(space, objective, combine=combine)
        counts = [int(count) for count in expected[key] if int(count) >= 2]
        assert len(counts) == len(points) - 1
        theirs = np.array([expected[key][str(count)] for count in counts])
        tolerance = 2e-5 * (np.maximum(theirs, 1.0) if relative else 1.0)
        assert (np.abs(found.errors[counts] - theirs) <= tolerance).all()


def walk() -> PoseSpace:
    return PoseSpace(np.random.default_rng(3).normal(size=(60, 4)).cumsum(axis=0), 30.0)


@pytest.mark.parametrize("name", ["chord_max", "chord_sum", "bezier_max", "velocity"])
def test_between_fixed_keys_segments_cost_what_they_cost_without(name: str) -> None:
    free, fixed = selection_space(walk(), name), selection_space(walk(), name, rules=KeyRules(fixed=(20, 45)))
    for i, j in ((0, 20), (3, 17), (20, 45), (21, 30), (45, 59)):
        assert fixed.edges[j, i] == pytest.approx(free.edges[j, i], rel=1e-9, abs=1e-9)
    assert fixed.error_of([0, 30, 59]) == np.inf


def test_asking_for_fewer_counts_gives_the_same_selections() -> None:
    whole, part = selection_space(walk()), selection_space(walk(), most=9)
    assert part.counts == tuple(range(2, 10))
    for count in part.counts:
        assert part.keys(count).tolist() == whole.keys(count).tolist()


def test_ties_go_to_the_earliest_frame() -> None:
    assert selection_space(PoseSpace(np.zeros((6, 2)), 30.0)).keys(4).tolist() == [0, 1, 2, 5]


def test_at_most_is_never_worse_than_exactly() -> None:
    found = selection_space(walk())
    assert (found.best_errors[2:] <= found.errors[2:]).all()
    assert found.errors[found.best_count(20)] == found.best_errors[20]


def test_importance_is_largest_for_frames_that_are_always_keys() -> None:
    found = selection_space(walk())
    importance = found.importance()
    assert importance[0] == importance[-1] == 1.0
    assert ((importance >= 0) & (importance <= 1)).all()
    of_few, of_none = importance[found.keys(5)[1:-1]], np.delete(importance, found.keys(30))
    assert of_few.min() > of_none.max()


@pytest.mark.parametrize("factor", [0.01, 1000.0])
def test_scaling_a_motion_changes_no_key(factor: float) -> None:
    plain, scaled = selection_space(walk()), selection_space(PoseSpace(walk().points * factor, 30.0))
    for count in (5, 12, 30):
        assert plain.keys(count).tolist() == scaled.keys(count).tolist()


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (KeyRules(fixed=(60,)), "fixed frame 60 is outside the motion's 60 frames"),
        (KeyRules(forbidden=(-1,)), "forbidden frame -1 is outside"),
        (KeyRules(fixed=(5,), forbidden=(5,)), "Frame 5 is forbidden"),
        (KeyRules(forbidden=(0,)), "Frame 0 is forbidden"),
        (KeyRules(gap=0), "at least one frame"),
        (KeyRules(fixed=(5, 6), gap=3), "conflict"),
    ],
)
def test_impossible_rules_are_named(rules: KeyRules, sentence: str) -> None:
    with pytest.raises(InvalidValue, match=sentence):
        selection_space(walk(), rules=rules)


def test_a_count_that_is_not_there_says_which_are() -> None:
    found: SelectionSpace = selection_space(walk(), most=9)
    with pytest.raises(InvalidValue, match="choose from 2 to 9"):
        found.keys(10)


def test_one_frame_is_no_motion() -> None:
    with pytest.raises(InvalidValue, match="at least two frames"):
        PoseSpace(np.zeros((1, 3)), 30.0)
