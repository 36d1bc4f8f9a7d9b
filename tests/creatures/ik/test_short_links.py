"""Links of a limb share its bend: a short one between long ones does not turn over."""

from dataclasses import replace

import numpy as np
from benchmarks.synthetic.legged_plan import legged_plan
from scipy.optimize import least_squares

from kinegraph.core.arrays import Floats
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.ik.particle_ik import ik_rig, solve
from kinegraph.creatures.maker.maker import creature_from_plan

SPIDER_LEG = ((0.3, 0.29, 0.09), (0.43, 0.32, 0.13), (0.53, 0.0, 0.16), (0.61, -0.58, 0.18))


def bends(directions: Floats) -> Floats:
    """(N - 1,) angles between links that follow each other [degrees]."""
    return np.degrees(np.arccos(np.clip((directions[1:] * directions[:-1]).sum(axis=-1), -1.0, 1.0)))


def least_bends(links: Floats, step: Floats) -> Floats:
    """Bends of a chain whose end is moved by a step, changed least in the sense of least squares."""
    lengths = np.linalg.norm(links, axis=1)
    rest = bends(links / lengths[:, None])

    def units(values: Floats) -> Floats:
        rows = values.reshape(-1, 3)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def miss(values: Floats, goal: Floats) -> Floats:
        ends = (units(values) * lengths[:, None]).sum(axis=0) - goal
        return np.concatenate([np.radians(bends(units(values)) - rest), 1e3 * ends / lengths.sum()])

    values = (links / lengths[:, None]).ravel()
    for share in np.linspace(0.2, 1.0, 5):
        values = least_squares(miss, values, args=(links.sum(axis=0) + share * step,)).x
    return bends(units(values))


def test_a_short_link_between_long_ones_takes_no_more_than_its_share_of_a_bend() -> None:
    plan = legged_plan(6, 4)
    radii = (0.05, 0.045, 0.04, 0.035, 0.03)
    limbs = tuple(replace(limb, joints=SPIDER_LEG, radii=radii) for limb in plan.limbs)
    creature = creature_from_plan(replace(plan, limbs=limbs), skin=False)
    leg = creature.legs[0]
    rest = creature.rest_positions[list(leg.bodies)]
    rig, goals = ik_rig(creature, [leg.foot]), rest_goals(creature)
    goals.position_weights[leg.foot] = goals.rotation_weights[leg.foot] = 1.0

    def bent(share: float) -> Floats:
        goals.positions[leg.foot] = creature.rest_handles[leg.foot] + share * (rest[-1] - rest[0])
        places = solve(rig, goals, np.full(len(creature), -9.0)).positions[list(leg.bodies)]
        links = np.diff(places, axis=0)
        return bends(links / np.linalg.norm(links, axis=1, keepdims=True))

    for share in (-0.1, -0.05):
        wanted = least_bends(np.diff(rest, axis=0), share * (rest[-1] - rest[0]))
        assert np.abs(bent(share) - wanted).max() < 15.0
    first = [bent(share)[0] for share in np.linspace(-0.2, 0.16, 19)]
    assert np.ptp(first) < 30.0  # with length constraints alone 60
    assert np.abs(np.diff(first)).max() < 3.0
