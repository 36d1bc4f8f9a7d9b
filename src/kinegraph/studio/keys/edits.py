"""Edits of keyed motion as pages send them, carried out on an animation: pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core import animation_editing as editing
from kinegraph.core.animation import Animation, KeyTag
from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import SAME_TIME, column_indices, nearest, with_all_columns
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.motion_blob import column_importance
from kinegraph.studio.protocol.key_commands import (
    AddColumn,
    AddKey,
    DeleteColumns,
    DeleteKeys,
    KeyEdit,
    MoveColumns,
    MoveKeys,
    ScaleColumns,
    SetHandle,
    SetHandles,
    TagColumns,
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
    "broken": EditKind.BREAK_HANDLES,
}


@dataclass(frozen=True, eq=False)
class EditedKeys:
    """Keyed motion after edits.

    importance: (T,) of each column, 0 to 1; 1 for those set by hand.
    name: Of the last edit.
    """

    animation: Animation
    importance: Floats
    name: EditName


def edit_keys(animation: Animation, importance: Floats, edits: Sequence[KeyEdit]) -> EditedKeys:
    """Carries out edits one after the other.

    importance: (T,) of each column of an animation that has all its columns.
    """
    longest = max(_MOST_JOINT_FRAMES, _joint_frames(animation))
    state = with_all_columns(animation)
    name = _name(state, edits[0])
    for edit in edits:
        name = _name(state, edit)
        after = _applied(state, edit)
        if len(after.column_times) != len(state.column_times):  # else their order tells which is which
            importance = _importance_at(after.column_times, state.column_times, importance)
        state = after
    if _joint_frames(state) > longest:
        raise InvalidValue(f"That would stretch {animation.name} to {state.end:.0f} s, which is too long.")
    return EditedKeys(state, importance, name)


def importance_of(animation: Animation, blob: bytes) -> Floats:
    """(T,) the importance of each column of an animation that has all its columns, by its stored blob."""
    known = column_importance(blob)
    if known is None:
        return np.ones(len(animation.column_times))
    return _importance_at(animation.column_times, *known)


def _importance_at(times: Floats, old_times: Floats, importance: Floats) -> Floats:
    """(T,) the importance of columns at `times`: those there were keep theirs, new ones have 1."""
    if not len(old_times):
        return np.ones(len(times))
    where = nearest(old_times, times)
    return np.where(np.abs(old_times[where] - times) <= SAME_TIME, importance[where], 1.0)


def _applied(animation: Animation, edit: KeyEdit) -> Animation:
    match edit:
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


def _name(animation: Animation, edit: KeyEdit) -> EditName:
    match edit:
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


def _columns(animation: Animation, columns: Sequence[float]) -> str:
    """The kinds of some columns in words: "3 keyposes"; "3 keyframes" where they are of several kinds."""
    found = column_indices(animation, columns)
    tags = {animation.column_tags[index] for index in found}
    return _several(len(found), _NOUNS[tags.pop()] if len(tags) == 1 else "keyframe")


def _several(count: int, noun: str) -> str:
    return f"a {noun}" if count == 1 else f"{count} {noun}s"


def _joint_frames(animation: Animation) -> float:
    return (animation.end - min(0.0, animation.start)) * animation.fps * len(animation.skeleton)
