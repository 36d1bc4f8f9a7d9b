"""Landings and tops that are dragged, and pieces that are retimed: ink and motion follow."""

from msgspec.structs import replace

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.doodle import Doodle
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.doodle_fields import InkStroke, PieceChoice
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.document.ink_blob import pack_ink
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.records import DoodleRecord
from kinegraph.studio.doodles.works import DoodleWork
from kinegraph.studio.perform.posing import check_place
from kinegraph.studio.protocol.doodle_commands import RetimePiece


def drag_landing(record: DoodleRecord, work: DoodleWork, piece: int, place: Vector) -> Edit:
    """Puts the end of a piece of a line somewhere else.

    work: What the doodle comes to as it is.
    """
    from kinegraph.doodles.landing_edits import move_landing

    target = check_place(place, "A landing")
    if piece >= len(work.result.reading.pieces):
        raise InvalidValue(f"{record.name} has no motion number {piece}.")
    moved = move_landing(work.result.doodle, piece, target, pieces=work.result.reading.pieces)
    return _lines_edit(EditKind.MOVE_LANDING.of(), record, work, moved)


def drag_apex(record: DoodleRecord, work: DoodleWork, piece: int, place: Vector) -> Edit:
    """Puts the top of an arc somewhere else; its ends stay."""
    from kinegraph.doodles.timing_edits import move_apex

    target = check_place(place, "The top of an arc")
    moved = move_apex(work.result.doodle, piece, target, pieces=work.result.reading.pieces)
    return _lines_edit(EditKind.MOVE_APEX.of(), record, work, moved)


def retime(record: DoodleRecord, work: DoodleWork, command: RetimePiece) -> Edit:
    """Moves the top or the end of a piece, or the end of a stretch, in time."""
    from kinegraph.doodles.timing_edits import retime_piece, retime_stretch

    pieces, doodle, piece = work.result.reading.pieces, work.result.doodle, command.piece
    if command.apex_time is None and command.end_time is None:
        raise InvalidValue("Give the new time of the piece's top or of its end.")
    if command.until is None:
        moved = retime_piece(
            doodle, piece, apex_time=command.apex_time, end_time=command.end_time, pieces=pieces
        )
        return _lines_edit(EditKind.RETIME_PIECE.of("a motion"), record, work, moved)
    if not piece <= command.until < len(pieces) or pieces[piece].stroke != pieces[command.until].stroke:
        raise InvalidValue(f"Pieces {piece} to {command.until} are not one stretch of one line.")
    if command.end_time is None or command.apex_time is not None:
        raise InvalidValue("Give the new time of the stretch's end.")
    first, last = pieces[piece], pieces[command.until]
    seconds = command.end_time - first.start_time
    moved = retime_stretch(doodle, first.stroke, (first.span[0], last.span[1]), seconds, pieces=pieces)
    return _lines_edit(EditKind.RETIME_PIECE.of("a stretch of a line"), record, work, moved)


def _lines_edit(name: EditName, record: DoodleRecord, work: DoodleWork, moved: Doodle) -> Edit:
    """The edit that gives a doodle's lines, their times and their choices those of a changed doodle."""
    strokes: dict[str, InkStroke] = {stroke.id: stroke for stroke in record.strokes}
    blobs: dict[str, bytes] = {}
    for id, old, new in zip(work.lines, work.result.doodle.lines, moved.lines, strict=True):
        if new.stroke is not old.stroke:
            data = pack_ink(new.stroke)
            blobs[blob_hash(data)] = data
            strokes[id] = replace(
                strokes[id], points=len(new.stroke), seconds=new.stroke.duration, blob=blob_hash(data)
            )
        if new.at is not None and new.at != old.at:
            strokes[id] = replace(strokes[id], at=new.at)
    changed = replace(record, strokes=tuple(strokes.values()))
    if moved.choices != work.result.doodle.choices:
        choices = tuple(
            PieceChoice(
                stroke=work.lines[each.line],
                start=each.span[0],
                stop=each.span[1],
                motion=each.name,
                backward=each.backward,
            )
            for each in moved.choices
        )
        changed = replace(changed, choices=choices)
    return Edit(name, {record.id: changed}, blobs)
