"""Finds a body's trunk: the hips that it is built around, and the head."""

from kinegraph.characters.anatomy.names import PartName
from kinegraph.characters.anatomy.shape import LONG, Shape

_FAN = 0.25
"""A joint whose branches all reach less far than this share of the size is a head with its features."""
_FAN_OF_STUBS = 0.5
"""The same where every branch is one or two joints: big heads on small bodies."""


def find_hips(shape: Shape) -> int:
    """The joint the body is built around: named so, else the first that branches, else the root."""
    named = [
        j
        for j, r in enumerate(shape.readings)
        if r.part is PartName.HIPS and not r.tip and not r.helper and shape.central(j)
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


def _substantial(shape: Shape, joint: int) -> bool:
    return not shape.readings[joint].helper and shape.reach(joint) > LONG * shape.size


def find_head(shape: Shape, hips: int) -> int | None:
    """The head: named so, else the end of the neck, else the central tip highest and farthest forward."""
    for part in (PartName.HEAD, PartName.NECK):
        named = [j for j, r in enumerate(shape.readings) if r.part is part and shape.solid(j)]
        if named:
            # Of a chain of necks the last one carries the head; of several heads the first one is the head.
            return named[0] if part is PartName.HEAD else named[-1]
    if sum(not children for children in shape.skeleton.children) < 2:
        return None
    ends = [
        joint for joint in shape.skeleton.descendants(hips) if joint != hips and _may_be_head(shape, joint)
    ]
    if not ends:
        return None
    best = max(ends, key=lambda j: (round(_headness(shape, j, hips), 6), -j))
    if _headness(shape, best, hips) < 0.1 * shape.size:
        return None
    return _whole_head(shape, best, hips)


def _may_be_head(shape: Shape, joint: int) -> bool:
    """True if a joint is where the middle of the body ends, by a leaf or by small features to its sides."""
    children = shape.skeleton.children[joint]
    ends = not children or (
        all(not shape.central(c) for c in children) and _fans_out(shape, joint) and shape.symmetric
    )
    reading = shape.readings[joint]
    return (
        ends
        and not reading.helper
        and reading.part in (None, PartName.TRUNK, PartName.MOUTH, PartName.DETAIL)
        and (shape.central(joint) or not shape.symmetric)
        and shape.reach(joint) > 0
    )


def _fans_out(shape: Shape, joint: int) -> bool:
    """True if several branches leave a joint and all of them are small."""
    children = shape.skeleton.children[joint]
    stubs = all(len(shape.skeleton.descendants(child)) <= 2 for child in children)
    limit = (_FAN_OF_STUBS if stubs else _FAN) * shape.size
    return len(children) > 1 and all(shape.reach(child) < limit for child in children)


def _headness(shape: Shape, joint: int, hips: int) -> float:
    """Distance of a joint's tip up and forward of the hips [m]."""
    tip = max(shape.tips_below(joint), key=lambda t: float(t[1]))
    away = tip - shape.positions[hips]
    return float(away[1]) + (float(away @ shape.facing) if shape.facing is not None else 0.0)


def _whole_head(shape: Shape, tip: int, hips: int) -> int:
    """The joint that carries all of a head: above a mere end mark, where eyes and ears fan out."""
    head = tip
    while (parent := int(shape.skeleton.parents[head])) > 0 and parent != hips:
        marks_an_end = head == tip and shape.bare[tip]
        if not (_fans_out(shape, parent) or marks_an_end):
            break
        head = parent
    return head
