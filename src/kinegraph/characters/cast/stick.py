"""The stick rig: slender capsules and balls over any skeleton, for motion that comes without a body."""

from dataclasses import replace

import numpy as np

from kinegraph.characters.anatomy.names import read_names
from kinegraph.characters.body_plan import BodyPlan
from kinegraph.characters.plan_character import character_from_plan
from kinegraph.characters.shapes import SATIN, ellipsoid, lathe, merged
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body, Cap, Mesh
from kinegraph.core.character import Character, Symmetry
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton

_COLORS = {1: "#f2994a", -1: "#4aa8e0", 0: "#e9e4da"}  # left warm, right cool, centre bone-white
_JOINT_COLORS = {1: "#c8702a", -1: "#2f7fb5", 0: "#b9b2a4"}


def stick_character(skeleton: Skeleton, name: str = "stick") -> Character:
    """A character made of sticks over `skeleton`; sides are coloured by name, else by place."""
    world = forward_kinematics(Pose.rest(skeleton)).positions
    thickness = _thickness(skeleton, world)
    sides = _sides(skeleton, world)
    bodies = tuple(_stick_body(skeleton, j, int(sides[j]), thickness) for j in range(len(skeleton)))
    return Character(name, skeleton, bodies, symmetry=_symmetry(skeleton, sides))


def plain_stick(plan: BodyPlan) -> Character:
    """A plan's skeleton, caps and contacts in sticks, without eyes and fingers; the mouth is the head's."""
    leaves = {bone.name for bone in plan.bones} - {bone.parent for bone in plan.bones}
    bones = []
    for bone in plan.bones:
        if Cap.HEAD in bone.caps:
            bones.append(replace(bone, caps=bone.caps | {Cap.MOUTH}))
        elif bone.name not in leaves or bone.caps - {Cap.MOUTH} or "toes" in bone.name:
            bones.append(bone)
    plain = BodyPlan("stick", tuple(bones), contacts=plan.contacts)
    shape = character_from_plan(plain)
    sticks = stick_character(shape.skeleton)
    bodies = [replace(stick, caps=body.caps) for stick, body in zip(sticks.bodies, shape.bodies, strict=True)]
    return replace(sticks, bodies=tuple(bodies), contacts=shape.contacts, symmetry=shape.symmetry)


def _thickness(skeleton: Skeleton, world: Floats) -> float:
    """Radius of the sticks [m]: a share of the whole figure's size."""
    size = float(np.ptp(world, axis=0).max())
    if len(skeleton.end_offsets):
        size = max(size, float(np.linalg.norm(skeleton.end_offsets, axis=1).max()))
    return 0.011 * size if size > 0 else 0.02


def _sides(skeleton: Skeleton, world: Floats) -> np.ndarray:
    named = np.array([reading.side for reading in read_names(skeleton.names)], dtype=np.int64)
    if named.any():
        return named
    middle, width = world[0, 0], float(np.ptp(world, axis=0).max())
    return np.where(np.abs(world[:, 0] - middle) < 0.03 * width, 0, np.sign(world[:, 0] - middle)).astype(
        np.int64
    )


def _symmetry(skeleton: Skeleton, sides: np.ndarray) -> Symmetry:
    """Partners are found by name only: two joints at mirrored places need not be the same part."""
    mirror = np.arange(len(skeleton))
    for joint, name in enumerate(skeleton.names):
        for one, other in (("left", "right"), ("Left", "Right"), ("LEFT", "RIGHT")):
            partner = name.replace(one, other)
            if partner != name and partner in skeleton:
                mirror[joint], mirror[skeleton.index(partner)] = skeleton.index(partner), joint
    return Symmetry(mirror, sides)


def _stick_body(skeleton: Skeleton, joint: int, side: int, thickness: float) -> Body:
    tips = [skeleton.offsets[child] for child in skeleton.children[joint]]
    tips += [skeleton.end_offsets[e] for e in np.flatnonzero(skeleton.end_joints == joint)]
    ball = 1.5 * thickness
    meshes = [ellipsoid((0, 0, 0), (ball, ball, ball), _JOINT_COLORS[side], SATIN, 8)]
    meshes += [_stick(tip, thickness, _COLORS[side]) for tip in tips if np.linalg.norm(tip) > 2 * thickness]
    is_head = "head" in skeleton.names[joint].lower() and (skeleton.end_joints == joint).any()
    if is_head:
        size = max(0.5 * float(np.linalg.norm(tips[-1])), 4 * thickness)
        meshes.append(ellipsoid(0.6 * tips[-1], (0.8 * size, size, 0.9 * size), _COLORS[side], SATIN, 16))
    points = np.concatenate([mesh.vertices for mesh in meshes])
    return Body(
        box=np.stack([points.min(axis=0), points.max(axis=0)]), radius=thickness, meshes=merged(meshes)
    )


def _stick(tip: Floats, thickness: float, color: str) -> Mesh:
    """A slender spindle from the joint to `tip`."""
    t = np.linspace(0.0, 1.0, 9)
    radius = thickness * (0.55 + 0.45 * np.sin(np.pi * np.clip(1.15 * t, 0.0, 1.0) ** 0.7))
    radius[0] = radius[-1] = 0.0
    return lathe((0, 0, 0), tip, np.column_stack([t, radius]), color, SATIN, 10)
