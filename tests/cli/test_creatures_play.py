"""`kinegraph creatures play`, and `crowd`."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import Command
from PIL import Image

from kinegraph.creatures.animation.motion_file import save_motion
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.gait.plan import GaitPlan, GroupPlan
from kinegraph.creatures.gait.plan_file import load_gait, save_gait
from kinegraph.formats import load


def test_without_a_file_it_prints_the_binding(kinegraph: Command, tmp_path: Path) -> None:
    save_motion(shipped_animation("wave"), tmp_path / "mine.kinemotion")
    outcome = kinegraph(
        "creatures", "play", tmp_path / "mine.kinemotion", "cast:bear", "--variant", 1, "--json"
    )
    facts = json.loads(outcome.out)
    assert facts["variants"] == 2
    assert facts["channels"]["hand"] == ["right_paw"]
    assert facts["file"] is None


def test_an_unknown_animation_is_an_error(kinegraph: Command) -> None:
    outcome = kinegraph("creatures", "play", "wavee", "cast:bear")
    assert outcome.code == 2
    assert "wave" in outcome.err


def test_a_walk_follows_a_path_on_uneven_ground_in_a_style_of_a_file(
    kinegraph: Command, tmp_path: Path
) -> None:
    save_gait(GaitPlan("mine", (GroupPlan("proud"),)), tmp_path / "mine.kinegait")
    (tmp_path / "path.csv").write_text("0,0\n0.5,1  # a bend\n\n1.5,1.5\n")
    (tmp_path / "hill.json").write_text('{"heights": [[0, 0.1], [0, 0.1]], "spacing": 4, "origin": [-1, 0]}')
    outcome = kinegraph(
        *("creatures", "play", "walk", "cast:dog", "-o", tmp_path / "dog.bvh", "--speed", 0.8, "--fps", 30),
        *("--path", tmp_path / "path.csv", "--ground", tmp_path / "hill.json"),
        *("--style", tmp_path / "mine.kinegait", "--json"),
    )
    assert json.loads(outcome.out)["seconds"] > 1.0
    root = load(tmp_path / "dog.bvh").clips[0].root_translations
    assert np.abs(root[-1, [0, 2]] - [1.5, 1.5]).max() < 0.4


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--path", "0,0;1"), "x,z"),
        (("--path", "0,0;nan,1"), "x,z"),
        (("--path", "nowhere.csv"), "nowhere.csv"),
        (("--ground", "mud"), "flat, bumps"),
        (("--ground", "stairs:1,2,3,4"), "RISE,RUN,COUNT"),
        (("--ground", "bumps:a"), "HEIGHT,SIZE"),
        (("--style", "sneek"), "sneak"),
        (("--target", "fruit"), "NAME=x,y,z"),
        (("--target", "fruit=1,2,3"), "fruit"),
        (("--speed", "nan"), "--speed"),
        (("--speed", "inf", "--path", "0,0;1,1"), "--speed"),
        (("--seconds", "nan"), "--seconds"),
    ],
)
def test_options_that_cannot_be_read_are_errors(
    kinegraph: Command, options: tuple[str, ...], says: str
) -> None:
    outcome = kinegraph("creatures", "play", "walk", "cast:dog", *options)
    assert outcome.code == 2
    assert says in outcome.err


def test_the_list_names_kinds_cast_styles_and_channels(kinegraph: Command) -> None:
    facts = json.loads(kinegraph("creatures", "list", "--json").out)
    assert "hydra" in facts["kinds"]
    assert "dog" in facts["cast"]
    assert "lumber" in facts["styles"]
    assert facts["animations"]["wave"]["channels"]["hand"] == "graspers"
    assert "wag tail" in kinegraph("creatures", "list").out


def test_cycles_of_all_speeds_and_directions_are_in_one_file(kinegraph: Command, tmp_path: Path) -> None:
    outcome = kinegraph(
        *("creatures", "cycle", "cast:dog", "-o", tmp_path / "dog.glb", "--speed", "0.5,1"),
        *("--direction", "0,-90", "--in-place", "--json"),
    )
    walks = json.loads(outcome.out)["walks"]
    assert len(walks) == 4
    assert max(walk["seam"] for walk in walks) < 1e-6
    clips = load(tmp_path / "dog.glb").clips
    for clip in clips:
        np.testing.assert_allclose(clip.root_translations[0], clip.root_translations[-1], atol=1e-5)
    assert kinegraph("creatures", "cycle", "cast:dog", "-o", tmp_path / "a.glb", "--speed", "0").code == 2


def test_a_gait_is_fitted_to_a_file_and_used_again(kinegraph: Command, tmp_path: Path) -> None:
    walk, gait = tmp_path / "walk.glb", tmp_path / "walk.kinegait"
    kinegraph("creatures", "play", "walk", "cast:figure", "-o", walk, "--speed", 1, "--seconds", 5)
    facts = json.loads(kinegraph("creatures", "gait", walk, "-o", gait, "--frames", "60:300", "--json").out)
    assert facts["speed_m_s"] == pytest.approx(1.0, rel=0.05)
    assert len(load_gait(gait).groups[0].feet) == 2
    assert kinegraph("creatures", "gait", walk, "-o", tmp_path / "walk.bvh").code == 2


def test_a_walk_is_drawn_as_a_strip_of_poses(kinegraph: Command, tmp_path: Path) -> None:
    kinegraph("creatures", "play", "walk", "cast:stick", "-o", tmp_path / "walk.png", "--seconds", 1)
    with Image.open(tmp_path / "walk.png") as picture:
        assert picture.width > 3 * picture.height


@pytest.mark.parametrize("ground", ["flat", "bumps:0.2,4"])
def test_a_crowd_is_drawn_on_its_ground(kinegraph: Command, tmp_path: Path, ground: str) -> None:
    out = tmp_path / "crowd.png"
    outcome = kinegraph(
        "creatures", "crowd", "-o", out, "--count", 3, "--seed", 4, "--seconds", 0.2, "--ground", ground,
        "--size", "160x90", "--json",
    )  # fmt: skip
    facts = json.loads(outcome.out)
    assert facts["creatures"] == 3
    assert facts["nearest"] > 1.0
    with Image.open(out) as picture:
        assert np.asarray(picture).std() > 5.0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("-o", "crowd.glb"), ".glb: a picture is written as .png, a film as .gif or .mp4"),
        (("-o", "nowhere/crowd.mp4"), "does not exist"),
        (("-o", "crowd.mp4", "--count", 0), "count"),
        (("-o", "crowd.mp4", "--ground", "lava"), "lava"),
    ],
)
def test_what_cannot_be_filmed_is_refused(
    kinegraph: Command, tmp_path: Path, options: tuple, words: str
) -> None:
    options = tuple(str(tmp_path / each) if "crowd." in str(each) else each for each in options)
    outcome = kinegraph("creatures", "crowd", *options)
    assert outcome.code == 2
    assert words in outcome.err
