"""Front views: stick men, tadpoles and dressed figures become bodies with both arms and both legs."""

from functools import cache

import numpy as np
import pytest
from benchmarks.synthetic.front_people import DrawnFigure, front_person
from benchmarks.synthetic.sketcher import synthetic_sketch

from kinegraph.characters.rendering.surface import model_of, pose_surface
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.doodles.ink.stroke import stroke_from_raw
from kinegraph.doodles.sketch.drawing import read_drawing
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter
from kinegraph.doodles.sketch.front.cutout import front_character
from kinegraph.doodles.sketch.sketch import SketchReading

NEAR = 0.1  # of the drawing's height
DRAWINGS = (("stick", 0), ("body", 1), ("tadpole", 2), ("dressed", 1), ("jointed", 2), ("outline", 1))


@cache
def _drawn(style: str, seed: int) -> tuple[DrawnFigure, SketchReading]:
    figure = front_person(seed, style)
    return figure, read_drawing(figure.strokes)


@cache
def _awake(style: str, seed: int) -> DrawnCharacter:
    figure, reading = _drawn(style, seed)
    assert reading.front is not None
    return front_character(figure.strokes, reading.front)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_front_view_has_both_arms_and_both_legs_where_they_were_drawn(drawing: tuple[str, int]) -> None:
    figure, reading = _drawn(*drawing)
    assert reading.kind == "front"
    assert reading.front is not None
    found = (*reading.front.arms, *reading.front.legs)
    for limb, name in zip(found, ("left_arm", "right_arm", "left_leg", "right_leg"), strict=True):
        for at, truth in zip((0, limb.ankle), figure.limbs[name][[0, 2]], strict=True):
            assert np.linalg.norm(limb.way[at] - truth) < NEAR * figure.height


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_the_skin_holds_the_ink_of_every_stroke(drawing: tuple[str, int]) -> None:
    figure, _ = _drawn(*drawing)
    character = _awake(*drawing)
    surface = pose_surface(model_of(character.character), forward_kinematics(character.drawn_pose))
    ink = surface.vertices[:, [2, 1]]
    for stroke in figure.strokes:
        middle = stroke.points[len(stroke) // 2]
        assert np.linalg.norm(ink - middle, axis=1).min() < 0.06 * figure.height


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_strokes_in_any_order_and_direction_give_the_same_joints(drawing: tuple[str, int]) -> None:
    figure, reading = _drawn(*drawing)
    rng = np.random.default_rng(drawing[1])
    for _ in range(3):
        order = rng.permutation(len(figure.strokes))
        turned = [figure.strokes[k].points[:: rng.choice([-1, 1])] for k in order]
        again = read_drawing([stroke_from_raw(points) for points in turned])
        assert again.labels == tuple(reading.labels[k] for k in order)
        for name, place in reading.joints.items():
            np.testing.assert_allclose(again.joints[name], place, atol=0.03 * figure.height)


def test_a_body_without_arms_names_what_is_missing() -> None:
    figure, reading = _drawn("dressed", 1)
    arms = {"right_arm", "left_arm"}
    rest = [stroke for stroke, label in zip(figure.strokes, reading.labels, strict=True) if label not in arms]
    found = read_drawing(rest)
    assert found.kind is None
    assert found.doubts[0] == "Still missing: both arms. Draw them as lines that touch the body."


@pytest.mark.parametrize("pair", ["arm", "leg"])
def test_both_arms_or_both_legs_may_be_one_stroke(pair: str) -> None:
    strokes = _stick_man({pair: 1})
    reading = read_drawing([stroke_from_raw(points) for points in strokes])
    assert reading.kind == "front"
    np.testing.assert_allclose(reading.joints["left_elbow"], [0.16, 1.0], atol=0.1)
    np.testing.assert_allclose(reading.joints["right_knee"], [-0.1, 0.33], atol=0.1)


def test_a_gingerbread_man_in_one_line_has_its_head_above_its_neck() -> None:
    turn = np.deg2rad(np.linspace(-70.0, 250.0, 40))
    head = [0.0, 1.56] + 0.2 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    left = np.array([[-0.07, 1.36], [-0.2, 1.3], [-0.62, 1.22], [-0.62, 1.12], [-0.18, 1.12], [-0.15, 0.75],
                     [-0.27, 0.05], [-0.17, 0.0], [-0.1, 0.05], [0.0, 0.66]])  # fmt: skip
    line = np.concatenate([head, left, left[-2::-1] * [-1.0, 1.0]])
    reading = read_drawing([stroke_from_raw(line)])
    assert reading.kind == "front"
    assert reading.front is not None
    np.testing.assert_allclose(reading.front.centre, [0.0, 1.56], atol=0.1)
    for side, sign in (("right", -1.0), ("left", 1.0)):
        np.testing.assert_allclose(reading.joints[f"{side}_elbow"], [sign * 0.4, 1.18], atol=0.1)
        np.testing.assert_allclose(reading.joints[f"{side}_knee"], [sign * 0.13, 0.33], atol=0.1)


@pytest.mark.parametrize("drawing", [*DRAWINGS, ("body", 4), ("stick", 2), ("tadpole", 3), ("jointed", 3)])
@pytest.mark.parametrize("gone", [("right_arm", "left_arm"), ("left_arm",), ("left_leg",)])
def test_half_a_person_is_not_another_body(drawing: tuple[str, int], gone: tuple[str, ...]) -> None:
    """An outline has no limb that could be left out; what is left of it is a head."""
    figure, reading = _drawn(*drawing)
    rest = [stroke for stroke, label in zip(figure.strokes, reading.labels, strict=True) if label not in gone]
    assert drawing[0] == "outline" or len(rest) < len(figure.strokes)
    assert len(rest) == len(figure.strokes) or read_drawing(rest).kind is None


def test_the_wings_of_an_angel_in_a_dress_are_its_arms() -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, 40)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    dress = _dense(np.array([[-0.1, 1.1], [0.1, 1.1], [0.45, 0.0], [-0.45, 0.0], [-0.1, 1.1]]))
    wings = [np.array([side * 0.5, 0.95]) + ring * [0.32, 0.16] for side in (-1.0, 1.0)]
    reading = read_drawing([stroke_from_raw(line) for line in (ring * 0.2 + [0.0, 1.3], dress, *wings)])
    assert reading.kind == "front"
    assert reading.labels == ("head", "torso", "right_arm", "left_arm")


def _stick_man(strokes_of: dict[str, int]) -> list[np.ndarray]:
    """A stick man 1.6 m tall; each pair of limbs is two strokes, or one."""
    turn = np.linspace(0.0, 2.0 * np.pi, 40)
    head = np.array([0.0, 1.4]) + 0.2 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    lines = [head, np.array([[0.0, 1.2], [0.0, 0.65]])]
    for name, limb in (
        ("arm", [[0.0, 1.1], [0.16, 1.0], [0.33, 0.95]]),
        ("leg", [[0.0, 0.65], [0.1, 0.33], [0.2, 0.0]]),
    ):
        right = np.array(limb)
        left = right * [-1.0, 1.0]
        whole = np.concatenate([left[::-1], right[1:]])
        lines += [whole] if strokes_of.get(name, 2) == 1 else [left, right]
    return [_dense(line) for line in lines]


def _dense(line: np.ndarray) -> np.ndarray:
    at = np.linspace(0.0, len(line) - 1.0, 12 * (len(line) - 1) + 1)
    return np.stack([np.interp(at, np.arange(len(line)), column) for column in line.T], axis=1)


def test_a_side_view_of_seven_links_stays_one() -> None:
    readings = [read_drawing(synthetic_sketch(seed).strokes) for seed in range(12)]
    assert [reading.kind for reading in readings] == ["person"] * 12


def _oval(middle: tuple[float, float], half: tuple[float, float]) -> np.ndarray:
    turn = np.linspace(0.0, 2.0 * np.pi, 50)
    return np.array(middle) + np.stack([np.cos(turn), np.sin(turn)], axis=1) * half


def _teddy() -> list[np.ndarray]:
    """A bear 1.6 m tall: a round head with ears on a round body, and limbs that are ovals at its sides."""
    ears = [_oval((side * 0.24, 1.5), (0.11, 0.1)) for side in (-1.0, 1.0)]
    arms = [_oval((side * 0.46, 0.72), (0.17, 0.09)) for side in (-1.0, 1.0)]
    legs = [_oval((side * 0.28, 0.12), (0.12, 0.15)) for side in (-1.0, 1.0)]
    return [_oval((0.0, 1.22), (0.3, 0.26)), _oval((0.0, 0.58), (0.34, 0.42)), *ears, *arms, *legs]


def test_ovals_on_a_round_body_are_its_arms_and_legs_and_ears_stay_on_the_head() -> None:
    reading = read_drawing([stroke_from_raw(line) for line in _teddy()])
    assert reading.kind == "front"
    assert reading.front is not None
    for limb, tip in zip(
        (*reading.front.arms, *reading.front.legs),
        ((-0.63, 0.72), (0.63, 0.72), (-0.28, 0.0), (0.28, 0.0)),
        strict=True,
    ):
        assert np.linalg.norm(limb.way[-1] - tip) < 0.25
    assert reading.labels[:4] == ("head", "torso", "head", "head")


def test_a_round_body_without_its_legs_does_not_wake() -> None:
    assert read_drawing([stroke_from_raw(line) for line in _teddy()[:-2]]).kind is None


def test_a_head_of_two_strokes_with_gaps_is_a_head() -> None:
    strokes = _stick_man({})
    turn = np.linspace(0.15, np.pi - 0.15, 30)
    upper = np.stack([0.2 * np.cos(turn), 0.2 * np.sin(turn)], axis=1)
    strokes[0:1] = [np.array([0.0, 1.4]) + upper, np.array([0.0, 1.4]) + upper * [1.0, -1.0]]
    reading = read_drawing([stroke_from_raw(line) for line in strokes])
    assert reading.kind == "front"
    assert reading.front is not None
    np.testing.assert_allclose(reading.front.centre, [0.0, 1.4], atol=0.08)


def test_a_grid_of_lines_encloses_no_heads() -> None:
    at = np.linspace(0.0, 1.6, 5)
    lines = [np.array([[x, 0.0], [x, 1.6]]) for x in at] + [np.array([[0.0, y], [1.6, y]]) for y in at]
    assert read_drawing([stroke_from_raw(_dense(line)) for line in lines]).kind is None
