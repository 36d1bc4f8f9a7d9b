"""Captures rest in poses for machines, arms out, legs apart. Motion away from rest needs a rest at ease.

Arms that rest far out to the sides are let down, legs of two-legged bodies that rest apart are set upright.
Knees and elbows keep the bend that they have in a clip where they reach far, so that they know which way
to fold.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.characters.anatomy import guess_anatomy
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
from kinegraph.creatures.body.rig_creature import creature_from_rig, creature_from_scene

_OUT = 0.6  # an arm rests out to the side where this share of its reach is sideways
_APART = 0.2  # legs rest apart where this share of their height is sideways
_AT_EASE = np.array([0.2, -1.0, 0.1])  # the way a left arm hangs
_UNFOLDED = 0.7  # share of a clip's frames in which a limb is more folded than where its bends are taken from
_LONG = 0.75  # share of a limb's longest bone from which on a bone counts as its first: not hips, collarbones


def neutral_creature(character: Character, clip: Clip | None = None) -> Creature:
    """The creature that a rig is, standing at ease.

    clip: Motion of it, where there is any: tells how its limbs bend, and how it stands if its rest says not.
    """
    if clip is None or guess_anatomy(character).posed:
        return at_ease(creature_from_rig(character), clip)
    creature = creature_from_scene(Scene(character, clips=(clip,)))
    return at_ease(creature or creature_from_rig(character), clip, everything=True)


def at_ease(creature: Creature, clip: Clip | None = None, *, everything: bool = False) -> Creature:
    """The creature with its arms let down and its legs upright; itself where they are.

    everything: Judges no limb to be at ease as it is.
    """
    wanted = _wanted(creature, everything)
    if not wanted:
        return creature
    pose = creature.character.rest
    for end, way in wanted.items():
        limb = _limb(creature, end)
        if clip is not None:
            pose = _bent(pose, clip, limb[1:], _unfolded(clip, creature, limb))
        pose = _pointed(pose, creature, limb, way)
    return creature_from_rig(creature.character, pose)


def _wanted(creature: Creature, everything: bool) -> dict[int, Floats]:
    """Which limbs, by their ends, are to point where."""
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
                ways[leg.foot] = np.array([0.0, -1.0, 0.0])
    skeleton = creature.character.skeleton
    chained = {end for end in ways if _is_chain(skeleton.parents, _limb(creature, end))}
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
    """Whether the skeleton hangs a limb up as the creature does: no foot that is kept beside its leg."""
    parents = np.asarray(parents)
    return all(parents[below] == above for above, below in pairwise(limb))


def _unfolded(clip: Clip, creature: Creature, limb: list[int]) -> Ints:
    """The frames in which a limb reaches farther than in most: legs that stand, arms that hang."""
    world, end = forward_kinematics(clip), limb[-1]
    handles = world.positions[:, end] + quat_rotate(world.rotations[:, end], creature.handles[end])
    reach = np.linalg.norm(handles - world.positions[:, limb[0]], axis=1)
    return np.flatnonzero(reach >= np.quantile(reach, _UNFOLDED))


def _bent(pose: Pose, clip: Clip, joints: list[int], frames: Ints) -> Pose:
    """The pose with some joints bent as they mostly are in some frames of a clip."""
    rotations = np.array(pose.rotations)
    for joint in joints:
        rotations[joint] = mean_rotation(clip.rotations[frames, joint])
    return Pose(pose.skeleton, pose.root_translation, rotations, pose.translations)


def _pointed(pose: Pose, creature: Creature, limb: list[int], way: Floats) -> Pose:
    """The pose with a limb turned at its first joint so that its handle lies that way."""
    first, end = limb[0], limb[-1]
    world = forward_kinematics(pose)
    handle = world.positions[end] + quat_rotate(world.rotations[end], creature.handles[end])
    turn = quat_between(handle - world.positions[first], way)
    rotations = np.array(pose.rotations)
    above = int(pose.skeleton.parents[first])
    back = quat_conjugate(world.rotations[above])
    rotations[first] = quat_multiply(back, quat_multiply(turn, world.rotations[first]))
    return Pose(pose.skeleton, pose.root_translation, rotations, pose.translations)


def mean_rotation(quats: Floats) -> Floats:
    """(4,) the rotation nearest to all of (N, 4), in the least squares of their matrices."""
    return np.linalg.eigh(quats.T @ quats)[1][:, -1]
