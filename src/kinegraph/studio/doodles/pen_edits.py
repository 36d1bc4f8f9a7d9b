"""Strokes being drawn: on disk as they go, and the ink that they become when the pen leaves the paper."""

from collections.abc import Callable, Mapping

import msgspec
import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.doodle_fields import SURROUNDINGS, InkKind, InkStroke
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.ink_blob import (
    checked_rows,
    pack_chunk,
    pack_ink,
    stroke_of_rows,
    unpack_chunk,
)
from kinegraph.studio.document.records import DoodleRecord, PenRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob
from kinegraph.studio.doodles.edits import (
    check_room,
    doodles_of,
    draw,
    engine_camera,
    next_start,
)
from kinegraph.studio.protocol.doodle_commands import PenDown, PenPoints

MOST_LINKS = 7  # what is drawn after a character's last link decorates it
_MOST_AT_ONCE = 32
_MOST_CHUNKS = 32  # then they become one


def start_pen(records: Records, command: PenDown) -> Edit:
    """Begins a stroke, to be kept; one that was begun already goes on."""
    record = edits.doodle_record(records, command.doodle)
    if command.ink in SURROUNDINGS:
        record = edits.sheet_of(records, record)
    there = records.get(command.stroke)
    if isinstance(there, PenRecord) and _goes_on(there, command, record.id):
        return Edit(None, {})
    taken = any(stroke.id == command.stroke for each in doodles_of(records) for stroke in each.strokes)
    if there is not None or taken:
        raise InvalidValue(f"There is a stroke {command.stroke!r} already; choose another id.")
    check_room(record)
    if sum(isinstance(record, PenRecord) for record in records.values()) >= _MOST_AT_ONCE:
        raise InvalidValue(f"At most {_MOST_AT_ONCE} strokes can be drawn at once.")
    if command.camera is not None:
        engine_camera(command.camera)  # refuses one that sees nothing
        if command.ink != "motion":
            raise InvalidValue("Characters are drawn on the sheet; only lines are drawn from a camera.")
    pen = PenRecord(
        id=command.stroke,
        doodle=record.id,
        ink=_ink(record, command.ink),
        at=start_of(record, command),
        camera=command.camera,
    )
    return Edit(None, {pen.id: pen})


def _goes_on(pen: PenRecord, command: PenDown, doodle: str) -> bool:
    """True if a page that lost its connection goes on with a stroke: its last links became details."""
    return pen.doodle == doodle and (
        pen.ink == command.ink or (pen.ink, command.ink) == ("annotation", "character")
    )


def start_of(record: DoodleRecord, command: PenDown) -> float:
    """Time of the performance at which a stroke begins [s]."""
    if command.ink != "motion":
        return 0.0
    return next_start(record) if command.at is None else command.at


def _ink(record: DoodleRecord, ink: InkKind) -> InkKind:
    links = sum(stroke.ink == "character" for stroke in record.strokes)
    return "annotation" if ink == "character" and links >= MOST_LINKS else ink


def add_points(records: Records, read_blob: ReadBlob, command: PenPoints) -> Edit:
    """Adds what the pen drew to a stroke, to be kept."""
    pen = edits.pen_record(records, command.stroke)
    rows = new_rows(command, pen.points, pen.until)
    if not len(rows):
        return Edit(None, {})
    chunks = pen.chunks
    if len(chunks) >= _MOST_CHUNKS:  # so that a long stroke need not name thousands
        rows, chunks = np.concatenate([rows_of(pen, read_blob), rows]), ()
    data = pack_chunk(rows)
    grown = msgspec.structs.replace(
        pen,
        points=len(rows) if not chunks and pen.chunks else pen.points + len(rows),
        until=float(rows[-1, 2]),
        chunks=(*chunks, blob_hash(data)),
    )
    return Edit(None, {pen.id: grown}, {grown.chunks[-1]: data})


def new_rows(command: PenPoints, there: int, until: float) -> Floats:
    """(N, 4) those of the points sent that a stroke does not have yet.

    there: How many it has.
    until: The time of its last [s].
    """
    if command.first > there:
        raise InvalidValue(f"Points {there} to {command.first - 1} of the stroke are missing; send them too.")
    return checked_rows(command.points[there - command.first :], until, there)


def rows_of(pen: PenRecord, read_blob: ReadBlob) -> Floats:
    """(N, 4) what is on disk of a stroke."""
    return np.concatenate([np.zeros((0, 4)), *(unpack_chunk(read_blob(chunk)) for chunk in pen.chunks)])


def lift_pen(
    records: Records,
    read_blob: ReadBlob,
    id: str,
    keep: bool,
    name: Callable[[DoodleRecord, Mapping[str, bytes]], EditName],
) -> Edit:
    """Makes a stroke ink, as one edit, or throws it away.

    name: Names the edit by what the last stroke of a doodle is; takes blobs that are not stored yet.
    """
    pen = edits.pen_record(records, id)
    gone: dict[str, None] = {pen.id: None}
    if not keep or not pen.points or pen.doodle not in records:
        return Edit(None, {}, kept=gone)
    stroke = stroke_of_rows(rows_of(pen, read_blob))
    data = pack_ink(stroke)
    ink = InkStroke(
        id=pen.id,
        ink=pen.ink,
        at=pen.at,
        seconds=stroke.duration,
        points=len(stroke),
        camera=pen.camera,
        blob=blob_hash(data),
    )
    drawn = draw(edits.doodle_record(records, pen.doodle), ink)
    blobs = {ink.blob: data}
    return Edit(name(drawn, blobs), {drawn.id: drawn}, blobs, kept=gone)


def recover_pen(records: Records, read_blob: ReadBlob, id: str) -> Edit:
    """Turns the stored part of an unfinished stroke into ink."""
    return lift_pen(records, read_blob, id, True, lambda *_: EditKind.RECOVER_STROKE.of())
