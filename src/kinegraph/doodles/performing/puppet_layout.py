"""Layout of the arrays that the puppet kernels read and write: rows, columns and the tuples that hold them.

Kernels import this module as `at`. Constants of a limb are pairs: right, left.
"""

from typing import NamedTuple

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing.channels import INDEX

X, Y, Z = range(3)

# Rows of parts, in the order of drawn_puppet.PARTS, and after them those of the tips (drawn_puppet.TIPS).
HIPS, WAIST, UPPER_BACK, HEAD = range(4)
TRUNK = 4  # number of parts of the trunk, the head included
UPPER_ARM, LOWER_ARM = (4, 6), (5, 7)
UPPER_LEG, LOWER_LEG, FOOT, BALL = (8, 12), (9, 13), (10, 14), (11, 15)
PARTS = 16
HEAD_TIP, HAND_TIP, TOE_TIP = 16, (17, 18), (19, 20)
PLACES = 21
FIRST_LEG_PART = UPPER_LEG[0]  # parts from here to PARTS are legs
# Rows of `tips`.
TIP_OF_HEAD, TIP_OF_HAND, TIP_OF_TOE = 0, (1, 2), (3, 4)

# Columns of angles.
HEADING, SPIN, PITCH, ROLL, TWIST = (INDEX[name] for name in ("heading", "spin", "pitch", "roll", "twist"))
WAIST_BEND, WAIST_SIDE, WAIST_TWIST = (INDEX[name] for name in ("waist", "waist_side", "waist_twist"))
BACK_BEND, BACK_TWIST = INDEX["back"], INDEX["back_twist"]
NOD, TILT, LOOK = INDEX["nod"], INDEX["tilt"], INDEX["look"]
ARM = (INDEX["right_arm"], INDEX["left_arm"])
ARM_OUT = (INDEX["right_arm_out"], INDEX["left_arm_out"])
ARM_TWIST = (INDEX["right_arm_twist"], INDEX["left_arm_twist"])
ELBOW = (INDEX["right_elbow"], INDEX["left_elbow"])
LEG = (INDEX["right_leg"], INDEX["left_leg"])
LEG_OUT = (INDEX["right_leg_out"], INDEX["left_leg_out"])
KNEE = (INDEX["right_knee"], INDEX["left_knee"])
ANKLE_BEND = (INDEX["right_ankle"], INDEX["left_ankle"])
BALL_BEND = (INDEX["right_ball"], INDEX["left_ball"])

# Columns of a foot's plant: x, y, z of the sole, then these.
FOOT_YAW, FOOT_ROLL, FOOT_GRIP, FOOT_PULL = range(3, 7)
FOOT_COLUMNS = 7
# Columns of a hand's hold: x, y, z, then this.
HAND_GRIP = 3
HAND_COLUMNS = 4

# Limbs that touch the ground: columns of `short`, the first columns of `floors`, and Contact.limb.
FOOT_LIMB, HAND_LIMB = (0, 1), (2, 3)
LIMBS = 4
# Further columns of `floors`.
TRUNK_FLOOR, HEAD_FLOOR = 4, 5
FLOORS = 6

# Rows of a box.
MIDDLE, HALF_SIZE = 0, 1

ROLL_STEP = 6.0  # degrees between two entries of `roll_lifts`
ROLL_LIFTS = 16  # from 0 to 90 degrees


class PuppetSizes(NamedTuple):
    """Sizes of a body [m].

    ankle_height: Of the ankle over the sole. heel_back, ball_ahead: Distance of the heel behind the ankle and
    of the ball's joint before it. ball_height: Of the ball's joint over the sole. lower_arm: Elbow to the
    hand's tip.
    arm_radius, leg_radius: Half thickness. foot_half_width: Half the foot's width.
    knee_sign: +1 for a person's knee, -1 for a mech's, which bends backwards.
    """

    upper_leg: float
    lower_leg: float
    ankle_height: float
    heel_back: float
    ball_ahead: float
    ball_height: float
    upper_arm: float
    lower_arm: float
    arm_radius: float
    leg_radius: float
    foot_half_width: float
    knee_sign: float


class PuppetArrays(NamedTuple):
    """A body as the kernels read it [m].

    offsets: (PARTS, 3) rest position of each part in its parent's frame; that of the hips is in the world.
    tips: (5, 3) the tips of head, hands and toes in their part's frame.
    masses: (PLACES,) shares of the mass at parts and tips; they sum to one.
    boxes: (TRUNK, 2, 3) middle and half size of hips, waist, upper back and head in their frames.
    toe_box: (2, 3) the same of the toes, in the ball's frame.
    roll_lifts: (ROLL_LIFTS,) how much the ball's joint must rise to keep the foot's shape above the ground,
        when the foot is rolled over it by 0, 6, ... 90 degrees.
    """

    offsets: Floats
    tips: Floats
    masses: Floats
    boxes: Floats
    toe_box: Floats
    roll_lifts: Floats
    sizes: PuppetSizes
    has_arms: bool


class PoseGoals(NamedTuple):
    """Goals of a puppet in F frames. Kernels use the same tuple for one frame, without the first axis.

    body: (F, 3) the centre of mass, or the root where the solve is by root [m].
    angles: (F, C) channels [rad].
    feet: (F, 2, 7) x, y, z, yaw, roll, grip, pull; hands: (F, 2, 4) x, y, z, grip.
    """

    body: Floats
    angles: Floats
    feet: Floats
    hands: Floats


class PuppetPoses(NamedTuple):
    """A puppet in F frames. Kernels use the same tuple for one frame, without the first axis.

    rotations: (F, PARTS, 3, 3) world-from-part; places: (F, PLACES, 3) parts, then tips, in the world [m].
    centers: (F, 3) centre of mass [m]; short: (F, LIMBS) distance of feet and hands from their plants [m].
    """

    rotations: Floats
    places: Floats
    centers: Floats
    short: Floats

    @property
    def roots(self) -> Floats:
        """(F, 3) positions of the hips [m]."""
        return self.places[:, HIPS]
