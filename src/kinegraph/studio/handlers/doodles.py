"""Handlers of doodles: one function for each command, registered with `registry.handles`."""

import asyncio

import msgspec

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.example import example_doodle
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.document import Change
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import (
    Edit,
    Records,
    clean_name,
    free_name,
)
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion
from kinegraph.studio.document.records import DoodleRecord, MotionRecord, new_id
from kinegraph.studio.doodles import edits as doodle_edits
from kinegraph.studio.doodles.content import records_of_doodle
from kinegraph.studio.doodles.hand import set_hand
from kinegraph.studio.doodles.landing import drag_apex, drag_landing, retime
from kinegraph.studio.doodles.vocabulary import check_motion, vocabulary
from kinegraph.studio.handlers.drawing import look_at
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.protocol.commands import DragStep
from kinegraph.studio.protocol.doodle_commands import (
    AddDoodle,
    AddProp,
    ChooseGuess,
    ClearDoodle,
    EditProp,
    EraseInk,
    ForgetGesture,
    KeepMotion,
    MoveApex,
    MoveJoint,
    MoveLanding,
    PlacePicture,
    RelabelInk,
    RemovePicture,
    RemoveProp,
    RequestDoodle,
    RequestVocabulary,
    RetimePiece,
    SelectDoodle,
    SetActor,
    SetDoodleView,
    SetHand,
    TeachGesture,
)
from kinegraph.studio.running.gestures import Build, changed_records
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(AddDoodle)
async def _add_doodle(studio: Studio, page: Page, command: AddDoodle) -> Answer:
    studio.awakening.begin("doodles")
    if command.example:
        return await _add_example(studio, command.name)
    change = await studio.commit(
        lambda records: doodle_edits.add_doodle(records, command.name, command.sheet)
    )
    made = next(record.id for record in change.changed if isinstance(record, DoodleRecord))
    await studio.keep(lambda records: edits.look(records, doodle=made))
    return Answer(created=(made,))


async def _add_example(studio: Studio, name: str | None) -> Answer:
    """Opens the ready doodle; one that is there already under its name is taken."""
    await studio.awakening.wait_for("doodles")
    doodle = await asyncio.to_thread(example_doodle)
    wanted = clean_name(name or doodle.name)
    there = doodle_edits.doodles_of(studio.document.records)
    known = next((record for record in there if record.name == wanted), None)
    if known is not None:
        await look_at(studio, known.id)
        return Answer(created=(known.id,))
    found, blobs = await asyncio.to_thread(records_of_doodle, doodle, wanted)
    record = found[0]
    called = EditKind.OPEN_EXAMPLE.of(record.name)
    await studio.commit(lambda records: edits.add(records, called, found, blobs))
    await look_at(studio, record.id)
    return Answer(created=(record.id,))


@handles(SelectDoodle)
async def _select_doodle(studio: Studio, page: Page, command: SelectDoodle) -> None:
    studio.awakening.begin("doodles")
    if command.doodle is not None:
        edits.doodle_record(studio.document.records, command.doodle)
        await look_at(studio, command.doodle)
    else:
        await studio.keep(lambda records: edits.look(records, doodle=None))


@handles(RequestDoodle)
async def _request_doodle(studio: Studio, page: Page, command: RequestDoodle) -> None:
    record = edits.doodle_record(studio.document.records, command.doodle)
    wanted = None if command.strokes is None else set(command.strokes)
    for stroke in record.strokes:
        if wanted is None or stroke.id in wanted:
            await page.outbox.room()
            page.outbox.put(await asyncio.to_thread(studio.doodles.ink_frame, record.id, stroke))
    await studio.doodles.awake(record.id)
    if record.props:
        page.outbox.put(await asyncio.to_thread(studio.doodles.props_frame, record))
    page.tell(await asyncio.to_thread(studio.doodles.reading, record, command.request))


@handles(EraseInk)
async def _erase_ink(studio: Studio, page: Page, command: EraseInk) -> None:
    await _commit(studio, lambda records: doodle_edits.erase(records, command.doodle, command.strokes))


@handles(ClearDoodle)
async def _clear_doodle(studio: Studio, page: Page, command: ClearDoodle) -> None:
    await _commit(studio, lambda records: doodle_edits.clear(records, command.doodle, command.what))


@handles(RelabelInk)
async def _relabel_ink(studio: Studio, page: Page, command: RelabelInk) -> None:
    await _commit(
        studio,
        lambda records: doodle_edits.relabel(records, command.doodle, command.stroke, command.label),
    )


@handles(MoveJoint)
async def _move_joint(studio: Studio, page: Page, command: MoveJoint) -> None:
    def build(records: Records) -> Edit:
        return doodle_edits.move_joint(records, command.doodle, command.joint, command.place)

    await _step(studio, page, command, build)


@handles(ChooseGuess)
async def _choose_guess(studio: Studio, page: Page, command: ChooseGuess) -> None:
    if command.motion is not None:
        check_motion(command.motion, command.backward)
    await _commit(studio, lambda records: doodle_edits.choose(records, command))


@handles(MoveLanding)
async def _move_landing(studio: Studio, page: Page, command: MoveLanding) -> None:
    def build(records: Records) -> Edit:
        record = edits.doodle_record(records, command.doodle)
        work = studio.doodles.works.work(record, records)
        return drag_landing(record, work, command.piece, command.place)

    await _step(studio, page, command, build)


@handles(MoveApex)
async def _move_apex(studio: Studio, page: Page, command: MoveApex) -> None:
    def build(records: Records) -> Edit:
        record = edits.doodle_record(records, command.doodle)
        return drag_apex(record, studio.doodles.works.work(record, records), command.piece, command.place)

    await _step(studio, page, command, build)


@handles(RetimePiece)
async def _retime_piece(studio: Studio, page: Page, command: RetimePiece) -> None:
    def build(records: Records) -> Edit:
        record = edits.doodle_record(records, command.doodle)
        return retime(record, studio.doodles.works.work(record, records), command)

    await _step(studio, page, command, build)


@handles(SetHand)
async def _set_hand(studio: Studio, page: Page, command: SetHand) -> None:
    await _commit(studio, lambda records: set_hand(records, command))


@handles(AddProp)
async def _add_prop(studio: Studio, page: Page, command: AddProp) -> Answer:
    id = new_id("p")
    await _commit(studio, lambda records: doodle_edits.add_prop(records, command, id))
    return Answer(created=(id,))


@handles(EditProp)
async def _edit_prop(studio: Studio, page: Page, command: EditProp) -> None:
    def build(records: Records) -> Edit:
        return doodle_edits.edit_prop(records, command)

    await _step(studio, page, command, build)


@handles(RemoveProp)
async def _remove_prop(studio: Studio, page: Page, command: RemoveProp) -> None:
    await _commit(studio, lambda records: doodle_edits.remove_prop(records, command.doodle, command.prop))


@handles(PlacePicture)
async def _place_picture(studio: Studio, page: Page, command: PlacePicture) -> None:
    def build(records: Records) -> Edit:
        return doodle_edits.place_picture(
            records, command.doodle, command.place, command.width, command.opacity
        )

    await _step(studio, page, command, build)


@handles(RemovePicture)
async def _remove_picture(studio: Studio, page: Page, command: RemovePicture) -> None:
    await _commit(studio, lambda records: doodle_edits.remove_picture(records, command.doodle))


@handles(SetDoodleView)
async def _set_view(studio: Studio, page: Page, command: SetDoodleView) -> None:
    def build(records: Records) -> Edit:
        return doodle_edits.set_view(records, command.doodle, command.camera)

    await _step(studio, page, command, build)


@handles(TeachGesture)
async def _teach_gesture(studio: Studio, page: Page, command: TeachGesture) -> None:
    check_motion(command.motion, command.backward)
    called = None
    if command.calls is not None:
        motion = doodle_edits.called_motion(studio.document.records, command.doodle, command.calls)
        called = await asyncio.to_thread(studio.shelf.clip, motion)

    def build(records: Records) -> Edit:
        record = edits.doodle_record(records, command.doodle)
        return doodle_edits.teach(records, command, studio.doodles.works.work(record, records), called)

    await _commit(studio, build)


@handles(ForgetGesture)
async def _forget_gesture(studio: Studio, page: Page, command: ForgetGesture) -> None:
    await _commit(studio, lambda records: doodle_edits.forget(records, command.doodle, command.name))


@handles(SetActor)
async def _set_actor(studio: Studio, page: Page, command: SetActor) -> None:
    if command.character is not None:
        await studio.awakening.wait_for("creatures in doodles")
    await _commit(studio, lambda records: doodle_edits.set_actor(records, command.doodle, command.character))
    await look_at(studio, command.doodle)


@handles(KeepMotion)
async def _keep_motion(studio: Studio, page: Page, command: KeepMotion) -> Answer:
    await studio.awakening.wait_for("doodles")
    id = new_id("m")

    def build(records: Records) -> Edit:
        return _keep_as_edit(studio, records, command, id)

    await studio.commit(build)
    return Answer(created=(id,))


def _keep_as_edit(studio: Studio, records: Records, command: KeepMotion, id: str) -> Edit:
    """Keeps the present motion of a doodle, as a motion that later edits do not change."""
    record = edits.doodle_record(records, command.doodle)
    motion = records.get(record.motion or "")
    if not isinstance(motion, MotionRecord):
        raise InvalidValue(f"{record.name} has no motion yet; draw a character first.")
    clip = studio.shelf.take(motion, records).motion
    assert isinstance(clip, Clip)
    own = (
        r.name for r in records.values() if isinstance(r, MotionRecord) and r.character == motion.character
    )
    name = free_name(clean_name(command.name or record.name), own)
    data = pack_motion(clip)
    kept = describe_motion(clip, id=id, blob=blob_hash(data), character=motion.character, notes=motion.notes)
    kept = msgspec.structs.replace(kept, name=name)
    return Edit(EditKind.KEEP_MOTION.of(name), {id: kept}, {kept.blob: data})


@handles(RequestVocabulary)
async def _request_vocabulary(studio: Studio, page: Page, command: RequestVocabulary) -> None:
    studio.awakening.begin("doodles")
    found = await asyncio.to_thread(vocabulary)
    page.tell(msgspec.structs.replace(found, request=command.request))


async def _commit(studio: Studio, build: Build) -> Change:
    """Makes an edit of a doodle, once it can be read without compiling anything here."""
    await studio.awakening.wait_for("doodles")
    return await studio.commit(build)


async def _step(studio: Studio, page: Page, command: DragStep, build: Build) -> None:
    """Makes an edit of a doodle, or shows it as a step of a drag with all that follows from it."""

    async def show(gesture: str, records: Records, edit: Edit) -> None:
        studio.drags.preview_records(gesture, changed_records(records, edit))
        async for frames in studio.doodles.step_frames(gesture, records, edit):
            studio.drags.send(gesture, **frames)

    await studio.awakening.wait_for("doodles")
    await studio.drags.step(page, command, build, show)
