"""Posing: what a hand does to the pose that is being designed, and poses as records."""

import time

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.character import Character
from kinegraph.core.clip import local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.kinematics.inverse import Goal, OrientationGoal, PositionGoal, solve_ik
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.frames import PoseFrame, pack
from kinegraph.studio.document.limits import FARTHEST
from kinegraph.studio.document.perform_fields import PoseHold, Vector
from kinegraph.studio.document.records import Placement, PoseRecord
from kinegraph.studio.document.spatial_set_blob import vector

POSING = -2  # sequence number of poses that are being designed
_BODY_STIFFNESS = 4.0  # reluctance of joints above the limb that a hand pulls


def pose_id(character: str) -> str:
    """The id of the pose that is being designed for a character."""
    return f"pose-{character}"


def designed(records: Records, id: str, character: Character) -> tuple[Pose, dict[str, Vector]]:
    """The pose that is being designed for a character, and where its controllers were put."""
    record = records.get(pose_id(id))
    if not isinstance(record, PoseRecord) or len(record.rotations) != len(character.skeleton):
        return character.rest, {}
    sliding = None if record.translations is None else np.array(record.translations)
    pose = Pose(character.skeleton, np.array(record.root), np.array(record.rotations), sliding)
    return pose, dict(record.controllers)


def pose_record(
    character: str, pose: Pose, controllers: dict[str, Vector], held: PoseHold = PoseHold.NONE
) -> PoseRecord:
    """The record of a pose. held: Whether it waits to be stored or discarded."""
    sliding = None if pose.translations is None else tuple(vector(row) for row in pose.translations)
    return PoseRecord(
        id=pose_id(character),
        character=character,
        root=vector(pose.root_translation),
        rotations=tuple((x, y, z, w) for x, y, z, w in pose.rotations.tolist()),
        translations=sliding,
        controllers=controllers,
        held=held,
    )


def turned(pose: Pose, joint: int, rotation: Floats) -> Pose:
    """The pose with a joint turned by a rotation (4,) in the character's space, and what hangs on it."""
    check_joint(joint, pose.skeleton)
    rotations, parent = pose.rotations.copy(), int(pose.skeleton.parents[joint])
    if parent >= 0:
        above = forward_kinematics(pose).rotations[parent]
        rotation = quat_multiply(quat_multiply(quat_conjugate(above), rotation), above)
    rotations[joint] = quat_multiply(rotation, rotations[joint])
    return Pose(pose.skeleton, pose.root_translation, rotations, pose.translations)


def reached(pose: Pose, joint: int, target: Floats, offset: Floats, upright: bool = False) -> Pose:
    """The pose with a point of a joint brought to a target (3,) in the character's space [m].

    The joints above it turn, and where the point is not its own place the joint itself; those of its own limb
    more readily than those of the body. The root, which has none above it, is moved.

    upright: Whether the joint keeps its rotation in the character's space; then it turns itself, too.
    """
    skeleton = pose.skeleton
    check_joint(joint, skeleton)
    chain = skeleton.chain(joint) if offset.any() or upright else skeleton.chain(joint)[:-1]
    above = [each for each in chain if each > 0]
    if not above:
        world = forward_kinematics(pose)
        return moved(pose, target - world.positions[joint] - quat_rotate(world.rotations[joint], offset))
    branches = [each for each in above if len(skeleton.children[each]) > 1]
    stiffness = np.zeros(len(skeleton))
    if branches and branches[-1] != above[-1]:
        stiffness[above[: above.index(branches[-1]) + 1]] = _BODY_STIFFNESS
    goals: list[Goal] = [PositionGoal(joint, target, offset)]
    if upright:
        goals.append(OrientationGoal(joint, forward_kinematics(pose).rotations[joint]))
    return solve_ik(pose, goals, free=above, stiffness=stiffness).motion


def moved(pose: Pose, shift: Floats) -> Pose:
    """The pose moved by a shift (3,) in the character's space [m]."""
    return pose.with_root(pose.root_translation + shift)


def overlaid(pose: Pose, above: Pose, joints: set[int]) -> Pose:
    """A pose with some joints as another has them."""
    rotations, chosen = pose.rotations.copy(), sorted(joints)
    rotations[chosen] = above.rotations[chosen]
    root = above.root_translation if 0 in joints else pose.root_translation
    sliding = None
    if pose.translations is not None or above.translations is not None:
        sliding = local_translations(pose).copy()
        sliding[chosen] = local_translations(above)[chosen]
        sliding[0] = root
    return Pose(pose.skeleton, root, rotations, sliding)


def heading_of(placement: Placement) -> Floats:
    """(4,) the rotation from a character's space to the world."""
    return quat_from_axis_angle(np.array([0.0, placement.heading, 0.0]))


def local_rotation(placement: Placement, rotation: ArrayLike) -> Floats:
    """(4,) a rotation of the world in a character's space."""
    quat = frozen_floats("A rotation", rotation, (4,))
    size = float(np.linalg.norm(quat)) if np.abs(quat).max() < 1e6 else 0.0
    if not size > 1e-6:
        raise InvalidValue("A rotation must be a quaternion that is not zero.")
    heading = heading_of(placement)
    return quat_multiply(quat_multiply(quat_conjugate(heading), quat / size), heading)


def check_place(place: ArrayLike, what: str = "A place") -> Floats:
    """(3,) a place or a shift; raises InvalidValue where it is not finite, or too far away."""
    found = frozen_floats(what, place, (3,))
    if np.abs(found).max() > FARTHEST:
        raise InvalidValue(f"{what} must lie within {FARTHEST / 1000:.0f} km of the origin.")
    return found


def check_joint(joint: int, skeleton: Skeleton) -> None:
    """Raises InvalidValue for a joint that does not exist."""
    if not 0 <= joint < len(skeleton):
        raise InvalidValue(f"Joint {joint} does not exist: the character has {len(skeleton)} joints.")


def posing_frame(record: PoseRecord) -> bytes:
    """The frame that shows a pose while a hand designs it."""
    arrays: dict[str, np.ndarray] = {
        "root": np.array(record.root, dtype=np.float32),
        "rotations": np.array(record.rotations, dtype=np.float32),
    }
    if record.translations is not None:
        arrays["translations"] = np.array(record.translations, dtype=np.float32)
    return pack(PoseFrame(character=record.character, sequence=POSING, time=time.monotonic()), arrays)
