"""Handlers of creatures that play: one function for each command, registered with `registry.handles`."""

import asyncio
from collections.abc import Iterable
from dataclasses import asdict, replace

import msgspec
import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.context_sentence import context_from_sentence, sentence
from kinegraph.creatures.animation.motion_file import file_of_motion
from kinegraph.creatures.animation.motion_schema import MotionFile
from kinegraph.creatures.binding.binding import DoesNotBind
from kinegraph.creatures.binding.selection import select
from kinegraph.creatures.binding.variants import Variant
from kinegraph.creatures.body.creature import Creature
from kinegraph.studio.creatures import edits as creature_edits
from kinegraph.studio.creatures.catalogue import catalogue
from kinegraph.studio.document import edits
from kinegraph.studio.document.creature_fields import CreaturePlaying
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.frames import pack
from kinegraph.studio.document.records import AnimationRecord, CharacterRecord, MotionRecord
from kinegraph.studio.document.stage_ground import heights_of
from kinegraph.studio.handlers.grid_job import start_grid
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.protocol.commands import DragStep
from kinegraph.studio.protocol.creature_commands import (
    AddAnimation,
    BindTarget,
    GridJob,
    ListVariants,
    MoveTarget,
    PlayOn,
    RequestCatalogue,
    RequestGround,
    RequestMotionEvents,
    SelectBodies,
    SetGait,
    SetGround,
    SetLayers,
    SetVariant,
    TryOn,
)
from kinegraph.studio.protocol.creature_events import (
    BodiesSelected,
    MotionEvent,
    MotionEvents,
    PlayRefused,
    VariantInfo,
    Variants,
)
from kinegraph.studio.protocol.creature_frames import GroundFrame, PlayFrame
from kinegraph.studio.protocol.motion_frames import clip_arrays, clip_frame
from kinegraph.studio.running.gestures import Build, changed_records
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio

_TRIED = "tried"  # the id of an animation that is only shown


@handles(RequestCatalogue)
async def _request_catalogue(studio: Studio, page: Page, command: RequestCatalogue) -> None:
    found = await asyncio.to_thread(catalogue)
    page.tell(msgspec.structs.replace(found, request=command.request))
    studio.awakening.begin("creatures")


@handles(AddAnimation)
async def _add_animation(studio: Studio, page: Page, command: AddAnimation) -> Answer:
    given = [each for each in (command.shipped, command.motion, command.source) if each is not None]
    if len(given) > 1:
        raise InvalidValue("Add an animation from one source: a shipped animation, a file, or a motion.")
    if command.shipped is not None:
        return await _add_shipped(studio, command.shipped, command.name)
    if command.source is not None:
        await studio.awakening.wait_for("creatures")
        content = await asyncio.to_thread(_generalize_motion, studio, command.source)
    else:
        content = command.motion or creature_edits.empty_animation()
    return await _create(studio, lambda now: creature_edits.add_animation(now, content, command.name))


def _generalize_motion(studio: Studio, id: str) -> MotionFile:
    """Turns a motion of the document into an animation for any creature."""
    from kinegraph.creatures.retarget.generalize_clip import generalize_clip

    records = studio.document.records
    motion = edits.motion_record(records, id)
    clip = studio.shelf.clip(motion)
    owner = edits.character_record(records, str(motion.character))
    return file_of_motion(generalize_clip(clip, studio.looks.character(owner), name=motion.name))


async def _add_shipped(studio: Studio, shipped: str, name: str | None) -> Answer:
    from kinegraph.creatures.animations import shipped_animation

    found = await asyncio.to_thread(shipped_animation, shipped)
    there = creature_edits.unedited(studio.document.records, shipped, found)
    if there is not None and name is None:
        return Answer(created=(there.id,))
    content = file_of_motion(found)
    return await _create(studio, lambda now: creature_edits.add_animation(now, content, name, shipped))


async def _create(studio: Studio, build: Build) -> Answer:
    before = set(studio.document.records)
    change = await studio.commit(build)
    return Answer(created=tuple(record.id for record in change.changed if record.id not in before))


@handles(PlayOn)
async def _play_on(studio: Studio, page: Page, command: PlayOn) -> Answer:
    await studio.awakening.wait_for("creatures")
    records = studio.document.records
    owners = [edits.character_record(records, id) for id in dict.fromkeys(command.characters)]
    animation, brought = await asyncio.to_thread(_wanted_animation, records, command)
    reasons = await asyncio.to_thread(_refusals, studio, {**records, **brought}, animation, owners)
    playing = [owner.id for owner in owners if owner.id not in reasons]
    if not playing:
        raise InvalidValue(next(iter(reasons.values())))

    def build(now: Records) -> Edit:
        played = creature_edits.play_on(
            {**now, **brought}, animation, playing, command.variant, command.gait, command.seconds
        )
        return replace(played, changes={**brought, **played.changes})

    await studio.commit(build)
    for character, reason in reasons.items():
        page.tell(PlayRefused(request=command.request, character=character, reason=reason))
    now = studio.document.records
    motions = (creature_edits.motion_playing(now, character, animation) for character in playing)
    return Answer(created=tuple(motion.id for motion in motions if motion is not None))


def _wanted_animation(records: Records, command: PlayOn) -> tuple[str | None, dict[str, AnimationRecord]]:
    """The animation that is to be played, and its record where the document has none of it yet."""
    if command.shipped is None:
        return command.animation, {}
    if command.animation is not None:
        raise InvalidValue("Play one animation at a time: a shipped one, or one of the document.")
    from kinegraph.creatures.animations import shipped_animation

    found = shipped_animation(command.shipped)
    there = creature_edits.unedited(records, command.shipped, found)
    if there is not None:
        return there.id, {}
    record = creature_edits.new_animation(records, file_of_motion(found), shipped=command.shipped)
    return record.id, {record.id: record}


def _refusals(
    studio: Studio, records: Records, animation: str | None, owners: Iterable[CharacterRecord]
) -> dict[str, str]:
    """Reasons for which an animation does not play on some characters, by their ids."""
    if animation is None:
        return {}
    reasons = {}
    played = studio.creatures.animation(edits.animation_record(records, animation))
    for owner in owners:
        try:
            studio.creatures.binding(played, studio.creatures.creature(owner))
        except DoesNotBind as error:
            reasons[owner.id] = str(error)
    return reasons


@handles(TryOn)
async def _try_on(studio: Studio, page: Page, command: TryOn) -> None:
    await studio.awakening.wait_for("creatures")
    records = studio.document.records
    owners = [edits.character_record(records, id) for id in dict.fromkeys(command.characters)]
    animation, records = await asyncio.to_thread(_trial_animation, records, command)
    reasons = await asyncio.to_thread(_refusals, studio, records, animation, owners)
    for owner in owners:
        await page.outbox.room()
        if owner.id in reasons:
            refused = PlayRefused(request=command.request, character=owner.id, reason=reasons[owner.id])
            page.tell(refused)
        else:
            page.outbox.put(await asyncio.to_thread(_tried_frame, studio, records, animation, owner, command))


def _trial_animation(records: Records, command: TryOn) -> tuple[str | None, Records]:
    """The animation that is only to be shown, and records with it."""
    if command.shipped is None:
        return command.animation, records
    if command.animation is not None:
        raise InvalidValue("Preview one animation at a time: a shipped one, or one of the document.")
    from kinegraph.creatures.animations import shipped_animation

    found = shipped_animation(command.shipped)
    record = AnimationRecord(id=_TRIED, name=found.name, motion=file_of_motion(found))
    return _TRIED, {**records, _TRIED: record}


def _tried_frame(
    studio: Studio, records: Records, animation: str | None, owner: CharacterRecord, command: TryOn
) -> bytes:
    playing = CreaturePlaying(
        animation=animation, variant=command.variant, gait=command.gait, seconds=command.seconds
    )
    motion = msgspec.structs.replace(creature_edits.new_motion("tried", owner.id), playing=playing)
    part = studio.creatures.part(records, motion)
    clip = studio.creatures.take(part.record, owner, part.blobs)
    variants = part.record.playing.variants if part.record.playing else 1
    loops = animation is None or edits.animation_record(records, animation).motion.loops
    header = PlayFrame(
        request=command.request,
        character=owner.id,
        fps=clip.fps,
        variant=command.variant % max(variants, 1),
        variants=variants,
        loops=loops,
    )
    return pack(header, clip_arrays(clip))


@handles(SetVariant)
async def _set_variant(studio: Studio, page: Page, command: SetVariant) -> None:
    await studio.awakening.wait_for("creatures")
    await studio.commit(lambda now: creature_edits.set_variant(now, command.motions, command.variant))


@handles(SetGait)
async def _set_gait(studio: Studio, page: Page, command: SetGait) -> None:
    def build(now: Records) -> Edit:
        return creature_edits.set_gait(now, command.motions, command.gait, command.seconds)

    await replay(studio, page, command, build)


@handles(SetLayers)
async def _set_layers(studio: Studio, page: Page, command: SetLayers) -> None:
    await replay(
        studio, page, command, lambda now: creature_edits.set_layers(now, command.motions, command.layers)
    )


@handles(SetGround)
async def _set_ground(studio: Studio, page: Page, command: SetGround) -> None:
    await replay(studio, page, command, lambda now: creature_edits.set_ground(now, command.ground))


@handles(RequestGround)
async def _request_ground(studio: Studio, page: Page, command: RequestGround) -> None:
    wanted = command.ground or edits.stage_of(studio.document.records).ground
    found = await asyncio.to_thread(heights_of, wanted)
    (x, z), heights = found.origin.tolist(), found.heights.astype(np.float32)
    header = GroundFrame(request=command.request, x=x, z=z, spacing=found.spacing)
    await page.outbox.room()
    page.outbox.put(pack(header, {"heights": heights}))


@handles(BindTarget)
async def _bind_target(studio: Studio, page: Page, command: BindTarget) -> None:
    await studio.awakening.wait_for("creatures")
    owners = {}
    if command.part is not None:
        owner = edits.character_record(studio.document.records, command.part.character)
        owners[owner.id] = await asyncio.to_thread(studio.creatures.creature, owner)
    await studio.commit(
        lambda now: creature_edits.bind_target(now, command.motion, command.target, command.part, owners)
    )


@handles(RequestMotionEvents)
async def _request_events(studio: Studio, page: Page, command: RequestMotionEvents) -> None:
    await studio.awakening.wait_for("creatures")
    records = studio.document.records
    motion = edits.motion_record(records, command.motion)
    creature_edits.playing_of(motion)
    owner = edits.character_record(records, str(motion.character))
    found = await asyncio.to_thread(studio.creatures.events, motion, owner)
    events = tuple(MotionEvent(**asdict(event)) for event in found)
    page.tell(MotionEvents(request=command.request, motion=motion.id, blob=motion.blob, events=events))


@handles(MoveTarget)
async def _move_target(studio: Studio, page: Page, command: MoveTarget) -> None:
    def build(now: Records) -> Edit:
        return creature_edits.move_target(
            now, command.animation, command.target, command.place, command.motion
        )

    await replay(studio, page, command, build)


async def replay(studio: Studio, page: Page, command: DragStep, build: Build) -> None:
    """Makes an edit of what creatures play, or shows it as a step of a drag: with frames of all motions that
    it changes.
    """

    async def show(gesture: str, records: Records, edit: Edit) -> None:
        studio.drags.preview_records(gesture, changed_records(records, edit))
        after = {**records, **edit.changes}
        for record in edit.changes.values():
            if isinstance(record, MotionRecord) and record.playing is not None:
                owner = after.get(str(record.character))
                if isinstance(owner, CharacterRecord):
                    clip = await asyncio.to_thread(studio.creatures.take, record, owner, edit.blobs)
                    frame = clip_frame(record.id, "", clip)
                    studio.drags.send(gesture, **{f"clip {record.id}": frame})

    await studio.awakening.wait_for("creatures")
    await studio.drags.step(page, command, build, show)


@handles(GridJob)
async def _grid_job(studio: Studio, page: Page, command: GridJob) -> Answer:
    return Answer(job=start_grid(studio, command).id)


@handles(SelectBodies)
async def _select_bodies(studio: Studio, page: Page, command: SelectBodies) -> None:
    context = context_from_sentence(command.bodies)
    records = studio.document.records
    ids = command.characters or [place.character for place in edits.stage_of(records).placements]
    owners = [edits.character_record(records, id) for id in ids]

    def selected() -> dict[str, tuple[int, ...]]:
        return {owner.id: select(studio.creatures.creature(owner), context) for owner in owners}

    bodies = await asyncio.to_thread(selected)
    page.tell(BodiesSelected(request=command.request, sentence=sentence(context), bodies=bodies))


@handles(ListVariants)
async def _list_variants(studio: Studio, page: Page, command: ListVariants) -> None:
    records = studio.document.records
    owner = edits.character_record(records, command.character)
    record = edits.animation_record(records, command.animation)

    def listed() -> tuple[VariantInfo, ...]:
        creature = studio.creatures.creature(owner)
        found = studio.creatures.binding(studio.creatures.animation(record), creature).variants
        return tuple(_variant_info(creature, variant) for variant in found)

    variants = await asyncio.to_thread(listed)
    answer = Variants(request=command.request, animation=record.id, character=owner.id, variants=variants)
    page.tell(answer)


def _variant_info(creature: Creature, variant: Variant) -> VariantInfo:
    names = creature.character.skeleton.names
    return VariantInfo(
        label=", ".join(names[body].replace("_", " ") for body in variant.bodies) or "as it is",
        bodies={
            group.removeprefix("channel "): body
            for group, body in zip(variant.groups, variant.bodies, strict=True)
        },
        mirrored=variant.mirrored,
    )
