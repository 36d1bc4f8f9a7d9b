"""Record of a Character's fields that no exchange format knows: caps, boxes, radii, contact points,
symmetry, its rest pose.

glTF and USD both let a file carry extra data; both carry this record, so that a round trip loses nothing.
Joints
are stored by name: the record survives a tool that drops or reorders nodes, as far as the names still exist.
"""

from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from kinegraph.core.body import Cap
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.errors import KinegraphError
from kinegraph.core.pose import Pose

_Vector = tuple[float, float, float]
_Quaternion = tuple[float, float, float, float]


class _BodyRecord(msgspec.Struct, omit_defaults=True):
    box: tuple[_Vector, _Vector]
    radius: float
    caps: list[str] = []


class _ContactRecord(msgspec.Struct):
    name: str
    joint: str
    offset: _Vector


class _RestRecord(msgspec.Struct, omit_defaults=True):
    root: _Vector
    rotations: dict[str, _Quaternion]
    translations: dict[str, _Vector] | None = None


class _Record(msgspec.Struct, omit_defaults=True):
    name: str
    bodies: dict[str, _BodyRecord] = {}
    contacts: list[_ContactRecord] = []
    mirror: dict[str, str] = {}
    sides: dict[str, int] = {}
    rest: _RestRecord | None = None


def character_record(character: Character) -> dict[str, Any]:
    """The record of a character, in plain JSON types."""
    names = character.skeleton.names
    symmetry = character.symmetry
    record = _Record(
        name=character.name,
        bodies={
            name: _BodyRecord(body.box.tolist(), float(body.radius), sorted(body.caps))
            for name, body in zip(names, character.bodies, strict=True)
        },
        contacts=[
            _ContactRecord(contact.name, names[contact.joint], contact.offset.tolist())
            for contact in character.contacts
        ],
        mirror={names[a]: names[b] for a, b in enumerate(symmetry.mirror.tolist()) if a != b},
        sides={names[joint]: side for joint, side in enumerate(symmetry.sides.tolist()) if side},
        rest=_rest_record(character),
    )
    return msgspec.to_builtins(record)


def with_record(character: Character, record: Any) -> tuple[Character, tuple[str, ...]]:
    """The character with what its record says, and notes on what could not be used."""
    if record is None:
        return character, ()
    try:
        parsed = msgspec.convert(record, _Record, strict=False)
        return _apply(character, parsed), ()
    except (msgspec.ValidationError, KinegraphError, ValueError, OverflowError, RecursionError):
        return character, ("The file's record of caps, contacts and symmetry is damaged and was left out.",)


def _apply(character: Character, record: _Record) -> Character:
    skeleton = character.skeleton
    bodies = list(character.bodies)
    for name, body in record.bodies.items():
        if name in skeleton:
            joint = skeleton.index(name)
            caps = frozenset(Cap(cap) for cap in body.caps)
            bodies[joint] = replace(bodies[joint], caps=caps, box=np.array(body.box), radius=body.radius)
    contacts = [
        ContactPoint(contact.name, skeleton.index(contact.joint), np.array(contact.offset))
        for contact in record.contacts
        if contact.joint in skeleton
    ]
    return replace(
        character,
        name=record.name or character.name,
        bodies=tuple(bodies),
        contacts=tuple(contacts),
        symmetry=_symmetry(character, record),
        rest=_rest(character, record.rest),
    )


def _symmetry(character: Character, record: _Record) -> Symmetry:
    skeleton = character.skeleton
    mirror, sides = np.arange(len(skeleton)), np.zeros(len(skeleton), dtype=np.int64)
    for name, other in record.mirror.items():
        if name in skeleton and other in skeleton:
            mirror[skeleton.index(name)] = skeleton.index(other)
    for name, side in record.sides.items():
        if name in skeleton:
            sides[skeleton.index(name)] = int(np.sign(side))
    return Symmetry(mirror, sides)


def _rest_record(character: Character) -> _RestRecord | None:
    rest, default = character.rest, Pose.rest(character.skeleton)
    same = rest.translations is None and all(
        np.array_equal(getattr(rest, name), getattr(default, name))
        for name in ("root_translation", "rotations")
    )
    if same:
        return None
    names = character.skeleton.names
    sliding = None
    if rest.translations is not None:
        sliding = dict(zip(names, rest.translations.tolist(), strict=True))
    turned = dict(zip(names, rest.rotations.tolist(), strict=True))
    return _RestRecord(rest.root_translation.tolist(), turned, sliding)


def _rest(character: Character, record: _RestRecord | None) -> Pose:
    skeleton = character.skeleton
    if record is None or set(record.rotations) != set(skeleton.names):
        return Pose.rest(skeleton)
    rotations = np.array([record.rotations[name] for name in skeleton.names])
    sliding = None
    if record.translations is not None and set(record.translations) == set(skeleton.names):
        sliding = np.array([record.translations[name] for name in skeleton.names])
    return Pose(skeleton, np.array(record.root), rotations, sliding)
