"""`kinegraph doodle` prints what it recognised, writes files, and reports bad input in one sentence."""

import json
from pathlib import Path

import numpy as np
import pytest
from benchmarks.synthetic.sketcher import synthetic_sketch
from benchmarks.synthetic.writer import Habits, Word, write_line
from command import Command

from kinegraph.doodles.doodle import Doodle, MotionLine
from kinegraph.doodles.file import save_doodle
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.props.prop import box
from kinegraph.formats import load

WORDS = ["walk", "leap", "front_flip"]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    words = tuple(Word(name, turns=int(name == "front_flip")) for name in WORDS)
    line = write_line(words, Habits(), np.random.default_rng(3), 0.8).stroke
    path = tmp_path_factory.mktemp("doodle") / "fox.json"
    sketch = synthetic_sketch(3)
    save_doodle(Doodle(sketch.strokes, lines=(MotionLine(line),), props=(box((0, 0, 9), (1, 1, 1)),)), path)
    return path


def test_recognised_links_and_motions_are_printed(kinegraph: Command, drawn: Path) -> None:
    printed = kinegraph("doodle", drawn)
    assert printed.code == 0
    for word in ("drawn: person", "torso", "line 1:", "walk", "front flip", "frames"):
        assert word in printed.out


def test_json_has_tokens_motions_links_and_joints(kinegraph: Command, drawn: Path, tmp_path: Path) -> None:
    out = tmp_path / "fox.glb"
    facts = json.loads(kinegraph("doodle", drawn, "--json", "-o", out).out)
    assert sorted(facts["character"]["links"]) == sorted(
        ["head", "torso", "upper_arm", "lower_arm", "upper_leg", "lower_leg", "foot"]
    )
    assert set(facts["character"]["joints"]) == {"neck", "shoulder", "elbow", "hip", "knee", "ankle"}
    assert {"kind", "points", "joins", "rest_s"} <= set(facts["lines"][0]["tokens"][0])
    motion = facts["pieces"][0]
    assert motion["start_s"] <= motion["apex_s"] <= motion["end_s"]
    assert 0.0 <= motion["confidence"] <= 1.0
    scene = load(out)
    assert scene.character is not None
    assert "box" in scene.character.skeleton.names
    assert len(scene.clips[0]) == facts["clip"]["frames"]


def test_a_line_alone_is_performed_by_a_figure_into_a_bvh(kinegraph: Command, tmp_path: Path) -> None:
    line = write_line((Word("walk"), Word("walk")), Habits(), np.random.default_rng(1), 0.82).stroke
    save_doodle(Doodle(lines=(MotionLine(line),)), tmp_path / "line.json")
    printed = kinegraph("doodle", tmp_path / "line.json", "-o", tmp_path / "line.bvh", "--fps", 30)
    assert printed.code == 0
    assert load(tmp_path / "line.bvh").clips[0].fps == pytest.approx(30.0)


def test_a_creature_performs_instead(kinegraph: Command, drawn: Path, tmp_path: Path) -> None:
    out = tmp_path / "creature.bvh"
    facts = json.loads(
        kinegraph("doodle", drawn, "--creature", "cast:dog", "--fps", 24, "--json", "-o", out).out
    )
    assert facts["performer"] == "dog"
    assert len(load(out).clips[0]) == facts["clip"]["frames"]


def test_unknown_pieces_are_printed_with_their_guesses(kinegraph: Command, tmp_path: Path) -> None:
    draw = np.random.default_rng(4)
    mess = Stroke(np.cumsum(draw.normal(0.0, 0.1, (120, 2)), axis=0), np.arange(120) / 60)
    save_doodle(Doodle(lines=(MotionLine(mess),)), tmp_path / "mess.json")
    facts = json.loads(kinegraph("doodle", tmp_path / "mess.json", "--json").out)
    unknown = [piece for piece in facts["pieces"] if piece["motion"] is None]
    assert unknown
    assert all(piece["reason"] for piece in unknown)


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["nowhere.json"], "cannot be read"),
        (["{file}", "-o", "nowhere/x.glb"], "does not exist"),
        (["{file}", "-o", "x.xyz"], ".png, .gif, .mp4"),
        (["{file}", "-o", "x.mp5"], "did you mean .mp4"),
        (["{file}", "-o", "{file}"], "is the input file"),
        (["{file}", "--fps", "0"], "--fps 0"),
        (["{file}", "--creature", "cast:unicorn"], "unicorn"),
    ],
)
def test_bad_input_ends_with_one_sentence(
    kinegraph: Command, drawn: Path, arguments: list[str], printed: str
) -> None:
    outcome = kinegraph("doodle", *(argument.format(file=drawn) for argument in arguments))
    assert outcome.code == 2
    assert printed in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1


def test_a_file_with_a_wrong_point_says_which(kinegraph: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    line = {"points": [[0, 0], [1, 0], [2, 0]], "times": [0, 2, 1]}
    path.write_text(json.dumps({"format": "kinegraph doodle", "version": 1, "lines": [line]}))
    outcome = kinegraph("doodle", path)
    assert outcome.code == 2
    assert "$.lines[0]" in outcome.err
    assert "point 2" in outcome.err
