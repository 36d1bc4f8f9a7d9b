"""A glTF file that gets other animations keeps everything else: materials, morph targets, pictures, names."""

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.formats.format_samples import png
from tests.formats.gltf.gltf_building import GltfBuilder
from tests.present import present
from typer.testing import CliRunner

from kinegraph.cli.app import app
from kinegraph.core.animation import QUATERNION, Animation, Channel, Property
from kinegraph.core.bake import bake
from kinegraph.core.clip import Clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import FormatError
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.formats.gltf.accessors import Accessors
from kinegraph.formats.gltf.container import json_of, parse_container

SMILES = [0, 0, 1, 0, 0, 1]


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """Two bones under a scaled and turned node, a face with morph targets, a normal map, two sets of uvs."""
    build = GltfBuilder(
        [
            {
                "name": "Armature",
                "scale": [0.01] * 3,
                "rotation": [0.7071068, 0, 0, 0.7071068],
                "children": [1],
            },
            {"name": "hips", "translation": [0, 10, 90], "children": [2]},
            {"name": "arm", "translation": [30, 0, 0], "scale": [2, 2, 2]},
            {"name": "fox", "mesh": 0, "skin": 0},
        ],
        [0, 3],
    )
    points = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    primitive = {
        "attributes": {
            "POSITION": build.accessor(points),
            "TEXCOORD_0": build.accessor(points[:, :2]),
            "TEXCOORD_1": build.accessor(points[:, 1:]),
            "JOINTS_0": build.accessor(np.zeros((3, 4)), "uint8"),
            "WEIGHTS_0": build.accessor(np.tile([1, 0, 0, 0], (3, 1))),
        },
        "indices": build.accessor([0, 1, 2], "uint16"),
        "material": 0,
        "targets": [{"POSITION": build.accessor(share * points)} for share in (0.1, 0.2)],
    }
    names = {"targetNames": ["smile", "blink"]}
    fur = {
        "name": "fur",
        "normalTexture": {"index": 0, "scale": 0.7},
        "emissiveFactor": [0.1, 0.2, 0.3],
        "extensions": {"KHR_materials_clearcoat": {"clearcoatFactor": 0.5}},
    }
    build.document |= {
        "meshes": [
            {"name": "face of the fox", "weights": [0.25, 0], "extras": names, "primitives": [primitive]}
        ],
        "skins": [{"joints": [1, 2]}],
        "materials": [fur],
        "textures": [{"source": 0}],
        "images": [{"uri": "normal.png"}],
        "extensionsUsed": ["KHR_materials_clearcoat"],
    }
    turns = [[0, 0, 0, 1], [0.6, 0, 0, 0.8], [0, 0, 0, 1]]
    rotation = (2, "rotation", "LINEAR", [0, 0.5, 1], turns)
    weights = (3, "weights", "LINEAR", [0, 0.5, 1], SMILES)
    build.animation([rotation, weights], "wave")
    document = build.finished()
    document["buffers"][0]["uri"] = "arrays.bin"
    (tmp_path / "arrays.bin").write_bytes(build.binary)
    (tmp_path / "normal.png").write_bytes(png())
    (tmp_path / "fox.gltf").write_text(json.dumps(document))
    return tmp_path / "fox.gltf"


def document_of(path: Path) -> dict[str, Any]:
    return msgspec.json.decode(json_of(path.read_bytes()))


def arrays_of(path: Path) -> dict[str, np.ndarray]:
    """What the primitives of a file hold, by the place in its meshes."""
    file = parse_container(path.read_bytes(), str(path), path.parent)
    accessors = Accessors(file)
    kinds = {a.type for a in file.document.accessors}
    found = {}
    for m, mesh in enumerate(file.document.meshes):
        for p, primitive in enumerate(mesh.primitives):
            for number, attributes in enumerate([primitive.attributes, *primitive.targets]):
                for name, index in attributes.items():
                    found[f"{m}.{p}.{number}.{name}"] = accessors.floats(index, tuple(kinds), name)
    return found


def keyed(scene: Scene) -> Animation:
    """A motion of our own: the root goes, and the last joint turns, with free handles."""
    skeleton = present(scene.character).skeleton
    times = np.array([0.0, 0.4, 1.0])
    values = np.array([0.0, 0.3, -0.2])
    points = np.stack([times, values], axis=1)
    before = points - np.array([[0.0, 0.0], [0.3, 0.2], [0.1, 0.0]])
    after = points + np.array([[0.1, 0.1], [0.5, 0.0], [0.0, 0.0]])
    curve = Curve(times, values, before, after, np.zeros(3, dtype=bool))
    curves = {
        Channel(0, Property.TRANSLATION, 1): curve,
        Channel(len(skeleton) - 1, Property.ROTATION, 2): curve,
    }
    return Animation(skeleton, 30.0, curves, ("XYZ",) * len(skeleton), name="wave")


def worst(a: Clip, b: Clip) -> float:
    return float(np.abs(forward_kinematics(a).positions - forward_kinematics(b).positions).max())


@pytest.mark.parametrize("ending", ["glb", "gltf"])
def test_everything_but_the_animations_stays(foreign: Path, tmp_path: Path, ending: str) -> None:
    scene, out = load(foreign), tmp_path / f"out.{ending}"
    save(Scene(scene.character, animations=(keyed(scene),)), out, onto=foreign)
    before, after = document_of(foreign), document_of(out)
    for part in ("asset", "nodes", "scenes", "materials", "textures", "skins", "extensionsUsed"):
        assert after[part] == before[part]
    assert after["meshes"][0]["name"] == "face of the fox"
    assert after["meshes"][0]["extras"] == before["meshes"][0]["extras"]
    old, new = arrays_of(foreign), arrays_of(out)
    assert old.keys() == new.keys()
    assert all(np.array_equal(old[name], new[name]) for name in old)


def test_pictures_beside_the_file_are_embedded(foreign: Path, tmp_path: Path) -> None:
    save(load(foreign), tmp_path / "out.glb", onto=foreign)
    file = parse_container((tmp_path / "out.glb").read_bytes(), "out")
    view = file.document.buffer_views[present(file.document.images[0].buffer_view)]
    assert bytes(file.buffers[0][view.byte_offset : view.byte_offset + view.byte_length]) == png()


def test_joints_below_a_scaled_and_turned_node_play_as_they_were_written(
    foreign: Path, tmp_path: Path
) -> None:
    scene = load(foreign)
    ours = keyed(scene)
    save(Scene(scene.character, animations=(ours,)), tmp_path / "out.glb", onto=foreign)
    again = load(tmp_path / "out.glb")
    assert present(again.character).skeleton == present(scene.character).skeleton
    assert worst(bake(again.animations[0], 60.0), bake(ours, 60.0)) < 1e-3  # within the writer's tolerance


def test_a_clip_comes_back_exactly(foreign: Path, tmp_path: Path) -> None:
    scene = load(foreign)
    ours = bake(keyed(scene), 30.0)
    save(Scene(scene.character, (ours,)), tmp_path / "out.glb", onto=foreign)
    assert worst(load(tmp_path / "out.glb").clips[0], ours) < 1e-6


def test_morph_weights_stay_with_the_motion_of_their_name(foreign: Path, tmp_path: Path) -> None:
    scene = load(foreign)
    wave = keyed(scene)
    other = Animation(wave.skeleton, 30.0, wave.curves, wave.rotation_modes, name="other")
    save(Scene(scene.character, animations=(wave, other)), tmp_path / "out.glb", onto=foreign)
    file = parse_container((tmp_path / "out.glb").read_bytes(), "out")
    moving = {a.name: [c for c in a.channels if c.target.path == "weights"] for a in file.document.animations}
    assert [len(moving[name]) for name in ("wave", "other")] == [1, 0]
    sampler = file.document.animations[0].samplers[moving["wave"][0].sampler]
    assert Accessors(file).floats(sampler.output, ("SCALAR",), "w")[:, 0].tolist() == SMILES


def test_the_arrays_of_old_animations_are_left_out(foreign: Path, tmp_path: Path) -> None:
    scene = load(foreign)
    save(Scene(scene.character), tmp_path / "bare.glb", onto=foreign)
    assert len(document_of(tmp_path / "bare.glb")["accessors"]) == len(document_of(foreign)["accessors"]) - 4
    save(Scene(scene.character, scene.clips), tmp_path / "one.glb", onto=foreign)
    save(load(tmp_path / "one.glb"), tmp_path / "two.glb", onto=tmp_path / "one.glb")
    assert (tmp_path / "two.glb").stat().st_size <= (tmp_path / "one.glb").stat().st_size


def test_another_skeleton_is_refused(foreign: Path, tmp_path: Path) -> None:
    clip = Clip(
        present(load(foreign).character).skeleton, 30.0, np.zeros((2, 3)), np.tile([0.0, 0, 0, 1], (2, 2, 1))
    )
    with pytest.raises(FormatError, match="its joints are not those of the motion"):
        save(Scene(None), tmp_path / "out.glb", onto=foreign)
    save(clip, tmp_path / "other.glb")
    with pytest.raises(FormatError, match="its joints are not those of the motion"):
        save(load(foreign.parent / "fox.gltf", scale=2.0), tmp_path / "out.glb", onto=foreign)


def test_the_command_keeps_what_a_file_holds(foreign: Path, tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["convert", str(foreign), str(tmp_path / "out.glb"), "--fps", "60"])
    assert ran.exit_code == 0, ran.output
    assert document_of(tmp_path / "out.glb")["materials"] == document_of(foreign)["materials"]
    assert load(tmp_path / "out.glb").clips[0].fps == pytest.approx(60.0)


@pytest.mark.parametrize("name", ["Fox.glb", "CesiumMan.glb", "SimpleSkin.gltf"])
def test_real_files_keep_their_contents(name: str, shared_data: Path, tmp_path: Path) -> None:
    path, out = shared_data / "characters" / name, tmp_path / "out.glb"
    scene = load(path)
    save(scene, out, onto=path)
    before, after = document_of(path), document_of(out)
    for part in ("nodes", "materials", "textures", "samplers"):
        assert after.get(part) == before.get(part)
    old, new = arrays_of(path), arrays_of(out)
    assert all(np.array_equal(old[key], new[key]) for key in old)
    size = max(1.0, np.abs(present(scene.character).skeleton.offsets).max())
    for ours, theirs in zip(scene.clips, load(out).clips, strict=True):
        assert worst(ours, theirs) < 1e-6 * size


def test_quaternion_keys_are_written_as_they_are(foreign: Path, tmp_path: Path) -> None:
    scene = load(foreign)
    skeleton = present(scene.character).skeleton
    times, half = np.array([0.0, 1.0]), np.sqrt(0.5)
    values = {1: [0.0, half], 3: [1.0, half]}
    curves = {
        Channel(1, Property.ROTATION, k): Curve.hermite(times, v, [0, 0], [0, 0]) for k, v in values.items()
    }
    ours = Animation(skeleton, 30.0, curves, (QUATERNION,) * len(skeleton), name="turn")
    save(Scene(scene.character, animations=(ours,)), tmp_path / "out.glb", onto=foreign)
    assert worst(bake(load(tmp_path / "out.glb").animations[0], 30.0), bake(ours, 30.0)) < 1e-6
