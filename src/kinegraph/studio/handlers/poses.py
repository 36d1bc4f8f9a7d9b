"""Handlers of posing: one function for each command, registered with `registry.handles`."""

import asyncio
from collections.abc import Callable

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.perform.playing.health import measure_health
from kinegraph.studio.document import edits
from kinegraph.studio.document.display_names import display_name
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.frames import pack
from kinegraph.studio.document.stage_space import local_from_world
from kinegraph.studio.handlers.registry import handles
from kinegraph.studio.perform import contact_edits, pose_edits, posing, set_edits
from kinegraph.studio.protocol.motion_frames import pose_arrays
from kinegraph.studio.protocol.perform_commands import (
    DiscardPose,
    MirrorPose,
    MoveController,
    MovePose,
    ReachJoint,
    RequestContacts,
    RequestGhost,
    RequestHealth,
    RequestPlace,
    ResetPose,
    ShowKey,
    ToggleContact,
    TurnJoint,
)
from kinegraph.studio.protocol.perform_frames import ContactFrame, GhostFrame, HealthFrame, PlaceFrame
from kinegraph.studio.running.page import Page
from kinegraph.studio.studio import Studio


async def _pose(
    studio: Studio,
    page: Page,
    command: TurnJoint | ReachJoint | MovePose,
    name: EditName,
    change: Callable[[Records, Pose], Pose],
) -> None:
    edits.character_record(studio.document.records, command.character)

    def build(records: Records) -> Edit:
        return pose_edits.edit_pose(
            records, studio.rigs, command.character, name, lambda pose: change(records, pose)
        )

    await studio.drags.step(page, command, build)


@handles(TurnJoint)
async def _turn_joint(studio: Studio, page: Page, command: TurnJoint) -> None:
    def change(records: Records, pose: Pose) -> Pose:
        placement = edits.placement_of(records, command.character)
        return posing.turned(pose, command.joint, posing.local_rotation(placement, command.rotation))

    await _pose(studio, page, command, EditKind.TURN_JOINT.of(display_name(_joint(studio, command))), change)


@handles(ReachJoint)
async def _reach_joint(studio: Studio, page: Page, command: ReachJoint) -> None:
    posing.check_place(command.target, "A target")
    offset = posing.check_place(command.offset, "An offset")

    def change(records: Records, pose: Pose) -> Pose:
        target = local_from_world(edits.placement_of(records, command.character), command.target)
        return posing.reached(pose, command.joint, target, offset, command.upright)

    await _pose(studio, page, command, EditKind.REACH_JOINT.of(display_name(_joint(studio, command))), change)


@handles(MovePose)
async def _move_pose(studio: Studio, page: Page, command: MovePose) -> None:
    shift = posing.check_place(command.shift, "A shift")

    def change(records: Records, pose: Pose) -> Pose:
        heading = posing.heading_of(edits.placement_of(records, command.character))
        after = posing.moved(pose, quat_rotate(quat_conjugate(heading), shift))
        posing.check_place(after.root_translation, "A pose")
        return after

    await _pose(studio, page, command, EditKind.MOVE_POSE.of(), change)


@handles(MoveController)
async def _move_controller(studio: Studio, page: Page, command: MoveController) -> None:
    def build(records: Records) -> Edit:
        return pose_edits.move_controller(records, studio.rigs, command.set, command.place, command.hold)

    await studio.drags.step(page, command, build)


@handles(ResetPose)
async def _reset_pose(studio: Studio, page: Page, command: ResetPose) -> None:
    await studio.commit(lambda records: pose_edits.reset_pose(records, studio.rigs, command.character))


@handles(DiscardPose)
async def _discard_pose(studio: Studio, page: Page, command: DiscardPose) -> None:
    await studio.commit(lambda records: pose_edits.discard_pose(records, studio.rigs, command.character))


@handles(MirrorPose)
async def _mirror_pose(studio: Studio, page: Page, command: MirrorPose) -> None:
    def build(records: Records) -> Edit:
        who = studio.rigs.character(edits.character_record(records, command.character))
        return pose_edits.edit_pose(
            records,
            studio.rigs,
            command.character,
            EditKind.MIRROR_POSE.of(),
            lambda pose: mirror_motion(pose, who.symmetry),
        )

    await studio.commit(build)


@handles(ShowKey)
async def _show_key(studio: Studio, page: Page, command: ShowKey) -> None:
    await studio.commit(lambda records: pose_edits.show_key(records, studio.rigs, command.set, command.key))


@handles(RequestGhost)
async def _request_ghost(studio: Studio, page: Page, command: RequestGhost) -> None:
    records = studio.document.records
    record = edits.set_record(records, command.set)
    pose = await asyncio.to_thread(pose_edits.key_pose, records, studio.rigs, command.set, command.key)
    header = GhostFrame(character=record.character, set=command.set, key=command.key)
    await page.outbox.room()
    page.outbox.put(pack(header, pose_arrays(pose)))


@handles(RequestPlace)
async def _request_place(studio: Studio, page: Page, command: RequestPlace) -> None:
    records = studio.document.records
    found = await asyncio.to_thread(set_edits.suggested_place, records, studio.rigs, command.set)
    header = PlaceFrame(set=command.set, difference=found.difference)
    await page.outbox.room()
    page.outbox.put(pack(header, {"place": found.place.astype(np.float32)}))


@handles(RequestHealth)
async def _request_health(studio: Studio, page: Page, command: RequestHealth) -> None:
    records = studio.document.records
    record = edits.set_record(records, command.set)
    playable = await asyncio.to_thread(studio.rigs.playable, records, record.character)
    found = await asyncio.to_thread(measure_health, playable, record.name)
    corner = found.places[0, 0]
    arrays = {
        "corner": corner,
        "sides": np.stack([found.places[0, -1] - corner, found.places[-1, 0] - corner]),
        "heat": found.heat,
        "guessed": found.guessed,
        "missed": found.missed,
        "turn": found.turn,
        "suggestions": np.empty((0, 3)) if found.suggestion is None else found.suggestion[None],
    }
    await page.outbox.room()
    packed = {name: values.astype(np.float32) for name, values in arrays.items()}
    page.outbox.put(pack(HealthFrame(set=command.set), packed))


@handles(ToggleContact)
async def _toggle_contact(studio: Studio, page: Page, command: ToggleContact) -> None:
    await studio.commit(
        lambda records: contact_edits.toggle_contact(records, studio.rigs, command.character, command.joint)
    )


@handles(RequestContacts)
async def _request_contacts(studio: Studio, page: Page, command: RequestContacts) -> None:
    record = edits.character_record(studio.document.records, command.character)
    who = await asyncio.to_thread(studio.rigs.character, record)
    await page.outbox.room()
    page.outbox.put(pack(ContactFrame(character=record.id), contact_edits.contact_arrays(who)))


def _joint(studio: Studio, command: TurnJoint | ReachJoint) -> str:
    joints = edits.character_record(studio.document.records, command.character).joints
    if not 0 <= command.joint < len(joints):
        raise InvalidValue(f"Joint {command.joint} does not exist: the character has {len(joints)} joints.")
    return joints[command.joint]
