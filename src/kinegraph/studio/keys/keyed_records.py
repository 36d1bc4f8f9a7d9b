"""Keyed motion as records: the edits that choosing and editing keys make of a document."""

from dataclasses import dataclass

from msgspec.structs import replace

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import Edit, Outdated, Records
from kinegraph.studio.document.key_fields import KeyFigures, Keying
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion
from kinegraph.studio.document.records import MotionRecord, new_id


@dataclass(frozen=True, eq=False)
class KeyedArrays:
    """A keyed motion ready to be stored.

    data: Its blob, called `blob`.
    described: A record of it, whose id and origins are still to be filled in.
    """

    blob: str
    data: bytes
    described: MotionRecord


def keyed_arrays(animation: Animation, importance: Floats) -> KeyedArrays:
    """Packs and describes a keyed motion; takes some milliseconds."""
    data = pack_motion(animation, importance)
    blob = blob_hash(data)
    return KeyedArrays(blob, data, describe_motion(animation, id="", blob=blob))


def result_of(records: Records, source: str) -> MotionRecord | None:
    """The keyed motion that was made of a source, if there is one."""
    results = (
        record
        for _, record in sorted(records.items())
        if isinstance(record, MotionRecord) and record.keying is not None and record.keying.source == source
    )
    return next(results, None)


def choose(
    records: Records,
    source: MotionRecord,
    around: MotionRecord | None,
    keying: Keying,
    made: KeyedArrays,
    notes: tuple[str, ...],
) -> Edit:
    """Makes a source's keyed motion, or replaces what it held; raises Outdated where the source changed.

    around: The keyed motion whose keys set by hand were kept; it must not have changed either.
    """
    if edits.motion_record(records, source.id).blob != source.blob:
        raise Outdated(f"{source.name} was changed while its keyframes were fitted.")
    before = result_of(records, source.id)
    if around is not None and before is not None and before.blob != around.blob:
        raise Outdated(f"{before.name} was changed while its keyframes were fitted.")
    record = replace(
        made.described,
        id=before.id if before else new_id("m"),
        name=before.name if before else f"{source.name} keys",
        character=source.character,
        keying=keying,
        notes=notes,
    )
    return Edit(
        EditKind.CHOOSE_KEYS.of(f"{keying.count} keyframes"), {record.id: record}, {made.blob: made.data}
    )


def put_back(records: Records, keyed: MotionRecord, source: MotionRecord, made: KeyedArrays) -> Edit:
    """Adds a source with a keyed stretch in place; raises Outdated where either has changed."""
    for one in (keyed, source):
        if edits.motion_record(records, one.id).blob != one.blob:
            raise Outdated(f"{one.name} was changed meanwhile.")
    name = f"{source.name} with keys"
    record = replace(made.described, id=new_id("m"), name=name, character=source.character)
    name = EditKind.PUT_KEYS_BACK.of(source.name)
    return edits.add(records, name, [record], {made.blob: made.data})


def edit_by_hand(
    records: Records,
    before: MotionRecord,
    name: EditName | None,
    made: KeyedArrays,
    figures: KeyFigures | None,
    hand: tuple[float, ...],
) -> Edit:
    """Gives a keyed motion other keys; raises Outdated where it is not what they were made from.

    hand: Times of the columns that were set by hand [s].
    """
    now = edits.motion_record(records, before.id)
    if now.blob != before.blob:
        raise Outdated(f"{before.name} was changed meanwhile.")
    if made.blob == before.blob:
        return Edit(name, {})
    keying = now.keying and replace(now.keying, figures=figures, hand_edited=True, hand=hand)
    described = made.described
    record = replace(
        now,
        frames=described.frames,
        duration=described.duration,
        keys=described.keys,
        blob=made.blob,
        keying=keying,
    )
    return Edit(name, {record.id: record}, {made.blob: made.data})
