"""Handlers of the creature maker: one function for each command, registered with `registry.handles`."""

import asyncio

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.core.scene import Scene
from kinegraph.creatures.maker.creature_plan import CreaturePlan
from kinegraph.studio.creatures import making as creature_making
from kinegraph.studio.creatures.making import (
    Made,
    edit_plan,
    handles_event,
    make,
    plan_of,
)
from kinegraph.studio.document import edits
from kinegraph.studio.document.creature_blob import FPS
from kinegraph.studio.document.edit_kinds import EditName
from kinegraph.studio.document.edits import Edit, Outdated, Records
from kinegraph.studio.document.frames import pack
from kinegraph.studio.document.records import CharacterRecord, MotionRecord
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.protocol.creature_commands import MakeCreature, RequestHandles
from kinegraph.studio.protocol.creature_frames import ShapeFrame
from kinegraph.studio.protocol.messages import encode_event
from kinegraph.studio.protocol.motion_frames import clip_arrays
from kinegraph.studio.protocol.plan_commands import EditCreature
from kinegraph.studio.running.gestures import Build, KeyStep
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(MakeCreature)
async def _make_creature(studio: Studio, page: Page, command: MakeCreature) -> Answer:
    if command.plan is not None and (command.kind, command.seed) != (None, None):
        raise InvalidValue("Create a creature from a plan, or from a kind and a seed.")
    await studio.awakening.wait_for("making creatures")

    def shape() -> Made:
        return make(command.plan or creature_making.random_plan(command.seed, command.kind))

    made = await asyncio.to_thread(shape)
    before = set(studio.document.records)
    change = await studio.commit(lambda now: creature_making.add_made(now, made, command.position))
    new = next(r for r in change.changed if isinstance(r, CharacterRecord) and r.id not in before)
    await studio.keep(lambda now: edits.look(now, character=new.id))
    return Answer(created=(new.id,))


@handles(EditCreature)
async def _edit_creature(studio: Studio, page: Page, command: EditCreature) -> None:
    await studio.awakening.wait_for("making creatures")
    if command.gesture is None:
        await studio.run_to_end(_reshape(studio, command))
        return
    records = studio.document.records
    owner = edits.character_record(records, command.character)
    plan, _ = await asyncio.to_thread(edit_plan, plan_of(owner), command.edits)

    async def commit() -> None:
        await _reshape(studio, command)

    frame, record = await asyncio.to_thread(_shape_frame, studio, records, owner, plan, command.gesture)
    studio.gestures.step_keys(command.gesture, page, KeyStep(owner.id, commit))
    studio.drags.preview_records(command.gesture, (record,))
    handles = encode_event(handles_event(plan, owner.id, None))
    studio.drags.send(command.gesture, shape=frame, handles=handles)


async def _reshape(studio: Studio, command: EditCreature) -> None:
    """Edits a creature as it is by then: what takes long is done beside the document, and again if that has
    changed meanwhile.
    """

    async def compute() -> Build | None:
        owner = edits.character_record(studio.document.records, command.character)
        before = plan_of(owner)
        plan, name = await asyncio.to_thread(edit_plan, before, command.edits)
        if plan == before:
            return None
        made = await asyncio.to_thread(make, plan)
        return _reshaping(owner.id, before, made, name)

    await studio.commit_computed(compute)


def _reshaping(character: str, before: CreaturePlan, made: Made, name: EditName) -> Build:
    def build(now: Records) -> Edit:
        edit = creature_making.reshape(now, character, before, made, name)
        if edit is None:
            raise Outdated("The creature was changed meanwhile.")
        return edit

    return build


def _shape_frame(
    studio: Studio, records: Records, owner: CharacterRecord, plan: CreaturePlan, gesture: str
) -> tuple[bytes, CharacterRecord]:
    """The frame that shows a creature during a drag, and its record."""
    from kinegraph.formats.gltf.file import glb_bytes

    made = make(plan, draft=True)
    record = creature_making.reshaped(owner, made)
    arrays = {"glb": np.frombuffer(glb_bytes(Scene(character=made.character)), np.uint8)}
    seen = records.get(edits.view_of(records).motion or "")
    if isinstance(seen, MotionRecord) and _shows(studio, seen, owner):
        blobs = {record.blob: made.data}
        part = studio.creatures.part({**records, owner.id: record}, seen, blobs)
        arrays |= clip_arrays(studio.creatures.take(part.record, record, {**blobs, **part.blobs}))
    return pack(ShapeFrame(character=owner.id, gesture=gesture, fps=FPS), arrays), record


def _shows(studio: Studio, motion: MotionRecord, owner: CharacterRecord) -> bool:
    """True if a motion is to be seen on a creature while it is dragged."""
    return (
        motion.character == owner.id and motion.playing is not None and studio.awakening.is_done("creatures")
    )


@handles(RequestHandles)
async def _request_handles(studio: Studio, page: Page, command: RequestHandles) -> None:
    plan = plan_of(edits.character_record(studio.document.records, command.character))
    page.tell(await asyncio.to_thread(handles_event, plan, command.character, command.request))
