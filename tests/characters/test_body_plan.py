"""Body plans: mirrored exactly, checked when made, turned into complete characters."""

from typing import Any

import numpy as np
import pytest

from kinegraph.characters.body_plan import Blob, BodyPlan, Bone, Contact, Eye, Ornament, chain, other_side
from kinegraph.characters.plan_character import character_from_plan
from kinegraph.characters.shapes import ellipsoid
from kinegraph.core.body import Cap
from kinegraph.core.errors import InvalidValue, UnknownJoint


def small_plan(**changes: Any) -> BodyPlan:
    parts = {
        "bones": [
            Bone("hips", None, (0, 0.5, 0), (0, 0.7, 0), (0.1, 0.08), {Cap.ROOT}),
            Bone("head", "hips", (0, 0.8, 0), (0, 0.9, 0), (0.1, 0.12), {Cap.HEAD}),
            Bone("left_leg", "hips", (0.08, 0.45, 0), (0.1, 0.06, 0.02), (0.06, 0.05), {Cap.FOOT}),
        ],
        "blobs": [Blob("head", (0.06, 0.85, 0.08), (0.04, 0.03, 0.03))],
        "eyes": [Eye("left_eye", "head", (0.05, 0.9, 0.1), 0.02, (0, 0, 1), lid="#884422")],
        "ornaments": [Ornament("left_leg", ellipsoid((0.1, 0.06, 0.08), (0.02, 0.01, 0.01), "#ffffff"))],
        "contacts": [Contact("left sole", "left_leg", (0.1, 0, 0.02))],
        "vertices": 1500,
    } | changes
    bones = parts.pop("bones")
    return BodyPlan.symmetric("small", bones, **parts)


def test_writing_one_side_gives_both() -> None:
    names = [bone.name for bone in small_plan().bones]
    assert names == ["hips", "head", "left_leg", "right_leg"]


def test_mirrored_bones_are_exact_mirror_images() -> None:
    bones = {bone.name: bone for bone in small_plan().bones}
    for name, bone in bones.items():
        np.testing.assert_array_equal(bone.head * [-1, 1, 1], bones[other_side(name)].head)
        np.testing.assert_array_equal(bone.tail * [-1, 1, 1], bones[other_side(name)].tail)


def test_a_lump_beside_the_middle_of_a_central_bone_is_mirrored() -> None:
    assert sorted(blob.center[0] for blob in small_plan().blobs) == [-0.06, 0.06]


def test_a_mirrored_ornament_still_faces_outwards() -> None:
    for ornament in small_plan().ornaments:
        corners = ornament.mesh.vertices[ornament.mesh.triangles]
        facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        outwards = corners.mean(axis=1) - ornament.mesh.vertices.mean(axis=0)
        assert (np.einsum("ti,ti->t", facing, outwards) > 0).all()


def test_the_other_side_of_the_other_side_is_the_name_itself() -> None:
    for name in ("left_paw", "right_paw", "tail"):
        assert other_side(other_side(name)) == name


def test_a_character_has_a_joint_for_every_bone_eye_and_eyelid() -> None:
    character = character_from_plan(small_plan())
    assert character.skeleton.names == (
        *("hips", "head", "left_leg", "right_leg"),
        *("left_eye", "left_eye_lid", "right_eye", "right_eye_lid"),
    )


def test_joints_rest_where_the_plan_put_them() -> None:
    plan = small_plan()
    character = character_from_plan(plan)
    places = np.zeros((len(character.skeleton), 3))
    for joint, parent in enumerate(character.skeleton.parents):
        places[joint] = character.skeleton.offsets[joint] + (places[parent] if parent >= 0 else 0)
    np.testing.assert_allclose(places[:4], [bone.head for bone in plan.bones], atol=1e-15)


def test_boxes_hold_their_rigid_meshes() -> None:
    for body in character_from_plan(small_plan()).bodies:
        for mesh in body.meshes:
            assert (mesh.vertices >= body.box[0] - 1e-12).all()
            assert (mesh.vertices <= body.box[1] + 1e-12).all()


def test_contacts_are_in_their_joints_frame() -> None:
    character = character_from_plan(small_plan())
    contact = character.contacts[0]
    assert contact.name == "left sole"
    np.testing.assert_allclose(contact.offset, np.array([0.1, 0, 0.02]) - [0.08, 0.45, 0], atol=1e-15)


def test_a_plan_without_flesh_has_no_skin() -> None:
    bones = [Bone("base", None, (0, 0, 0), (0, 1, 0))]
    assert character_from_plan(BodyPlan.symmetric("rod", bones)).skins == ()


@pytest.mark.parametrize(
    ("bones", "message"),
    [
        ([], "root"),
        ([Bone("a", None, (0, 0, 0), (0, 1, 0)), Bone("a", "a", (0, 1, 0), (0, 2, 0))], "two bones"),
        ([Bone("a", None, (0, 0, 0), (0, 1, 0)), Bone("b", "c", (0, 1, 0), (0, 2, 0))], "after its parent"),
        ([Bone("a", None, (0, 0, 0), (0, 1, 0)), Bone("b", None, (0, 1, 0), (0, 2, 0))], "two roots"),
    ],
)
def test_an_invalid_tree_is_refused(bones: list, message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        BodyPlan("broken", tuple(bones))


def test_a_part_on_a_bone_that_is_not_there_names_the_nearest() -> None:
    with pytest.raises(UnknownJoint, match="'head'"):
        small_plan(blobs=[Blob("hed", (0, 1, 0), (0.1, 0.1, 0.1))])


@pytest.mark.parametrize("radii", [(0.0, 0.1), (-1.0, 0.1), (np.nan, 0.1)])
def test_flesh_needs_a_thickness(radii: tuple[float, float]) -> None:
    with pytest.raises(InvalidValue, match="radii"):
        Bone("a", None, (0, 0, 0), (0, 1, 0), radii)


def test_an_invalid_colour_is_refused() -> None:
    with pytest.raises(InvalidValue, match="#rrggbb"):
        small_plan(color="brown")


def test_a_chain_hands_each_bone_its_place_and_radii() -> None:
    bones = chain(("a", "b"), None, [(0, 0, 0), (0, 1, 0), (0, 2, 0)], (0.3, 0.2, 0.1), ((), ()))
    assert [bone.parent for bone in bones] == [None, "a"]
    assert [bone.radii for bone in bones] == [(0.3, 0.2), (0.2, 0.1)]


def test_a_chain_with_too_few_points_is_refused() -> None:
    with pytest.raises(InvalidValue, match="chain of 2"):
        chain(("a", "b"), None, [(0, 0, 0), (0, 1, 0)], (0.1, 0.1, 0.1), ((), ()))
