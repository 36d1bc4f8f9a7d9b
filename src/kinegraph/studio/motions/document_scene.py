"""A document as a scene: one of its characters and its motions, read without an open studio."""

from pathlib import Path

from kinegraph.core.animation import Animation
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, UnknownMotion
from kinegraph.core.scene import Scene
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edits import character_record, sets_of, view_of
from kinegraph.studio.document.records import CharacterRecord, MotionRecord
from kinegraph.studio.motions.stored_motions import stored_motions


def scene_of_document(path: Path, motion: str | None = None) -> Scene:
    """The character that a motion moves, with its motions, that one first.

    motion: Its name; by default the one that is looked at (of keys, their original), else the first by name.
    """
    if not path.is_file():
        raise FormatError(path, "is a folder, not a file." if path.is_dir() else "there is no such file.")
    with Document(path) as document:
        records = document.records
        moving = sorted(
            (r for r in records.values() if isinstance(r, MotionRecord) and r.character in records),
            key=lambda record: (record.name, record.id),
        )
        chosen = _chosen_motion(moving, motion, view_of(records).motion)
        if chosen is None:
            who = next((r for r in records.values() if isinstance(r, CharacterRecord)), None)
            return Scene(who and unpack_character(document.blob(who.blob), who))
        owner = character_record(records, str(chosen.character))
        character = unpack_character(document.blob(owner.blob), owner)
        own = [chosen, *(r for r in moving if r.character == owner.id and r is not chosen)]
        made = stored_motions(own, character, sets_of(records, owner.id), document.blob)
        motions = [each.motion for each in made]
    return Scene(
        character,
        tuple(motion for motion in motions if isinstance(motion, Clip)),
        tuple(motion for motion in motions if isinstance(motion, Animation)),
        notes=chosen.notes,
        locators=tuple(each.locators for each in made if each.locators is not None),
    )


def _chosen_motion(moving: list[MotionRecord], name: str | None, seen: str | None) -> MotionRecord | None:
    if name is not None:
        named = [record for record in moving if record.name == name]
        if not named:
            raise UnknownMotion(name, [record.name for record in moving])
        return named[0]
    by_id = {record.id: record for record in moving}
    looked_at = by_id.get(seen or "")
    if looked_at is not None and looked_at.keying is not None:
        looked_at = by_id.get(looked_at.keying.source, looked_at)
    return looked_at or next(iter(moving), None)
