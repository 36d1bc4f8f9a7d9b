"""Spatial sets as records and blobs, exact to the last bit.

Records name the controllers that a set moves by their sets' ids, so that a new name changes one record; the
engine knows sets by name.
"""

from collections.abc import Callable, Mapping

import numpy as np
from msgspec.structs import replace

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.frames import FrameHeader, pack, report_damage, unpack
from kinegraph.studio.document.perform_fields import KeyMarker, SetManipulator, Vector
from kinegraph.studio.document.records import SetRecord

ReadBlob = Callable[[str], bytes]
MOST_KEYS = 200  # of a set: fitting takes the cube of it


class SetBlob(FrameHeader, frozen=True, kw_only=True):
    """Values of a set's keys: positions (K, M, 3) [m], rotations (K, M, 4)."""


def pack_key_values(positions: Floats, rotations: Floats) -> bytes:
    """The blob of a set's keys: (K, M, 3) and (K, M, 4)."""
    return pack(SetBlob(), {"positions": positions, "rotations": rotations})


@report_damage("set")
def unpack_key_values(blob: bytes) -> tuple[Floats, Floats]:
    """(K, M, 3) positions [m] and (K, M, 4) rotations of a set's keys."""
    _, arrays = unpack(blob, SetBlob)
    return arrays["positions"], arrays["rotations"]


@report_damage("set")
def spatial_set(record: SetRecord, blob: bytes, names: Mapping[str, str]) -> SpatialSet:
    """The set of a record; `names` are those of sets by id."""
    positions, rotations = unpack_key_values(blob)
    keys = (
        SpatialKey(key.name, key.place, positions[index], rotations[index])
        for index, key in enumerate(record.keys)
    )
    return SpatialSet(
        record.name,
        tuple(_manipulator(each, names) for each in record.manipulators),
        tuple(keys),
        record.function,
        record.degree,
        np.array(record.home),
    )


def spatial_rig(character: Character, sets: tuple[SetRecord, ...], read_blob: ReadBlob) -> SpatialRig:
    """A character with its sets, in their order."""
    names = {record.id: record.name for record in sets}
    return SpatialRig(character, tuple(spatial_set(record, read_blob(record.blob), names) for record in sets))


def with_content(record: SetRecord, each: SpatialSet, ids: Mapping[str, str]) -> tuple[SetRecord, bytes]:
    """A record that holds a set, and its blob; `ids` are those of sets by name."""
    if len(each.keys) > MOST_KEYS:
        raise InvalidValue(f"A set holds at most {MOST_KEYS} poses; {each.name!r} is full.")
    count = len(each.manipulators)
    positions = np.array([key.positions for key in each.keys]).reshape(-1, count, 3)
    rotations = np.array([key.rotations for key in each.keys]).reshape(-1, count, 4)
    data = pack_key_values(positions, rotations)
    changed = replace(
        record,
        name=each.name,
        manipulators=tuple(_describe_manipulator(m, ids) for m in each.manipulators),
        function=each.function,
        degree=each.degree,
        home=vector(each.home),
        keys=tuple(KeyMarker(name=key.name, place=vector(key.place)) for key in each.keys),
        blob=blob_hash(data),
    )
    return changed, data


def vector(values: Floats) -> Vector:
    """(3,) as a record holds it."""
    x, y, z = np.asarray(values, dtype=np.float64).tolist()
    return (x, y, z)


def _manipulator(each: SetManipulator, names: Mapping[str, str]) -> Manipulator:
    target = names.get(each.target, each.target) if each.kind == ManipulatorKind.CONTROLLER else each.target
    return Manipulator(each.kind, target, each.moves, each.turns)


def _describe_manipulator(each: Manipulator, ids: Mapping[str, str]) -> SetManipulator:
    target = ids[each.target] if each.kind == ManipulatorKind.CONTROLLER else each.target
    return SetManipulator(kind=each.kind, target=target, moves=each.moves, turns=each.turns)
