"""`kinegraph creatures retarget`: a clip in, an animation out."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kinegraph.cli.app import app
from kinegraph.core.errors import KinegraphError
from kinegraph.creatures.animation.motion_file import load_motion


def test_a_clip_becomes_an_animation_that_can_be_edited(tmp_path: Path) -> None:
    out = tmp_path / "walk.kinemotion"
    result = CliRunner().invoke(
        app, ["creatures", "retarget", "cast:dog", "cast:spider", "-o", str(out), "--json"]
    )
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    animation = load_motion(out)
    assert facts["seconds"] == pytest.approx(animation.duration)
    assert {"body", "hindmost left foot", "foremost right foot"} <= facts["channels"].keys()


def test_a_file_without_motion_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "nobody.bvh"
    file.write_text("nothing")
    with pytest.raises(KinegraphError):
        CliRunner().invoke(
            app, ["creatures", "retarget", str(file), "cast:dog", "-o", "out.glb"], catch_exceptions=False
        )
