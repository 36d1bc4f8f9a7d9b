"""Animals from the side: four-legged drawings in several styles become characters that move as creatures."""

from functools import cache
from itertools import permutations

import numpy as np
import pytest
from benchmarks.synthetic.animals import DrawnAnimal, synthetic_animal
from benchmarks.synthetic.scribbles import scribbles
from benchmarks.synthetic.sketcher import synthetic_sketch
from benchmarks.synthetic.warped_animals import warped_animal

from kinegraph.characters.rendering.surface import model_of, pose_surface
from kinegraph.core.arrays import Floats
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.doodles.example import example_animal
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.animal_character import animal_character
from kinegraph.doodles.sketch.drawing import read_drawing
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter
from kinegraph.doodles.sketch.sketch import SketchReading

NEAR_FOOT, NEAR_HIP = 0.1, 0.2  # of the drawing's height
DRAWINGS = (("parts", 3), ("outline", 1), ("tubes", 4), ("stick", 2), ("mixed", 0))


@cache
def _drawn(style: str, seed: int) -> tuple[DrawnAnimal, SketchReading]:
    animal = synthetic_animal(seed, style)
    return animal, read_drawing(animal.strokes)


@cache
def _awake(style: str, seed: int) -> DrawnCharacter:
    animal, reading = _drawn(style, seed)
    assert reading.animal is not None
    return animal_character(animal.strokes, reading.animal)


def _legs_match(animal: DrawnAnimal, reading: SketchReading) -> bool:
    """Whether each drawn leg is found once, in any order: legs may cross."""
    assert reading.animal is not None
    found = np.array([leg.way[[0, -1]] for leg in reading.animal.legs])
    near = np.array([NEAR_HIP, NEAR_FOOT]) * animal.height
    return len(found) == len(animal.legs) and any(
        (np.linalg.norm(found[list(order)] - animal.legs, axis=2) < near).all()
        for order in permutations(range(len(found)))
    )


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_an_animal_has_its_legs_where_they_were_drawn(drawing: tuple[str, int]) -> None:
    animal, reading = _drawn(*drawing)
    assert reading.kind == "animal"
    assert _legs_match(animal, reading)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_an_animal_faces_the_way_of_its_head(drawing: tuple[str, int]) -> None:
    animal, reading = _drawn(*drawing)
    assert reading.facing == animal.facing


def test_animals_of_other_hands_are_read_too() -> None:
    animals = [warped_animal(7, name) for name in ("dog", "horse", "cow", "giraffe")]
    assert all(_legs_match(animal, read_drawing(animal.strokes)) for animal in animals)


def test_the_order_of_strokes_and_their_direction_change_nothing() -> None:
    animal, reading = _drawn("parts", 3)
    turned = [Stroke(stroke.points[::-1], stroke.times) for stroke in animal.strokes[::-1]]
    assert read_drawing(turned).labels == reading.labels[::-1]


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_the_skin_holds_the_ink_of_every_stroke(drawing: tuple[str, int]) -> None:
    animal, _ = _drawn(*drawing)
    character = _awake(*drawing)
    surface = pose_surface(model_of(character.character), forward_kinematics(character.drawn_pose))
    ink = surface.vertices[:, [2, 1]]
    for stroke in animal.strokes:
        middle = stroke.points[len(stroke) // 2]
        assert np.linalg.norm(ink - middle, axis=1).min() < 0.06 * animal.height


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_drawn_animal_is_a_creature_on_four_feet_on_the_ground(drawing: tuple[str, int]) -> None:
    creature = creature_from_character(_awake(*drawing).character)
    soles = np.array([creature.rest_handles[leg.foot][1] for leg in creature.legs])
    assert len(soles) == 4
    np.testing.assert_allclose(soles, 0.0, atol=0.02 * float(creature.size[1]))


def test_legs_that_are_not_drawn_repeat_those_that_are() -> None:
    body, head, hind, _, front, _, tail = example_animal().links
    strokes = (body, head, hind, front, tail)
    reading = read_drawing(strokes)
    assert reading.animal is not None
    creature = creature_from_character(animal_character(strokes, reading.animal).character)
    assert len(creature.legs) == 4


def test_a_leg_moves_the_ink_of_its_own_stroke_alone() -> None:
    """Turning a lower leg moves one drawn leg's foot, and no other foot."""
    strokes = example_animal().links
    reading = read_drawing(strokes)
    assert reading.animal is not None
    drawn = animal_character(strokes, reading.animal)
    skeleton = drawn.character.skeleton
    moved = _ink(drawn, skeleton.index("right_hind_upper_leg"), 0.5) - _ink(drawn, 0, 0.0)
    at = _ink(drawn, 0, 0.0)
    feet = np.flatnonzero(at[:, 1] < 0.05)
    away = np.linalg.norm(moved[feet], axis=1)
    where = at[feet][away > 0.05, 0]
    assert np.ptp(where) < 0.08
    np.testing.assert_allclose(where.mean(), -0.42, atol=0.05)


def _ink(drawn: DrawnCharacter, joint: int, angle: float) -> Floats:
    """(N, 2) the skin's places on the sheet with one joint turned in the sheet [rad]."""
    pose = drawn.drawn_pose
    rotations = np.array(pose.rotations)
    rotations[joint] = [np.sin(0.5 * angle), 0.0, 0.0, np.cos(0.5 * angle)]
    turned = type(pose)(pose.skeleton, pose.root_translation, rotations if angle else pose.rotations)
    surface = pose_surface(model_of(drawn.character), forward_kinematics(turned))
    return surface.vertices[:, [2, 1]]


def test_a_side_view_of_a_person_is_not_an_animal() -> None:
    readings = [read_drawing(synthetic_sketch(seed, "sloppy").strokes) for seed in range(20)]
    assert [reading.kind for reading in readings] == ["person"] * 20


@pytest.mark.parametrize("kind", ["grid", "letters", "hatching", "star", "7 circles", "20 walks"])
def test_a_drawing_that_is_not_an_animal_stays_ink(kind: str) -> None:
    assert all(read_drawing(scribbles(kind, seed)).animal is None for seed in range(3))
