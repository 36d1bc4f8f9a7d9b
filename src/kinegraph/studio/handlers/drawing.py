"""Drawing: what happens around a stroke: how it is read while it is drawn, what it is called when it is ink,
and how a drawing wakes up.
"""

import asyncio
from contextlib import suppress
from functools import partial

from kinegraph.core.errors import KinegraphError
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.learned_hand import adapted_table
from kinegraph.doodles.line.motion import Reading
from kinegraph.studio.document import edits
from kinegraph.studio.document.doodle_fields import SURROUNDINGS, InkKind
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.records import DoodleRecord, PenRecord
from kinegraph.studio.doodles.edits import engine_camera, look_at_doodle
from kinegraph.studio.doodles.live_strokes import PenReader
from kinegraph.studio.doodles.pen_readers import (
    DetailPen,
    LinePen,
    LinkPen,
    Perform,
    WholePen,
)
from kinegraph.studio.doodles.performing import LiveLine
from kinegraph.studio.doodles.waking import Waking
from kinegraph.studio.doodles.works import DoodleWork
from kinegraph.studio.studio import Studio


async def begin_reading(studio: Studio, stroke: str) -> None:
    """Reads a stroke from now on while it is drawn, and lets its lines be performed."""
    with suppress(KinegraphError):  # the pen has left the paper, or the doodle is gone
        pen = edits.pen_record(studio.document.records, stroke)
        await studio.doodles.awake(pen.doodle)
        records = studio.document.records
        record = edits.doodle_record(records, pen.doodle)
        work = await asyncio.to_thread(studio.doodles.works.work, record, records)
        who, act = record.actor or record.character, None
        if who is not None and _performs(pen, record, work):
            act = await asyncio.to_thread(_act, studio, pen, record, work)
        reader = _reader(pen, record, work, _perform_nothing if act is None else act.perform)
        # A stroke that goes on after a lost connection has its reader, and one that is over needs none.
        begun = studio.doodles.pens.begin(stroke, reader)
        if begun and act is not None and who is not None:
            studio.doodles.shows.begin(who, record.id, stroke, act)


def _perform_nothing(pieces: object, last: bool) -> None:
    """Performs nothing."""


def _performs(pen: PenRecord, record: DoodleRecord, work: DoodleWork) -> bool:
    """True if a character performs a stroke while it is drawn."""
    drawn = record.character is not None and work.result.drawn is not None
    return pen.ink == "motion" and (drawn or record.actor is not None)


def _act(studio: Studio, pen: PenRecord, record: DoodleRecord, work: DoodleWork) -> LiveLine | None:
    """The live performance of a line while it is drawn; None where the actor cannot perform it."""
    with suppress(KinegraphError):
        return LiveLine(work, pen.at, studio.doodles.works.actor(record, studio.document.records))
    return None


def _reader(pen: PenRecord, record: DoodleRecord, work: DoodleWork, perform: Perform) -> PenReader:
    if pen.ink == "character":
        return LinkPen(record.id, pen.id, work)
    if pen.ink != "motion":
        return DetailPen(record.id, pen.id)
    if pen.camera is None and work.result.scene.is_level:
        from kinegraph.doodles.line.way import TurningReader

        table = adapted_table(work.result.hand)
        before = _done_before(pen, work)
        reader = TurningReader(work.result.settings, taught=work.taught, before=before, table=table)
        return LinePen(record.id, pen.id, pen.at, reader, perform)
    return WholePen(record.id, pen.id, pen.at, partial(_read_whole, pen, work), perform)


def _read_whole(pen: PenRecord, work: DoodleWork, stroke: Stroke) -> Reading:
    """The reading, so far, of a line that is not on level ground."""
    from kinegraph.doodles.line.line_3d import read_line_3d
    from kinegraph.doodles.line.line_over_boxes import read_over_boxes
    from kinegraph.doodles.line.reader import read_line
    from kinegraph.doodles.line.way import read_turning

    before = _done_before(pen, work)
    reads = read_turning if pen.camera is None else read_line
    table = adapted_table(work.result.hand)
    read = partial(reads, settings=work.result.settings, taught=work.taught, before=before, table=table)
    if pen.camera is None:
        return read_over_boxes(stroke, work.result.scene, work.result.settings, read)
    return read_line_3d(stroke, engine_camera(pen.camera), work.result.scene, work.result.settings, read)


def _done_before(pen: PenRecord, work: DoodleWork) -> str:
    """The motion just before a line: with it the line reads the same while it is drawn and as ink."""
    from kinegraph.doodles.reading import motion_before

    lines = sum(begins <= pen.at for begins in work.result.doodle.clock)
    return motion_before(work.result.doodle, work.result.readings[:lines], pen.at, work.result.settings)


def stroke_name(work: DoodleWork, ink: InkKind) -> EditName:
    """The name of the edit that draws the last stroke of a doodle: "Draw the torso"."""
    if ink in SURROUNDINGS:
        return EditKind.DRAW_STROKE.of("the ground" if ink == "ground" else "scenery")
    return EditKind.DRAW_STROKE.of(_stroke_drawn(work))


def _stroke_drawn(work: DoodleWork) -> str:
    stroke = work.content.strokes[-1]
    if stroke.ink == "motion":
        return "a line"
    if stroke.ink == "annotation" or work.result.sketch is None:
        return "a detail"
    named = work.result.sketch.labels[work.links.index(stroke)]
    return "a stroke" if named is None else f"the {named.replace('_', ' ')}"


async def look_at(studio: Studio, doodle: str) -> None:
    """Makes a doodle the one that is looked at, with its character and its motion."""
    await studio.keep(lambda records: look_at_doodle(records, doodle))


async def wake(studio: Studio, doodle: str, stroke: str) -> None:
    """Shows a drawing that has become a character waking up, and selects its motion.

    stroke: The link that was drawn last.
    """
    after = studio.document.records.get(doodle)
    if not isinstance(after, DoodleRecord) or after.character is None:
        return
    work = await asyncio.to_thread(studio.doodles.works.work, after, studio.document.records)
    if work.result.drawn is None:
        return
    await look_at(studio, after.id)
    if work.result.clip is not None and after.actor is None:
        waking = Waking(work.result.drawn.drawn_pose, work.result.clip.pose(0))
        studio.doodles.shows.begin(after.character, after.id, stroke, waking)
