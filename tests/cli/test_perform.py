"""`kinegraph perform` and `kinegraph perform compare`, as a shell calls them."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import Command

from kinegraph.core.bake import bake
from kinegraph.formats import load
from kinegraph.perform.files.package_reading import load_package
from kinegraph.perform.performances.performance import perform

SCRIPT = """
fps: 20
characters:
- name: ben
  from: bear
  layers:
  - set: nod
    path:
    - {time: 0, at: listening}
    - {time: 0.5, at: chin down}
    - {time: 1, at: left}
"""
FRIEND = """
- name: rex/the dog
  from: dog
  at: [0.8, 0, 0]
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "nod.yaml"
    path.write_text(SCRIPT)
    return path


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    path = tmp_path / "pair.yaml"
    path.write_text(SCRIPT + FRIEND)
    return path


@pytest.mark.parametrize("ending", [".glb", ".bvh", ".usda", ".json", ".amc"])
def test_a_performance_is_written_in_any_format(
    kinegraph: Command, script: Path, tmp_path: Path, ending: str
) -> None:
    done = kinegraph("perform", script, "-o", tmp_path / f"nod{ending}")
    assert done.code == 0, done.err
    scene = load(tmp_path / f"nod{ending}")
    clip = scene.clips[0] if scene.clips else bake(scene.animations[0])
    assert len(clip) == 21


def test_several_characters_get_a_file_each_named_after_them(
    kinegraph: Command, pair: Path, tmp_path: Path
) -> None:
    facts = json.loads(kinegraph("perform", pair, "-o", tmp_path / "both.glb", "--json").out)
    assert [Path(file).name for file in facts["files"]] == ["both-ben.glb", "both-rex-the dog.glb"]
    assert [each["name"] for each in facts["characters"]] == ["ben", "rex/the dog"]
    assert all(Path(file).is_file() for file in facts["files"])


def test_json_tells_what_was_performed(kinegraph: Command, script: Path) -> None:
    facts = json.loads(kinegraph("perform", script, "--fps", 10, "--json").out)
    assert (facts["frames"], facts["fps"], facts["seconds"], facts["files"]) == (11, 10.0, 1.0, [])
    (ben,) = facts["characters"]
    assert ben["from"] == "bear"
    assert "nod" in ben["sets"]
    assert ben["layers"] == ["script 1"]
    assert ben["degenerate_frames"] == {}


def test_a_package_plays_what_the_script_did(kinegraph: Command, script: Path, tmp_path: Path) -> None:
    assert kinegraph("perform", script, "-o", tmp_path / "ben.kinepack").code == 0
    assert kinegraph("perform", script, "-o", tmp_path / "ben.json").code == 0
    package = load_package(tmp_path / "ben.kinepack")
    clip = perform(package.performance("ben"), 20.0).clip
    written = bake(load(tmp_path / "ben.json").animations[0])
    np.testing.assert_allclose(np.abs((clip.rotations * written.rotations).sum(-1)), 1.0, atol=1e-9)


def test_all_characters_are_in_the_picture(kinegraph: Command, pair: Path, tmp_path: Path) -> None:
    done = kinegraph("perform", pair, "-o", tmp_path / "pair.png")
    assert done.code == 0, done.err
    assert (tmp_path / "pair.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("at: chin down", "at: chin dwon"), "nod.yaml, line 10: There is no key 'chin dwon'; did you mean"),
        (("time: 1", "time: 0.2"), "nod.yaml, line 11: times must increase"),
        (("from: bear", "from: bera"), "nod.yaml, line 5: There is no character 'bera'; did you mean 'bear'"),
    ],
)
def test_a_wrong_script_is_one_sentence_and_writes_nothing(
    kinegraph: Command, script: Path, tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    script.write_text(SCRIPT.replace(*change))
    done = kinegraph("perform", script, "-o", tmp_path / "out.glb")
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out.glb").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "nod.xyz"], "not a known format"),
        (["-o", "nod.c3d"], "holds markers"),
        (["-o", "nowhere/nod.glb"], "does not exist"),
        (["--fps", "0"], "--fps 0"),
    ],
)
def test_a_wrong_order_is_refused_before_anything_plays(
    kinegraph: Command, script: Path, arguments: list[str], said: str
) -> None:
    done = kinegraph("perform", script, *arguments)
    assert done.code == 2
    assert said in done.err


def test_a_missing_or_empty_script_is_one_sentence(kinegraph: Command, tmp_path: Path) -> None:
    assert "no such file" in kinegraph("perform", tmp_path / "none.yaml").err
    (tmp_path / "empty.yaml").touch()
    assert "says nothing" in kinegraph("perform", tmp_path / "empty.yaml").err


def test_a_range_scales_the_error_of_its_own_joint_alone(
    kinegraph: Command, script: Path, tmp_path: Path
) -> None:
    kinegraph("perform", script, "-o", tmp_path / "nod.glb")
    arguments = ("perform", "compare", tmp_path / "nod.glb", script, "--json")
    plain = json.loads(kinegraph(*arguments).out)["kernels"]["gaussian"]["manipulators"]
    scaled = json.loads(kinegraph(*arguments, "--range", "head=90,45,180").out)["kernels"]["gaussian"]
    for before, after in zip(plain, scaled["manipulators"], strict=True):
        if before["quantity"] != "angle":
            continue
        factors = (2.0, 4.0, 1.0) if before["manipulator"] == "head" else (1.0, 1.0, 1.0)
        for axis, factor in zip("xyz", factors, strict=True):
            assert after["percent"][axis] == pytest.approx(factor * before["percent"][axis], abs=1e-9)


@pytest.mark.parametrize("given", ["head", "head=", "=90", "head=1,2", "head=-3", "head=x", "tentacle=90"])
def test_a_wrong_range_is_one_sentence(kinegraph: Command, script: Path, tmp_path: Path, given: str) -> None:
    kinegraph("perform", script, "-o", tmp_path / "nod.glb")
    done = kinegraph("perform", "compare", tmp_path / "nod.glb", script, "--range", given)
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert given.split("=")[0] in done.err


def test_effort_counts_keyframes_and_what_they_miss(kinegraph: Command, script: Path) -> None:
    facts = json.loads(kinegraph("perform", "effort", script, "--json").out)
    rows = {row["method"]: row for row in facts["rows"]}
    assert rows["spatial keys"]["poses"] < rows["every frame"]["poses"]
    assert rows["baked"]["error_m"] <= facts["allowed_m"]
    assert 0.0 < rows["simplified curves"]["angle_percent"] < 5.0
    assert {each["quantity"] for each in rows["baked"]["manipulators"]} == {"position", "angle"}


def test_effort_by_part_lists_each_part_with_three_axes(kinegraph: Command, script: Path) -> None:
    lines = kinegraph("perform", "effort", script, "--parts").out.splitlines()
    angles = next(i for i, line in enumerate(lines) if line.startswith("angles"))
    head = next(line for line in lines[angles:] if "head (joint)" in line)
    assert len(head.split()) == 2 + 3 * 3, "three ways to key it, three axes each"


def test_effort_of_something_else_is_one_sentence(kinegraph: Command, tmp_path: Path) -> None:
    done = kinegraph("perform", "effort", tmp_path / "walk.bvh")
    assert done.code == 2
    assert "give a script (.yaml) or a package" in done.err


def test_comparing_by_kernel_finds_the_kernel_that_made_the_original(
    kinegraph: Command, script: Path, tmp_path: Path
) -> None:
    kinegraph("perform", script, "-o", tmp_path / "nod.glb")
    done = kinegraph("perform", "compare", tmp_path / "nod.glb", script, "--json", "-o", tmp_path / "t.png")
    facts = json.loads(done.out)
    angles = {name: found["angle_percent"] for name, found in facts["kernels"].items()}
    assert set(angles) == {"linear", "gaussian", "hardy", "thin-plate"}
    assert min(angles, key=lambda name: angles[name]) == "hardy"
    assert angles["hardy"] < 1e-3
    assert facts["frames"] == 21
    assert (tmp_path / "t.png").stat().st_size > 5_000


def test_comparing_two_motions_tells_each_manipulator(
    kinegraph: Command, script: Path, tmp_path: Path
) -> None:
    kinegraph("perform", script, "-o", tmp_path / "a.glb")
    script.write_text(SCRIPT.replace("at: chin down", "at: chin up"))
    kinegraph("perform", script, "-o", tmp_path / "b.glb")
    done = kinegraph("perform", "compare", tmp_path / "a.glb", tmp_path / "b.glb")
    assert done.code == 0, done.err
    assert "head (joint)" in done.out
    assert "as it is" in done.out


@pytest.mark.parametrize(
    ("imitation", "options", "said"),
    [
        ("cast:dog", [], "does not move the same skeleton"),
        ("pair.yaml", [], "has 2 characters (ben, rex/the dog); choose one with --character"),
        ("pair.yaml", ["--character", "bne"], "did you mean 'ben'"),
        ("pair.yaml", ["--degree", "7"], "--degree 7"),
        ("pair.yaml", ["-o", "figure.txt"], "a figure is written as .png"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(
    kinegraph: Command, pair: Path, tmp_path: Path, imitation: str, options: list[str], said: str
) -> None:
    kinegraph("perform", pair, "-o", tmp_path / "o.glb")
    other = imitation if ":" in imitation else tmp_path / imitation
    done = kinegraph("perform", "compare", tmp_path / "o-ben.glb", other, *options)
    assert done.code == 2
    assert said in done.err


def test_a_document_holds_all_characters_and_info_describes_a_package(
    kinegraph: Command, pair: Path, script: Path, tmp_path: Path
) -> None:
    facts = json.loads(kinegraph("perform", pair, "-o", tmp_path / "both.kine", "--json").out)
    assert [Path(file).name for file in facts["files"]] == ["both.kine"]
    assert "ben: 61 frames at 60 fps" in kinegraph("info", tmp_path / "both.kine").out
    assert kinegraph("perform", script, "-o", tmp_path / "ben.kinepack").code == 0
    printed = kinegraph("info", tmp_path / "ben.kinepack").out
    assert "performance" in printed
    assert "ben: 1.00 s, script 1 (nod)" in printed
    held = json.loads(kinegraph("info", tmp_path / "ben.kinepack", "--json").out)
    assert [each["name"] for each in held["sets"]] == ["look around", "nod", "dance", "wave"]
    assert held["performances"][0]["layers"][0]["events"] > 10
