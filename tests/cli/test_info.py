"""`kinegraph info`."""

import json
from pathlib import Path

from command import Command


def test_info_prints_character_and_duration(kinegraph: Command, nodding_bvh: Path) -> None:
    outcome = kinegraph("info", nodding_bvh)
    assert outcome.code == 0
    assert "2 joints" in outcome.out
    assert "31 frames at 30 fps, 1.00 s" in outcome.out


def test_info_as_json_holds_the_same_facts(kinegraph: Command, nodding_bvh: Path) -> None:
    facts = json.loads(kinegraph("info", nodding_bvh, "--json").out)
    assert facts["character"]["joint_names"] == ["hips", "head"]
    assert facts["character"]["end_sites"] == 1
    assert facts["clips"][0]["frames"] == 31
    assert facts["bytes"] == nodding_bvh.stat().st_size


def test_the_scale_option_overrules_the_guessed_unit(kinegraph: Command, nodding_bvh: Path) -> None:
    guessed = json.loads(kinegraph("info", nodding_bvh, "--json").out)
    doubled = json.loads(kinegraph("info", nodding_bvh, "--scale", 0.02, "--json").out)
    assert doubled["character"]["height_m"] == 2 * guessed["character"]["height_m"]


def test_a_missing_file_is_one_sentence_and_exit_code_2(kinegraph: Command, tmp_path: Path) -> None:
    outcome = kinegraph("info", tmp_path / "nowhere.bvh")
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert "there is no such file" in outcome.err


def test_an_unknown_ending_names_those_that_are_known(kinegraph: Command, tmp_path: Path) -> None:
    odd = tmp_path / "motion.bvj"
    odd.write_text("HIERARCHY")
    outcome = kinegraph("info", odd)
    assert outcome.code == 2
    assert "did you mean .bvh" in outcome.err


def test_a_broken_file_says_where_it_breaks(kinegraph: Command, nodding_bvh: Path) -> None:
    nodding_bvh.write_text(nodding_bvh.read_text().replace("OFFSET", "OFSET", 1))
    outcome = kinegraph("info", nodding_bvh)
    assert outcome.code == 2
    assert "line 4" in outcome.err


def test_every_real_capture_and_character_says_what_it_is(kinegraph: Command, shared_data: Path) -> None:
    endings = (".bvh", ".amc", ".asf", ".c3d", ".glb", ".gltf")
    files = sorted(path for path in shared_data.rglob("*") if path.suffix in endings)
    assert len(files) > 40
    refused = {path.name: outcome.err for path in files if (outcome := kinegraph("info", path)).code != 0}
    assert refused == {}


def test_info_prints_a_member_of_the_cast_like_a_file(kinegraph: Command) -> None:
    printed = json.loads(kinegraph("info", "cast:lamp", "--json").out)
    assert printed["character"]["name"] == "lamp"
    assert printed["clips"]
    assert printed["bytes"] is None
    assert "lamp: 5 joints" in kinegraph("info", "cast:lamp").out
