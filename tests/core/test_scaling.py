"""Scaling: everything grows about the origin by one factor, and nothing else changes."""

import numpy as np
import pytest
from tests.core.core_samples import random_clip, random_skeleton
from tests.core.kinematics.test_skinning import random_skin

from kinegraph.core.bake import animation_from_clip, bake
from kinegraph.core.body import Body, Mesh
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.kinematics.skinning import deform
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.pose import Pose
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene


@pytest.mark.parametrize("slides", [False, True])
def test_a_scaled_clip_has_scaled_positions(slides: bool) -> None:
    rng = np.random.default_rng(1)
    clip = random_clip(rng, random_skeleton(rng), slides=slides)
    small = scale_lengths(clip, 0.01)
    before, after = forward_kinematics(clip), forward_kinematics(small)
    np.testing.assert_allclose(after.positions, 0.01 * before.positions, atol=1e-15)
    ends = end_positions(small.skeleton, after)
    np.testing.assert_allclose(ends, 0.01 * end_positions(clip.skeleton, before), atol=1e-15)


def test_a_scaled_animation_bakes_to_the_scaled_clip() -> None:
    rng = np.random.default_rng(2)
    clip = random_clip(rng, random_skeleton(rng, 5), slides=True)
    animation = animation_from_clip(clip)
    small = forward_kinematics(bake(scale_lengths(animation, 0.3))).positions
    np.testing.assert_allclose(small, 0.3 * forward_kinematics(bake(animation)).positions, atol=1e-13)


def make_character(rng: np.random.Generator) -> Character:
    skeleton = random_skeleton(rng)
    mesh = Mesh(rng.normal(size=(3, 3)), np.array([[0, 1, 2]]))
    bodies = tuple(
        Body(box=np.array([[-1.0] * 3, [1.0] * 3]), radius=0.1, meshes=(mesh,)) for _ in skeleton.names
    )
    contact = ContactPoint("tip", 3, np.array([0.1, 0.2, 0.3]))
    return Character("someone", skeleton, bodies, (random_skin(rng, skeleton),), (contact,))


def test_a_scaled_character_is_the_same_shape() -> None:
    rng = np.random.default_rng(3)
    character = make_character(rng)
    big = scale_lengths(character, 4.0)
    clip = random_clip(rng, character.skeleton)
    before = deform(character.skins[0], forward_kinematics(clip))
    after = deform(big.skins[0], forward_kinematics(scale_lengths(clip, 4.0)))
    np.testing.assert_allclose(after, 4.0 * before, atol=1e-12)
    assert big.bodies[0].radius == 0.4
    np.testing.assert_array_equal(big.bodies[0].box, 4.0 * character.bodies[0].box)
    np.testing.assert_array_equal(
        big.bodies[0].meshes[0].vertices, 4.0 * character.bodies[0].meshes[0].vertices
    )
    np.testing.assert_array_equal(big.contacts[0].offset, 4.0 * character.contacts[0].offset)


def test_a_scaled_scene_still_belongs_together() -> None:
    rng = np.random.default_rng(4)
    character = make_character(rng)
    clip = random_clip(rng, character.skeleton)
    markers = MarkerClip(("a",), 30.0, np.ones((2, 1, 3)), np.ones((2, 1), dtype=bool), np.ones((2, 1)))
    scene = scale_lengths(Scene(character, (clip,), (animation_from_clip(clip),), (markers,)), 0.5)
    assert scene.character is not None
    assert scene.clips[0].skeleton == scene.character.skeleton == scene.animations[0].skeleton
    np.testing.assert_array_equal(scene.markers[0].positions, 0.5)
    np.testing.assert_array_equal(scene.markers[0].residuals, 0.5)


def test_a_pose_scales() -> None:
    skeleton = random_skeleton(np.random.default_rng(5))
    pose = scale_lengths(Pose.rest(skeleton), 2.0)
    np.testing.assert_array_equal(pose.root_translation, 2.0 * skeleton.offsets[0])


def test_a_factor_of_one_returns_the_thing_itself() -> None:
    clip = random_clip(np.random.default_rng(6), random_skeleton(np.random.default_rng(6)))
    assert scale_lengths(clip, 1.0) is clip


@pytest.mark.parametrize("factor", [0.0, -1.0, np.nan, np.inf])
def test_an_impossible_factor_is_refused(factor: float) -> None:
    with pytest.raises(InvalidValue, match="scale"):
        scale_lengths(random_skeleton(np.random.default_rng(7)), factor)


def test_a_thing_without_size_is_refused() -> None:
    with pytest.raises(InvalidValue, match="str"):
        scale_lengths("a word", 2.0)  # type: ignore[type-var]


def test_the_name_and_rate_stay() -> None:
    clip = random_clip(np.random.default_rng(8), random_skeleton(np.random.default_rng(8)))
    small = scale_lengths(Clip(clip.skeleton, 77.0, clip.root_translations, clip.rotations, name="hop"), 0.5)
    assert (small.name, small.fps) == ("hop", 77.0)
