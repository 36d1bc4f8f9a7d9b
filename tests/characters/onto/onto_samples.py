"""A person that walks, under any names, in any size and with other bones."""

from dataclasses import replace

import numpy as np
from tests.characters.anatomy.anatomy_samples import BIPED, biped

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton

FPS, FRAMES = 30.0, 61


def walker(names: tuple[str, ...] = BIPED, turned: float = 0.0) -> tuple[Character, Clip]:
    """A character and a motion of all its limbs while it walks ahead."""
    character = biped(names, turned)
    t = np.linspace(0.0, 2.0, FRAMES)
    rotations = np.tile(character.skeleton.rest_rotations, (FRAMES, 1, 1))
    swings = {
        "left thigh": ("x", 0.4 * np.sin(3 * t)),
        "right thigh": ("x", -0.4 * np.sin(3 * t)),
        "left shin": ("x", 0.3 + 0.25 * np.cos(3 * t)),
        "right shin": ("x", 0.3 - 0.25 * np.cos(3 * t)),
        "left upper arm": ("z", -1.1 + 0.2 * np.sin(3 * t)),
        "right upper arm": ("z", 1.1 + 0.2 * np.sin(3 * t)),
        "left forearm": ("y", -0.5 - 0.4 * np.sin(2 * t)),
        "spine": ("y", 0.2 * np.sin(3 * t)),
        "head": ("x", 0.2 * np.sin(5 * t)),
        "left foot": ("x", 0.2 * np.sin(4 * t)),
    }
    for joint, (axis, angles) in swings.items():
        turn = quat_from_axis_angle(angles[:, None] * np.eye(3)["xyz".index(axis)])
        own = BIPED.index(joint)
        rotations[:, own] = quat_multiply(rotations[:, own], turn)
    ahead = np.array([np.sin(np.radians(turned)), 0.0, np.cos(np.radians(turned))])
    roots = character.skeleton.offsets[0] + (0.8 * t - 0.4)[:, None] * ahead
    return character, Clip(character.skeleton, FPS, roots, rotations, name="walk")


def scaled(character: Character, factor: float, thigh: float = 1.0) -> Character:
    """The character in another size, with thighs of another length."""
    skeleton = character.skeleton
    offsets = skeleton.offsets * factor
    for joint in ("left shin", "right shin"):
        offsets[BIPED.index(joint)] *= thigh
    offsets[0, 1] += 0.42 * factor * (thigh - 1.0)
    return with_skeleton(
        character, replace(skeleton, offsets=offsets, end_offsets=skeleton.end_offsets * factor)
    )


def with_skeleton(character: Character, skeleton: Skeleton) -> Character:
    """The character with another skeleton that has the same joints."""
    return Character(character.name, skeleton, character.bodies, rest=Pose.rest(skeleton))
