"""Room: how far a posed body reaches below its centre of mass, whatever its proportions."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing.drawn_puppet import Puppet
from kinegraph.doodles.performing.posing import Goals, Posed, posed
from kinegraph.doodles.performing.score import (
    GRIP,
    PULL,
    Score,
    nowhere,
)


def in_the_air(score: Score, times: Floats) -> Posed:
    """The puppet at `times` as its angles alone pose it, with the hips at the origin: nothing is held."""
    goals = score.goals_at(times, np.zeros((len(times), 3)))
    feet = goals.feet.copy()
    feet[..., GRIP] = feet[..., PULL] = 0.0
    free = Goals(goals.body, goals.angles, feet, np.zeros_like(goals.hands))
    return posed(score.puppet, free, nowhere, by_root=True)


def lowest_below_center(score: Score, times: Floats) -> Floats:
    """(N,) how far the lowest point of the body is below its centre of mass at `times` [m].

    Feet that are still, or already, reaching for the ground are left out: they can bend their legs.
    """
    result = in_the_air(score, times)
    low = np.minimum(trunk_bottom(score.puppet, result), limb_bottom(score.puppet, result))
    for side in (0, 1):
        free = score.feet[side].at(times)[:, GRIP] < 0.5
        low = np.where(free, np.minimum(low, sole_bottom(score.puppet, result, side)), low)
    return result.centers[:, 1] - low


def trunk_bottom(puppet: Puppet, result: Posed) -> Floats:
    """(F,) height of the lowest corner of the boxes of trunk and head [m]."""
    up = result.rotations[:, :4, 1]
    middles = result.places[:, :4, 1] + np.einsum("fpi,pi->fp", up, puppet.boxes[:, 0])
    return (middles - np.einsum("fpi,pi->fp", np.abs(up), puppet.boxes[:, 1])).min(axis=1)


def limb_bottom(puppet: Puppet, result: Posed) -> Floats:
    """(F,) height of the lowest point of elbows, hands and knees [m]."""
    low = np.minimum(result.places[:, 9, 1], result.places[:, 13, 1])
    if puppet.has_arms:
        low = np.minimum(low, result.places[:, [5, 7, 17, 18], 1].min(axis=1) - puppet.measures[8])
    return low


def sole_bottom(puppet: Puppet, result: Posed, side: int) -> Floats:
    """(F,) height of the lowest point of a sole [m]."""
    ankle, up = result.places[:, 10 + 4 * side, 1], result.rotations[:, 10 + 4 * side, 1]
    heel = ankle - up[:, 1] * puppet.measures[2] - up[:, 2] * puppet.measures[3]
    ball = ankle - up[:, 1] * puppet.measures[2] + up[:, 2] * puppet.measures[4]
    return np.minimum(np.minimum(heel, ball), result.places[:, 19 + side, 1])
