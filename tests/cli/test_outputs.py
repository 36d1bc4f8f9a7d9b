"""A command never writes over a file that it reads."""

import shutil
from pathlib import Path

import pytest
from command import Command

from kinegraph.creatures.animation.motion_file import save_motion
from kinegraph.creatures.animations import shipped_animation

COMMANDS = {
    "convert": ("convert", "IN", "IN"),
    "anatomy": ("creatures", "anatomy", "IN", "-o", "IN"),
    "cycle": ("creatures", "cycle", "IN", "-o", "IN"),
    "play": ("creatures", "play", "walk", "IN", "-o", "IN"),
    "retarget, clip": ("creatures", "retarget", "IN", "cast:bear", "-o", "IN"),
    "retarget, creature": ("creatures", "retarget", "cast:bear", "IN", "-o", "IN"),
    "keys": ("keys", "IN", "-o", "IN"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_input_is_not_overwritten(kinegraph: Command, nodding_bvh: Path, name: str) -> None:
    before = nodding_bvh.read_bytes()
    outcome = kinegraph(*(nodding_bvh if word == "IN" else word for word in COMMANDS[name]))
    assert outcome.code == 2
    assert (".yaml" if name == "anatomy" else "is the input file") in outcome.err
    assert nodding_bvh.read_bytes() == before


def test_the_input_is_not_overwritten_under_another_name(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.bvh"
    other.hardlink_to(nodding_bvh)
    before = nodding_bvh.read_bytes()
    outcome = kinegraph("convert", nodding_bvh, other)
    assert (outcome.code, nodding_bvh.read_bytes()) == (2, before)
    assert "is the input file" in outcome.err


def test_an_animation_is_not_overwritten(kinegraph: Command, tmp_path: Path) -> None:
    save_motion(shipped_animation("wave"), tmp_path / "mine.kinemotion")
    before = (tmp_path / "mine.kinemotion").read_bytes()
    outcome = kinegraph(
        *("creatures", "play", tmp_path / "mine.kinemotion", "cast:bear"),
        *("-o", tmp_path / "mine.kinemotion"),
    )
    assert (outcome.code, (tmp_path / "mine.kinemotion").read_bytes()) == (2, before)
    assert "is the input file" in outcome.err


def test_a_file_that_is_only_there_is_replaced(kinegraph: Command, nodding_bvh: Path, tmp_path: Path) -> None:
    shutil.copy(nodding_bvh, tmp_path / "old.bvh")
    (tmp_path / "old.bvh").write_text("old")
    assert kinegraph("convert", nodding_bvh, tmp_path / "old.bvh").code == 0
    assert (tmp_path / "old.bvh").read_text().startswith("HIERARCHY")


def test_an_anatomy_needs_the_ending_of_its_format(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path
) -> None:
    outcome = kinegraph("creatures", "anatomy", nodding_bvh, "-o", tmp_path / "anatomy.bvh")
    assert outcome.code == 2
    assert ".yaml" in outcome.err
    assert not (tmp_path / "anatomy.bvh").exists()
