"""Consequences of an edit of sets, made part of the same edit.

A removed set is taken out of the sets that moved its controller. Ranks, parents and carriers come from the
rig. Markers whose carrier changes stay where they are in the rest pose. Performances are marked where what
they play has changed.
"""

from dataclasses import replace

import numpy as np
from msgspec.structs import replace as changed

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.document.performance_blob import rig_hash, unpack_layers, with_layers
from kinegraph.studio.document.records import MotionRecord, Record, SetRecord
from kinegraph.studio.document.spatial_set_blob import pack_key_values, unpack_key_values, with_content
from kinegraph.studio.perform.rigs import Rigs

_IDENTITY = np.array([0.0, 0.0, 0.0, 1.0])


def complete_sets(records: Records, edit: Edit, rigs: Rigs) -> Edit:
    """An edit with all that follows from it; raises InvalidValue where the sets would not go together."""
    touched = _characters_touched(records, edit)
    if not touched:
        return edit
    state = _Retuning(records, edit, rigs)
    for character in sorted(touched):
        if character in state.after:
            state.retune(character)
    return replace(edit, changes=state.changes, blobs=state.blobs)


def _characters_touched(records: Records, edit: Edit) -> set[str]:
    """Characters of which a set comes, changes or goes, or a performance comes from elsewhere."""
    found = set()
    for id, record in edit.changes.items():
        for side in (record, records.get(id)):
            if isinstance(side, SetRecord) or (
                isinstance(side, MotionRecord) and side.form == "performance" and side is record
            ):
                found.add(str(side.character))
    return found


class _Retuning:
    """The state of one edit while it is completed."""

    def __init__(self, records: Records, edit: Edit, rigs: Rigs) -> None:
        self.before, self.rigs = records, rigs
        self.changes: dict[str, Record | None] = dict(edit.changes)
        self.blobs = dict(edit.blobs)
        self.after: dict[str, Record] = {
            id: record for id, record in {**records, **edit.changes}.items() if record is not None
        }

    def read(self, hash: str) -> bytes:
        return self.blobs[hash] if hash in self.blobs else self.rigs.read_blob(hash)

    def put(self, record: Record, data: bytes | None = None) -> None:
        if self.after.get(record.id) != record:
            self.after[record.id] = self.changes[record.id] = record
        if data is not None:
            self.blobs[blob_hash(data)] = data

    def retune(self, character: str) -> None:
        while self._without_lost_controllers(character):
            pass
        turned = self._write_rig(character)
        sets = edits.sets_of(self.after, character)
        rig, joints = rig_hash(sets), len(edits.character_record(self.after, character).joints)
        for motion in list(self.after.values()):
            if not isinstance(motion, MotionRecord) or motion.character != character:
                continue
            if motion.recording is not None and motion.recording.rig != rig:
                layers = unpack_layers(self.read(motion.blob), motion.recording)
                layers = tuple(
                    replace(layer, displacements=quat_rotate(turned[layer.set], layer.displacements))
                    if layer.set in turned
                    else layer
                    for layer in layers
                )
                self.put(*with_layers(motion, layers, sets, joints))

    def _without_lost_controllers(self, character: str) -> bool:
        """Takes controllers of sets that are gone out of the others; whether a set went with that."""
        sets = edits.sets_of(self.after, character)
        there = {record.id for record in sets}
        for record in sets:
            kept = [
                index
                for index, m in enumerate(record.manipulators)
                if m.kind != ManipulatorKind.CONTROLLER or m.target in there
            ]
            if not kept:
                del self.after[record.id]
                self.changes[record.id] = None
                return True
            if len(kept) < len(record.manipulators):
                positions, rotations = unpack_key_values(self.read(record.blob))
                data = pack_key_values(positions[:, kept], rotations[:, kept])
                manipulators = tuple(record.manipulators[index] for index in kept)
                self.put(changed(record, manipulators=manipulators, blob=blob_hash(data)), data)
        return False

    def _write_rig(self, character: str) -> dict[str, Floats]:
        """Writes the rig's word into the sets' records; returns how sets' spaces turned, by id."""
        rig = self.rigs.playable(self.after, character, self.read).rig  # refuses what cannot be fitted
        sets = edits.sets_of(self.after, character)
        ids = {record.name: record.id for record in sets}
        turned: dict[str, Floats] = {}
        for record in sets:
            carrier, old = rig.carrier(record.name), self.before.get(record.id)
            parent = rig.parent(record.name)
            ranked = changed(
                record,
                rank=rig.rank(record.name),
                parent=None if parent is None else ids[parent],
                carrier=carrier,
            )
            data = None
            if isinstance(old, SetRecord) and old.carrier != carrier:
                each, turn = change_carrier(rig.set(record.name), rig.character, old.carrier, carrier)
                ranked, data = with_content(ranked, each, ids)
                turned[record.id] = turn
            self.put(ranked, data)
        return turned


def change_carrier(
    each: SpatialSet, character: Character, old: int | None, new: int | None
) -> tuple[SpatialSet, Floats]:
    """A set whose controller another joint carries now, its markers and goals where they were in the rest
    pose; and the rotation (4,) that turns directions of the old space into such of the new.
    """
    world = forward_kinematics(character.rest)

    def frame(joint: int | None) -> tuple[Floats, Floats]:
        return (_IDENTITY, np.zeros(3)) if joint is None else (world.rotations[joint], world.positions[joint])

    (old_turn, old_place), (new_turn, new_place) = frame(old), frame(new)
    turn = quat_multiply(quat_conjugate(new_turn), old_turn)

    def over(points: Floats) -> Floats:
        return quat_rotate(quat_conjugate(new_turn), quat_rotate(old_turn, points) + old_place - new_place)

    goals = [m.kind in (ManipulatorKind.HANDLE, ManipulatorKind.POLE) for m in each.manipulators]
    moving = np.array([goal and m.moves for goal, m in zip(goals, each.manipulators, strict=True)])
    turning = np.array([goal and m.turns for goal, m in zip(goals, each.manipulators, strict=True)])

    def key_over(key: SpatialKey) -> SpatialKey:
        positions, rotations = key.positions.copy(), key.rotations.copy()
        positions[moving] = over(positions[moving])
        rotations[turning] = quat_multiply(turn, rotations[turning])
        return replace(key, place=over(key.place), positions=positions, rotations=rotations)

    return replace(each, home=over(each.home), keys=tuple(map(key_over, each.keys))), turn
