"""Rest frames: repainting the axes on the bones moves nothing."""

import numpy as np
import pytest
from tests.core.core_samples import IDENTITY, random_clip, random_skeleton

from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.pose import Pose
from kinegraph.core.rest_frames import unrotated_rest, with_unrotated_rest


@pytest.mark.parametrize("slides", [False, True])
def test_joints_and_end_sites_stay_where_they_were(slides: bool) -> None:
    rng = np.random.default_rng(1)
    clip = random_clip(rng, random_skeleton(rng), slides=slides)
    plain = with_unrotated_rest(clip)
    before, after = forward_kinematics(clip), forward_kinematics(plain)
    np.testing.assert_allclose(after.positions, before.positions, atol=1e-13)
    ends = end_positions(clip.skeleton, before), end_positions(plain.skeleton, after)
    np.testing.assert_allclose(ends[1], ends[0], atol=1e-13)


def test_every_joint_rests_unrotated() -> None:
    plain = unrotated_rest(random_skeleton(np.random.default_rng(2)))
    np.testing.assert_array_equal(plain.rest_rotations, np.tile(IDENTITY, (12, 1)))
    np.testing.assert_allclose(forward_kinematics(Pose.rest(plain)).rotations, np.tile(IDENTITY, (12, 1)))


def test_the_rest_pose_becomes_the_rest_pose() -> None:
    skeleton = random_skeleton(np.random.default_rng(3))
    clip = Clip(skeleton, 30.0, skeleton.offsets[:1], skeleton.rest_rotations[None])
    np.testing.assert_allclose(
        np.abs(with_unrotated_rest(clip).rotations[0]), np.tile(IDENTITY, (12, 1)), atol=1e-13
    )


def test_a_skeleton_that_rests_unrotated_is_left_alone() -> None:
    rng = np.random.default_rng(4)
    clip = random_clip(rng, random_skeleton(rng, rotated=False))
    plain = with_unrotated_rest(clip)
    assert plain.skeleton == clip.skeleton
    np.testing.assert_array_equal(plain.rotations, clip.rotations)
