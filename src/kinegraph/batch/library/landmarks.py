"""Landmarks: eleven points that nearly every body has, to compare motions of different skeletons by."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.body import Cap
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.creatures.body.creature import Creature

NAMES = (
    *("hips", "chest", "head"),
    *("left elbow", "right elbow", "left hand", "right hand"),
    *("left knee", "right knee", "left foot", "right foot"),
)
HIPS = NAMES.index("hips")
FEET = (NAMES.index("left foot"), NAMES.index("right foot"))
MIRROR = np.array([0, 1, 2, 4, 3, 6, 5, 8, 7, 10, 9])  # the landmark on the other side


@dataclass(frozen=True, eq=False)
class Landmarks:
    """Places of a creature's landmarks.

    joints: (11,) the joint of each. offsets: (11, 3) its place in the joint's frame [m].
    Parts that a body lacks lie at the hips.
    """

    joints: Ints
    offsets: Floats

    def positions(self, clip: Clip) -> Floats:
        """(F, 11, 3) in the world [m]."""
        return points_on_joints(forward_kinematics(clip), self.joints, self.offsets)


def find_landmarks(creature: Creature) -> Landmarks:
    """The landmarks of a creature; front feet are the hands of a body that has none."""
    hips = creature.root
    heads = creature.bodies_with(Cap.HEAD)
    head = heads[0] if heads else creature.spine[-1]
    feet, hands = _feet_and_hands(creature)
    chest = _chest(creature, hands, head)
    joints = [hips, chest, head]
    joints += [_middle(creature, hand) if hand is not None else hips for hand in hands]
    joints += [hips if hand is None else hand for hand in hands]
    joints += [_middle(creature, foot) if foot is not None else hips for foot in feet]
    joints += [hips if foot is None else foot for foot in feet]
    ends = {*(hand for hand in hands if hand is not None), *(foot for foot in feet if foot is not None)}
    offsets = np.array([creature.handles[joint] if joint in ends else np.zeros(3) for joint in joints])
    return Landmarks(np.array(joints), offsets)


_Pair = tuple[int | None, int | None]


def _feet_and_hands(creature: Creature) -> tuple[_Pair, _Pair]:
    """(left, right) of the hindmost feet, and of the hands or else the foremost feet."""
    feet = [leg.foot for leg in creature.legs]
    hands = list(creature.bodies_with(Cap.GRASPER))
    ahead = creature.rest_handles[:, 2]
    by_place = sorted(feet, key=lambda foot: float(ahead[foot]))
    hind = by_place[:2] if len(feet) > 2 else feet
    if not hands and len(feet) > 2:
        hands = by_place[-2:]
    if not hands:
        hands = list(creature.bodies_with(Cap.WING))
    # Of many arms the two that are farthest apart from each other are the plainest.
    hands = sorted(hands, key=lambda hand: -abs(float(creature.rest_handles[hand, 0])))[:2]
    return _sides(creature, hind), _sides(creature, hands)


def _sides(creature: Creature, ends: list[int]) -> _Pair:
    """The ends as (left, right): left is +X."""
    if len(ends) < 2:
        single = ends[0] if ends else None
        return (single, single)
    first, second = sorted(ends[:2], key=lambda end: -float(creature.rest_handles[end, 0]))
    return first, second


def _chest(creature: Creature, hands: _Pair, head: int) -> int:
    """The spine body that arms hang on, else the one next to the head."""
    for hand in hands:
        if hand is not None and creature.spine_of[hand] != creature.root:
            return int(creature.spine_of[hand])
    return int(creature.spine_of[head]) if creature.spine_of[head] >= 0 else creature.spine[-1]


def _middle(creature: Creature, end: int) -> int:
    """The joint half-way along the limb that ends in a body: an elbow or a knee."""
    chain, body = [end], int(creature.parents[end])
    while body >= 0 and body not in creature.spine:
        chain.append(body)
        body = int(creature.parents[body])
    places = np.concatenate([[creature.rest_handles[end]], creature.rest_positions[chain]])
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(places, axis=0), axis=1))])
    return chain[int(np.argmin(np.abs(along[1:] - 0.5 * along[-1])))]
