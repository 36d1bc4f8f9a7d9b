"""The add-on's own logic, without Blender: the program, the files, the error curve, the zip."""

import json
import stat
import sys
import tomllib
import zipfile
from pathlib import Path

import numpy as np
import pytest
from scripts.build_addon import build_addon
from tests.addon.addon_parts import FOLDER, addon_part

import kinegraph
from kinegraph.core.animation import Channel, Property
from kinegraph.core.bake import bake
from kinegraph.formats import load, save

curves, files, program = addon_part("error_curve"), addon_part("keyed_file"), addon_part("program")
T = np.arange(20) / 25.0


@pytest.fixture
def rig_text() -> str:
    joints = [("hips", -1, (0, 1, 0), (0, 0, 0, 1)), ("arm", 0, (0.2, 0, 0), (0, 0, 0.6, 0.8))]
    turn = 0.4 * np.sin(3 * T)
    channels = {
        (0, "location", 2): 0.5 * T,
        (0, "rotation_quaternion", 0): np.cos(turn),
        (0, "rotation_quaternion", 3): np.sin(turn),
        (1, "rotation_euler", 0): 0.3 * np.sin(5 * T),
        (1, "rotation_euler", 1): np.zeros(20),
        (1, "rotation_euler", 2): 0.1 * T,
    }
    return files.rig_text(joints, [(1, (0.0, 0.3, 0.0))], channels, ["QUATERNION", "XZY"], 25.0, "swing")


def test_a_sampled_rig_is_a_file_that_kinegraph_reads(rig_text: str, tmp_path: Path) -> None:
    (tmp_path / "rig.json").write_text(rig_text)
    animation = load(tmp_path / "rig.json").animations[0]
    assert animation.rotation_modes == ("QUATERNION", "YZX")  # Blender names what turns first
    assert animation.skeleton.end_joints.tolist() == [1]
    found = animation.curves[Channel(1, Property.ROTATION, 2)]  # X turns first, so it is the last factor
    np.testing.assert_allclose(found.values, 0.3 * np.sin(5 * T), atol=1e-15)
    assert Channel(1, Property.ROTATION, 0) not in animation.curves  # Y rests
    assert len(bake(animation)) == 20


def test_keys_come_back_on_the_channels_that_they_left(rig_text: str, tmp_path: Path) -> None:
    (tmp_path / "rig.json").write_text(rig_text)
    save(load(tmp_path / "rig.json").animations[0], tmp_path / "again.json")
    keys, types = files.keys_of_text((tmp_path / "again.json").read_text())
    assert set(keys) == {
        ("hips", "location", 2),
        ("hips", "rotation_quaternion", 0),
        ("hips", "rotation_quaternion", 3),
        ("arm", "rotation_euler", 0),
        ("arm", "rotation_euler", 2),
    }
    values = [key[1][1] for key in keys["arm", "rotation_euler", 0]]
    np.testing.assert_allclose(values, 0.3 * np.sin(5 * T), atol=1e-15)
    left, key, right, hold = keys["hips", "location", 2][3]
    np.testing.assert_allclose([right[0] - key[0], key[0] - left[0]], 0.04 / 3.0)  # straight lines
    assert not hold
    assert types == {}


def test_the_curve_answers_for_the_nearest_count_and_survives_as_text() -> None:
    curve = curves.ErrorCurve([2, 3, 5, 9], [400.0, 120.0, 30.0, 2.0], 5, "walk")
    again = curves.ErrorCurve.of_text(curve.text)
    assert vars(again) == vars(curve)
    assert (again.nearest(4), again.nearest(100), again.error_at(6)) == (3, 9, 30.0)
    assert again.label(5) == "5 keys: about 30.0 mm at most"
    for text in ("", "{}", "[]", "null", "nonsense"):
        assert curves.ErrorCurve.of_text(text) is None


def test_the_picture_falls_to_the_right_and_marks_the_count() -> None:
    curve = curves.ErrorCurve([2, 3, 5, 9], [400.0, 120.0, 30.0, 2.0], 5)
    places = [curve.place(count) for count in curve.counts]
    assert places == sorted(places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)
    pixels = curve.picture(5)
    x, y = curve.place(5)
    np.testing.assert_allclose(pixels[y, x], curves._HERE)
    assert (pixels[..., 3] > 0).mean() < 0.1
    assert not np.array_equal(pixels, curve.picture(9))


@pytest.mark.parametrize(("counts", "errors"), [([2], [0.0]), ([2, 3], [0.0, 0.0]), ([5], [3.0])])
def test_a_curve_of_nothing_can_be_drawn(counts: list[int], errors: list[float]) -> None:
    assert curves.ErrorCurve(counts, errors, counts[0]).picture(counts[0]).shape == (128, 256, 4)


def test_errors_are_one_sentence() -> None:
    say = program.error_sentence
    assert say("note: x\nkinegraph: in.json: it holds\nno motion.\n", 2) == "in.json: it holds no motion."
    box = "Usage: kinegraph\n╭─ Error ──╮\n│ No such option: --x │\n╰──╯"
    assert "No such option: --x" in say(box, 2)
    assert say("Traceback (most recent call last):\n  File\nValueError: bad", 1) == (
        "kinegraph failed: ValueError: bad"
    )
    assert say("", 3) == "kinegraph ended with exit code 3 and gave no reason."


def test_a_program_is_found_by_name_on_the_path_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(program.ProgramError, match="was not found"):
        program.find_program("")
    with pytest.raises(program.ProgramError, match="is not a program"):
        program.find_program(str(tmp_path / "missing"))
    found = tmp_path / "kinegraph"
    found.write_text("#!/bin/sh\n")
    found.chmod(found.stat().st_mode | stat.S_IXUSR)
    assert program.find_program("") == str(found)
    assert program.find_program(str(found)) == str(found)


def test_a_run_can_be_cancelled_and_its_failure_has_a_reason() -> None:
    slow = program.Run(sys.executable, ["-c", "import time; time.sleep(600)"])
    assert not slow.done
    slow.cancel()
    failing = program.Run(sys.executable, ["-c", "import sys; sys.exit('kinegraph: no.')"])
    with pytest.raises(program.ProgramError, match=r"^no\.$"):
        failing.output()
    with pytest.raises(program.ProgramError, match="does not start"):
        program.Run(str(FOLDER), [])


@pytest.mark.parametrize("text", ["", "[]", '{"keys": 3}'])
def test_an_old_program_is_named_as_the_reason(text: str) -> None:
    with pytest.raises(program.ProgramError, match="too old"):
        program.facts_of(text)
    assert program.facts_of(json.dumps({"keys": 3, "curve": {}}))["keys"] == 3


def test_the_zip_holds_the_whole_add_on_with_the_version_of_kinegraph(tmp_path: Path) -> None:
    first, again = build_addon(tmp_path / "a"), build_addon(tmp_path / "b")
    assert first.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(first) as archive:
        names = set(archive.namelist())
        manifest = tomllib.loads(archive.read("blender_manifest.toml").decode())
    assert names == {path.name for path in FOLDER.glob("*.py")} | {"blender_manifest.toml", "LICENSE"}
    assert manifest["version"] == kinegraph.__version__
    assert manifest["blender_version_min"] == "4.2.0"
