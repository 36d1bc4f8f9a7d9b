"""Mirroring of keys and sets, from one side of the character to the other."""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.mirror import REFLECT, REFLECT_QUAT, mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.core.rest_frames import world_rotations_at_rest
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, values_of_pose
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet


def mirrored_set(
    each: SpatialSet, character: Character, name: str, rig: SpatialRig | None = None
) -> SpatialSet:
    """A set for the other side: its joints' partners, its markers across the plane x = 0, its poses mirrored.

    Mirroring twice gives the set back.

    rig: The one that has the set; without it, no joint carries the set.
    """
    manipulators = tuple(_partner(m, character) for m in each.manipulators)
    mirror = _Mirror(character, rig)
    carrier = mirror.carrier(each.name)
    keys = tuple(mirror.key(key, each.manipulators, manipulators, carrier) for key in each.keys)
    home = mirror.place(each.home, carrier)
    return replace(each, name=name, manipulators=manipulators, keys=keys, home=home)


def mirrored_key(
    each: SpatialSet, name: str, character: Character, new: str, rig: SpatialRig | None = None
) -> SpatialKey:
    """A key of the same set with left and right exchanged, its marker across the plane x = 0.

    rig: The one that has the set; without it, no joint carries the set.
    """
    owned = {(m.kind, m.target) for m in each.manipulators}
    partners = tuple(_partner(m, character) for m in each.manipulators)
    lacking = [m.target for m in partners if (m.kind, m.target) not in owned]
    if lacking:
        raise InvalidValue(
            f"The set {each.name!r} cannot mirror its poses: it keys the partner of {lacking[0]!r} alone."
        )
    mirror = _Mirror(character, rig)
    carrier = mirror.carrier(each.name)
    if carrier is not None and character.symmetry.mirror[carrier] != carrier:
        raise InvalidValue(
            f"The set {each.name!r} cannot mirror its poses: {character.skeleton.names[carrier]!r}, which "
            "carries it, is on one side of the body."
        )
    found = mirror.key(each.key(name), each.manipulators, partners, carrier)
    order = [partners.index(m) for m in each.manipulators]
    return SpatialKey(new, found.place, found.positions[order], found.rotations[order])


def _partner(manipulator: Manipulator, character: Character) -> Manipulator:
    if manipulator.kind not in (ManipulatorKind.JOINT, ManipulatorKind.HANDLE, ManipulatorKind.POLE):
        return manipulator
    joint = character.skeleton.index(manipulator.target)
    return replace(manipulator, target=character.skeleton.names[int(character.symmetry.mirror[joint])])


class _Mirror:
    """Reflects what is given in the spaces of a character's joints, as they are at rest."""

    def __init__(self, character: Character, rig: SpatialRig | None) -> None:
        self._character, self._rig = character, rig
        self._rest = world_rotations_at_rest(character.skeleton)

    def carrier(self, name: str) -> int | None:
        """The joint that carries a set."""
        known = self._rig is not None and any(each.name == name for each in self._rig.sets)
        return self._rig.carrier(name) if known and self._rig is not None else None

    def place(self, places: Floats, carrier: int | None) -> Floats:
        """Places (..., 3) in a carrier's space, as the carrier's partner sees them across the body [m].

        Away from the carrier, not from the world's plane: bodies may rest beside it.
        """
        if carrier is None:
            return places * REFLECT
        other, rest = int(self._character.symmetry.mirror[carrier]), self._rest
        across = quat_rotate(rest[carrier], places) * REFLECT
        return quat_rotate(quat_conjugate(rest[other]), across)

    def turn(self, quat: Floats, carrier: int | None, joint: int | None) -> Floats:
        """The orientation of a joint, or of a locator, in a carrier's space, for the partners of both."""
        mirror, rest = self._character.symmetry.mirror, self._rest
        if carrier is not None:
            quat = quat_multiply(rest[carrier], quat)
        if joint is not None:
            quat = quat_multiply(quat, quat_conjugate(rest[joint]))
        quat = quat * REFLECT_QUAT
        if joint is not None:
            quat = quat_multiply(quat, rest[int(mirror[joint])])
        return quat if carrier is None else quat_multiply(quat_conjugate(rest[int(mirror[carrier])]), quat)

    def key(
        self,
        key: SpatialKey,
        manipulators: tuple[Manipulator, ...],
        partners: tuple[Manipulator, ...],
        carrier: int | None,
    ) -> SpatialKey:
        """The key with its values reflected, in the order of `partners`."""
        positions, rotations = key.positions.copy(), key.rotations.copy()
        index = self._character.skeleton.index
        for i, each in enumerate(manipulators):
            if each.kind == ManipulatorKind.JOINT:
                continue
            space = self.carrier(each.target) if each.kind == ManipulatorKind.CONTROLLER else carrier
            joint = index(each.target) if each.kind == ManipulatorKind.HANDLE else None
            if each.moves:
                positions[i] = self.place(positions[i], space)
            if each.turns:
                rotations[i] = self.turn(rotations[i], space, joint)
        joints = [i for i, m in enumerate(manipulators) if m.kind == ManipulatorKind.JOINT]
        if joints:
            pose = mirror_motion(
                _pose_key(key, manipulators, joints, self._character), self._character.symmetry
            )
            positions[joints], rotations[joints] = values_of_pose(tuple(partners[i] for i in joints), pose)
        return SpatialKey(key.name, self.place(key.place, carrier), positions, rotations)


def _pose_key(
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
