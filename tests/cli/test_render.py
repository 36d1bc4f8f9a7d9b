"""`kinegraph render`."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import Command

SMALL = ("--size", "200x150", "--count", "3")


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("style", ["sheet", "strip", "turntable"])
def test_two_runs_write_the_same_bytes(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path, style: str
) -> None:
    for name in ("a.png", "b.png"):
        assert kinegraph("render", nodding_bvh, tmp_path / name, "--style", style, *SMALL).code == 0
    assert digest(tmp_path / "a.png") == digest(tmp_path / "b.png")


def test_png_has_the_size_asked_for(kinegraph: Command, nodding_bvh: Path, tmp_path: Path) -> None:
    from PIL import Image

    target = tmp_path / "sheet.png"
    assert kinegraph("render", nodding_bvh, target, *SMALL).code == 0
    with Image.open(target) as picture:
        assert picture.size == (200, 150)


def test_film_plays_the_motion_in_its_own_time(kinegraph: Command, nodding_bvh: Path, tmp_path: Path) -> None:
    from PIL import Image

    target = tmp_path / "film.gif"
    assert kinegraph("render", nodding_bvh, target, "--size", "40x40", "--fps", 10).code == 0
    film: Any  # the stubs lack its attributes
    with Image.open(target) as film:
        assert film.n_frames == 11  # 31 frames at 30 fps last one second


def test_mp4_is_written(kinegraph: Command, nodding_bvh: Path, tmp_path: Path) -> None:
    import imageio

    target = tmp_path / "film.mp4"
    arguments = ("--size", "41x40", "--fps", 10, "--frames", "10:20", "--theme", "light")
    assert kinegraph("render", nodding_bvh, target, *arguments).code == 0
    film: Any  # the stubs lack its attributes
    with imageio.get_reader(target) as film:
        assert film.get_meta_data()["size"] == (42, 40)


def test_turntable_film_goes_around_once(kinegraph: Command, nodding_bvh: Path, tmp_path: Path) -> None:
    from PIL import Image

    target = tmp_path / "turn.gif"
    arguments = ("--style", "turntable", "--count", 5, "--size", "40x40")
    assert kinegraph("render", nodding_bvh, target, *arguments).code == 0
    film: Any  # the stubs lack its attributes
    with Image.open(target) as film:
        assert film.n_frames == 5


def test_members_of_the_cast_can_be_rendered(kinegraph: Command, tmp_path: Path) -> None:
    target = tmp_path / "lamp.png"
    assert kinegraph("render", "cast:lamp", target, "--size", "120x120").code == 0
    from PIL import Image

    with Image.open(target) as picture:
        assert np.asarray(picture).std() > 5


def test_json_lists_what_was_written(kinegraph: Command, nodding_bvh: Path, tmp_path: Path) -> None:
    outcome = kinegraph("render", nodding_bvh, tmp_path / "s.png", *SMALL, "--json")
    assert json.loads(outcome.out) == {
        "out": str(tmp_path / "s.png"),
        "motion": "nodding",
        "style": "sheet",
        "pictures": 3,
        "width": 200,
        "height": 150,
    }


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("out.bmp",), ".png"),
        (("nowhere/out.png",), "nowhere"),
        (("out.png", "--style", "shet"), "sheet"),
        (("out.gif", "--style", "strip"), "still"),
        (("out.png", "--theme", "drak"), "dark"),
        (("out.png", "--size", "12"), "WIDTHxHEIGHT"),
        (("out.png", "--size", "0x10"), "1 to"),
        (("out.png", "--size", "99999x10"), "pixels"),
        (("out.png", "--frames", "20:10"), "0:31"),
        (("out.png", "--frames", "abc"), "A:B"),
        (("out.png", "--frames", "1:2:3"), "A:B"),
        (("out.png", "--camera", "35"), "AZIMUTH"),
        (("out.png", "--camera", "0,95"), "elevation"),
        (("out.png", "--count", "0"), "--count"),
        (("out.png", "--motion", "nodin"), "nodding"),
        (("out.mp4", "--fps", "0"), "--fps"),
        (("out.mp4", "--fps", "nan"), "--fps"),
    ],
)
def test_bad_input_ends_with_one_line_and_code_2(
    kinegraph: Command, nodding_bvh: Path, tmp_path: Path, arguments: tuple, words: str
) -> None:
    outcome = kinegraph("render", nodding_bvh, tmp_path / arguments[0], *arguments[1:])
    assert outcome.code == 2
    assert words in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1
    assert sorted(tmp_path.iterdir()) == [nodding_bvh]


def test_unknown_members_of_the_cast_are_refused(kinegraph: Command, tmp_path: Path) -> None:
    outcome = kinegraph("render", "cast:baer", tmp_path / "x.png")
    assert outcome.code == 2
    assert "bear" in outcome.err


def test_missing_files_are_refused(kinegraph: Command, tmp_path: Path) -> None:
    outcome = kinegraph("render", tmp_path / "none.bvh", tmp_path / "x.png")
    assert outcome.code == 2
    assert "none.bvh" in outcome.err
