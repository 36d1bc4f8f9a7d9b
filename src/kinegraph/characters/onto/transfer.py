"""A dense motion on another rig: bones point where the original's point, and feet stand where its feet stand.

Each mapped joint turns by as much as its counterpart has turned from the pose in which both rigs' bones point
the same way. The path is scaled by the length of the legs. Legs then reach for the original's ankles, scaled.
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.characters.onto.body_chains import BodyChains, LimbChain
from kinegraph.characters.onto.joint_mapping import JointMapping
from kinegraph.characters.onto.leg_reach import reach_with_leg
from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import WorldTransforms, end_positions, forward_kinematics
from kinegraph.core.math.rotations import (
    quat_between,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
    unroll_quats,
)
from kinegraph.core.skeleton import Skeleton

_STRAIGHT = 1e-9  # [m] bones shorter than this have no direction


@dataclass(frozen=True, eq=False)
class Transferred:
    """A motion on another rig.

    scale: Lengths of the new path per length of the original's.
    ankles: By joint of the target, (F, 3) where the original's foot would be on this rig [m].
    """

    clip: Clip
    scale: float
    ankles: dict[int, Floats]


def transfer(clip: Clip, source: BodyChains, target: BodyChains, mapping: JointMapping) -> Transferred:
    """The clip, which moves the source, on the target."""
    follows, skeleton = mapping.source_of, target.character.skeleton
    turn = _turn_to_face(source, target)
    moved, judged = forward_kinematics(clip), forward_kinematics(source.pose)
    at_rest = forward_kinematics(target.pose)
    aligned = _aligned_rests(source, target, follows, judged, at_rest, turn)
    rotations = _world_rotations(clip, skeleton, follows, moved, judged, aligned, turn, target)
    scale = _leg_length(target) / _leg_length(source)
    hips, legs = target.hips, _leg_pairs(source, target, follows)
    # Soles on the ground: ankles of the two rigs stand differently high.
    stands = _ankle_height(target, [leg.joints[-1] for _, leg in legs], at_rest) if legs else 0.0
    stood = _ankle_height(source, [ankle for ankle, _ in legs], judged) if legs else 0.0
    lift = np.array([0.0, stands - scale * stood, 0.0])
    carried = [leg.joints[-3] for _, leg in legs] or [hips]
    carriers = [follows[joint] for joint in carried if joint in follows] or [source.hips]
    path = scale * quat_rotate(turn, moved.positions[:, carriers].mean(axis=1)) + lift
    placed = _place_joints(skeleton, rotations, hips, carried, path)
    ankles = {}
    for ours, theirs in legs:
        goal = scale * quat_rotate(turn, moved.positions[:, ours]) + lift
        reach_with_leg(skeleton, rotations, placed, theirs.joints[-3:], goal)
        ankles[theirs.joints[-1]] = goal
    return Transferred(_as_clip(clip, skeleton, rotations, placed, hips), scale, ankles)


def _turn_to_face(source: BodyChains, target: BodyChains) -> Floats:
    """(4,) turn about the vertical from where the source faces to where the target does."""
    if source.facing is None or target.facing is None:
        return np.array([0.0, 0.0, 0.0, 1.0])
    angles = [np.arctan2(facing[0], facing[2]) for facing in (source.facing, target.facing)]
    return quat_from_axis_angle(np.array([0.0, angles[1] - angles[0], 0.0]))


def _aligned_rests(
    source: BodyChains,
    target: BodyChains,
    follows: dict[int, int],
    judged: WorldTransforms,
    at_rest: WorldTransforms,
    turn: Floats,
) -> dict[int, Floats]:
    """By mapped joint its world orientation in the pose in which its bone points as the source's does."""
    skeleton, found, bends = target.character.skeleton, {}, {}
    for joint in sorted(follows):
        here = _direction(target, joint, at_rest, follows)
        there = _direction(source, follows[joint], judged, {follows[j]: j for j in follows})
        above = next((bends[j] for j in reversed(skeleton.chain(joint)[:-1]) if j in bends), None)
        bend = np.array([0.0, 0.0, 0.0, 1.0]) if above is None else above
        if here is not None and there is not None and joint != target.hips:
            wanted = quat_rotate(turn, there)
            bend = quat_multiply(quat_between(quat_rotate(bend, here), wanted), bend)
        bends[joint] = bend
        found[joint] = quat_multiply(bend, at_rest.rotations[joint])
    return found


def _direction(body: BodyChains, joint: int, world: WorldTransforms, mapped: dict[int, int]) -> Floats | None:
    """(3,) unit vector along a joint's bone: to the mapped joints that come next, else to its end site."""
    skeleton = body.character.skeleton
    below = [j for j in skeleton.descendants(joint) if j in mapped and j != joint]
    nearest = [
        j for j in below if not any(other in mapped for other in skeleton.chain(j)[:-1] if other in below)
    ]
    trunk = [j for j in nearest if j in body.trunk]
    points = [world.positions[j] for j in (trunk or nearest)]
    if not points:
        ends = end_positions(skeleton, world)
        points = list(ends[skeleton.end_joints == joint]) or [
            world.positions[child] for child in skeleton.children[joint]
        ]
    if not points:
        return None
    along = np.mean(points, axis=0) - world.positions[joint]
    length = float(np.linalg.norm(along))
    return along / length if length > _STRAIGHT else None


def _world_rotations(
    clip: Clip,
    skeleton: Skeleton,
    follows: dict[int, int],
    moved: WorldTransforms,
    judged: WorldTransforms,
    aligned: dict[int, Floats],
    turn: Floats,
    target: BodyChains,
) -> Floats:
    """(F, J, 4) world rotations of the target; joints that follow none keep the target's pose."""
    found = np.empty((len(clip), len(skeleton), 4))
    local = target.pose.rotations
    for joint, parent in enumerate(skeleton.parents.tolist()):
        if joint in follows:
            other = follows[joint]
            turned = quat_multiply(moved.rotations[:, other], quat_conjugate(judged.rotations[other]))
            faced = quat_multiply(quat_multiply(turn, turned), quat_conjugate(turn))
            found[:, joint] = quat_multiply(faced, aligned[joint])
        else:
            found[:, joint] = local[joint] if parent < 0 else quat_multiply(found[:, parent], local[joint])
    return found


def _leg_length(body: BodyChains) -> float:
    """Mean length of the legs from hip to ankle; the body's size without legs [m]."""
    legs = [limb.joints[-3:] for limb in body.limbs if limb.leg and len(limb.joints) >= 3]
    lengths = [np.linalg.norm(np.diff(body.places[list(leg)], axis=0), axis=1).sum() for leg in legs]
    return float(np.mean(lengths)) if lengths else body.size


def _leg_pairs(
    source: BodyChains, target: BodyChains, follows: dict[int, int]
) -> list[tuple[int, LimbChain]]:
    """(ankle of the source, leg of the target) of legs that follow legs."""
    feet = {limb.joints[-1] for limb in source.limbs if limb.leg}
    pairs = [(follows.get(limb.joints[-1]), limb) for limb in target.limbs if limb.leg]
    return [(ankle, limb) for ankle, limb in pairs if ankle in feet and len(limb.joints) >= 3]


def _ankle_height(body: BodyChains, ankles: list[int], world: WorldTransforms) -> float:
    """Mean height of the ankles above the lowest point of a body [m]."""
    points = [world.positions, end_positions(body.character.skeleton, world)]
    for contact in body.character.contacts:
        at = world.positions[contact.joint] + quat_rotate(world.rotations[contact.joint], contact.offset)
        points.append(at[None])
    lowest = np.concatenate(points)[:, 1].min()
    return float(world.positions[ankles, 1].mean() - lowest)


def _place_joints(
    skeleton: Skeleton, rotations: Floats, hips: int, carried: list[int], path: Floats
) -> Floats:
    """(F, J, 3) places of all joints [m], with the middle of the carried ones on the path.

    Joints above the hips stay where the root rests.
    """
    places = np.zeros((*rotations.shape[:2], 3))
    places[:, 0] = skeleton.offsets[0]
    for joint, parent in enumerate(skeleton.parents.tolist()):
        if parent >= 0:
            places[:, joint] = places[:, parent] + quat_rotate(rotations[:, parent], skeleton.offsets[joint])
    moving = [hips, *skeleton.descendants(hips)]
    places[:, moving] += (path - places[:, carried].mean(axis=1))[:, None]
    return places


def _as_clip(clip: Clip, skeleton: Skeleton, rotations: Floats, places: Floats, hips: int) -> Clip:
    local = rotations.copy()
    above = quat_conjugate(rotations[:, skeleton.parents[1:]])
    local[:, 1:] = quat_multiply(above, rotations[:, 1:])
    slides = None
    if hips:
        parent = int(skeleton.parents[hips])
        slides = np.tile(skeleton.offsets, (len(clip), 1, 1))
        slides[:, 0] = places[:, 0]
        slides[:, hips] = quat_rotate(
            quat_conjugate(rotations[:, parent]), places[:, hips] - places[:, parent]
        )
    return Clip(skeleton, clip.fps, places[:, 0], unroll_quats(local), slides, clip.name, clip.events)
