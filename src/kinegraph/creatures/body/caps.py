"""Caps for motion: one body has the cap of a part, however many joints the rig has for that part.

"Tails" should select one body of each tail, the one that a goal moves; the others follow. Feet and graspers
are already built that way; this module does the same for ears, mouths, tails and wings.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.character import Character

_FIRST = (Cap.MOUTH, Cap.EAR)  # parts that are moved by the body they begin with
_LAST = (Cap.TAIL, Cap.WING)  # parts that are moved by their tip
_MIDDLE = 0.02  # share of the width within which a jaw is in the middle of its parent


def motion_caps(
    character: Character, spine: tuple[int, ...], root: int, handles: Floats
) -> tuple[frozenset[Cap], ...]:
    """The caps that motion reads (see Creature.caps). handles: (B, 3) where bodies are at rest."""
    found = []
    for index, body in enumerate(character.bodies):
        caps = set(body.caps) - {Cap.ROOT, Cap.SPINE}
        if index in spine:
            caps.add(Cap.SPINE)
        elif Cap.SPINE in body.caps and _has_caps_below(character, index):
            caps.add(Cap.LIMB)
        caps -= {cap for cap in _FIRST if cap in caps and _continues_part(character, index, cap)}
        if Cap.MOUTH in caps and _is_upper_jaw(character, index, handles):
            caps.remove(Cap.MOUTH)
        if Cap.WING in caps and _is_feather(character, index):
            caps.remove(Cap.WING)
        for cap in _LAST:
            if cap in caps and _has_tip_below(character, index, cap):
                caps = (caps - {cap}) | {Cap.LIMB}
        found.append(frozenset(caps | {Cap.ROOT} if index == root else caps))
    return tuple(found)


def _children_with(character: Character, joint: int, cap: Cap) -> list[int]:
    """The children of a joint that have a cap."""
    return [child for child in character.skeleton.children[joint] if cap in character.bodies[child].caps]


def _has_caps_below(character: Character, joint: int) -> bool:
    """True if a descendant has a cap."""
    return any(character.bodies[below].caps for below in character.skeleton.descendants(joint)[1:])


def _continues_part(character: Character, joint: int, cap: Cap) -> bool:
    """True if a body only goes on with a part that begins above it: the tip of an ear, of a chin."""
    parent = int(character.skeleton.parents[joint])
    return (
        parent >= 0
        and cap in character.bodies[parent].caps
        and len(_children_with(character, parent, cap)) == 1
    )


def _has_tip_below(character: Character, joint: int, cap: Cap) -> bool:
    """True if a part has its tip further below."""
    return any(not _is_feather(character, child) for child in _children_with(character, joint, cap))


def _is_feather(character: Character, joint: int) -> bool:
    """True if a body is a child of a wing and neither a bone of it nor its hand."""
    caps, parent = character.bodies[joint].caps, int(character.skeleton.parents[joint])
    return caps == {Cap.WING} and parent >= 0 and Cap.WING in character.bodies[parent].caps


def _is_upper_jaw(character: Character, joint: int, handles: Floats) -> bool:
    """True if a mouth has jaws as children, or is in the middle with another jaw below."""
    if len(_children_with(character, joint, Cap.MOUTH)) > 1:
        return True
    parent = int(character.skeleton.parents[joint])
    near = _MIDDLE * float(np.ptp(handles[:, 0]))
    jaws = [] if parent < 0 else _children_with(character, parent, Cap.MOUTH)
    jaws = [jaw for jaw in jaws if abs(handles[jaw, 0] - handles[parent, 0]) <= near]
    return joint in jaws and joint != min(jaws, key=lambda jaw: (handles[jaw, 1], jaw))
