"""Drawing: what happens around a stroke: how it is read while it is drawn, what it is called when it is ink,
and how a drawing wakes up.
"""

import asyncio
from contextlib import suppress

from kinegraph.core.errors import KinegraphError
from kinegraph.studio import edits
from kinegraph.studio.doodle_works import DoodleWork, DoodleWorks
from kinegraph.studio.edits import Records
from kinegraph.studio.pen_readers import DetailPen
from kinegraph.studio.pens import PenReader
from kinegraph.studio.records import DoodleRecord, PenRecord
from kinegraph.studio.studio import Studio


async def begin_reading(studio: Studio, stroke: str) -> None:
    """Reads a stroke from now on while it is drawn, and lets its lines be performed."""
    with suppress(KinegraphError):  # the pen has left the paper, or the doodle is gone
        await studio.awakening.wait_for("doodles")
        records = studio.document.records
        pen = edits.pen_record(records, stroke)
        record = edits.doodle_record(records, pen.doodle)
        work = await asyncio.to_thread(studio.doodles.works.work, record, records)
        studio.doodles.pens.begin(stroke, _reader(studio, pen, record, work))


def stroke_label(works: DoodleWorks, records: Records, drawn: DoodleRecord, id: str) -> str:
    """What the edit that draws a stroke is called: "Draw the torso". For threads."""
    stroke = next(each for each in drawn.strokes if each.id == id)
    if stroke.ink == "motion":
        return "Draw a line"
    if stroke.ink == "annotation":
        return "Draw a detail"
    return "Draw a stroke"


def _reader(studio: Studio, pen: PenRecord, record: DoodleRecord, work: DoodleWork) -> PenReader:
    return DetailPen(record.id, pen.id)


async def wake(studio: Studio, before: DoodleRecord, after: DoodleRecord, stroke: str) -> None:
    """Lets a drawing that has become somebody shake itself and stand up."""
