"""Handlers of posing and of spatial sets: one function per command, as in `handlers.py`."""

import asyncio
from collections.abc import Callable, Hashable

from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.core.mirror import mirrored
from kinegraph.core.pose import Pose
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.frames import pack
from kinegraph.studio.document.records import SetRecord
from kinegraph.studio.handlers.document import Answer, Handler
from kinegraph.studio.handlers.set_job import add_cast_sets, start_set_from_motion
from kinegraph.studio.perform import posing, set_edits
from kinegraph.studio.perform.set_driving import drive_set
from kinegraph.studio.protocol import commands
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
from kinegraph.studio.running.follower import local_from_world, pose_arrays
from kinegraph.studio.running.gestures import Build
from kinegraph.studio.studio import Page, Studio


async def _step(studio: Studio, page: Page, gesture: str | None, moved: Hashable, build: Build) -> None:
    """Makes an edit, or a step of a drag, which is shown as it goes."""
    if gesture is None:
        await studio.commit(build)
        return
    # Refuses what cannot be before the drag takes it up; in a thread, since it may solve for a pose.
    await asyncio.to_thread(build, studio.document.records)
    studio.gestures.step(gesture, page, moved, build)
    await studio.preview(gesture)


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

    moved = (type(command), command.character, getattr(command, "joint", None))
    await _step(studio, page, command.gesture, moved, build)


async def _turn_joint(studio: Studio, page: Page, command: TurnJoint) -> None:
    def change(records: Records, pose: Pose) -> Pose:
        placement = edits.placement_of(records, command.character)
        return posing.turned(pose, command.joint, posing.local_rotation(placement, command.rotation))

    await _pose(studio, page, command, EditKind.TURN_JOINT.of(_joint(studio, command)), change)


async def _reach_joint(studio: Studio, page: Page, command: ReachJoint) -> None:
    posing.checked_place(command.target, "A target")
    offset = posing.checked_place(command.offset, "An offset")

    def change(records: Records, pose: Pose) -> Pose:
        target = local_from_world(edits.placement_of(records, command.character), command.target)
        return posing.reached(pose, command.joint, target, offset)

    await _pose(studio, page, command, EditKind.REACH_JOINT.of(_joint(studio, command)), change)


async def _move_pose(studio: Studio, page: Page, command: MovePose) -> None:
    shift = posing.checked_place(command.shift, "A shift")

    def change(records: Records, pose: Pose) -> Pose:
        heading = posing.heading_of(edits.placement_of(records, command.character))
        after = posing.moved(pose, quat_rotate(quat_conjugate(heading), shift))
        posing.checked_place(after.root_translation, "A pose")
        return after

    await _pose(studio, page, command, EditKind.MOVE_POSE.of(), change)


async def _move_controller(studio: Studio, page: Page, command: MoveController) -> None:
    def build(records: Records) -> Edit:
        return set_edits.move_controller(records, studio.rigs, command.set, command.place)

    await _step(studio, page, command.gesture, ("controller", command.set), build)


async def _reset_pose(studio: Studio, page: Page, command: ResetPose) -> None:
    await studio.commit(lambda records: set_edits.reset_pose(records, studio.rigs, command.character))


async def _mirror_pose(studio: Studio, page: Page, command: MirrorPose) -> None:
    def build(records: Records) -> Edit:
        who = studio.rigs.character(edits.character_record(records, command.character))
        return set_edits.edit_pose(
            records,
            studio.rigs,
            command.character,
            EditKind.MIRROR_POSE.of(),
            lambda pose: mirrored(pose, who.symmetry),
        )

    await studio.commit(build)


async def _add_set(studio: Studio, page: Page, command: AddSet) -> Answer:
    return await _made(
        studio,
        lambda records: set_edits.add_set(
            records, studio.rigs, command.character, command.name, command.joints, command.controllers
        ),
    )


async def _set_targets(studio: Studio, page: Page, command: SetTargets) -> None:
    await studio.commit(
        lambda records: set_edits.set_targets(
            records, studio.rigs, command.set, command.joints, command.controllers
        )
    )


async def _set_blending(studio: Studio, page: Page, command: SetBlending) -> None:
    await studio.commit(
        lambda records: set_edits.set_blending(
            records, studio.rigs, command.set, command.function, command.degree
        )
    )


async def _arrange_set(studio: Studio, page: Page, command: ArrangeSet) -> None:
    await studio.commit(
        lambda records: set_edits.arrange_set(
            records, studio.rigs, command.set, command.colour, command.to, command.walks
        )
    )


async def _drive_set(studio: Studio, page: Page, command: DriveSet) -> None:
    await studio.commit(lambda records: drive_set(records, studio.rigs, command.set, command.by))


async def _set_home(studio: Studio, page: Page, command: SetHome) -> None:
    def build(records: Records) -> Edit:
        return set_edits.set_home(records, studio.rigs, command.set, command.place)

    await _step(studio, page, command.gesture, ("home", command.set), build)


async def _set_key(studio: Studio, page: Page, command: SetKey) -> None:
    def build(records: Records) -> Edit:
        return set_edits.set_key(records, studio.rigs, command.set, command.place, command.name)

    await studio.commit(
        lambda records: set_edits.led_by(records, studio.rigs, command.set, command.controller, build)
    )


async def _move_marker(studio: Studio, page: Page, command: MoveMarker) -> None:
    def build(records: Records) -> Edit:
        return set_edits.move_marker(records, studio.rigs, command.set, command.key, command.place)

    await _step(studio, page, command.gesture, ("marker", command.set, command.key), build)


async def _update_key(studio: Studio, page: Page, command: UpdateKey) -> None:
    def build(records: Records) -> Edit:
        return set_edits.update_key(records, studio.rigs, command.set, command.key)

    await studio.commit(
        lambda records: set_edits.led_by(records, studio.rigs, command.set, command.controller, build)
    )


async def _rename_key(studio: Studio, page: Page, command: RenameKey) -> None:
    await studio.commit(
        lambda records: set_edits.rename_key(records, studio.rigs, command.set, command.key, command.name)
    )


async def _delete_key(studio: Studio, page: Page, command: DeleteKey) -> None:
    await studio.commit(lambda records: set_edits.delete_key(records, studio.rigs, command.set, command.key))


async def _mirror_key(studio: Studio, page: Page, command: MirrorKey) -> None:
    await studio.commit(
        lambda records: set_edits.mirror_key(records, studio.rigs, command.set, command.key, command.name)
    )


async def _mirror_set(studio: Studio, page: Page, command: MirrorSet) -> Answer:
    return await _made(
        studio, lambda records: set_edits.mirror_set(records, studio.rigs, command.set, command.name)
    )


async def _show_key(studio: Studio, page: Page, command: ShowKey) -> None:
    await studio.commit(lambda records: set_edits.show_key(records, studio.rigs, command.set, command.key))


async def _request_ghost(studio: Studio, page: Page, command: RequestGhost) -> None:
    records = studio.document.records
    record = edits.set_record(records, command.set)
    pose = await asyncio.to_thread(set_edits.key_pose, records, studio.rigs, command.set, command.key)
    header = GhostFrame(character=record.character, set=command.set, key=command.key)
    await page.outbox.room()
    page.outbox.put(pack(header, pose_arrays(pose)))


async def _add_cast_sets(studio: Studio, page: Page, command: AddCastSets) -> Answer:
    return await add_cast_sets(studio, command)


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
        raise InvalidValue(f"Joint {command.joint} is outside the {len(joints)} that there are.")
    return joints[command.joint]


PERFORM_HANDLERS: dict[type[commands.Request], Handler] = {
    TurnJoint: _turn_joint,
    ReachJoint: _reach_joint,
    MovePose: _move_pose,
    MoveController: _move_controller,
    ResetPose: _reset_pose,
    MirrorPose: _mirror_pose,
    AddSet: _add_set,
    SetTargets: _set_targets,
    SetBlending: _set_blending,
    ArrangeSet: _arrange_set,
    DriveSet: _drive_set,
    SetHome: _set_home,
    SetKey: _set_key,
    MoveMarker: _move_marker,
    UpdateKey: _update_key,
    RenameKey: _rename_key,
    DeleteKey: _delete_key,
    MirrorKey: _mirror_key,
    MirrorSet: _mirror_set,
    ShowKey: _show_key,
    RequestGhost: _request_ghost,
    AddCastSets: _add_cast_sets,
    SetFromMotion: _set_from_motion,
}
