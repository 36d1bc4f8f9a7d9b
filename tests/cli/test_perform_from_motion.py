"""`kinegraph perform from-motion`, as a shell calls it."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import Command

from kinegraph.formats import load
from kinegraph.perform.files.package_reading import load_package
from kinegraph.perform.performances.performance import perform


def test_a_package_plays_the_motion_again(kinegraph: Command, swinging_bvh: Path, tmp_path: Path) -> None:
    out = tmp_path / "swinging.kinepack"
    done = kinegraph("perform", "from-motion", swinging_bvh, "-o", out, "--count", 8, "--json")
    assert done.code == 0, done.err
    facts = json.loads(done.out)
    assert facts["poses"] <= 8
    assert facts["longest_step"] <= 3.0
    package = load_package(out)
    played = perform(next(iter(package.performances.values())), 30.0).clip
    wanted = load(swinging_bvh).clips[0]
    turned = np.abs((played.rotations[: len(wanted)] * wanted.rotations).sum(axis=-1))
    assert 2.0 * np.arccos(np.clip(turned, 0.0, 1.0)).mean() < 0.1  # [rad]; the arm swings by 0.9


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--count", 1), "at least 2 poses"),
        (("-o", "swinging.glb"), "ends in .kinepack"),
        (("--frames", "9:400"), "the motion has the frames 0:61"),
        (("--motion", "flying"), "flying"),
    ],
)
def test_bad_requests_get_one_sentence(
    kinegraph: Command, swinging_bvh: Path, options: tuple[object, ...], message: str
) -> None:
    done = kinegraph("perform", "from-motion", swinging_bvh, *options)
    assert done.code == 2
    assert message in done.err
