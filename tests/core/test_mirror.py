"""Mirroring: the picture in a mirror at x = 0, whatever axes the joints' frames have."""

from dataclasses import replace

import numpy as np
import pytest
from tests.core.core_samples import random_clip, random_quats, symmetric_skeleton

from kinegraph.core.character import Symmetry
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


def with_random_rest_frames(rng: np.random.Generator, skeleton: Skeleton) -> Skeleton:
    """The same skeleton at rest, with axes painted on its bones in random directions."""
    world = random_quats(rng, len(skeleton))
    parents = skeleton.parents[1:]
    rest, offsets = world.copy(), skeleton.offsets.copy()
    rest[1:] = quat_multiply(quat_conjugate(world[parents]), world[1:])
    offsets[1:] = quat_rotate(quat_conjugate(world[parents]), offsets[1:])
    return replace(skeleton, offsets=offsets, rest_rotations=rest)


def sliding(rng: np.random.Generator, clip: Clip) -> Clip:
    translations = clip.skeleton.offsets + rng.normal(scale=0.1, size=(len(clip), len(clip.skeleton), 3))
    translations[:, 0] = clip.root_translations
    return replace(clip, translations=translations)


@pytest.mark.parametrize("slides", [False, True])
@pytest.mark.parametrize("rotated", [False, True])
def test_every_joint_stands_where_the_mirror_shows_its_partner(rotated: bool, slides: bool) -> None:
    rng = np.random.default_rng(1)
    skeleton, symmetry = symmetric_skeleton(rng)
    if rotated:
        skeleton = with_random_rest_frames(rng, skeleton)
    clip = random_clip(rng, skeleton)
    clip = sliding(rng, clip) if slides else clip
    before = forward_kinematics(clip).positions
    after = forward_kinematics(mirror_motion(clip, symmetry)).positions
    np.testing.assert_allclose(after, before[:, symmetry.mirror] * [-1.0, 1.0, 1.0], atol=1e-13)


@pytest.mark.parametrize("slides", [False, True])
def test_mirroring_twice_gives_the_motion_back(slides: bool) -> None:
    rng = np.random.default_rng(2)
    skeleton, symmetry = symmetric_skeleton(rng)
    clip = random_clip(rng, with_random_rest_frames(rng, skeleton))
    clip = sliding(rng, clip) if slides else clip
    twice = mirror_motion(mirror_motion(clip, symmetry), symmetry)
    same = np.abs(np.sum(twice.rotations * clip.rotations, axis=-1))
    np.testing.assert_allclose(same, 1.0, atol=1e-13)
    np.testing.assert_array_equal(twice.root_translations, clip.root_translations)


def test_the_rest_pose_is_its_own_mirror_image() -> None:
    rng = np.random.default_rng(3)
    skeleton, symmetry = symmetric_skeleton(rng)
    rest = Pose.rest(with_random_rest_frames(rng, skeleton))
    np.testing.assert_allclose(mirror_motion(rest, symmetry).rotations, rest.rotations, atol=1e-13)


def test_a_pose_mirrors_as_a_clip_of_one() -> None:
    rng = np.random.default_rng(4)
    skeleton, symmetry = symmetric_skeleton(rng)
    clip = sliding(rng, random_clip(rng, skeleton))
    pose = mirror_motion(clip.pose(2), symmetry)
    np.testing.assert_allclose(pose.rotations, mirror_motion(clip, symmetry).rotations[2], atol=1e-15)


def test_a_symmetry_of_another_skeleton_is_refused() -> None:
    rng = np.random.default_rng(5)
    skeleton, _ = symmetric_skeleton(rng)
    with pytest.raises(InvalidValue, match="joints"):
        mirror_motion(Pose.rest(skeleton), Symmetry.none(3))
