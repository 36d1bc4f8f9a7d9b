"""Thickness of body parts, and contact points: from the mesh, else from bones."""

from collections.abc import Sequence

import numpy as np

from kinegraph.characters.anatomy.shape import Shape
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body, Cap
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.kinematics.forward import WorldTransforms
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.core.skeleton import Skeleton

_SLENDER = {Cap.ROOT: 0.35, Cap.SPINE: 0.35, Cap.HEAD: 0.45, Cap.LIMB: 0.14}
"""Thickness of a part as a share of its bone's length, where there is no mesh."""


def guess_bodies(character: Character, caps: Sequence[set[Cap]], size: float) -> tuple[Body, ...]:
    """Bodies with radius and box in each joint's frame; existing values are kept.

    size: Diagonal of the whole body [m].
    """
    clouds = flesh(character)
    bodies = []
    for joint, body in enumerate(character.bodies):
        ends = _bone_ends(character.skeleton, joint)
        cloud = clouds[joint]
        if np.ptp(body.box) > 0:
            box, radius = body.box, body.radius
        elif len(cloud):
            box, radius = np.stack([cloud.min(axis=0), cloud.max(axis=0)]), _radius_of(cloud, ends)
        else:
            length = float(np.mean([np.linalg.norm(end) for end in ends])) if ends else 0.0
            slender = max((_SLENDER.get(cap, 0.18) for cap in caps[joint]), default=0.18)
            radius = float(np.clip(slender * length, 0.004 * size, 0.08 * size))
            points = np.array([np.zeros(3), *ends])
            box = np.stack([points.min(axis=0) - radius, points.max(axis=0) + radius])
        bodies.append(Body(body.caps or frozenset(caps[joint]), box, radius, body.meshes))
    return tuple(bodies)


def flesh(character: Character) -> list[Floats]:
    """For each joint the mesh vertices that it moves most, (N, 3) in its frame [m]."""
    clouds: list[list[Floats]] = [[] for _ in character.bodies]
    for skin in character.skins:
        strongest = skin.joints[np.arange(len(skin.joints)), skin.weights.argmax(axis=1)]
        for joint in np.unique(strongest):
            joint_from_mesh = skin.joint_from_mesh[joint]
            own = skin.mesh.vertices[strongest == joint]
            clouds[joint].append(own @ joint_from_mesh[:3, :3].T + joint_from_mesh[:3, 3])
    for joint, body in enumerate(character.bodies):
        clouds[joint] += [mesh.vertices for mesh in body.meshes]
    return [np.concatenate([np.empty((0, 3)), *cloud]) for cloud in clouds]


def guess_contacts(
    character: Character, shape: Shape, caps: Sequence[set[Cap]], world: WorldTransforms, sides: Sequence[int]
) -> tuple[ContactPoint, ...]:
    """A toe for every foot, and a heel where the foot is long enough to have one.

    world: The rest pose.
    sides: +1 left, -1 right, 0 centre for each joint.
    """
    feet = [joint for joint, found in enumerate(caps) if Cap.FOOT in found]
    clouds = flesh(character)
    contacts = []
    for foot, label in zip(feet, _labels(shape, feet, sides), strict=True):
        soles = _sole(shape, foot, clouds, world)
        toe_joint, toe = _foremost(shape, foot, soles)
        contacts.append(_contact(f"{label} toe".strip(), toe_joint, toe, world))
        ankle = shape.positions[foot]
        length = float(np.hypot(*(toe - ankle)[[0, 2]]))
        if length > 0.03 * shape.size:
            contacts.append(_contact(f"{label} heel".strip(), foot, _heel(soles, ankle, toe), world))
    return tuple(contacts)


def _sole(
    shape: Shape, foot: int, clouds: Sequence[Floats], world: WorldTransforms
) -> list[tuple[int, Floats]]:
    """(joint, world position) of points that the foot may stand on: mesh vertices, else tips."""
    points: list[tuple[int, Floats]] = []
    for joint in shape.skeleton.descendants(foot):
        placed = world.positions[joint] + quat_rotate(world.rotations[joint], clouds[joint])
        points += [(joint, point) for point in placed]
    if not points:
        points = [(j, tip) for j in shape.skeleton.descendants(foot) for tip in shape.tips[j]]
    lowest = min(float(point[1]) for _, point in points)
    low = [(j, p) for j, p in points if p[1] <= lowest + 0.015 * shape.height]
    return low or points


def _foremost(shape: Shape, foot: int, soles: Sequence[tuple[int, Floats]]) -> tuple[int, Floats]:
    """The point of the sole that is farthest forward, or farthest from the ankle where no way is forward."""
    ankle = shape.positions[foot]

    def ahead(entry: tuple[int, Floats]) -> float:
        away = entry[1] - ankle
        return float(away @ shape.facing) if shape.facing is not None else float(np.hypot(away[0], away[2]))

    return max(soles, key=lambda entry: round(ahead(entry), 9))


def _heel(soles: Sequence[tuple[int, Floats]], ankle: Floats, toe: Floats) -> Floats:
    """The sole's point farthest from the toe, or the place under the ankle."""
    points = np.array([point for _, point in soles])
    forward = (toe - ankle) * [1.0, 0.0, 1.0]
    behind = points[np.argmin(points @ forward)]
    under = np.array([ankle[0], toe[1], ankle[2]])
    return behind if behind @ forward < under @ forward else under


def _contact(name: str, joint: int, at: Floats, world: WorldTransforms) -> ContactPoint:
    offset = quat_rotate(quat_conjugate(world.rotations[joint]), at - world.positions[joint])
    return ContactPoint(name, joint, offset)


def _labels(shape: Shape, feet: Sequence[int], sides: Sequence[int]) -> list[str]:
    """A name for each foot: its side, and front, back or a number where a side has several."""
    words = {1: "left", -1: "right", 0: ""}
    forward = np.array([0.0, 0.0, 1.0]) if shape.facing is None else shape.facing
    labels = [""] * len(feet)
    for side, word in words.items():
        own = sorted(
            (i for i, f in enumerate(feet) if sides[f] == side),
            key=lambda i: -(shape.positions[feet[i]] @ forward),
        )
        for rank, i in enumerate(own):
            place = {1: "", 2: ("front", "back")[min(rank, 1)]}.get(len(own), str(rank + 1))
            labels[i] = " ".join(w for w in (word, place) if w)
    return labels


def _bone_ends(skeleton: Skeleton, joint: int) -> list[Floats]:
    ends = [skeleton.offsets[child] for child in skeleton.children[joint]]
    return ends + list(skeleton.end_offsets[skeleton.end_joints == joint])


def _radius_of(cloud: Floats, ends: Sequence[Floats]) -> float:
    """Median distance of a part's vertices from its bone, or from its middle where it has no bone [m]."""
    axis = np.mean(ends, axis=0) if ends else np.zeros(3)
    length = float(np.linalg.norm(axis))
    if length < 1e-9:
        return float(np.median(np.linalg.norm(cloud - cloud.mean(axis=0), axis=1)))
    along = np.clip(cloud @ axis / length**2, 0.0, 1.0)
    return float(np.median(np.linalg.norm(cloud - along[:, None] * axis, axis=1)))
