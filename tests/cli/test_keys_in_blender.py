"""A result of `kinegraph keys`, opened and played by a real Blender."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinegraph.cli.keys import take_from
from kinegraph.core.animation import KeyTag
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.scene import Scene
from kinegraph.formats import save
from kinegraph.formats.blender.launch import Blender
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.keyed_motion import KeyedMotion, key_motion

pytestmark = pytest.mark.blender

SCRIPT = Path(__file__).with_name("blender_resample.py")
Z_FROM_Y = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
CLOSE = 1e-4  # 0.1 mm: Blender keeps keys and evaluates in float32
MOTIONS = {"bear": ("cast:bear", "walk"), "spider": ("cast:spider", None), "walk": ("cmu/16_15.bvh", None)}


@dataclass
class Played:
    """One result, as Blender has it and as we have it."""

    name: str
    there: dict[str, Any]
    result: KeyedMotion


@pytest.fixture(scope="module", params=list(MOTIONS))
def played(
    blender: Blender, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Played:
    file, motion = MOTIONS[request.param]
    if not file.startswith("cast:"):
        file = str(request.getfixturevalue("shared_data") / file)
    take = take_from(file, motion, None)
    result = key_motion(choose_keys(take.clip, contacts=take.character.contacts))
    folder = tmp_path_factory.mktemp("blender")
    save(Scene(take.character, animations=(result.animation,)), folder / "keys.blend")
    options = ["-I", SCRIPT] if blender.is_python else ["--background", "--python", SCRIPT, "--"]
    arguments = [folder / "keys.blend", folder / "found.json", str(len(take.clip))]
    subprocess.run([blender.program, *options, *arguments], check=True, capture_output=True, timeout=300)
    return Played(request.param, json.loads((folder / "found.json").read_text()), result)


def test_blender_plays_every_joint_where_we_do(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    names = played.result.clip.skeleton.names
    theirs = np.array([[heads[name] for name in names] for heads in played.there["motion"]])
    ours = forward_kinematics(played.result.clip).positions @ Z_FROM_Y.T
    apart = np.linalg.norm(theirs - ours, axis=-1)
    with capsys.disabled():
        count = len(played.result.keys.frames)
        print(
            f"\n{played.name}: {count} keys of {len(ours)} frames in Blender {played.there['version']}, "
            f"largest difference {1000.0 * apart.max():.4f} mm"
        )
    assert apart.max() < CLOSE


def test_columns_in_blender_are_the_chosen_frames_with_their_tags(played: Played) -> None:
    names = {KeyTag.KEYPOSE: "KEYFRAME", KeyTag.BREAKDOWN: "BREAKDOWN", KeyTag.DETAIL: "JITTER"}
    keys = played.result.keys
    expected = {
        str(float(frame)): [names[tag]] for frame, tag in zip(keys.frames.tolist(), keys.tags, strict=True)
    }
    assert played.there["types"] == expected
    assert {"KEYFRAME", "BREAKDOWN"} <= {name for kinds in expected.values() for name in kinds}


def test_curves_in_blender_are_bezier_with_free_handles(played: Played) -> None:
    assert played.there["interpolations"] == ["BEZIER"]
    assert played.there["handles"] == ["FREE"]


def test_a_second_in_blender_is_a_second(played: Played) -> None:
    assert played.there["fps"] == pytest.approx(played.result.clip.fps, rel=1e-6)
