"""Front views: stick men, tadpoles and dressed figures become bodies with both arms and both legs."""

from functools import cache

import numpy as np
import pytest
from benchmarks.synthetic.front_people import DrawnFigure, front_person
from benchmarks.synthetic.sketcher import synthetic_sketch

from kinegraph.characters.rendering.surface import model_of, pose_surface
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.drawing import read_drawing
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter
from kinegraph.doodles.sketch.front.cutout import front_character
from kinegraph.doodles.sketch.sketch import SketchReading

NEAR = 0.1  # of the drawing's height
DRAWINGS = (("stick", 0), ("body", 1), ("tadpole", 2), ("dressed", 1))


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


def test_the_order_of_strokes_and_their_direction_change_nothing() -> None:
    figure, reading = _drawn("stick", 0)
    turned = [Stroke(stroke.points[::-1], stroke.times) for stroke in figure.strokes[::-1]]
    again = read_drawing(turned)
    assert again.labels == reading.labels[::-1]


def test_a_body_without_arms_names_what_is_missing() -> None:
    figure, reading = _drawn("dressed", 1)
    arms = {"right_arm", "left_arm"}
    rest = [stroke for stroke, label in zip(figure.strokes, reading.labels, strict=True) if label not in arms]
    found = read_drawing(rest)
    assert found.kind is None
    assert found.doubts[0] == "Still missing: both arms."


def test_a_side_view_of_seven_links_stays_one() -> None:
    readings = [read_drawing(synthetic_sketch(seed).strokes) for seed in range(12)]
    assert [reading.kind for reading in readings] == ["person"] * 12
