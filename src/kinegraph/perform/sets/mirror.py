"""Mirroring of keys and sets, from one side of the character to the other."""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.mirror import REFLECT, REFLECT_QUAT, mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, values_of_pose
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet


def mirrored_set(each: SpatialSet, character: Character, name: str) -> SpatialSet:
    """A set for the other side: its joints' partners, its markers across the plane x = 0, its poses mirrored.

    Mirroring twice gives the set back.
    """
    manipulators = tuple(_partner(m, character) for m in each.manipulators)
    keys = tuple(_mirrored_key(key, each.manipulators, manipulators, character) for key in each.keys)
    return replace(each, name=name, manipulators=manipulators, keys=keys, home=each.home * REFLECT)


def mirrored_key(each: SpatialSet, name: str, character: Character, new: str) -> SpatialKey:
    """A key of the same set with left and right exchanged, its marker across the plane x = 0."""
    owned = {(m.kind, m.target) for m in each.manipulators}
    partners = tuple(_partner(m, character) for m in each.manipulators)
    lacking = [m.target for m in partners if (m.kind, m.target) not in owned]
    if lacking:
        raise InvalidValue(
            f"The set {each.name!r} cannot mirror its poses: it keys the partner of {lacking[0]!r} alone."
        )
    found = _mirrored_key(each.key(name), each.manipulators, partners, character)
    order = [partners.index(m) for m in each.manipulators]
    return SpatialKey(new, found.place, found.positions[order], found.rotations[order])


def _partner(manipulator: Manipulator, character: Character) -> Manipulator:
    if manipulator.kind not in (ManipulatorKind.JOINT, ManipulatorKind.HANDLE, ManipulatorKind.POLE):
        return manipulator
    joint = character.skeleton.index(manipulator.target)
    return replace(manipulator, target=character.skeleton.names[int(character.symmetry.mirror[joint])])


def _mirrored_key(
    key: SpatialKey,
    manipulators: tuple[Manipulator, ...],
    partners: tuple[Manipulator, ...],
    character: Character,
) -> SpatialKey:
    """The key with its values reflected, in the order of `partners`."""
    positions, rotations = key.positions * REFLECT, key.rotations * REFLECT_QUAT
    joints = [i for i, m in enumerate(manipulators) if m.kind == ManipulatorKind.JOINT]
    if joints:
        pose = mirror_motion(_posed(key, manipulators, joints, character), character.symmetry)
        positions[joints], rotations[joints] = values_of_pose(tuple(partners[i] for i in joints), pose)
    return SpatialKey(key.name, key.place * REFLECT, positions, rotations)


def _posed(
    key: SpatialKey, manipulators: tuple[Manipulator, ...], joints: list[int], character: Character
) -> Pose:
    """The character's rest pose with a key's joints as the key has them."""
    rest, skeleton = character.rest, character.skeleton
    rotations, root = rest.rotations.copy(), rest.root_translation.copy()
    slides: Floats | None = None if rest.translations is None else rest.translations.copy()
    for index in joints:
        joint = skeleton.index(manipulators[index].target)
        if manipulators[index].turns:
            rotations[joint] = key.rotations[index]
        if manipulators[index].moves and joint == 0:
            root = key.positions[index]
        elif manipulators[index].moves:
            slides = np.concatenate([root[None], skeleton.offsets[1:]]) if slides is None else slides
            slides[joint] = key.positions[index]
    if slides is not None:
        slides[0] = root
    return Pose(skeleton, root, rotations, slides)
