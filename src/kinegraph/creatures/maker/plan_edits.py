"""Edits of a creature's plan, one function per gesture of the maker. Each returns a new plan.

What they cannot do is refused with a typed error, so that a plan is always one that can be made.
"""

from dataclasses import replace

import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.maker.creature_plan import (
    SPINE,
    BodyPart,
    Coat,
    CreaturePlan,
    Limb,
    Seat,
    SpinePoint,
    Vector,
)
from kinegraph.creatures.maker.parts_palette import PartGroup, part_kind
from kinegraph.creatures.maker.seats import as_vector

_LEAST = 1e-3  # smallest thickness and size that a drag can reach [m]


def add_part(
    plan: CreaturePlan, kind: str, seat: Seat, size: float, *, mirrored: bool = True
) -> CreaturePlan:
    """The plan with a part from the palette on a seat."""
    part = BodyPart(_free_name(plan, kind), kind, seat, size, mirrored)
    return replace(plan, parts=(*plan.parts, part))


def add_limb(
    plan: CreaturePlan, end: str, seat: Seat, reach: float, *, mirrored: bool = True
) -> CreaturePlan:
    """The plan with a limb of two bones. end: A foot, grasper, wing, tail or "none". reach: Length [m]."""
    group = None if end == "none" else part_kind(end).group
    noun = {PartGroup.FOOT: "leg", PartGroup.GRASPER: "arm", None: "stalk"}.get(group, str(group))
    way = np.array(seat.toward, dtype=np.float64)
    way /= np.linalg.norm(way)
    if group is PartGroup.FOOT:
        way = 0.35 * way + [0.0, -1.0, 0.0]
    joints = tuple(as_vector(share * reach * way) for share in (0.5, 1.0))
    thick = max(0.14 * reach, _LEAST)
    radii = (thick, 0.8 * thick, 0.65 * thick)
    limb = Limb(_free_name(plan, noun), seat, joints, radii, end, max(0.2 * reach, _LEAST), mirrored)
    return replace(plan, limbs=(*plan.limbs, limb))


def remove(plan: CreaturePlan, name: str) -> CreaturePlan:
    """The plan without a limb or part and everything on it."""
    gone, last = {plan.piece(name).name}, 0
    while len(gone) > last:
        last = len(gone)
        gone |= {piece.name for on in tuple(gone) for piece in plan.seated_on(on)}
    return replace(
        plan,
        limbs=tuple(limb for limb in plan.limbs if limb.name not in gone),
        parts=tuple(part for part in plan.parts if part.name not in gone),
    )


def move(plan: CreaturePlan, name: str, seat: Seat) -> CreaturePlan:
    """The plan with a limb or part on another seat."""
    return _replace_piece(plan, replace(plan.piece(name), seat=seat))


def resize(plan: CreaturePlan, name: str, factor: float) -> CreaturePlan:
    """The plan with a limb or part scaled by a factor."""
    _check_factor(factor)
    piece = plan.piece(name)
    if isinstance(piece, BodyPart):
        return _replace_piece(plan, replace(piece, size=factor * piece.size))
    return _replace_piece(
        plan,
        replace(
            piece,
            joints=tuple(as_vector(factor * np.array(joint)) for joint in piece.joints),
            radii=tuple(factor * radius for radius in piece.radii),
            end_size=factor * piece.end_size,
        ),
    )


def mirror(plan: CreaturePlan, name: str, mirrored: bool) -> CreaturePlan:
    """The plan with a limb or part mirrored to the other side, or not."""
    return _replace_piece(plan, replace(plan.piece(name), mirrored=mirrored))


def swap_part(plan: CreaturePlan, name: str, kind: str) -> CreaturePlan:
    """The plan with a part, or the end of a limb, replaced by another one from the palette."""
    piece = plan.piece(name)
    if isinstance(piece, Limb):
        return _replace_piece(plan, replace(piece, end=kind))
    if part_kind(piece.kind).group is PartGroup.HEAD and part_kind(kind).group is not PartGroup.HEAD:
        raise InvalidValue(f"{name!r} is a head: only another head can replace it.")
    return _replace_piece(plan, replace(piece, kind=kind))


def drag_spine_point(plan: CreaturePlan, index: int, place: Vector) -> CreaturePlan:
    """The plan with a spine point moved; pieces on the torso move along."""
    return _with_spine_point(
        plan, index, replace(_spine_point(plan, index), place=as_vector(np.array(place)))
    )


def set_thickness(plan: CreaturePlan, index: int, radius: float, width: float | None = None) -> CreaturePlan:
    """The plan with another thickness of the torso [m], and breadth, at a spine point."""
    point = _spine_point(plan, index)
    changed = replace(point, radius=max(radius, _LEAST), width=point.width if width is None else width)
    return _with_spine_point(plan, index, changed)


def add_spine_point(plan: CreaturePlan, after: int) -> CreaturePlan:
    """The plan with one more spine point, halfway to the next or straight on after the last, and one more
    bone.
    """
    first, points = _spine_point(plan, after), list(plan.spine)
    if after + 1 < len(points):
        other, share = points[after + 1], 0.5
    else:
        other, share = points[after - 1], -0.5
    place = (1.0 - share) * np.array(first.place) + share * np.array(other.place)
    middle = SpinePoint(
        as_vector(place), 0.5 * (first.radius + other.radius), 0.5 * (first.width + other.width)
    )
    points.insert(after + 1, middle)
    return replace(plan, spine=tuple(points), bones=plan.bones + 1)


def remove_spine_point(plan: CreaturePlan, index: int) -> CreaturePlan:
    """The plan with one spine point and one bone less; two points must stay."""
    _spine_point(plan, index)
    spine = plan.spine[:index] + plan.spine[index + 1 :]
    return replace(plan, spine=spine, bones=max(plan.bones - 1, 1))


def drag_limb_joint(plan: CreaturePlan, name: str, joint: int, place: Vector) -> CreaturePlan:
    """The plan with a joint of a limb moved. place: Relative to the start of the limb [m]."""
    limb = _limb(plan, name, joint)
    joints = list(limb.joints)
    joints[joint] = as_vector(np.array(place))
    return _replace_piece(plan, replace(limb, joints=tuple(joints)))


def set_limb_thickness(plan: CreaturePlan, name: str, joint: int, radius: float) -> CreaturePlan:
    """The plan with another thickness of a limb at a joint [m]; joint 0 is its start."""
    limb = _limb(plan, name, max(joint - 1, 0))
    radii = list(limb.radii)
    radii[joint] = max(radius, _LEAST)
    return _replace_piece(plan, replace(limb, radii=tuple(radii)))


def add_limb_joint(plan: CreaturePlan, name: str, joint: int) -> CreaturePlan:
    """The plan with one more joint, in the middle of the bone that ends at `joint`."""
    limb = _limb(plan, name, joint)
    start = np.array(limb.joints[joint - 1]) if joint else np.zeros(3)
    middle = as_vector(0.5 * (start + np.array(limb.joints[joint])))
    joints = (*limb.joints[:joint], middle, *limb.joints[joint:])
    thick = 0.5 * (limb.radii[joint] + limb.radii[joint + 1])
    radii = (*limb.radii[: joint + 1], thick, *limb.radii[joint + 1 :])
    return _replace_piece(plan, replace(limb, joints=joints, radii=radii))


def remove_limb_joint(plan: CreaturePlan, name: str, joint: int) -> CreaturePlan:
    """The plan with one joint less; one must stay."""
    limb = _limb(plan, name, joint)
    joints = limb.joints[:joint] + limb.joints[joint + 1 :]
    radii = limb.radii[: joint + 1] + limb.radii[joint + 2 :]
    return _replace_piece(plan, replace(limb, joints=joints, radii=radii))


def paint(plan: CreaturePlan, coat: Coat) -> CreaturePlan:
    """The plan with another coat."""
    return replace(plan, coat=coat)


def _replace_piece(plan: CreaturePlan, piece: Limb | BodyPart) -> CreaturePlan:
    """The plan with the piece of the same name replaced."""
    if isinstance(piece, Limb):
        limbs = tuple(piece if limb.name == piece.name else limb for limb in plan.limbs)
        return replace(plan, limbs=limbs)
    parts = tuple(piece if part.name == piece.name else part for part in plan.parts)
    return replace(plan, parts=parts)


def _free_name(plan: CreaturePlan, noun: str) -> str:
    """A name that is free in the plan: "leg", "leg_2", ..."""
    base = noun.replace(" ", "_")
    taken = {SPINE, *(piece.name for piece in (*plan.limbs, *plan.parts))}
    names = (base if n == 1 else f"{base}_{n}" for n in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _spine_point(plan: CreaturePlan, index: int) -> SpinePoint:
    if not 0 <= index < len(plan.spine):
        raise InvalidValue(f"The spine has points 0 to {len(plan.spine) - 1}, not {index}.")
    return plan.spine[index]


def _with_spine_point(plan: CreaturePlan, index: int, point: SpinePoint) -> CreaturePlan:
    return replace(plan, spine=(*plan.spine[:index], point, *plan.spine[index + 1 :]))


def _limb(plan: CreaturePlan, name: str, joint: int) -> Limb:
    limb = plan.piece(name)
    if not isinstance(limb, Limb):
        raise InvalidValue(f"{name!r} is not a limb: it has no joints.")
    if not 0 <= joint < len(limb.joints):
        raise InvalidValue(f"Limb {name!r} has joints 0 to {len(limb.joints) - 1}, not {joint}.")
    return limb


def _check_factor(factor: float) -> None:
    if not 1e-3 <= factor <= 1e3:
        raise InvalidValue(f"A piece can be scaled by 0.001 to 1000, not by {factor}.")
