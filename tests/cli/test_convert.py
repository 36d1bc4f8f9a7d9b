"""`kinegraph convert`."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from command import Command

from kinegraph.core.bake import bake
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.records import MotionRecord


@pytest.mark.parametrize("ending", ["bvh", "glb", "gltf", "usda", "usdc", "usdz"])
def test_converting_keeps_every_joint_where_it_was(
    kinegraph: Command, nodding: Clip, nodding_bvh: Path, tmp_path: Path, ending: str
) -> None:
    target = tmp_path / f"out.{ending}"
    assert kinegraph("convert", nodding_bvh, target).code == 0
    moved = forward_kinematics(load(target).clips[0]).positions
    np.testing.assert_allclose(moved, forward_kinematics(nodding).positions, atol=1e-5)


def test_fps_resamples_the_clip(kinegraph: Command, nodding_bvh: Path, tmp_path: Path) -> None:
    target = tmp_path / "slow.bvh"
    assert kinegraph("convert", nodding_bvh, target, "--fps", 15).code == 0
    clip = load(target).clips[0]
    assert (len(clip), clip.fps) == (16, pytest.approx(15.0, abs=1e-4))


def test_factor_enlarges_the_character_and_its_path(
    kinegraph: Command, nodding: Clip, nodding_bvh: Path, tmp_path: Path
) -> None:
    target = tmp_path / "large.glb"
    assert kinegraph("convert", nodding_bvh, target, "--factor", 3).code == 0
    moved = forward_kinematics(load(target).clips[0]).positions
    np.testing.assert_allclose(moved, 3 * forward_kinematics(nodding).positions, atol=1e-5)


def test_scale_is_the_size_of_a_unit_in_the_file(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path
) -> None:
    for name, unit in (("centimetres.glb", 0.01), ("inches.glb", 0.0254)):
        assert kinegraph("convert", nodding_bvh, tmp_path / name, "--scale", unit).code == 0
    small, large = (
        forward_kinematics(load(tmp_path / name).clips[0]).positions
        for name in ("centimetres.glb", "inches.glb")
    )
    np.testing.assert_allclose(large, 2.54 * small, atol=1e-5)


def test_json_says_what_was_written(kinegraph: Command, nodding_bvh: Path, tmp_path: Path) -> None:
    facts = json.loads(kinegraph("convert", nodding_bvh, tmp_path / "out.glb", "--json").out)
    assert facts["file"].endswith("out.glb")
    assert facts["clips"][0]["frames"] == 31


@pytest.mark.parametrize(
    ("option", "value"),
    [("--fps", "0"), ("--fps", "-5"), ("--factor", "0"), ("--factor", "nan"), ("--scale", "0")],
)
def test_a_bad_number_is_an_error_and_writes_nothing(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path, option: str, value: str
) -> None:
    target = tmp_path / "out.bvh"
    outcome = kinegraph("convert", nodding_bvh, target, option, value)
    assert outcome.code == 2
    assert not target.exists()


def test_a_failed_conversion_leaves_the_old_file(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out.glb"
    target.write_bytes(b"precious")
    broken = tmp_path / "broken.bvh"
    broken.write_text(nodding_bvh.read_text()[:100])
    assert kinegraph("convert", broken, target).code == 2
    assert target.read_bytes() == b"precious"


@pytest.mark.parametrize(("option", "value"), [("--fps", "1e300"), ("--fps", "1e9"), ("--factor", "1e300")])
def test_a_number_beyond_all_measure_is_refused_and_writes_nothing(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path, option: str, value: str
) -> None:
    outcome = kinegraph("convert", nodding_bvh, tmp_path / "out.glb", option, value)
    assert outcome.code == 2
    assert option in outcome.err
    assert not (tmp_path / "out.glb").exists()


def test_names_in_brackets_are_text_and_not_markup(kinegraph: Command, tmp_path: Path) -> None:
    joint = "{0} [/b]\n{{\nOFFSET 0 1 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n"
    hierarchy = f"HIERARCHY\n{joint.format('ROOT')}{joint.format('JOINT')}}}\n}}\n"
    source = tmp_path / "[red]take.bvh"
    source.write_text(f"{hierarchy}MOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3 4 5 6\n")
    outcome = kinegraph("convert", source, tmp_path / "out.glb")
    assert outcome.code == 0
    assert "called '[/b]'" in outcome.err
    assert "[red]take.bvh" in outcome.err.replace("\n", "")


def test_motions_that_a_format_cannot_hold_are_noted(
    kinegraph: Command, nodding: Clip, tmp_path: Path
) -> None:
    scene = Scene(Character.bare("x", nodding.skeleton), (nodding, replace(nodding, name="second")))
    save(scene, tmp_path / "two.glb")
    outcome = kinegraph("convert", tmp_path / "two.glb", tmp_path / "one.bvh")
    assert "'nodding' was written, 1 were left out" in outcome.err.replace("\n", " ")


def test_a_member_of_the_cast_converts_with_its_motions(kinegraph: Command, tmp_path: Path) -> None:
    target = tmp_path / "lamp.glb"
    assert kinegraph("convert", "cast:lamp", target).code == 0
    scene = load(target)
    assert scene.character is not None
    assert scene.clips


def test_a_motion_becomes_a_document_and_comes_out_of_it_as_it_was(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path
) -> None:
    document, again = tmp_path / "nodding.kine", tmp_path / "again.json"
    assert kinegraph("convert", nodding_bvh, document).code == 0
    assert kinegraph("convert", document, again).code == 0
    before, after = load(nodding_bvh).clips[0], bake(load(again).animations[0])
    assert after.skeleton.names == before.skeleton.names
    places = [forward_kinematics(clip).positions for clip in (before, after)]
    np.testing.assert_allclose(places[0], places[1], atol=1e-12)


def test_converting_to_a_document_adds_to_the_one_that_is_there(
    kinegraph: Command, nodding_bvh: Path, swinging_bvh: Path, tmp_path: Path
) -> None:
    document = tmp_path / "both.kine"
    assert kinegraph("convert", nodding_bvh, document).code == 0
    outcome = kinegraph("convert", swinging_bvh, document)
    assert outcome.code == 0
    assert "was there already: the contents of swinging.bvh were added to it." in " ".join(
        outcome.err.split()
    )
    with Document(document) as opened:
        names = {record.name for record in opened.records.values() if isinstance(record, MotionRecord)}
    assert names == {"nodding", "swinging"}


def test_curves_stay_curves_in_a_document(kinegraph: Command, swinging_bvh: Path, tmp_path: Path) -> None:
    keys, document, again = (tmp_path / name for name in ("keys.json", "keys.kine", "again.json"))
    assert kinegraph("keys", swinging_bvh, "-o", keys, "--count", 12).code == 0
    assert kinegraph("convert", keys, document).code == 0
    assert kinegraph("convert", document, again).code == 0
    before, after = (json.loads(path.read_text())["animations"] for path in (keys, again))
    assert before == after


def test_a_damaged_document_is_refused_and_kept(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path
) -> None:
    document = tmp_path / "damaged.kine"
    document.write_bytes(b"nothing that a document begins with")
    outcome = kinegraph("convert", nodding_bvh, document)
    assert outcome.code == 2
    assert "not a Kinegraph document" in " ".join(outcome.err.split())
    assert document.read_bytes() == b"nothing that a document begins with"


def test_solving_needs_markers_of_a_person(
    kinegraph: Command, nodding: Clip, nodding_bvh: Path, tmp_path: Path
) -> None:
    markers = tmp_path / "joints.c3d"
    save(nodding, markers)
    for source, reason in ((nodding_bvh, "--solve needs markers"), (markers, "this file lacks LASI")):
        outcome = kinegraph("convert", source, tmp_path / "out.bvh", "--solve")
        assert outcome.code == 2
        assert reason in " ".join(outcome.err.split())
        assert not (tmp_path / "out.bvh").exists()
