"""Reading USD files of other makers: units, axes, bindings, primvars, materials."""

from pathlib import Path

import numpy as np
import pytest
from tests.present import present

from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.kinematics.skinning import deform
from kinegraph.formats.usd.file import read_usd

HEADER = """#usda 1.0
(
    defaultPrim = "Bot"
    metersPerUnit = {metres}
    timeCodesPerSecond = {rate}
    upAxis = "{up}"
)
"""

BODY = """
def SkelRoot "Bot"
{{
    double3 xformOp:translate = (0, 0, 0)
    def Skeleton "Skel" (prepend apiSchemas = ["SkelBindingAPI"])
    {{
        uniform token[] joints = ["Hip", "Hip/Knee"]
        uniform matrix4d[] bindTransforms = [
            ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,90,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,40,1))]
        uniform matrix4d[] restTransforms = [
            ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,90,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,-50,1))]
        rel skel:animationSource = </Bot/Walk>
    }}
    def SkelAnimation "Idle"
    {{
        uniform token[] joints = ["Hip"]
        quatf[] rotations.timeSamples = {{ 1: [(1,0,0,0)], 2: [(0,0,0,1)] }}
    }}
    def SkelAnimation "Walk"
    {{
        uniform token[] joints = ["Hip", "Hip/Knee"]
        float3[] translations.timeSamples = {{ 0: [(0,0,90),(0,0,-50)], 30: [(10,-20,90),(0,0,-50)] }}
        quatf[] rotations.timeSamples = {{
            0: [(1,0,0,0),(1,0,0,0)],
            30: [(1,0,0,0),(0.70710678,0.70710678,0,0)]
        }}
        half3[] scales = [(1,1,1),(1,1,1)]
    }}
    {extra}
}}
"""

MESH = """
    def Mesh "Skin" (prepend apiSchemas = ["SkelBindingAPI", "MaterialBindingAPI"])
    {
        rel skel:skeleton = </Bot/Skel>
        int[] faceVertexCounts = [4, 3]
        int[] faceVertexIndices = [0, 1, 2, 3, 0, 3, 4]
        point3f[] points = [(0,0,80), (10,0,80), (10,0,90), (0,0,90), (-10,0,85)]
        texCoord2f[] primvars:st = [(0,0),(1,0),(1,1),(0,1), (0.5,0.5),(0,1),(0.2,0.2)] (
            interpolation = "faceVarying"
        )
        color3f[] primvars:displayColor = [(1,0,0),(0,1,0)] (interpolation = "uniform")
        int[] primvars:skel:jointIndices = [0,1, 0,1, 0,1, 0,1, 0,1] (
            elementSize = 2
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [1,0, 0.5,0.5, 1,0, 0,2, 0,0] (
            elementSize = 2
            interpolation = "vertex"
        )
        uniform token orientation = "leftHanded"
        def GeomSubset "part" (prepend apiSchemas = ["MaterialBindingAPI"])
        {
            uniform token elementType = "face"
            uniform token familyName = "materialBind"
            int[] indices = [1]
            rel material:binding = </Bot/Red>
        }
    }
    def Material "Red"
    {
        token outputs:surface.connect = </Bot/Red/S.outputs:surface>
        def Shader "S"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor = (1, 0.5, 0.25)
            float inputs:roughness = 0.3
            token outputs:surface
        }
    }
"""


def _written(folder: Path, extra: str = "", metres: float = 0.01, rate: float = 30, up: str = "Z") -> Path:
    path = folder / "bot.usda"
    path.write_text(HEADER.format(metres=metres, rate=rate, up=up) + BODY.format(extra=extra))
    return path


def test_centimetres_with_z_up_become_metres_with_y_up(tmp_path: Path) -> None:
    bones = present(read_usd(_written(tmp_path)).character).skeleton
    positions = forward_kinematics(present(read_usd(_written(tmp_path)).character).rest).positions
    assert bones.names == ("Hip", "Knee")
    np.testing.assert_allclose(positions, [[0, 0.9, 0], [0, 0.4, 0]], atol=1e-12)


def test_time_codes_become_seconds(tmp_path: Path) -> None:
    scene = read_usd(_written(tmp_path, rate=60))
    assert scene.clips[0].duration == pytest.approx(0.5)


def test_the_bound_animation_comes_first(tmp_path: Path) -> None:
    assert [clip.name for clip in read_usd(_written(tmp_path)).clips] == ["Walk", "Idle"]


def test_motion_follows_the_samples(tmp_path: Path) -> None:
    walk = read_usd(_written(tmp_path)).clips[0]
    positions = forward_kinematics(walk).positions
    np.testing.assert_allclose(positions[-1, 0], [0.1, 0.9, 0.2], atol=1e-7)
    np.testing.assert_allclose(positions[-1, 1], [0.1, 0.4, 0.2], atol=1e-7)


def test_an_animation_of_some_joints_leaves_the_others_at_rest(tmp_path: Path) -> None:
    idle = read_usd(_written(tmp_path)).clips[1]
    np.testing.assert_allclose(idle.rotations[:, 1], np.tile(idle.skeleton.rest_rotations[1], (len(idle), 1)))


def test_faces_are_triangulated_split_by_material_and_turned_outside(tmp_path: Path) -> None:
    scene = read_usd(_written(tmp_path, MESH))
    parts = present(scene.character).skins
    assert sorted(len(skin.mesh.triangles) for skin in parts) == [1, 2]
    red = next(skin.mesh for skin in parts if len(skin.mesh.triangles) == 1)
    np.testing.assert_allclose(red.material.color, (1, 0.5, 0.25, 1))
    assert red.material.roughness == pytest.approx(0.3)
    np.testing.assert_allclose(red.vertices[red.triangles[0]], [[-10, 0, 85], [0, 0, 90], [0, 0, 80]])


def test_face_varying_coordinates_split_vertices_and_turn_v_down(tmp_path: Path) -> None:
    mesh = next(
        s.mesh
        for s in present(read_usd(_written(tmp_path, MESH)).character).skins
        if len(s.mesh.triangles) == 1
    )
    by_place = {
        tuple(v): uv for v, uv in zip(mesh.vertices.tolist(), present(mesh.uvs).tolist(), strict=True)
    }
    np.testing.assert_allclose(by_place[0, 0, 80], [0.5, 0.5], atol=1e-6)
    np.testing.assert_allclose(by_place[-10, 0, 85], [0.2, 0.8], atol=1e-6)
    np.testing.assert_allclose(present(mesh.colors)[:, :3], [[0, 1, 0]] * 3)


def test_the_rest_pose_leaves_the_skin_where_it_was_drawn(tmp_path: Path) -> None:
    scene = read_usd(_written(tmp_path, MESH))
    for skin in present(scene.character).skins:
        drawn = skin.mesh.vertices[:, [0, 2, 1]] * [0.01, 0.01, -0.01]
        np.testing.assert_allclose(
            deform(skin, forward_kinematics(present(scene.character).rest)), drawn, atol=1e-9
        )


def test_weights_are_normalized_and_unbound_vertices_noted(tmp_path: Path) -> None:
    scene = read_usd(_written(tmp_path, MESH))
    assert any("without any skin weight" in note for note in scene.notes)
    assert any("did not sum to one and were normalized" in note for note in scene.notes)


def test_joints_listed_before_their_parents_are_put_in_order(tmp_path: Path) -> None:
    path = _written(tmp_path)
    text = path.read_text().replace('["Hip", "Hip/Knee"]', '["Hip/Knee", "Hip"]', 1)
    path.write_text(text)
    assert present(read_usd(path).character).skeleton.names == ("Hip", "Knee")


def test_several_roots_are_joined(tmp_path: Path) -> None:
    path = _written(tmp_path)
    path.write_text(path.read_text().replace("Hip/Knee", "Knee"))
    assert present(read_usd(path).character).skeleton.names == ("root", "Hip", "Knee")
