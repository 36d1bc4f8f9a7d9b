"""Links of limbs keep off each other: the kernel against a plain search, and solved poses."""

from typing import Any

import numpy as np
import pytest
from numba import njit
from tests.creatures.ik.solver_cases import cast

from kinegraph.core.body import Cap
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.grid.overlap_kernels import capsule_overlaps
from kinegraph.creatures.grid.shape import grid_shape
from kinegraph.creatures.ik import touch_kernels
from kinegraph.creatures.ik.particle_ik import SolvedFrame, ik_rig, solve

nearest_shares, push_apart = touch_kernels.nearest_shares, touch_kernels.push_apart
# Where both ways out cancel, for a distance of 0.5.
NO_SIDE = np.array([0.0, -0.25 * (3.0 - 5.0**0.5), 0.0])


@njit
def _shares(u: Any, v: Any, w: Any) -> Any:
    return nearest_shares(u, v, w)


@njit
def _push(row: Any, w: Any, u: Any, v: Any, side: Any) -> Any:
    return push_apart(row, w, u, v, side)


def _vectors(random: np.random.Generator) -> list[tuple[float, ...]]:
    return [tuple(random.normal(size=3).tolist()) for _ in range(3)]


def test_two_links_come_nearest_where_a_plain_search_finds() -> None:
    random = np.random.default_rng(4)
    steps = np.linspace(0.0, 1.0, 101)
    for _ in range(40):
        u, v, w = _vectors(random)
        s, t = _shares(u, v, w)
        one, other = np.array(w) + steps[:, None] * u, steps[:, None] * np.array(v)
        best = np.linalg.norm(one[:, None] - other[None], axis=-1).min()
        found = float(np.linalg.norm(np.array(w) + s * np.array(u) - t * np.array(v)))
        assert found == pytest.approx(best, abs=0.03)
        assert found <= best + 1e-9


def test_links_are_pushed_to_their_distance_and_no_farther() -> None:
    """Except round the place under the axis where the two ways out cancel: there they are pushed less."""
    random = np.random.default_rng(5)
    row = np.array([0.5, 0.05, 0.0, 1.0, 0.0, 1.0, 1.0])
    for _ in range(200):
        u, v, w = (tuple(0.4 * np.array(vector)) for vector in _vectors(random))
        s, t, shift = _push(row, w, u, v, (0.0, 1.0, 0.0))
        away = np.array(w) + s * np.array(u) - t * np.array(v)
        if np.linalg.norm(away) >= 0.55:
            assert shift == (0.0, 0.0, 0.0)
        elif np.linalg.norm(away - NO_SIDE) >= 0.1:
            assert 0.4999 <= np.linalg.norm(away + shift) <= 0.5501
        else:
            assert np.linalg.norm(away + shift) <= 0.5501


@pytest.mark.parametrize("seed", range(4))
def test_a_link_that_passes_the_place_where_pushes_cancel_does_not_jump(seed: int) -> None:
    """Its way there and on, in steps of 1e-5: no push moves by more than 3e-4."""
    random = np.random.default_rng(seed)
    row = np.array([0.5, 0.05, 0.0, 1.0, 0.0, 1.0, 1.0])
    way = random.normal(size=3) * [1.0, 1.0, 0.0]
    way /= np.linalg.norm(way)
    places = NO_SIDE + np.linspace(-0.15, 0.15, 30001)[:, None] * way
    along = (0.0, 0.0, 0.3)
    pushed = np.array([p + _push(row, tuple(p), along, along, (0.0, 1.0, 0.0))[2] for p in places])
    assert np.linalg.norm(np.diff(pushed, axis=0), axis=1).max() < 30.0 * 1e-5


def _overlap(subject: Creature, solved: SolvedFrame, one: set[int], other: set[int]) -> float:
    """How deep two groups of bodies are in each other, beyond rest, in diameters of the thinner one."""
    shape = grid_shape(subject)
    starts, stops = shape.ends(solved.positions[None], solved.rotations[None])
    overlaps = capsule_overlaps(starts, stops, shape.radii, shape.pairs)[0]
    bodies = shape.bodies[shape.pairs]
    chosen = [n for n, (a, b) in enumerate(bodies) if (a in one and b in other) or (a in other and b in one)]
    assert chosen
    thin = 2.0 * shape.radii[shape.pairs[chosen]].min(axis=1)
    return float(((overlaps[chosen] - shape.rest_overlaps[chosen]) / thin).max())


def test_hands_that_are_sent_into_each_other_touch_and_stop() -> None:
    bear = cast("bear")
    hands = list(bear.bodies_with(Cap.GRASPER))
    rig, goals = ik_rig(bear, hands), rest_goals(bear)
    middle = np.add(bear.rest_handles[hands].mean(axis=0), [0.0, 0.1, 0.35 * bear.limb_lengths[hands[0]]])
    for hand in hands:
        goals.positions[hand], goals.position_weights[hand] = middle, 1.0
    assert _overlap(bear, solve(rig, goals), {hands[0]}, {hands[1]}) < 0.3


def test_an_arm_goes_round_a_limb_that_nothing_moves() -> None:
    """A hand is sent into the other forearm, which has no goal."""
    bear = cast("bear")
    one, other = bear.bodies_with(Cap.GRASPER)
    forearm = int(bear.parents[other])
    rig, goals = ik_rig(bear, [one]), rest_goals(bear)
    goals.position_weights[one] = 1.0
    goals.positions[one] = 0.5 * (bear.rest_positions[forearm] + bear.rest_positions[other])
    solved = solve(rig, goals)
    assert _overlap(bear, solved, {one, int(bear.parents[one])}, {forearm, other}) < 0.45
