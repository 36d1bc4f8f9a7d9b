"""Parts of a motion merged into one ladder, against the whole solved with their ends fixed."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.core.arrays import kernel_floats
from kinegraph.keys.selection.merge_kernels import merge_errors
from kinegraph.keys.selection.merged_space import MergedSpace, Part
from kinegraph.keys.selection.miss_kernels import largest_miss
from kinegraph.keys.selection.objectives import Combine
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import KeyRules, selection_space


def wandering(seed: int, frames: int) -> PoseSpace:
    """A smooth random walk in six dimensions."""
    steps = np.random.default_rng(seed).normal(size=(frames, 6))
    return PoseSpace(np.cumsum(np.cumsum(steps, axis=0), axis=0) * 1e-3, 30.0)


def merged(space: PoseSpace, cuts: list[int], objective: str, combine: Combine, gap: int = 1) -> MergedSpace:
    parts = [
        Part(a, b, selection_space(space.frames(a, b + 1), objective, rules=KeyRules(gap=gap)), 1.0)
        for a, b in pairwise(cuts)
    ]
    return MergedSpace(parts, combine)


@pytest.mark.parametrize("objective", ["chord_max", "chord_sum"])
@pytest.mark.parametrize("gap", [1, 3])
@given(seed=st.integers(0, 10_000), cuts=st.sets(st.integers(4, 35), max_size=4))
def test_merging_is_as_good_as_the_whole_with_the_ends_fixed(
    objective: str, gap: int, seed: int, cuts: set[int]
) -> None:
    ends = [0]
    for cut in [*sorted(cuts), 40]:  # ends keep the gap, as key choices see to
        ends += [cut] if cut - ends[-1] >= gap else []
    ends[-1] = 40
    space = wandering(seed, 41)
    combine = Combine.SUM if objective == "chord_sum" else Combine.MAX
    whole = selection_space(space, objective, rules=KeyRules(fixed=tuple(ends), gap=gap))
    ours = merged(space, ends, objective, combine, gap)
    for inner in ours.counts.tolist():
        np.testing.assert_allclose(ours.errors[inner], whole.errors[inner + len(ends)], rtol=1e-9, atol=1e-15)
        keys = np.sort(np.concatenate([ours.cuts, ours.keys(inner)]))
        assert len(set(keys.tolist())) == inner + len(ends)
        np.testing.assert_allclose(whole.error_of(keys), ours.errors[inner], rtol=1e-9, atol=1e-15)
    assert (ours.counts + len(ends)).tolist() == list(whole.counts)


@given(
    left=st.lists(st.floats(0, 10), min_size=1, max_size=8),
    right=st.lists(st.floats(0, 10), min_size=1, max_size=8),
    use_sum=st.booleans(),
)
def test_merged_errors_are_the_best_of_all_ways_to_share(
    left: list[float], right: list[float], use_sum: bool
) -> None:
    errors, given_right = merge_errors(np.array(left), np.array(right), use_sum)
    for count in range(len(left) + len(right) - 1):
        ways = {
            r: (left[count - r] + right[r] if use_sum else max(left[count - r], right[r]))
            for r in range(len(right))
            if 0 <= count - r < len(left)
        }
        assert errors[count] == min(ways.values())
        assert given_right[count] == min(r for r, error in ways.items() if error == errors[count])


def test_the_largest_miss_is_that_of_least_squares_cubics() -> None:
    positions = wandering(3, 60).points
    keys = np.array([0, 9, 13, 40, 59])
    worst = 0.0
    for i, j in pairwise(keys):
        u = np.linspace(0.0, 1.0, j - i + 1)[:, None]
        basis = np.hstack([3 * u * (1 - u) ** 2, 3 * u**2 * (1 - u)])
        rest = positions[i : j + 1] - (1 - u) ** 3 * positions[i] - u**3 * positions[j]
        handles, *_ = np.linalg.lstsq(basis, rest, rcond=None)
        misses = (rest - basis @ handles).reshape(len(u), -1, 3)
        worst = max(worst, float(np.linalg.norm(misses, axis=-1).max()))
    assert largest_miss(kernel_floats(positions), keys) == pytest.approx(worst, rel=1e-9)
