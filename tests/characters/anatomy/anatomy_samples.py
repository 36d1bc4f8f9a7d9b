"""Rigs built for the anatomy tests: one body under many naming schools, and bodies that are no person's."""

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton

_SIDED = ("clavicle", "upper arm", "forearm", "hand", "thigh", "shin", "foot", "toe")
BIPED = (
    *("hips", "spine", "chest", "neck", "head"),
    *(f"{side} {part}" for side in ("left", "right") for part in _SIDED),
)
_BIPED_PARENTS = (-1, 0, 1, 2, 3, 2, 5, 6, 7, 0, 9, 10, 11, 2, 13, 14, 15, 0, 17, 18, 19)
_BIPED_OFFSETS = (
    [0, 0.95, 0],
    [0, 0.15, 0],
    [0, 0.2, 0],
    [0, 0.2, 0],
    [0, 0.1, 0.02],
    *(
        [side * x, y, z]
        for side in (1, -1)
        for x, y, z in (
            (0.05, 0.15, 0),
            (0.14, 0, 0),
            (0.28, 0, 0),
            (0.25, 0, 0),
            (0.1, -0.03, 0),
            (0, -0.42, 0.01),
            (0, -0.43, -0.02),
            (0, -0.05, 0.14),
        )
    ),
)

SCHOOLS = {
    "mixamo": "Hips Spine Spine1 Neck Head *Shoulder *Arm *ForeArm *Hand *UpLeg *Leg *Foot *ToeBase",
    "daz": "hip abdomen chest neck head @Collar @Shldr @ForeArm @Hand @Thigh @Shin @Foot @Toe",
    "cmu": "root lowerback thorax lowerneck head @clavicle @humerus @radius @hand @femur @tibia @foot @toes",
    "biped": "Pelvis Spine Spine1 Neck Head #_Clavicle #_UpperArm #_Forearm #_Hand #_Thigh #_Calf "
    "#_Foot #_Toe0",
    "blender": "hips spine chest neck head shoulder.# upper_arm.# forearm.# hand.# thigh.# shin.# foot.# "
    "toe.#",
    "unreal": "pelvis spine_01 spine_02 neck_01 head clavicle_@ upperarm_@ lowerarm_@ hand_@ thigh_@ calf_@ "
    "foot_@ ball_@",
    "maya": "C_hip_JNT C_spine_JNT C_chest_JNT C_neck_JNT C_head_JNT #_clav_JNT #_arm_JNT #_elbow_JNT "
    "#_hand_JNT #_leg_JNT #_knee_JNT #_foot_JNT #_toe_JNT",
    "poser": "Hips Chest Chest2 Neck Head *Collar *Shoulder *Elbow *Wrist *Hip *Knee *Ankle *Toe",
    "shouting": "HIPS SPINE CHEST NECK HEAD *_CLAVICLE *_ARM *_FOREARM *_HAND *_THIGH *_SHIN *_FOOT *_TOE",
    "glued": "hips spine chest neck head %shoulder %arm %forearm %hand %upleg %leg %foot %toebase",
}
"""Names of the biped's joints, * @ # % standing for the side as each school writes it."""

_SIDES = {"*": ("Left", "Right"), "@": ("l", "r"), "#": ("L", "R"), "%": ("left", "right")}
_PREFIXES = {"mixamo": "mixamorig:", "biped": "Bip01 "}


def school_names(school: str) -> tuple[str, ...]:
    """The biped's joint names in one school, in the order of BIPED."""
    words = SCHOOLS[school].split()
    names = list(words[:5])
    for side in (0, 1):
        for word in words[5:]:
            for mark, sides in _SIDES.items():
                word = word.replace(mark, sides[side].upper() if school == "shouting" else sides[side])
            names.append(word)
    if school == "biped":
        names = [name.replace("_", " ") for name in names]
    return tuple(_PREFIXES.get(school, "") + name for name in names)


def nameless(count: int) -> tuple[str, ...]:
    return tuple(f"joint_{i + 1}" for i in range(count))


def biped(names: tuple[str, ...] = BIPED, turned: float = 0.0) -> Character:
    """A person in T-pose, facing +Z, or turned about the vertical by some degrees."""
    ends = [(4, (0, 0.2, 0)), (8, (0.18, 0, 0)), (16, (-0.18, 0, 0)), (12, (0, 0, 0.07)), (20, (0, 0, 0.07))]
    return rig(names, _BIPED_PARENTS, _BIPED_OFFSETS, ends, turned)


def quadruped(turned: float = 0.0) -> Character:
    """A nameless four-legged body with a tail, ears and a snout. Joints: see QUADRUPED."""
    offsets = [[0, 0.6, -0.4], [0, 0.02, 0.35], [0, 0.02, 0.35], [0, 0.25, 0.2], [0, -0.02, 0.16]]
    parents = [-1, 0, 1, 2, 3]
    for parent, forward in ((2, 0.05), (0, 0.0)):
        for side in (1, -1):
            first = len(parents)
            parents += [parent, first, first + 1]
            offsets += [[side * 0.12, -0.05, forward], [0, -0.27, -0.03], [0, -0.25, 0.02]]
    first = len(parents)
    parents += [0, first, first + 1, 3, 3]
    offsets += [[0, 0.02, -0.12], [0, 0.05, -0.2], [0, 0.05, -0.2], [0.06, 0.1, 0], [-0.06, 0.1, 0]]
    tips = [(leg, (0, -0.03, 0.06)) for leg in (7, 10, 13, 16)]
    ends = [*tips, (4, (0, 0, 0.05)), (19, (0, 0, -0.1))]
    return rig(nameless(len(parents)), parents, offsets, ends, turned)


QUADRUPED = {
    "hips": 0,
    "head": 3,
    "feet": {7, 10, 13, 16},
    "tail": {17, 18, 19},
    "pairs": {5: 8, 11: 14, 20: 21},
}


def spider(legs: int = 4) -> Character:
    """A nameless body on `legs` pairs of legs of three bones, joint 0 in the middle, a head in front."""
    parents, offsets = [-1, 0], [[0, 0.3, 0], [0, 0.02, 0.25]]
    for pair in range(legs):
        forward = 0.3 * (1 - 2 * pair / max(legs - 1, 1))
        for side in (1, -1):
            first = len(parents)
            parents += [0, first, first + 1]
            offsets += [
                [side * 0.1, 0, 0.3 * forward],
                [side * 0.3, 0.3, forward],
                [side * 0.3, -0.6, 0.3 * forward],
            ]
    return rig(nameless(len(parents)), parents, offsets, [(1, (0, 0.05, 0.15))])


def tripod() -> Character:
    """A nameless, lopsided thing on three legs of different lengths, with one arm and a tall eye stalk."""
    parents = [-1, 0, 0, 2, 0, 4, 0, 6, 1, 8]
    offsets = [[0, 0.7, 0], [0.05, 0.3, 0.02], [0.2, -0.1, 0.1], [0.1, -0.6, 0], [-0.25, -0.05, 0.05]]
    offsets += [[0, -0.64, 0.07], [0.02, -0.1, -0.3], [0.1, -0.6, -0.1], [0.35, 0.05, 0.1], [0.4, -0.05, 0]]
    return rig(nameless(10), parents, offsets, [(1, (0.03, 0.6, 0.05)), (9, (0.1, 0.02, 0))])


def rig(
    names: list[str] | tuple[str, ...],
    parents: list[int] | np.ndarray | tuple[int, ...],
    offsets: list[list] | np.ndarray | tuple[list, ...],
    ends: list[tuple] | tuple = (),
    turned: float = 0.0,
) -> Character:
    skeleton = Skeleton.from_offsets(names, parents, offsets, ends)
    turn = quat_from_axis_angle(np.array([0.0, np.radians(turned), 0.0]))
    rotations = skeleton.rest_rotations.copy()
    rotations[0] = quat_multiply(turn, rotations[0])
    places = skeleton.offsets.copy()
    places[0] = quat_rotate(turn, places[0])
    turned_skeleton = Skeleton(
        skeleton.names, skeleton.parents, places, rotations, skeleton.end_joints, skeleton.end_offsets
    )
    return Character(
        "rig", turned_skeleton, Character.bare("rig", skeleton).bodies, rest=Pose.rest(turned_skeleton)
    )
