"""Ways to key one part of a set: an inverse-kinematics handle, a pole, a locator, or a joint that slides."""

from dataclasses import replace

import numpy as np

from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, values_of_pose
from kinegraph.perform.sets.rig import ON_THE_BODY, SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet
from kinegraph.studio.document import edits
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.perform_fields import SetManipulator, Vector
from kinegraph.studio.document.spatial_set_blob import with_content
from kinegraph.studio.perform.pose_edits import key_pose
from kinegraph.studio.perform.posing import check_place
from kinegraph.studio.perform.rigs import Rigs


class UnknownLocator(UnknownName):
    """A locator that the set does not have."""

    kind = "locator"


def key_part(records: Records, rigs: Rigs, set_id: str, wanted: SetManipulator) -> Edit:
    """Makes a set key a part by its place, its rotation or both, or by neither.

    Its poses stay as they are: what is new holds what the part does in each of them.
    """
    record = edits.set_record(records, set_id)
    rig = rigs.rig(records, record.character)
    each = rig.set(record.name)
    if wanted.kind == ManipulatorKind.CONTROLLER:
        raise InvalidValue("Sets are combined by dragging one onto another; a controller is not a part.")
    if wanted.kind in ON_THE_BODY:
        rig.character.skeleton.index(wanted.target)
    index = next(
        (i for i, m in enumerate(each.manipulators) if (m.kind, m.target) == (wanted.kind, wanted.target)),
        len(each.manipulators),
    )
    manipulators = list(each.manipulators)
    if wanted.moves or wanted.turns:
        manipulators[index : index + 1] = [
            Manipulator(wanted.kind, wanted.target, moves=wanted.moves, turns=wanted.turns)
        ]
    elif index == len(manipulators):
        raise InvalidValue(f"The set {each.name!r} has no {wanted.kind} {wanted.target!r} to remove.")
    else:
        del manipulators[index]
    keys = tuple(
        _rekey(records, rigs, set_id, rig, key, index, tuple(manipulators), len(each.manipulators))
        for key in each.keys
    )
    changed: SpatialSet = replace(each, manipulators=tuple(manipulators), keys=keys)
    ids = {other.name: other.id for other in edits.sets_of(records, record.character)}
    content, data = with_content(record, changed, ids)
    return Edit(EditKind.KEY_PART.of(record.name), {content.id: content}, {content.blob: data})


def place_locator(records: Records, rigs: Rigs, set_id: str, key: str, target: str, place: Vector) -> Edit:
    """Puts a locator of a set somewhere in one of its poses."""
    record = edits.set_record(records, set_id)
    each = rigs.rig(records, record.character).set(record.name)
    known = [m.target for m in each.manipulators if m.kind == ManipulatorKind.LOCATOR and m.moves]
    if target not in known:
        raise UnknownLocator(target, known)
    index = next(i for i, m in enumerate(each.manipulators) if (m.kind, m.target) == ("locator", target))
    changed = each.key(key)
    positions = changed.positions.copy()
    positions[index] = check_place(place)
    ids = {other.name: other.id for other in edits.sets_of(records, record.character)}
    content, data = with_content(record, each.with_key(replace(changed, positions=positions)), ids)
    return Edit(EditKind.PLACE_LOCATOR.of(target), {content.id: content}, {content.blob: data})


def _rekey(
    records: Records,
    rigs: Rigs,
    set_id: str,
    rig: SpatialRig,
    key: SpatialKey,
    index: int,
    manipulators: tuple[Manipulator, ...],
    before: int,
) -> SpatialKey:
    """A key for other manipulators, which differ at one index. before: How many there were."""
    kept = [i for i in range(before) if i != index]
    positions, rotations = key.positions[kept], key.rotations[kept]
    if len(manipulators) > len(kept):
        place, turn = key.place, np.array([0.0, 0.0, 0.0, 1.0])  # a new locator goes where the ball goes
        if manipulators[index].kind in ON_THE_BODY:
            pose = key_pose(records, rigs, set_id, key.name)
            name = edits.set_record(records, set_id).name
            (place,), (turn,) = values_of_pose((manipulators[index],), pose, rig.carrier(name))
        elif index < before:
            place, turn = key.positions[index], key.rotations[index]
        positions = np.insert(positions, index, place, axis=0)
        rotations = np.insert(rotations, index, turn, axis=0)
    return replace(key, positions=positions, rotations=rotations)
