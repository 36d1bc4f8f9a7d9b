"""Handlers: what the studio does for each command, one function a command."""

import asyncio
from typing import Any

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.bake import bake
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.frames import MarkersFrame, TrailFrame, pack
from kinegraph.studio.handlers.export_job import start_export
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.protocol import commands
from kinegraph.studio.protocol.motion_frames import clip_frame
from kinegraph.studio.running.casting import cast_member
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(commands.AddCharacter)
async def _add_character(studio: Studio, page: Page, command: commands.AddCharacter) -> Answer:
    cast = await asyncio.to_thread(cast_member, command.cast, studio.workers.run)
    record, blob = cast.character, cast.blobs[cast.character.blob]
    name, position = EditKind.ADD_CHARACTER.of(f"the {record.name.lower()}"), command.position
    await studio.commit(lambda records: edits.add(records, name, [record], {record.blob: blob}, position))
    await studio.keep(lambda records: edits.look(records, character=record.id))
    return Answer(created=(record.id,))


@handles(commands.RemoveRecord)
async def _remove_record(studio: Studio, page: Page, command: commands.RemoveRecord) -> None:
    await studio.commit(lambda records: edits.remove(records, command.id))


@handles(commands.RenameRecord)
async def _rename_record(studio: Studio, page: Page, command: commands.RenameRecord) -> None:
    await studio.commit(lambda records: edits.rename(records, command.id, command.name))


@handles(commands.RenameDocument)
async def _rename_document(studio: Studio, page: Page, command: commands.RenameDocument) -> None:
    await studio.commit(lambda records: edits.entitle(records, command.title))


@handles(commands.SetCaps)
async def _set_caps(studio: Studio, page: Page, command: commands.SetCaps) -> None:
    await studio.commit(
        lambda records: edits.set_caps(records, command.character, command.joint, command.caps)
    )


@handles(commands.SetMirrorPairs)
async def _set_mirror_pairs(studio: Studio, page: Page, command: commands.SetMirrorPairs) -> None:
    await studio.commit(lambda records: edits.set_mirror_pairs(records, command.character, command.mirror))


@handles(commands.PlaceCharacter)
async def _place_character(studio: Studio, page: Page, command: commands.PlaceCharacter) -> None:
    def build(records: edits.Records) -> edits.Edit:
        return edits.place(records, command.character, command.position, command.heading)

    await studio.drags.step(page, command, build)


@handles(commands.EndGesture)
async def _end_gesture(studio: Studio, page: Page, command: commands.EndGesture) -> None:
    await studio.drags.end(command.gesture, page)


@handles(commands.CancelGesture)
async def _cancel_gesture(studio: Studio, page: Page, command: commands.CancelGesture) -> None:
    studio.drags.cancel(command.gesture, page)


@handles(commands.SelectCharacter)
async def _select_character(studio: Studio, page: Page, command: commands.SelectCharacter) -> None:
    if command.character is not None:
        edits.character_record(studio.document.records, command.character)
    await studio.keep(lambda records: edits.look(records, character=command.character))


@handles(commands.SelectMotion)
async def _select_motion(studio: Studio, page: Page, command: commands.SelectMotion) -> None:
    chosen: dict[str, Any] = {"motion": command.motion, "span": None}
    if command.motion is not None:
        owner = edits.motion_record(studio.document.records, command.motion).character
        if owner is not None:
            chosen["character"] = owner
    await studio.keep(lambda records: edits.look(records, **chosen))


@handles(commands.SetPlayback)
async def _set_playback(studio: Studio, page: Page, command: commands.SetPlayback) -> None:
    span = command.span
    if span is not None and not (np.isfinite(span).all() and 0.0 <= span[0] < span[1]):
        raise InvalidValue("The played span must start at 0 s or later and end after its start.")
    await studio.keep(lambda records: edits.look(records, loop=command.loop, speed=command.speed, span=span))


@handles(commands.Undo)
async def _undo(studio: Studio, page: Page, command: commands.Undo) -> None:
    await studio.undo()


@handles(commands.Redo)
async def _redo(studio: Studio, page: Page, command: commands.Redo) -> None:
    await studio.redo()


@handles(commands.FollowMode)
async def _follow_mode(studio: Studio, page: Page, command: commands.FollowMode) -> None:
    edits.character_record(studio.document.records, command.character)
    follow = command.character if command.on else None
    await studio.keep(lambda records: edits.look(records, follow=follow))
    await studio.follow(follow)


@handles(commands.RequestClip)
async def _request_clip(studio: Studio, page: Page, command: commands.RequestClip) -> None:
    edits.motion_record(studio.document.records, command.motion)
    await page.outbox.room()
    records = studio.document.records
    page.outbox.put(await asyncio.to_thread(_clip_frame, studio, records, command.motion))


@handles(commands.RequestTrail)
async def _request_trail(studio: Studio, page: Page, command: commands.RequestTrail) -> None:
    edits.motion_record(studio.document.records, command.motion)
    await page.outbox.room()
    records = studio.document.records
    page.outbox.put(await asyncio.to_thread(_trail_frame, studio, records, command.motion, command.joint))


@handles(commands.Export)
async def _export(studio: Studio, page: Page, command: commands.Export) -> Answer:
    return Answer(job=start_export(studio, command).id)


@handles(commands.CancelJob)
async def _cancel_job(studio: Studio, page: Page, command: commands.CancelJob) -> None:
    studio.jobs.cancel(command.job)


@handles(commands.LimitHistory)
async def _limit_history(studio: Studio, page: Page, command: commands.LimitHistory) -> None:
    await studio.on_disk(lambda: studio.document.limit_history(command.size))
    await studio.caretaker.look()


def _clip_frame(studio: Studio, records: edits.Records, id: str) -> bytes:
    record = edits.motion_record(records, id)
    shelved = studio.shelf.take(record, records)
    motion = shelved.motion
    if isinstance(motion, MarkerClip):
        arrays = {"positions": motion.positions.astype(np.float32), "seen": motion.seen.astype(np.uint8)}
        return pack(MarkersFrame(motion=record.id, blob=record.blob, fps=record.fps), arrays)
    clip = bake(motion) if isinstance(motion, Animation) else motion
    return clip_frame(record.id, record.blob, clip, shelved.walked)


def _trail_frame(studio: Studio, records: edits.Records, id: str, joint: int) -> bytes:
    record = edits.motion_record(records, id)
    motion = studio.shelf.take(record, records).motion
    positions = motion.positions if isinstance(motion, MarkerClip) else _world_positions(motion)
    if not 0 <= joint < positions.shape[1]:
        raise InvalidValue(f"Joint {joint} does not exist: {record.name} has {positions.shape[1]} joints.")
    header = TrailFrame(motion=record.id, joint=joint, blob=record.blob, fps=record.fps)
    return pack(header, {"positions": positions[:, joint].astype(np.float32)})


def _world_positions(motion: Clip | Animation) -> np.ndarray:
    clip = bake(motion) if isinstance(motion, Animation) else motion
    return forward_kinematics(clip).positions
