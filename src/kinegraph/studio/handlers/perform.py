"""Handlers of posing and of spatial sets: one function per command, as in `handlers.py`."""

import asyncio
from collections.abc import Callable

from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.studio.document import edits
from kinegraph.studio.document.display_names import display_name
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.frames import pack
from kinegraph.studio.document.records import SetRecord
from kinegraph.studio.document.stage_space import local_from_world
from kinegraph.studio.handlers.registry import Answer, handles
from kinegraph.studio.handlers.set_job import add_cast_sets, start_set_from_motion
from kinegraph.studio.perform import posing, set_edits
from kinegraph.studio.perform.set_driving import drive_set
from kinegraph.studio.protocol.perform_commands import (
    AddCastSets,
    AddSet,
    ArrangeSet,
    DeleteKey,
    DriveSet,
    MirrorKey,
    MirrorPose,
    MirrorSet,
    MoveController,
    MoveMarker,
    MovePose,
    ReachJoint,
    RenameKey,
    RequestGhost,
    ResetPose,
    SetBlending,
    SetFromMotion,
    SetHome,
    SetKey,
    SetTargets,
    ShowKey,
    TurnJoint,
    UpdateKey,
)
from kinegraph.studio.protocol.perform_frames import GhostFrame
from kinegraph.studio.protocol.pose_frame import pose_arrays
from kinegraph.studio.running.gestures import Build
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
        return set_edits.edit_pose(
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
        return posing.reached(pose, command.joint, target, offset)

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
        return set_edits.move_controller(records, studio.rigs, command.set, command.place)

    await studio.drags.step(page, command, build)


@handles(ResetPose)
async def _reset_pose(studio: Studio, page: Page, command: ResetPose) -> None:
    await studio.commit(lambda records: set_edits.reset_pose(records, studio.rigs, command.character))


@handles(MirrorPose)
async def _mirror_pose(studio: Studio, page: Page, command: MirrorPose) -> None:
    def build(records: Records) -> Edit:
        who = studio.rigs.character(edits.character_record(records, command.character))
        return set_edits.edit_pose(
            records,
            studio.rigs,
            command.character,
            EditKind.MIRROR_POSE.of(),
            lambda pose: mirror_motion(pose, who.symmetry),
        )

    await studio.commit(build)


@handles(AddSet)
async def _add_set(studio: Studio, page: Page, command: AddSet) -> Answer:
    return await _made(
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
    return await _made(
        studio, lambda records: set_edits.mirror_set(records, studio.rigs, command.set, command.name)
    )


@handles(ShowKey)
async def _show_key(studio: Studio, page: Page, command: ShowKey) -> None:
    await studio.commit(lambda records: set_edits.show_key(records, studio.rigs, command.set, command.key))


@handles(RequestGhost)
async def _request_ghost(studio: Studio, page: Page, command: RequestGhost) -> None:
    records = studio.document.records
    record = edits.set_record(records, command.set)
    pose = await asyncio.to_thread(set_edits.key_pose, records, studio.rigs, command.set, command.key)
    header = GhostFrame(character=record.character, set=command.set, key=command.key)
    await page.outbox.room()
    page.outbox.put(pack(header, pose_arrays(pose)))


@handles(AddCastSets)
async def _add_cast_sets(studio: Studio, page: Page, command: AddCastSets) -> Answer:
    return await add_cast_sets(studio, command)


@handles(SetFromMotion)
async def _set_from_motion(studio: Studio, page: Page, command: SetFromMotion) -> Answer:
    return Answer(job=start_set_from_motion(studio, command).id)


async def _made(studio: Studio, build: Build) -> Answer:
    """Makes an edit and tells the sets that are new."""
    before = set(studio.document.records)
    change = await studio.commit(build)
    made = (r.id for r in change.changed if isinstance(r, SetRecord) and r.id not in before)
    return Answer(created=tuple(made))


def _joint(studio: Studio, command: TurnJoint | ReachJoint) -> str:
    joints = edits.character_record(studio.document.records, command.character).joints
    if not 0 <= command.joint < len(joints):
        raise InvalidValue(f"Joint {command.joint} does not exist: the character has {len(joints)} joints.")
    return joints[command.joint]
