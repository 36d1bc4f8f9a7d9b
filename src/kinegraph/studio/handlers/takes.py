"""Handlers of performing, takes and recorded layers: one function per command, as in `handlers.py`."""

import asyncio
import time

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.studio.document import edits
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.frames import pack
from kinegraph.studio.document.performance_blob import FPS, layers_of, performance_of
from kinegraph.studio.handlers.effort_job import start_effort
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.motions.shelf import ShelvedMotion
from kinegraph.studio.perform import takes
from kinegraph.studio.perform.layer_edits import edit_layers
from kinegraph.studio.perform.passes import layer_places
from kinegraph.studio.perform.way_edits import add_walk, make_walk
from kinegraph.studio.protocol.layer_commands import EditLayers, RequestPath
from kinegraph.studio.protocol.perform_commands import (
    CountEffort,
    EndTake,
    Perform,
    StartTake,
    TakeSamples,
    WalkAlong,
)
from kinegraph.studio.protocol.perform_frames import PathFrame
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(Perform)
async def _perform(studio: Studio, page: Page, command: Perform) -> None:
    records = studio.document.records
    edits.character_record(records, command.character)
    if command.set is not None:
        # Fitting is done beside the loop; what the loop then asks for is ready.
        await asyncio.to_thread(studio.rigs.playable, records, command.character)
    studio.performer.take_charge(page, command, time.monotonic())


@handles(StartTake)
async def _start_take(studio: Studio, page: Page, command: StartTake) -> Answer:
    def build(records: Records) -> Edit:
        return takes.start_take(records, studio.rigs, command, edits.placement_of(records, command.character))

    change = await studio.keep(build)
    take = change.changed[0].id
    page.takes.add(take)
    studio.performer.begin_anew(page)
    return Answer(created=(take,))


@handles(TakeSamples)
async def _take_samples(studio: Studio, page: Page, command: TakeSamples) -> None:
    await studio.keep(lambda records: takes.add_samples(records, studio.rigs, command))


@handles(EndTake)
async def _end_take(studio: Studio, page: Page, command: EndTake) -> Answer:
    before = set(studio.document.records)
    change = await studio.commit(
        lambda records: takes.end_take(records, studio.rigs, command.take, command.keep, command.name)
    )
    page.takes.discard(command.take)
    return Answer(created=tuple(record.id for record in change.changed if record.id not in before))


@handles(EditLayers)
async def _edit_layers(studio: Studio, page: Page, command: EditLayers) -> None:
    motion = edits.motion_record(studio.document.records, command.motion)
    if motion.layering is not None:
        await _edit_layered(studio, page, command)
        return

    def build(records: Records) -> Edit:
        return edit_layers(records, studio.rigs.read_blob, studio.rigs, command.motion, command.edits)

    async def show(gesture: str, records: Records, edit: Edit) -> None:
        frame = await asyncio.to_thread(studio.shelf.preview_frame, edit, command.motion)
        studio.drags.send(gesture, clip=frame)

    await studio.drags.step(page, command, build, show)


async def _edit_layered(studio: Studio, page: Page, command: EditLayers) -> None:
    layers = studio.keys.layers

    async def show(gesture: str, records: Records, edit: Edit) -> None:
        frame = await layers.changed_frame(records, edit, command.motion, gesture)
        studio.drags.send(gesture, keys=frame)

    def build(records: Records) -> Edit:
        return layers.change_layers(records, command.motion, command.edits)

    await studio.drags.step(page, command, build, show)


@handles(WalkAlong)
async def _walk_along(studio: Studio, page: Page, command: WalkAlong) -> Answer:
    records = studio.document.records
    made = await asyncio.to_thread(
        make_walk, records, studio.rigs, command.character, command.set, command.way
    )
    change = await studio.commit(lambda now: add_walk(now, command.character, command.set, made))
    return Answer(created=tuple(each.id for each in change.changed))


@handles(CountEffort)
async def _count_effort(studio: Studio, page: Page, command: CountEffort) -> Answer:
    return Answer(job=start_effort(studio, page, command).id)


@handles(RequestPath)
async def _request_path(studio: Studio, page: Page, command: RequestPath) -> None:
    await page.outbox.room()
    page.outbox.put(await asyncio.to_thread(_path_frame, studio, command))


def _path_frame(studio: Studio, command: RequestPath) -> bytes:
    records = studio.document.records
    record = edits.motion_record(records, command.motion)
    layers = layers_of(record, studio.rigs.read_blob)
    character = str(record.character)
    playable = studio.rigs.playable(records, character)
    performance = performance_of(record, layers, playable.rig, edits.sets_of(records, character))
    layer = performance.layer(command.layer)
    places = layer_places(playable, performance, layer)
    stored = next(each for each in layers if each.name == command.layer)
    header = PathFrame(motion=record.id, layer=layer.name, set=stored.set, blob=record.blob)
    arrays = {"times": layer.times, "places": places.astype(np.float32)}
    arrays["walked"] = _walked_path(studio.shelf.take(record, records), layer.times)
    return pack(header, arrays)


def _walked_path(shelved: ShelvedMotion, times: Floats) -> np.ndarray:
    """(N, 3) float32 how far a performance has walked at times [m]."""
    if shelved.walked is None:
        return np.zeros((len(times), 3), dtype=np.float32)
    played = np.arange(len(shelved.walked)) / FPS
    walked = [np.interp(times, played, shelved.walked[:, axis]) for axis in range(3)]
    return np.stack(walked, axis=1).astype(np.float32)
