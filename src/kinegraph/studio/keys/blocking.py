"""Blocking: poses between keys, and poses that are copied from elsewhere, as columns of keys."""

from dataclasses import replace

import numpy as np

from kinegraph.core.animation import Animation, KeyTag
from kinegraph.core.animation_editing import moved_columns
from kinegraph.core.animation_posing import pose_at, with_pose
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import bake
from kinegraph.core.clip import local_translations
from kinegraph.core.curves.curve import Curve
from kinegraph.core.curves.handles import HandleShape, with_shaped_handles
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import SAME_TIME, column_indices, with_all_columns
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_normalize, slerp
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.studio.keys.stage_posing import PosingStage
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


def with_hold(animation: Animation, column: float, length: float) -> Animation:
    """The animation with the pose of a column held for some time [s]; see `HoldPose`."""
    whole = with_all_columns(animation)
    at = float(whole.column_times[column_indices(whole, [column])[0]])
    tag, pose = whole.column_tags[int(column_indices(whole, [at])[0])], pose_at(whole, at)
    later = whole.column_times[whole.column_times > at + SAME_TIME]
    if len(later):
        whole = moved_columns(whole, later, length)
    held = with_pose(whole, at + length, pose, tag)
    curves = dict(held.curves)
    for channel, curve in curves.items():
        ends = np.abs(curve.times[:, None] - [at, at + length]).min(axis=1) <= SAME_TIME
        if ends.any():
            curves[channel] = with_shaped_handles(curve, ends, HandleShape.FLAT)
    return replace(held, curves=curves)


def with_ease(animation: Animation, time: float, ease: float) -> Animation:
    """The animation with another way between the columns around a time [s]; see `EaseSegment`.

    Every curve becomes a parabola there that starts, or ends, at a share of the even rate: it never leaves
    the range of its two keys.
    """
    whole = with_all_columns(animation)
    columns = whole.column_times
    after = int(np.searchsorted(columns, time + SAME_TIME, side="right"))
    if not 0 < after < len(columns):
        raise InvalidValue("Easing needs a keyframe before the playhead and one after it.")
    curves = dict(whole.curves)
    for channel, curve in curves.items():
        curves[channel] = _eased(curve, float(columns[after - 1]), float(columns[after]), ease)
    return replace(whole, curves=curves)


def _eased(curve: Curve, start: float, stop: float, ease: float) -> Curve:
    """A curve with its segment over a stretch eased, where it has one there."""
    after = int(np.searchsorted(curve.times, 0.5 * (start + stop)))
    if not 0 < after < len(curve):
        return curve
    before, third = after - 1, (curve.times[after] - curve.times[after - 1]) / 3.0
    rise = (curve.values[after] - curve.values[before]) / 3.0
    incoming, outgoing, holds = curve.in_handles.copy(), curve.out_handles.copy(), curve.holds.copy()
    outgoing[before] = curve.times[before] + third, curve.values[before] + (1.0 + ease) * rise
    incoming[after] = curve.times[after] - third, curve.values[after] - (1.0 - ease) * rise
    holds[before] = False
    return Curve(curve.times, curve.values, incoming, outgoing, holds)


def with_matched_ends(animation: Animation, blend: float) -> Animation:
    """The animation ending in its first pose; see `MatchEnds`."""
    whole = with_all_columns(animation)
    columns = whole.column_times
    if len(columns) < 3:
        raise InvalidValue("A loop needs at least three keyframes.")
    start, stop = float(columns[0]), float(columns[-1])
    first, last = pose_at(whole, start), pose_at(whole, stop)
    travels = _travels(whole, first, last)
    turns = quat_multiply(quat_conjugate(last.rotations), first.rotations)
    shift = local_translations(first) - local_translations(last)
    if travels:
        shift[0] *= [0.0, 1.0, 0.0]
    result = whole
    for time in columns[columns > max(stop - blend, start + SAME_TIME)].tolist():
        share = 1.0 if time == stop else (time - (stop - blend)) / blend
        share = share * share * (3.0 - 2.0 * share)
        result = with_pose(result, time, _shifted(pose_at(whole, time), turns, shift, share))
    return replace(
        result, curves={channel: _same_speed(curve, start, stop) for channel, curve in result.curves.items()}
    )


# A body travels that ends farther from where it began than this share of all that it moves along the ground.
_TRAVELS = 0.5


def _travels(animation: Animation, first: Pose, last: Pose) -> bool:
    """True if a motion leads its body elsewhere, instead of back."""
    roots = bake(animation).root_translations[:, [0, 2]]
    way = float(np.ptp(roots, axis=0).max())
    away = (last.root_translation - first.root_translation)[[0, 2]]
    return way > 0.0 and float(np.abs(away).max()) > _TRAVELS * way


def _shifted(pose: Pose, turns: Floats, shift: Floats, share: float) -> Pose:
    """A pose with a share of some turns of its joints and of some shifts."""
    still = np.zeros(turns.shape)
    still[:, 3] = 1.0
    rotations = quat_normalize(quat_multiply(pose.rotations, slerp(still, turns, share)))
    root = pose.root_translation + share * shift[0]
    sliding = None
    if pose.translations is not None:
        sliding = local_translations(pose) + share * shift
        sliding[0] = root
    return Pose(pose.skeleton, root, rotations, sliding)


def _same_speed(curve: Curve, start: float, stop: float) -> Curve:
    """A curve that leaves its last key as it left its first: the mean of both slopes."""
    ends = abs(curve.times[0] - start) <= SAME_TIME and abs(curve.times[-1] - stop) <= SAME_TIME
    if len(curve) < 2 or not ends or curve.holds[0] or curve.holds[-2]:
        return curve
    incoming, outgoing = curve.in_handles.copy(), curve.out_handles.copy()
    reaches = outgoing[0, 0] - curve.times[0], curve.times[-1] - incoming[-1, 0]
    if min(reaches) <= SAME_TIME:
        return curve
    slope = 0.5 * ((outgoing[0, 1] - curve.values[0]) / reaches[0])
    slope += 0.5 * ((curve.values[-1] - incoming[-1, 1]) / reaches[1])
    outgoing[0, 1] = curve.values[0] + slope * reaches[0]
    incoming[-1, 1] = curve.values[-1] - slope * reaches[1]
    return Curve(curve.times, curve.values, incoming, outgoing, curve.holds)


def between(one: Pose, other: Pose, share: float) -> Pose:
    """The pose at a share of the way from one pose to another: joints turn along the shorter arc."""
    root = one.root_translation + share * (other.root_translation - one.root_translation)
    sliding = None
    if one.translations is not None or other.translations is not None:
        start = local_translations(one)
        sliding = start + share * (local_translations(other) - start)
    return Pose(one.skeleton, root, slerp(one.rotations, other.rotations, share), sliding)


def with_pasted(animation: Animation, paste: PastePoses, stage: PosingStage) -> Animation:
    """The animation with poses set as columns; see `PastePoses`."""
    names = {name: joint for joint, name in enumerate(animation.skeleton.names)}
    shared = [(source, names[name]) for source, name in enumerate(paste.joints) if name in names]
    if not shared:
        raise InvalidValue("These poses have no joint of the same name as this character.")
    for pasted in paste.poses:
        pose = _take_over_joints(stage.seen(animation, pasted.time), paste.joints, pasted, shared)
        if paste.mirrored:
            if stage.symmetry is None:
                raise InvalidValue("This character has no left and right, so its poses cannot be mirrored.")
            pose = mirror_motion(pose, stage.symmetry)
        held = stage.held(animation, pasted.time, pose)
        animation = with_pose(animation, pasted.time, held, pasted.tag)
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
