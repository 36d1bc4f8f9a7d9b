"""Chord tables of motions long enough for bounds, tiles and chunks, against distances from the poses."""

import numpy as np
import pytest
import reference_selection as reference
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.salient.chord_kernels import CHUNK, SHORT, fill_chord_max, fill_chord_sum
from kinegraph.salient.distance_kernels import fill_squared_distances

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
    assert SHORT > CHUNK  # so that these lengths exercise the bounds of the one and the chunks of the other
    rng = np.random.default_rng(seed)
    points = long_motion(rng, kind, frames)
    matrix = np.empty((frames, frames))
    fill_squared_distances(points, matrix)
    KERNELS[name](matrix)
    pairs = np.sort(rng.integers(0, frames, size=(60, 2)), axis=1)
    for i, j in [(0, frames - 1), *pairs[pairs[:, 0] < pairs[:, 1]].tolist()]:
        expected = reference.EDGES[name](points[i : j + 1])
        assert matrix[j, i] == pytest.approx(expected, rel=1e-7, abs=3e-6)
