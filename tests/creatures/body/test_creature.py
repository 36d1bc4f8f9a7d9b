"""The creature that follows from a character's caps: spine, root, legs, lengths, handles, deforms."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.creatures.made_creatures import made, reflected

from kinegraph.characters.cast import CAST, character
from kinegraph.core.body import Body, Cap
from kinegraph.core.character import Character
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.core.mirror import REFLECT
from kinegraph.core.skeleton import Skeleton
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature

seeds = st.integers(0, 60)


def _names(subject: Creature, bodies: Any) -> list[str]:
    return [subject.character.skeleton.names[body] for body in bodies]


def _rig(*rows: tuple[str, int, tuple[float, float, float], set[Cap]]) -> Character:
    """A character of (name, parent, offset, caps) rows."""
    names, parents, offsets, caps = zip(*rows, strict=True)
    skeleton = Skeleton.from_offsets(names, list(parents), offsets)
    return Character("rig", skeleton, tuple(Body(frozenset(own)) for own in caps))


def test_the_spine_runs_from_tail_to_head_and_is_rooted_where_the_legs_are() -> None:
    dog = creature_from_character(character("dog"))
    assert Cap.HEAD in dog.caps[dog.spine[-1]]
    assert {leg.hip for leg in dog.legs} <= set(dog.spine)
    assert dog.root in {leg.hip for leg in dog.legs}


@pytest.mark.parametrize("name", CAST)
def test_every_member_of_the_cast_is_a_creature_on_the_ground(name: str) -> None:
    subject = creature_from_character(character(name))
    for leg in subject.legs:
        assert subject.rest_handles[leg.foot, 1] == pytest.approx(0.0, abs=0.03 * subject.size[1])
    assert subject.rest_positions[subject.root, [0, 2]] == pytest.approx([0.0, 0.0], abs=1e-12)


@pytest.mark.parametrize(
    ("name", "legs"), [("bear", 2), ("dog", 4), ("spider", 8), ("octopus", 8), ("lamp", 0), ("bird", 2)]
)
def test_cast_members_have_the_legs_they_are_known_for(name: str, legs: int) -> None:
    assert len(creature_from_character(character(name)).legs) == legs


def test_a_stray_body_called_spine_does_not_make_the_spine() -> None:
    rig = _rig(
        ("base", -1, (0, 0, 0), set()),
        ("stray", 0, (0, 1, 0), {Cap.SPINE}),
        ("hips", 0, (0, 1, 0), {Cap.ROOT}),
        ("chest", 2, (0, 0.5, 0), {Cap.SPINE}),
        ("head", 3, (0, 0.3, 0), {Cap.HEAD}),
    )
    subject = creature_from_character(rig)
    assert _names(subject, subject.spine) == ["hips", "chest", "head"]
    assert subject.caps[1] == frozenset()


def test_joints_in_one_place_are_all_of_the_spine() -> None:
    rig = _rig(
        ("hips", -1, (0, 1, 0), {Cap.ROOT}),
        ("lower back", 0, (0, 0, 0), {Cap.SPINE}),
        ("chest", 1, (0, 0.5, 0), {Cap.SPINE}),
        ("thigh", 0, (0.1, 0, 0), {Cap.LIMB}),
        ("foot", 3, (0, -1, 0), {Cap.FOOT}),
    )
    subject = creature_from_character(rig)
    assert _names(subject, subject.spine) == ["hips", "lower back", "chest"]
    assert subject.root == 0


def test_feet_that_hang_beside_the_body_belong_to_the_legs_that_end_there() -> None:
    rig = _rig(
        ("base", -1, (0, 0, 0), set()),
        ("foot", 0, (0.2, 0, 0), {Cap.FOOT}),
        ("hips", 0, (0, 1, 0), {Cap.ROOT}),
        ("thigh", 2, (0.2, 0, 0), {Cap.LIMB}),
        ("shin", 3, (0, -0.5, 0.05), {Cap.LIMB}),
        ("shin end", 4, (0, -0.5, -0.05), set()),
    )
    subject = creature_from_character(rig)
    assert [_names(subject, leg.bodies) for leg in subject.legs] == [["thigh", "shin", "foot"]]


def test_one_of_several_heads_is_a_limb_and_its_neck_too() -> None:
    hydra = made(3, "hydra")
    necks = [b for b, name in enumerate(hydra.character.skeleton.names) if "neck" in name]
    assert necks
    assert all(hydra.caps[neck] == {Cap.LIMB} for neck in necks)


def test_an_ear_and_a_mouth_are_one_body_each_and_the_lower_jaw_opens() -> None:
    rig = _rig(
        ("hips", -1, (0, 1, 0), {Cap.ROOT}),
        ("head", 0, (0, 0.5, 0), {Cap.HEAD}),
        ("ear", 1, (0.1, 0.1, 0), {Cap.EAR}),
        ("ear tip", 2, (0, 0.1, 0), {Cap.EAR}),
        ("beak", 1, (0, 0, 0.1), {Cap.MOUTH}),
        ("upper", 4, (0, 0, 0.1), {Cap.MOUTH}),
        ("lower", 4, (0, -0.05, 0.1), {Cap.MOUTH}),
    )
    subject = creature_from_character(rig)
    assert _names(subject, subject.bodies_with(Cap.EAR)) == ["ear"]
    assert _names(subject, subject.bodies_with(Cap.MOUTH)) == ["lower"]
    assert [(_names(subject, [d.body]), d.name) for d in subject.deforms] == [(["lower"], "open")]


def test_a_tail_and_a_wing_are_their_tips() -> None:
    rig = _rig(
        ("hips", -1, (0, 1, 0), {Cap.ROOT}),
        ("tail", 0, (0, 0, -0.2), {Cap.TAIL}),
        ("tail end", 1, (0, 0, -0.2), {Cap.TAIL}),
        ("wing", 0, (0.2, 0, 0), {Cap.WING, Cap.LIMB}),
        ("feather", 3, (0, -0.1, 0), {Cap.WING}),
        ("wing tip", 3, (0.2, 0, 0), {Cap.WING, Cap.LIMB}),
    )
    subject = creature_from_character(rig)
    assert _names(subject, subject.bodies_with(Cap.TAIL)) == ["tail end"]
    assert _names(subject, subject.bodies_with(Cap.WING)) == ["wing tip"]
    assert _names(subject, subject.bodies_with(Cap.LIMB)) == ["tail", "wing", "wing tip"]


def test_two_mouths_beside_each_other_are_two_mouths() -> None:
    rig = _rig(
        ("hips", -1, (0, 1, 0), {Cap.ROOT}),
        ("left mouth", 0, (0.4, 0.2, 0), {Cap.MOUTH}),
        ("right mouth", 0, (-0.4, 0.1, 0), {Cap.MOUTH}),
    )
    assert len(creature_from_character(rig).bodies_with(Cap.MOUTH)) == 2


@given(seeds)
def test_a_limb_is_as_long_as_the_way_along_it(seed: int) -> None:
    subject = made(seed)
    for leg in subject.legs:
        places = [*subject.rest_positions[list(leg.bodies)], subject.rest_handles[leg.foot]]
        way = sum(float(np.linalg.norm(b - a)) for a, b in pairwise(places))
        assert leg.length == pytest.approx(way, rel=1e-9)


@given(seeds)
def test_bounds_hold_every_handle(seed: int) -> None:
    subject = made(seed)
    assert (subject.rest_handles >= subject.bounds[0] - 1e-9).all()
    assert (subject.rest_handles <= subject.bounds[1] + 1e-9).all()


@given(seeds)
def test_every_body_hangs_on_the_spine_body_that_is_first_on_its_way_up(seed: int) -> None:
    subject = made(seed)
    for body in range(len(subject)):
        above = body
        while above not in subject.spine:
            above = int(subject.parents[above])
        assert subject.spine_of[body] == above


@given(seeds)
def test_a_mirror_image_has_the_mirrored_anatomy(seed: int) -> None:
    subject, image = made(seed), reflected(seed)
    assert image.spine == subject.spine
    assert image.root == subject.root
    assert image.rest_handles == pytest.approx(subject.rest_handles * REFLECT, abs=1e-9)
    assert image.limb_lengths == pytest.approx(subject.limb_lengths, abs=1e-9)


def _moved_by(subject: Creature, deform: Any) -> np.ndarray:
    """(3,) how the tip of a deform's first joint moves from rest to 1, in the character's axes."""
    joint, turn = int(deform.joints[0]), deform.turns[0]
    skeleton = subject.character.skeleton
    tip = skeleton.end_offsets[skeleton.end_joints.tolist().index(joint)]
    rest = subject.rest_rotations[joint]
    return quat_rotate(quat_multiply(rest, quat_from_axis_angle(turn)), tip) - quat_rotate(rest, tip)


@given(seeds)
def test_jaws_open_downwards_on_every_creature(seed: int) -> None:
    subject = made(seed)
    for deform in subject.deforms:
        if deform.name == "open":
            assert _moved_by(subject, deform)[1] < 0


def test_pincers_meet() -> None:
    subject = next(
        subject
        for seed in range(60)
        if "left_arm_1_claw_1" in (subject := made(seed, "biped")).character.skeleton
    )
    skeleton, joints = subject.character.skeleton, subject.character.skeleton.end_joints.tolist()
    grips = [deform for deform in subject.deforms if deform.name == "grip"]
    assert len(grips) == 2
    for deform in grips:
        ways = []
        for joint, turn in zip(deform.joints.tolist(), deform.turns, strict=True):
            tip = quat_rotate(quat_from_axis_angle(turn), skeleton.end_offsets[joints.index(joint)])
            ways.append(tip / np.linalg.norm(tip))
        assert ways[0] == pytest.approx(ways[1], abs=1e-6)
