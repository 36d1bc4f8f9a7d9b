"""Inputs of a batch: folders, patterns and lists."""

from pathlib import Path
from typing import Any

import pytest

from kinegraph.batch.inputs import find_inputs
from kinegraph.core.errors import FormatError, InvalidValue


@pytest.fixture
def library(tmp_path: Path) -> Path:
    for name in (
        "a.bvh",
        "deep/b.glb",
        "deep/c.C3D",
        "notes.md",
        ".hidden/d.bvh",
        "package.json",
        "out/e.bvh",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("{}")
    (tmp_path / "keyed.json").write_text('{"format": "kinegraph keys"}')
    return tmp_path


def names(*words: object, **options: Any) -> list[str]:
    return [each.name for each in find_inputs([str(word) for word in words], **options)]


def test_a_folder_is_searched_through_for_files_with_a_reader(library: Path) -> None:
    assert names(library, without=[library / "out"]) == ["a", "keyed", "deep/b", "deep/c"]


def test_a_pattern_names_files_below_its_fixed_part(library: Path) -> None:
    assert sorted(names(library / "**" / "*.glb")) == ["deep/b"]


def test_a_pattern_without_a_match_is_an_error(library: Path) -> None:
    with pytest.raises(InvalidValue, match="No file matches"):
        names(library / "*.usda")


def test_a_missing_file_is_an_error(library: Path) -> None:
    with pytest.raises(FormatError, match="there is no such file or folder"):
        names(library / "gone.bvh")


def test_a_list_names_files_and_folders_from_where_it_lies(library: Path) -> None:
    (library / "list.txt").write_text("# first\na.bvh\n\ndeep\n")
    assert names(library / "list.txt") == ["a", "b", "c"]


def test_a_skeleton_beside_its_motions_is_not_an_input_of_its_own(tmp_path: Path) -> None:
    for name in ("walk.amc", "walk.asf"):
        (tmp_path / name).touch()
    assert [each.path.name for each in find_inputs([str(tmp_path)])] == ["walk.amc"]
    (tmp_path / "walk.amc").unlink()
    assert [each.path.name for each in find_inputs([str(tmp_path)])] == ["walk.asf"]


def test_inputs_are_found_one_at_a_time(library: Path) -> None:
    found = find_inputs([str(library), "/nowhere/at/all"])
    assert next(found).name == "a"  # the missing one is not looked at yet
