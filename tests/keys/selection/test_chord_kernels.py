"""Chord tables of motions long enough for bounds, tiles and chunks, against distances from the poses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.keys import reference_selection as reference

from kinegraph.keys.selection.bezier_kernels import SHORT as BEZIER_SHORT
from kinegraph.keys.selection.bezier_kernels import fill_bezier_max
from kinegraph.keys.selection.chord_kernels import SHORT, fill_chord_max
from kinegraph.keys.selection.chord_sum_kernels import BLOCK, fill_chord_sum
from kinegraph.keys.selection.distance_kernels import fill_squared_distances

KERNELS = {"chord_max": fill_chord_max, "chord_sum": fill_chord_sum}


def long_motion(rng: np.random.Generator, kind: str, frames: int) -> np.ndarray:
    if kind == "smooth":
        return np.sin(np.linspace(0, 9, frames)[:, None] * rng.uniform(0.5, 3, 6) + rng.uniform(0, 6, 6))
    if kind == "random walk":
        return rng.normal(size=(frames, 6)).cumsum(axis=0)
    poses = rng.integers(-2, 3, size=(5, 2)).astype(float)
    held = np.repeat(rng.integers(0, 5, frames), rng.integers(1, 40, frames))[:frames]
    return poses[held]


@pytest.mark.parametrize("name", KERNELS)
@given(
    seed=st.integers(0, 100_000),
    kind=st.sampled_from(["smooth", "random walk", "held"]),
    frames=st.integers(SHORT + 2, 3 * SHORT),
)
def test_fuzz_edges_of_long_segments_equal_those_from_the_poses(
    name: str, seed: int, kind: str, frames: int
) -> None:
    assert SHORT > BLOCK  # so that these lengths exercise the bounds of the one and the blocks of the other
    rng = np.random.default_rng(seed)
    points = long_motion(rng, kind, frames)
    matrix = np.empty((frames, frames))
    fill_squared_distances(points, matrix)
    KERNELS[name](matrix)
    pairs = np.sort(rng.integers(0, frames, size=(60, 2)), axis=1)
    for i, j in [(0, frames - 1), *pairs[pairs[:, 0] < pairs[:, 1]].tolist()]:
        expected = reference.EDGES[name](points[i : j + 1])
        assert matrix[j, i] == pytest.approx(expected, rel=1e-7, abs=3e-6)


@given(
    seed=st.integers(0, 100_000),
    kind=st.sampled_from(["smooth", "random walk", "held"]),
    frames=st.integers(BEZIER_SHORT + 2, 160),
)
def test_fuzz_bezier_edges_equal_those_from_the_poses(seed: int, kind: str, frames: int) -> None:
    """To rounding: what is found from pose distances is measured from the poses."""
    rng = np.random.default_rng(seed)
    points = long_motion(rng, kind, frames)
    matrix = np.empty((frames, frames))
    fill_squared_distances(points, matrix)
    fill_bezier_max(points, matrix)
    pairs = np.sort(rng.integers(0, frames, size=(60, 2)), axis=1)
    for i, j in [(0, frames - 1), *pairs[pairs[:, 0] < pairs[:, 1]].tolist()]:
        expected = reference.bezier_max(points[i : j + 1])
        assert matrix[j, i] == pytest.approx(expected, rel=1e-9, abs=1e-11)


def test_a_motion_that_is_a_cubic_costs_nothing_as_a_bezier() -> None:
    t = np.linspace(-1.0, 2.0, 90)[:, None]
    points = t**3 * [3.0, -1.0, 0.5] + t**2 * [0.0, 2.0, 1.0] + 50.0 * t
    matrix = np.empty((90, 90))
    fill_squared_distances(points, matrix)
    fill_bezier_max(points, matrix)
    assert np.tril(matrix, -1).max() < 1e-11


def test_summed_edges_of_end_poses_that_nearly_meet_keep_their_digits() -> None:
    """A loop that closes to a micrometre: sums of products alone would leave no digit."""
    t = np.linspace(0.0, 2.0 * np.pi, 300)[:, None]
    points = np.hstack([np.cos(t), np.sin(t), 0.2 * np.sin(3.0 * t), 1e-6 * t])
    matrix = np.empty((300, 300))
    fill_squared_distances(points, matrix)
    fill_chord_sum(matrix)
    assert matrix[299, 0] == pytest.approx(reference.chord_sum(points), rel=1e-7)
