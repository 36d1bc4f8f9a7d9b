"""Links of limbs keep off each other: the kernel against a plain search, and solved poses."""

from typing import Any

import numpy as np
import pytest
from numba import njit
from tests.creatures.ik.solver_cases import cast

from kinegraph.core.body import Cap
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.grid.overlap_kernels import capsule_overlaps
from kinegraph.creatures.grid.shape import grid_shape
from kinegraph.creatures.ik import touch_kernels
from kinegraph.creatures.ik.particle_ik import SolvedFrame, ik_rig, solve
from kinegraph.creatures.maker.maker import creature_from_plan

nearest_shares, push_apart = touch_kernels.nearest_shares, touch_kernels.push_apart
soft_shares, push_past = touch_kernels.soft_shares, touch_kernels.push_past
# Where both ways out cancel, for a distance of 0.5.
NO_SIDE = np.array([0.0, -0.25 * (3.0 - 5.0**0.5), 0.0])


@njit
def _shares(u: Any, v: Any, w: Any) -> Any:
    return nearest_shares(u, v, w)


@njit
def _push(row: Any, w: Any, u: Any, v: Any, side: Any) -> Any:
    return push_apart(row, w, u, v, side)


@njit
def _soft(u: Any, v: Any, w: Any) -> Any:
    return soft_shares(u, v, w)


@njit
def _push_past(row: Any, w: Any, u: Any, v: Any, side: Any) -> Any:
    return push_past(row, w, u, v, side)


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


def test_soft_places_minimize_the_distance_and_that_from_the_middles() -> None:
    """Against a plain search over both shares."""
    random = np.random.default_rng(6)
    steps = np.linspace(0.0, 1.0, 101)
    for _ in range(40):
        u, v, w = (np.array(vector) for vector in _vectors(random))
        s, t = _soft(tuple(u), tuple(v), tuple(w))
        soft = 0.03 * (u @ u + v @ v)

        def cost(s: Any, t: Any, u: Any = u, v: Any = v, w: Any = w, soft: Any = soft) -> Any:
            away = w + np.multiply.outer(s, u) - np.multiply.outer(t, v)
            return (away * away).sum(axis=-1) + soft * ((s - 0.5) ** 2 + (t - 0.5) ** 2)

        grid = cost(*np.meshgrid(steps, steps))
        assert cost(s, t) <= grid.min() + 1e-12


PASS = np.array([0.5, 0.05, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.25])  # of links that pass each other along X
ALONG_X = (1.0, 0.0, 0.0)


@pytest.mark.parametrize("across", [-0.2, 0.0, 0.3, 0.5])
def test_links_that_cross_are_pushed_apart_along_their_side(across: float) -> None:
    """Two links in planes across X: the first one's goes to its distance, whichever is above or ahead."""
    for high, ahead in ((0.0, 0.0), (0.05, 0.1), (-0.05, -0.1)):
        u, v = (0.0, -1.0, 0.4), (0.0, -1.0, -0.4)
        w = (across, high, -0.4 + ahead)
        _, _, shift = _push_past(PASS, w, u, v, ALONG_X)
        assert shift[1:] == (0.0, 0.0)
        assert 0.45 <= across + shift[0] <= 0.52


def test_links_that_are_apart_seen_from_the_side_are_left_alone() -> None:
    u = (0.0, -1.0, 0.0)
    assert _push_past(PASS, (0.0, 0.0, 1.3), u, u, ALONG_X)[2] == (0.0, 0.0, 0.0)
    assert _push_past(PASS, (0.6, 0.0, 0.0), u, u, ALONG_X)[2] == (0.0, 0.0, 0.0)
    assert _push_past(PASS, (-0.7, 0.0, 0.0), u, u, ALONG_X)[2] == (0.0, 0.0, 0.0)  # on the wrong side


@pytest.mark.parametrize("seed", range(4))
def test_a_link_that_swings_past_another_is_not_pushed_in_jumps(seed: int) -> None:
    """It turns through the other one's direction and on, in steps of 1e-4: shifts move by as little."""
    random = np.random.default_rng(seed)
    high, ahead, across = random.uniform([-0.3, -0.6, -0.2], [0.3, 0.6, 0.4])
    angles = np.linspace(-1.0, 1.0, 20001)
    v = (0.0, -1.0, 0.0)
    pushed = np.array(
        [
            (share * shift[0], (1.0 - share) * shift[0])
            for angle in angles
            for share, _, shift in [
                _push_past(PASS, (across, high, ahead), (0.0, -np.cos(angle), np.sin(angle)), v, ALONG_X)
            ]
        ]
    )
    assert np.abs(np.diff(pushed, axis=0)).max() < 20.0 * 1e-4


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


def test_knees_that_bend_towards_each_other_pass_when_the_body_sinks() -> None:
    """Elbows of fore legs bend back and knees of hind legs forward: left alone they meet."""
    subject = creature_from_plan(generate(698939531), skin=False)
    goals = rest_goals(subject)
    rig = ik_rig(subject, [leg.foot for leg in subject.legs])
    left = [leg for leg in subject.legs if subject.rest_handles[leg.foot][0] > 0.0]
    fore, hind = sorted(left, key=lambda leg: -float(subject.rest_handles[leg.foot][2]))
    for leg in subject.legs:
        goals.positions[leg.foot], goals.position_weights[leg.foot] = subject.rest_handles[leg.foot], 1.0
    for share in np.linspace(0.0, 0.45, 10):
        goals.root_position[1] = subject.rest_positions[subject.root][1] - share * fore.length
        assert _overlap(subject, solve(rig, goals), set(fore.bodies), set(hind.bodies)) < 0.45
