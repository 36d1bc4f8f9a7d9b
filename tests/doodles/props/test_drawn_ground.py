"""Drawn ground: which ink carries what, and how balls roll over it."""

import numpy as np
import pytest

from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.props.ball_path import ROLLING_RESISTANCE
from kinegraph.doodles.props.drawn_ground import DrawnGround, simplify_line
from kinegraph.doodles.props.path import GRAVITY
from kinegraph.doodles.props.prop import Prop, ball, box, tree
from kinegraph.doodles.props.scene import DoodleScene


def ink(*points: tuple[float, float]) -> Stroke:
    return Stroke(np.array(points, dtype=float), np.arange(len(points)) / 60.0)


def hill(left: float, right: float, height: float) -> Stroke:
    x = np.linspace(left, right, 160)
    return ink(*zip(x, height * np.sin(np.pi * (x - left) / (right - left)) ** 2, strict=True))


def height(ground: DrawnGround, x: float, over: float) -> float:
    return float(ground.heights(np.array([x]), np.array([over]))[0])


def center(ground: DrawnGround, prop: Prop, time: float, *others: Prop) -> np.ndarray:
    return DoodleScene((prop, *others), ground).paths[0].at(np.array([time]))[0][0]


def test_a_hill_carries_also_what_is_inside_of_it() -> None:
    ground = DrawnGround((hill(1.0, 5.0, 0.8),))
    assert height(ground, 3.0, 2.0) == pytest.approx(0.8, abs=5e-3)
    assert height(ground, 3.0, 0.0) == pytest.approx(0.8, abs=5e-3)
    assert height(ground, 0.5, 0.0) == 0.0


def test_feet_walk_under_a_platform_and_over_it() -> None:
    ground = DrawnGround((ink((1.0, 1.2), (3.0, 1.2)),))
    assert height(ground, 2.0, 0.0) == 0.0
    assert height(ground, 2.0, 1.0) == pytest.approx(1.2)  # a foot that steps up
    assert height(ground, 2.0, 2.0) == pytest.approx(1.2)


def test_ink_below_the_ground_line_is_a_gap_in_it() -> None:
    ground = DrawnGround((ink((1.0, 0.0), (1.1, -0.8), (1.9, -0.8), (2.0, 0.0)),))
    assert height(ground, 1.5, 0.0) == pytest.approx(-0.8)
    assert ground.level_spans[0][1] == 1.0
    assert ground.level_spans[1][0] == 2.0


def test_stairs_are_as_high_as_their_treads() -> None:
    ground = DrawnGround((ink((0, 0), (0, 0.2), (0.4, 0.2), (0.4, 0.4), (0.8, 0.4), (0.8, 0.0)),))
    found = ground.heights(np.array([0.2, 0.6, 1.0]), np.full(3, 0.3))
    np.testing.assert_allclose(found, [0.2, 0.4, 0.0], atol=1e-9)


def test_a_simplified_line_stays_beside_the_ink() -> None:
    points = hill(0.0, 4.0, 1.0).points
    simple = simplify_line(points)
    assert len(simple) < 0.4 * len(points)
    np.testing.assert_allclose(np.interp(points[:, 0], *simple.T), points[:, 1], atol=6e-3)


@pytest.mark.parametrize("fall", [0.1, 0.3])
def test_a_ball_rolls_down_a_slope_as_a_solid_sphere(fall: float) -> None:
    lean = np.arctan(fall)
    ground = DrawnGround((ink((0.0, 3.0), (9.0, 3.0 - 9.0 * fall)),))
    radius, start = 0.15, 0.5
    over = 3.0 - fall * start + radius / np.cos(lean) - radius
    prop = ball((0.0, over, start), 2.0 * radius, loose=True)
    pull = GRAVITY * (5.0 / 7.0 * np.sin(lean) - ROLLING_RESISTANCE * np.cos(lean))
    way = (center(ground, prop, 1.0) - center(ground, prop, 0.0))[2] / np.cos(lean)
    assert way == pytest.approx(0.5 * pull, rel=0.03)


def test_a_ball_on_level_ground_rolls_as_far_beside_a_hill_as_without_one() -> None:
    prop = ball((0.0, 0.0, 0.0), 0.3, loose=True, push=(0.0, 0.0, 1.5))
    alone = DoodleScene((prop,)).paths[0].at(np.array([30.0]))[0][0]
    beside = center(DrawnGround((hill(-9.0, -5.0, 0.8),)), prop, 30.0)
    assert beside[2] == pytest.approx(alone[2], rel=0.01)


def test_a_ball_falls_into_a_gap_and_stays_there() -> None:
    ground = DrawnGround((ink((1.0, 0.0), (1.05, -0.8), (1.95, -0.8), (2.0, 0.0)),))
    rests = center(ground, ball((0.0, 0.0, 0.0), 0.3, loose=True, push=(0.0, 0.0, 1.2)), 60.0)
    assert 1.0 < rests[2] < 2.0
    assert rests[1] == pytest.approx(-0.65, abs=0.01)


def test_a_ball_is_stopped_by_a_box_and_a_trunk_on_drawn_ground() -> None:
    ground = DrawnGround((hill(-9.0, -5.0, 0.8),))
    for wall in (box((0.0, 0.0, 2.0), (1.0, 1.0, 0.4)), tree((0.0, 0.0, 2.0), 2.0, 1.0)):
        prop = ball((0.0, 0.0, 0.0), 0.3, loose=True, push=(0.0, 0.0, 2.0))
        assert center(ground, prop, 30.0, wall)[2] < 1.7


def test_props_stand_on_a_hill_and_boxes_fall_onto_it() -> None:
    ground = DrawnGround((hill(1.0, 5.0, 0.8),))
    scene = DoodleScene((tree((0, 0, 3), 2.0, 1.0), box((0, 2, 3), (0.4, 0.4, 0.4), loose=True)), ground)
    (places, _), (falling, _) = scene.prop_motions([9.0])
    assert places[0, 1] == pytest.approx(0.8, abs=0.01)
    assert falling[0, 1] == pytest.approx(0.8, abs=0.02)


def test_a_place_on_a_path_does_not_depend_on_the_frame_rate() -> None:
    prop = ball((0.0, 0.0, 1.0), 0.3, loose=True, push=(0.0, 0.0, 1.0))
    scene = DoodleScene((prop,), DrawnGround((hill(1.5, 5.0, 0.4),)))
    coarse, fine = (
        scene.prop_motions(np.arange(0, 4, 0.5))[0][0],
        scene.prop_motions(np.arange(0, 4, 0.01))[0][0],
    )
    np.testing.assert_allclose(coarse, fine[::50], atol=1e-9)
