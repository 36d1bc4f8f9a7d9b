"""Mirroring sets, and suggesting where a key should go."""

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.perform.sets.blend import blend
from kinegraph.perform.sets.manipulators import joint_manipulators
from kinegraph.perform.sets.mirror import mirrored_key, mirrored_set
from kinegraph.perform.sets.spatial_set import SpatialSet, pose_set
from kinegraph.perform.sets.suggest_place import suggest_place

BEAR = character("bear")
RNG = np.random.default_rng(3)


def random_pose(spread: float = 0.4) -> Pose:
    turns = quat_from_axis_angle(RNG.normal(size=(len(BEAR.skeleton), 3)) * spread)
    return Pose(BEAR.skeleton, RNG.normal(size=3), quat_multiply(BEAR.rest.rotations, turns))


def close(a: SpatialSet, b: SpatialSet) -> None:
    assert a.manipulators == b.manipulators
    for one, other in zip(a.keys, b.keys, strict=True):
        np.testing.assert_allclose(one.place, other.place, atol=1e-12)
        np.testing.assert_allclose(one.positions, other.positions, atol=1e-12)
        np.testing.assert_allclose(np.abs((one.rotations * other.rotations).sum(axis=-1)), 1.0, atol=1e-12)


def test_a_mirrored_key_holds_the_mirrored_pose_across_the_plane() -> None:
    pose = random_pose()
    made = pose_set(BEAR.skeleton, "a", [([1, 2, 3], pose)])
    expected = pose_set(BEAR.skeleton, "a", [([-1, 2, 3], mirror_motion(pose, BEAR.symmetry))])
    found = mirrored_key(made, "pose 1", BEAR, "pose 1")
    close(SpatialSet("a", made.manipulators, (found,)), expected)


def test_mirroring_a_set_twice_gives_it_back() -> None:
    arm = SpatialSet("arm", joint_manipulators(BEAR.skeleton, ("left_upper_arm", "left_forearm")))
    for place in ([0, 0, 0], [1, 0, 0], [0, 1, 1]):
        arm = arm.with_pose(random_pose(), place)
    there = mirrored_set(arm, BEAR, "other")
    assert [m.target for m in there.manipulators] == ["right_upper_arm", "right_forearm"]
    close(mirrored_set(there, BEAR, "arm"), arm)


def test_a_one_sided_set_cannot_mirror_its_keys_in_itself() -> None:
    arm = SpatialSet("arm", joint_manipulators(BEAR.skeleton, ("left_forearm",))).with_pose(
        random_pose(), [0, 0, 0]
    )
    with pytest.raises(InvalidValue, match="keys the partner of"):
        mirrored_key(arm, "pose 1", BEAR, "other")


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_pose_that_the_mapping_already_has_is_put_where_it_is(count: int) -> None:
    places = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]][:count]
    made = pose_set(BEAR.skeleton, "a", [(place, random_pose()) for place in places])
    fitted = blend(made)
    where = np.mean(places, axis=0) + np.array([0.05, 0, 0])
    values = fitted.at(where)
    key = made.with_pose(Pose(BEAR.skeleton, values.positions[0], values.rotations), [9, 9, 9], "new").key(
        "new"
    )
    found = suggest_place(fitted, key)
    np.testing.assert_allclose(found.place, where, atol=0.02)
    assert found.difference < 0.02


def test_a_suggestion_stays_clear_of_every_marker() -> None:
    made = pose_set(BEAR.skeleton, "a", [([0, 0, 0], random_pose()), ([1, 0, 0], random_pose())])
    found = suggest_place(blend(made), made.keys[0])
    assert min(np.linalg.norm(found.place - key.place) for key in made.keys) > 0.05
    made.with_key(
        made.keys[0].__class__("again", found.place, made.keys[0].positions, made.keys[0].rotations)
    )


def test_the_second_key_is_suggested_beside_the_first() -> None:
    made = pose_set(BEAR.skeleton, "a", [([1, 2, 3], random_pose())])
    found = suggest_place(blend(made), made.keys[0])
    assert np.linalg.norm(found.place - [1, 2, 3]) > 0.1
