"""Reading glTF: against a slow reference on real files, and feature by feature on small ones."""

from pathlib import Path

import numpy as np
import pytest
from tests.formats.format_samples import png
from tests.formats.gltf.gltf_building import GltfBuilder
from tests.formats.gltf.gltf_reference import ReferenceGltf
from tests.present import present

from kinegraph.core.animation import Channel, Property
from kinegraph.core.bake import poses_at
from kinegraph.core.body import Mesh
from kinegraph.core.kinematics.forward import WorldTransforms, forward_kinematics
from kinegraph.core.kinematics.skinning import deform
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.formats.gltf.file import read_gltf, read_gltf_bytes

RIGGED = (
    "03_skinned_cylinder.gltf", "CesiumMan.glb", "Fox.glb", "RiggedFigure.glb", "RiggedSimple.glb",
    "RobotExpressive.glb", "SimpleSkin.gltf", "m2m_bird-animations.glb", "m2m_fox-animations.glb",
    "m2m_human_custom_animation.glb", "m2m_spider-animations.glb",
)  # fmt: skip


@pytest.mark.parametrize("name", RIGGED)
def test_skinned_vertices_agree_with_the_reference(shared_data: Path, name: str) -> None:
    path = shared_data / "characters" / name
    scene, reference = read_gltf(path), ReferenceGltf(path)
    motion = scene.clips[0]
    start = min(
        reference.accessor(sampler["input"])[0, 0]
        for sampler in reference.document["animations"][0]["samplers"]
    )
    for frame in (0, len(motion) // 2, len(motion) - 1):
        world = reference.world(0, start + frame / motion.fps)
        ours = [
            deform(skin, forward_kinematics(motion.pose(frame))) for skin in present(scene.character).skins
        ]
        theirs = reference.skinned_vertices(world)
        size = max(np.ptp(points, axis=0).max() for points in theirs)
        for a, b in zip(ours, theirs, strict=True):
            assert np.abs(a - b).max() < 2e-5 * size


def test_rigid_meshes_agree_with_the_reference(shared_data: Path) -> None:
    path = shared_data / "characters" / "RobotExpressive.glb"
    scene, reference = read_gltf(path), ReferenceGltf(path)
    motion = scene.clips[0]
    index = [a["name"] for a in reference.document["animations"]].index(motion.name)
    frame = 30
    world, placed = reference.world(index, frame / motion.fps), forward_kinematics(motion.pose(frame))
    checked = 0
    for number, node in enumerate(reference.document["nodes"]):
        if "mesh" not in node or "skin" in node:
            continue
        primitive = reference.document["meshes"][node["mesh"]]["primitives"][0]
        points = reference.accessor(primitive["attributes"]["POSITION"])
        theirs = points @ world[number][:3, :3].T + world[number][:3, 3]
        matches = [
            joint
            for joint, body in enumerate(present(scene.character).bodies)
            if body.meshes and len(body.meshes[0].vertices) == len(points)
        ]
        ours = [
            _placed(present(scene.character).bodies[joint].meshes[0].vertices, placed, joint)
            for joint in matches
        ]
        assert min(np.abs(a - theirs).max() for a in ours) < 1e-4
        checked += 1
    assert checked > 5


def _placed(points: np.ndarray, world: WorldTransforms, joint: int) -> np.ndarray:
    from kinegraph.core.math.rotations import quat_rotate

    return world.positions[joint] + quat_rotate(world.rotations[joint], points)


@pytest.mark.parametrize("mirrored", [False, True])
def test_uniform_scales_are_exact_in_every_pose(mirrored: bool) -> None:
    rng = np.random.default_rng(11)
    turns = quat_normalize(rng.normal(size=(5, 4)))
    nodes = [
        {"name": f"n{i}", "rotation": turns[i].tolist(), "translation": rng.normal(size=3).tolist()}
        for i in range(5)
    ]
    for parent, child in ((0, 1), (1, 2), (2, 3), (1, 4)):
        nodes[parent].setdefault("children", []).append(child)
    nodes[0]["scale"] = [3.0, 3.0, 3.0]
    nodes[2]["scale"] = [-0.5, 0.5, 0.5] if mirrored else [0.5, 0.5, 0.5]
    builder = GltfBuilder(nodes, [0])
    times = [0.0, 0.5, 1.0]
    channels = [(i, "rotation", "LINEAR", times, quat_normalize(rng.normal(size=(3, 4)))) for i in range(5)]
    channels += [(i, "translation", "LINEAR", times, rng.normal(size=(3, 3))) for i in range(5)]
    builder.animation(channels)
    motion = read_gltf_bytes(builder.glb(), "t.glb").clips[0]
    reference = ReferenceGltf(document=builder.finished(), binary=builder.binary)
    ours = forward_kinematics(motion).positions
    for frame in range(len(motion)):
        world = reference.world(0, frame / motion.fps)
        theirs = np.array([world[int(name[1:])][:3, 3] for name in motion.skeleton.names])
        np.testing.assert_allclose(ours[frame], theirs, atol=1e-5)


@pytest.mark.parametrize("interpolation", ["STEP", "LINEAR"])
def test_sampling_follows_the_specification_between_keys(interpolation: str) -> None:
    rng = np.random.default_rng(12)
    keys = quat_normalize(rng.normal(size=(4, 4)))
    builder = GltfBuilder([{"children": [1]}, {}], [0])
    times = [0.0, 0.25, 0.75, 1.0]
    builder.animation(
        [(1, "rotation", interpolation, times, keys), (1, "translation", interpolation, times, keys[:, :3])]
    )
    motion = read_gltf_bytes(builder.glb(), "t.glb").clips[0]
    reference = ReferenceGltf(document=builder.finished(), binary=builder.binary)
    samplers = reference.document["animations"][0]["samplers"]
    for frame in range(len(motion)):
        turned = reference.sample(samplers[0], frame / motion.fps, True)
        assert abs(motion.rotations[frame, 0] @ turned) == pytest.approx(1.0, abs=1e-6)
        moved = reference.sample(samplers[1], frame / motion.fps, False)
        np.testing.assert_allclose(motion.root_translations[frame], moved, atol=1e-6)


def _cubic_builder() -> GltfBuilder:
    rng = np.random.default_rng(13)
    turn = quat_normalize(rng.normal(size=(2, 4)))
    nodes = [
        {
            "name": "a",
            "rotation": turn[0].tolist(),
            "translation": [1, 2, 3],
            "scale": [2, 2, 2],
            "children": [1],
        },
        {"name": "b", "rotation": turn[1].tolist(), "translation": [0, 1, 0]},
    ]
    builder = GltfBuilder(nodes, [0])
    times = [0.0, 0.4, 1.0]
    keys = rng.normal(size=(2, 3, 3, 4))
    keys[:, :, 1] = quat_normalize(keys[:, :, 1])
    moves = rng.normal(size=(9, 3))
    builder.animation(
        [
            (0, "rotation", "CUBICSPLINE", times, keys[0].reshape(9, 4)),
            (1, "rotation", "CUBICSPLINE", times, keys[1].reshape(9, 4)),
            (1, "translation", "CUBICSPLINE", times, moves),
            (0, "translation", "LINEAR", times, moves[:3]),
        ]
    )
    return builder


def test_cubic_splines_become_curves_that_evaluate_the_same() -> None:
    builder = _cubic_builder()
    scene = read_gltf_bytes(builder.glb(), "t.glb")
    assert not scene.clips
    animation = scene.animations[0]
    reference = ReferenceGltf(document=builder.finished(), binary=builder.binary)
    times = np.linspace(0.0, 1.0, 41)
    ours = forward_kinematics(poses_at(animation, times, 30.0)).positions
    for frame, time in enumerate(times):
        world = reference.world(0, time)
        theirs = np.array([world[0][:3, 3], world[1][:3, 3]])
        np.testing.assert_allclose(ours[frame], theirs, atol=1e-5)


def test_linear_rotations_beside_cubic_ones_follow_the_slerp() -> None:
    builder = _cubic_builder()
    wide = quat_normalize([[0, 0, 0, 1], [1, 0, 0, 0.05], [0, 1, 0, 0.3]])
    builder.document["animations"][0]["channels"][0]["sampler"] = 4
    keys = {
        "input": builder.accessor([0.0, 0.5, 1.0]),
        "output": builder.accessor(wide),
        "interpolation": "LINEAR",
    }
    builder.document["animations"][0]["samplers"].append(keys)
    animation = read_gltf_bytes(builder.glb(), "t.glb").animations[0]
    reference = ReferenceGltf(document=builder.finished(), binary=builder.binary)
    times = np.linspace(0.0, 1.0, 101)
    ours = poses_at(animation, times, 30.0).rotations[:, 0]
    theirs = np.array([reference.sample(keys, time, True) for time in times])
    apart = np.minimum(np.linalg.norm(ours - theirs, axis=1), np.linalg.norm(ours + theirs, axis=1))
    assert 2.0 * apart.max() < 5e-5


def test_step_keys_beside_cubic_ones_hold() -> None:
    builder = _cubic_builder()
    builder.document["animations"][0]["samplers"][3]["interpolation"] = "STEP"
    animation = read_gltf_bytes(builder.glb(), "t.glb").animations[0]
    assert animation.curves[Channel(0, Property.TRANSLATION, 0)].holds.all()


@pytest.mark.parametrize(
    ("times", "fps", "count"),
    [
        (np.arange(31) / 30, 30.0, 31),
        (np.arange(31) / 29.97, 30000 / 1001, 31),
        ([0.0, 0.5, 2.0], 24.0, 49),
        ([0.0, 0.1, 0.5], 30.0, 16),
        ([0.0, 1 / 60, 0.5], 60.0, 31),
        (np.arange(5) / 100, 100.0, 5),
    ],
)
def test_the_frame_rate_is_the_one_the_keys_lie_on(
    times: list[float] | np.ndarray, fps: float, count: int
) -> None:
    builder = GltfBuilder([{}], [0])
    builder.animation([(0, "translation", "LINEAR", times, np.zeros((len(times), 3)))])
    motion = read_gltf_bytes(builder.glb(), "t.glb").clips[0]
    assert motion.fps == pytest.approx(fps, rel=1e-9)
    assert len(motion) == count


def test_keys_on_no_grid_are_sampled_with_a_note() -> None:
    builder = GltfBuilder([{}], [0])
    builder.animation([(0, "translation", "LINEAR", [0.0, 0.1234567, 0.777], np.eye(3))])
    scene = read_gltf_bytes(builder.glb(), "t.glb")
    assert scene.clips[0].fps == 60.0
    assert any("no frame grid" in note for note in scene.notes)


def test_animated_scale_is_dropped_with_a_note() -> None:
    builder = GltfBuilder([{}], [0])
    times = [0.0, 1.0]
    builder.animation(
        [
            (0, "scale", "LINEAR", times, [[1, 1, 1], [2, 2, 2]]),
            (0, "translation", "LINEAR", times, np.zeros((2, 3))),
        ]
    )
    assert any("scale" in note for note in read_gltf_bytes(builder.glb(), "t.glb").notes)


def _mesh_builder(**attributes: int) -> GltfBuilder:
    builder = GltfBuilder([{"mesh": 0}], [0])
    builder.document["meshes"] = [{"primitives": [{"attributes": attributes}]}]
    return builder


def _mesh(builder: GltfBuilder) -> Mesh:
    return present(read_gltf_bytes(builder.glb(), "t.glb").character).bodies[0].meshes[0]


CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float32)


@pytest.mark.parametrize("kind", ["uint8", "uint16", "uint32"])
def test_every_index_type_is_read(kind: str) -> None:
    builder = _mesh_builder()
    primitive = builder.document["meshes"][0]["primitives"][0]
    primitive["attributes"]["POSITION"] = builder.accessor(CORNERS)
    primitive["indices"] = builder.accessor([0, 2, 1, 0, 1, 3], kind)
    assert _mesh(builder).triangles.tolist() == [[0, 2, 1], [0, 1, 3]]


@pytest.mark.parametrize(("mode", "expected"), [(5, [[0, 1, 2], [1, 3, 2]]), (6, [[1, 2, 0], [2, 3, 0]])])
def test_strips_and_fans_become_triangles(mode: int, expected: list[list]) -> None:
    builder = _mesh_builder()
    primitive = builder.document["meshes"][0]["primitives"][0]
    primitive["attributes"]["POSITION"] = builder.accessor(CORNERS)
    primitive["mode"] = mode
    assert _mesh(builder).triangles.tolist() == expected


def test_sparse_accessors_replace_elements() -> None:
    builder = _mesh_builder()
    sparse = {
        "count": 2,
        "indices": {"bufferView": builder.view(np.array([1, 3], "<u2").tobytes()), "componentType": 5123},
        "values": {"bufferView": builder.view(np.array([[9, 9, 9], [8, 8, 8]], "<f4").tobytes())},
    }
    builder.document["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = builder.accessor(
        CORNERS, sparse=sparse
    )
    assert _mesh(builder).vertices.tolist() == [[0, 0, 0], [9, 9, 9], [0, 1, 0], [8, 8, 8]]


def test_sparse_accessors_without_base_start_at_zero() -> None:
    builder = _mesh_builder()
    sparse = {
        "count": 1,
        "indices": {"bufferView": builder.view(b"\x02"), "componentType": 5121},
        "values": {"bufferView": builder.view(np.array([[5, 6, 7]], "<f4").tobytes())},
    }
    builder.document["accessors"].append(
        {"componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse}
    )
    builder.document["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = 0
    assert _mesh(builder).vertices.tolist() == [[0, 0, 0], [0, 0, 0], [5, 6, 7]]


def test_strided_and_quantized_attributes_are_read() -> None:
    builder = _mesh_builder()
    rows = np.zeros(4, dtype=[("place", "<i2", 3), ("pad", "<u2"), ("normal", "i1", 3), ("pad2", "u1")])
    rows["place"], rows["normal"] = CORNERS * 1000, [[0, 0, 127]] * 4
    view = builder.view(rows.tobytes(), byteStride=12)
    builder.document["accessors"] = [
        {"bufferView": view, "componentType": 5122, "count": 4, "type": "VEC3", "normalized": True},
        {
            "bufferView": view,
            "byteOffset": 8,
            "componentType": 5120,
            "count": 4,
            "type": "VEC3",
            "normalized": True,
        },
    ]
    builder.document["meshes"][0]["primitives"][0]["attributes"] = {"POSITION": 0, "NORMAL": 1}
    mesh = _mesh(builder)
    np.testing.assert_allclose(mesh.vertices, CORNERS * 1000 / 32767, atol=1e-12)
    np.testing.assert_allclose(present(mesh.normals), [[0, 0, 1]] * 4)


def test_eight_weights_are_reduced_to_the_four_largest() -> None:
    builder = GltfBuilder([{"children": [1]}, {}, {"mesh": 0, "skin": 0}], [0, 2])
    weights = np.array([[0.05, 0.2, 0.1, 0.05], [0.3, 0.1, 0.15, 0.05]], dtype=np.float32)
    attributes = {
        "POSITION": builder.accessor(CORNERS[:1]),
        "JOINTS_0": builder.accessor([[0, 1, 0, 1]], "uint8"),
        "WEIGHTS_0": builder.accessor(weights[:1]),
        "JOINTS_1": builder.accessor([[1, 0, 1, 0]], "uint8"),
        "WEIGHTS_1": builder.accessor(weights[1:]),
    }
    builder.document["meshes"] = [{"primitives": [{"attributes": attributes}]}]
    builder.document["skins"] = [{"joints": [0, 1]}]
    scene = read_gltf_bytes(builder.glb(), "t.glb")
    kept = np.array([0.2, 0.1, 0.3, 0.15]) / 0.75
    np.testing.assert_allclose(present(scene.character).skins[0].weights[0], kept, atol=1e-6)
    assert any("four largest" in note for note in scene.notes)


def test_textures_come_as_bytes_from_files_beside_and_data_uris(tmp_path: Path) -> None:
    import base64
    import json

    builder = _mesh_builder()
    builder.document["meshes"][0]["primitives"][0] |= {
        "attributes": {"POSITION": builder.accessor(CORNERS)},
        "material": 0,
    }
    builder.document |= {
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}],
        "images": [{"uri": "skin%20one.png"}],
    }
    document = builder.finished()
    document["buffers"][0]["uri"] = "data:;base64," + base64.b64encode(builder.binary).decode()
    (tmp_path / "skin one.png").write_bytes(png())
    (tmp_path / "t.gltf").write_text(json.dumps(document))
    assert present(read_gltf(tmp_path / "t.gltf").character).bodies[0].meshes[0].material.texture == png()


def test_several_roots_are_joined_and_furniture_is_left_out() -> None:
    nodes = [{"name": "a"}, {"name": "b"}, {"name": "eye", "camera": 0}, {"name": "a"}]
    nodes[1]["children"] = [3]
    builder = GltfBuilder(nodes, [0, 1, 2])
    builder.animation([(node, "translation", "LINEAR", [0.0, 1.0], np.zeros((2, 3))) for node in (0, 1, 3)])
    scene = read_gltf_bytes(builder.glb(), "t.glb")
    assert present(scene.character).skeleton.names == ("root", "a", "b", "a_2")
    assert present(scene.character).skeleton.parents.tolist() == [-1, 0, 0, 2]


def test_nodes_that_only_place_the_root_are_folded_into_it() -> None:
    half = np.sqrt(0.5)
    nodes = [
        {"name": "Z_UP", "rotation": [-half, 0, 0, half], "scale": [0.01] * 3, "children": [1]},
        {"name": "hips", "translation": [0, 0, 90], "children": [2]},
        {"name": "head", "translation": [0, 10, 60]},
    ]
    builder = GltfBuilder(nodes, [0])
    builder.document["skins"] = [{"joints": [1, 2]}]
    bones = present(read_gltf_bytes(builder.glb(), "t.glb").character).skeleton
    assert bones.names == ("hips", "head")
    np.testing.assert_allclose(bones.offsets, [[0, 0.9, 0], [0, 0.1, 0.6]], atol=1e-12)


def test_children_listed_before_their_parents_are_put_in_order() -> None:
    nodes = [{"name": "tip"}, {"name": "middle", "children": [0]}, {"name": "root", "children": [1]}]
    builder = GltfBuilder(nodes, [2])
    builder.document["skins"] = [{"joints": [0, 1, 2]}]
    assert present(read_gltf_bytes(builder.glb(), "t.glb").character).skeleton.names == (
        "root",
        "middle",
        "tip",
    )


def test_every_shared_character_loads_and_survives_a_round_trip(shared_data: Path) -> None:
    from kinegraph.core.scene import Scene
    from kinegraph.formats.gltf.file import glb_bytes

    files = sorted(p for p in (shared_data / "characters").iterdir() if p.suffix in (".glb", ".gltf"))
    assert len(files) > 10
    for path in files:
        scene = read_gltf(path)
        again = read_gltf_bytes(glb_bytes(Scene(scene.character, scene.clips[:2])), path.name)
        assert present(again.character).skeleton == present(scene.character).skeleton, path.name
        size = max(1.0, np.abs(forward_kinematics(present(scene.character).rest).positions).max())
        for a, b in zip(scene.clips, again.clips, strict=False):
            error = forward_kinematics(a).positions - forward_kinematics(b).positions
            assert 1e3 * np.abs(error).max() < 1e-3 * size, path.name
