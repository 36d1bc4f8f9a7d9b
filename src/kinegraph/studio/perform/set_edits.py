"""Edits of spatial sets: functions from records to an `Edit`.

Each gives the changed records alone; what follows from them is `set_tuning.complete_sets`'s.
"""

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import replace

from msgspec.structs import replace as changed_record

from kinegraph.core.arrays import Floats
from kinegraph.core.contacts import character_height
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.perform.sets.manipulators import (
    Manipulator,
    ManipulatorKind,
    body_manipulators,
    joint_manipulators,
)
from kinegraph.perform.sets.mirror import mirrored_key, mirrored_set
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.rig import SpatialRig, controllers_of
from kinegraph.perform.sets.spatial_set import SpatialSet
from kinegraph.perform.sets.suggest_place import SuggestedPlace, suggest_place
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import (
    Edit,
    Records,
    clean_name,
    free_name,
)
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.records import SetRecord, new_id
from kinegraph.studio.document.spatial_set_blob import with_content
from kinegraph.studio.perform.pose_edits import move_controller, places_by_name, stored_pose
from kinegraph.studio.perform.posing import check_place, designed
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_poses import key_of_pose

Build = Callable[[Records], Edit]
COLOURS = 8
MOST_SETS = 100  # of one character
_BEFORE = 0.3  # how far before what it moves a new controller is, as a share of the character's height


def add_set(
    records: Records,
    rigs: Rigs,
    character: str,
    name: str | None,
    joints: tuple[str, ...] | None,
    controllers: tuple[str, ...],
) -> Edit:
    """Makes a set without keys, its controller before what it moves."""
    owner = edits.character_record(records, character)
    rig, sets = rigs.rig(records, character), edits.sets_of(records, character)
    names = {record.id: record.name for record in sets}
    title = clean_name(name) if name is not None else free_name("set", names.values(), numbered=True)
    edits.refuse_set_name(sets, title)
    made = SpatialSet(title, _manipulators(rig, names, joints, controllers), function=RadialFunction.HARDY)
    made = replace(made, home=_home(replace(rig, sets=(*rig.sets, made)), title))
    record, data = _new_record(records, character, made, {})
    called = EditKind.ADD_SET.of(f"{title} to {owner.name}")
    return Edit(called, {record.id: record}, {record.blob: data})


def set_targets(
    records: Records, rigs: Rigs, set_id: str, joints: tuple[str, ...], controllers: tuple[str, ...]
) -> Edit:
    """Changes what a set keys; handles, poles and locators stay."""
    record, rig = _open_set(records, rigs, set_id)
    each = rig.set(record.name)
    names = {other.id: other.name for other in edits.sets_of(records, record.character)}
    known = {(m.kind, m.target): index for index, m in enumerate(each.manipulators)}
    chosen = tuple(
        each.manipulators[known[m.kind, m.target]] if (m.kind, m.target) in known else m
        for m in _manipulators(rig, names, joints, controllers)
    )
    others = (
        m for m in each.manipulators if m.kind not in (ManipulatorKind.JOINT, ManipulatorKind.CONTROLLER)
    )
    made = replace(each, manipulators=(*chosen, *others), keys=())
    for key in each.keys:
        fresh = key_of_pose(rig, made, rig.character.rest, {}, key.name, key.place)
        positions, rotations = fresh.positions.copy(), fresh.rotations.copy()
        for index, m in enumerate(made.manipulators):
            if (m.kind, m.target) in known:
                positions[index] = key.positions[known[m.kind, m.target]]
                rotations[index] = key.rotations[known[m.kind, m.target]]
        made = made.with_key(replace(fresh, positions=positions, rotations=rotations))
    return _change_set(records, record, made, EditKind.SET_TARGETS.of(record.name))


def _manipulators(
    rig: SpatialRig, names: Mapping[str, str], joints: tuple[str, ...] | None, controllers: tuple[str, ...]
) -> tuple[Manipulator, ...]:
    """Joints by name, the whole body where neither they nor controllers are named, and controllers by id."""
    for controller in controllers:
        if controller not in names:
            raise edits.UnknownRecord(controller, "set")
    skeleton = rig.character.skeleton
    keyed = () if controllers and joints is None else body_manipulators(skeleton)
    if joints is not None:
        keyed = joint_manipulators(skeleton, joints)
    moved = (Manipulator(ManipulatorKind.CONTROLLER, names[id], moves=True) for id in controllers)
    return (*keyed, *moved)


def set_blending(records: Records, rigs: Rigs, set_id: str, function: str, degree: int) -> Edit:
    """Changes how keys blend."""
    record, rig = _open_set(records, rigs, set_id)
    each = replace(rig.set(record.name), function=function, degree=degree)
    return _change_set(records, record, each, EditKind.SET_BLENDING.of(f"{record.name} to {function}"))


def arrange_set(
    records: Records, rigs: Rigs, set_id: str, colour: int | None, to: int | None, walks: bool | None
) -> Edit:
    """Changes a set's colour, its place among the others, and whether it walks."""
    record = edits.set_record(records, set_id)
    name = EditKind.ARRANGE_SET.of(record.name)
    arranged = record
    if walks is not None:
        owner = edits.character_record(records, record.character)
        if walks and not rigs.character(owner).contacts:
            raise InvalidValue(f"{owner.name} has no contact points to walk on.")
        name = (EditKind.START_WALKING if walks else EditKind.STOP_WALKING).of(record.name)
        arranged = changed_record(arranged, walks=walks)
    if colour is not None:
        name = EditKind.COLOUR_SET.of(record.name)
        arranged = changed_record(arranged, colour=colour)
    sets = [each for each in edits.sets_of(records, record.character) if each.id != set_id]
    if to is None:
        return Edit(name, {set_id: arranged})
    sets.insert(to, arranged)
    ordered = [changed_record(each, order=order) for order, each in enumerate(sets)]
    changes = {each.id: each for each in ordered if records[each.id] != each}
    return Edit(EditKind.REORDER_SET.of(record.name), changes)


def set_home(records: Records, rigs: Rigs, set_id: str, place: Vector) -> Edit:
    """Moves the place where a controller rests."""
    record, rig = _open_set(records, rigs, set_id)
    each = replace(rig.set(record.name), home=check_place(place))
    return _change_set(records, record, each, EditKind.SET_HOME.of(record.name))


def led_by(records: Records, rigs: Rigs, set_id: str, controller: Vector | None, build: Build) -> Edit:
    """An edit of the pose that a set's controller gives, which becomes the designed one in the same edit.

    controller: Where it is, in its own space [m]; None for an edit of the designed pose as it is.
    """
    if controller is None:
        return build(records)
    posed = move_controller(records, rigs, set_id, controller)
    made = build({**records, **{id: record for id, record in posed.changes.items() if record is not None}})
    return replace(made, changes={**posed.changes, **made.changes})


def set_key(records: Records, rigs: Rigs, set_id: str, place: Vector | None, name: str | None) -> Edit:
    """Ties the designed pose to a place, or to where the set comes nearest to it already."""
    record, rig = _open_set(records, rigs, set_id)
    each = rig.set(record.name)
    title = clean_name(name) if name is not None else each.free_name()
    if any(key.name == title for key in each.keys):
        raise InvalidValue(f"The set {each.name!r} already has a pose called {title!r}; choose another name.")
    pose, controllers = _designed_pose(records, rig, record)
    where = each.home if place is None else check_place(place)
    key = key_of_pose(rig, each, pose, controllers, title, where)
    if place is None and each.keys:
        key = replace(key, place=suggested_place(records, rigs, set_id).place)
    if not each.keys:  # where the first pose is, the controller rests
        each = replace(each, home=key.place)
    return _store_pose(records, record, each.with_key(key), EditKind.SET_KEY.of(title))


def suggested_place(records: Records, rigs: Rigs, set_id: str) -> SuggestedPlace:
    """The place at which a set already comes nearest to the designed pose."""
    record, rig = _open_set(records, rigs, set_id)
    each = rig.set(record.name)
    if not each.keys:
        raise InvalidValue(f"The set {each.name!r} has no pose yet; the first one may be anywhere.")
    pose, controllers = _designed_pose(records, rig, record)
    key = key_of_pose(rig, each, pose, controllers, each.free_name(), each.home)
    return suggest_place(rigs.playable(records, record.character).blends[each.name], key)


def update_key(records: Records, rigs: Rigs, set_id: str, key: str) -> Edit:
    """Gives a key the designed pose."""
    record, rig = _open_set(records, rigs, set_id)
    each = rig.set(record.name)
    pose, controllers = _designed_pose(records, rig, record)
    held = key_of_pose(rig, each, pose, controllers, key, each.key(key).place)
    return _store_pose(records, record, each.with_key(held), EditKind.UPDATE_KEY.of(key))


def move_marker(records: Records, rigs: Rigs, set_id: str, key: str, place: Vector) -> Edit:
    """Moves a key's marker."""
    record, rig = _open_set(records, rigs, set_id)
    each = rig.set(record.name).with_place(key, check_place(place))
    return _change_set(records, record, each, EditKind.MOVE_MARKER.of(key))


def rename_key(records: Records, rigs: Rigs, set_id: str, key: str, name: str) -> Edit:
    """Gives a key another name."""
    record, rig = _open_set(records, rigs, set_id)
    clean = clean_name(name)
    each = rig.set(record.name).renamed_key(key, clean)
    return _change_set(records, record, each, EditKind.RENAME_KEY.of(f"{key} to {clean}"))


def delete_key(records: Records, rigs: Rigs, set_id: str, key: str) -> Edit:
    """Removes a key."""
    record, rig = _open_set(records, rigs, set_id)
    each = rig.set(record.name).without_key(key)
    return _change_set(records, record, each, EditKind.DELETE_KEY.of(key))


def mirror_key(records: Records, rigs: Rigs, set_id: str, key: str, name: str | None) -> Edit:
    """Adds a key with left and right exchanged."""
    record, rig = _open_set(records, rigs, set_id)
    each = rig.set(record.name)
    title = clean_name(name) if name is not None else _mirrored_name(key, [k.name for k in each.keys])
    if any(other.name == title for other in each.keys):
        raise InvalidValue(f"The set {each.name!r} already has a pose called {title!r}; choose another name.")
    made = mirrored_key(each, key, rig.character, title, rig)
    return _change_set(records, record, each.with_key(made), EditKind.MIRROR_KEY.of(key))


def mirror_set(records: Records, rigs: Rigs, set_id: str, name: str | None) -> Edit:
    """Adds a set for the other side."""
    record, rig = _open_set(records, rigs, set_id)
    names = [each.name for each in rig.sets]
    title = clean_name(name) if name is not None else _mirrored_name(record.name, names)
    made = mirrored_set(rig.set(record.name), rig.character, title, rig)
    ids = {each.name: each.id for each in edits.sets_of(records, record.character)}
    added, data = _new_record(records, record.character, made, ids)
    return Edit(EditKind.MIRROR_SET.of(record.name), {added.id: added}, {added.blob: data})


def duplicate_set(records: Records, rigs: Rigs, set_id: str, name: str | None) -> Edit:
    """Adds a copy of a set, and of the sets that it moves: a controller is moved by one set alone."""
    record, rig = _open_set(records, rigs, set_id)
    taken = [each.name for each in rig.sets]
    title = clean_name(name) if name is not None else free_name(f"{record.name} copy", taken)
    edits.refuse_set_name(edits.sets_of(records, record.character), title)
    titles = {record.name: title}
    for below in _sets_below(rig, record.name):
        titles[below] = free_name(f"{below} copy", [*taken, *titles.values()])
    walking = {each.name for each in edits.sets_of(records, record.character) if each.walks}
    copies = tuple(_copy_set(rig.set(old), titles) for old in reversed(titles))
    made, blobs = add_sets(
        records, record.character, copies, {new for old, new in titles.items() if old in walking}
    )
    return Edit(
        EditKind.DUPLICATE_SET.of(record.name), {each.id: each for each in reversed(made.values())}, blobs
    )


def _sets_below(rig: SpatialRig, name: str) -> list[str]:
    """The sets that a set moves, and those that they move, each after the one above it."""
    below = list(controllers_of(rig.set(name)))
    return [each for child in below for each in (child, *_sets_below(rig, child))]


def _copy_set(each: SpatialSet, titles: Mapping[str, str]) -> SpatialSet:
    """A set under another name that moves the copies of the sets below it."""
    manipulators = tuple(
        replace(m, target=titles[m.target]) if m.kind == ManipulatorKind.CONTROLLER else m
        for m in each.manipulators
    )
    return replace(each, name=titles[each.name], manipulators=manipulators)


def add_sets(
    records: Records, character: str, sets: tuple[SpatialSet, ...], walking: Container[str] = ()
) -> tuple[dict[str, SetRecord], dict[str, bytes]]:
    """New records of finished sets, by name, and their blobs; those there under their names are left out.

    walking: The names of those that carry the character along.
    """
    ids = {each.name: each.id for each in edits.sets_of(records, character)}
    missing = [each for each in sets if each.name not in ids]
    ids |= {each.name: new_id("s") for each in missing}
    made: dict[str, SetRecord] = {}
    blobs: dict[str, bytes] = {}
    state = dict(records)
    for each in missing:
        record, data = _new_record(state, character, each, ids)
        record = changed_record(record, walks=each.name in walking)
        state[record.id] = made[each.name] = record
        blobs[record.blob] = data
    return made, blobs


def _open_set(records: Records, rigs: Rigs, set_id: str) -> tuple[SetRecord, SpatialRig]:
    record = edits.set_record(records, set_id)
    return record, rigs.rig(records, record.character)


def _change_set(records: Records, record: SetRecord, each: SpatialSet, name: EditName) -> Edit:
    ids = {other.name: other.id for other in edits.sets_of(records, record.character)}
    changed, data = with_content(record, each, ids)
    return Edit(name, {record.id: changed}, {changed.blob: data})


def _store_pose(records: Records, record: SetRecord, each: SpatialSet, name: EditName) -> Edit:
    """A set with a key that has the designed pose: that pose need not be held any longer."""
    edit = _change_set(records, record, each, name)
    return replace(edit, changes={**edit.changes, **stored_pose(records, record)})


def _new_record(
    records: Records, character: str, each: SpatialSet, ids: Mapping[str, str]
) -> tuple[SetRecord, bytes]:
    sets = edits.sets_of(records, character)
    if len(sets) >= MOST_SETS:
        raise InvalidValue(f"A character has at most {MOST_SETS} sets.")
    edits.refuse_set_name(sets, each.name)
    used = [record.colour for record in sets]
    empty = SetRecord(
        id=ids.get(each.name) or new_id("s"),
        character=character,
        name=each.name,
        order=1 + max((record.order for record in sets), default=-1),
        colour=min(range(COLOURS), key=lambda colour: (used.count(colour), colour)),
        manipulators=(),
        blob="",
    )
    known = {record.name: record.id for record in sets} | dict(ids)
    return with_content(empty, each, known)


def _designed_pose(records: Records, rig: SpatialRig, record: SetRecord) -> tuple[Pose, dict[str, Floats]]:
    """The designed pose, and where controllers were put, by set name."""
    pose, controllers = designed(records, record.character, rig.character)
    return pose, places_by_name(records, record.character, controllers)


def _home(rig: SpatialRig, name: str) -> Floats:
    """A place before what a set moves, in the space of its controller."""
    character, carrier = rig.character, rig.carrier(name)
    world = forward_kinematics(character.rest)
    keyed = [m for m in rig.set(name).manipulators if m.kind == ManipulatorKind.JOINT]
    joints = [character.skeleton.index(m.target) for m in keyed]
    moved = world.positions[joints or slice(None)]
    place = moved.mean(axis=0)
    place[2] = moved[:, 2].max() + _BEFORE * character_height(character.skeleton)
    if carrier is None:
        return place
    return quat_rotate(quat_conjugate(world.rotations[carrier]), place - world.positions[carrier])


def _mirrored_name(name: str, taken: list[str]) -> str:
    other = {"left": "right", "right": "left", "Left": "Right", "Right": "Left"}
    swapped = re.sub("left|right|Left|Right", lambda found: other[found[0]], name)
    if swapped != name and swapped not in taken:
        return swapped
    return free_name(f"{name} mirrored", taken)
