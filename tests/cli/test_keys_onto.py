"""`kinegraph keys --onto RIG` and `kinegraph keys map`."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import Command
from tests.characters.anatomy.anatomy_samples import school_names
from tests.characters.onto.onto_samples import scaled, walker

from kinegraph.batch import KeysJob, run_batch
from kinegraph.core.animation import Property
from kinegraph.core.bake import animation_from_clip, bake
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    path = tmp_path / "walk.bvh"
    save(walker()[1], path)
    return path


@pytest.fixture
def rig(tmp_path: Path) -> Path:
    path = tmp_path / "rig.glb"
    save(scaled(walker(school_names("mixamo"))[0], 1.3), path)
    return path


def test_keys_land_on_the_rig_with_its_error(
    kinegraph: Command, walk: Path, rig: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.glb"
    facts = json.loads(kinegraph("keys", walk, "--onto", rig, "-o", out, "--max-error", 5, "--json").out)
    found = load(out)
    assert found.character is not None
    assert found.character.skeleton.names == school_names("mixamo")
    assert facts["error_mm"]["max"] <= 5.0
    assert "21 of 21 joints of rig.glb follow a joint of the motion." in facts["notes"]
    assert found.animations or found.clips
    played = bake(found.animations[0]) if found.animations else found.clips[0]
    expected = 1.3 * forward_kinematics(walker()[1]).positions
    apart = np.linalg.norm(forward_kinematics(played).positions - expected, axis=-1)
    assert apart.max() < 0.007  # the error, and what glTF and BVH round


def test_a_corrected_mapping_is_used(kinegraph: Command, walk: Path, rig: Path, tmp_path: Path) -> None:
    mapping, out = tmp_path / "map.yaml", tmp_path / "out.json"
    said = kinegraph("keys", "map", walk, rig, "-o", mapping)
    assert "21 of 21 joints, 0 unsure" in said.out
    text = mapping.read_text()
    assert '"mixamorig:Head": "head"' in text
    mapping.write_text(text.replace('"mixamorig:Head": "head"', '"mixamorig:Head": null'))
    assert kinegraph("keys", walk, "--onto", rig, "--mapping", mapping, "-o", out).code == 0
    head = load(out).character.skeleton.index("mixamorig:Head")  # type: ignore[union-attr]
    assert all(channel.joint != head for channel in load(out).animations[0].curves)


def test_the_guess_is_shown_with_its_confidence(kinegraph: Command, walk: Path, rig: Path) -> None:
    table = kinegraph("keys", "map", walk, rig).out
    assert any(
        line.split() == ["mixamorig:LeftUpLeg", "left_thigh", "90", "%"] for line in table.splitlines()
    )
    facts = json.loads(kinegraph("keys", "map", walk, rig, "--json").out)
    assert facts["joints"]["mixamorig:Hips"] == {"follows": "hips", "confidence": 0.9}


def test_the_rotation_orders_of_the_rig_are_kept(kinegraph: Command, walk: Path, tmp_path: Path) -> None:
    character, clip = walker(school_names("cmu"))
    modes = tuple(("ZXY", "QUATERNION", "XYZ")[joint % 3] for joint in range(len(character.skeleton)))
    rig, out = tmp_path / "rig.json", tmp_path / "out.json"
    save(Scene(character, animations=(animation_from_clip(clip, modes),)), rig)
    assert kinegraph("keys", walk, "--onto", rig, "-o", out).code == 0
    found = load(out).animations[0]
    turned = {channel.joint for channel in found.curves if channel.property == Property.ROTATION}
    assert all(found.rotation_modes[joint] == modes[joint] for joint in turned)
    assert len(turned) > 5


def test_bad_input_gets_one_sentence(kinegraph: Command, walk: Path, rig: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("format: something\n")
    for arguments, reason in (
        (("keys", walk, "--mapping", tmp_path / "bad.yaml"), "--mapping is for --onto RIG"),
        (("keys", walk, "--onto", rig, "--mapping", tmp_path / "bad.yaml"), "is not a mapping"),
        (("keys", walk, "--onto", rig, "--mapping", tmp_path / "none.yaml"), "none.yaml"),
        (("keys", walk, "--onto", tmp_path / "none.glb"), "there is no such file"),
        (("keys", "map", walk, rig, "-o", tmp_path / "map.txt"), "written to a .yaml file"),
    ):
        outcome = kinegraph(*arguments)
        assert outcome.code == 2
        assert reason in " ".join(outcome.err.split())


def test_a_batch_keys_every_motion_on_one_rig(walk: Path, rig: Path, tmp_path: Path) -> None:
    run_batch(KeysJob(onto=str(rig), fit="preview"), [walk], tmp_path / "out", workers=0)
    made = sorted((tmp_path / "out").rglob("walk.glb"))
    character = load(made[0]).character
    assert character is not None
    assert character.skeleton.names == school_names("mixamo")
    with pytest.raises(InvalidValue, match="there is no such file"):
        KeysJob(onto=str(tmp_path / "none.glb")).check()
    with pytest.raises(InvalidValue, match="name the rig"):
        KeysJob(mapping=str(rig)).check()
