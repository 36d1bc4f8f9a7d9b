"""Guessed anatomy of rigs that people made, against what a person would say about them."""

from pathlib import Path

import numpy as np
import pytest

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.core.body import Cap
from kinegraph.formats import load

MIXAMO = ("LeftFoot RightFoot", "LeftHand RightHand", "Head", ("LeftUpLeg", "RightUpLeg"))
CMU_ASF = ("lfoot rfoot", "lhand rhand", "head", ("lfemur", "rfemur"))
POSER_CMU = ("LeftAnkle RightAnkle", "lhand rhand", "Head", ("LThumb", "RThumb"))
UNREAL = ("foot_l foot_r", "hand_l hand_r", "head", ("pinky_03_l", "pinky_03_r"))
FOX = (
    "Front_Leg_Foot_L Front_Leg_Foot_R Back_Leg_Foot_L Back_Leg_Foot_R",
    "",
    "Head",
    ("Ear_L", "Ear_R"),
)
SPIDER_FEET = " ".join(f"leg_{leg}_tip_{side}" for leg in "abcd" for side in "lr")

RIGS = {
    # file: feet, hands, head, one pair
    "bvh/131_01.bvh": POSER_CMU,
    "bvh/jumping_jacks.bvh": POSER_CMU,
    "bvh/dab.bvh": MIXAMO,
    "bvh/wave_hello.bvh": MIXAMO,
    "bvh/jesse_dance.bvh": MIXAMO,
    "bvh/walk01.bvh": MIXAMO,
    "bvh/pybvh_bvh_example.bvh": MIXAMO,
    "bvh/pybvh_bvh_test2.bvh": (
        "LeftAnkle RightAnkle",
        "LeftWrist RightWrist",
        "Head",
        ("LeftHip", "RightHip"),
    ),
    "bvh/pirouette.bvh": ("lFoot rFoot", "lHand rHand", "head", ("leftEye", "rightEye")),
    "bvh/test_freebvh.bvh": (
        "mixamorig:LeftFoot mixamorig:RightFoot",
        "mixamorig:LeftHand mixamorig:RightHand",
        "mixamorig:Head",
        ("mixamorig:LeftHandPinky3", "mixamorig:RightHandPinky3"),
    ),
    "cmu/16_15.bvh": MIXAMO,
    "cmu/13_18.bvh": MIXAMO,
    "asf_amc/11.asf": CMU_ASF,
    "asf_amc/16.asf": CMU_ASF,
    "asf_amc/64.asf": CMU_ASF,
    "asf_amc/124.asf": CMU_ASF,
    "characters/CesiumMan.glb": (
        "leg_joint_L_3 leg_joint_R_3",
        "Skeleton_arm_joint_L__2_ Skeleton_arm_joint_R__3_",
        "Skeleton_neck_joint_2",
        ("Skeleton_arm_joint_L__4_", "Skeleton_arm_joint_R"),
    ),
    "characters/RiggedFigure.glb": (
        "leg_joint_L_3 leg_joint_R_3",
        "arm_joint_L_3 arm_joint_R_3",
        "neck_joint_2",
        ("leg_joint_L_5", "leg_joint_R_5"),
    ),
    "characters/Fox.glb": (
        "b_LeftHand_011 b_RightHand_08 b_LeftFoot01_017 b_RightFoot01_021",
        "",
        "b_Head_05",
        ("b_LeftForeArm_010", "b_RightForeArm_07"),
    ),
    "characters/RobotExpressive.glb": ("Foot.L Foot.R", "Palm2.L Palm2.R", "Head", ("Thumb.L", "Thumb.R")),
    "characters/m2m_bird-animations.glb": ("Foot_L Foot_R", "", "head", ("wing_5_L", "wing_5_R")),
    "characters/m2m_fox-animations.glb": FOX,
    "characters/m2m_fox-dog.glb": FOX,
    "characters/m2m_rig-fox.glb": FOX,
    "characters/m2m_human-male.glb": UNREAL,
    "characters/m2m_human_custom_animation.glb": UNREAL,
    "characters/m2m_rig-human.glb": UNREAL,
    "characters/m2m_spider-animations.glb": (SPIDER_FEET, "", "head", ("teeth_l", "teeth_r")),
}

FACES_AWAY = {"bvh/pybvh_bvh_example.bvh": [0, 0, -1]}


@pytest.mark.parametrize("file", RIGS)
def test_real_rig_has_the_anatomy_a_person_sees(shared_data: Path, file: str) -> None:
    character = load(shared_data / file).character
    assert character is not None
    feet, hands, head, (left, right) = RIGS[file]
    names = character.skeleton.names
    anatomy = guess_anatomy(character)

    def having(cap: Cap) -> set[str]:
        return {name for name, body in zip(names, anatomy.bodies, strict=True) if cap in body.caps}

    assert having(Cap.FOOT) == set(feet.split())
    assert having(Cap.GRASPER) == set(hands.split())
    assert having(Cap.HEAD) == {head}
    assert names[anatomy.symmetry.mirror[names.index(left)]] == right
    assert anatomy.symmetry.sides[names.index(left)] == 1
    assert anatomy.symmetry.sides[names.index(right)] == -1


@pytest.mark.parametrize("file", RIGS)
def test_real_rig_faces_where_its_nose_points(shared_data: Path, file: str) -> None:
    character = load(shared_data / file).character
    assert character is not None
    facing = guess_anatomy(character).facing
    assert facing is not None
    assert facing @ np.array(FACES_AWAY.get(file, [0, 0, 1])) > 0.95


@pytest.mark.parametrize(
    ("file", "cap", "beginning"),
    [
        ("m2m_bird-animations.glb", Cap.WING, "wing_"),
        ("m2m_bird-animations.glb", Cap.TAIL, "tail_"),
        ("m2m_bird-animations.glb", Cap.MOUTH, "mouth_"),
        ("m2m_fox-animations.glb", Cap.TAIL, "Tail_"),
        ("m2m_fox-animations.glb", Cap.EAR, "Ear_"),
        ("m2m_fox-animations.glb", Cap.MOUTH, "Chin"),
        ("m2m_spider-animations.glb", Cap.TAIL, "tail_"),
    ],
)
def test_features_are_those_that_are_named_so(shared_data: Path, file: str, cap: Cap, beginning: str) -> None:
    character = load(shared_data / "characters" / file).character
    assert character is not None
    bodies = guess_anatomy(character).bodies
    found = {n for n, body in zip(character.skeleton.names, bodies, strict=True) if cap in body.caps}
    named = {name for name in character.skeleton.names if name.startswith(beginning)}
    # Joints that only mark where a part ends may be left out.
    assert {name for name in named if "tip" not in name.lower()} <= found <= named


def test_a_rest_pose_that_is_no_pose_is_noticed_and_a_frame_helps(shared_data: Path) -> None:
    scene = load(shared_data / "bvh/jesse_dance.bvh")
    assert scene.character is not None
    assert any("one way" in note for note in guess_anatomy(scene.character).notes)
    assert guess_anatomy(scene.character, scene.clips[0].pose(0)).notes == ()
