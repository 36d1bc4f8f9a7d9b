"""Waking: a drawing shakes itself and stands up."""

import numpy as np

from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, slerp
from kinegraph.core.pose import Pose
from kinegraph.studio.doodles.live_show import Moment

SECONDS = 1.4
_SHAKING = 0.75  # share of the time until it stands still
_SHAKES, _ANGLE = 5.0, 0.14  # how often [1/s], and how far at first [rad]
_STANDS_UP = (0.25, 0.85)  # shares of the time between which it goes from one pose to the other


class Waking:
    """From the pose in which a character was drawn to the one in which it stands."""

    def __init__(self, drawn: Pose, standing: Pose) -> None:
        self._drawn, self._standing = drawn, standing

    def moment(self, seconds: float) -> Moment:
        """The pose some seconds after it was drawn."""
        share = min(seconds / SECONDS, 1.0)
        begin, end = _STANDS_UP
        risen = smoothstep((share - begin) / (end - begin))
        rotations = slerp(self._drawn.rotations, self._standing.rotations, risen)
        root = (1.0 - risen) * self._drawn.root_translation + risen * self._standing.root_translation
        rotations = quat_multiply(rotations, _shake(share, seconds, len(rotations)))
        return Moment(Pose(self._standing.skeleton, root, rotations), 0.0, False, share >= 1.0)


def _shake(share: float, seconds: float, joints: int) -> np.ndarray:
    """(J, 4) every joint a little to and fro in the sheet, its neighbours the other way, less and less."""
    left = _ANGLE * max(1.0 - share / _SHAKING, 0.0) * np.sin(2.0 * np.pi * _SHAKES * seconds)
    sides = np.where(np.arange(joints) % 2 == 0, 1.0, -1.0)
    return quat_from_axis_angle(np.stack([left * sides, np.zeros(joints), np.zeros(joints)], axis=1))
