"""What is written as glTF comes back: exactly where JSON carries it, to float32 where accessors do."""

from pathlib import Path

import numpy as np
import pytest
from tests.formats.format_samples import character, clip, free_curve, keyed, skeleton
from tests.present import present

from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.bake import poses_at
from kinegraph.core.character import Character
from kinegraph.core.curves.curve import Curve
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.formats.gltf.file import (
    Tolerance,
    glb_bytes,
    read_gltf,
    read_gltf_bytes,
    write_gltf,
)


@pytest.fixture(scope="module")
def bear() -> Character:
    return character()


def _again(scene: Scene) -> Scene:
    return read_gltf_bytes(glb_bytes(scene), "again.glb")


def test_the_skeleton_comes_back_bit_for_bit(bear: Character) -> None:
    assert present(_again(Scene(bear)).character).skeleton == bear.skeleton


def test_caps_contacts_symmetry_radii_and_boxes_come_back(bear: Character) -> None:
    again = present(_again(Scene(bear)).character)
    assert [body.caps for body in again.bodies] == [body.caps for body in bear.bodies]
    assert [body.radius for body in again.bodies] == [body.radius for body in bear.bodies]
    assert all(np.array_equal(a.box, b.box) for a, b in zip(again.bodies, bear.bodies, strict=True))
    assert (again.contacts[0].name, again.contacts[0].joint) == ("left toe", 2)
    assert np.array_equal(again.contacts[0].offset, bear.contacts[0].offset)
    assert np.array_equal(again.symmetry.mirror, bear.symmetry.mirror)
    assert np.array_equal(again.symmetry.sides, bear.symmetry.sides)
    assert again.name == bear.name


def test_skins_come_back_to_float32(bear: Character) -> None:
    again = present(_again(Scene(bear)).character)
    assert len(again.skins) == 2
    for a, b in zip(again.skins, bear.skins, strict=True):
        assert np.array_equal(a.joints[a.weights > 0], b.joints[b.weights > 0])
        np.testing.assert_allclose(a.weights, b.weights, atol=1e-7)
        np.testing.assert_allclose(a.joint_from_mesh, b.joint_from_mesh, atol=3e-7)
        np.testing.assert_allclose(a.mesh.vertices, b.mesh.vertices, atol=2e-7)
        np.testing.assert_allclose(present(a.mesh.normals), present(b.mesh.normals), atol=2e-7)
        np.testing.assert_allclose(present(a.mesh.uvs), present(b.mesh.uvs), atol=1e-7)
        assert np.array_equal(a.mesh.triangles, b.mesh.triangles)
    np.testing.assert_allclose(
        present(again.skins[0].mesh.colors), present(bear.skins[0].mesh.colors), atol=1e-7
    )
    assert again.skins[1].mesh.colors is None


def test_materials_and_texture_bytes_come_back(bear: Character) -> None:
    for a, b in zip(present(_again(Scene(bear)).character).skins, bear.skins, strict=True):
        assert (a.mesh.material.name, a.mesh.material.texture) == (
            b.mesh.material.name,
            b.mesh.material.texture,
        )
        assert a.mesh.material.color == b.mesh.material.color
        assert a.mesh.material.double_sided == b.mesh.material.double_sided
        assert (a.mesh.material.metallic, a.mesh.material.roughness) == (
            b.mesh.material.metallic,
            b.mesh.material.roughness,
        )


def test_rigid_meshes_stay_on_their_joint(bear: Character) -> None:
    again = present(_again(Scene(bear)).character)
    assert [len(body.meshes) for body in again.bodies] == [0, 0, 0, 0, 0, 1]
    np.testing.assert_allclose(
        again.bodies[5].meshes[0].vertices, bear.bodies[5].meshes[0].vertices, atol=1e-7
    )


@pytest.mark.parametrize("slides", [False, True])
def test_clips_come_back_within_a_micrometre(bear: Character, slides: bool) -> None:
    motion = clip(bear.skeleton, slides=slides)
    again = _again(Scene(bear, (motion,))).clips[0]
    assert (again.name, again.fps, len(again)) == (motion.name, motion.fps, len(motion))
    error = forward_kinematics(again).positions - forward_kinematics(motion).positions
    assert np.abs(error).max() < 1e-6


def test_several_clips_keep_their_names_rates_and_order(bear: Character) -> None:
    motions = (
        clip(bear.skeleton, 7, 24, name="a"),
        clip(bear.skeleton, 1, 120, name="b"),
        clip(bear.skeleton, 9, 29.97),
    )
    again = _again(Scene(bear, motions)).clips
    assert [(c.name, len(c)) for c in again] == [("a", 7), ("b", 1), ("walk", 9)]
    assert [c.fps for c in again] == [24.0, 120.0, 29.97]


def test_gltf_and_glb_hold_the_same(bear: Character, tmp_path: Path) -> None:
    scene = Scene(bear, (clip(bear.skeleton),))
    write_gltf(scene, tmp_path / "a.gltf")
    write_gltf(scene, tmp_path / "a.glb")
    one, other = read_gltf(tmp_path / "a.gltf"), read_gltf(tmp_path / "a.glb")
    assert np.array_equal(one.clips[0].rotations, other.clips[0].rotations)
    assert np.array_equal(
        present(one.character).skins[0].mesh.vertices, present(other.character).skins[0].mesh.vertices
    )


def test_equal_scenes_give_equal_bytes() -> None:
    assert glb_bytes(Scene(character(), (clip(skeleton()),))) == glb_bytes(
        Scene(character(), (clip(skeleton()),))
    )


def _hermite_animation() -> Animation:
    bones, rng = skeleton(), np.random.default_rng(3)
    times = np.array([0, 5, 11, 30]) / 30.0
    curves = {}
    values = quat_normalize(rng.normal(size=(4, 4)) + np.array([0, 0, 0, 3]))
    for axis in range(4):
        rates = rng.normal(size=(2, 4))
        curves[Channel(1, Property.ROTATION, axis)] = Curve.hermite(times, values[:, axis], *rates)
    for axis in range(3):
        rates = rng.normal(size=(2, 4))
        curves[Channel(0, Property.TRANSLATION, axis)] = Curve.hermite(times, rng.normal(size=4), *rates)
    return Animation(bones, 30.0, curves, (QUATERNION,) * 6, name="smooth")


def test_hermite_quaternion_keys_are_written_as_they_are() -> None:
    animation = _hermite_animation()
    scene = _again(Scene(Character.bare("x", animation.skeleton), animations=(animation,)))
    again = scene.animations[0]
    assert scene.notes == ()
    assert again.curves.keys() == animation.curves.keys()
    for channel, curve in animation.curves.items():
        assert np.array_equal(again.curves[channel].times, curve.times)
        np.testing.assert_allclose(again.curves[channel].values, curve.values, atol=1e-6)
        np.testing.assert_allclose(again.curves[channel].out_handles[:-1], curve.out_handles[:-1], atol=1e-6)
        np.testing.assert_allclose(again.curves[channel].in_handles[1:], curve.in_handles[1:], atol=1e-6)


def _local_errors(a: Animation, b: Animation, count: int = 4001) -> tuple[float, float]:
    """Largest local errors [deg], [m], clear of jumps, which float32 times cannot place exactly."""
    times = np.linspace(a.start, a.end, count)
    jumps = np.concatenate([c.times[1:][c.holds[:-1]] for c in a.curves.values()] or [np.empty(0)])
    if len(jumps):
        times = times[np.abs(times[:, None] - jumps).min(axis=1) > 1e-4]
    one, other = poses_at(a, times, 30.0), poses_at(b, times, 30.0)
    dot = np.abs(np.sum(one.rotations * other.rotations, axis=-1))
    apart = np.minimum(
        np.linalg.norm(one.rotations - other.rotations, axis=-1),
        np.linalg.norm(one.rotations + other.rotations, axis=-1),
    )
    assert (dot <= 1.0 + 1e-9).all()
    return float(np.degrees(2.0 * apart.max())), float(
        np.abs(one.root_translations - other.root_translations).max()
    )


@pytest.mark.parametrize("tolerance", [Tolerance(), Tolerance(0.5, 2.0), Tolerance(0.01, 0.02)])
def test_free_handles_are_resampled_within_the_stated_tolerance(tolerance: Tolerance) -> None:
    animation = keyed(skeleton())
    scene = Scene(Character.bare("x", animation.skeleton), animations=(animation,))
    again = read_gltf_bytes(glb_bytes(scene, tolerance), "again.glb").animations[0]
    degrees, metres = _local_errors(animation, again)
    assert degrees <= tolerance.rotation * 1.02
    assert metres <= tolerance.translation * 1e-3 * 1.02


def test_a_looser_tolerance_takes_fewer_keys() -> None:
    animation = keyed(skeleton())
    scene = Scene(Character.bare("x", animation.skeleton), animations=(animation,))
    sizes = [len(glb_bytes(scene, Tolerance(*pair))) for pair in ((0.01, 0.02), (0.05, 0.1), (1.0, 5.0))]
    assert sizes[0] > sizes[1] > sizes[2]


def test_resampling_leaves_a_note() -> None:
    animation = keyed(skeleton())
    notes = _again(Scene(Character.bare("x", animation.skeleton), animations=(animation,))).notes
    assert any("'keyed'" in note and "degrees" in note for note in notes)


def test_key_tags_come_back() -> None:
    animation = keyed(skeleton())
    again = _again(Scene(Character.bare("x", animation.skeleton), animations=(animation,))).animations[0]
    assert np.array_equal(again.column_times, animation.column_times)
    assert again.column_tags == animation.column_tags


def test_original_keys_stay_on_their_times() -> None:
    animation = keyed(skeleton())
    again = _again(Scene(Character.bare("x", animation.skeleton), animations=(animation,))).animations[0]
    wanted = animation.curves[Channel(0, Property.ROTATION, 0)].times
    assert set(wanted) <= set(again.curves[Channel(0, Property.ROTATION, 0)].times)


def test_an_animation_before_time_zero_comes_back_there() -> None:
    bones, rng = skeleton(), np.random.default_rng(4)
    curve = free_curve(rng, np.array([-0.5, 0.25, 1.0]))
    animation = Animation(bones, 24.0, {Channel(1, Property.ROTATION, 0): curve}, ("XYZ",) * 6)
    again = _again(Scene(Character.bare("x", bones), animations=(animation,))).animations[0]
    assert again.start == pytest.approx(-0.5, abs=1e-6)
    assert _local_errors(animation, again)[0] < 0.051


def test_an_animation_without_curves_stays_an_animation() -> None:
    bones = skeleton()
    animation = Animation(bones, 24.0, {}, ("XYZ",) * 6, name="empty")
    again = _again(Scene(Character.bare("x", bones), animations=(animation,)))
    assert [a.name for a in again.animations] == ["empty"]
    assert not again.clips


def test_vertical_handles_are_followed() -> None:
    times = np.array([0.0, 1.0])
    curve = Curve(times, [0.0, 1.0], [[0.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [1.0, 1.0]], np.zeros(2, bool))
    bones = skeleton()
    animation = Animation(bones, 24.0, {Channel(1, Property.ROTATION, 0): curve}, ("XYZ",) * 6)
    again = _again(Scene(Character.bare("x", bones), animations=(animation,))).animations[0]
    assert _local_errors(animation, again)[0] < 0.06


@pytest.mark.parametrize("name", ["bvh/walk01.bvh", "bvh/test_freebvh.bvh", "bvh/dab.bvh", "cmu/16_15.bvh"])
def test_bvh_to_glb_stays_within_a_hundredth_of_a_millimetre(
    shared_data: Path, tmp_path: Path, name: str
) -> None:
    original = load(shared_data / name)
    save(original, tmp_path / "out.glb")
    again = load(tmp_path / "out.glb")
    assert present(again.character).skeleton == present(original.character).skeleton
    error = forward_kinematics(again.clips[0]).positions - forward_kinematics(original.clips[0]).positions
    assert 1e3 * np.linalg.norm(error, axis=-1).max() < 0.01
