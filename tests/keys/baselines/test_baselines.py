"""Baselines: what each method promises, and that none ever beats the optimal selection."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.keys import reference_selection as reference

from kinegraph.core.errors import InvalidValue
from kinegraph.keys.baselines import BASELINES, UnknownBaseline, baseline_selections
from kinegraph.keys.baselines.genetic_kernels import selection_error
from kinegraph.keys.baselines.greedy_kernels import frames_as_added, frames_as_removed
from kinegraph.keys.baselines.kmeans_kernels import settle
from kinegraph.keys.baselines.uniform import uniform_keys
from kinegraph.keys.baselines.velocity import speed_minima
from kinegraph.keys.selection.objectives import Combine
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import selection_space

CLIPS = ("walk", "jump", "pitch", "turn", "cartwheel", "layup_likely_124_06")


def random_walk(frames: int = 60, width: int = 6, seed: int = 3) -> PoseSpace:
    rng = np.random.default_rng(seed)
    return PoseSpace(rng.normal(size=(frames, width)).cumsum(axis=0), 30.0)


def thesis_clip(shared_data: Path, name: str) -> PoseSpace:
    with np.load(shared_data / "thesis_clips" / f"{name}.npz") as archive:
        positions = archive["pos_bvh"] * float(archive["unit_m"])
        joints = tuple(str(joint) for joint in archive["joints"])
        return PoseSpace(positions.reshape(len(positions), -1), float(archive["fps"]), joints)


@st.composite
def motions(draw: st.DrawFn) -> PoseSpace:
    """Random walks, and walks among a few poses only, which hold and repeat."""
    rng = np.random.default_rng(draw(st.integers(0, 100_000)))
    frames, width = draw(st.integers(2, 40)), draw(st.sampled_from([1, 3, 6]))
    if draw(st.booleans()):
        return PoseSpace(rng.integers(-1, 2, size=(frames, width)).astype(float), 30.0)
    return PoseSpace(rng.normal(size=(frames, width)).cumsum(axis=0), 30.0)


@pytest.mark.parametrize("name", BASELINES)
@given(space=motions(), combine=st.sampled_from(Combine))
def test_fuzz_selections_are_sound_and_never_better_than_the_optimum(
    name: str, space: PoseSpace, combine: Combine
) -> None:
    found = selection_space(space, combine=combine)
    counts = sorted({2, 3, 5, len(space) // 2, len(space) - 1, len(space)} & set(range(2, len(space) + 1)))
    selections = baseline_selections(name, space, counts, found)
    assert name == "velocity" or list(selections) == counts
    for count, keys in selections.items():
        assert (keys[0], keys[-1], len(keys)) == (0, len(space) - 1, count)
        assert (np.diff(keys) > 0).all()
        # No tolerance: both errors are added up alike, so rounding cannot favour either.
        assert found.error_of(keys) >= found.errors[count]


@pytest.mark.parametrize("clip", CLIPS)
@pytest.mark.parametrize(("objective", "combine"), [("chord_max", Combine.MAX), ("chord_sum", Combine.SUM)])
def test_no_method_beats_the_optimum_on_the_thesis_clips(
    shared_data: Path, clip: str, objective: str, combine: Combine
) -> None:
    space = thesis_clip(shared_data, clip)
    found = selection_space(space, objective, combine=combine)
    every = range(2, len(space) + 1)
    few = [2, 3, 5, 8, 13, 21, 34, 55, 89]  # each is a search of its own
    for name in BASELINES:
        selections = baseline_selections(name, space, few if name in ("genetic", "kmeans") else every, found)
        worse = [found.error_of(keys) >= found.errors[count] for count, keys in selections.items()]
        assert len(worse) > 8
        assert all(worse)


def test_adding_takes_the_frame_farthest_from_the_polyline() -> None:
    space = random_walk()
    added = frames_as_added(space.points, len(space)).tolist()
    assert sorted(added) == list(range(len(space)))
    for n in range(2, len(space) - 1):
        keys = sorted(added[:n])
        away = np.zeros(len(space))
        for i, j in pairwise(keys):
            away[i : j + 1] = reference.line_distances(space.points[i : j + 1])
        assert away[added[n]] == pytest.approx(away.max(), rel=1e-9, abs=1e-12)


def test_removing_takes_the_key_whose_loss_distorts_least() -> None:
    space = random_walk()
    keys = list(range(len(space)))
    for frame in frames_as_removed(space.points, 2).tolist():
        losses = {
            key: reference.chord_max(space.points[before : after + 1])
            for before, key, after in zip(keys, keys[1:], keys[2:], strict=False)
        }
        assert losses[frame] == pytest.approx(min(losses.values()), rel=1e-9, abs=1e-12)
        keys.remove(frame)
    assert keys == [0, len(space) - 1]


def test_clusters_settle_where_every_key_is_nearest_to_its_groups_average() -> None:
    rng = np.random.default_rng(5)
    points = rng.normal(size=(50, 3))
    distances = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    keys = settle(distances, np.array([0, 7, 20, 33, 49]), 100)
    groups = keys[distances[:, keys].argmin(axis=1)]
    for key in keys[1:-1]:
        members = np.flatnonzero(groups == key)
        away = np.linalg.norm(points[members] - points[members].mean(axis=0), axis=1)
        assert members[away.argmin()] == key


def test_well_parted_clusters_are_found() -> None:
    points = np.repeat([0.0, 10.0, 20.0, 30.0], 9) + np.tile(np.linspace(-1, 1, 9), 4)
    distances = (points[:, None] - points[None]) ** 2
    assert settle(distances, np.array([0, 9, 26, 35]), 100).tolist() == [0, 13, 22, 35]


def test_slow_moments_are_ranked_by_how_much_they_stand_out() -> None:
    times = np.linspace(0.0, 1.0, 201)
    speed = 2.0 + np.cos(2 * np.pi * 4 * times) * (1.0 - 0.7 * times)
    space = PoseSpace((speed.cumsum() * 0.01)[:, None], 200.0)
    minima = speed_minima(space)
    # Slowest at 1/8, 3/8, 5/8, 7/8 of the time, ever less pronounced; sums lie half a frame late.
    np.testing.assert_allclose(minima, [25, 75, 125, 175], atol=2)
    keys = baseline_selections("velocity", space, [3, 5, 7], selection_space(space))
    assert keys[3].tolist() == [0, minima[0], 200]
    assert list(keys) == [3, 5]


def test_speed_is_summed_over_the_distinct_joints() -> None:
    rng = np.random.default_rng(0)
    points = rng.normal(size=(40, 6)).cumsum(axis=0)
    speed = np.linalg.norm(np.gradient(points, axis=0).reshape(40, 2, 3), axis=2).sum(axis=1)
    inner = np.arange(1, 39)
    expected = inner[(speed[inner] < speed[inner - 1]) & (speed[inner] < speed[inner + 1])]
    assert sorted(speed_minima(PoseSpace(points, 30.0, ("a", "b"))).tolist()) == expected.tolist()


@given(st.integers(2, 400), st.data())
def test_uniform_keys_part_the_clip_evenly(frames: int, data: st.DataObject) -> None:
    keys = uniform_keys(frames, data.draw(st.integers(2, frames)))
    gaps = np.diff(keys)
    assert (keys[0], keys[-1]) == (0, frames - 1)
    assert gaps.min() >= 1
    assert gaps.max() - gaps.min() <= 1


def test_the_genetic_search_finds_the_optimum_of_a_small_motion() -> None:
    space = random_walk(frames=20)
    found = selection_space(space)
    for count, keys in baseline_selections("genetic", space, range(3, 8), found).items():
        assert found.error_of(keys) == found.errors[count]


@pytest.mark.parametrize("use_sum", [False, True])
def test_the_compiled_fitness_is_the_yardsticks_error(use_sum: bool) -> None:
    found = selection_space(random_walk(), combine=Combine.SUM if use_sum else Combine.MAX)
    keys = np.array([0, 4, 9, 30, 59])
    assert selection_error(found.edges, keys, use_sum) == found.error_of(keys)


@pytest.mark.parametrize("name", ["genetic", "kmeans"])
def test_random_methods_are_deterministic_and_counts_do_not_interfere(name: str) -> None:
    space = random_walk()
    found = selection_space(space)
    together = baseline_selections(name, space, [4, 9, 17], found)
    for count in together:
        np.testing.assert_array_equal(
            baseline_selections(name, space, [count], found)[count], together[count]
        )


def test_an_optimal_selections_own_error_is_the_spaces() -> None:
    for combine in Combine:
        found = selection_space(random_walk(), combine=combine)
        assert [found.error_of(found.keys(count)) for count in found.counts] == found.errors[2:].tolist()


def test_an_unknown_baseline_names_the_nearest() -> None:
    with pytest.raises(UnknownBaseline, match="did you mean 'kmeans'"):
        baseline_selections("kmean", random_walk(), [3], selection_space(random_walk()))


@pytest.mark.parametrize("counts", [[1], [61]])
def test_impossible_counts_are_named(counts: list[int]) -> None:
    with pytest.raises(InvalidValue, match="from 2 to the motion's 60 frames"):
        baseline_selections("uniform", random_walk(), counts, selection_space(random_walk()))


def test_a_yardstick_of_another_motion_is_refused() -> None:
    with pytest.raises(InvalidValue, match="measures 50 frames"):
        baseline_selections("uniform", random_walk(), [3], selection_space(random_walk(frames=50)))
