"""Rigs with what they performed as records: how packages come into a document, and scripts become one."""

from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.characters.cast import CAST, character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.files.whole import whole_file
from kinegraph.perform.cast_sets import WALKING
from kinegraph.perform.files.play_script import Played
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.performance_blob import MOST_EVENTS
from kinegraph.studio.document.records import (
    CharacterRecord,
    MotionRecord,
    Record,
    SetRecord,
    new_id,
)
from kinegraph.studio.document.store.lock import DocumentLock
from kinegraph.studio.perform.ready_sets import Named, with_sets
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_tuning import complete_sets


def records_of_rig(
    rig: SpatialRig, performances: Named, name: str, file: str | None = None
) -> tuple[list[Record], dict[str, bytes]]:
    """A character, its sets and its performances, and the blobs that they need.

    name: What the character is called.
    file: The file that it came from.
    """
    who = rig.character if rig.character.contacts else with_guessed_anatomy(rig.character)
    blob = pack_character(who)
    cast = who.name if who.name in CAST and character(who.name) is who else None
    owner = describe_character(who, id=new_id("c"), blob=blob_hash(blob), cast=cast, file=file)
    owner = replace(owner, name=name)
    for title, performance in performances:
        if any(len(layer.times) > MOST_EVENTS for layer in performance.layers):
            raise InvalidValue(f"The performance {title!r} has a layer of more than {MOST_EVENTS} positions.")
    made = with_sets({owner.id: owner}, owner.id, None, rig.sets, performances, _walking(performances, cast))
    records = [owner, *(_from_file(record, file) for record in made.changes.values() if record is not None)]
    return records, {owner.blob: blob, **made.blobs}


def write_document(played: Iterable[Played], path: Path) -> None:
    """Writes what a script performed as a document, whole or not at all: characters where the script has
    them, with their sets and their layers, ready to be edited.
    """
    lock = DocumentLock(path)
    try:
        with whole_file(path) as place:
            place.unlink()
            with Document(place) as document:
                for each in played:
                    document.commit(_arrival(document, each))
        for ending in ("-wal", "-shm"):  # of a document that was there before: they do not fit this one
            path.with_name(path.name + ending).unlink(missing_ok=True)
    finally:
        lock.release()


def _arrival(document: Document, each: Played) -> Edit:
    """Adds a performer of a script to a document."""
    who, records = each.performer, document.records
    named = ((who.name, each.performance),) if each.performance.layers else ()
    found, blobs = records_of_rig(who.rig, named, who.name)
    owner = next(record for record in found if isinstance(record, CharacterRecord))
    name = EditKind.ADD_CHARACTER.of(who.name)
    added = edits.add(records, name, _library(found), blobs)
    after: Records = {**records, **{r.id: r for r in added.changes.values() if r is not None}}
    x, y, z = (float(value) for value in who.at)
    placed = edits.place(after, owner.id, (x, y, z), float(who.facing))
    arrival = Edit(name, {**added.changes, **placed.changes}, blobs)
    return complete_sets(records, arrival, Rigs(document.blob))


def _library(records: Iterable[Record]) -> list[CharacterRecord | MotionRecord | SetRecord]:
    return [r for r in records if isinstance(r, CharacterRecord | MotionRecord | SetRecord)]


def _walking(performances: Named, cast: str | None) -> set[str]:
    """The sets that carry their character along: those that a walking performance begins with."""
    names = {each.layers[0].set for _, each in performances if each.walks and each.layers}
    return names | set(WALKING if cast is not None else ())


def _from_file(record: Record, file: str | None) -> Record:
    return replace(record, file=file) if isinstance(record, MotionRecord) else record
