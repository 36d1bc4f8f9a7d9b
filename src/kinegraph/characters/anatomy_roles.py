"""What each joint is: trunk, head, limbs and their ends, from names first, from shape where names are silent.

The trunk is the way from the hips to the head; what hangs off it is an appendage, judged as a whole: by the
parts named in it, else by where its tips rest and how far it reaches.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.characters.anatomy_names import NameReading, Part
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.skeleton import Skeleton

_LOW = 0.12
"""Tips that rest within this share of the body's height above its lowest point stand on the ground."""
_LONG = 0.15
"""An appendage that reaches less far than this share of the body's size is no limb."""


_FAN = 0.25
"""A joint whose branches all reach less far than this share of the size is a head with its features."""


@dataclass(frozen=True, eq=False)
class Shape:
    """A skeleton at rest, as it is judged.

    positions: (J, 3) joints [m].
    tips: For each joint the points [m] where its own bones end that lead to no joint: end sites, or itself.
    mirror: (J,) partner of each joint.
    bare: (J,) whether a leaf joint moves no part of a mesh that others move: the rig's way to mark an end.
    facing: (3,) level unit vector forward, or None where nothing tells.
    ground, height, size: Lowest point, height above it and diagonal of the body [m].
    """

    skeleton: Skeleton
    readings: Sequence[NameReading]
    positions: Floats
    tips: Sequence[Floats]
    mirror: Sequence[int]
    bare: Sequence[bool]
    facing: Floats | None
    ground: float
    height: float
    size: float

    def reach(self, joint: int) -> float:
        """Distance from a joint's parent to the farthest tip below the joint [m]."""
        start = self.positions[max(int(self.skeleton.parents[joint]), 0)]
        return max(float(np.linalg.norm(tip - start)) for tip in self.tips_below(joint))

    def tips_below(self, joint: int) -> list[Floats]:
        """The tips of a joint and of all below it [m]."""
        return [tip for j in self.skeleton.descendants(joint) for tip in self.tips[j]]

    def lowest_tip(self, joint: int) -> float:
        """Height above the ground of the lowest tip below a joint [m]."""
        return min(float(tip[1]) for tip in self.tips_below(joint)) - self.ground

    def central(self, joint: int) -> bool:
        """Whether a joint has neither a partner nor a named side."""
        return self.mirror[joint] == joint and self.readings[joint].side == 0


def guess_caps(shape: Shape) -> list[set[Cap]]:
    """The caps of every joint."""
    caps: list[set[Cap]] = [set() for _ in shape.readings]
    hips = find_hips(shape)
    head = find_head(shape, hips)
    if head is None and len(_leaves(shape.skeleton)) == 1:
        # One unbranched chain is all trunk: a worm, a rope, a tentacle on its own.
        for joint in range(len(caps)):
            caps[joint].add(Cap.ROOT if joint == hips else Cap.SPINE)
        return caps
    trunk = set(shape.skeleton.chain(hips if head is None else head))
    caps[hips].add(Cap.ROOT)
    if head is not None:
        caps[head].add(Cap.HEAD)
        below = [j for j in shape.skeleton.chain(head)[:-1] if hips in shape.skeleton.chain(j)[:-1]]
        for joint in below:
            caps[joint].add(Cap.SPINE)
    for joint in range(1, len(caps)):
        if joint not in trunk and int(shape.skeleton.parents[joint]) in trunk | {0}:
            _judge(shape, joint, hips, head, caps)
    return caps


def find_hips(shape: Shape) -> int:
    """The joint the body is built around: named so, else the first that branches, else the root."""
    named = [
        j
        for j, r in enumerate(shape.readings)
        if r.part is Part.HIPS and not r.tip and not r.helper and shape.central(j)
    ]
    # A joint called root above one called hips only carries the rig about.
    proper = [
        j for j in named if "root" not in shape.readings[j].stem and "cog" not in shape.readings[j].stem
    ]
    if proper:
        return proper[0]
    joint = 0
    while True:
        long = [c for c in shape.skeleton.children[joint] if _substantial(shape, c)]
        if len(long) != 1 or not shape.central(long[0]):
            return joint if len(long) > 1 or joint in named else 0
        joint = long[0]


def find_head(shape: Shape, hips: int) -> int | None:
    """The head: named so, else the end of the neck, else the central tip highest and farthest forward."""
    solid = [j for j, r in enumerate(shape.readings) if not r.tip and not r.helper]
    for part in (Part.HEAD, Part.NECK):
        named = [j for j in solid if shape.readings[j].part is part]
        if named:
            # Of a chain of necks the last one carries the head; of several heads the first one is the head.
            return named[0] if part is Part.HEAD else named[-1]
    if len(_leaves(shape.skeleton)) < 2:
        return None
    inside = [j for j in shape.skeleton.descendants(hips) if j != hips]
    symmetric = any(m != j for j, m in enumerate(shape.mirror))
    leaves = [
        j
        for j in inside
        if not shape.skeleton.children[j]
        and not shape.readings[j].helper
        and shape.readings[j].part in (None, Part.TRUNK, Part.MOUTH, Part.DETAIL)
        and (shape.central(j) or not symmetric)
        and shape.reach(j) > 0
    ]
    if not leaves:
        return None
    best = max(leaves, key=lambda j: (round(_headness(shape, j, hips), 6), -j))
    if _headness(shape, best, hips) < 0.1 * shape.size:
        return None
    return _whole_head(shape, best, hips)


def _whole_head(shape: Shape, tip: int, hips: int) -> int:
    """The joint that carries all of a head: above a mere end mark, where eyes and ears fan out."""
    head = tip
    while (parent := int(shape.skeleton.parents[head])) > 0 and parent != hips:
        children = shape.skeleton.children[parent]
        fans_out = len(children) > 1 and all(shape.reach(c) < _FAN * shape.size for c in children)
        marks_an_end = head == tip and shape.bare[tip]
        if not (fans_out or marks_an_end):
            break
        head = parent
    return head


def _headness(shape: Shape, joint: int, hips: int) -> float:
    """How far a joint's tip is up and forward of the hips [m]."""
    tip = max(shape.tips[joint], key=lambda t: float(t[1]))
    away = tip - shape.positions[hips]
    return float(away[1]) + (float(away @ shape.facing) if shape.facing is not None else 0.0)


def _judge(shape: Shape, start: int, hips: int, head: int | None, caps: list[set[Cap]]) -> None:
    """Finds out what an appendage is, and gives its joints their caps."""
    below = [j for j in shape.skeleton.descendants(start) if not shape.readings[j].helper]
    if not below or below[0] != start:
        for child in shape.skeleton.children[start]:
            _judge(shape, child, hips, head, caps)
        return
    parts = [shape.readings[j].part for j in below]
    solid = [j for j in below if not shape.readings[j].tip]
    first = shape.readings[start].part
    if Part.WING in parts:
        _give(caps, [j for j in solid if shape.readings[j].part is Part.WING] or solid, Cap.WING)
    elif first is Part.TAIL or (Part.TAIL in parts and Part.LIMB not in parts):
        _give(caps, solid, Cap.TAIL)
    elif first in _FEATURES:
        caps[start].add(_FEATURES[first])
        _judge_below(shape, start, hips, head, caps)
    elif first in (Part.TRUNK, Part.HIPS, Part.NECK):
        caps[start].add(Cap.SPINE)
        _judge_below(shape, start, hips, head, caps)
    elif any(part in _LIMB_PARTS for part in parts):
        _judge_limb(shape, start, caps)
    elif first is Part.DETAIL or first is Part.HEAD or shape.readings[start].tip:
        _judge_below(shape, start, hips, head, caps)
    else:
        _judge_by_shape(shape, start, hips, head, caps)


_FEATURES = {Part.EYE: Cap.EYE, Part.EAR: Cap.EAR, Part.MOUTH: Cap.MOUTH, Part.SPIKE: Cap.SPIKE}
_LIMB_PARTS = (Part.LIMB, Part.HAND, Part.WRIST, Part.FOOT, Part.ANKLE, Part.TOE)


def _judge_below(shape: Shape, joint: int, hips: int, head: int | None, caps: list[set[Cap]]) -> None:
    """Judges what hangs on a joint, where that is something other than more of the same."""
    for child in shape.skeleton.children[joint]:
        named = shape.readings[child].part
        if named is not None and named is not shape.readings[joint].part:
            _judge(shape, child, hips, head, caps)
        elif named is not None or shape.readings[child].tip:
            _judge_below(shape, child, hips, head, caps)


def _judge_by_shape(shape: Shape, start: int, hips: int, head: int | None, caps: list[set[Cap]]) -> None:
    """An appendage whose names say nothing."""
    on_head = head is not None and head in shape.skeleton.chain(start)[:-1]
    low = _stands(shape, start)
    if on_head and not shape.central(start) and not low:
        caps[start].add(Cap.EAR if shape.skeleton.children[start] else Cap.EYE)
        return
    if shape.reach(start) < _LONG * shape.size:
        return
    if shape.central(start) and any(m != j for j, m in enumerate(shape.mirror)) and not low:
        _give(caps, shape.skeleton.descendants(start), Cap.TAIL if not on_head else Cap.MOUTH)
    elif shape.central(start) and _runs_back(shape, start):
        _give(caps, shape.skeleton.descendants(start), Cap.TAIL)
    else:
        _judge_limb(shape, start, caps)


def _runs_back(shape: Shape, start: int) -> bool:
    """Whether an appendage of a symmetric body lies behind where it begins."""
    if shape.facing is None or all(m == j for j, m in enumerate(shape.mirror)):
        return False
    tips = np.mean(shape.tips_below(start), axis=0) - shape.positions[start]
    level = float(np.hypot(tips[0], tips[2]))
    return float(tips @ shape.facing) < -0.5 * level and level > abs(float(tips[1])) * 0.5


def _judge_limb(shape: Shape, start: int, caps: list[set[Cap]]) -> None:
    """A limb: its end is a foot where it stands on the ground, else a grasper; the way there is limb.

    What branches off the way and reaches far is a limb of its own: several legs may share one anchor.
    """
    branches = [c for c in shape.skeleton.children[start] if _is_leg_like(shape, c)]
    if len(branches) > 1 and not _has_end_by_name(shape, start):
        caps[start].add(Cap.LIMB)
        for child in branches:
            _judge_limb(shape, child, caps)
        return
    end, cap = _limb_end(shape, start)
    for joint in shape.skeleton.chain(end):
        reading = shape.readings[joint]
        if start in shape.skeleton.chain(joint) and not reading.helper and not reading.tip:
            caps[joint].add(Cap.LIMB)
    if cap is not None:
        # A leg of one bone is both the limb and its end.
        if end != start or shape.readings[end].part in (Part.FOOT, Part.HAND):
            caps[end].discard(Cap.LIMB)
        caps[end].add(cap)


def _is_leg_like(shape: Shape, joint: int) -> bool:
    return shape.reach(joint) >= _LONG * shape.size and shape.readings[joint].part is not Part.DIGIT


def _has_end_by_name(shape: Shape, start: int) -> bool:
    ends = (Part.HAND, Part.WRIST, Part.FOOT, Part.ANKLE, Part.TOE)
    children = shape.skeleton.children[start]
    named = [
        c for c in children if any(shape.readings[j].part in ends for j in shape.skeleton.descendants(c))
    ]
    return len(named) == 1 or shape.readings[start].part in ends


def _limb_end(shape: Shape, start: int) -> tuple[int, Cap | None]:
    """The joint at a limb's end, and what it is."""
    below = shape.skeleton.descendants(start)
    low = _stands(shape, start)
    for part in (Part.FOOT, Part.HAND, Part.ANKLE, Part.WRIST, Part.TOE):
        named = [
            j
            for j in below
            if shape.readings[j].part is part and not shape.readings[j].tip and not shape.readings[j].helper
        ]
        if named:
            # The first on the way; of hands side by side the one that carries most.
            depth = min(int(shape.skeleton.depths[j]) for j in named)
            level = [j for j in named if int(shape.skeleton.depths[j]) == depth]
            end = max(level, key=lambda j: (len(shape.skeleton.descendants(j)), -j))
            # A fox stands on what its rig calls hands; a robot whose arms hang low does not.
            stands = part in (Part.FOOT, Part.ANKLE, Part.TOE) or (low and _goes_on_fours(shape))
            return end, Cap.FOOT if stands else Cap.GRASPER
    chain = _main_chain(shape, start)
    if low:
        if _foot_elsewhere(shape, chain[-1]):
            return chain[-1], None
        top = float(shape.positions[start][1]) - shape.ground
        near = [j for j in chain[1:] if float(shape.positions[j][1]) - shape.ground < 0.2 * top]
        return (near[0] if near else chain[-1]), Cap.FOOT
    return _palm(shape, chain), Cap.GRASPER


def _palm(shape: Shape, chain: Sequence[int]) -> int:
    """The hand of an arm: where fingers fan out towards its end, else its last joint that carries flesh."""
    length = shape.reach(chain[0])
    for joint in chain[1:]:
        children = shape.skeleton.children[joint]
        if len(children) > 1 and all(shape.reach(child) < 0.4 * length for child in children):
            return joint
    return chain[-2] if len(chain) > 2 and shape.bare[chain[-1]] else chain[-1]


def _stands(shape: Shape, start: int) -> bool:
    """Whether a limb, or the one it mirrors, has a tip on the ground."""
    lowest = min(shape.lowest_tip(start), shape.lowest_tip(shape.mirror[start]))
    return lowest < _LOW * shape.height


def _goes_on_fours(shape: Shape) -> bool:
    """Whether the trunk lies rather than stands."""
    hips = find_hips(shape)
    head = find_head(shape, hips)
    if head is None:
        return True
    away = shape.positions[head] - shape.positions[hips]
    return float(np.hypot(away[0], away[2])) > 0.7 * abs(float(away[1]))


def _foot_elsewhere(shape: Shape, tip: int) -> bool:
    """Whether a foot that no leg carries, as in rigs with inverse kinematics, waits at a leg's tip."""
    return any(
        reading.part is Part.FOOT
        and tip not in shape.skeleton.descendants(joint)
        and float(np.linalg.norm(shape.positions[joint] - shape.positions[tip])) < _LONG * shape.size
        for joint, reading in enumerate(shape.readings)
    )


def _main_chain(shape: Shape, start: int) -> list[int]:
    """From a joint always to the child that reaches farthest."""
    chain = [start]
    while children := [c for c in shape.skeleton.children[chain[-1]] if not shape.readings[c].helper]:
        chain.append(max(children, key=lambda c: (round(shape.reach(c), 9), -c)))
    return chain


def _substantial(shape: Shape, joint: int) -> bool:
    return not shape.readings[joint].helper and shape.reach(joint) > _LONG * shape.size


def _leaves(skeleton: Skeleton) -> list[int]:
    return [j for j, children in enumerate(skeleton.children) if not children]


def _give(caps: list[set[Cap]], joints: Sequence[int], cap: Cap) -> None:
    for joint in joints:
        caps[joint].add(cap)
