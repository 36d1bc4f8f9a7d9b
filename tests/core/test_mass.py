"""Centre of mass: capsules of one density."""

from dataclasses import replace

import numpy as np
import pytest
from tests.core.core_samples import chain_skeleton, random_clip, random_skeleton

from kinegraph.core.body import Body
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.mass import center_of_mass, mass_shares
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.pose import Pose
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.skeleton import Skeleton


def with_radii(skeleton: Skeleton, radii: list[float]) -> Character:
    return Character("weighed", skeleton, tuple(Body(radius=radius) for radius in radii))


def test_one_capsule_balances_at_its_middle() -> None:
    skeleton = chain_skeleton([2.0])
    np.testing.assert_allclose(
        center_of_mass(with_radii(skeleton, [0.3]), Pose.rest(skeleton)), [0, 1, 0], atol=1e-15
    )


def test_two_capsules_balance_by_volume() -> None:
    skeleton = chain_skeleton([1.0, 2.0])
    masses = [np.pi * r**2 * length + 4 / 3 * np.pi * r**3 for r, length in ((0.5, 1.0), (0.1, 2.0))]
    expected = (masses[0] * 0.5 + masses[1] * 2.0) / sum(masses)
    com = center_of_mass(with_radii(skeleton, [0.5, 0.1]), Pose.rest(skeleton))
    np.testing.assert_allclose(com, [0.0, expected, 0.0], atol=1e-15)


def test_bodies_without_thickness_weigh_by_their_length() -> None:
    skeleton = chain_skeleton([1.0, 3.0])
    com = center_of_mass(with_radii(skeleton, [0.0, 0.0]), Pose.rest(skeleton))
    np.testing.assert_allclose(com, [0.0, (0.5 + 3 * 2.5) / 4, 0.0], atol=1e-15)


def test_a_skeleton_without_any_size_balances_where_it_is() -> None:
    skeleton = Skeleton.from_offsets(["a", "b"], [-1, 0], [[1, 2, 3], [0, 0, 0]])
    np.testing.assert_allclose(center_of_mass(with_radii(skeleton, [0, 0]), Pose.rest(skeleton)), [1, 2, 3])


def test_a_leaf_without_an_end_site_is_a_ball() -> None:
    skeleton = Skeleton.from_offsets(["stick", "ball"], [-1, 0], [[0, 0, 0], [0, 1, 0]])
    com = center_of_mass(with_radii(skeleton, [0.0, 0.5]), Pose.rest(skeleton))
    np.testing.assert_allclose(com, [0, 1, 0], atol=1e-15)


def test_shares_sum_to_one() -> None:
    rng = np.random.default_rng(1)
    character = with_radii(random_skeleton(rng), list(rng.uniform(0, 0.2, 12)))
    joints, ends = mass_shares(character)
    assert joints.sum() + ends.sum() == pytest.approx(1.0, abs=1e-14)
    assert min(joints.min(), ends.min()) >= 0.0


def test_the_centre_of_mass_is_inside_the_bounds_of_the_character() -> None:
    rng = np.random.default_rng(2)
    skeleton = replace(random_skeleton(rng), end_joints=np.empty(0, dtype=int), end_offsets=np.empty((0, 3)))
    clip = random_clip(rng, skeleton)
    com, places = center_of_mass(with_radii(skeleton, [0.1] * 12), clip), forward_kinematics(clip).positions
    assert com.shape == (7, 3)
    assert ((com >= places.min(axis=1)) & (com <= places.max(axis=1))).all()


def test_a_clip_and_its_world_transforms_give_the_same_centre() -> None:
    rng = np.random.default_rng(3)
    clip = random_clip(rng, random_skeleton(rng))
    character = with_radii(clip.skeleton, [0.1] * 12)
    np.testing.assert_array_equal(
        center_of_mass(character, forward_kinematics(clip)), center_of_mass(character, clip)
    )


def test_the_centre_of_mass_scales_with_the_character() -> None:
    rng = np.random.default_rng(4)
    clip = random_clip(rng, random_skeleton(rng))
    character = with_radii(clip.skeleton, list(rng.uniform(0, 0.2, 12)))
    large = center_of_mass(scale_lengths(character, 3.0), scale_lengths(clip, 3.0))
    np.testing.assert_allclose(large, 3.0 * center_of_mass(character, clip), atol=1e-13)


def test_bending_a_chain_moves_the_centre_as_the_closed_form_says() -> None:
    skeleton = chain_skeleton([1.0, 1.0])
    bend = quat_from_axis_angle([[0, 0, 0], [0, 0, np.pi / 2]])
    com = center_of_mass(with_radii(skeleton, [0.0, 0.0]), Pose(skeleton, np.zeros(3), bend))
    np.testing.assert_allclose(com, [-0.25, 0.75, 0.0], atol=1e-15)
