"""Blocking: poses between keys, and poses that are copied from elsewhere, as columns of keys."""

import numpy as np

from kinegraph.core.animation import Animation, KeyTag
from kinegraph.core.animation_posing import pose_at, with_pose
from kinegraph.core.character import Symmetry
from kinegraph.core.clip import local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import SAME_TIME, with_all_columns
from kinegraph.core.math.rotations import quat_normalize, slerp
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.studio.perform.posing import check_place
from kinegraph.studio.protocol.key_commands import PastedPose, PastePoses


def with_tween(animation: Animation, time: float, share: float) -> Animation:
    """The animation with the pose between the columns around a time [s]; see `TweenPose`."""
    whole = with_all_columns(animation)
    before = whole.column_times[whole.column_times < time - SAME_TIME]
    after = whole.column_times[whole.column_times > time + SAME_TIME]
    if not len(before) or not len(after):
        raise InvalidValue("A pose between keyframes needs a keyframe before it and one after it.")
    pose = between(pose_at(whole, float(before[-1])), pose_at(whole, float(after[0])), share)
    return with_pose(whole, time, pose, KeyTag.BREAKDOWN)


def between(one: Pose, other: Pose, share: float) -> Pose:
    """The pose at a share of the way from one pose to another: joints turn along the shorter arc."""
    root = one.root_translation + share * (other.root_translation - one.root_translation)
    sliding = None
    if one.translations is not None or other.translations is not None:
        start = local_translations(one)
        sliding = start + share * (local_translations(other) - start)
    return Pose(one.skeleton, root, slerp(one.rotations, other.rotations, share), sliding)


def with_pasted(animation: Animation, paste: PastePoses, symmetry: Symmetry | None) -> Animation:
    """The animation with poses set as columns; see `PastePoses`."""
    names = {name: joint for joint, name in enumerate(animation.skeleton.names)}
    shared = [(source, names[name]) for source, name in enumerate(paste.joints) if name in names]
    if not shared:
        raise InvalidValue("These poses have no joint of the same name as this character.")
    for pasted in paste.poses:
        pose = _take_over_joints(pose_at(animation, pasted.time), paste.joints, pasted, shared)
        if paste.mirrored:
            if symmetry is None:
                raise InvalidValue("This character has no left and right, so its poses cannot be mirrored.")
            pose = mirror_motion(pose, symmetry)
        animation = with_pose(animation, pasted.time, pose, pasted.tag)
    return animation


def _take_over_joints(
    pose: Pose, joints: tuple[str, ...], pasted: PastedPose, shared: list[tuple[int, int]]
) -> Pose:
    """A pose with the joints that another has too as that has them; a whole pose brings its place along."""
    slides = pasted.translations
    if len(pasted.rotations) != len(joints) or (slides is not None and len(slides) != len(joints)):
        raise InvalidValue(f"A pose of {len(joints)} joints needs a rotation for each of them.")
    given = np.asarray(pasted.rotations, dtype=np.float64)
    if not np.isfinite(given).all() or (np.linalg.norm(given, axis=-1) < 1e-6).any():
        raise InvalidValue("The rotations of a pose must be quaternions that are not zero.")
    source, own = (list(column) for column in zip(*shared, strict=True))
    rotations = pose.rotations.copy()
    rotations[own] = quat_normalize(given)[source]
    root = check_place(pasted.root, "A pose") if 0 in own else pose.root_translation
    sliding = None
    if slides is not None or pose.translations is not None:
        sliding = local_translations(pose).copy()
        if slides is not None:
            sliding[own] = np.asarray(slides, dtype=np.float64)[source]
        sliding[0] = root
    return Pose(pose.skeleton, root, rotations, sliding)
