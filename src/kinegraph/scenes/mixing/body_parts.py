"""Body parts by name, on any anatomy: which joints a layer moves, or a target pulls."""

from collections.abc import Mapping

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.errors import UnknownName

_LIMBS = {
    "arm": Cap.GRASPER,
    "leg": Cap.FOOT,
    "wing": Cap.WING,
    "ear": Cap.EAR,
    "eye": Cap.EYE,
    "tail": Cap.TAIL,
    "mouth": Cap.MOUTH,
    "head": Cap.HEAD,
}
_SIDES = {"left": 1, "right": -1}
_TRUNK = frozenset({Cap.ROOT, Cap.SPINE, Cap.HEAD})


class UnknownPart(UnknownName):
    """A part that a character does not have."""

    kind = "part of the body"


def body_parts(character: Character) -> dict[str, tuple[int, ...]]:
    """The joints of each named part: "head", "arms", "left arm", "trunk", "whole body" and the like."""
    found: dict[str, set[int]] = {}
    sides = character.symmetry.sides
    for joint, body in enumerate(character.bodies):
        for name, cap in _LIMBS.items():
            if cap not in body.caps:
                continue
            joints = _part(character, joint, cap)
            side = next((word for word, sign in _SIDES.items() if sides[joint] == sign), None)
            found.setdefault(name + "s", set()).update(joints)
            found.setdefault(f"{side} {name}" if side else name, set()).update(joints)
    trunk = {joint for joint, body in enumerate(character.bodies) if Cap.SPINE in body.caps} - {0}
    if trunk:
        found["trunk"] = trunk
    found["whole body"] = set(range(len(character.skeleton)))
    return {name: tuple(sorted(joints)) for name, joints in found.items()}


def joints_of_part(character: Character, name: str) -> tuple[int, ...]:
    """The joints of a part, or of a joint and all below it; raises an error that lists the parts."""
    skeleton, parts = character.skeleton, body_parts(character)
    if name in parts:
        return parts[name]
    if name in skeleton:
        return skeleton.descendants(skeleton.index(name))
    raise UnknownPart(name, (*parts, *skeleton.names))


def end_of_part(character: Character, name: str) -> int:
    """The joint at the end of a part: the hand of an arm, the foot of a leg; a joint by its own name."""
    skeleton = character.skeleton
    if name in skeleton:
        return skeleton.index(name)
    joints = set(joints_of_part(character, name))
    if name == "whole body":
        return 0
    wanted = next((cap for word, cap in _LIMBS.items() if word in name), None)
    ends = [joint for joint in sorted(joints) if wanted in character.bodies[joint].caps]
    return ends[0] if ends else max(joints, key=lambda joint: int(skeleton.depths[joint]))


def mask_of_parts(character: Character, parts: Mapping[str, float]) -> Floats:
    """(J + 1,) share of a layer in each joint, from the shares of parts; later parts replace earlier ones.

    The place of the root belongs to the whole body alone.
    """
    mask = np.zeros(len(character.skeleton) + 1)
    for name, share in parts.items():
        mask[list(joints_of_part(character, name))] = share
        if name == "whole body":
            mask[-1] = share
    return mask


def _part(character: Character, joint: int, cap: Cap) -> list[int]:
    """The chain to a joint from the trunk on, and all below it; a head alone, with what it carries."""
    chain = character.skeleton.chain(joint)
    above = [] if cap == Cap.HEAD else [j for j in chain[1:-1] if not _TRUNK & character.bodies[j].caps]
    if cap == Cap.TAIL:
        above = []
    return [*above, *character.skeleton.descendants(joint)]
