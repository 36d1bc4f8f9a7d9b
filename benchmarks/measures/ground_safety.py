"""Ground safety: measures of a performance that should be zero: slipping feet, parts under the ground."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics, points_on_joints
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.doodles.performing.posing import Ground
from kinegraph.doodles.performing.score import Contact
from kinegraph.doodles.sketch.proportions import SIDES


def foot_slip(character: Character, clip: Clip, start: float, contacts: Sequence[Contact]) -> Floats:
    """(C,) distance that each planted foot or hand slips while it should stay [m]; sliding ones,
    0.

    A foot may roll over its heel or its ball: from frame to frame, the point that moves less is what it
    stands on.

    start: When the clip's first frame is, on the contacts' clock [s].
    """
    world = forward_kinematics(clip)
    slips = []
    for contact in contacts:
        first = int(np.ceil((contact.start - start) * clip.fps - 1e-6))
        last = int(np.floor((contact.end - start) * clip.fps + 1e-6))
        points = _soles(character, world, contact.limb)[max(first, 0) : last + 1, :, [0, 2]]
        if contact.sliding or len(points) < 2:
            slips.append(0.0)
            continue
        steps = np.linalg.norm(np.diff(points, axis=0), axis=-1)
        slips.append(float(steps.min(axis=1).sum()))
    return np.array(slips)


def _soles(character: Character, world: WorldTransforms, limb: int) -> Floats:
    """(F, P, 3) the points that a foot stands on, heel and ball, or the end of a hand [m]."""
    skeleton, side = character.skeleton, SIDES[limb % 2]
    if limb >= 2:
        hand = skeleton.index(f"{side}_lower_arm")
        tip = skeleton.end_offsets[np.flatnonzero(skeleton.end_joints == hand)[:1]]
        return points_on_joints(world, np.array([hand]), tip)
    wanted = [c for c in character.contacts if c.name in (f"{side} heel", f"{side} ball")]
    return points_on_joints(world, np.array([c.joint for c in wanted]), np.array([c.offset for c in wanted]))


def depth_under_ground(character: Character, clip: Clip, ground: Ground | None = None) -> Floats:
    """(F,) how far the deepest vertex of the character's bodies and skins is under the ground [m]; 0 where
    none is.

    What is under it in the rest pose already, by as much as the drawing has it, is not counted.
    """
    world = forward_kinematics(clip)
    rest = WorldTransforms(_rest_positions(character)[None], character.skeleton.rest_rotations[None])
    deepest = np.zeros(len(clip))
    for joint, body in enumerate(character.bodies):
        for mesh in body.meshes:
            below = _depths(world, joint, mesh.vertices, ground)
            drawn = np.maximum(_depths(rest, joint, mesh.vertices, None), 0.0)
            deepest = np.maximum(deepest, (below - drawn).max(axis=1))
    return deepest


def _rest_positions(character: Character) -> Floats:
    skeleton = character.skeleton
    positions = np.array(skeleton.offsets)
    for joint in range(1, len(skeleton)):
        positions[joint] += positions[skeleton.parents[joint]]
    return positions


def _depths(world: WorldTransforms, joint: int, vertices: Floats, ground: Ground | None) -> Floats:
    """(F, V) depth of a joint's vertices under the ground [m], negative above."""
    points = world.positions[:, joint, None] + quat_rotate(world.rotations[:, joint, None], vertices)
    return (0.0 if ground is None else ground(points)) - points[..., 1]
