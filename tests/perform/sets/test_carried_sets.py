"""Sets that a joint carries, and sets that share a joint: mirrored in the body's plane, both in force."""

import numpy as np
import pytest

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character, Symmetry
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import (
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, joint_manipulators
from kinegraph.perform.sets.mirror import mirrored_key, mirrored_set
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet

RNG = np.random.default_rng(17)
HANDLES = tuple(Manipulator(ManipulatorKind.HANDLE, f"{s}_hand", moves=True, turns=True) for s in "lr")


def turned_body(aside: float = 0.0) -> Character:
    """A pelvis whose own axes lie askew, a chest on it, and an arm at either side.

    aside: How far it rests beside the plane x = 0 [m].
    """
    names = ("pelvis", "chest", "l_arm", "r_arm", "l_hand", "r_hand")
    rest = Skeleton(
        names,
        np.array([-1, 0, 1, 1, 2, 3]),
        np.zeros((6, 3)),
        quat_from_axis_angle(
            np.array(
                [[0.4, 1.1, -0.7], [0, 0, 0.9], [0.3, 0.2, 0.1], [1.0, -0.5, 0.2], [0, 0.7, 0], [0.2, 0, 0]]
            )
        ),
    )
    world = np.array(
        [[0, 1.0, 0], [0, 1.4, 0.05], [0.2, 1.4, 0], [-0.2, 1.4, 0], [0.6, 1.3, 0], [-0.6, 1.3, 0]]
    )
    turns = forward_kinematics(Pose.rest(rest)).rotations
    world[:, 0] += aside
    offsets = world.copy()
    for joint in range(1, 6):
        above = rest.parents[joint]
        offsets[joint] = quat_rotate(turns[above] * [-1, -1, -1, 1], world[joint] - world[above])
    skeleton = Skeleton(names, rest.parents, offsets, rest.rest_rotations)
    character = Character.bare("askew", skeleton)
    symmetry = Symmetry(np.array([0, 1, 3, 2, 5, 4]), np.array([0, 0, 1, -1, 1, -1]))
    return Character("askew", skeleton, character.bodies, symmetry=symmetry)


def some_pose(body: Character) -> Pose:
    rest = Pose.rest(body.skeleton)
    turns = quat_from_axis_angle(0.4 * RNG.normal(size=(6, 3)))
    turns[:2] = [0.0, 0.0, 0.0, 1.0]
    return Pose(body.skeleton, rest.root_translation, quat_multiply(rest.rotations, turns))


def carried_rig(body: Character, poses: list[Pose]) -> SpatialRig:
    """The pelvis has a set of its own, so it carries the set of one hand's handle."""
    base = SpatialSet("base", joint_manipulators(body.skeleton, ("pelvis",))).with_pose(body.rest, [0, 0, 0])
    hand = SpatialSet("hand", HANDLES[:1], home=[0.1, 0.2, 0.3])
    for pose in poses:
        hand = hand.with_pose(pose, RNG.normal(size=3), carrier=0)
    return SpatialRig(body, (base, hand))


def in_the_world(body: Character, place: Floats) -> Floats:
    world = forward_kinematics(Pose.rest(body.skeleton))
    return quat_rotate(world.rotations[0], place) + world.positions[0]


def test_a_body_that_rests_beside_the_plane_mirrors_its_carried_sets_about_their_carrier() -> None:
    body = turned_body(aside=0.3)
    poses = [some_pose(body) for _ in range(3)]
    rig = carried_rig(body, poses)
    found = mirrored_set(rig.set("hand"), body, "other", rig)
    turn = forward_kinematics(Pose.rest(body.skeleton)).rotations[0]
    for old, new, pose in zip(rig.set("hand").keys, found.keys, poses, strict=True):
        np.testing.assert_allclose(
            quat_rotate(turn, new.place), quat_rotate(turn, old.place) * [-1, 1, 1], atol=1e-12
        )
        wanted = SpatialSet("other", HANDLES[1:]).with_pose(
            mirror_motion(pose, body.symmetry), [0, 0, 0], carrier=0
        )
        np.testing.assert_allclose(new.positions, wanted.keys[0].positions, atol=1e-12)


def test_a_carried_set_is_mirrored_in_the_plane_of_the_body() -> None:
    body = turned_body()
    poses = [some_pose(body) for _ in range(3)]
    rig = carried_rig(body, poses)
    found = mirrored_set(rig.set("hand"), body, "other", rig)
    expected = SpatialSet("other", HANDLES[1:])
    for key, pose in zip(rig.set("hand").keys, poses, strict=True):
        expected = expected.with_pose(mirror_motion(pose, body.symmetry), key.place, key.name, carrier=0)
    for old, new, wanted in zip(rig.set("hand").keys, found.keys, expected.keys, strict=True):
        across = in_the_world(body, old.place) * [-1, 1, 1]
        np.testing.assert_allclose(in_the_world(body, new.place), across, atol=1e-12)
        np.testing.assert_allclose(new.positions, wanted.positions, atol=1e-12)
        np.testing.assert_allclose(np.abs((new.rotations * wanted.rotations).sum(axis=-1)), 1.0, atol=1e-12)
    home = in_the_world(body, rig.set("hand").home) * [-1, 1, 1]
    np.testing.assert_allclose(in_the_world(body, found.home), home, atol=1e-12)


def test_mirroring_a_carried_set_twice_gives_it_back() -> None:
    body = turned_body()
    rig = carried_rig(body, [some_pose(body), some_pose(body)])
    there = mirrored_set(rig.set("hand"), body, "other", rig)
    back = mirrored_set(there, body, "hand", rig.with_set(there))
    for one, other in zip(rig.set("hand").keys, back.keys, strict=True):
        np.testing.assert_allclose(one.place, other.place, atol=1e-12)
        np.testing.assert_allclose(one.positions, other.positions, atol=1e-12)


def test_a_key_of_a_carried_set_is_mirrored_in_the_plane_of_the_body() -> None:
    body = turned_body()
    base = SpatialSet("base", joint_manipulators(body.skeleton, ("pelvis",))).with_pose(body.rest, [0, 0, 0])
    both = SpatialSet("both", HANDLES).with_pose(some_pose(body), [0.3, 0.1, 0.2], "left", carrier=0)
    rig = SpatialRig(body, (base, both))
    found = mirrored_key(both, "left", body, "right", rig)
    across = in_the_world(body, both.keys[0].place) * [-1, 1, 1]
    np.testing.assert_allclose(in_the_world(body, found.place), across, atol=1e-12)


def joint_set(name: str, joint: str, moves: bool, turns: bool) -> SpatialSet:
    manipulator = Manipulator(ManipulatorKind.JOINT, joint, moves=moves, turns=turns)
    made = SpatialSet(name, (manipulator,))
    for i, place in enumerate([[0, 0, 0], [0.3, 0, 0]]):
        quat = quat_from_axis_angle(np.array([0.0, 0.5 * i * turns, 0.0]))
        made = made.with_key(SpatialKey(f"{i}", place, [[0.0, 0.7 * i * moves, 0.0]], quat[None]))
    return made


@pytest.mark.parametrize("joint", ["pelvis", "l_arm"])
def test_place_and_turn_of_one_joint_act_together(joint: str) -> None:
    body = turned_body()
    slide, turn = joint_set("slide", joint, True, False), joint_set("turn", joint, False, True)
    rig = SpatialRig(body, (slide, turn))
    assert rig.alternatives("slide") == ("slide",)
    playable = PlayableRig(rig)
    there = np.array([[0.3, 0.0, 0.0]])
    clip = playable.perform({"slide": there, "turn": there}, 60.0).clip
    number = body.skeleton.index(joint)
    slid = clip.root_translations if clip.translations is None else clip.translations[:, number]
    np.testing.assert_allclose(slid[0], [0.0, 0.7, 0.0], atol=1e-12)
    np.testing.assert_allclose(
        np.abs(clip.rotations[0, number]), quat_from_axis_angle(np.array([0.0, 0.5, 0.0])), atol=1e-9
    )


def test_sets_that_key_the_same_freedom_are_alternatives() -> None:
    whole = joint_set("whole", "pelvis", True, True)
    rig = SpatialRig(turned_body(), (whole, joint_set("turn", "pelvis", False, True)))
    assert rig.alternatives("turn") == ("whole", "turn")
