"""Suns, houses and hatchings are scenery: they never wake, and say where they belong."""

import numpy as np
import pytest
from benchmarks.synthetic.front_people import STYLES, front_person
from benchmarks.synthetic.not_bodies import not_body

from kinegraph.doodles.ink.stroke import stroke_from_raw
from kinegraph.doodles.sketch.drawing import read_drawing
from kinegraph.doodles.sketch.scenery_shapes import name_scenery


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("kind", "name"), [("sun", "a sun"), ("house", "a house"), ("table", "a table")])
def test_scenery_does_not_wake_and_says_what_it_is(kind: str, name: str, seed: int) -> None:
    reading = read_drawing(not_body(kind, seed))
    assert reading.kind is None
    assert reading.doubts[0].startswith(f"This looks like {name}, not like a body.")
    assert not reading.joints


@pytest.mark.parametrize("seed", range(4))
def test_lines_that_cross_do_not_wake(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lines = [stroke_from_raw(rng.uniform(0.0, 1.0, (2, 2))) for _ in range(30)]
    assert name_scenery(lines) == "lines that cross"
    assert read_drawing(lines).kind is None


@pytest.mark.parametrize("style", STYLES)
def test_bodies_are_not_scenery(style: str) -> None:
    assert [name_scenery(front_person(seed, style).strokes) for seed in range(8)] == [None] * 8


def test_a_ring_with_hair_and_limbs_is_not_a_sun() -> None:
    """A sun's rays are of about one length; a tadpole's hair is shorter than its arms and legs."""
    turn = np.linspace(0.0, 2.0 * np.pi, 40)
    ways = np.array([[np.cos(a), np.sin(a)] for a in np.deg2rad([0, 180, 250, 290, 50, 70, 90, 110, 130])])
    far = np.array([2.2, 2.2, 2.6, 2.6, 1.3, 1.35, 1.3, 1.35, 1.3])
    lines = [stroke_from_raw(np.stack([way, length * way])) for way, length in zip(ways, far, strict=True)]
    ring = stroke_from_raw(np.stack([np.cos(turn), np.sin(turn)], axis=1))
    assert name_scenery([ring, *lines]) is None
    even = [stroke_from_raw(np.stack([way, 1.6 * way])) for way in ways]
    assert name_scenery([ring, *even]) == "a sun"
