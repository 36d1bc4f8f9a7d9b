"""Forward kinematics against a matrix product per joint, a closed form and an independent tool."""

import numpy as np
import pytest
from tests.core.core_samples import chain_skeleton, random_clip, random_skeleton
from tests.core.kinematics.reference_kinematics import clip_matrices

from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import (
    end_positions,
    forward_kinematics,
    points_on_joints,
    transform_matrices,
)
from kinegraph.core.math.rotations import matrix_from_quat, quat_from_axis_angle
from kinegraph.core.pose import Pose


@pytest.mark.parametrize("slides", [False, True])
@pytest.mark.parametrize("joints", [1, 2, 40])
def test_the_kernel_agrees_with_matrix_products(joints: int, slides: bool) -> None:
    rng = np.random.default_rng(joints)
    clip = random_clip(rng, random_skeleton(rng, joints), frames=5, slides=slides)
    world = forward_kinematics(clip)
    expected = clip_matrices(clip)
    np.testing.assert_allclose(world.positions, expected[..., :3, 3], atol=1e-13)
    np.testing.assert_allclose(matrix_from_quat(world.rotations), expected[..., :3, :3], atol=1e-13)


@pytest.mark.parametrize("slides", [False, True])
def test_a_pose_is_a_clip_of_one(slides: bool) -> None:
    rng = np.random.default_rng(1)
    clip = random_clip(rng, random_skeleton(rng), slides=slides)
    whole, single = forward_kinematics(clip), forward_kinematics(clip.pose(3))
    np.testing.assert_array_equal(single.positions, whole.positions[3])
    np.testing.assert_array_equal(single.rotations, whole.rotations[3])


def test_a_clip_of_one_sliding_frame_uses_its_slides() -> None:
    rng = np.random.default_rng(2)
    clip = random_clip(rng, random_skeleton(rng), frames=1, slides=True)
    np.testing.assert_allclose(
        forward_kinematics(clip).positions, clip_matrices(clip)[..., :3, 3], atol=1e-13
    )


def test_frames_taken_with_a_stride_give_the_same_result() -> None:
    rng = np.random.default_rng(3)
    clip = random_clip(rng, random_skeleton(rng), frames=9)
    strided = Clip(clip.skeleton, clip.fps, clip.root_translations[::2], clip.rotations[::2])
    np.testing.assert_array_equal(
        forward_kinematics(strided).positions, forward_kinematics(clip).positions[::2]
    )


def test_a_planar_chain_agrees_with_its_closed_form() -> None:
    skeleton = chain_skeleton([1.0, 0.7, 0.4])
    angles = np.array([0.3, -0.8, 1.1])
    pose = Pose(skeleton, np.zeros(3), quat_from_axis_angle(angles[:, None] * [0.0, 0.0, 1.0]))
    world = forward_kinematics(pose)
    total = np.cumsum(angles)
    steps = np.array([1.0, 0.7, 0.4])[:, None] * np.stack(
        [-np.sin(total), np.cos(total), np.zeros(3)], axis=-1
    )
    places = np.cumsum(steps, axis=0)
    np.testing.assert_allclose(world.positions[1:], places[:2], atol=1e-15)
    np.testing.assert_allclose(end_positions(skeleton, world)[0], places[2], atol=1e-15)


def test_end_sites_and_points_follow_their_joint() -> None:
    rng = np.random.default_rng(4)
    clip = random_clip(rng, random_skeleton(rng))
    world, matrices = forward_kinematics(clip), clip_matrices(clip)
    ends = end_positions(clip.skeleton, world)
    assert ends.shape == (7, 3, 3)
    for site, (joint, offset) in enumerate(
        zip(clip.skeleton.end_joints, clip.skeleton.end_offsets, strict=True)
    ):
        np.testing.assert_allclose(
            ends[:, site], matrices[:, joint] @ [*offset, 1] @ np.eye(4, 3), atol=1e-13
        )
    np.testing.assert_array_equal(
        points_on_joints(world, np.array([5]), np.zeros((1, 3)))[:, 0], world.positions[:, 5]
    )


def test_homogeneous_matrices_hold_both_parts() -> None:
    rng = np.random.default_rng(5)
    clip = random_clip(rng, random_skeleton(rng))
    world = forward_kinematics(clip)
    np.testing.assert_allclose(transform_matrices(world), clip_matrices(clip), atol=1e-13)
    assert transform_matrices(forward_kinematics(clip.pose(0))).shape == (12, 4, 4)


def test_the_rest_pose_puts_the_root_at_its_offset() -> None:
    skeleton = random_skeleton(np.random.default_rng(6))
    world = forward_kinematics(Pose.rest(skeleton))
    np.testing.assert_array_equal(world.positions[0], skeleton.offsets[0])
    np.testing.assert_array_equal(world.rotations[0], skeleton.rest_rotations[0])
