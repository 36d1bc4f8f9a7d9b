"""Consequences of an edit for creatures, made part of the same edit: motions that play an animation
are updated when the animation, the character, or its place relative to the targets has changed.
"""

from dataclasses import replace

from kinegraph.studio.creatures.ready_creatures import Creatures
from kinegraph.studio.document import edits
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import (
    AnimationRecord,
    CharacterRecord,
    MotionRecord,
    Record,
    StageRecord,
)


def complete_creatures(records: Records, edit: Edit, creatures: Creatures) -> Edit:
    """An edit with all that follows from it for creatures."""
    if not any(_matters(record or records.get(id)) for id, record in edit.changes.items()):
        return edit
    after = {id: record for id, record in {**records, **edit.changes}.items() if record is not None}
    changes: dict[str, Record | None] = dict(edit.changes)
    blobs = dict(edit.blobs)
    motions = [record for record in after.values() if isinstance(record, MotionRecord) and record.playing]
    moved = {str(motion.character) for motion in motions if _touches(records, edit, after, motion)}
    for motion in motions:
        if _touches(records, edit, after, motion) or _follows(motion, moved):
            part = creatures.part(after, motion, blobs)
            blobs |= part.blobs
            if part.record != records.get(motion.id):
                changes[motion.id] = part.record
    return replace(edit, changes=changes, blobs=blobs)


def _follows(motion: MotionRecord, moved: set[str]) -> bool:
    """True if a target of a motion follows a part of one of the characters that move otherwise now."""
    bound = motion.playing.bound.values() if motion.playing else ()
    return any(part.character in moved for part in bound)


def _matters(record: Record | None) -> bool:
    """True if creatures may play otherwise when a record changes."""
    if isinstance(record, MotionRecord):
        return record.playing is not None
    return isinstance(record, AnimationRecord | CharacterRecord | StageRecord)


def _touches(records: Records, edit: Edit, after: Records, motion: MotionRecord) -> bool:
    if motion.playing is None:
        return False
    character = str(motion.character)
    layers = (layer.animation for layer in motion.playing.layers)
    if {motion.id, character, motion.playing.animation, *layers} & edit.changes.keys():
        return True
    if edits.stage_of(records).ground != edits.stage_of(after).ground:
        return True
    return any(
        edits.placement_of(records, id) != edits.placement_of(after, id)
        for id in (character, *(part.character for part in motion.playing.bound.values()))
    )
