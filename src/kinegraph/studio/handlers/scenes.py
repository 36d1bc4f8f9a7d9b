"""Handlers of the scene: one function for each command, registered with `registry.handles`."""

import asyncio

from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.scenes import body_parts
from kinegraph.scenes.mixing.body_parts import end_of_part
from kinegraph.studio.document import edits
from kinegraph.studio.document.records import new_id
from kinegraph.studio.document.scene_fields import SceneLayer
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.handlers.scene_jobs import start_playing_on, start_scene_export
from kinegraph.studio.protocol.commands import PlaceCharacter
from kinegraph.studio.protocol.scene_messages import (
    AddSceneLayer,
    AddSceneProp,
    BringMotion,
    ChangeSceneClip,
    ChangeSceneLayer,
    ChangeSceneProp,
    CharacterParts,
    ClearScene,
    ExportScene,
    LightScene,
    PlaceSceneClip,
    RemoveSceneClips,
    RemoveSceneLayer,
    RemoveSceneProp,
    RequestParts,
    RequestScene,
    ScenePlayed,
    SetHandshakes,
    SetSceneShots,
    SetSceneTargets,
    SplitSceneClip,
)
from kinegraph.studio.running.page import Page
from kinegraph.studio.scenes import edits as scene_edits
from kinegraph.studio.scenes import staging_edits
from kinegraph.studio.scenes.scenery import drawn_placement
from kinegraph.studio.studio import Studio


@handles(PlaceSceneClip)
async def _place_clip(studio: Studio, page: Page, command: PlaceSceneClip) -> Answer:
    id, new_layer = new_id("p"), None
    if command.part is not None:
        owner = edits.motion_record(studio.document.records, command.motion).character
        await _check_part(studio, str(owner), command.part)
        new_layer = SceneLayer(id=new_id("l"), part=command.part)
    await studio.commit(
        lambda records: scene_edits.place_clip(
            records,
            command.motion,
            id=id,
            start=command.start,
            layer=command.layer,
            own=command.own,
            new_layer=new_layer,
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
    await studio.drags.step(page, command, lambda records: staging_edits.set_shots(records, command.shots))


@handles(AddSceneProp)
async def _add_prop(studio: Studio, page: Page, command: AddSceneProp) -> Answer:
    id, place, size, turn = new_id("o"), command.place, None, 0.0
    if command.kind == "drawing" and command.doodle is not None:
        records = studio.document.records
        drawn = await asyncio.to_thread(drawn_placement, records, command.doodle, studio.document.blob)
        place, size, turn = place or drawn[0], *drawn[1:]
    await studio.commit(
        lambda records: staging_edits.add_prop(
            records,
            command.kind,
            place or (0.0, 0.0, 0.0),
            id=id,
            doodle=command.doodle,
            size=size,
            turn=turn,
        )
    )
    return Answer(created=(id,))


@handles(ChangeSceneProp)
async def _change_prop(studio: Studio, page: Page, command: ChangeSceneProp) -> None:
    if command.prop.id != command.id:
        raise InvalidValue("A prop keeps its id.")
    await studio.drags.step(page, command, lambda records: staging_edits.change_prop(records, command.prop))


@handles(RemoveSceneProp)
async def _remove_prop(studio: Studio, page: Page, command: RemoveSceneProp) -> None:
    await studio.commit(lambda records: staging_edits.remove_prop(records, command.prop))


@handles(SetHandshakes)
async def _set_handshakes(studio: Studio, page: Page, command: SetHandshakes) -> None:
    await studio.drags.step(
        page, command, lambda records: staging_edits.set_handshakes(records, command.handshakes)
    )


@handles(LightScene)
async def _light_scene(studio: Studio, page: Page, command: LightScene) -> None:
    await studio.commit(lambda records: staging_edits.light_scene(records, command.light))


@handles(ClearScene)
async def _clear_scene(studio: Studio, page: Page, command: ClearScene) -> None:
    await studio.commit(scene_edits.clear_scene)


@handles(RequestScene)
async def _request_scene(studio: Studio, page: Page, command: RequestScene) -> None:
    records = studio.gestures.shown(
        studio.document.records,
        ChangeSceneClip,
        SetSceneTargets,
        SetSceneShots,
        ChangeSceneProp,
        SetHandshakes,
        PlaceCharacter,
    )
    played = await studio.scenes.play(records)
    for part in played.parts:
        if command.known.get(part.name) != part.state:
            await page.outbox.room()
            page.outbox.put(part.frame())
    page.tell(
        ScenePlayed(
            request=command.request,
            duration=played.duration,
            characters=played.characters,
            props=played.props,
            filmed=played.filmed,
            notes=played.notes,
        )
    )


@handles(RequestParts)
async def _request_parts(studio: Studio, page: Page, command: RequestParts) -> None:
    character = await asyncio.to_thread(_character, studio, command.character)
    parts = body_parts(character)
    names = _distinct(parts)
    page.tell(
        CharacterParts(
            request=command.request,
            character=command.character,
            parts=names,
            joints=tuple(parts[name] for name in names),
            ends=tuple(end_of_part(character, name) for name in names),
        )
    )


@handles(BringMotion)
async def _play_on(studio: Studio, page: Page, command: BringMotion) -> Answer:
    return Answer(job=start_playing_on(studio, command).id)


@handles(ExportScene)
async def _export_scene(studio: Studio, page: Page, command: ExportScene) -> Answer:
    return Answer(job=start_scene_export(studio, command).id)


def _character(studio: Studio, id: str) -> Character:
    return studio.rigs.character(edits.character_record(studio.document.records, id))


def _distinct(parts: dict[str, tuple[int, ...]]) -> tuple[str, ...]:
    """The names of parts, without a plural where there is only one of a kind."""
    alone = {joints for name, joints in parts.items() if f"{name}s" in parts}
    return tuple(name for name, joints in parts.items() if not (name.endswith("s") and joints in alone))


async def _check_part(studio: Studio, character: str, part: str) -> None:
    """Raises InvalidValue where a character has no such part."""
    parts = body_parts(await asyncio.to_thread(_character, studio, character))
    owner = edits.character_record(studio.document.records, character)
    if part not in parts and part not in owner.joints:
        raise InvalidValue(f"{owner.name} has no part {part!r}. It has: {', '.join(parts)}.")
