"""Puppet: a doodle's body as the synthesis sees it, in arrays of a fixed order of parts.

Every doodle has one skeleton (see proportions.py); the puppet puts its measures into the order that the
kernels expect and puts what they answer back onto the skeleton.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats, read_only
from kinegraph.core.character import Character
from kinegraph.core.mass import mass_shares
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.sketch.figure import figure_character
from kinegraph.doodles.sketch.proportions import SIDES, Proportions

# The order of parts in the kernels, and after them that of the tips.
PARTS = (
    "hips", "waist", "upper_back", "head",
    *(f"{side}_{part}" for side in SIDES for part in ("upper_arm", "lower_arm")),
    *(f"{side}_{part}" for side in SIDES for part in ("upper_leg", "lower_leg", "foot", "ball")),
)  # fmt: skip
TIPS = ("head", "right_lower_arm", "left_lower_arm", "right_ball", "left_ball")


class Drawn(Protocol):
    """A drawn character: what `drawn_character` makes."""

    @property
    def character(self) -> Character: ...


@dataclass(frozen=True, eq=False)
class Puppet:
    """Measures of a body [m].

    skeleton: The doodle's skeleton, which the clips are on.
    joints: (16,) each part's joint in the skeleton, -1 for arms that are not there.
    offsets: (16, 3) rest position of each part in its parent's frame; the hips' is in the world.
    tips: (5, 3) the tips of head, hands and toes in their part's frame.
    masses: (21,) shares of the mass at parts and tips, summing to one.
    boxes: (4, 2, 3) middle and half size of hips, waist, upper back and head in their frames.
    measures: (19,) upper leg, lower leg, ankle's height, heel behind it, ball before it, toe before it, upper
        arm, lower arm, the arm's radius, knee sign (+1 as people's, -1 as a mech's), height of the ball's
        joint, the leg's radius, half of the foot's width, the middle (3) and the half size (3) of the toes in
        their frame.
    lifts: (16,) how much the ball's joint must rise for the foot's shape not to sink into the ground, when
        the foot is rolled over it by 0, 6, ... 90 degrees.
    """

    character: Character
    skeleton: Skeleton
    joints: Ints
    offsets: Floats
    tips: Floats
    masses: Floats
    boxes: Floats
    measures: Floats
    lifts: Floats

    @property
    def leg(self) -> float:
        """From hip to ankle of a straight leg [m]."""
        return float(self.measures[0] + self.measures[1])

    @property
    def ankle(self) -> float:
        """Height of the ankle over the sole [m]."""
        return float(self.measures[2])

    @property
    def has_arms(self) -> bool:
        """Whether there are arms at all."""
        return bool(self.joints[4] >= 0)

    @property
    def hip_half(self) -> float:
        """How far each leg is from the middle of the body [m]."""
        return float(abs(self.offsets[8, 0]))


def puppet_of(body: "Proportions | Character | Drawn | Puppet") -> Puppet:
    """The puppet of proportions, of a drawn character, or of a character on a doodle's skeleton."""
    if isinstance(body, Puppet):
        return body
    if isinstance(body, Proportions):
        body = figure_character(body)
    character = body if isinstance(body, Character) else body.character
    skeleton = character.skeleton
    joints = np.array(
        [skeleton.index(name) if name in skeleton or "arm" not in name else -1 for name in PARTS]
    )
    there = joints >= 0
    offsets = np.zeros((len(PARTS), 3))
    offsets[there] = skeleton.offsets[joints[there]]
    masses = np.zeros(len(PARTS) + len(TIPS))
    joint_shares, end_shares = mass_shares(character)
    masses[: len(PARTS)][there] = joint_shares[joints[there]]
    tips = np.zeros((len(TIPS), 3))
    for row, name in enumerate(TIPS):
        ends = np.flatnonzero(skeleton.end_joints == skeleton.index(name)) if name in skeleton else []
        if len(ends):
            tips[row] = skeleton.end_offsets[ends[0]]
            masses[len(PARTS) + row] = end_shares[ends].sum()
    return Puppet(
        character=character,
        skeleton=skeleton,
        joints=read_only(joints),
        offsets=kernel_floats(offsets),
        tips=kernel_floats(tips),
        masses=kernel_floats(masses),
        boxes=kernel_floats([_box(character, name) for name in PARTS[:4]]),
        measures=kernel_floats(_measures(character, joints, offsets, tips)),
        lifts=kernel_floats(_lifts(character, joints, offsets)),
    )


def _box(character: Character, name: str) -> Floats:
    """(2, 3) middle and half size of what hangs on a joint."""
    low, high = character.bodies[character.skeleton.index(name)].box
    return np.stack([0.5 * (low + high), 0.5 * (high - low)])


def _measures(character: Character, joints: Ints, offsets: Floats, tips: Floats) -> list[float]:
    shin, foot, ball = offsets[9], offsets[10], offsets[11]
    ankle = offsets[0, 1] + shin[1] + foot[1]
    heel = -character.bodies[joints[10]].box[0, 2]
    arm, reach, thick = 0.0, 0.0, 0.0
    if joints[4] >= 0:
        arm, reach = -offsets[5, 1], -tips[1, 1]
        boxes = [character.bodies[joints[part]].box for part in (4, 5, 6, 7)]
        thick = max(float(np.abs(box[:, [0, 2]]).max()) for box in boxes)
        # What is drawn beyond the hand's tip, a thumb or a glove, is the hand's too.
        thick = max(thick, *(-float(box[0, 1]) - reach for box in boxes[1::2]))
    knee = -1.0 if joints[4] < 0 else 1.0
    leg = max(float(np.abs(character.bodies[joints[part]].box[:, [0, 2]]).max()) for part in (8, 9, 12, 13))
    return [
        -shin[1],
        -foot[1],
        ankle,
        max(heel, 0.0),
        ball[2],
        ball[2] + tips[3, 2],
        arm,
        reach,
        thick,
        knee,
        ankle + ball[1],
        leg,
        float(np.abs(character.bodies[joints[10]].box[:, 0]).max()),
        *_box(character, "right_ball").ravel(),
    ]


def _lifts(character: Character, joints: Ints, offsets: Floats) -> Floats:
    angles = np.radians(np.arange(0.0, 91.0, 6.0))
    lifts = np.zeros(len(angles))
    for foot in (10, 14):
        points = _shape(character, int(joints[foot])) - offsets[foot + 1]
        up = np.cos(angles)[:, None] * points[:, 1] - np.sin(angles)[:, None] * points[:, 2]
        lifts = np.maximum(lifts, -up.min(axis=1, initial=0.0))
    return np.maximum(lifts - lifts[0], 0.0)


def _shape(character: Character, joint: int) -> Floats:
    """(N, 3) the vertices that follow a joint more than any other, in its frame."""
    shapes = [mesh.vertices for mesh in character.bodies[joint].meshes]
    for skin in character.skins:
        strongest = np.take_along_axis(skin.joints, skin.weights.argmax(axis=1)[:, None], axis=1)[:, 0]
        bind = skin.joint_from_mesh[joint]
        shapes.append(skin.mesh.vertices[strongest == joint] @ bind[:3, :3].T + bind[:3, 3])
    return np.concatenate([np.empty((0, 3)), *shapes])
