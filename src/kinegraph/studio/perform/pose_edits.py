"""Edits of the pose that is being designed: functions from records to an `Edit`.

A pose that was made by hand is held until a key stores it or it is discarded.
"""

from collections.abc import Callable, Mapping

import numpy as np
from msgspec.structs import replace as changed_record

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.pose import Pose
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.perform_fields import PoseHold, Vector
from kinegraph.studio.document.records import PoseRecord, SetRecord
from kinegraph.studio.document.spatial_set_blob import vector
from kinegraph.studio.perform.posing import check_place, designed, pose_id, pose_record
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_poses import pose_of_controllers


def edit_pose(
    records: Records, rigs: Rigs, character: str, name: EditName, change: Callable[[Pose], Pose]
) -> Edit:
    """Changes the pose that is being designed; it is held from then on."""
    who = rigs.character(edits.character_record(records, character))
    pose, controllers = designed(records, character, who)
    record = pose_record(character, change(pose), controllers, PoseHold.BODY)
    return Edit(name, {record.id: record})


def reset_pose(records: Records, rigs: Rigs, character: str) -> Edit:
    """Holds the rest pose, controllers at their homes."""
    owner = edits.character_record(records, character)
    record = pose_record(character, rigs.character(owner).rest, {}, PoseHold.BODY)
    return Edit(EditKind.RESET_POSE.of(owner.name), {record.id: record})


def discard_pose(records: Records, rigs: Rigs, character: str) -> Edit:
    """Drops the pose that is held: the character rests, until a controller moves it."""
    owner = edits.character_record(records, character)
    found = records.get(pose_id(character))
    if not isinstance(found, PoseRecord) or found.held == PoseHold.NONE:
        raise InvalidValue(f"{owner.name} has no pose to discard.")
    record = pose_record(character, rigs.character(owner).rest, {})
    return Edit(EditKind.DISCARD_POSE.of(owner.name), {record.id: record})


def stored_pose(records: Records, record: SetRecord) -> dict[str, PoseRecord]:
    """The record of a held pose, let go of because a key of a set has it now; empty where no pose is held.

    Controllers that were put somewhere wait for a set that moves them.
    """
    found = records.get(pose_id(record.character))
    if not isinstance(found, PoseRecord) or found.held == PoseHold.NONE:
        return {}
    moves = any(m.kind == ManipulatorKind.CONTROLLER for m in record.manipulators)
    if found.held == PoseHold.BALLS and not moves:
        return {}
    return {found.id: changed_record(found, held=PoseHold.NONE)}


def move_controller(records: Records, rigs: Rigs, set_id: str, place: Vector, hold: bool = False) -> Edit:
    """Puts a controller somewhere, and the designed pose into what the sets make of it."""
    record = edits.set_record(records, set_id)
    check_place(place)
    name = EditKind.MOVE_CONTROLLER.of(record.name)
    before = records.get(pose_id(record.character))
    held = before.held if isinstance(before, PoseRecord) else PoseHold.NONE
    return _pose_by_set(records, rigs, record, {set_id: place}, name, PoseHold.BALLS if hold else held)


def show_key(records: Records, rigs: Rigs, set_id: str, key: str) -> Edit:
    """Makes a key's pose the one that is being designed, and holds it."""
    record = edits.set_record(records, set_id)
    place = vector(rigs.rig(records, record.character).set(record.name).key(key).place)
    return _pose_by_set(records, rigs, record, {set_id: place}, EditKind.SHOW_KEY.of(key), PoseHold.BODY)


def key_pose(records: Records, rigs: Rigs, set_id: str, key: str) -> Pose:
    """The pose that a key gives, over the one that is being designed."""
    record = edits.set_record(records, set_id)
    playable = rigs.playable(records, record.character)
    pose, _ = designed(records, record.character, playable.rig.character)
    at = {record.name: playable.rig.set(record.name).key(key).place}
    return pose_of_controllers(playable, pose, record.name, at)[0]


def places_by_name(records: Records, character: str, places: Mapping[str, Vector]) -> dict[str, Floats]:
    """Places of controllers by the names of their sets, from places by id."""
    names = {each.id: each.name for each in edits.sets_of(records, character)}
    return {names[id]: np.array(place) for id, place in places.items() if id in names}


def _pose_by_set(
    records: Records,
    rigs: Rigs,
    record: SetRecord,
    places: Mapping[str, Vector],
    name: EditName,
    held: PoseHold,
) -> Edit:
    """The designed pose with a set's controller put somewhere, and what it moves gone along."""
    playable = rigs.playable(records, record.character)
    if record.name not in playable.blends:
        raise InvalidValue(f"The set {record.name!r} has no pose yet; set one before moving its controller.")
    pose, before = designed(records, record.character, playable.rig.character)
    at = places_by_name(records, record.character, places)
    posed, moved = pose_of_controllers(playable, pose, record.name, at)
    ids = {each.name: each.id for each in edits.sets_of(records, record.character)}
    controllers = before | dict(places) | {ids[name]: vector(place) for name, place in moved.items()}
    changed = pose_record(record.character, posed, controllers, held)
    return Edit(name, {changed.id: changed})
