"""A motion on another rig: bones point the same way, feet stand in the same places."""

from pathlib import Path

import numpy as np
import pytest
from tests.characters.anatomy.anatomy_samples import BIPED, school_names
from tests.characters.onto.onto_samples import FRAMES, scaled, walker, with_skeleton

from kinegraph.characters.onto.body_chains import body_chains
from kinegraph.characters.onto.joint_mapping import guess_mapping
from kinegraph.characters.onto.leg_reach import reach_with_leg
from kinegraph.characters.onto.transfer import Transferred, transfer
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.core.rest_frames import unrotated_rest
from kinegraph.core.skeleton import Skeleton

FEET = (BIPED.index("left foot"), BIPED.index("right foot"))


def moved(clip: Clip, source: Character, target: Character) -> Transferred:
    chains = body_chains(source), body_chains(target)
    return transfer(clip, *chains, guess_mapping(*chains))


def places(clip: Clip) -> np.ndarray:
    return forward_kinematics(clip).positions


def test_a_motion_on_its_own_rig_stays_as_it_is() -> None:
    character, clip = walker()
    found = moved(clip, character, character)
    assert found.scale == pytest.approx(1.0)
    np.testing.assert_allclose(places(found.clip), places(clip), atol=2e-5)


def test_size_names_and_heading_change_and_the_motion_does_not() -> None:
    character, clip = walker()
    target = scaled(walker(school_names("blender"), turned=90.0)[0], 1.7)
    found = moved(clip, character, target)
    turn = quat_from_axis_angle(np.array([0.0, np.pi / 2.0, 0.0]))
    assert found.scale == pytest.approx(1.7)
    np.testing.assert_allclose(places(found.clip), 1.7 * quat_rotate(turn, places(clip)), atol=5e-5)


def test_other_rest_frames_change_nothing() -> None:
    character, clip = walker()
    rng = np.random.default_rng(5)
    turns = quat_from_axis_angle(rng.normal(size=(len(BIPED), 3)))
    skeleton = character.skeleton
    offsets, rests = skeleton.offsets.copy(), turns.copy()
    for joint, parent in enumerate(skeleton.parents.tolist()):
        if parent >= 0:
            back = turns[parent] * [-1, -1, -1, 1]
            offsets[joint] = quat_rotate(back, skeleton.offsets[joint])
            rests[joint] = quat_multiply(back, turns[joint])
    ends = quat_rotate(turns[skeleton.end_joints] * [-1, -1, -1, 1], skeleton.end_offsets)
    painted = Skeleton(skeleton.names, skeleton.parents, offsets, rests, skeleton.end_joints, ends)
    np.testing.assert_allclose(unrotated_rest(painted).offsets, skeleton.offsets, atol=1e-12)
    found = moved(clip, character, with_skeleton(character, painted))
    np.testing.assert_allclose(places(found.clip), places(clip), atol=2e-5)


def test_limbs_point_as_the_originals_from_another_rest_pose() -> None:
    character, clip = walker()
    skeleton = character.skeleton
    rests = skeleton.rest_rotations.copy()
    for joint, angle in (("left upper arm", -0.8), ("right upper arm", 0.8)):  # arms hang at rest
        rests[BIPED.index(joint)] = quat_from_axis_angle(np.array([0.0, 0.0, angle]))
    hanging = Skeleton(
        skeleton.names, skeleton.parents, skeleton.offsets, rests, skeleton.end_joints, skeleton.end_offsets
    )
    found = moved(clip, character, with_skeleton(character, hanging))
    np.testing.assert_allclose(places(found.clip), places(clip), atol=2e-5)


@pytest.mark.parametrize("thigh", [0.8, 1.3])
def test_feet_of_other_legs_stand_where_the_originals_do(thigh: float) -> None:
    character, clip = walker()
    still = clip.with_roots(
        np.tile(clip.root_translations[:1], (FRAMES, 1)),
        np.tile(clip.rotations[:1], (FRAMES, 1, 1)),
    )
    target = scaled(character, 1.2, thigh)
    for motion in (clip, still):
        found = moved(motion, character, target)
        there = places(found.clip)
        for foot, goal in found.ankles.items():
            np.testing.assert_allclose(there[:, foot], goal, atol=1e-4)
            sole = there[:, foot, 1] - found.scale * places(motion)[:, foot, 1]
            assert np.ptp(sole) < 1e-4  # lifted evenly: what was planted stays planted
    assert set(found.ankles) == set(FEET)


def test_a_knee_bends_in_its_plane_and_the_foot_keeps_its_direction() -> None:
    character, clip = walker()
    world = forward_kinematics(clip)
    leg = tuple(BIPED.index(f"left {part}") for part in ("thigh", "shin", "foot"))
    rotations, there = world.rotations.copy(), world.positions.copy()
    goal = there[:, leg[2]] + [0.0, 0.1, 0.05]
    before = np.cross(there[:, leg[1]] - there[:, leg[0]], there[:, leg[2]] - there[:, leg[1]])
    reach_with_leg(character.skeleton, rotations, there, leg, goal)
    np.testing.assert_allclose(there[:, leg[2]], goal, atol=1e-6)
    np.testing.assert_allclose(rotations[:, leg[2]], world.rotations[:, leg[2]], atol=1e-12)
    lengths = np.linalg.norm(there[:, leg[1]] - there[:, leg[0]], axis=1)
    np.testing.assert_allclose(lengths, np.linalg.norm(character.skeleton.offsets[leg[1]]), atol=1e-9)
    after = np.cross(there[:, leg[1]] - there[:, leg[0]], there[:, leg[2]] - there[:, leg[1]])
    assert (np.sum(before * after, axis=1) > 0.0).all()


def test_a_goal_out_of_reach_is_approached_with_a_straight_leg() -> None:
    character, _ = walker()
    pose = forward_kinematics(Pose.rest(character.skeleton))
    rotations, there = pose.rotations[None].copy(), pose.positions[None].copy()
    leg = tuple(BIPED.index(f"left {part}") for part in ("thigh", "shin", "foot"))
    hip, length = there[0, leg[0]].copy(), 0.85
    reach_with_leg(character.skeleton, rotations, there, leg, hip[None] + [[0.0, -3.0, 0.0]])
    assert np.linalg.norm(there[0, leg[2]] - hip) == pytest.approx(length, abs=2e-3)
    assert np.isfinite(rotations).all()


PAIRS = [
    ("cmu/16_15.bvh", "characters/CesiumMan.glb", 19),
    ("cmu/16_15.bvh", "characters/m2m_rig-human.glb", 25),
    ("asf_amc/16_15.amc", "bvh/dab.bvh", 20),
    ("bvh/jesse_dance.bvh", "characters/RiggedFigure.glb", 19),
    ("characters/CesiumMan.glb", "cmu/16_15.bvh", 20),
]


@pytest.mark.parametrize(("motion", "rig", "fewest"), PAIRS)
def test_rigs_of_other_makers_keep_their_feet_in_place(
    shared_data: Path, motion: str, rig: str, fewest: int
) -> None:
    from kinegraph.formats import load

    scene, target = load(f"{shared_data}/{motion}"), load(f"{shared_data}/{rig}").character
    assert scene.character is not None
    assert target is not None
    found = moved(scene.clips[0].frames(0, min(300, len(scene.clips[0]))), scene.character, target)
    chains = body_chains(scene.character), body_chains(target)
    mapping = guess_mapping(*chains)
    assert len(mapping.pairs) >= fewest
    assert not mapping.unsure
    there = places(found.clip)
    for foot, goal in found.ankles.items():
        assert np.linalg.norm(there[:, foot] - goal, axis=1).max() < 0.005 * chains[1].size
    assert len(found.ankles) == 2
