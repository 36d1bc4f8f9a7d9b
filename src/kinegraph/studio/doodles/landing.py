"""Landings that are dragged: the ink follows, and with it the motion."""

from msgspec.structs import replace

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.doodle_fields import InkStroke
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.ink_blob import pack_ink
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.records import DoodleRecord
from kinegraph.studio.doodles.works import DoodleWork
from kinegraph.studio.perform.posing import check_place


def drag_landing(record: DoodleRecord, work: DoodleWork, piece: int, place: Vector) -> Edit:
    """Puts the end of a piece of a line somewhere else.

    work: What the doodle comes to as it is.
    """
    from kinegraph.doodles.landing_edits import move_landing

    target = check_place(place, "A landing")
    if piece >= len(work.result.reading.pieces):
        raise InvalidValue(f"{record.name} has no motion number {piece}.")
    moved = move_landing(work.result.doodle, piece, target, pieces=work.result.reading.pieces)
    strokes: dict[str, InkStroke] = {stroke.id: stroke for stroke in record.strokes}
    blobs: dict[str, bytes] = {}
    for id, old, new in zip(work.lines, work.result.doodle.lines, moved.lines, strict=True):
        if new.stroke is not old.stroke:
            data = pack_ink(new.stroke)
            blobs[blob_hash(data)] = data
            strokes[id] = replace(
                strokes[id], points=len(new.stroke), seconds=new.stroke.duration, blob=blob_hash(data)
            )
    changed = replace(record, strokes=tuple(strokes.values()))
    return Edit(EditKind.MOVE_LANDING.of(), {record.id: changed}, blobs)
