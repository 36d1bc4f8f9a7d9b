"""Contact points marked by hand: the places on which a character stands and walks."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from msgspec.structs import replace as changed_record

from kinegraph.characters.anatomy.bodies import flesh
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import pack_character, unpack_character
from kinegraph.studio.document.display_names import display_name
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.edits import Edit, Records
from kinegraph.studio.perform.rigs import Rigs


def toggle_contact(records: Records, rigs: Rigs, character: str, joint: int) -> Edit:
    """Marks the lowest point of a part as a contact point; a part that has contact points loses them."""
    record = edits.character_record(records, character)
    if not 0 <= joint < len(record.joints):
        raise InvalidValue(f"Joint {joint} does not exist: the character has {len(record.joints)} joints.")
    if record.plan is not None:
        raise InvalidValue(f"{record.name} was made in Creatures: its feet are chosen there.")
    contacts = rigs.character(record).contacts
    kept = tuple(point for point in contacts if point.joint != joint)
    name, kind = display_name(record.joints[joint]), EditKind.UNMARK_CONTACT
    if len(kept) == len(contacts):
        kind, whole = EditKind.MARK_CONTACT, rigs.character(record)
        kept = (*contacts, ContactPoint(name, joint, lowest_point(whole, joint)))
    if not kept:
        raise InvalidValue(f"{record.name} needs a contact point; mark another part first.")
    marked = replace(unpack_character(rigs.read_blob(record.blob), record), contacts=kept)
    data = pack_character(marked)
    changed = changed_record(record, blob=blob_hash(data))
    return Edit(kind.of(name), {record.id: changed}, {changed.blob: data})


def lowest_point(character: Character, joint: int) -> Floats:
    """(3,) the lowest point of a part in the rest pose, in the joint's frame [m]."""
    points = flesh(character)[joint]
    if not len(points):
        ends = character.skeleton.end_offsets[character.skeleton.end_joints == joint]
        points = np.concatenate([np.zeros((1, 3)), ends])
    turn = forward_kinematics(character.rest).rotations[joint]
    return points[quat_rotate(turn, points)[:, 1].argmin()].copy()


def contact_arrays(character: Character) -> Mapping[str, np.ndarray]:
    """The joints (P,) and offsets (P, 3) of a character's contact points, as a `ContactFrame` has them."""
    return {
        "joints": np.array([point.joint for point in character.contacts], dtype=np.int32),
        "offsets": np.array([point.offset for point in character.contacts], dtype=np.float32).reshape(-1, 3),
    }
