"""The motion library: incremental, searchable, and right about what is alike."""

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_library import walking, waving, write_library

from kinegraph.batch import Library, Query, measure_motion
from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.core.mirror import mirror_motion
from kinegraph.core.resample import resample
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene


@pytest.fixture
def captures(tmp_path: Path) -> Path:
    write_library(tmp_path / "captures", 4)
    return tmp_path / "captures"


@pytest.fixture(scope="module")
def walk() -> tuple[Clip, Character]:
    clip = walking()
    return clip, Character.bare("walker", clip.skeleton)


def moved(clip: Clip, turn: float, shift: tuple[float, float, float]) -> Clip:
    """The clip elsewhere, facing elsewhere."""
    spin = quat_from_axis_angle(np.array([0.0, turn, 0.0]))
    rotations = np.array(clip.rotations)
    rotations[:, 0] = quat_multiply(spin, rotations[:, 0])
    roots = quat_rotate(spin, clip.root_translations) + np.array(shift)
    slides = None
    if clip.translations is not None:
        slides = np.array(clip.translations)
        slides[:, 0] = roots
    return replace(clip, root_translations=roots, rotations=rotations, translations=slides)


def test_place_and_heading_do_not_count(walk: tuple[Clip, Character]) -> None:
    clip, actor = walk
    _, one = measure_motion(clip, actor)
    _, other = measure_motion(moved(clip, 1.1, (3.0, 0.0, -5.0)), actor)
    assert np.linalg.norm(one) > 1.0
    assert other == pytest.approx(one, abs=1e-6)


def test_size_does_not_count_but_speed_in_heights_does(walk: tuple[Clip, Character]) -> None:
    clip, actor = walk
    large = scale_lengths(Scene(actor, clips=(clip,)), 3.0)
    assert large.character is not None
    figures, one = measure_motion(clip, actor)
    larger, other = measure_motion(large.clips[0], large.character)
    assert other == pytest.approx(one, abs=1e-5)
    assert larger.height == pytest.approx(3.0 * figures.height, rel=1e-3)
    fast = replace(clip, fps=2.0 * clip.fps)
    assert np.linalg.norm(measure_motion(fast, actor)[1] - one) > 0.1


def test_the_frame_rate_hardly_counts(walk: tuple[Clip, Character]) -> None:
    clip, actor = walk
    _, one = measure_motion(clip, actor)
    _, other = measure_motion(resample(clip, 2.0 * clip.fps), actor)
    still = Clip.from_poses([clip.pose(0)] * len(clip), fps=clip.fps)
    far = np.linalg.norm(measure_motion(still, actor)[1] - one)
    assert np.linalg.norm(other - one) < 0.05 * far


def test_a_motion_and_its_mirror_are_alike(walk: tuple[Clip, Character]) -> None:
    clip, actor = walk
    _, one = measure_motion(clip, actor)
    _, other = measure_motion(mirror_motion(clip, with_guessed_anatomy(actor).symmetry), actor)
    assert other == pytest.approx(one, abs=0.02)


def test_figures_are_what_they_say() -> None:
    frames = 91
    clip = waving(1, frames)
    turns = quat_from_axis_angle(np.linspace(0.0, 2.0 * np.pi, frames)[:, None] * np.array([0.0, 1.0, 0.0]))
    rotations = np.array(clip.rotations)
    rotations[:, 0] = turns
    roots = np.stack([np.zeros(frames), np.ones(frames), np.linspace(0.0, 6.0, frames)], axis=1)
    roots[40:50, 1] += 0.5
    clip = replace(clip, rotations=rotations, root_translations=roots)
    figures, _ = measure_motion(clip, Character.bare("waver", clip.skeleton))
    assert figures.seconds == pytest.approx(3.0)
    assert figures.mean_speed == pytest.approx(2.0, rel=0.1)
    assert figures.turns == pytest.approx(1.0, rel=0.1)
    assert figures.rise == pytest.approx(0.5, abs=1e-3)


def test_only_new_and_changed_files_are_read(captures: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "library") as library:
        assert library.index([captures]).read == 4
        assert library.index([captures]).unchanged == 4
        os.utime(captures / "clip000.bvh", (1, 1))  # touched, not changed
        assert library.index([captures]).read == 0
        shutil.copy(captures / "clip000.bvh", captures / "clip001.bvh")
        write = library.index([captures])
        assert (write.read, write.unchanged) == (1, 3)


def test_a_file_that_is_gone_leaves_the_library(captures: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "library") as library:
        library.index([captures])
        (captures / "clip002.bvh").unlink()
        assert library.index([captures]).removed == 1
        assert len(library) == 3
        names = {motion.name for motion in library.like(library.search()[0], 9)}
    assert names == {"clip001", "clip003"}


def test_a_file_without_motion_is_named_and_not_read_again(captures: Path, tmp_path: Path) -> None:
    (captures / "broken.bvh").write_text("nothing")
    with Library(tmp_path / "library") as library:
        assert library.index([captures]).failed == 1
        assert [path.name for path, _ in library.failures()] == ["broken.bvh"]
        assert library.index([captures]).read == 0


@pytest.mark.skipif(sys.platform != "linux", reason="pipes, and names of any bytes")
def test_pipes_and_names_that_are_no_text_are_named(captures: Path, tmp_path: Path) -> None:
    os.mkfifo(captures / "pipe.bvh")
    shutil.copy(captures / "clip000.bvh", os.fsdecode(bytes(captures) + b"/bad\xff.bvh"))
    with Library(tmp_path / "library") as library:
        for _ in range(2):
            assert library.index([captures]).failed == 2
            assert [path.name for path, _ in library.failures()] == ["bad\ufffd.bvh", "pipe.bvh"]
        assert len(library.search()) == 4


def test_an_equal_motion_is_the_nearest(captures: Path, tmp_path: Path) -> None:
    shutil.copy(captures / "clip002.bvh", captures / "twin.bvh")
    with Library(tmp_path / "library") as library:
        library.index([captures])
        near = library.like(captures / "clip002.bvh", 2)
    assert near[0].name == "twin"
    assert near[0].distance == pytest.approx(0.0, abs=1e-3)
    assert (near[1].distance or 0.0) > 0.01


def test_a_clip_that_is_not_in_the_library_finds_its_like(captures: Path, tmp_path: Path) -> None:
    clip = waving(3)
    with Library(tmp_path / "library") as library:
        library.index([captures])
        near = library.like_clip(clip, Character.bare("waver", clip.skeleton), 1)
    assert near[0].name == "clip003"


def test_the_graph_is_kept_and_made_again_where_it_is_damaged(captures: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "library") as library:
        library.index([captures])
        expected = [motion.name for motion in library.like(1, 3)]
    (tmp_path / "library" / "library.usearch").write_bytes(b"damaged")
    with Library(tmp_path / "library") as library:
        assert [motion.name for motion in library.like(1, 3)] == expected


def test_the_graph_follows_changes_by_another_process(captures: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "library") as reader, Library(tmp_path / "library") as writer:
        writer.index([captures])
        assert len(reader.like(1, 9)) == 3
        (captures / "clip003.bvh").unlink()
        writer.index([captures])
        assert len(reader.like(1, 9)) == 2


def test_a_large_library_is_searched_in_the_graph(
    captures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library(tmp_path / "library") as library:
        library.index([captures])
        exact = [motion.name for motion in library.like(1, 3)]
        monkeypatch.setattr("kinegraph.batch.library.neighbours._EXACT", 0)
        assert [motion.name for motion in library.like(1, 3)] == exact


def test_every_motion_has_a_thumbnail(captures: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "library") as library:
        library.index([captures])
        assert all((library.thumbnail(m) or b"").startswith(b"\x89PNG") for m in library.search())


def test_words_of_a_search_are_no_patterns(captures: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "library") as library:
        library.index([captures])
        assert library.search("clip%") == []
        assert len(library.search(Query("CLIP", {"frames": (21, 21)}, "-seconds", most=2))) == 2
        assert library.total("clip") == 4


def test_a_library_of_an_older_version_is_made_again(
    captures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library(tmp_path / "library") as library:
        library.index([captures])
    monkeypatch.setattr("kinegraph.batch.library.catalogue.VERSION", 999)
    with Library(tmp_path / "library") as library:
        assert len(library) == 0
        assert library.index([captures]).read == 4


def test_what_is_no_library_is_refused(tmp_path: Path) -> None:
    (tmp_path / "library.sqlite").write_text("something else, which is long enough to be no database" * 50)
    with pytest.raises(FormatError, match="is not a motion library"):
        Library(tmp_path)


def test_a_motion_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with Library(tmp_path) as library, pytest.raises(InvalidValue, match="has no motion 7"):
        library.like(7)


def test_captures_of_one_trial_in_two_formats_are_each_other_s_nearest(
    shared_data: Path, tmp_path: Path
) -> None:
    for path in (shared_data / "cmu" / "16_15.bvh", *(shared_data / "more_cmu").glob("1*.bvh")):
        shutil.copy(path, tmp_path)
    with Library(tmp_path / "library") as library:
        library.index([tmp_path])
        assert library.like(shared_data / "asf_amc" / "16_15.amc", 1)[0].name == "16_15"
