"""Feet: the points on which a character stands, when they stand in a clip, and how far they slip."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import detect_contacts, standing_height
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints

_LOW = 0.015  # share of the character's height: a foot lower than this over its rest can skate


@dataclass(frozen=True, eq=False)
class Foot:
    """A part on which a character stands.

    joint: That carries it. offset: (3,) middle of its contact points in the joint's frame [m].
    points: Its contact points.
    limb: The joints that may turn to place it, from the hip on.
    """

    joint: int
    offset: Floats
    points: tuple[ContactPoint, ...]
    limb: tuple[int, ...]


def feet_of(character: Character) -> tuple[Foot, ...]:
    """The feet of a character: contact points that hang on one limb."""
    skeleton, groups = character.skeleton, dict[int, list[ContactPoint]]()
    for contact in character.contacts:
        carrier = contact.joint
        for joint in skeleton.chain(contact.joint):
            if Cap.FOOT in character.bodies[joint].caps:
                carrier = joint
                break
        groups.setdefault(carrier, []).append(contact)
    return tuple(
        Foot(
            joint,
            np.mean([point.offset for point in points if point.joint == joint] or [np.zeros(3)], axis=0),
            tuple(points),
            _limb(character, joint),
        )
        for joint, points in groups.items()
    )


def stands(clip: Clip, feet: Sequence[Foot]) -> NDArray[np.bool_]:
    """(F, number of feet) whether each foot stands in each frame."""
    points = [point for foot in feet for point in foot.points]
    if not points:
        return np.zeros((len(clip), 0), dtype=np.bool_)
    touching = detect_contacts(clip, points).touching
    starts = np.cumsum([0, *(len(foot.points) for foot in feet)])
    return np.stack([touching[:, a:b].any(axis=1) for a, b in itertools.pairwise(starts)], axis=1)


def foot_places(clip: Clip, feet: Sequence[Foot]) -> Floats:
    """(F, number of feet, 3) places of the feet [m]."""
    joints = np.array([foot.joint for foot in feet], dtype=np.int64)
    offsets = np.array([foot.offset for foot in feet]).reshape(-1, 3)
    return points_on_joints(forward_kinematics(clip), joints, offsets)


def skating(clip: Clip, feet: Sequence[Foot]) -> Floats:
    """(number of feet,) way of each foot over the ground while it is low [m].

    Frames count fully at the height at which the foot rests, and less the higher it is, as in Zhang et al.,
    "Mode-adaptive neural networks for quadruped motion control", section 8.
    """
    places = foot_places(clip, feet)
    steps = np.linalg.norm(np.diff(places[..., [0, 2]], axis=0), axis=-1)
    heights = places[..., 1] - places[..., 1].min(axis=0)
    share = 0.5 * (heights[1:] + heights[:-1]) / (_LOW * standing_height(clip))
    return (steps * np.where(share < 1.0, 2.0 - 2.0**share, 0.0)).sum(axis=0)


def _limb(character: Character, joint: int) -> tuple[int, ...]:
    """The chain to a joint, without the trunk."""
    trunk = {Cap.ROOT, Cap.SPINE}
    chain = character.skeleton.chain(joint)
    own = [each for each in chain[1:] if not trunk & character.bodies[each].caps]
    return tuple(own) or chain[-1:]
