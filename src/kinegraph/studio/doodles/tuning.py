"""Consequences of an edit for doodles, made part of the same edit: the character that a drawing is, and the
motion that its lines say.

The character keeps its id as long as it is this drawing, and stays while the drawing is drawn on. Only where
motions or sets of its own hang on a skeleton that the drawing no longer has does it stay as it is in the
library, and the drawing becomes another.
"""

from collections.abc import Mapping
from dataclasses import replace

from msgspec.structs import replace as changed

from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character, unpack_character
from kinegraph.studio.document.doodle_blob import (
    FPS,
    content_of,
    pack_doodle,
    state_of,
)
from kinegraph.studio.document.doodle_fields import Drawing
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import (
    CharacterRecord,
    DoodleRecord,
    MotionRecord,
    Record,
    SetRecord,
    new_id,
)
from kinegraph.studio.doodles.content import hand_lessons
from kinegraph.studio.doodles.works import DoodleWork, DoodleWorks
from kinegraph.studio.perform.posing import pose_id


def complete_doodles(records: Records, edit: Edit, works: DoodleWorks) -> Edit:
    """An edit with all that follows from it for doodles."""
    touched = [id for id, record in {**records, **edit.changes}.items() if _touches(record, edit)]
    if not touched:
        return edit
    state = _Tuning(records, edit, works)
    for id in sorted(touched):
        state.tune(id)
    if state.taught:  # corrections teach the hand that drew all doodles
        for id in sorted(id for id, record in state.after.items() if isinstance(record, DoodleRecord)):
            state.tune(id)
    return state.edit


def _touches(record: Record | None, edit: Edit) -> bool:
    """True if an edit changes a doodle or its performer."""
    if not isinstance(record, DoodleRecord):
        return False
    return bool({record.id, record.actor, record.sheet} & edit.changes.keys())


class _Tuning:
    """The state of one edit while it is completed."""

    def __init__(self, records: Records, edit: Edit, works: DoodleWorks) -> None:
        self.before, self.works, self.edit = records, works, edit
        self.taught = False  # whether a doodle's lessons have changed

    @property
    def after(self) -> dict[str, Record]:
        whole = {**self.before, **self.edit.changes}
        return {id: record for id, record in whole.items() if record is not None}

    def put(self, changes: Mapping[str, Record | None], blobs: Mapping[str, bytes] | None = None) -> None:
        self.edit = replace(
            self.edit,
            changes={**self.edit.changes, **changes},
            blobs={**self.edit.blobs, **(blobs or {})},
        )

    def tune(self, id: str) -> None:
        doodle = self.after.get(id)
        if not isinstance(doodle, DoodleRecord):
            return  # it is removed, with what was made of it
        if doodle.actor is not None and not isinstance(self.after.get(doodle.actor), CharacterRecord):
            doodle = changed(doodle, actor=None)
        work = self.works.work(doodle, self.after, self.edit.blobs)
        doodle = self._with_character(doodle, work)
        doodle = self._with_motion(doodle, work)
        lessons = hand_lessons(work.result.lessons)
        self.taught |= lessons != doodle.lessons
        doodle = changed(doodle, lessons=lessons)
        self.put({id: changed(doodle, state=state_of(content_of(doodle, self.after)))})

    def _with_character(self, doodle: DoodleRecord, work: DoodleWork) -> DoodleRecord:
        """The doodle with the character that was drawn, which is put into the library."""
        old = self.after.get(doodle.character or "")
        old = old if isinstance(old, CharacterRecord) else None
        if work.result.drawn is None and old is not None and self._goes_on(doodle):
            return doodle
        if work.result.drawn is None:
            if old is not None and not self._hangs_on(old.id, doodle):
                self._take_away(old.id)
            return changed(doodle, character=None)
        data = pack_character(work.result.drawn.character)
        hash = blob_hash(data)
        if old is not None and old.blob == hash:
            return doodle
        name = doodle.name if old is None else old.name
        keeps = old is not None and not (self._hangs_on(old.id, doodle) and self._bones_differ(old, work))
        id = old.id if old is not None and keeps else new_id("c")
        who = changed(describe_character(work.result.drawn.character, id=id, blob=hash), name=name)
        if keeps:
            self.put({id: who}, {hash: data})
        else:
            self.put(edits.add(self.after, None, [who], {}).changes, {hash: data})
        return changed(doodle, character=id)

    def _goes_on(self, doodle: DoodleRecord) -> bool:
        """True if strokes were only added to a drawing: one that is incomplete for a moment keeps its
        character until it is complete again.
        """
        before = self.before.get(doodle.id)
        if not isinstance(before, DoodleRecord) or before.joints != doodle.joints:
            return False
        return {s for s in before.strokes if s.ink == "character"} <= set(doodle.strokes)

    def _hangs_on(self, character: str, doodle: DoodleRecord) -> bool:
        """True if a character has motions or sets beside what this doodle's lines say."""
        return any(
            isinstance(record, MotionRecord | SetRecord)
            and record.character == character
            and record.id != doodle.motion
            for record in self.after.values()
        )

    def _bones_differ(self, old: CharacterRecord, work: DoodleWork) -> bool:
        assert work.result.drawn is not None
        stored = unpack_character(self.works.read(old.blob, self.edit.blobs), old)
        return stored.skeleton != work.result.drawn.character.skeleton

    def _take_away(self, character: str) -> None:
        stage = edits.stage_of(self.after)
        left = tuple(place for place in stage.placements if place.character != character)
        gone: dict[str, Record | None] = {character: None, stage.id: changed(stage, placements=left)}
        if pose_id(character) in self.after:
            gone[pose_id(character)] = None
        self.put(gone)

    def _with_motion(self, doodle: DoodleRecord, work: DoodleWork) -> DoodleRecord:
        """The doodle with the motion of its lines, for the character that performs them."""
        performer = doodle.actor or doodle.character
        old = self.after.get(doodle.motion or "")
        old = old if isinstance(old, MotionRecord) else None
        if (
            work.result.clip is None
            and old is not None
            and performer == old.character
            and self._goes_on(doodle)
        ):
            return doodle
        if performer is None or work.result.clip is None:
            if old is not None:
                self.put({old.id: None})
            return changed(doodle, motion=None)
        data = pack_doodle(content_of(doodle, self.after))
        frames = len(work.result.clip)
        motion = MotionRecord(
            id=new_id("m") if old is None else old.id,
            name=doodle.name if old is None else old.name,
            form="doodle",
            character=performer,
            fps=FPS,
            frames=frames,
            duration=(frames - 1) / FPS,
            notes=work.result.notes,
            drawing=Drawing(doodle=doodle.id, ink=work.content.ink),
            blob=blob_hash(data),
        )
        self.put({motion.id: motion}, {motion.blob: data})
        return changed(doodle, motion=motion.id)
