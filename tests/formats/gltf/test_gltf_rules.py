"""What we write obeys the rules of glTF 2.0: checked by hand, and by a second tool that reads it."""

import json
import struct
from pathlib import Path

import numpy as np
import pygltflib
import pytest
from tests.formats.format_samples import character, clip, keyed, skeleton
from tests.formats.gltf.gltf_reference import ReferenceGltf
from tests.present import present

from kinegraph.core.body import Skin
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.kinematics.skinning import deform
from kinegraph.core.scene import Scene
from kinegraph.formats.gltf.file import glb_bytes, read_gltf_bytes


@pytest.fixture(scope="module")
def written() -> bytes:
    bear = character()
    return glb_bytes(Scene(bear, (clip(bear.skeleton, slides=True),), (keyed(bear.skeleton),)))


@pytest.fixture(scope="module")
def parsed(written: bytes) -> ReferenceGltf:
    size = struct.unpack_from("<I", written, 12)[0]
    return ReferenceGltf(document=json.loads(written[20 : 20 + size]), binary=written[28 + size :])


def test_chunks_are_aligned_and_lengths_are_true(written: bytes) -> None:
    magic, version, length = struct.unpack_from("<4sII", written)
    assert (magic, version, length) == (b"glTF", 2, len(written))
    size = struct.unpack_from("<I", written, 12)[0]
    assert size % 4 == 0
    assert struct.unpack_from("<I", written, 20 + size)[0] + 28 + size == len(written)


def test_views_and_accessors_are_aligned_and_inside_the_buffer(parsed: ReferenceGltf) -> None:
    document = parsed.document
    (buffer,) = document["buffers"]
    assert 0 <= len(parsed.buffers[0]) - buffer["byteLength"] < 4
    for view in document["bufferViews"]:
        assert view.get("byteOffset", 0) % 4 == 0
        assert view.get("byteOffset", 0) + view["byteLength"] <= buffer["byteLength"]


def test_stated_bounds_are_the_true_bounds(parsed: ReferenceGltf) -> None:
    stated = 0
    for index, accessor in enumerate(parsed.document["accessors"]):
        if "min" in accessor:
            values = parsed.accessor(index)
            assert accessor["min"] == values.min(axis=0).tolist()
            assert accessor["max"] == values.max(axis=0).tolist()
            stated += 1
    assert stated >= 5


def test_positions_and_key_times_state_their_bounds(parsed: ReferenceGltf) -> None:
    document = parsed.document
    must = {sampler["input"] for animation in document["animations"] for sampler in animation["samplers"]}
    must |= {p["attributes"]["POSITION"] for mesh in document["meshes"] for p in mesh["primitives"]}
    assert all("min" in document["accessors"][index] for index in must)


def test_key_times_start_at_zero_or_later_and_increase(parsed: ReferenceGltf) -> None:
    for animation in parsed.document["animations"]:
        for sampler in animation["samplers"]:
            times = parsed.accessor(sampler["input"])[:, 0]
            assert times[0] >= 0.0
            assert (np.diff(times) > 0.0).all()


def test_rotation_keys_are_unit_quaternions(parsed: ReferenceGltf) -> None:
    for animation in parsed.document["animations"]:
        for channel in animation["channels"]:
            if channel["target"]["path"] != "rotation":
                continue
            sampler = animation["samplers"][channel["sampler"]]
            values = parsed.accessor(sampler["output"])
            if sampler.get("interpolation") == "CUBICSPLINE":
                values = values.reshape(-1, 3, 4)[:, 1]
            assert np.abs(np.linalg.norm(values, axis=1) - 1.0).max() < 1e-6


def test_no_node_and_path_is_animated_twice(parsed: ReferenceGltf) -> None:
    for animation in parsed.document["animations"]:
        targets = [(c["target"]["node"], c["target"]["path"]) for c in animation["channels"]]
        assert len(targets) == len(set(targets))


def test_cubic_splines_have_at_least_two_keys(parsed: ReferenceGltf) -> None:
    for animation in parsed.document["animations"]:
        for sampler in animation["samplers"]:
            if sampler.get("interpolation") == "CUBICSPLINE":
                assert parsed.document["accessors"][sampler["input"]]["count"] >= 2


def test_joints_without_weight_are_zero_and_weights_sum_to_one(parsed: ReferenceGltf) -> None:
    for mesh in parsed.document["meshes"]:
        for primitive in mesh["primitives"]:
            if "JOINTS_0" in primitive["attributes"]:
                joints = parsed.accessor(primitive["attributes"]["JOINTS_0"])
                weights = parsed.accessor(primitive["attributes"]["WEIGHTS_0"])
                assert (joints[weights == 0.0] == 0).all()
                np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=5e-7)


def test_a_joint_named_twice_by_a_vertex_is_merged() -> None:
    bear = character()
    mesh = bear.skins[0].mesh
    weights = np.tile([0.25, 0.25, 0.5, 0.0], (6, 1))
    skin = Skin(mesh, np.tile([2, 2, 1, 2], (6, 1)), weights, bear.skins[0].joint_from_mesh)
    data = glb_bytes(Scene(Character("x", bear.skeleton, bear.bodies, (skin,))))
    again = present(read_gltf_bytes(data, "x.glb").character).skins[0]
    np.testing.assert_allclose(again.weights, np.tile([0.5, 0.0, 0.5, 0.0], (6, 1)))
    assert again.joints[again.weights > 0].reshape(6, 2).tolist() == [[2, 1]] * 6


def test_the_reference_evaluator_sees_the_same_skinned_motion(parsed: ReferenceGltf) -> None:
    bear = character()
    motion = clip(bear.skeleton, slides=True)
    for frame in (0, 13, 39):
        theirs = parsed.skinned_vertices(parsed.world(0, frame / motion.fps))
        ours = [deform(skin, forward_kinematics(motion.pose(frame))) for skin in bear.skins]
        for a, b in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(a, b, atol=2e-6)


@pytest.mark.filterwarnings("ignore:pygltf.utils.validator")
def test_pygltflib_reads_and_validates_it(written: bytes, tmp_path: Path) -> None:
    from pygltflib.validator import summary, validate

    path = tmp_path / "a.glb"
    path.write_bytes(written)
    found = present(pygltflib.GLTF2().load(str(path)))
    validate(found)
    summary(found)
    assert [node.name for node in found.nodes[:6]] == list(skeleton().names)
    assert len(found.animations) == 2
    assert found.buffers[0].byteLength <= len(present(found.binary_blob()))


def test_a_bare_skeleton_is_still_marked_as_bones() -> None:
    data = glb_bytes(Scene(Character.bare("bones", skeleton())))
    size = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20 : 20 + size])
    assert document["skins"][0]["joints"] == list(range(6))
