"""Edits of keyed motion as pages send them, carried out on an animation: pure functions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.core import animation_editing as editing
from kinegraph.core.animation import Animation, KeyTag
from kinegraph.core.animation_posing import pose_at, with_pose
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import SAME_TIME, column_indices, nearest, with_all_columns
from kinegraph.core.pose import Pose
from kinegraph.studio.document.display_names import display_name
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.motion_blob import column_importance
from kinegraph.studio.keys.blocking import with_ease, with_hold, with_matched_ends, with_pasted, with_tween
from kinegraph.studio.keys.hand_keys import kept_times
from kinegraph.studio.keys.stage_posing import PosingStage, posed
from kinegraph.studio.perform.posing import check_joint
from kinegraph.studio.protocol.key_commands import (
    AddColumn,
    AddKey,
    ClearPose,
    DeleteColumns,
    DeleteKeys,
    EaseSegment,
    HoldPose,
    KeyEdit,
    MatchEnds,
    MoveBody,
    MoveColumns,
    MoveKeys,
    PastePoses,
    ReachPart,
    RefitSpan,
    ScaleColumns,
    SetHandle,
    SetHandles,
    TagColumns,
    TurnPart,
    TweenPose,
)

# Frames times joints that a hand may stretch a motion to, unless it is longer already: it is baked and sent
# at every step of a drag.
_MOST_JOINT_FRAMES = 4_000_000
_NOUNS = {KeyTag.KEYPOSE: "keypose", KeyTag.BREAKDOWN: "breakdown", KeyTag.DETAIL: "detail keyframe"}
_SHAPING = {
    "auto": EditKind.SMOOTH_HANDLES,
    "aligned": EditKind.ALIGN_HANDLES,
    "flat": EditKind.FLATTEN_HANDLES,
    "linear": EditKind.STRAIGHTEN_HANDLES,
    "stepped": EditKind.HOLD_KEYS,
    "broken": EditKind.BREAK_HANDLES,
}


Refit = Callable[[Animation, float, float], Animation]
"""The animation with the keys between two times [s] chosen anew."""


@dataclass(frozen=True, eq=False)
class EditedKeys:
    """Keyed motion after edits.

    importance: (T,) of each column, 0 to 1; 1 for those set by hand.
    name: Of the last edit.
    hand: (T,) whether a hand has set a column.
    """

    animation: Animation
    importance: Floats
    name: EditName
    hand: NDArray[np.bool_]


def edit_keys(
    animation: Animation,
    importance: Floats,
    edits: Sequence[KeyEdit],
    hand: Sequence[float] = (),
    stage: PosingStage | None = None,
    refit: Refit | None = None,
) -> EditedKeys:
    """Carries out edits one after the other.

    importance: (T,) of each column of an animation that has all its columns.
    hand: Times of the columns that were set by hand before [s].
    stage: Where the character stands while it is posed.
    refit: Chooses keys between two times anew from the source; None where that is gone.
    """
    stage = PosingStage() if stage is None else stage
    longest = max(_MOST_JOINT_FRAMES, _joint_frames(animation))
    state = with_all_columns(animation)
    by_hand = np.isin(np.arange(len(state.column_times)), _columns_at(state, kept_times(state, hand)))
    name = _name(state, edits[0])
    for edit in edits:
        name = _name(state, edit)
        after = _apply_edit(state, edit, stage, refit)
        touched = _touched_columns(state, after, edit)
        if len(after.column_times) != len(state.column_times):  # else their order tells which is which
            importance = importance_at(after.column_times, state.column_times, importance)
            by_hand = np.isin(
                np.arange(len(after.column_times)), _columns_at(after, state.column_times[by_hand])
            )
        by_hand[touched] = True
        state = after
    if _joint_frames(state) > longest:
        raise InvalidValue(f"That would stretch {animation.name} to {state.end:.0f} s, which is too long.")
    return EditedKeys(state, importance, name, by_hand)


def _columns_at(animation: Animation, times: Floats) -> Ints:
    """The columns that are at some of these times."""
    columns = animation.column_times
    if not len(columns) or not len(times):
        return np.empty(0, dtype=np.int64)
    found = nearest(columns, times)
    return found[np.abs(columns[found] - times) <= SAME_TIME]


def _touched_columns(before: Animation, after: Animation, edit: KeyEdit) -> Ints:
    """The columns, of those there are after an edit, that it has set."""
    match edit:
        case MoveColumns() | ScaleColumns() | TagColumns():
            return column_indices(before, edit.columns)  # their order is the same
        case PastePoses():
            return _columns_at(after, np.array([pose.time for pose in edit.poses]))
        case HoldPose():
            return _columns_at(after, np.array([edit.column, edit.column + edit.length]))
        case EaseSegment():
            around = np.searchsorted(after.column_times, edit.time + SAME_TIME) + np.array([-1, 0])
            return np.clip(around, 0, len(after.column_times) - 1)
        case MatchEnds():
            times = after.column_times
            return np.flatnonzero(
                (times > times[-1] - edit.blend) | (times == times[0]) | (times == times[-1])
            )
        case RefitSpan():
            return np.empty(0, dtype=np.int64)
        case AddColumn() | TurnPart() | ReachPart() | MoveBody() | TweenPose() | AddKey() | ClearPose():
            return _columns_at(after, np.array([edit.time]))
        case MoveKeys() | SetHandles():
            return _columns_of_keys(after, edit.keys)
        case SetHandle():
            return _columns_of_keys(after, ((edit.channel, edit.key),))
        case DeleteColumns() | DeleteKeys():
            return np.empty(0, dtype=np.int64)


def _columns_of_keys(animation: Animation, keys: Sequence[tuple[int, int]]) -> Ints:
    curves = list(animation.curves.values())
    return _columns_at(animation, np.array([curves[channel].times[key] for channel, key in keys]))


def importance_of(animation: Animation, blob: bytes) -> Floats:
    """(T,) the importance of each column of an animation that has all its columns, by its stored blob."""
    known = column_importance(blob)
    if known is None:
        return np.ones(len(animation.column_times))
    return importance_at(animation.column_times, *known)


def importance_at(times: Floats, old_times: Floats, importance: Floats) -> Floats:
    """(T,) the importance of columns at `times`: those there were keep theirs, new ones have 1."""
    if not len(old_times):
        return np.ones(len(times))
    where = nearest(old_times, times)
    return np.where(np.abs(old_times[where] - times) <= SAME_TIME, importance[where], 1.0)


def _apply_edit(animation: Animation, edit: KeyEdit, stage: PosingStage, refit: Refit | None) -> Animation:
    match edit:
        case HoldPose():
            return with_hold(animation, edit.column, edit.length)
        case EaseSegment():
            return with_ease(animation, edit.time, edit.ease)
        case MatchEnds():
            return with_matched_ends(animation, edit.blend)
        case RefitSpan():
            if refit is None:
                raise InvalidValue(
                    "Keyframes can only be refitted while the motion that they came from is there."
                )
            return refit(animation, edit.start, edit.stop)
        case TurnPart() | ReachPart() | MoveBody():
            pose = posed(stage.seen(animation, edit.time), edit, stage)
            after = with_pose(animation, edit.time, stage.held(animation, edit.time, pose))
            return _within_reach(animation, after, edit.time, edit.reach, stage)
        case ClearPose():
            if not stage.over:
                raise InvalidValue("Only a layer has a pose that changes nothing.")
            return with_pose(animation, edit.time, Pose.rest(animation.skeleton))
        case TweenPose():
            return with_tween(animation, edit.time, edit.share)
        case PastePoses():
            return with_pasted(animation, edit, stage)
        case MoveColumns():
            return editing.moved_columns(animation, edit.columns, edit.shift)
        case ScaleColumns():
            return editing.scaled_columns(animation, edit.columns, edit.pivot, edit.factor)
        case AddColumn():
            return editing.with_column(animation, edit.time, edit.tag)
        case DeleteColumns():
            return editing.without_columns(animation, edit.columns)
        case TagColumns():
            return editing.tagged_columns(animation, edit.columns, edit.tag)
        case MoveKeys():
            return editing.moved_keys(animation, edit.keys, edit.dt, edit.dv)
        case SetHandle():
            key, outgoing = (edit.channel, edit.key), edit.side == "out"
            return editing.with_handle_at(animation, key, outgoing, edit.time, edit.value, edit.free)
        case SetHandles():
            return editing.with_handles_shaped(animation, edit.keys, edit.mode)
        case DeleteKeys():
            return editing.deleted_keys(animation, edit.keys)
        case AddKey():
            return editing.with_key(animation, edit.channel, edit.time)


def _within_reach(
    before: Animation, after: Animation, time: float, reach: float | None, stage: PosingStage
) -> Animation:
    """A posed animation that is as it was from a reach before the pose to a reach after it [s].

    On a side with a key that is nearer than that, the pose ends there as any does.
    """
    if reach is None:
        return after
    last = before.end if stage.length is None else stage.length
    columns = after.column_times
    for at in (max(0.0, time - reach), min(max(last, time), time + reach)):
        low, high = sorted((at, time))
        between = (columns > low - SAME_TIME) & (columns < high + SAME_TIME)
        between &= np.abs(columns - time) > SAME_TIME
        if high - low > 0.5 / after.fps and not between.any():
            after = with_pose(after, at, pose_at(before, at), KeyTag.BREAKDOWN)
    return after


def _name(animation: Animation, edit: KeyEdit) -> EditName:
    match edit:
        case ClearPose():
            return EditKind.CLEAR_POSE.of()
        case TurnPart() | ReachPart():
            return EditKind.POSE_PART.of(_part(animation, edit.joint))
        case MoveBody():
            return EditKind.POSE_BODY.of()
        case TweenPose():
            return EditKind.TWEEN_POSE.of()
        case HoldPose():
            return EditKind.HOLD_POSE.of()
        case EaseSegment():
            return EditKind.EASE_SEGMENT.of()
        case MatchEnds():
            return EditKind.MATCH_ENDS.of()
        case RefitSpan():
            return EditKind.REFIT_SPAN.of("between keyframes")
        case PastePoses():
            return EditKind.PASTE_POSES.of(_several(len(edit.poses), "pose"))
        case MoveColumns():
            return EditKind.MOVE_COLUMNS.of(_columns(animation, edit.columns))
        case ScaleColumns():
            return EditKind.RETIME_COLUMNS.of(_columns(animation, edit.columns))
        case AddColumn():
            return EditKind.ADD_COLUMN.of(_several(1, _NOUNS[edit.tag]))
        case DeleteColumns():
            return EditKind.DELETE_COLUMNS.of(_columns(animation, edit.columns))
        case TagColumns():
            noun = _NOUNS[edit.tag] if len(edit.columns) == 1 else f"{_NOUNS[edit.tag]}s"
            return EditKind.TAG_COLUMNS.of(f"{_columns(animation, edit.columns)} as {noun}")
        case MoveKeys():
            return EditKind.MOVE_KEYS.of(_several(len(edit.keys), "keyframe"))
        case SetHandle():
            return EditKind.MOVE_HANDLE.of()
        case SetHandles():
            return _SHAPING[edit.mode].of(_several(len(edit.keys), "keyframe"))
        case DeleteKeys():
            return EditKind.DELETE_KEYS.of(_several(len(edit.keys), "keyframe"))
        case AddKey():
            return EditKind.ADD_KEY.of()


def _part(animation: Animation, joint: int) -> str:
    check_joint(joint, animation.skeleton)
    return display_name(animation.skeleton.names[joint])


def _columns(animation: Animation, columns: Sequence[float]) -> str:
    """The kinds of some columns in words: "3 keyposes"; "3 keyframes" where they are of several kinds."""
    found = column_indices(animation, columns)
    tags = {animation.column_tags[index] for index in found}
    return _several(len(found), _NOUNS[tags.pop()] if len(tags) == 1 else "keyframe")


def _several(count: int, noun: str) -> str:
    return f"a {noun}" if count == 1 else f"{count} {noun}s"


def _joint_frames(animation: Animation) -> float:
    return (animation.end - min(0.0, animation.start)) * animation.fps * len(animation.skeleton)
