"""Handlers of pens: a stroke from the moment the pen touches the paper until it is ink."""

from collections.abc import Mapping
from contextlib import suppress

from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditName
from kinegraph.studio.document.records import DoodleRecord
from kinegraph.studio.doodles import pen_edits
from kinegraph.studio.handlers.drawing import begin_reading, stroke_name, wake
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.protocol.doodle_commands import PenDown, PenPoints, PenUp
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(PenDown)
async def _pen_down(studio: Studio, page: Page, command: PenDown) -> None:
    pens = studio.doodles.pens
    pens.check(page.session, command.stroke)
    try:
        await studio.keep(lambda records: pen_edits.start_pen(records, command))
    except KinegraphError:
        if command.stroke not in studio.document.records:  # there is no such stroke under a pen
            pens.drop(command.stroke)
        raise
    page.takes.add(command.stroke)
    studio.run_beside(begin_reading(studio, command.stroke))  # what is drawn meanwhile is read then


@handles(PenPoints)
async def _pen_points(studio: Studio, page: Page, command: PenPoints) -> None:
    studio.doodles.pens.check(page.session, command.stroke)
    read_blob = studio.document.blob
    await studio.keep(lambda records: pen_edits.add_points(records, read_blob, command))


@handles(PenUp)
async def _pen_up(studio: Studio, page: Page, command: PenUp) -> Answer:
    studio.doodles.pens.check(page.session, command.stroke)
    pen = edits.pen_record(studio.document.records, command.stroke)
    await studio.doodles.awake(pen.doodle)
    if command.keep:
        await studio.doodles.pens.lift(command.stroke)
    else:
        studio.doodles.give_up(command.stroke)
    works, read_blob = studio.doodles.works, studio.document.blob

    def build(records: edits.Records) -> edits.Edit:
        def name(drawn: DoodleRecord, blobs: Mapping[str, bytes]) -> EditName:
            return stroke_name(works.work(drawn, records, blobs), pen.ink)

        return pen_edits.lift_pen(records, read_blob, command.stroke, command.keep, name)

    if command.keep and pen.ink in ("character", "annotation"):
        records = studio.document.records
        with suppress(KinegraphError):  # the doodle is gone; the edit reports it
            await studio.doodles.awake_after(
                lambda: pen_edits.recover_pen(records, read_blob, command.stroke)
            )
    asleep = _character_of(studio, pen.doodle) is None
    change = await studio.commit(build)
    page.takes.discard(command.stroke)
    if not command.keep or not pen.points:
        return Answer()
    if not any(record.id == pen.doodle for record in change.changed):
        raise InvalidValue("The doodle was removed while you drew; the stroke was removed with it.")
    # A detail may complete a drawing too: an animal has more strokes than a person has links.
    if pen.ink == "character" or (pen.ink == "annotation" and asleep):
        await wake(studio, pen.doodle, command.stroke)
    return Answer(created=(command.stroke,))


def _character_of(studio: Studio, doodle: str) -> str | None:
    record = studio.document.records.get(doodle)
    return record.character if isinstance(record, DoodleRecord) else None
