"""`kinegraph creatures retarget`: a clip in, an animation out."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kinegraph.characters.cast import character
from kinegraph.characters.shapes import ellipsoid
from kinegraph.cli.app import app
from kinegraph.core.body import Body
from kinegraph.core.character import Character
from kinegraph.core.errors import KinegraphError
from kinegraph.core.skeleton import Skeleton
from kinegraph.creatures.animation.motion_file import load_motion
from kinegraph.formats import save


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


def test_an_anatomy_is_written_corrected_and_read_back(tmp_path: Path) -> None:
    """Hands are taken away in the file; the JSON of the retarget has the measures of the result."""
    rig, file, out = tmp_path / "rig.bvh", tmp_path / "rig.yaml", tmp_path / "out.bvh"
    save(character("figure"), rig)
    run = CliRunner().invoke
    written = run(app, ["creatures", "anatomy", str(rig), "-o", str(file), "--json"])
    assert written.exit_code == 0, written.output
    facts = json.loads(written.stdout)
    assert len(facts["feet"]) == len(facts["hands"]) == 2
    file.write_text(file.read_text().replace('hands: ["left_hand", "right_hand"]', "hands: []"))
    checked = run(app, ["creatures", "anatomy", str(rig), "--check", str(file), "--json"])
    assert json.loads(checked.stdout)["hands"] == []
    words = ["creatures", "retarget", "cast:dog", str(rig), "--anatomy", str(file), "-o", str(out), "--json"]
    result = run(app, words)
    assert result.exit_code == 0, result.output
    quality = json.loads(result.stdout)["quality"]
    assert {"penetration", "slip", "tilt"} <= quality.keys()
    assert quality["penetration"] < 0.01
    file.write_text(file.read_text().replace("left_foot", "left_fot"))
    with pytest.raises(KinegraphError, match="did you mean 'left_foot'"):
        run(app, words, catch_exceptions=False)


def test_a_mesh_without_a_rig_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ball.glb"
    ball = Body(meshes=(ellipsoid((0.0, 0.0, 0.0), (0.1, 0.1, 0.1), "#aa8844"),))
    skeleton = Skeleton.from_offsets(["ball"], [-1], [[0.0, 0.0, 0.0]])
    save(Character("ball", skeleton, (ball,)), file)
    words = ["creatures", "retarget", "cast:dog", str(file), "-o", str(tmp_path / "out.glb")]
    with pytest.raises(KinegraphError, match="a mesh without a rig"):
        CliRunner().invoke(app, words, catch_exceptions=False)
