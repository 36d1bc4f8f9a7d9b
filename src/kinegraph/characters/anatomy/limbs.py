"""Limbs: which joint is a foot or a hand, and which joints lead there."""

from collections.abc import Sequence

import numpy as np

from kinegraph.characters.anatomy.names import PartName
from kinegraph.characters.anatomy.shape import LONG, Shape
from kinegraph.characters.anatomy.trunk import find_head, find_hips
from kinegraph.core.body import Cap

_LOW = 0.12
"""Tips that rest within this share of the body's height above its lowest point stand on the ground."""

LIMB_PARTS = (
    PartName.LIMB,
    PartName.HAND,
    PartName.PAW,
    PartName.WRIST,
    PartName.FOOT,
    PartName.ANKLE,
    PartName.TOE,
)
_ENDS = (PartName.FOOT, PartName.HAND, PartName.PAW, PartName.ANKLE, PartName.WRIST, PartName.TOE)
"""Parts that may end a limb, the surest first."""


def judge_limb(shape: Shape, start: int, caps: list[set[Cap]]) -> None:
    """A limb: its end is a foot where it stands on the ground, else a grasper; joints on the way are limb.

    A branch on the way that reaches far is a limb of its own: several legs may share one anchor.
    """
    branches = [c for c in shape.skeleton.children[start] if _is_leg_like(shape, c)]
    if len(branches) > 1 and not _has_end_by_name(shape, start):
        caps[start].add(Cap.LIMB)
        for child in branches:
            judge_limb(shape, child, caps)
        return
    end, cap = _limb_end(shape, start)
    for joint in shape.skeleton.chain(end):
        if start in shape.skeleton.chain(joint) and shape.solid(joint):
            caps[joint].add(Cap.LIMB)
    if cap is not None:
        # A leg of one bone is both the limb and its end.
        if end != start or shape.readings[end].part in (PartName.FOOT, PartName.HAND, PartName.PAW):
            caps[end].discard(Cap.LIMB)
        caps[end].add(cap)


def _is_leg_like(shape: Shape, joint: int) -> bool:
    return shape.reach(joint) >= LONG * shape.size and shape.readings[joint].part is not PartName.DIGIT


def _has_end_by_name(shape: Shape, start: int) -> bool:
    children = shape.skeleton.children[start]
    named = [
        c for c in children if any(shape.readings[j].part in _ENDS for j in shape.skeleton.descendants(c))
    ]
    return len(named) == 1 or shape.readings[start].part in _ENDS


def _limb_end(shape: Shape, start: int) -> tuple[int, Cap | None]:
    """The joint at a limb's end, and its role."""
    below = shape.skeleton.descendants(start)
    low = stands_on_ground(shape, start)
    for part in _ENDS:
        named = [j for j in below if shape.readings[j].part is part and shape.solid(j)]
        if named:
            # The first on the way; of hands side by side the one that carries most.
            depth = min(int(shape.skeleton.depths[j]) for j in named)
            level = [j for j in named if int(shape.skeleton.depths[j]) == depth]
            end = max(level, key=lambda j: (len(shape.skeleton.descendants(j)), -j))
            # A fox stands on what its rig calls hands; a robot whose arms hang low does not.
            stands = part in (PartName.FOOT, PartName.ANKLE, PartName.TOE) or (
                low and (part is PartName.PAW or _goes_on_fours(shape))
            )
            return end, Cap.FOOT if stands else Cap.GRASPER
    chain = main_chain(shape, start)
    if low:
        if _foot_elsewhere(shape, chain[-1]):
            return chain[-1], None
        return _ankle(shape, chain), Cap.FOOT
    return _palm(shape, chain), Cap.GRASPER


def _ankle(shape: Shape, chain: Sequence[int]) -> int:
    """The foot of a leg: its first joint at the ground below which a third of the leg or less is left."""
    top = shape.positions[chain[0]]
    for joint in chain[1:]:
        here = shape.positions[joint]
        down = here[1] - shape.ground < 0.2 * (top[1] - shape.ground)
        left = max(float(np.linalg.norm(tip - here)) for tip in shape.tips_below(joint))
        if down and left < 0.33 * float(np.linalg.norm(here - top)):
            return joint
    return chain[-1]


def _palm(shape: Shape, chain: Sequence[int]) -> int:
    """The hand of an arm: where fingers fan out towards its end, else its last joint that carries flesh."""
    length = shape.reach(chain[0])
    for joint in chain[1:]:
        children = shape.skeleton.children[joint]
        if len(children) > 1 and all(shape.reach(child) < 0.4 * length for child in children):
            return joint
    return chain[-2] if len(chain) > 2 and shape.bare[chain[-1]] else chain[-1]


def stands_on_ground(shape: Shape, start: int) -> bool:
    """True if a limb, or the one it mirrors, rests on the ground."""
    lowest = min(shape.lowest(start), shape.lowest(shape.mirror[start]))
    return lowest < _LOW * shape.height


def _goes_on_fours(shape: Shape) -> bool:
    """True if the trunk lies rather than stands."""
    hips = find_hips(shape)
    head = find_head(shape, hips)
    if head is None:
        return True
    away = shape.positions[head] - shape.positions[hips]
    return float(np.hypot(away[0], away[2])) > 0.7 * abs(float(away[1]))


def _foot_elsewhere(shape: Shape, tip: int) -> bool:
    """True if a foot that no leg carries, as in rigs with inverse kinematics, waits at a leg's tip."""
    return any(
        reading.part is PartName.FOOT
        and tip not in shape.skeleton.descendants(joint)
        and float(np.linalg.norm(shape.positions[joint] - shape.positions[tip])) < LONG * shape.size
        for joint, reading in enumerate(shape.readings)
    )


def main_chain(shape: Shape, start: int) -> list[int]:
    """From a joint always to the child that reaches farthest."""
    chain = [start]
    while children := [c for c in shape.skeleton.children[chain[-1]] if not shape.readings[c].helper]:
        chain.append(max(children, key=lambda c: (round(shape.reach(c), 9), -c)))
    return chain
