"""What is written as USD comes back: doubles exactly, SkelAnimation samples to their float32."""

from pathlib import Path

import numpy as np
import pytest
from tests.formats.format_samples import character, clip, free_curve, keyed, skeleton
from tests.present import present

from kinegraph.core.animation import Animation, Channel, Property
from kinegraph.core.bake import poses_at
from kinegraph.core.body import Skin
from kinegraph.core.character import Character
from kinegraph.core.curves.curve import Curve
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.kinematics.skinning import deform
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.formats.usd.file import read_usd, write_usd


@pytest.fixture(scope="module")
def scene() -> Scene:
    bear = character()
    clips = (clip(bear.skeleton, slides=True), clip(bear.skeleton, 9, 120.0, name="9 fast steps"))
    return Scene(bear, clips, (keyed(bear.skeleton),))


@pytest.fixture(scope="module", params=["usda", "usdc", "usdz"])
def again(request: pytest.FixtureRequest, scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    path = tmp_path_factory.mktemp("usd") / f"bear.{request.param}"
    write_usd(scene, path)
    return read_usd(path)


def test_the_skeleton_comes_back_bit_for_bit(scene: Scene, again: Scene) -> None:
    assert present(again.character).skeleton == present(scene.character).skeleton
    assert again.notes == ()


def test_caps_contacts_symmetry_and_bodies_come_back(scene: Scene, again: Scene) -> None:
    a, b = present(again.character), present(scene.character)
    assert a.name == b.name
    assert [(body.caps, body.radius) for body in a.bodies] == [(body.caps, body.radius) for body in b.bodies]
    assert (a.contacts[0].name, a.contacts[0].joint) == (b.contacts[0].name, b.contacts[0].joint)
    assert np.array_equal(a.contacts[0].offset, b.contacts[0].offset)
    assert np.array_equal(a.symmetry.mirror, b.symmetry.mirror)
    assert np.array_equal(a.symmetry.sides, b.symmetry.sides)


def test_skins_come_back_to_float32(scene: Scene, again: Scene) -> None:
    for a, b in zip(present(again.character).skins, present(scene.character).skins, strict=True):
        assert np.array_equal(a.joints[a.weights > 0], b.joints[b.weights > 0])
        np.testing.assert_allclose(a.weights, b.weights, atol=1e-7)
        np.testing.assert_allclose(a.joint_from_mesh, b.joint_from_mesh, atol=1e-12)
        np.testing.assert_allclose(a.mesh.vertices, b.mesh.vertices, atol=2e-7)
        np.testing.assert_allclose(present(a.mesh.normals), present(b.mesh.normals), atol=1e-7)
        np.testing.assert_allclose(present(a.mesh.uvs), present(b.mesh.uvs), atol=1e-7)
        assert np.array_equal(a.mesh.triangles, b.mesh.triangles)
    np.testing.assert_allclose(
        present(present(again.character).skins[0].mesh.colors),
        present(present(scene.character).skins[0].mesh.colors),
        atol=1e-7,
    )
    assert present(again.character).skins[1].mesh.colors is None


def test_materials_and_pictures_come_back(scene: Scene, again: Scene) -> None:
    for a, b in zip(present(again.character).skins, present(scene.character).skins, strict=True):
        assert (a.mesh.material.name, a.mesh.material.texture) == (
            b.mesh.material.name,
            b.mesh.material.texture,
        )
        np.testing.assert_allclose(a.mesh.material.color, b.mesh.material.color, atol=1e-7)
        assert a.mesh.material.double_sided == b.mesh.material.double_sided


def test_rigid_meshes_stay_on_their_joint(scene: Scene, again: Scene) -> None:
    assert [len(body.meshes) for body in present(again.character).bodies] == [0, 0, 0, 0, 0, 1]
    a, b = present(again.character).bodies[5].meshes[0], present(scene.character).bodies[5].meshes[0]
    np.testing.assert_allclose(a.vertices, b.vertices, atol=1e-7)


def test_clips_come_back_within_a_micrometre(scene: Scene, again: Scene) -> None:
    assert [(c.name, c.fps, len(c)) for c in again.clips] == [(c.name, c.fps, len(c)) for c in scene.clips]
    for a, b in zip(again.clips, scene.clips, strict=True):
        assert np.abs(forward_kinematics(a).positions - forward_kinematics(b).positions).max() < 1e-6


def test_keyed_curves_come_back_to_double_rounding(scene: Scene, again: Scene) -> None:
    a, b = again.animations[0], scene.animations[0]
    assert (a.name, a.fps, a.rotation_modes, a.column_tags) == (
        b.name,
        b.fps,
        b.rotation_modes,
        b.column_tags,
    )
    assert np.array_equal(a.column_times, b.column_times)
    assert a.curves.keys() == b.curves.keys()
    for channel in b.curves:
        _assert_same_curve(a.curves[channel], b.curves[channel])


def _assert_same_curve(a: Curve, b: Curve) -> None:
    for name in ("times", "values", "in_handles", "out_handles"):
        np.testing.assert_allclose(getattr(a, name), getattr(b, name), rtol=1e-13, atol=1e-13)
    assert np.array_equal(a.holds, b.holds)


def test_the_usd_library_evaluates_our_splines_as_we_do() -> None:
    from kinegraph.formats.usd.splines import spline_of

    curve = free_curve(np.random.default_rng(31), np.array([0.0, 0.3, 0.5, 1.4, 2.0]))
    spline = spline_of(curve, 24.0)
    times = np.linspace(0.0, 2.0, 301)
    theirs = np.array([spline.Eval(time * 24.0) for time in times])
    np.testing.assert_allclose(theirs, curve.evaluate(times), atol=1e-9)


def test_vertical_handles_come_back(tmp_path: Path) -> None:
    curve = Curve(
        [0.0, 1.0], [0.0, 1.0], [[0.0, 0.0], [1.0, 0.3]], [[0.0, 0.7], [1.0, 1.0]], np.zeros(2, bool)
    )
    bones = skeleton()
    animation = Animation(bones, 30.0, {Channel(1, Property.ROTATION, 0): curve}, ("XYZ",) * 6)
    write_usd(Scene(Character.bare("x", bones), animations=(animation,)), tmp_path / "a.usda")
    _assert_same_curve(
        read_usd(tmp_path / "a.usda").animations[0].curves[Channel(1, Property.ROTATION, 0)], curve
    )


def test_the_baked_samples_beside_the_curves_are_the_animation(scene: Scene, tmp_path: Path) -> None:
    """What a tool without splines sees: drop our own data and read the samples."""
    write_usd(scene, tmp_path / "a.usda")
    text = (tmp_path / "a.usda").read_text().replace('string curves = "/Character/Curves/keyed"', "")
    (tmp_path / "b.usda").write_text(text)
    baked = next(c for c in read_usd(tmp_path / "b.usda").clips if c.name == "keyed")
    true = poses_at(scene.animations[0], baked.times, baked.fps)
    assert np.abs(forward_kinematics(baked).positions - forward_kinematics(true).positions).max() < 1e-6


def test_skins_that_share_no_bind_pose_keep_their_own(tmp_path: Path) -> None:
    bear = character()
    other = bear.skins[1].joint_from_mesh.copy()
    other[:, :3, 3] += np.arange(18).reshape(6, 3) * 0.1
    moved = Skin(bear.skins[0].mesh, bear.skins[0].joints, bear.skins[0].weights, other)
    bear = Character("two", bear.skeleton, bear.bodies, (bear.skins[0], moved))
    write_usd(Scene(bear), tmp_path / "a.usdc")
    again = present(read_usd(tmp_path / "a.usdc").character)
    pose = clip(bear.skeleton).pose(20)
    for a, b in zip(again.skins, bear.skins, strict=True):
        np.testing.assert_allclose(
            deform(a, forward_kinematics(pose)), deform(b, forward_kinematics(pose)), atol=1e-6
        )


def test_usdskel_itself_deforms_our_skin_to_the_same_places(scene: Scene, tmp_path: Path) -> None:
    """The second tool: UsdSkel's own skinning of the written file."""
    from pxr import Usd, UsdGeom, UsdSkel, Vt

    path = tmp_path / "a.usdc"
    write_usd(scene, path)
    stage = Usd.Stage.Open(str(path))
    cache = UsdSkel.Cache()
    root = UsdSkel.Root(stage.GetPrimAtPath("/Character"))
    cache.Populate(root, Usd.PrimDefaultPredicate)
    query = cache.GetSkelQuery(UsdSkel.Skeleton(stage.GetPrimAtPath("/Character/Skeleton")))
    frame, motion = 17, scene.clips[0]
    code = frame / motion.fps * stage.GetTimeCodesPerSecond()
    moves = query.ComputeSkinningTransforms(code)
    for number, skin in enumerate(present(scene.character).skins):
        prim = stage.GetPrimAtPath(f"/Character/Meshes/Skin_{number}")
        points = Vt.Vec3fArray(UsdGeom.Mesh(prim).GetPointsAttr().Get())
        assert cache.GetSkinningQuery(prim).ComputeSkinnedPoints(moves, points, code)
        ours = deform(skin, forward_kinematics(motion.pose(frame)))
        np.testing.assert_allclose(np.array(points), ours, atol=3e-6)


def test_the_stage_is_in_metres_with_y_up(scene: Scene, tmp_path: Path) -> None:
    from pxr import Usd, UsdGeom

    write_usd(scene, tmp_path / "a.usdc")
    stage = Usd.Stage.Open(str(tmp_path / "a.usdc"))
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1.0
    assert UsdGeom.GetStageUpAxis(stage) == "Y"
    assert stage.GetDefaultPrim().GetPath() == "/Character"


@pytest.mark.parametrize("name", ["bvh/walk01.bvh", "bvh/test_freebvh.bvh", "cmu/16_15.bvh"])
def test_bvh_to_usd_stays_within_a_hundredth_of_a_millimetre(
    shared_data: Path, tmp_path: Path, name: str
) -> None:
    original = load(shared_data / name)
    save(original, tmp_path / "out.usdc")
    again = load(tmp_path / "out.usdc")
    assert present(again.character).skeleton == present(original.character).skeleton
    error = forward_kinematics(again.clips[0]).positions - forward_kinematics(original.clips[0]).positions
    assert 1e3 * np.linalg.norm(error, axis=-1).max() < 0.01


@pytest.mark.parametrize("name", ["RobotExpressive.glb", "CesiumMan.glb"])
def test_glb_to_usd_keeps_the_skinned_shape(shared_data: Path, tmp_path: Path, name: str) -> None:
    original = load(shared_data / "characters" / name)
    save(original, tmp_path / "out.usdz")
    again = load(tmp_path / "out.usdz")
    motion = original.clips[0]
    for a, b in zip(present(again.character).skins, present(original.character).skins, strict=True):
        ours = deform(a, forward_kinematics(again.clips[0].pose(5)))
        theirs = deform(b, forward_kinematics(motion.pose(5)))
        assert np.abs(ours - theirs).max() < 1e-5 * np.ptp(theirs, axis=0).max()
