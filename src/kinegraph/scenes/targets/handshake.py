"""Handshake: two characters reach for a place between them, look at each other, and shake."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.pose import Pose
from kinegraph.scenes.mixing.body_parts import body_parts, end_of_part, joints_of_part
from kinegraph.scenes.targets.aiming import reaching_part
from kinegraph.scenes.targets.place import Span

_USUAL = Span(0.0, 2.5, 0.6, 0.6)
_USUAL_PART = "right arm"
_SHAKES = 2.0  # [Hz]
_HIGH = 0.12  # of a shake, as a share of the shorter arm
_BELOW, _RAISED = 0.3, 0.6  # of an arm: hands below the shoulders, and most above the lower one
_CALM = 0.25  # [s] before the hands begin to move up and down, and after


@dataclass(frozen=True)
class Handshake:
    """Two characters shake hands.

    first_part, second_part: The parts that shake; by default the right arms, or the nearest ones.
    """

    first: str
    second: str
    first_part: str = ""
    second_part: str = ""
    when: Span = _USUAL


@dataclass(frozen=True, eq=False)
class Arm:
    """A part that can shake. joint: Its end. shoulder: Where it begins. length: Of the chain [m]."""

    part: str
    joint: int
    shoulder: int
    length: float


PosesAt = Callable[[float], tuple[Pose, Pose]]
"""The poses of both characters at a time, before their targets."""


class Meeting:
    """Meeting place of the hands in a handshake."""

    def __init__(self, shake: Handshake, first: Character, second: Character, poses: PosesAt) -> None:
        self.shake, self._poses = shake, poses
        middle = 0.5 * (shake.when.start + shake.when.stop)
        one, other = poses(middle)
        pairs = [(a, b) for a in _arms(first, shake.first_part) for b in _arms(second, shake.second_part)]
        self.arms = min(pairs, key=lambda pair: _apart(*pair, one, other))

    def place(self, time: float) -> Floats:
        """(3,) where the hands are at a time [m]."""
        one, other = self._poses(time)
        shoulders = [
            forward_kinematics(pose).positions[arm.shoulder]
            for pose, arm in zip((one, other), self.arms, strict=True)
        ]
        lengths = np.array([arm.length for arm in self.arms])
        place = shoulders[0] + lengths[0] / lengths.sum() * (shoulders[1] - shoulders[0])
        lower = int(np.argmin([shoulder[1] for shoulder in shoulders]))
        between = 0.5 * (shoulders[0][1] + shoulders[1][1]) - _BELOW * float(lengths.mean())
        place[1] = min(between, shoulders[lower][1] + _RAISED * lengths[lower])
        return place + np.array([0.0, self._lift(time), 0.0])

    def _lift(self, time: float) -> float:
        when = self.shake.when
        begin, end = when.start + when.ease_in + _CALM, when.stop - when.ease_out - _CALM
        if not begin < time < end:
            return 0.0
        fade = float(smoothstep((time - begin) / _CALM) * smoothstep((end - time) / _CALM))
        high = _HIGH * min(arm.length for arm in self.arms)
        return fade * high * float(np.sin(2.0 * np.pi * _SHAKES * (time - begin)))


def _arms(character: Character, part: str) -> list[Arm]:
    """The parts that may shake: the given one, the right arm, or whatever there is."""
    parts = body_parts(character)
    sided = [name for name in parts if name.split()[-1] in ("arm", "wing")]
    if part or _USUAL_PART in parts:
        names = [part or _USUAL_PART]
    else:
        names = sided or [name for name in parts if name.endswith(" leg")] or [reaching_part(character)]
    return [_arm(character, name) for name in names]


def _arm(character: Character, part: str) -> Arm:
    skeleton = character.skeleton
    joint = end_of_part(character, part)
    own = set(joints_of_part(character, part))
    chain = [each for each in skeleton.chain(joint) if each in own] or [joint]
    length = float(np.linalg.norm(skeleton.offsets[chain[1:]], axis=1).sum())
    palm = float(np.linalg.norm(character.bodies[joint].box.mean(axis=0)))
    return Arm(part, joint, chain[0], max(length + palm, 1e-3))


def _apart(first: Arm, second: Arm, one: Pose, other: Pose) -> float:
    here, there = forward_kinematics(one).positions, forward_kinematics(other).positions
    return float(np.linalg.norm(here[first.shoulder] - there[second.shoulder]))
