"""A plain figure of given proportions: balls and sticks on a doodle's skeleton."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinegraph.characters.shapes import MATTE, ellipsoid, lathe, merged
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body, Cap, Mesh
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.sketch.proportions import (
    SIDES,
    Proportions,
    doodle_skeleton,
    doodle_symmetry,
)

_NEAR, _FAR, _MIDDLE = "#3d4654", "#8d96a3", "#565f6d"

CAPS: dict[str, frozenset[Cap]] = {
    "hips": frozenset({Cap.ROOT, Cap.SPINE}),
    "waist": frozenset({Cap.SPINE}),
    "upper_back": frozenset({Cap.SPINE}),
    "head": frozenset({Cap.HEAD, Cap.MOUTH}),
    "upper_arm": frozenset({Cap.LIMB}),
    "lower_arm": frozenset({Cap.LIMB, Cap.GRASPER}),
    "upper_leg": frozenset({Cap.LIMB}),
    "lower_leg": frozenset({Cap.LIMB}),
    "foot": frozenset({Cap.LIMB, Cap.FOOT}),
    "ball": frozenset(),
}


def part_of(joint: str) -> str:
    """The part of the body that a joint moves, without its side: "upper_arm" for "right_upper_arm"."""
    side, _, part = joint.partition("_")
    return part if side in SIDES else joint


def thickness(proportions: Proportions, joint: str) -> float:
    """Radius of the capsule on a joint [m]."""
    part = part_of(joint)
    if part == "head":
        return proportions.head_radius
    if part in ("foot", "ball"):
        return min(0.5 * proportions.ankle, proportions.leg_radius)
    if part.endswith("leg"):
        return proportions.leg_radius
    return proportions.arm_radius if part.endswith("arm") else proportions.torso_radius


def sole_contacts(proportions: Proportions, skeleton: Skeleton) -> tuple[ContactPoint, ...]:
    """Heel, ball and toe of each foot, on the sole."""
    p = proportions
    contacts = []
    for side in SIDES:
        foot, ball = skeleton.index(f"{side}_foot"), skeleton.index(f"{side}_ball")
        low = p.ankle + skeleton.offsets[ball][1]
        contacts += [
            ContactPoint(f"{side} heel", foot, np.array([0.0, -p.ankle, -p.heel])),
            ContactPoint(f"{side} ball", ball, np.array([0.0, -low, 0.0])),
            ContactPoint(f"{side} toe", ball, np.array([0.0, -low, p.toe - p.ball])),
        ]
    return tuple(contacts)


def figure_character(proportions: Proportions, name: str = "figure") -> Character:
    """A figure that stands as a drawn character of these proportions does."""
    skeleton = doodle_skeleton(proportions)
    bodies = tuple(_body(proportions, skeleton, joint) for joint in range(len(skeleton)))
    contacts = sole_contacts(proportions, skeleton)
    return Character(name, skeleton, bodies, (), contacts, doodle_symmetry(skeleton))


def _body(proportions: Proportions, skeleton: Skeleton, joint: int) -> Body:
    name = skeleton.names[joint]
    radius = thickness(proportions, name)
    color = _FAR if name.startswith("left") else _NEAR if name.startswith("right") else _MIDDLE
    meshes = [_part(tip, radius, part_of(name), color) for tip in _tips(skeleton, joint)]
    if part_of(name) == "foot":
        back = np.array([0.0, -proportions.ankle + radius, -proportions.heel + radius])
        meshes.append(_stick(np.zeros(3), back, radius, color))
    sole = _sole(proportions, skeleton, joint)
    meshes = tuple(_flatten_sole(mesh, sole) for mesh in merged(meshes))
    points = np.concatenate([mesh.vertices for mesh in meshes])
    box = np.stack([points.min(axis=0), points.max(axis=0)])
    return Body(CAPS[part_of(name)], box, radius, meshes)


def _flatten_sole(mesh: Mesh, sole: float) -> Mesh:
    """The mesh with everything below the sole moved up to it."""
    vertices = mesh.vertices.copy()
    vertices[:, 1] = np.maximum(vertices[:, 1], sole)
    return replace(mesh, vertices=vertices)


def _sole(proportions: Proportions, skeleton: Skeleton, joint: int) -> float:
    """Height of the sole in the frame of a foot's joint [m]; far below for all other joints."""
    part = part_of(skeleton.names[joint])
    if part == "foot":
        return -proportions.ankle
    return -proportions.ankle - skeleton.offsets[joint][1] if part == "ball" else -np.inf


def _tips(skeleton: Skeleton, joint: int) -> Sequence[Floats]:
    """Ends of the body of a joint in its frame; that of the upper back only reaches the neck."""
    if skeleton.names[joint] in ("hips", "upper_back"):
        return [skeleton.offsets[skeleton.index({"hips": "waist"}.get(skeleton.names[joint], "head"))]]
    tips = [skeleton.offsets[child] for child in skeleton.children[joint]]
    return tips + [skeleton.end_offsets[e] for e in np.flatnonzero(skeleton.end_joints == joint)]


def _part(tip: Floats, radius: float, part: str, color: str) -> Mesh:
    if part == "head":
        length = float(np.linalg.norm(tip))
        return ellipsoid(0.5 * tip, (0.8 * radius, 0.5 * length, radius), color, MATTE)
    end = np.array(tip)
    if part == "ball":  # the toe's round end is where the tip is
        end += [0.0, radius, -min(radius, 0.9 * end[2])]
    return _stick(np.zeros(3), end, radius, color)


def _stick(start: Floats, end: Floats, radius: float, color: str) -> Mesh:
    """A stick with round ends whose balls are centred on its two tips."""
    length = max(float(np.linalg.norm(end - start)), 1e-6)
    if np.linalg.norm(end - start) < 1e-6:
        end = start + np.array([0.0, length, 0.0])
    quarter = np.linspace(0.0, 0.5 * np.pi, 7)
    cap = radius * np.stack([-np.cos(quarter) / length, np.sin(quarter)], axis=1)
    profile = np.concatenate([cap, (cap * [-1.0, 1.0] + [1.0, 0.0])[::-1]])
    return lathe(start, end, profile, color, MATTE, segments=16)
