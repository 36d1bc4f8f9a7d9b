"""The registry: one door in, one door out, one clear sentence where a file cannot pass."""

import os
from pathlib import Path

import numpy as np
import pytest
from tests.formats.bvh.bvh_samples import WALKER

from kinegraph.core.animation import Animation
from kinegraph.core.bake import animation_from_clip
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scene import Scene
from kinegraph.formats import FORMATS, format_of, load, save
from kinegraph.formats.bvh.file import bvh_from_bytes
from kinegraph.formats.registry import UnknownOption, as_scene


@pytest.fixture
def clip() -> Clip:
    return bvh_from_bytes(WALKER).clips[0]


def test_no_extension_belongs_to_two_formats() -> None:
    extensions = [extension for candidate in FORMATS for extension in candidate.extensions]
    assert len(set(extensions)) == len(extensions)


def test_every_format_has_the_reader_and_writer_that_it_states() -> None:
    for candidate in FORMATS:
        assert callable(candidate.read) == candidate.readable
        assert callable(candidate.write) == candidate.writable


def test_options_are_those_of_the_readers_signature() -> None:
    assert format_of("x.bvh").read_options == ("scale", "up", "fps")


def test_extensions_ignore_case() -> None:
    assert format_of("WALK.BVH").name == "bvh"


def test_a_misspelt_extension_gets_the_nearest_ones() -> None:
    with pytest.raises(FormatError, match=r"did you mean \.bvh"):
        load("walk.bhv")


def test_a_name_without_extension_gets_the_known_ones() -> None:
    with pytest.raises(FormatError, match=r"no extension.*\.bvh.*\.glb"):
        load("walk")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FormatError, match=r"nowhere\.bvh: there is no such file"):
        load("nowhere.bvh")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder.bvh").mkdir()
    with pytest.raises(FormatError, match="is a folder"):
        load(tmp_path / "folder.bvh")


@pytest.mark.parametrize("extension", [e for f in FORMATS for e in f.extensions])
def test_an_empty_file_of_any_format_is_called_empty(tmp_path: Path, extension: str) -> None:
    (tmp_path / f"empty{extension}").touch()
    with pytest.raises(FormatError, match="empty"):
        load(tmp_path / f"empty{extension}")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may read everything")
def test_an_unreadable_file_says_why(tmp_path: Path) -> None:
    path = tmp_path / "secret.bvh"
    path.write_bytes(WALKER)
    path.chmod(0)
    with pytest.raises(FormatError, match="permission denied"):
        load(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bvh")
    with pytest.raises(FormatError, match="not a regular file"):
        load(tmp_path / "pipe.bvh")


def test_an_unknown_option_gets_the_nearest_ones(tmp_path: Path) -> None:
    (tmp_path / "walk.bvh").write_bytes(WALKER)
    with pytest.raises(UnknownOption, match="did you mean 'scale'"):
        load(tmp_path / "walk.bvh", scal=1.0)


def test_everything_savable_becomes_a_scene_of_itself(clip: Clip) -> None:
    keyed = animation_from_clip(clip)
    markers = MarkerClip(("a",), 10.0, np.zeros((1, 1, 3)), np.ones((1, 1), dtype=bool), np.zeros((1, 1)))
    character = Character.bare("someone", clip.skeleton)
    scene = Scene(character)
    assert as_scene(scene) is scene
    assert as_scene(clip).clips == (clip,)
    assert as_scene(keyed).animations == (keyed,)
    assert as_scene(markers).markers == (markers,)
    assert as_scene(character).character is character


def test_an_unsavable_thing_is_named() -> None:
    with pytest.raises(InvalidValue, match="A str cannot be saved"):
        save("motion", "x.bvh")  # type: ignore[arg-type]


def test_a_failed_export_leaves_the_existing_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "take.bvh"
    path.write_bytes(WALKER)
    markers = MarkerClip(("a",), 10.0, np.zeros((1, 1, 3)), np.ones((1, 1), dtype=bool), np.zeros((1, 1)))
    with pytest.raises(FormatError, match=r"take\.bvh: this format holds the motion of a skeleton"):
        save(markers, path)
    assert path.read_bytes() == WALKER
    assert [file.name for file in tmp_path.iterdir()] == ["take.bvh"]


def test_an_export_replaces_the_target_of_a_link(clip: Clip, tmp_path: Path) -> None:
    (tmp_path / "real.bvh").write_bytes(b"old")
    (tmp_path / "link.bvh").symlink_to(tmp_path / "real.bvh")
    save(clip, tmp_path / "link.bvh")
    assert (tmp_path / "link.bvh").is_symlink()
    assert (tmp_path / "real.bvh").read_bytes().startswith(b"HIERARCHY")


def test_saving_into_a_missing_folder_names_the_folder(clip: Clip, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"the folder .*absent does not exist"):
        save(clip, tmp_path / "absent" / "x.bvh")


def test_saving_over_a_folder_is_refused(clip: Clip, tmp_path: Path) -> None:
    (tmp_path / "x.bvh").mkdir()
    with pytest.raises(FormatError, match="is a folder"):
        save(clip, tmp_path / "x.bvh")


def test_an_animation_is_baked_on_its_way_to_bvh(clip: Clip, tmp_path: Path) -> None:
    keyed: Animation = animation_from_clip(clip)
    save(keyed, tmp_path / "x.bvh")
    assert len(load(tmp_path / "x.bvh").clips[0]) == len(clip)


def test_a_name_too_long_for_the_disk_is_an_error(tmp_path: Path) -> None:
    scene = bvh_from_bytes(WALKER)
    with pytest.raises(FormatError, match="too long"):
        save(scene, tmp_path / f"{'a' * 300}.bvh")
