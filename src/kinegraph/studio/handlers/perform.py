"""Handlers of spatial sets: one function for each command, registered with `registry.handles`."""

from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.records import SetRecord
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.handlers.set_job import add_cast_sets, start_set_from_motion
from kinegraph.studio.perform import set_edits
from kinegraph.studio.perform.set_driving import drive_set
from kinegraph.studio.perform.set_parts import key_part, place_locator
from kinegraph.studio.protocol.perform_commands import (
    AddCastSets,
    AddSet,
    ArrangeSet,
    DeleteKey,
    DriveSet,
    DuplicateSet,
    KeyPart,
    MirrorKey,
    MirrorSet,
    MoveMarker,
    PlaceLocator,
    RenameKey,
    SetBlending,
    SetFromMotion,
    SetHome,
    SetKey,
    SetTargets,
    UpdateKey,
)
from kinegraph.studio.running.gestures import Build
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


@handles(AddSet)
async def _add_set(studio: Studio, page: Page, command: AddSet) -> Answer:
    return await _make(
        studio,
        lambda records: set_edits.add_set(
            records, studio.rigs, command.character, command.name, command.joints, command.controllers
        ),
    )


@handles(SetTargets)
async def _set_targets(studio: Studio, page: Page, command: SetTargets) -> None:
    await studio.commit(
        lambda records: set_edits.set_targets(
            records, studio.rigs, command.set, command.joints, command.controllers
        )
    )


@handles(KeyPart)
async def _key_part(studio: Studio, page: Page, command: KeyPart) -> None:
    await studio.commit(lambda records: key_part(records, studio.rigs, command.set, command.part))


@handles(PlaceLocator)
async def _place_locator(studio: Studio, page: Page, command: PlaceLocator) -> None:
    fields = command.set, command.key, command.target, command.place
    await studio.commit(lambda records: place_locator(records, studio.rigs, *fields))


@handles(SetBlending)
async def _set_blending(studio: Studio, page: Page, command: SetBlending) -> None:
    await studio.commit(
        lambda records: set_edits.set_blending(
            records, studio.rigs, command.set, command.function, command.degree
        )
    )


@handles(ArrangeSet)
async def _arrange_set(studio: Studio, page: Page, command: ArrangeSet) -> None:
    await studio.commit(
        lambda records: set_edits.arrange_set(
            records, studio.rigs, command.set, command.colour, command.to, command.walks
        )
    )


@handles(DriveSet)
async def _drive_set(studio: Studio, page: Page, command: DriveSet) -> None:
    await studio.commit(lambda records: drive_set(records, studio.rigs, command.set, command.by))


@handles(SetHome)
async def _set_home(studio: Studio, page: Page, command: SetHome) -> None:
    def build(records: Records) -> Edit:
        return set_edits.set_home(records, studio.rigs, command.set, command.place)

    await studio.drags.step(page, command, build)


@handles(SetKey)
async def _set_key(studio: Studio, page: Page, command: SetKey) -> None:
    def build(records: Records) -> Edit:
        return set_edits.set_key(records, studio.rigs, command.set, command.place, command.name)

    await studio.commit(
        lambda records: set_edits.led_by(records, studio.rigs, command.set, command.controller, build)
    )


@handles(MoveMarker)
async def _move_marker(studio: Studio, page: Page, command: MoveMarker) -> None:
    def build(records: Records) -> Edit:
        return set_edits.move_marker(records, studio.rigs, command.set, command.key, command.place)

    await studio.drags.step(page, command, build)


@handles(UpdateKey)
async def _update_key(studio: Studio, page: Page, command: UpdateKey) -> None:
    def build(records: Records) -> Edit:
        return set_edits.update_key(records, studio.rigs, command.set, command.key)

    await studio.commit(
        lambda records: set_edits.led_by(records, studio.rigs, command.set, command.controller, build)
    )


@handles(RenameKey)
async def _rename_key(studio: Studio, page: Page, command: RenameKey) -> None:
    await studio.commit(
        lambda records: set_edits.rename_key(records, studio.rigs, command.set, command.key, command.name)
    )


@handles(DeleteKey)
async def _delete_key(studio: Studio, page: Page, command: DeleteKey) -> None:
    await studio.commit(lambda records: set_edits.delete_key(records, studio.rigs, command.set, command.key))


@handles(MirrorKey)
async def _mirror_key(studio: Studio, page: Page, command: MirrorKey) -> None:
    await studio.commit(
        lambda records: set_edits.mirror_key(records, studio.rigs, command.set, command.key, command.name)
    )


@handles(MirrorSet)
async def _mirror_set(studio: Studio, page: Page, command: MirrorSet) -> Answer:
    return await _make(
        studio, lambda records: set_edits.mirror_set(records, studio.rigs, command.set, command.name)
    )


@handles(AddCastSets)
async def _add_cast_sets(studio: Studio, page: Page, command: AddCastSets) -> Answer:
    return await add_cast_sets(studio, command)


@handles(SetFromMotion)
async def _set_from_motion(studio: Studio, page: Page, command: SetFromMotion) -> Answer:
    return Answer(job=start_set_from_motion(studio, command).id)


@handles(DuplicateSet)
async def _duplicate_set(studio: Studio, page: Page, command: DuplicateSet) -> Answer:
    return await _make(
        studio, lambda records: set_edits.duplicate_set(records, studio.rigs, command.set, command.name)
    )


async def _make(studio: Studio, build: Build) -> Answer:
    """Makes an edit; returns the new sets."""
    before = set(studio.document.records)
    change = await studio.commit(build)
    made = (r.id for r in change.changed if isinstance(r, SetRecord) and r.id not in before)
    return Answer(created=tuple(made))
