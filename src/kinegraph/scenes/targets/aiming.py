"""Aiming and reaching: a character's pose with its targets met, by inverse kinematics over what it plays."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.kinematics.inverse import AimGoal, PositionGoal, solve_ik
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate, slerp
from kinegraph.core.pose import Pose
from kinegraph.scenes.mixing.body_parts import body_parts, end_of_part, joints_of_part
from kinegraph.scenes.mixing.front import FORWARD, front_of
from kinegraph.scenes.mixing.ground_placement import headings
from kinegraph.scenes.targets.place import Resolver
from kinegraph.scenes.targets.target import Target, TargetKind

_SIDEWAYS, _UPWARD = np.radians(100.0), np.radians(60.0)  # how far a part looks from straight ahead
_STIFF_NECK = 0.8  # of the joint before the head; farther down it grows with the square of the steps
_STIFF_TRUNK = 5.0
_FEW_STEPS = 24
_REACHES = ("right arm", "left arm", "arms", "right wing", "wings", "mouth", "mouths", "head", "legs")


@dataclass(frozen=True, eq=False)
class _Limb:
    """The limb that one target moves.

    joint: That looks or reaches. free: Joints that may turn. stiffness: (J,) of all joints.
    point: (3,) the reaching point, or the direction that looks, in the joint's frame.
    """

    joint: int
    free: tuple[int, ...]
    stiffness: Floats
    point: Floats


class Aiming:
    """The targets of one character, made ready."""

    def __init__(self, character: Character, targets: Sequence[Target]) -> None:
        self.character = character
        self.targets = tuple(sorted(targets, key=lambda target: target.kind != TargetKind.LOOK))
        self._front = front_of(character) if self.targets else FORWARD
        self._limbs = [self._limb(target) for target in self.targets]
        self._kept: dict[int, Floats] = {}

    def needs(self) -> set[str]:
        """Names of the characters and props that its targets are about."""
        return {target.at.of for target in self.targets} - {""}

    def starts(self) -> list[float]:
        """Times at which a part begins to follow [s]."""
        return [target.when.start for target in self.targets if target.kind == TargetKind.FOLLOW]

    def keep_distances(self, pose: Pose, time: float, resolve: Resolver) -> None:
        """Notes how far following parts are from what they follow when they begin."""
        for number, target in enumerate(self.targets):
            if target.kind == TargetKind.FOLLOW and target.when.start == time:
                self._kept[number] = self._end(pose, self._limbs[number]) - resolve(target.at)

    def apply(self, pose: Pose, time: float, resolve: Resolver) -> Pose:
        """The pose at a time [s] with its targets met as far as it can."""
        for number, (target, limb) in enumerate(zip(self.targets, self._limbs, strict=True)):
            share = target.weight * target.when.share(time)
            if share <= 0.0:
                continue
            place = resolve(target.at) + self._kept.get(number, 0.0)
            pose = (
                self._look(pose, limb, place, share)
                if target.kind == TargetKind.LOOK
                else self._reach(pose, limb, place, share)
            )
        return pose

    def _look(self, pose: Pose, limb: _Limb, place: Floats, share: float) -> Pose:
        eye = forward_kinematics(pose).positions[limb.joint]
        place = eye + self._ahead(place - eye, pose)
        goal = AimGoal(limb.joint, place, limb.point)
        solved = solve_ik(pose, [goal], free=limb.free, stiffness=limb.stiffness, max_steps=_FEW_STEPS).motion
        if share >= 1.0:
            return solved
        return pose.with_root(pose.root_translation, slerp(pose.rotations, solved.rotations, share))

    def _reach(self, pose: Pose, limb: _Limb, place: Floats, share: float) -> Pose:
        here = self._end(pose, limb)
        goal = PositionGoal(limb.joint, here + share * (place - here), limb.point)
        return solve_ik(pose, [goal], free=limb.free, stiffness=limb.stiffness, max_steps=_FEW_STEPS).motion

    def _end(self, pose: Pose, limb: _Limb) -> Floats:
        world = forward_kinematics(pose)
        return world.positions[limb.joint] + quat_rotate(world.rotations[limb.joint], limb.point)

    def _ahead(self, way: Floats, pose: Pose) -> Floats:
        """A direction no farther from straight ahead than a neck turns."""
        own = float(headings(pose.skeleton, pose.rotations[0])) + float(
            np.arctan2(self._front[0], self._front[2])
        )
        level = float(np.hypot(way[0], way[2]))
        around = (float(np.arctan2(way[0], way[2])) - own + np.pi) % (2.0 * np.pi) - np.pi
        above = float(np.arctan2(way[1], level))
        around, above = np.clip(around, -_SIDEWAYS, _SIDEWAYS) + own, np.clip(above, -_UPWARD, _UPWARD)
        far = max(float(np.linalg.norm(way)), 1e-6)
        return far * np.array([np.sin(around) * np.cos(above), np.sin(above), np.cos(around) * np.cos(above)])

    def _limb(self, target: Target) -> _Limb:
        looks = target.kind == TargetKind.LOOK
        part = target.part or (_looking_part(self.character) if looks else reaching_part(self.character))
        joint = end_of_part(self.character, part)
        return self._looking(joint) if looks else self._reaching(part, joint)

    def _looking(self, joint: int) -> _Limb:
        skeleton = self.character.skeleton
        chain = [each for each in skeleton.chain(joint) if each > 0] or [joint]
        stiffness = np.zeros(len(skeleton))
        for steps, each in enumerate(reversed(chain)):
            stiffness[each] = _STIFF_NECK * steps**2
        rest = forward_kinematics(self.character.rest).rotations[joint]
        return _Limb(joint, tuple(chain), stiffness, quat_rotate(quat_conjugate(rest), self._front))

    def _reaching(self, part: str, joint: int) -> _Limb:
        skeleton = self.character.skeleton
        own = (
            set(joints_of_part(self.character, part))
            if part not in skeleton
            else set(skeleton.chain(joint)[-4:])
        )
        chain = skeleton.chain(joint)
        limb = [each for each in chain if each in own]
        trunk = [each for each in chain if each > 0 and each not in own]
        stiffness = np.zeros(len(skeleton))
        stiffness[trunk] = _STIFF_TRUNK
        box = self.character.bodies[joint].box
        return _Limb(joint, (*trunk, *limb), stiffness, box.mean(axis=0))


def reaching_part(character: Character) -> str:
    """The part with which a character reaches by default; raises an error if nothing can."""
    found = _first_reaching(character)
    if found is None:
        raise InvalidValue(f"{character.name!r} has no part to reach with: name a joint.")
    return found


def can_reach(character: Character) -> bool:
    """True if a character has a part to reach with."""
    return _first_reaching(character) is not None


def _first_reaching(character: Character) -> str | None:
    parts = body_parts(character)
    return next((part for part in _REACHES if part in parts), None)


def point_of(character: Character, part: str) -> tuple[int, Floats]:
    """The joint of a part, and the point of it that others look at, in the joint's frame (3,) [m]."""
    if not part:
        return 0, np.zeros(3)
    joint = end_of_part(character, part)
    return joint, np.asarray(character.bodies[joint].box.mean(axis=0))


def _looking_part(character: Character) -> str:
    parts = body_parts(character)
    if "head" in parts or "heads" in parts:
        return "head" if "head" in parts else "heads"
    depths: Ints = character.skeleton.depths
    return character.skeleton.names[int(np.argmax(depths))]
