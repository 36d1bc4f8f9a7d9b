"""The built-in cast: who they are, that they stand and mirror exactly, and how their loops move."""

from collections.abc import Callable

import numpy as np
import pytest

from kinegraph.characters.cast import CAST, UnknownCharacter, character
from kinegraph.characters.cast.motions import MOTIONS, hop, lamp_hop, sample_motions, walk, wave
from kinegraph.characters.cast.stick import stick_character
from kinegraph.core.body import Cap
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.skeleton import Skeleton

HEIGHTS = {"bear": 1.2, "figure": 1.75, "dog": 0.67, "lamp": 0.6, "octopus": 0.8, "bird": 0.5, "mouse": 0.4}
names = pytest.mark.parametrize("name", list(CAST))


def surface_points(name: str) -> np.ndarray:
    """Every vertex in the rest pose, world coordinates."""
    who = character(name)
    world = forward_kinematics(who.rest)
    points = [skin.mesh.vertices for skin in who.skins]
    points += [m.vertices + world.positions[j] for j, body in enumerate(who.bodies) for m in body.meshes]
    return np.concatenate(points)


def contact_places(clip: Clip, name: str) -> np.ndarray:
    """(F, C, 3) where the contact points are."""
    contacts = character(name).contacts
    joints, offsets = np.array([c.joint for c in contacts]), np.array([c.offset for c in contacts])
    return points_on_joints(forward_kinematics(clip), joints, offsets)


def test_the_cast_is_the_ten_that_were_promised() -> None:
    assert list(CAST) == [
        *("bear", "figure", "dog", "lamp", "octopus", "bird", "lizard", "mouse", "spider", "stick")
    ]


@names
def test_every_character_has_a_description_of_one_line(name: str) -> None:
    assert 10 < len(CAST[name].description) < 80
    assert "\n" not in CAST[name].description


def test_an_unknown_name_suggests_the_nearest_one() -> None:
    with pytest.raises(UnknownCharacter, match="'bear'"):
        character("baer")


@names
def test_asking_twice_gives_the_same_character(name: str) -> None:
    assert character(name) is character(name)


@names
def test_there_is_a_body_for_every_joint(name: str) -> None:
    who = character(name)
    assert len(who.bodies) == len(who.skeleton) == len(set(who.skeleton.names))


@names
def test_joints_mirror_exactly(name: str) -> None:
    who = character(name)
    places = forward_kinematics(who.rest).positions
    np.testing.assert_array_equal(places[who.symmetry.mirror], places * [-1, 1, 1] + 0.0)
    np.testing.assert_array_equal(who.symmetry.sides[who.symmetry.mirror], -who.symmetry.sides)
    np.testing.assert_array_equal(
        np.sign(places[:, 0][who.symmetry.sides != 0]), who.symmetry.sides[who.symmetry.sides != 0]
    )


@names
def test_mirrored_bodies_have_the_same_caps(name: str) -> None:
    who = character(name)
    for joint, mirror in enumerate(who.symmetry.mirror):
        assert who.bodies[joint].caps == who.bodies[mirror].caps


@names
def test_contacts_rest_on_the_ground(name: str) -> None:
    who = character(name)
    still = Clip.from_poses([who.rest], 30)
    assert len(who.contacts) >= 4
    np.testing.assert_allclose(contact_places(still, name)[..., 1], 0.0, atol=1e-12)


@pytest.mark.parametrize("name", [n for n in CAST if n != "stick"])
def test_every_character_stands_on_the_ground_and_not_in_it(name: str) -> None:
    assert abs(surface_points(name)[:, 1].min()) < 2e-3


@pytest.mark.parametrize("name", list(HEIGHTS))
def test_every_character_is_as_tall_as_promised(name: str) -> None:
    height = np.ptp(surface_points(name)[:, 1])
    assert height == pytest.approx(HEIGHTS[name], rel=0.04)


def test_the_lizard_is_as_long_as_promised() -> None:
    assert np.ptp(surface_points("lizard")[:, 2]) == pytest.approx(1.2, rel=0.04)


@names
def test_features_find_what_they_need(name: str) -> None:
    caps = set().union(*(body.caps for body in character(name).bodies))
    needed = {Cap.ROOT, Cap.SPINE, Cap.HEAD, Cap.MOUTH, Cap.FOOT}
    needed |= set() if name == "stick" else {Cap.EYE}
    needed |= set() if name == "lamp" else {Cap.LIMB}
    assert needed <= caps
    assert Cap.ROOT in character(name).bodies[0].caps


@names
def test_every_character_looks_ahead(name: str) -> None:
    who = character(name)
    places = forward_kinematics(who.rest).positions
    eyes = [j for j, body in enumerate(who.bodies) if Cap.EYE in body.caps]
    heads = [j for j, body in enumerate(who.bodies) if Cap.HEAD in body.caps]
    if eyes:
        assert places[eyes, 2].mean() > places[heads, 2].mean()


@pytest.mark.parametrize("name", [n for n in CAST if n not in ("lamp", "figure", "stick")])
def test_a_clay_skin_has_a_sensible_size(name: str) -> None:
    (skin,) = character(name).skins
    assert 6000 < len(skin.mesh.vertices) < 15000


def test_a_stick_rig_fits_any_skeleton() -> None:
    skeleton = Skeleton(
        ("root", "a", "b"),
        np.array([-1, 0, 1]),
        np.array([[0, 1, 0], [0, 0.5, 0.2], [0.3, 0, 0]]),
        np.array([[0, 0, 0, 1], [0.6, 0, 0, 0.8], [0, 0, 1, 0]]),
        np.array([2]),
        np.array([[0.1, 0.2, 0]]),
    )
    who = stick_character(skeleton, "any")
    assert who.skeleton is skeleton
    tip = np.concatenate([mesh.vertices for mesh in who.bodies[2].meshes])
    assert np.linalg.norm(tip - [0.1, 0.2, 0], axis=1).min() < 1e-12


def test_a_stick_rig_of_a_single_joint_is_a_ball() -> None:
    (body,) = stick_character(Skeleton.from_offsets(["only"], [-1], [(0, 0, 0)])).bodies
    assert body.radius > 0


def test_stick_sides_come_from_names() -> None:
    skeleton = Skeleton.from_offsets(
        ["Hips", "LeftLeg", "RightLeg"], [-1, 0, 0], [(0, 1, 0), (0.1, -0.5, 0), (-0.1, -0.5, 0)]
    )
    who = stick_character(skeleton)
    assert who.symmetry.sides.tolist() == [0, 1, -1]
    assert who.symmetry.mirror.tolist() == [0, 2, 1]


@pytest.mark.parametrize(("name", "make"), [(n, m) for n, makes in MOTIONS.items() for m in makes])
def test_loops_have_no_seam(name: str, make: Callable) -> None:
    clip = make(character(name))
    places = forward_kinematics(clip).positions
    steps = np.linalg.norm(np.diff(places, axis=0), axis=2)
    seam = np.linalg.norm(places[0] - places[-1], axis=1)
    assert (seam <= steps.max(axis=0) * 1.2 + 1e-3).all()


def test_planted_feet_do_not_slide_in_the_walk() -> None:
    clip = walk(character("bear"))
    feet = contact_places(clip, "bear")
    standing = feet[:, :, 1] < 1e-6
    both = standing[1:] & standing[:-1]
    slide = np.linalg.norm(np.diff(feet, axis=0), axis=2)
    assert both.mean() > 0.4
    assert slide[both].max() < 1e-6


@pytest.mark.parametrize("make", [wave, walk, hop])
def test_the_bear_stays_above_the_ground(make: Callable) -> None:
    clip = make(character("bear"))
    assert contact_places(clip, "bear")[..., 1].min() > -0.005


def test_the_bear_leaves_the_ground_when_it_hops() -> None:
    lowest = contact_places(hop(character("bear")), "bear")[..., 1].min(axis=1)
    assert lowest.max() > 0.15
    assert abs(lowest[0]) < 1e-6


def test_the_lamp_flies_between_hops() -> None:
    lowest = contact_places(lamp_hop(character("lamp")), "lamp")[..., 1].min(axis=1)
    assert lowest.max() > 0.1
    assert lowest.min() > -0.002


def test_every_character_comes_with_a_motion() -> None:
    for name in CAST:
        clips = sample_motions(name)
        assert clips[0].skeleton == character(name).skeleton
        assert len(clips) == 1 + len(MOTIONS.get(name, ()))
