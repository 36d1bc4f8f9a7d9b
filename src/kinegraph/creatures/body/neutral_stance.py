"""A relaxed rest pose for rigs whose own rest pose is a calibration pose (arms out, legs apart).

Generalized motion is measured from rest. Arms that point to the sides are lowered, and legs of bipeds that
stand apart are set upright. Knees and elbows get the bend that they have in a clip while extended, so that
they fold the right way.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import (
    quat_between,
    quat_conjugate,
    quat_multiply,
    quat_rotate,
)
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.creature_from_rig import creature_from_rig, creature_from_scene
from kinegraph.creatures.body.frames import FORWARD

_OUT = 0.6  # an arm rests out to the side where this share of its reach is sideways
_APART = 0.2  # legs rest apart where this share of their height is sideways
_AT_EASE = np.array([0.2, -1.0, 0.1])  # the way a left arm hangs
_DOWN, _UPRIGHT = np.array([0.0, 1.0, 0.0]), np.array([0.0, 1.0, 1.0])  # what remains of a leg's direction
_UNFOLDED = 0.7  # share of a clip's frames that are too folded to take bends from
_LONG = 0.75  # share of the longest bone that a limb's first bone must have: skips hips and collarbones


def neutral_creature(character: Character, clip: Clip | None = None) -> Creature:
    """The creature of a rig, in a relaxed stance.

    clip: A motion of it, if any: gives the bends of limbs, and a stance where the rest pose has none.
    """
    if clip is None or guess_anatomy(character).posed:
        return relax_limbs(creature_from_rig(character), clip)
    creature = creature_from_scene(Scene(character, clips=(clip,)))
    return relax_limbs(creature or creature_from_rig(character), clip, everything=True)


def relax_limbs(creature: Creature, clip: Clip | None = None, *, everything: bool = False) -> Creature:
    """The creature with arms that hang and upright legs; the same creature where they are already.

    everything: Relaxes all limbs, also those that look relaxed.
    """
    wanted = _wanted_directions(creature, everything)
    if not wanted:
        return creature
    pose = creature.character.rest
    for end, way in wanted.items():
        limb = _limb(creature, end)
        if clip is not None:
            pose = _bend_joints(pose, clip, limb[1:], _unfolded_frames(clip, creature, limb))
        pose = _point_limb(pose, creature, limb, way)
    return creature_from_rig(creature.character, pose, FORWARD)  # it was turned already


def _wanted_directions(creature: Creature, everything: bool) -> dict[int, Floats]:
    """The direction that each limb should point in, by its end body."""
    ways: dict[int, Floats] = {}
    hands = creature.bodies_with(Cap.GRASPER)
    for hand in hands if len(hands) <= 2 else ():  # many arms would hang in one place
        shoulder = creature.rest_positions[_limb(creature, hand)[0]]
        out = creature.rest_handles[hand] - shoulder
        reach = float(np.linalg.norm(out))
        if shoulder[1] > reach and (everything or abs(out[0]) > _OUT * reach):
            side = 1.0 if creature.rest_handles[hand, 0] >= 0.0 else -1.0
            ways[hand] = _AT_EASE * [side, 1.0, 1.0]
    if len(creature.legs) == 2:
        for leg in creature.legs:
            down = creature.rest_handles[leg.foot] - creature.rest_positions[_limb(creature, leg.foot)[0]]
            if everything or abs(down[0]) > _APART * abs(down[1]):
                ways[leg.foot] = down * (_DOWN if everything else _UPRIGHT)
    skeleton = creature.character.skeleton
    limbs = {end: _limb(creature, end) for end in ways}
    shared = {end for end, limb in limbs.items() if any(limb[0] in o for e, o in limbs.items() if e != end)}
    chained = {end for end in ways if _is_chain(skeleton.parents, limbs[end])} - shared
    return {end: way for end, way in ways.items() if end in chained}


def _limb(creature: Creature, end: int) -> list[int]:
    """The bodies from the first long bone of a limb out to its end."""
    chain = [end]
    while (
        creature.parents[chain[-1]] >= 0
        and creature.spine_of[creature.parents[chain[-1]]] != creature.parents[chain[-1]]
    ):
        chain.append(int(creature.parents[chain[-1]]))
    chain.reverse()
    places = [*(creature.rest_positions[body] for body in chain), creature.rest_handles[end]]
    bones = np.linalg.norm(np.diff(places, axis=0), axis=1)
    first = int(np.argmax(bones >= _LONG * bones.max()))
    return chain[first:]


def _is_chain(parents: ArrayLike, limb: list[int]) -> bool:
    """True if a limb is a chain in the skeleton too: no foot that the rig keeps beside its leg."""
    parents = np.asarray(parents)
    return all(parents[below] == above for above, below in pairwise(limb))


def _unfolded_frames(clip: Clip, creature: Creature, limb: list[int]) -> Ints:
    """The frames in which a limb is most extended: legs that stand, arms that hang."""
    world, end = forward_kinematics(clip), limb[-1]
    handles = world.positions[:, end] + quat_rotate(world.rotations[:, end], creature.handles[end])
    reach = np.linalg.norm(handles - world.positions[:, limb[0]], axis=1)
    return np.flatnonzero(reach >= np.quantile(reach, _UNFOLDED))


def _bend_joints(pose: Pose, clip: Clip, joints: list[int], frames: Ints) -> Pose:
    """The pose with joints bent as they are on average in some frames of a clip."""
    rotations = np.array(pose.rotations)
    for joint in joints:
        rotations[joint] = mean_rotation(clip.rotations[frames, joint])
    return Pose(pose.skeleton, pose.root_translation, rotations, pose.translations)


def _point_limb(pose: Pose, creature: Creature, limb: list[int], way: Floats) -> Pose:
    """The pose with a limb turned at its first joint so that its handle lies in a direction.

    Feet keep their tilt: a sole that was level stays level.
    """
    first, end = limb[0], limb[-1]
    world = forward_kinematics(pose)
    handle = world.positions[end] + quat_rotate(world.rotations[end], creature.handles[end])
    turn = quat_between(handle - world.positions[first], way)
    rotations = np.array(pose.rotations)
    above = int(pose.skeleton.parents[first])
    back = quat_conjugate(world.rotations[above])
    rotations[first] = quat_multiply(back, quat_multiply(turn, world.rotations[first]))
    if end != first and Cap.FOOT in creature.caps[end]:
        leg = quat_multiply(turn, world.rotations[int(pose.skeleton.parents[end])])
        rotations[end] = quat_multiply(quat_conjugate(leg), world.rotations[end])
    return Pose(pose.skeleton, pose.root_translation, rotations, pose.translations)


def mean_rotation(quats: Floats) -> Floats:
    """(4,) the rotation nearest to all of (N, 4), in the least squares of their matrices."""
    return np.linalg.eigh(quats.T @ quats)[1][:, -1]
