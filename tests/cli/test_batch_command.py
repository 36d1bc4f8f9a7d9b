"""`kinegraph batch`: its six jobs, its report, and what it refuses."""

import json
from pathlib import Path

import pytest
from command import Command

from kinegraph.formats import load

HERE = ("--workers", 0)


@pytest.fixture
def library(swinging_bvh: Path) -> Path:
    """A folder with one capture and a file that cannot be read."""
    folder = swinging_bvh.parent / "library"
    folder.mkdir()
    swinging_bvh.rename(folder / "swinging.bvh")
    return folder


def test_a_batch_converts_and_says_what_came_of_it(kinegraph: Command, library: Path, tmp_path: Path) -> None:
    outcome = kinegraph("batch", "convert", library, "-o", tmp_path / "out", "--to", "glb", *HERE)
    assert outcome.code == 0
    assert "1 files: 1 made, 0 were there already, 0 failed" in outcome.out
    assert len(load(tmp_path / "out" / "swinging.glb").clips) == 1
    assert (tmp_path / "out" / "report" / "index.html").is_file()


def test_failed_files_set_the_exit_code(kinegraph: Command, library: Path, tmp_path: Path) -> None:
    (library / "broken.bvh").write_text("nothing")
    report = tmp_path / "report"
    outcome = kinegraph("batch", "info", library, "-o", tmp_path / "out", "--report", report, "--json", *HERE)
    assert outcome.code == 1
    facts = json.loads(outcome.out)
    assert (facts["made"], facts["failed"], facts["report"]) == (1, 1, str(report / "index.html"))


def test_a_batch_resumes_without_inputs(kinegraph: Command, library: Path, tmp_path: Path) -> None:
    kinegraph("batch", "convert", library, "-o", tmp_path / "out", "--to", "bvh", *HERE)
    outcome = kinegraph("batch", "convert", "-o", tmp_path / "out", "--resume", "--json", *HERE)
    assert json.loads(outcome.out)["reused"] == 1


def test_inputs_or_resume_is_needed(kinegraph: Command, tmp_path: Path) -> None:
    outcome = kinegraph("batch", "info", "-o", tmp_path / "out", *HERE)
    assert outcome.code == 2
    assert "Name the inputs of a new batch" in outcome.err


def test_a_batch_sets_keys(kinegraph: Command, library: Path, tmp_path: Path) -> None:
    outcome = kinegraph(
        *("batch", "keys", library, "-o", tmp_path / "out", "--to", "json", "--keep", "20%"), *HERE
    )
    assert outcome.code == 0
    (animation,) = load(tmp_path / "out" / "swinging.json").animations
    assert 2 < len(animation.column_times) < 61


def test_a_batch_renders(kinegraph: Command, library: Path, tmp_path: Path) -> None:
    arguments = ("--style", "strip", "--size", "200x100", "--count", 2)
    assert kinegraph("batch", "render", library, "-o", tmp_path / "out", *arguments, *HERE).code == 0
    assert (tmp_path / "out" / "swinging.png").read_bytes().startswith(b"\x89PNG")


def test_a_batch_retargets(kinegraph: Command, library: Path, tmp_path: Path) -> None:
    arguments = ("--creature", "cast:stick", "--to", "bvh", "--fps", 15)
    assert kinegraph("batch", "retarget", library, "-o", tmp_path / "out", *arguments, *HERE).code == 0
    assert load(tmp_path / "out" / "swinging.bvh").clips[0].fps == pytest.approx(15.0)


def test_retargeting_needs_a_creature(kinegraph: Command, library: Path, tmp_path: Path) -> None:
    outcome = kinegraph("batch", "retarget", library, "-o", tmp_path / "out", *HERE)
    assert outcome.code == 2
    assert "--creature cast:bear" in outcome.err


def test_a_batch_judges_motions_on_creatures(kinegraph: Command, library: Path, tmp_path: Path) -> None:
    arguments = ("--creatures", 0, "--frames", 4)
    assert kinegraph("batch", "grid", library, "-o", tmp_path / "out", *arguments, *HERE).code == 0
    grid = json.loads((tmp_path / "out" / "swinging.json").read_text())
    assert grid["totals"]["pairs"] == 10
    assert "Validation grid" in (tmp_path / "out" / "swinging.html").read_text()


def test_settings_that_cannot_be_met_are_refused_before_any_file_is_read(
    kinegraph: Command, library: Path, tmp_path: Path
) -> None:
    outcome = kinegraph("batch", "convert", library, "-o", tmp_path / "out", "--to", "bvx", *HERE)
    assert outcome.code == 2
    assert "files ending in .bvx are not a known format" in outcome.err
    assert not (tmp_path / "out").exists()
