"""Handlers of the scene: one function for each command, registered with `registry.handles`."""

import asyncio

from kinegraph.core.errors import InvalidValue
from kinegraph.scenes import body_parts
from kinegraph.studio.document import edits
from kinegraph.studio.document.records import new_id
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.handlers.scene_jobs import start_playing_on, start_scene_export
from kinegraph.studio.protocol.commands import PlaceCharacter
from kinegraph.studio.protocol.scene_messages import (
    AddSceneLayer,
    BringMotion,
    ChangeSceneClip,
    ChangeSceneLayer,
    CharacterParts,
    ClearScene,
    ExportScene,
    PlaceSceneClip,
    RemoveSceneClips,
    RemoveSceneLayer,
    RequestParts,
    RequestScene,
    ScenePlayed,
    SetSceneShots,
    SetSceneTargets,
    SplitSceneClip,
)
from kinegraph.studio.running.page import Page
from kinegraph.studio.scenes import edits as scene_edits
from kinegraph.studio.studio import Studio


@handles(PlaceSceneClip)
async def _place_clip(studio: Studio, page: Page, command: PlaceSceneClip) -> Answer:
    id = new_id("p")
    await studio.commit(
        lambda records: scene_edits.place_clip(
            records, command.motion, id=id, start=command.start, layer=command.layer
        )
    )
    return Answer(created=(id,))


@handles(ChangeSceneClip)
async def _change_clip(studio: Studio, page: Page, command: ChangeSceneClip) -> None:
    if command.clip.id != command.id:
        raise InvalidValue("A clip keeps its id.")
    await studio.drags.step(page, command, lambda records: scene_edits.change_clip(records, command.clip))


@handles(RemoveSceneClips)
async def _remove_clips(studio: Studio, page: Page, command: RemoveSceneClips) -> None:
    await studio.commit(lambda records: scene_edits.remove_clips(records, command.clips))


@handles(SplitSceneClip)
async def _split_clip(studio: Studio, page: Page, command: SplitSceneClip) -> Answer:
    id = new_id("p")
    await studio.commit(lambda records: scene_edits.split_clip(records, command.clip, command.time, id))
    return Answer(created=(id,))


@handles(AddSceneLayer)
async def _add_layer(studio: Studio, page: Page, command: AddSceneLayer) -> Answer:
    await _check_part(studio, command.character, command.part)
    id = new_id("l")
    await studio.commit(
        lambda records: scene_edits.add_layer(
            records, command.character, command.part, id=id, additive=command.additive
        )
    )
    return Answer(created=(id,))


@handles(ChangeSceneLayer)
async def _change_layer(studio: Studio, page: Page, command: ChangeSceneLayer) -> None:
    scene = scene_edits.scene_of(studio.document.records)
    owner = next((t.character for t in scene.tracks if any(x.id == command.layer for x in t.layers)), None)
    if owner is not None:
        await _check_part(studio, owner, command.part)
    await studio.commit(
        lambda records: scene_edits.change_layer(records, command.layer, command.part, command.additive)
    )


@handles(RemoveSceneLayer)
async def _remove_layer(studio: Studio, page: Page, command: RemoveSceneLayer) -> None:
    await studio.commit(lambda records: scene_edits.remove_layer(records, command.layer))


@handles(SetSceneTargets)
async def _set_targets(studio: Studio, page: Page, command: SetSceneTargets) -> None:
    await studio.drags.step(
        page,
        command,
        lambda records: scene_edits.set_targets(records, command.character, command.targets),
    )


@handles(SetSceneShots)
async def _set_shots(studio: Studio, page: Page, command: SetSceneShots) -> None:
    await studio.drags.step(page, command, lambda records: scene_edits.set_shots(records, command.shots))


@handles(ClearScene)
async def _clear_scene(studio: Studio, page: Page, command: ClearScene) -> None:
    await studio.commit(scene_edits.clear_scene)


@handles(RequestScene)
async def _request_scene(studio: Studio, page: Page, command: RequestScene) -> None:
    records = studio.gestures.shown(
        studio.document.records, ChangeSceneClip, SetSceneTargets, SetSceneShots, PlaceCharacter
    )
    played = await studio.scenes.play(records)
    for character, part in played.parts.items():
        if command.known.get(character) != part.state:
            await page.outbox.room()
            page.outbox.put(part.frame(character))
    page.tell(
        ScenePlayed(
            request=command.request,
            duration=played.duration,
            characters=tuple(played.parts),
            notes=played.notes,
        )
    )


@handles(RequestParts)
async def _request_parts(studio: Studio, page: Page, command: RequestParts) -> None:
    parts = await _parts(studio, command.character)
    page.tell(CharacterParts(request=command.request, character=command.character, parts=_distinct(parts)))


@handles(BringMotion)
async def _play_on(studio: Studio, page: Page, command: BringMotion) -> Answer:
    return Answer(job=start_playing_on(studio, command).id)


@handles(ExportScene)
async def _export_scene(studio: Studio, page: Page, command: ExportScene) -> Answer:
    return Answer(job=start_scene_export(studio, command).id)


async def _parts(studio: Studio, character: str) -> dict[str, tuple[int, ...]]:
    owner = edits.character_record(studio.document.records, character)
    return await asyncio.to_thread(lambda: body_parts(studio.rigs.character(owner)))


def _distinct(parts: dict[str, tuple[int, ...]]) -> tuple[str, ...]:
    """The names of parts, without a plural where there is only one of a kind."""
    alone = {joints for name, joints in parts.items() if f"{name}s" in parts}
    return tuple(name for name, joints in parts.items() if not (name.endswith("s") and joints in alone))


async def _check_part(studio: Studio, character: str, part: str) -> None:
    """Raises InvalidValue where a character has no such part."""
    parts = await _parts(studio, character)
    owner = edits.character_record(studio.document.records, character)
    if part not in parts and part not in owner.joints:
        raise InvalidValue(f"{owner.name} has no part {part!r}. It has: {', '.join(parts)}.")
