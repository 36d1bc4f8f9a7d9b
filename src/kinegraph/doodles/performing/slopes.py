"""Slopes: feet on drawn hills are tilted about their ankles, so that heel and toes are on the ground."""

from collections.abc import Callable

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.easing import smoothstep
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet
from kinegraph.doodles.performing.puppet_layout import PuppetPoses

_EVEN = 0.025  # [m] ground that is less straight under a foot is an edge, and no slope
_STEEPEST = 1.0  # rise over run
_NEAR = 0.15  # [leg lengths] a foot that is higher over the ground is not tilted
_UP = np.array([0.0, 1.0, 0.0])


def tilt_feet(puppet: DrawnPuppet, poses: PuppetPoses, ground: Callable[[Floats], Floats]) -> None:
    """Tilts the feet of poses in place, as far as they are on a slope. ground: Heights under points [m]."""
    sizes = puppet.sizes
    toe = float(np.linalg.norm(puppet.arrays.tips[at.TIP_OF_TOE[0], [at.X, at.Z]]))
    reaches = np.array([-sizes.heel_back, 0.0, sizes.ball_ahead + toe])
    reaches[1] = 0.5 * (reaches[0] + reaches[2])
    for foot, ball, tip in zip(at.FOOT, at.BALL, at.TOE_TIP, strict=True):
        ankles, turned = poses.places[:, foot], poses.rotations[:, foot]
        ahead = turned[:, :, at.Z] * [1.0, 0.0, 1.0]
        ahead = ahead / np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
        soles = ankles - sizes.ankle_height * _UP
        heights = ground(soles[:, None] + reaches[:, None] * ahead[:, None])
        slope = (heights[:, 2] - heights[:, 0]) / (reaches[2] - reaches[0])
        straight = np.abs(heights[:, 1] - 0.5 * (heights[:, 0] + heights[:, 2])) < _EVEN
        level = np.where(straight & (np.abs(slope) < _STEEPEST), slope, 0.0)
        if not level.any():
            continue
        over = (soles[:, at.Y] - heights[:, 1]) / (_NEAR * puppet.leg)
        angles = np.arctan(level) * smoothstep(np.clip(1.0 - over, 0.0, 1.0))
        tilt = _turns_about(np.cross(ahead, _UP), angles)
        for part in (foot, ball):
            poses.rotations[:, part] = tilt @ poses.rotations[:, part]
        for place in (ball, tip):
            away = poses.places[:, place] - ankles
            poses.places[:, place] = ankles + np.einsum("fij,fj->fi", tilt, away)


def _turns_about(axes: Floats, angles: Floats) -> Floats:
    """(F, 3, 3) rotations about unit axes (F, 3) by angles (F,) (Rodrigues' formula)."""
    x, y, z = axes.T
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=-1).reshape(-1, 3, 3)
    s, c = np.sin(angles)[:, None, None], np.cos(angles)[:, None, None]
    return np.eye(3) + s * cross + (1.0 - c) * (cross @ cross)
