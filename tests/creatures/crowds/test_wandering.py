"""Crowds that wander: neighbours are found, and all keep apart."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.creatures.made_creatures import made

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.crowds.avoidance_kernels import sort_into_cells, steer
from kinegraph.creatures.crowds.wandering import wander
from kinegraph.creatures.gait.ground import bumps, flat


def _crowd(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    walkers = np.column_stack(
        [
            rng.uniform(-9, 9, (count, 2)),
            rng.uniform(-3, 3, count),
            rng.uniform(0.1, 0.8, count),
            rng.uniform(0.2, 1.5, count),
            rng.uniform(0.5, 2.0, count),
        ]
    )
    return walkers, rng.uniform(-9, 9, (count, 2))


def _commands(walkers: np.ndarray, goals: np.ndarray, cell: float, slots: int) -> np.ndarray:
    starts, order = np.zeros(slots + 1, dtype=np.int64), np.zeros(len(walkers), dtype=np.int64)
    sort_into_cells(walkers, cell, starts, order)
    assert sorted(order) == list(range(len(walkers)))
    assert starts[0] == 0
    assert starts[-1] == len(walkers)
    assert (np.diff(starts) >= 0).all()
    commands = np.zeros((len(walkers), 3))
    steer(walkers, goals, cell, starts, order, commands)
    return commands


@given(st.integers(1, 60), st.integers(0, 10**6), st.sampled_from([1, 2, 8, 256]))
@settings(deadline=None, max_examples=40)
def test_cells_find_all_that_a_comparison_with_everyone_finds(count: int, seed: int, slots: int) -> None:
    walkers, goals = _crowd(count, seed)
    cell = 5.0 * walkers[:, 3].max()
    np.testing.assert_allclose(
        _commands(walkers, goals, cell, slots), _commands(walkers, goals, 1e6, 1), atol=1e-9, rtol=0
    )


def test_one_alone_turns_to_its_goal_and_stops_there() -> None:
    walker = np.array([[0.0, 0.0, 0.0, 0.5, 1.0, 2.0]])
    left = _commands(walker, np.array([[5.0, 0.0]]), 3.0, 2)[0]
    right = _commands(walker, np.array([[-5.0, 0.0]]), 3.0, 2)[0]
    assert left[2] > 0.0 > right[2]  # +X is to the left of one that faces +Z
    np.testing.assert_allclose(
        _commands(walker, np.array([[0.0, 5.0]]), 3.0, 2)[0], [0.0, 1.0, 0.0], atol=1e-12
    )
    assert _commands(walker, np.array([[0.0, 0.0]]), 3.0, 2)[0, 1] == 0.0


def test_two_that_meet_pass_each_other() -> None:
    """Kinematic walkers on collision courses, head-on too: they keep apart and arrive."""
    for angle in (0.0, 0.4, 1.57, 2.6):
        walkers = np.array([[0.0, -6.0, 0.0, 0.5, 1.0, 2.0], [0.0, 6.0, np.pi, 0.5, 1.0, 2.0]])
        walkers[1, :3] = -6.0 * np.sin(angle + np.pi), -6.0 * np.cos(angle + np.pi), angle + np.pi
        goals = -walkers[:, :2].copy()
        least = np.inf
        for _ in range(1500):
            _, ahead, turn = _commands(walkers, goals, 3.0, 4).T
            walkers[:, 2] += turn / 60
            walkers[:, 0] += ahead * np.sin(walkers[:, 2]) / 60
            walkers[:, 1] += ahead * np.cos(walkers[:, 2]) / 60
            least = min(least, float(np.linalg.norm(walkers[0, :2] - walkers[1, :2])))
        assert least > 0.8
        assert np.linalg.norm(walkers[:, :2] - goals, axis=1).max() < 0.6


@pytest.mark.parametrize("ground", [flat(), bumps(0.3, 5.0, seed=1)], ids=["flat", "bumps"])
def test_creatures_of_a_crowd_keep_apart(ground: object) -> None:
    take = wander([made(seed) for seed in (1, 2, 3, 4)] * 4, ground, seconds=4.0, fps=15.0, seed=5)  # type: ignore[arg-type]
    assert take.translations.shape == (60, take.starts[-1], 3)
    assert np.isfinite(take.rotations).all()
    assert take.nearest > 0.8
    assert np.linalg.norm(take.places[-1] - take.places[0], axis=1).mean() > 0.3
    again = wander([made(seed) for seed in (1, 2, 3, 4)] * 4, ground, seconds=0.4, fps=15.0, seed=5)  # type: ignore[arg-type]
    np.testing.assert_array_equal(again.rotations, take.rotations[:6])


def test_a_crowd_without_creatures_is_refused() -> None:
    with pytest.raises(InvalidValue, match="at least one creature"):
        wander([], flat(), seconds=1.0)
