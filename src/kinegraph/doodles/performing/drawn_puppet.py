"""DrawnPuppet: a doodle's body as the synthesis reads it, in arrays with a fixed order of parts.

All doodles have the same skeleton (see proportions.py). The puppet puts its measures into the order of
puppet_layout.py.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats, read_only
from kinegraph.core.character import Character
from kinegraph.core.mass import mass_shares
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.front_poses import FrontSizes, front_proportions, front_sizes
from kinegraph.doodles.performing.puppet_layout import PuppetArrays, PuppetSizes
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter
from kinegraph.doodles.sketch.figure import figure_character
from kinegraph.doodles.sketch.proportions import SIDES, Proportions

# The order of parts in puppet_layout.py, and that of the tips.
PARTS = (
    "hips", "waist", "upper_back", "head",
    *(f"{side}_{part}" for side in SIDES for part in ("upper_arm", "lower_arm")),
    *(f"{side}_{part}" for side in SIDES for part in ("upper_leg", "lower_leg", "foot", "ball")),
)  # fmt: skip
TIPS = ("head", "right_lower_arm", "left_lower_arm", "right_ball", "left_ball")


class HasCharacter(Protocol):
    """An object with a character, such as a `DrawnCharacter`."""

    @property
    def character(self) -> Character: ...


@dataclass(frozen=True, eq=False)
class DrawnPuppet:
    """The body of a doodle, measured for the kernels.

    skeleton: The doodle's skeleton, which the clips are on.
    joints: (PARTS,) each part's joint in the skeleton, -1 for the arms of a body without arms.
    arrays: Its measures as the kernels read them.
    front: The sizes of a cut-out seen from the front, which this puppet plays for; None for a side view.
    heading: As it was drawn [rad]: 0 to the right, -pi to the left.
    """

    character: Character
    skeleton: Skeleton
    joints: Ints
    arrays: PuppetArrays
    front: FrontSizes | None = None
    heading: float = 0.0

    @property
    def sizes(self) -> PuppetSizes:
        """Lengths of limbs and feet [m]."""
        return self.arrays.sizes

    @property
    def leg(self) -> float:
        """Length of a straight leg from hip to ankle [m]."""
        return self.sizes.upper_leg + self.sizes.lower_leg

    @property
    def limb_lengths(self) -> tuple[float, float, float, float]:
        """Lengths of the upper and the lower leg, and of the upper and the lower arm [m]."""
        return self.sizes.upper_leg, self.sizes.lower_leg, self.sizes.upper_arm, self.sizes.lower_arm

    @property
    def has_arms(self) -> bool:
        """True if the body has arms."""
        return self.arrays.has_arms

    @property
    def hip_half(self) -> float:
        """Distance of each leg from the middle of the body [m]."""
        return float(abs(self.arrays.offsets[at.UPPER_LEG[0], at.X]))


def puppet_of(body: "Proportions | Character | HasCharacter | DrawnPuppet") -> DrawnPuppet:
    """The puppet of proportions, of a drawn character, or of a character on a doodle's skeleton."""
    if isinstance(body, DrawnPuppet):
        return body
    if isinstance(body, Proportions):
        body = figure_character(body)
    faces_left = isinstance(body, DrawnCharacter) and body.facing < 0
    character = body if isinstance(body, Character) else body.character
    front = front_sizes(character)
    if front is not None:  # both skeletons have the same joints in the same order
        player = puppet_of(front_proportions(character))
        joints = np.array([character.skeleton.index(name) for name in PARTS])
        return replace(
            player, character=character, skeleton=character.skeleton, joints=read_only(joints), front=front
        )
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
    arrays = PuppetArrays(
        offsets=kernel_floats(offsets),
        tips=kernel_floats(tips),
        masses=kernel_floats(masses),
        boxes=kernel_floats([_box(character, name) for name in PARTS[: at.TRUNK]]),
        toe_box=kernel_floats(_box(character, PARTS[at.BALL[0]])),
        roll_lifts=kernel_floats(_roll_lifts(character, joints, offsets)),
        sizes=_sizes(character, joints, offsets, tips),
        has_arms=bool(joints[at.UPPER_ARM[0]] >= 0),
    )
    heading = -np.pi if faces_left else 0.0
    return DrawnPuppet(character, skeleton, read_only(joints), arrays, heading=heading)


def _box(character: Character, name: str) -> Floats:
    """(2, 3) middle and half size of the shape on a joint."""
    low, high = character.bodies[character.skeleton.index(name)].box
    return np.stack([0.5 * (low + high), 0.5 * (high - low)])


def _sizes(character: Character, joints: Ints, offsets: Floats, tips: Floats) -> PuppetSizes:
    """Sizes read from the skeleton's offsets and the shapes' boxes; sides are alike."""
    boxes = [character.bodies[joint].box for joint in joints]  # those of missing arms are not read
    upper_leg, lower_leg = -offsets[at.LOWER_LEG[0], at.Y], -offsets[at.FOOT[0], at.Y]
    ankle_height = offsets[at.HIPS, at.Y] - upper_leg - lower_leg
    ball = offsets[at.BALL[0]]
    has_arms = joints[at.UPPER_ARM[0]] >= 0
    upper_arm = -offsets[at.LOWER_ARM[0], at.Y] if has_arms else 0.0
    lower_arm = -tips[at.TIP_OF_HAND[0], at.Y] if has_arms else 0.0
    arm_radius = 0.0
    if has_arms:
        arm_radius = max(_half_thickness(boxes[part]) for part in (*at.UPPER_ARM, *at.LOWER_ARM))
        # A thumb or a glove that reaches beyond the hand's tip belongs to the hand.
        beyond = [-float(boxes[part][0, at.Y]) - lower_arm for part in at.LOWER_ARM]
        arm_radius = max(arm_radius, *beyond)
    sizes = PuppetSizes(
        upper_leg=upper_leg,
        lower_leg=lower_leg,
        ankle_height=ankle_height,
        heel_back=max(-boxes[at.FOOT[0]][0, at.Z], 0.0),
        ball_ahead=ball[at.Z],
        ball_height=ankle_height + ball[at.Y],
        upper_arm=upper_arm,
        lower_arm=lower_arm,
        arm_radius=arm_radius,
        leg_radius=max(_half_thickness(boxes[part]) for part in (*at.UPPER_LEG, *at.LOWER_LEG)),
        foot_half_width=np.abs(boxes[at.FOOT[0]][:, at.X]).max(),
        knee_sign=1.0 if has_arms else -1.0,
    )
    return PuppetSizes(*(float(size) for size in sizes))


def _half_thickness(box: Floats) -> float:
    return float(np.abs(box[:, [at.X, at.Z]]).max())


def _roll_lifts(character: Character, joints: Ints, offsets: Floats) -> Floats:
    """(ROLL_LIFTS,) heights that keep both feet above the ground when they roll over the ball."""
    angles = np.radians(at.ROLL_STEP * np.arange(at.ROLL_LIFTS))
    lifts = np.zeros(len(angles))
    for foot, ball in zip(at.FOOT, at.BALL, strict=True):
        points = _shape(character, int(joints[foot])) - offsets[ball]
        up = np.cos(angles)[:, None] * points[:, at.Y] - np.sin(angles)[:, None] * points[:, at.Z]
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
