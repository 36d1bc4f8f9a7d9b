"""Poses that a hand makes on the stage of Keys, with parts that stay where they are."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.animation_posing import pose_at
from kinegraph.core.character import ContactPoint, Symmetry
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import detect_contacts
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.kinematics.inverse import Goal, OrientationGoal, PositionGoal, solve_ik
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.studio.document.records import Placement
from kinegraph.studio.document.stage_space import local_from_world
from kinegraph.studio.perform import posing
from kinegraph.studio.protocol.key_commands import MoveBody, ReachPart, TurnPart

PoseEdit = TurnPart | ReachPart | MoveBody


def _nothing_planted(time: float) -> tuple[int, ...]:
    return ()


def _as_it_is(animation: Animation, time: float, pose: Pose) -> Pose:
    return pose


@dataclass(frozen=True, eq=False)
class PosingStage:
    """Stage on which a character is posed.

    planted: The joints that stand on the ground at a time [s], before the edits.
    symmetry: Its left and right; None where it has none.
    seen: The pose that is seen at a time [s] while an animation is edited: its own, unless it is a layer.
    held: The pose that an animation needs at a time [s] for a pose to be seen.
    length: Of the motion that is seen [s]; None where it is the animation's.
    over: Whether the animation is a layer over others, in which rest means no change.
    """

    placement: Placement = field(default_factory=lambda: Placement(character=""))
    planted: Callable[[float], tuple[int, ...]] = _nothing_planted
    symmetry: Symmetry | None = None
    seen: Callable[[Animation, float], Pose] = pose_at
    held: Callable[[Animation, float, Pose], Pose] = _as_it_is
    length: float | None = None
    over: bool = False


def planted_joints(clip: Clip, points: tuple[ContactPoint, ...], time: float) -> tuple[int, ...]:
    """The joints of a clip whose contact points stand on the ground at a time [s]."""
    if not points or len(clip) < 2:
        return ()
    touching = detect_contacts(clip, points).touching
    frame = int(np.clip(round(time * clip.fps), 0, len(clip) - 1))
    return tuple(sorted({point.joint for point, on in zip(points, touching[frame], strict=True) if on}))


def posed(pose: Pose, edit: PoseEdit, stage: PosingStage) -> Pose:
    """A pose as a hand on the stage changes it; pinned parts keep their place and rotation."""
    placement, joint = stage.placement, 0
    match edit:
        case TurnPart():
            joint = edit.joint
            after = posing.turned(pose, joint, posing.local_rotation(placement, edit.rotation))
        case ReachPart():
            joint = edit.joint
            posing.check_place(edit.target, "A target")
            offset = posing.check_place(edit.offset, "An offset")
            target = local_from_world(placement, edit.target)
            after = posing.reached(pose, joint, target, offset, edit.upright)
        case MoveBody():
            shift = posing.check_place(edit.shift, "A shift")
            after = posing.moved(pose, quat_rotate(quat_conjugate(posing.heading_of(placement)), shift))
            posing.check_place(after.root_translation, "A pose")
    pins = set(edit.pins)
    for pin in pins:
        posing.check_joint(pin, pose.skeleton)
    if edit.planted:
        pins |= set(stage.planted(edit.time))
    return with_pins(pose, after, pins, joint)


def with_pins(before: Pose, after: Pose, pins: Iterable[int], moved: int) -> Pose:
    """The later pose with some joints where the earlier has them, by the joints of their own limbs.

    moved: The joint in the hand. A limb that it is a part of is posed, so no pin holds it.
    """
    skeleton = before.skeleton
    limbs = {pin: _limb(skeleton, pin) for pin in pins}
    held = {pin: limb for pin, limb in limbs.items() if len(limb) > 1 and not _is_part(skeleton, moved, limb)}
    if not held:
        return after
    world = forward_kinematics(before)
    goals: list[Goal] = []
    for pin in sorted(held):
        goals += [PositionGoal(pin, world.positions[pin]), OrientationGoal(pin, world.rotations[pin])]
    free = sorted({joint for limb in held.values() for joint in limb})
    return solve_ik(after, goals, free=free).motion


def _limb(skeleton: Skeleton, joint: int) -> list[int]:
    """The joints from where a limb leaves the body to one of its joints; without the root."""
    chain = skeleton.chain(joint)
    branches = [index for index, each in enumerate(chain[:-1]) if len(skeleton.children[each]) > 1]
    return [each for each in chain[branches[-1] + 1 if branches else 0 :] if each > 0]


def _is_part(skeleton: Skeleton, joint: int, limb: list[int]) -> bool:
    """True if a joint is one of a limb's, or hangs on one."""
    return any(each in limb for each in skeleton.chain(joint))
