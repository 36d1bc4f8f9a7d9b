"""`kinegraph creatures crowd`."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import Command
from PIL import Image


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
