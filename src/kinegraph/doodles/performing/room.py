"""Room: reach of a posed body below its centre of mass, for any proportions."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet
from kinegraph.doodles.performing.posing import pose_puppet
from kinegraph.doodles.performing.puppet_layout import PoseGoals, PuppetPoses
from kinegraph.doodles.performing.score import Score, no_ground


def pose_in_air(score: Score, times: Floats) -> PuppetPoses:
    """The puppet at `times`, posed by its angles alone with the hips at the origin."""
    goals = score.goals_at(times, np.zeros((len(times), 3)))
    feet = goals.feet.copy()
    feet[..., at.FOOT_GRIP] = feet[..., at.FOOT_PULL] = 0.0
    free = PoseGoals(goals.body, goals.angles, feet, np.zeros_like(goals.hands))
    return pose_puppet(score.puppet, free, no_ground, by_root=True)


def lowest_below_center(score: Score, times: Floats) -> Floats:
    """(N,) distance of the lowest point of the body below its centre of mass at `times` [m].

    Feet that reach for the ground are left out: their legs can bend.
    """
    result = pose_in_air(score, times)
    low = np.minimum(trunk_bottom(score.puppet, result), limb_bottom(score.puppet, result))
    for side in (0, 1):
        free = score.feet[side].at(times)[:, at.FOOT_GRIP] < 0.5
        low = np.where(free, np.minimum(low, sole_bottom(score.puppet, result, side)), low)
    return result.centers[:, 1] - low


def trunk_bottom(puppet: DrawnPuppet, result: PuppetPoses) -> Floats:
    """(F,) height of the lowest corner of the boxes of trunk and head [m]."""
    up = result.rotations[:, : at.TRUNK, at.Y]
    middles = result.places[:, : at.TRUNK, at.Y] + np.einsum(
        "fpi,pi->fp", up, puppet.arrays.boxes[:, at.MIDDLE]
    )
    return (middles - np.einsum("fpi,pi->fp", np.abs(up), puppet.arrays.boxes[:, at.HALF_SIZE])).min(axis=1)


def limb_bottom(puppet: DrawnPuppet, result: PuppetPoses) -> Floats:
    """(F,) height of the lowest point of elbows, hands and knees [m]."""
    low = result.places[:, at.LOWER_LEG, at.Y].min(axis=1)
    if puppet.has_arms:
        low = np.minimum(
            low, result.places[:, (*at.LOWER_ARM, *at.HAND_TIP), at.Y].min(axis=1) - puppet.sizes.arm_radius
        )
    return low


def sole_bottom(puppet: DrawnPuppet, result: PuppetPoses, side: int) -> Floats:
    """(F,) height of the lowest point of a sole [m]."""
    foot, sizes = at.FOOT[side], puppet.sizes
    ankle, up = result.places[:, foot, at.Y], result.rotations[:, foot, at.Y]
    heel = ankle - up[:, at.Y] * sizes.ankle_height - up[:, at.Z] * sizes.heel_back
    ball = ankle - up[:, at.Y] * sizes.ankle_height + up[:, at.Z] * sizes.ball_ahead
    return np.minimum(np.minimum(heel, ball), result.places[:, at.TOE_TIP[side], at.Y])
