"""Broken and hostile glTF files: a FormatError at once, never a traceback, a hang or gigabytes."""

import json
import os
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.format_samples import character, clip, keyed
from tests.formats.gltf.gltf_building import GltfBuilder, glb
from tests.present import present

from kinegraph.core.errors import FormatError
from kinegraph.core.scene import Scene
from kinegraph.formats.gltf.file import glb_bytes, read_gltf, read_gltf_bytes


def _valid() -> GltfBuilder:
    builder = GltfBuilder([{"mesh": 0, "children": [1]}, {}], [0])
    corners = builder.accessor([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    triangle = builder.accessor([0, 1, 2], "uint16")
    builder.document["meshes"] = [
        {"primitives": [{"attributes": {"POSITION": corners}, "indices": triangle}]}
    ]
    builder.animation([(1, "translation", "LINEAR", [0.0, 1.0], np.zeros((2, 3)))])
    return builder


def _refused(data: bytes, *words: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_gltf_bytes(data, "bad.glb")
    for word in words:
        assert word in str(caught.value)
    return caught.value


def _edited(edit: Callable) -> bytes:
    builder = _valid()
    document = builder.finished()
    edit(document)
    return glb(document, builder.binary)


def test_the_file_that_the_others_break_is_fine() -> None:
    assert len(present(read_gltf_bytes(_valid().glb(), "good.glb").character).skeleton) == 2


def _sampler(document: dict) -> dict:
    return document["animations"][0]["samplers"][0]


def _end_site(document: dict, translation: list) -> None:
    document["nodes"][1]["children"] = [2]
    document["nodes"].append({"translation": translation, "extras": {"kinegraph": {"end_site": 0}}})


_WITHOUT_DATA = {"componentType": 5126, "count": 1 << 40, "type": "VEC3"}

EDITS = {
    "count beyond the data": (lambda d: d["accessors"][0].update(count=4), "past the end"),
    "enormous count": (lambda d: d["accessors"][0].update(count=1 << 60), "past the end"),
    "negative count": (lambda d: d["accessors"][0].update(count=-1), "negative"),
    "count without data": (lambda d: d["accessors"].__setitem__(0, _WITHOUT_DATA), "no data"),
    "offset beyond the view": (lambda d: d["accessors"][0].update(byteOffset=1000), "past the end"),
    "negative offset": (lambda d: d["accessors"][0].update(byteOffset=-12), "past the end"),
    "view beyond the buffer": (lambda d: d["bufferViews"][0].update(byteLength=1 << 40), "past the end"),
    "negative view": (lambda d: d["bufferViews"][0].update(byteOffset=-4), "past the end"),
    "stride too small": (lambda d: d["bufferViews"][0].update(byteStride=1), "past the end"),
    "missing view": (lambda d: d["accessors"][0].update(bufferView=77), "77"),
    "missing buffer": (lambda d: d["bufferViews"][0].update(buffer=9), "buffer 9"),
    "unknown component": (lambda d: d["accessors"][0].update(componentType=1), "component type"),
    "wrong type": (lambda d: d["accessors"][0].update(type="VEC2"), "VEC2"),
    "unheard-of type": (lambda d: d["accessors"][0].update(type="VEC9"), "VEC9"),
    "buffer longer than the file": (lambda d: d["buffers"][0].update(byteLength=1 << 40), "bytes"),
    "node loop": (lambda d: d["nodes"][1].update(children=[0]), "twice"),
    "node under itself": (lambda d: d["nodes"][1].update(children=[1]), "twice"),
    "two parents": (lambda d: d["nodes"][0].update(children=[1, 1]), "twice"),
    "missing child": (lambda d: d["nodes"][1].update(children=[50]), "50"),
    "missing mesh": (lambda d: d["nodes"][0].update(mesh=50), "50"),
    "missing scene": (lambda d: d.update(scene=3), "scene"),
    "empty scene": (lambda d: d["scenes"][0].update(nodes=[]), "empty"),
    "short translation": (lambda d: d["nodes"][1].update(translation=[1, 2]), "expected 3"),
    "short end site": (lambda d: _end_site(d, [1, 2]), "expected 3"),
    "end site beyond measure": (lambda d: _end_site(d, [1e300, 0, 0]), "measure"),
    "animations without end": (lambda d: d.update(animations=d["animations"] * 20_000), "20000 animations"),
    "short matrix": (lambda d: d["nodes"][1].update(matrix=[1] * 15), "expected 16"),
    "number beyond measure": (lambda d: d["nodes"][1].update(translation=[1e300, 0, 0]), "measure"),
    "text for a number": (lambda d: d["accessors"][0].update(count="many"), "count"),
    "more values than keys": (lambda d: _sampler(d).update(interpolation="CUBICSPLINE"), "key times"),
    "unknown interpolation": (lambda d: _sampler(d).update(interpolation="WOBBLE"), "WOBBLE"),
    "missing sampler": (lambda d: d["animations"][0]["channels"][0].update(sampler=5), "5"),
    "old version": (lambda d: d["asset"].update(version="1.0"), "version 2"),
    "Draco": (lambda d: d.update(extensionsRequired=["KHR_draco_mesh_compression"]), "Draco"),
    "meshopt": (lambda d: d.update(extensionsRequired=["EXT_meshopt_compression"]), "meshopt"),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_a_broken_document_is_refused_with_its_reason(name: str) -> None:
    edit, word = EDITS[name]
    _refused(_edited(edit), word)


def test_a_triangle_beyond_the_vertices_is_refused() -> None:
    builder = _valid()
    builder.document["meshes"][0]["primitives"][0]["indices"] = builder.accessor([0, 1, 9], "uint16")
    _refused(builder.glb(), "vertex 9")


def test_nan_and_infinity_in_buffers_are_refused() -> None:
    for value in (np.nan, np.inf):
        builder = _valid()
        bad = builder.accessor([[0, 0, 0], [1, value, 0], [0, 1, 0]])
        builder.document["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = bad
        _refused(builder.glb(), "finite")


def test_key_times_must_increase() -> None:
    builder = _valid()
    builder.animation([(1, "translation", "LINEAR", [0.0, 0.0], np.zeros((2, 3)))])
    _refused(builder.glb(), "must increase")


@pytest.mark.parametrize("seconds", [1e6, 1e9, 1e30])
@pytest.mark.parametrize("interpolation", ["LINEAR", "CUBICSPLINE"])
def test_a_small_file_with_keys_far_apart_is_refused(seconds: float, interpolation: str) -> None:
    builder = _valid()
    values = np.zeros((6 if interpolation == "CUBICSPLINE" else 2, 3))
    builder.animation([(1, "translation", interpolation, [0.0, seconds], values)])
    _refused(builder.glb(), "too long")


def test_the_same_bytes_used_over_and_over_are_refused() -> None:
    builder = _valid()
    big = builder.accessor(np.zeros((50_000, 3)))
    entry = builder.document["accessors"][big]
    builder.document["accessors"] += [dict(entry) for _ in range(2000)]
    first = big + 1
    builder.document["meshes"][0]["primitives"] = [
        {"attributes": {"POSITION": first + i}} for i in range(2000)
    ]
    _refused(builder.glb(), "over and over")


def test_nested_json_is_refused() -> None:
    depth = 200_000
    nested = b'{"asset":{"version":"2.0"},"extras":' + b"[" * depth + b"]" * depth + b"}"
    _refused(glb(nested), "nested")


def test_damaged_json_names_the_byte() -> None:
    error = _refused(glb(b'{"asset": {"version": "2.0"}, ?}'))
    assert error.byte == 20 + 30


def test_json_that_is_not_text_is_refused() -> None:
    _refused(glb(b'{"asset": {"version": "2.0", "generator": "\xff\xfe"}}'))


@pytest.mark.parametrize("size", [0, 3, 11, 12, 19, 20, 21, 100])
def test_a_file_that_was_cut_off_is_refused(size: int) -> None:
    _refused(_valid().glb()[:size])


def test_a_chunk_longer_than_the_file_is_refused() -> None:
    data = bytearray(_valid().glb())
    struct.pack_into("<I", data, 12, 1 << 31)
    assert _refused(bytes(data), "past the end").byte == 12


@pytest.mark.parametrize(
    "uri",
    ["../secret.bin", "/etc/passwd", "%2e%2e/secret.bin", "sub/../../secret.bin", "link.bin"],
)
def test_no_file_outside_the_folder_is_touched(tmp_path: Path, uri: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "secret.bin").write_bytes(b"\0" * 1000)
    os.symlink(tmp_path / "secret.bin", home / "link.bin")
    document = _valid().finished()
    document["buffers"][0]["uri"] = uri
    (home / "a.gltf").write_text(json.dumps(document))
    with pytest.raises(FormatError, match="outside"):
        read_gltf(home / "a.gltf")


@pytest.mark.parametrize(
    "uri", ["http://example.org/a.bin", "file:///etc/passwd", "a.bin", "data:nothing", "x\0y"]
)
def test_no_address_is_followed_from_bytes(uri: str) -> None:
    document = _valid().finished()
    document["buffers"][0]["uri"] = uri
    _refused(json.dumps(document).encode())


def test_a_pipe_beside_the_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bin")
    document = _valid().finished()
    document["buffers"][0]["uri"] = "pipe.bin"
    (tmp_path / "a.gltf").write_text(json.dumps(document))
    with pytest.raises(FormatError, match="regular file"):
        read_gltf(tmp_path / "a.gltf")


def test_a_damaged_record_is_left_out_with_a_note() -> None:
    document = _valid().finished()
    document["scenes"][0]["extras"] = {"kinegraph": {"character": {"name": 3, "bodies": []}}}
    scene = read_gltf_bytes(glb(document, _valid().binary), "a.glb")
    assert any("damaged" in note for note in scene.notes)


_BEAR = character()
_SAMPLE = glb_bytes(Scene(_BEAR, (clip(_BEAR.skeleton, 5, slides=True),), (keyed(_BEAR.skeleton),)))


@given(st.data())
def test_fuzz_mutated_bytes_never_escape(data: st.DataObject) -> None:
    mutated = bytearray(_SAMPLE)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(mutated) - 1))
        mutated[place] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del mutated[data.draw(st.integers(0, len(mutated) - 1)) :]
    _reads_or_refuses(bytes(mutated))


_JSON_SIZE = struct.unpack_from("<I", _SAMPLE, 12)[0]
_DOCUMENT = json.loads(_SAMPLE[20 : 20 + _JSON_SIZE])
_BINARY = _SAMPLE[28 + _JSON_SIZE :]
_ODD = st.one_of(
    st.integers(-3, 300), st.sampled_from([2**31, 2**63, -(2**40)]), st.floats(allow_nan=False), st.none(),
    st.text(max_size=4), st.just([]), st.just({}), st.lists(st.integers(-2, 30), max_size=5),
)  # fmt: skip


@given(st.data())
def test_fuzz_mutated_documents_never_escape(data: st.DataObject) -> None:
    document = json.loads(json.dumps(_DOCUMENT))
    for _ in range(data.draw(st.integers(1, 4))):
        _mutate(document, data)
    _reads_or_refuses(glb(document, _BINARY))


def _mutate(part: dict, data: st.DataObject) -> None:
    """Walks down at random and replaces, removes or repeats what it finds there."""
    while isinstance(part, dict | list) and part:
        keys = sorted(part) if isinstance(part, dict) else range(len(part))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(part[key], dict | list) or data.draw(st.integers(0, 5)) == 0:
            part[key] = data.draw(_ODD)
            return
        part = part[key]


def test_fuzz_shared_files_never_escape(shared_data: Path) -> None:
    rng = np.random.default_rng(21)
    for name in ("RiggedSimple.glb", "m2m_rig-fox.glb", "AnimatedMorphCube.glb"):
        original = (shared_data / "characters" / name).read_bytes()
        for _ in range(60):
            mutated = bytearray(original)
            for place in rng.integers(0, len(mutated), rng.integers(1, 20)):
                mutated[place] = rng.integers(0, 256)
            _reads_or_refuses(bytes(mutated))


def _reads_or_refuses(data: bytes) -> None:
    try:
        scene = read_gltf_bytes(data, "fuzz.glb")
    except FormatError:
        return
    for motion in scene.clips:
        assert np.isfinite(motion.rotations).all()


def _nodes(children: list[list[int]], roots: list[int]) -> bytes:
    nodes = [{"children": below} if below else {} for below in children]
    document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes}
    return json.dumps(document).encode()


def test_nodes_one_below_the_other_are_read_up_to_a_depth() -> None:
    chain = [[index + 1] for index in range(1_999)]
    scene = read_gltf_bytes(_nodes([*chain, []], [0]), "deep.gltf")
    assert len(present(scene.character).skeleton) == 2_000
    deeper = [[index + 1] for index in range(8_000)]
    _refused(_nodes([*deeper, []], [0]), "too deep")


def test_more_nodes_than_any_scene_has_are_refused() -> None:
    _refused(_nodes([[]] * 100_001, [0]), "100001 nodes")


def test_json_of_very_many_objects_is_refused_before_it_is_read() -> None:
    many = b'{"asset": {"version": "2.0"}, "nodes": [' + b"{}," * 1_000_001 + b"{}]}"
    _refused(many, "1,000,000 objects")
