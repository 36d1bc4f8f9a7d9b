"""Guessed anatomy: from names of many schools, from shape where names are silent, corrected by people."""

import numpy as np
import pytest
from tests.characters.anatomy.anatomy_samples import (
    BIPED,
    QUADRUPED,
    SCHOOLS,
    biped,
    nameless,
    quadruped,
    rig,
    school_names,
    spider,
    tripod,
)
from tests.present import present

from kinegraph.characters.anatomy.guess import correct_anatomy, guess_anatomy, with_guessed_anatomy
from kinegraph.characters.anatomy.names import PartName, read_names
from kinegraph.characters.shapes import ellipsoid
from kinegraph.core.body import Body, Cap, Skin
from kinegraph.core.character import Character, ContactPoint, Symmetry
from kinegraph.core.errors import InvalidValue, UnknownJoint, UnknownName
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints


def having(character: Character, cap: Cap) -> set[int]:
    return {joint for joint, body in enumerate(character.bodies) if cap in body.caps}


def indices(*names: str) -> set[int]:
    return {BIPED.index(name) for name in names}


def expect_biped(character: Character) -> None:
    assert having(character, Cap.ROOT) == indices("hips")
    assert having(character, Cap.HEAD) == indices("head")
    assert having(character, Cap.SPINE) == indices("spine", "chest", "neck")
    assert having(character, Cap.FOOT) == indices("left foot", "right foot")
    assert having(character, Cap.GRASPER) == indices("left hand", "right hand")
    parts = ("clavicle", "upper arm", "forearm", "thigh", "shin")
    assert having(character, Cap.LIMB) == indices(*(f"{s} {p}" for s in ("left", "right") for p in parts))
    for joint, name in enumerate(BIPED):
        partner = name.replace("left", "?").replace("right", "left").replace("?", "right")
        assert BIPED[character.symmetry.mirror[joint]] == partner
        assert character.symmetry.sides[joint] == ("left" in name) - ("right" in name)


@pytest.mark.parametrize("school", SCHOOLS)
def test_person_is_recognized_in_every_naming_school(school: str) -> None:
    expect_biped(with_guessed_anatomy(biped(school_names(school))))


@pytest.mark.parametrize("turned", [0.0, 90.0, 180.0, -30.0])
def test_person_without_names_is_recognized_whichever_way_it_faces(turned: float) -> None:
    character = with_guessed_anatomy(biped(nameless(len(BIPED)), turned))
    expect_biped(character)


@pytest.mark.parametrize("names", [BIPED, nameless(len(BIPED))])
@pytest.mark.parametrize("turned", [0.0, 45.0, 90.0, 180.0])
def test_facing_is_found(names: tuple[str, ...], turned: float) -> None:
    anatomy = guess_anatomy(biped(names, turned))
    angle = np.radians(turned)
    np.testing.assert_allclose(present(anatomy.facing), [np.sin(angle), 0, np.cos(angle)], atol=0.02)
    assert any("faces" in note for note in anatomy.notes) == (turned != 0.0)


def test_toes_and_heels_are_where_the_feet_touch_the_ground() -> None:
    character = with_guessed_anatomy(biped())
    world = forward_kinematics(character.rest)
    joints = np.array([contact.joint for contact in character.contacts])
    places = points_on_joints(world, joints, np.stack([contact.offset for contact in character.contacts]))
    found = dict(zip([contact.name for contact in character.contacts], places, strict=True))
    assert set(found) == {"left toe", "left heel", "right toe", "right heel"}
    np.testing.assert_allclose(found["left toe"], [0.1, -0.03 + 0.05, 0.2], atol=0.03)
    np.testing.assert_allclose(found["left heel"][[0, 2]], [0.1, -0.01], atol=0.03)
    assert found["left heel"][1] == pytest.approx(found["left toe"][1], abs=1e-9)


@pytest.mark.parametrize("turned", [0.0, 90.0])
def test_quadruped_without_names_is_recognized(turned: float) -> None:
    character = with_guessed_anatomy(quadruped(turned))
    assert having(character, Cap.ROOT) == {QUADRUPED["hips"]}
    assert having(character, Cap.HEAD) == {QUADRUPED["head"]}
    assert having(character, Cap.FOOT) == QUADRUPED["feet"]
    assert having(character, Cap.TAIL) == QUADRUPED["tail"]
    assert having(character, Cap.GRASPER) == set()
    for one, other in QUADRUPED["pairs"].items():
        assert character.symmetry.mirror[one] == other


def test_front_and_back_feet_get_different_names() -> None:
    names = {contact.name for contact in with_guessed_anatomy(quadruped()).contacts}
    assert {"left front toe", "right front toe", "left back toe", "right back toe"} <= names


@pytest.mark.parametrize("legs", [3, 4, 5])
def test_every_leg_of_a_spider_ends_in_a_foot(legs: int) -> None:
    character = with_guessed_anatomy(spider(legs))
    assert having(character, Cap.FOOT) == {4 + 3 * leg for leg in range(2 * legs)}
    assert having(character, Cap.HEAD) == {1}
    for leg in range(legs):
        assert character.symmetry.mirror[2 + 6 * leg] == 5 + 6 * leg


def test_lopsided_things_get_feet_but_no_symmetry() -> None:
    anatomy = guess_anatomy(tripod())
    feet = {joint for joint, body in enumerate(anatomy.bodies) if Cap.FOOT in body.caps}
    assert feet == {3, 5, 7}
    assert (anatomy.symmetry.mirror == np.arange(10)).all()
    assert any("symmetry" in note for note in anatomy.notes)


def test_an_unbranched_chain_is_all_spine() -> None:
    character = with_guessed_anatomy(rig(nameless(5), [-1, 0, 1, 2, 3], [[0, 0.1 * i, 0] for i in range(5)]))
    assert having(character, Cap.ROOT) == {0}
    assert having(character, Cap.SPINE) == {1, 2, 3, 4}
    assert having(character, Cap.GRASPER) | having(character, Cap.FOOT) == set()


def test_hands_that_stand_on_the_ground_are_feet() -> None:
    names = list(nameless(len(quadruped().skeleton)))
    for joint, name in {
        0: "Hips",
        3: "Head",
        7: "LeftHand",
        10: "RightHand",
        13: "LeftFoot",
        16: "RightFoot",
    }.items():
        names[joint] = name
    shape = quadruped().skeleton
    ends = list(zip(shape.end_joints.tolist(), shape.end_offsets.tolist(), strict=True))
    character = with_guessed_anatomy(rig(names, shape.parents, shape.offsets, ends))
    assert having(character, Cap.FOOT) == {7, 10, 13, 16}
    assert having(character, Cap.GRASPER) == set()


def test_single_joint_gets_a_root_and_nothing_else() -> None:
    anatomy = guess_anatomy(rig(["only"], [-1], [[0, 0, 0]]))
    assert anatomy.bodies[0].caps == {Cap.ROOT}
    assert anatomy.contacts == ()
    assert anatomy.facing is None


def test_all_joints_in_one_place_are_survived() -> None:
    anatomy = guess_anatomy(rig(nameless(6), [-1, 0, 0, 1, 2, 3], np.zeros((6, 3))))
    assert np.isfinite([body.radius for body in anatomy.bodies]).all()


def test_guessing_is_deterministic_and_does_not_depend_on_names_that_say_nothing() -> None:
    one = with_guessed_anatomy(biped(nameless(len(BIPED))))
    other = with_guessed_anatomy(biped(tuple(f"x{i * 7 % 100}y" for i in range(len(BIPED)))))
    assert [body.caps for body in one.bodies] == [body.caps for body in other.bodies]
    np.testing.assert_array_equal(one.symmetry.mirror, other.symmetry.mirror)


def test_existing_anatomy_is_kept() -> None:
    bare = biped()
    bodies = tuple(
        Body(frozenset({Cap.WING} if j == 3 else ()), np.array([[0, 0, 0], [1, 2, 3.0]]), 0.7)
        for j in range(len(BIPED))
    )
    symmetry = Symmetry(np.arange(len(BIPED)), np.ones(len(BIPED), dtype=np.int64))
    contact = ContactPoint("nose", 4, [0, 0, 1])
    own = Character("own", bare.skeleton, bodies, contacts=(contact,), symmetry=symmetry)
    guessed = with_guessed_anatomy(own)
    assert [body.caps for body in guessed.bodies] == [body.caps for body in bodies]
    assert guessed.bodies[0].radius == 0.7
    assert guessed.contacts == (contact,)
    np.testing.assert_array_equal(guessed.symmetry.sides, symmetry.sides)


def test_radius_and_box_come_from_the_skin() -> None:
    character = biped()
    shin = BIPED.index("left shin")
    world = forward_kinematics(character.rest)
    middle = world.positions[shin] + [0, -0.21, 0]
    mesh = ellipsoid(middle, (0.06, 0.2, 0.06), "#ffffff", rings=24)
    count = len(mesh.vertices)
    binds = np.tile(np.eye(4), (len(BIPED), 1, 1))
    binds[:, :3, 3] = -world.positions
    skin = Skin(mesh, np.full((count, 4), shin), np.tile([1.0, 0, 0, 0], (count, 1)), binds)
    body = with_guessed_anatomy(Character("fleshed", character.skeleton, character.bodies, (skin,))).bodies[
        shin
    ]
    np.testing.assert_allclose(body.box, [[-0.06, -0.41, -0.06], [0.06, -0.01, 0.06]], atol=1e-3)
    assert 0.03 < body.radius < 0.06


def test_boxes_without_a_mesh_hold_the_bones() -> None:
    character = with_guessed_anatomy(biped())
    for joint, body in enumerate(character.bodies):
        for child in character.skeleton.children[joint]:
            assert (body.box[0] <= character.skeleton.offsets[child]).all()
            assert (body.box[1] >= character.skeleton.offsets[child]).all()
        assert body.radius > 0


def test_corrections_replace_caps_pairs_and_contacts() -> None:
    character = with_guessed_anatomy(biped())
    toe = ContactPoint("big toe", 0, [0, 0, 0])
    fixed = correct_anatomy(
        character,
        caps={"left hand": ["wing", Cap.LIMB], "neck": []},
        mirror={"left hand": "left hand", "left thigh": "right shin"},
        contacts=[toe],
    )
    assert fixed.bodies[BIPED.index("left hand")].caps == {Cap.WING, Cap.LIMB}
    assert fixed.bodies[BIPED.index("neck")].caps == frozenset()
    pairs = {name: BIPED[fixed.symmetry.mirror[j]] for j, name in enumerate(BIPED)}
    assert pairs["left thigh"] == "right shin"
    assert pairs["right shin"] == "left thigh"
    for alone in ("left hand", "right hand", "left shin", "right thigh"):
        assert pairs[alone] == alone
    assert fixed.symmetry.sides[BIPED.index("left thigh")] == 1
    assert fixed.symmetry.sides[BIPED.index("right shin")] == -1
    assert fixed.contacts == (toe,)
    # The character that came in is as it was.
    assert BIPED[character.symmetry.mirror[BIPED.index("left hand")]] == "right hand"


def test_wrong_corrections_name_their_fault() -> None:
    character = with_guessed_anatomy(biped())
    with pytest.raises(UnknownJoint, match="left hand"):
        correct_anatomy(character, caps={"left hnad": ["limb"]})
    with pytest.raises(UnknownJoint, match="right foot"):
        correct_anatomy(character, mirror={"left foot": "right foto"})
    with pytest.raises(UnknownName, match="grasper"):
        correct_anatomy(character, caps={"left hand": ["graspr"]})
    with pytest.raises(InvalidValue, match="twice"):
        correct_anatomy(character, mirror={"left foot": "right foot", "left hand": "right foot"})


@pytest.mark.parametrize(
    ("name", "side", "part"),
    [
        ("mixamorig:LeftHandIndex1", 1, PartName.DIGIT),
        ("lhipjoint", 1, PartName.LIMB),
        ("rtibia", -1, PartName.LIMB),
        ("Bip01 R Toe0", -1, PartName.TOE),
        ("b_LeftForeArm_010", 1, PartName.LIMB),
        ("Back_Leg_Pelvis_L", 1, PartName.LIMB),
        ("Tail_Mid", 0, PartName.TAIL),
        ("rear_paw.R", -1, PartName.PAW),
        ("lowerneck", 0, PartName.NECK),
        ("ring_finger", 0, PartName.DIGIT),
        ("leftEyelid", 1, PartName.DETAIL),
        ("LThumb", 1, PartName.DIGIT),
        ("AnkleLeg_L", 1, PartName.LIMB),
        ("wing_feather_1_2_R", -1, PartName.WING),
        ("Front_Leg_Foot_L", 1, PartName.FOOT),
        ("leg", 0, PartName.LIMB),
        ("joint_12", 0, None),
        ("", 0, None),
        ("骨", 0, None),
    ],
)
def test_names_are_read_as_people_mean_them(name: str, side: int, part: PartName | None) -> None:
    # The others are there so that single letters may mean sides.
    reading = read_names([name, "x_l", "x_r"])[0]
    assert (reading.side, reading.part) == (side, part)


def test_a_lone_letter_is_no_side_without_its_counterpart() -> None:
    assert [reading.side for reading in read_names(["arm_l", "arm_m"])] == [0, 0]
    assert [reading.side for reading in read_names(["arm_l", "arm_r"])] == [1, -1]
