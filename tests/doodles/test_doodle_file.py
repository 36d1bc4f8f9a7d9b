"""Doodle files are read as they were written, and errors name their place in the file."""

import json

import msgspec
import numpy as np
import pytest

from kinegraph.core.errors import FormatError
from kinegraph.doodles.doodle import BackgroundPicture, Doodle, MotionLine, PieceChoice, TaughtExamples
from kinegraph.doodles.file import doodle_bytes, doodle_from_bytes
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.props.prop import ball, box, tree


def _stroke(seed: int, count: int = 9) -> Stroke:
    draw = np.random.default_rng(seed)
    return Stroke(
        draw.normal(size=(count, 2)), np.cumsum(draw.uniform(0, 0.1, count)), draw.uniform(0, 1, count)
    )


def _doodle() -> Doodle:
    camera = Camera(np.array([-4.0, 2.0, 1.0]), np.array([0.0, 0.5, 1.0]), 0.8, 1.5)
    return Doodle(
        links=tuple(_stroke(n) for n in range(7)),
        labels={2: "torso"},
        joints={"knee": np.array([0.1, 0.2])},
        annotations=(_stroke(20),),
        lines=(MotionLine(_stroke(30)), MotionLine(_stroke(31), 2.5, camera)),
        choices=(PieceChoice(0, (2, 5), "walk", True),),
        props=(
            box((0, 0, 1), (1, 2, 3), turn=0.3),
            ball((0, 1, 2), 0.4, loose=True, push=(0, 0, 1)),
            tree((1, 0, 1), 3, 2),
        ),
        camera=camera,
        taught=(TaughtExamples("zigzag", "butterfly", (_stroke(40),), sound="whoosh"),),
        picture=BackgroundPicture(b"\x89PNG...", np.array([1.0, 2.0]), 3.0, 0.5),
        name="a fox",
    )


def _raw(**parts: object) -> bytes:
    return json.dumps({"format": "kinegraph doodle", "version": 1, **parts}).encode()


def test_a_doodle_is_written_and_read_without_loss() -> None:
    data = doodle_bytes(_doodle())
    again = doodle_from_bytes(data)
    assert doodle_bytes(again) == data
    before, after = _doodle(), again
    np.testing.assert_array_equal(before.lines[1].stroke.points, after.lines[1].stroke.points)
    np.testing.assert_array_equal(before.lines[1].stroke.pressure, after.lines[1].stroke.pressure)
    assert after.labels == before.labels
    assert after.choices == before.choices
    assert [prop.kind for prop in after.props] == ["box", "ball", "tree"]


def test_units_of_a_file_become_metres_and_seconds() -> None:
    units = {"length": 0.01, "time": 0.001, "y": "down", "ground": 400}
    line = {"points": [[0, 400], [50, 300]], "times": [1000, 1500], "at": 2000}
    doodle = doodle_from_bytes(_raw(units=units, lines=[line]))
    np.testing.assert_allclose(doodle.lines[0].stroke.points, [[0, 0], [0.5, 1.0]])
    assert doodle.clock == (2.0,)
    np.testing.assert_allclose(doodle.timed_stroke(0).times, [2.0, 2.5])


def test_lines_without_a_time_follow_one_another() -> None:
    lines = [
        {"points": [[0, 0], [1, 0]], "times": [5, 6]},
        {"points": [[1, 0]], "at": 9},
        {"points": [[2, 0]]},
    ]
    assert doodle_from_bytes(_raw(lines=lines)).clock == (0.0, 9.0, 9.0)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"lines": [{"points": [[0, 0], [1, 1]], "times": [0, 1, 2]}]},
            r"\$\.lines\[0\]: .*2 points but 3 times",
        ),
        ({"lines": [{"points": []}]}, r"\$\.lines\[0\]: .*no points"),
        ({"lines": [{"points": [[0, 0], [1, 0], [2, 0]], "times": [0, 2, 1]}]}, r"runs backwards.*point 2"),
        ({"lines": [{"points": [[0, 0], [1, "a"]]}]}, r"\$\.lines\[0\]\.points\[1\]\[1\]"),
        ({"character": {"strokes": [{"points": [[0, 0]], "label": "wing"}]}}, "no link 'wing'"),
        ({"character": {"joints": {"kne": [0, 0]}}}, "did you mean 'knee'"),
        ({"choices": [{"line": 0, "points": [0, 1], "motion": "walk"}]}, "points 0 to 1 of line 0"),
        ({"props": [{"kind": "cat", "place": [0, 0, 0], "size": 1}]}, "valid: ball, box, tree|valid: box"),
        (
            {"props": [{"kind": "box", "place": [0, 0, 0], "size": [1, 0, 1]}]},
            r"\$\.props\[0\]: The box must be",
        ),
        ({"camera": {"position": [0, 0, 0], "target": [0, 0, 0]}}, r"\$\.camera: The target of a camera"),
        ({"picture": {"image": "AAAA"}}, r"\$\.picture: .*PNG or a JPEG"),
        ({"lines": [{"points": [[1e300, 0]]}]}, r"Point 0 of the stroke is more than"),
        ({"spam": 1}, "spam"),
    ],
)
def test_errors_name_their_place_in_the_file(parts: dict, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        doodle_from_bytes(_raw(**parts), "fox.json")


def test_other_json_is_not_taken_for_a_doodle() -> None:
    with pytest.raises(FormatError, match="not a doodle"):
        doodle_from_bytes(b"{}")
    with pytest.raises(FormatError, match="newer"):
        doodle_from_bytes(msgspec.json.encode({"format": "kinegraph doodle", "version": 3}))
