"""Handlers of gaits: edits of their plans, their charts, and gaits from captured walks."""

import asyncio

import msgspec

from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.plan_file import GaitFile, file_of_gait
from kinegraph.studio.creatures.edits import edit_gaits, playing_of
from kinegraph.studio.creatures.gait_edits import chart_gait
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import MotionRecord
from kinegraph.studio.handlers.creatures import replay
from kinegraph.studio.handlers.registry import handles
from kinegraph.studio.protocol.gait_commands import EditGait, FitGait, ReplaceGait, RequestGaitChart
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(EditGait)
async def _edit_gait(studio: Studio, page: Page, command: EditGait) -> None:
    def build(now: Records) -> Edit:
        owners = {id: _owner(studio, now, id) for id in command.motions}
        last = command.edits[-1]
        resets = isinstance(last, ReplaceGait) and last.plan is None
        named = edits.motion_record(now, command.motions[0])
        name = EditKind.RESET_GAIT.of() if resets else EditKind.EDIT_GAIT.of(_whose(now, named))
        return edit_gaits(now, owners, command.edits, name)

    await replay(studio, page, command, build)


@handles(FitGait)
async def _fit_gait(studio: Studio, page: Page, command: FitGait) -> None:
    await studio.awakening.wait_for("gait charts")
    source = edits.motion_record(studio.document.records, command.source)
    plan = await asyncio.to_thread(_fit_walk, studio, source)

    def build(now: Records) -> Edit:
        owners = {id: _owner(studio, now, id) for id in command.motions}
        name = EditKind.FIT_GAIT.of(f"that of {source.name}")
        return edit_gaits(now, owners, [ReplaceGait(plan=plan)], name)

    await studio.commit(build)


def _fit_walk(studio: Studio, source: MotionRecord) -> GaitFile:
    from kinegraph.creatures.retarget.fit_gait import fit_gait

    owner = edits.character_record(studio.document.records, str(source.character))
    fitted = fit_gait(studio.shelf.clip(source), studio.looks.character(owner), name=source.name)
    return file_of_gait(fitted.plan)


@handles(RequestGaitChart)
async def _request_chart(studio: Studio, page: Page, command: RequestGaitChart) -> None:
    await studio.awakening.wait_for("gait charts")
    owner = edits.character_record(studio.document.records, command.character)
    creature = await asyncio.to_thread(studio.creatures.creature, owner)
    found = await asyncio.to_thread(chart_gait, creature, command.gait, command.speed)
    page.tell(msgspec.structs.replace(found, request=command.request, character=owner.id))


def _owner(studio: Studio, records: Records, motion: str) -> Creature:
    record = edits.motion_record(records, motion)
    playing_of(record)
    return studio.creatures.creature(edits.character_record(records, str(record.character)))


def _whose(records: Records, motion: MotionRecord) -> str:
    return edits.character_record(records, str(motion.character)).name
