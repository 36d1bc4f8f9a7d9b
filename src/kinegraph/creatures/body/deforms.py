"""Deforms: jaws, eyelids and fingers that open and close, with the same names on every body."""

from collections.abc import Sequence, Set

import numpy as np

from kinegraph.characters.plan_character import EYELID_SUFFIX, LID_LOWERED
from kinegraph.core.arrays import Floats, frozen_floats, frozen_ints
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import WorldTransforms, end_positions
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.creatures.body.creature import Deform

JAW_OPEN = 0.6  # turn of a jaw from shut to wide open [rad]
FINGER_SHUT = 1.2  # turn of each joint of a finger from open to fist [rad]
_SPREAD = 0.35  # fingers farther apart than this are claws that meet [rad]
_LEFTWARD = np.array([1.0, 0.0, 0.0])


def deforms_of(character: Character, caps: Sequence[Set[Cap]], world: WorldTransforms) -> tuple[Deform, ...]:
    """The deforms that a character's joints allow, in body order.

    caps: What each body is to motion.
    world: The rest pose.
    """
    found: list[Deform] = []
    names = character.skeleton.names
    for index, own in enumerate(caps):
        if Cap.MOUTH in own and Cap.HEAD not in own:
            found.append(_deform(index, "open", [index], [JAW_OPEN * _LEFTWARD], world))
        if Cap.EYE in own and names[index] + EYELID_SUFFIX in character.skeleton:
            lid = character.skeleton.index(names[index] + EYELID_SUFFIX)
            found.append(_deform(index, "shut", [lid], [LID_LOWERED * _LEFTWARD], world))
        if Cap.GRASPER in own:
            joints, turns = _grip(character, index, world)
            if joints:
                found.append(_deform(index, "grip", joints, turns, world))
    return tuple(found)


def _grip(character: Character, hand: int, world: WorldTransforms) -> tuple[list[int], list[Floats]]:
    """The joints of a hand's fingers and their turns from open to shut, in the character's axes [rad].

    Two claws that stand apart meet in the middle; other fingers curl towards the palm, which faces in and
    down at the end of an arm that is held out or hangs.
    """
    skeleton, bodies = character.skeleton, character.bodies
    fingers = [child for child in skeleton.children[hand] if not bodies[child].caps]
    ways = {finger: _way(character, finger, world) for finger in fingers}
    if len(fingers) == 2:
        one, other = (ways[finger] for finger in fingers)
        apart = float(np.arccos(np.clip(one @ other, -1.0, 1.0)))
        axis = np.cross(one, other)
        size = float(np.linalg.norm(axis))
        if apart > _SPREAD and size > 1e-6:
            return fingers, [0.5 * apart * axis / size, -0.5 * apart * axis / size]
    side = float(np.sign(world.positions[hand, 0]))
    palm = np.array([-side, -1.0, 0.0])
    joints, turns = [], []
    for finger, way in ways.items():
        axis = np.cross(way, palm)
        size = float(np.linalg.norm(axis))
        for joint in skeleton.descendants(finger):
            if not bodies[joint].caps and size > 1e-6:
                joints.append(joint)
                turns.append(FINGER_SHUT * axis / size)
    return joints, turns


def _way(character: Character, finger: int, world: WorldTransforms) -> Floats:
    """(3,) unit direction of a finger at rest: to its tip, or from the hand where it has none."""
    skeleton, start = character.skeleton, world.positions[finger]
    children = skeleton.children[finger]
    if children:
        tip = world.positions[children[0]]
    elif finger in skeleton.end_joints:
        tip = end_positions(skeleton, world)[skeleton.end_joints.tolist().index(finger)]
    else:
        start, tip = world.positions[skeleton.parents[finger]], start
    size = float(np.linalg.norm(tip - start))
    return (tip - start) / size if size > 1e-9 else np.array([0.0, 0.0, 1.0])


def _deform(body: int, name: str, joints: list[int], turns: list[Floats], world: WorldTransforms) -> Deform:
    """turns: In the character's axes; a deform has them in its joints' own."""
    own = quat_rotate(quat_conjugate(world.rotations[joints]), np.array(turns))
    return Deform(
        body,
        name,
        frozen_ints("Deform joints", np.array(joints), (None,)),
        frozen_floats("Deform turns", own, (None, 3)),
    )
