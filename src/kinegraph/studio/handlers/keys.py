"""Handlers of Keys: one function for each command, registered with `registry.handles`."""

from kinegraph.core.errors import InvalidValue
from kinegraph.studio.document import edits
from kinegraph.studio.document.key_fields import Keying, KeySettings
from kinegraph.studio.document.records import MotionRecord
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.keys import keyed_records
from kinegraph.studio.keys.keyed_records import result_of
from kinegraph.studio.protocol.key_commands import (
    ChooseKeys,
    EditKeys,
    LayerMotion,
    MeasureKeys,
    MergeLayers,
    OpenKeys,
    PutKeysBack,
    RequestCurves,
    RequestKeys,
)
from kinegraph.studio.running.gestures import Build, KeyStep
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(OpenKeys)
async def _open_keys(studio: Studio, page: Page, command: OpenKeys) -> None:
    await studio.awakening.wait_for("keys")
    source = _source(studio, command.motion)
    settings = command.settings or _usual_settings(studio, source)
    result = result_of(studio.document.records, source.id)
    frame = await studio.keys.choices_frame(source, settings, result)
    await page.outbox.room()
    page.outbox.put(frame)


@handles(MeasureKeys)
async def _measure_keys(studio: Studio, page: Page, command: MeasureKeys) -> None:
    await studio.awakening.wait_for("keys")
    source = _source(studio, command.motion)
    result = result_of(studio.document.records, source.id)
    await studio.keys.measure(source, command.settings, command.count, result, page.tell)


@handles(ChooseKeys)
async def _choose_keys(studio: Studio, page: Page, command: ChooseKeys) -> Answer:
    await studio.awakening.wait_for("keys")
    source = _source(studio, command.motion)
    if command.gesture is None:
        return await studio.run_to_end(_commit_choice(studio, command))
    result = result_of(studio.document.records, source.id)
    frame = await studio.keys.preview(
        source,
        command.settings,
        command.count,
        result=result,
        keep_edits=command.keep_edits,
        gesture=command.gesture,
    )
    step = KeyStep(source.id, lambda: _commit_choice(studio, command))
    studio.gestures.step_keys(command.gesture, page, step)
    studio.drags.send(command.gesture, keys=frame)
    return Answer()


async def _commit_choice(studio: Studio, command: ChooseKeys) -> Answer:
    """Makes the keyed motion of a source one edit, computed anew where the source changed meanwhile."""
    before = result_of(studio.document.records, command.motion)

    async def compute() -> Build:
        source = _source(studio, command.motion)
        result = result_of(studio.document.records, source.id) if command.keep_edits else None
        made = await studio.keys.final(source, command.settings, command.count, result)
        keying = Keying(
            source=source.id,
            source_blob=source.blob,
            settings=command.settings,
            count=len(made.played.animation.column_times),
            figures=made.played.figures,
            hand_edited=bool(made.hand),
            hand=made.hand,
        )
        return lambda now: keyed_records.choose(now, source, result, keying, made.arrays, made.notes)

    change = await studio.commit_computed(compute)
    created = () if before or change is None else change.changed
    return Answer(created=tuple(record.id for record in created))


@handles(PutKeysBack)
async def _put_keys_back(studio: Studio, page: Page, command: PutKeysBack) -> Answer:
    await studio.awakening.wait_for("keys")

    async def compute() -> Build:
        records = studio.document.records
        record = edits.motion_record(records, command.motion)
        source, made = await studio.keys.put_back(records, record)
        return lambda now: keyed_records.put_back(now, record, source, made)

    change = await studio.run_to_end(studio.commit_computed(compute))
    return Answer(created=() if change is None else tuple(record.id for record in change.changed))


@handles(RequestKeys)
async def _request_keys(studio: Studio, page: Page, command: RequestKeys) -> None:
    await studio.awakening.wait_for("keys")
    records = studio.document.records
    record = edits.motion_record(records, command.motion)
    await page.outbox.room()
    if record.layering is not None:
        page.outbox.put(await studio.keys.layers.keys_frame(records, record, command.layer))
    else:
        page.outbox.put(await studio.keys.keys_frame(records, record))


@handles(RequestCurves)
async def _request_curves(studio: Studio, page: Page, command: RequestCurves) -> None:
    await studio.awakening.wait_for("keys")
    record = edits.motion_record(studio.document.records, command.motion)
    await page.outbox.room()
    if record.layering is not None:
        page.outbox.put(await studio.keys.layers.curves_frame(record, command.layer))
    else:
        page.outbox.put(await studio.keys.curves_frame(record))


@handles(LayerMotion)
async def _layer_motion(studio: Studio, page: Page, command: LayerMotion) -> Answer:
    await studio.awakening.wait_for("keys")

    async def compute() -> Build:
        return await studio.keys.layers.begin(
            studio.document.records, _source(studio, command.motion), command.detail
        )

    change = await studio.run_to_end(studio.commit_computed(compute))
    return Answer(created=() if change is None else tuple(record.id for record in change.changed))


@handles(MergeLayers)
async def _merge_layers(studio: Studio, page: Page, command: MergeLayers) -> None:
    await studio.awakening.wait_for("keys")

    async def compute() -> Build:
        return await studio.keys.layers.merged(_source(studio, command.motion))

    await studio.run_to_end(studio.commit_computed(compute))


@handles(EditKeys)
async def _edit_keys(studio: Studio, page: Page, command: EditKeys) -> None:
    await studio.awakening.wait_for("keys")
    if command.gesture is None:
        await studio.run_to_end(_commit_edits(studio, command))
        return
    records = studio.document.records
    record = edits.motion_record(records, command.motion)
    if record.layering is not None:
        layer, layers = command.layer, studio.keys.layers
        curves, keys = await layers.edit_preview(records, record, layer, command.edits, command.gesture)
    else:
        curves, keys = await studio.keys.edit_preview(records, record, command.edits, command.gesture)
    step = KeyStep(record.id, lambda: _commit_edits(studio, command))
    studio.gestures.step_keys(command.gesture, page, step)
    studio.drags.send(command.gesture, curves=curves, keys=keys)


async def _commit_edits(studio: Studio, command: EditKeys) -> None:
    """Makes edits by hand one edit, computed anew where the motion changed meanwhile."""

    async def compute() -> Build:
        records = studio.document.records
        record = edits.motion_record(records, command.motion)
        if record.layering is not None:
            return await studio.keys.layers.edited(records, record, command.layer, command.edits)
        made = await studio.keys.edited(records, record, command.edits)
        figures = made.played.figures
        return lambda now: keyed_records.edit_by_hand(now, record, made.name, made.arrays, figures, made.hand)

    await studio.commit_computed(compute)


def _source(studio: Studio, motion: str) -> MotionRecord:
    record = edits.motion_record(studio.document.records, motion)
    if record.form == "markers":
        raise InvalidValue(f"{record.name} consists of markers; keyframes need a motion of a skeleton.")
    return record


def _usual_settings(studio: Studio, source: MotionRecord) -> KeySettings:
    """The settings that the source was last keyed with, unless it was changed since."""
    result = result_of(studio.document.records, source.id)
    if result is None or result.keying is None or result.keying.source_blob != source.blob:
        return KeySettings()
    return result.keying.settings
