"""`kinegraph library`: index, search, like, list."""

import json
from pathlib import Path

import pytest
from command import Command


@pytest.fixture
def indexed(kinegraph: Command, nodding_bvh: Path, swinging_bvh: Path, tmp_path: Path) -> tuple:
    """Arguments that name a library with two motions and a file without one."""
    folder = tmp_path / "motions"
    folder.mkdir()
    for path in (nodding_bvh, swinging_bvh):
        path.rename(folder / path.name)
    (folder / "broken.bvh").write_text("nothing")
    place = ("--library", tmp_path / "library")
    outcome = kinegraph("library", "index", folder, *place)
    assert outcome.out == "2 motions. Files: 3 read, 0 unchanged, 1 without a motion, 0 removed.\n"
    return place


def test_a_search_by_name_and_by_figures(kinegraph: Command, indexed: tuple) -> None:
    found = json.loads(kinegraph("library", "search", "swing", *indexed, "--json").out)
    assert [motion["name"] for motion in found] == ["swinging"]
    found = json.loads(kinegraph("library", "search", "--seconds", "1.5:", *indexed, "--json").out)
    assert [motion["name"] for motion in found] == ["swinging"]
    assert "No motion matches." in kinegraph("library", "search", "--turns", "9:", *indexed).out


def test_motions_are_sorted_by_a_figure(kinegraph: Command, indexed: tuple) -> None:
    found = json.loads(kinegraph("library", "search", "--sort", "-seconds", *indexed, "--json").out)
    assert [motion["name"] for motion in found] == ["swinging", "nodding"]


def test_like_takes_a_number_or_a_file(kinegraph: Command, indexed: tuple, tmp_path: Path) -> None:
    by_number = json.loads(kinegraph("library", "like", 1, *indexed, "--json").out)
    by_file = json.loads(
        kinegraph("library", "like", tmp_path / "motions" / "nodding.bvh", *indexed, "--json").out
    )
    assert by_file == by_number
    assert by_number[0]["name"] == "swinging"
    assert by_number[0]["distance"] > 0.0


def test_list_names_folders_and_files_without_a_motion(
    kinegraph: Command, indexed: tuple, tmp_path: Path
) -> None:
    printed = kinegraph("library", "list", *indexed).out
    assert f"{tmp_path / 'motions'}: 2 motions" in printed
    assert "broken.bvh" in printed


def test_an_empty_library_says_how_to_fill_it(kinegraph: Command, tmp_path: Path) -> None:
    assert "kinegraph library index FOLDER" in kinegraph("library", "list", "--library", tmp_path).out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("search", "--seconds", "5"), "--seconds '5': write it as LOW:HIGH"),
        (("search", "--sort", "sped"), "There is no figure 'sped'; did you mean"),
        (("like", "99"), "The library has no motion 99."),
        (("like", "gone.bvh"), "gone.bvh"),
        (("index", "nowhere"), "there is no such folder"),
    ],
)
def test_bad_input_is_one_sentence(
    kinegraph: Command, tmp_path: Path, arguments: tuple, sentence: str
) -> None:
    outcome = kinegraph("library", *arguments, "--library", tmp_path / "library")
    assert outcome.code == 2
    assert sentence in outcome.err
