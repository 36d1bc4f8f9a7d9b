"""`kinegraph scene` and `kinegraph play-on`, as a shell calls them."""

import json
from pathlib import Path

import pytest
from command import Command

from kinegraph.formats import load

SCENE = """
length: 0.5
characters:
  - {name: ben, from: "cast:bear", clips: [{play: wave}]}
  - {name: rex, from: "cast:lamp", at: [1, 0], clips: [{play: hop}]}
props: [{name: ball, kind: ball, at: [0, 0, 1]}]
"""


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "pair.yaml"
    path.write_text(SCENE)
    return path


def test_a_scene_becomes_a_film_and_one_file(kinegraph: Command, scene: Path, tmp_path: Path) -> None:
    done = kinegraph("scene", scene, "-o", tmp_path / "pair.glb", "--json")
    assert done.code == 0, done.err
    facts = json.loads(done.out)
    assert [each["name"] for each in facts["characters"]] == ["ben", "rex"]
    assert len(load(tmp_path / "pair.glb").clips[0]) == 16
    done = kinegraph("scene", scene, "-o", tmp_path / "pair.mp4", "--fps", "8", "--size", "64x36")
    assert done.code == 0, done.err
    assert (tmp_path / "pair.mp4").stat().st_size > 500


def test_a_scene_alone_is_checked_and_summed_up(kinegraph: Command, scene: Path) -> None:
    done = kinegraph("scene", scene)
    assert done.code == 0
    assert "ben: wave" in done.out
    assert "0.50 s, 1 props, 0 shots" in done.out


def test_errors_name_file_and_line(kinegraph: Command, scene: Path) -> None:
    scene.write_text(SCENE.replace("wave", "wav"))
    done = kinegraph("scene", scene)
    assert done.code == 2
    assert (
        done.err == f"kinegraph: {scene}, line 4: There is no motion 'wav'; did you mean 'wave' or 'walk'?\n"
    )


def test_a_motion_is_played_on_another_character(kinegraph: Command, tmp_path: Path) -> None:
    out = tmp_path / "hop.glb"
    done = kinegraph("play-on", "cast:bear", "cast:spider", "--motion", "hop", "-o", out, "--json")
    assert done.code == 0, done.err
    facts = json.loads(done.out)
    assert (facts["how"], facts["slip"] < 0.005) == ("generalized", True)
    assert [clip.name for clip in load(out).clips] == ["hop"]


def test_a_motion_that_is_not_there_is_named(kinegraph: Command, tmp_path: Path) -> None:
    done = kinegraph("play-on", "cast:bear", "cast:bird", "--motion", "hopp", "-o", tmp_path / "hop.glb")
    assert done.code == 2
    assert "There is no motion 'hopp'; did you mean 'hop'" in done.err
