"""Creatures from rigs in files: guesses the anatomy, finds a standing pose and turns it to face +Z."""

from dataclasses import replace

import numpy as np

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature

_AHEAD = 0.15  # a rig that faces +Z within this angle is not turned [rad]
_ARTICULATED = 2  # parts of a mesh that hang on each other this deep move like a rig
_LOOKED_AT = 240  # most frames that are searched for a stance


def creature_from_rig(
    character: Character, stance: Pose | None = None, front: Floats | None = None
) -> Creature:
    """The creature of any rig. Anatomy that the rig gives stays; the rest is guessed.

    stance: A standing pose to use as the rest pose; some captures have no natural rest pose.
    front: (3,) the way it faces in that pose; guessed by default.
    """
    anatomy = guess_anatomy(character, stance)
    facing = anatomy.facing if front is None else front
    turn = 0.0 if facing is None else -float(np.arctan2(facing[0], facing[2]))
    if abs(turn) < _AHEAD:
        turn = 0.0
    return creature_from_character(
        replace(
            character,
            bodies=anatomy.bodies,
            symmetry=anatomy.symmetry,
            contacts=anatomy.contacts,
            rest=_turn_pose(stance or character.rest, turn),
        )
    )


def creature_from_scene(scene: Scene) -> Creature | None:
    """The creature in a file, or None for a file without a character."""
    return None if scene.character is None else creature_from_rig(scene.character, standing_pose(scene))


def standing_pose(scene: Scene) -> Pose | None:
    """A frame in which the character of a file stands, if its rest pose is one that no body has."""
    if scene.character is None or not scene.clips or guess_anatomy(scene.character).posed:
        return None
    return _best_stance(scene.character, scene.clips[0])


def is_rigged(character: Character) -> bool:
    """True if joints move a character: false for a mesh that stands in a file on its own."""
    skinned = any(len(np.unique(skin.joints[skin.weights > 0.0])) > 1 for skin in character.skins)
    meshes = bool(character.skins) or any(body.meshes for body in character.bodies)
    return skinned or not meshes or int(character.skeleton.depths.max()) >= _ARTICULATED


def _best_stance(character: Character, clip: Clip) -> Pose:
    """The frame in which the character stands tallest, on all feet, with the body over them."""
    bodies = guess_anatomy(character, clip.pose(0)).bodies
    feet = [joint for joint, body in enumerate(bodies) if Cap.FOOT in body.caps]
    root = next((joint for joint, body in enumerate(bodies) if Cap.ROOT in body.caps), 0)
    if not feet:
        return clip.pose(0)
    frames = np.unique(np.linspace(0, len(clip) - 1, min(len(clip), _LOOKED_AT)).astype(int))
    places = np.array([forward_kinematics(clip.pose(int(frame))).positions for frame in frames])
    soles, middle = places[:, feet], places[:, root]
    uneven = np.ptp(soles[..., 1], axis=1)
    aside = np.linalg.norm((soles.mean(axis=1) - middle)[:, [0, 2]], axis=1)
    tall = middle[:, 1] - soles[..., 1].min(axis=1)
    return clip.pose(int(frames[np.argmin(5.0 * uneven + aside - tall)]))


def _turn_pose(pose: Pose, angle: float) -> Pose:
    """The pose turned about the vertical through the origin [rad]."""
    turn = quat_from_axis_angle(np.array([0.0, angle, 0.0]))
    place = quat_rotate(turn, pose.root_translation)
    rotations = np.array(pose.rotations)
    rotations[0] = quat_multiply(turn, rotations[0])
    return pose.with_root(place, rotations)
