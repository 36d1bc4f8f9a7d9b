"""The exact motion of one joint of a keyed animation, with its rate, as spline fits need it."""

from typing import NamedTuple

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.math.euler import quat_from_euler
from kinegraph.core.math.rotations import quat_multiply, quat_normalize, quat_rotate
from kinegraph.formats.mapping.spline_fit import JointMotion, place_distance, turn_distance

_NUDGE = 1e-4  # [rad] step of the difference quotient through Euler angles: error about its square
NO_TURN = np.array([0.0, 0.0, 0.0, 1.0])


class JointCurves(NamedTuple):
    """The curves of one property of a joint, by axis, and its rotation mode."""

    curves: dict[int, Curve]
    mode: str

    @property
    def times(self) -> Floats:
        """(K,) times of all keys [s]."""
        return np.unique(np.concatenate([curve.times for curve in self.curves.values()]))

    @property
    def steps(self) -> bool:
        """True if every value holds until the next key."""
        return len(self.times) == 1 or all(bool(curve.holds[:-1].all()) for curve in self.curves.values())

    def values_at(self, times: Floats, width: int) -> Floats:
        """(N, width) channel values; what has no curve rests."""
        values = np.tile(NO_TURN if width == 4 else np.zeros(3), (len(times), 1))
        for axis, curve in self.curves.items():
            values[:, axis] = curve.evaluate(times)
        return values

    def rates_at(self, times: Floats, width: int) -> Floats:
        """(N, width) rates of the channels [1/s]."""
        values = np.zeros((len(times), width))
        for axis, curve in self.curves.items():
            values[:, axis] = curve.slopes(times)
        return values


def joint_curves(animation: Animation, joint: int, kind: Property) -> JointCurves | None:
    """The curves of a joint's translation or rotation; None where it has none."""
    curves = {
        axis: animation.curves[Channel(joint, kind, axis)]
        for axis in range(4)
        if Channel(joint, kind, axis) in animation.curves
    }
    return JointCurves(curves, animation.rotation_modes[joint]) if curves else None


def translation_motion(curves: JointCurves, offset: Floats, rest: Floats) -> JointMotion:
    """A joint's place in its parent's frame [m]. offset, rest: Where it rests."""
    return JointMotion(
        lambda times: offset + quat_rotate(rest, curves.values_at(times, 3)),
        lambda times: quat_rotate(rest, curves.rates_at(times, 3)),
        place_distance,
    )


def rotation_motion(curves: JointCurves, rest: Floats) -> JointMotion:
    """A joint's rotation in its parent's frame, as unit quaternions. rest: Its rotation at rest."""
    if curves.mode == QUATERNION:
        return _normalize(component_motion(curves, rest))

    def turned(times: Floats) -> Floats:
        return quat_multiply(rest, quat_from_euler(curves.values_at(times, 3), curves.mode))

    def turning(times: Floats) -> Floats:
        angles, speeds = curves.values_at(times, 3), curves.rates_at(times, 3)
        step = _NUDGE / np.maximum(np.abs(speeds).max(axis=1, keepdims=True), 1e-12)
        ahead, behind = (quat_from_euler(angles + sign * step * speeds, curves.mode) for sign in (1.0, -1.0))
        return quat_multiply(rest, (ahead - behind) / (2.0 * step))

    return JointMotion(turned, turning, turn_distance)


def component_motion(curves: JointCurves, rest: Floats) -> JointMotion:
    """The quaternions of a joint in quaternion mode with the lengths that their curves give them."""
    return JointMotion(
        lambda times: quat_multiply(rest, curves.values_at(times, 4)),
        lambda times: quat_multiply(rest, curves.rates_at(times, 4)),
        turn_distance,
    )


def _normalize(motion: JointMotion) -> JointMotion:
    def rate(times: Floats) -> Floats:
        raw, change = motion.value(times), motion.rate(times)
        length = np.maximum(np.linalg.norm(raw, axis=1, keepdims=True), 1e-9)
        unit = raw / length
        return (change - unit * np.sum(unit * change, axis=1, keepdims=True)) / length

    return JointMotion(lambda times: quat_normalize(motion.value(times)), rate, motion.distance)
