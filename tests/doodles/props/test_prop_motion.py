"""Loose props follow closed forms, at any frame rate."""

import numpy as np
import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.doodles.props.ball_path import BOUNCE, ROLLING_RESISTANCE, WALL_BOUNCE
from kinegraph.doodles.props.path import GRAVITY, PropPath
from kinegraph.doodles.props.prop import (
    Prop,
    PropKind,
    ball,
    box,
    tree,
)
from kinegraph.doodles.props.scene import DoodleScene

SLOWING = ROLLING_RESISTANCE * GRAVITY


def _path(moving: Prop, *others: Prop) -> PropPath:
    return DoodleScene((moving, *others)).paths[0]


def _center(path: PropPath, time: float) -> np.ndarray:
    return path.at(np.array([time]))[0][0]


def test_a_ball_rolls_as_far_as_push_and_resistance_predict() -> None:
    path = _path(ball((0, 0, 0), 0.4, loose=True, push=(0.6, 0.0, 0.8), starts=1.0))
    assert path.rests_at == pytest.approx(1.0 + 1.0 / SLOWING, rel=1e-9)
    way = 1.0 / (2.0 * SLOWING)
    np.testing.assert_allclose(_center(path, 99.0), [0.6 * way, 0.2, 0.8 * way], atol=1e-9)
    half = 0.5 / SLOWING
    gone = half - 0.5 * SLOWING * half**2
    np.testing.assert_allclose(_center(path, 1.0 + half), [0.6 * gone, 0.2, 0.8 * gone], atol=1e-9)


def test_a_rolling_ball_does_not_slip() -> None:
    path = _path(ball((0, 0, 0), 0.5, loose=True, push=(1.0, 0.0, 1.5)))
    times = np.arange(0.0, 3.0, 1e-4)
    centers, rotations = path.at(times)
    material = centers + quat_rotate(rotations, quat_rotate(quat_conjugate(rotations[9000]), [0, -0.25, 0]))
    touching = (material[9001] - material[8999]) / 2e-4  # the speed of the point that touches the floor
    assert np.linalg.norm(touching) < 1e-3


def test_a_ball_is_reflected_by_a_turned_box() -> None:
    turn = 0.5
    wall = box((0, 0, 3), (4, 1, 1), turn=turn)
    path = _path(ball((0, 0, 0), 0.4, loose=True, push=(0.0, 0.0, 4.0)), wall)
    hit = path.pieces[0].end
    before, at, after = (_center(path, hit + dt) for dt in (-1e-5, 0.0, 1e-5))
    arriving, leaving = (at - before) / 1e-5, (after - at) / 1e-5
    normal = -np.array([np.sin(turn), 0.0, np.cos(turn)])
    expected = arriving - (1.0 + WALL_BOUNCE) * (arriving @ normal) * normal
    np.testing.assert_allclose(leaving, expected, atol=1e-3)
    assert wall.plan_offsets(at)[1] == pytest.approx(-0.5 - 0.2, abs=1e-9)  # it touches as it turns back


@pytest.mark.parametrize("aside", [0.0, 0.13])
def test_a_ball_is_deflected_by_a_trunk(aside: float) -> None:
    trunk = tree((0, 0, 2), 3.0, 1.5)
    path = _path(ball((aside, 0, 0), 0.3, loose=True, push=(0.0, 0.0, 3.0)), trunk)
    away = np.linalg.norm(_center(path, path.pieces[0].end)[[0, 2]] - [0.0, 2.0])
    assert away == pytest.approx(0.15 + trunk.radius, abs=1e-9)


def test_a_dropped_ball_bounces_to_the_square_of_its_bounce() -> None:
    path = _path(ball((0, 1.25, 0), 0.2, loose=True))
    assert path.pieces[0].end == pytest.approx(np.sqrt(2 * 1.25 / GRAVITY))
    second = path.pieces[1]
    top = _center(path, 0.5 * (second.start + second.end))[1] - 0.1
    assert top == pytest.approx(BOUNCE**2 * 1.25, rel=1e-9)


def test_a_slow_ball_rolls_over_an_edge_and_leaves_it_where_theory_predicts() -> None:
    """A solid ball that starts over an edge from rest leaves it where the cosine of the slope is 10/17."""
    path = _path(ball((0, 1, 0.49), 0.3, loose=True, push=(0, 0, 0.08)), box((0, 0, 0), (1, 1, 1)))
    swing = path.pieces[1]
    arm = _center(path, swing.end) - [0.0, 1.0, 0.5]
    assert np.linalg.norm(arm) == pytest.approx(0.15, abs=1e-9)
    assert arm[1] / 0.15 == pytest.approx(10.0 / 17.0, abs=2e-3)
    assert _center(path, 60.0)[1] == pytest.approx(0.15, abs=1e-9)


def test_the_place_at_a_time_does_not_depend_on_the_frame_rate() -> None:
    props = (ball((0, 1, 0), 0.3, loose=True, push=(0, 0, 1.0)), box((0, 0, 0), (1, 1, 1)))
    scene = DoodleScene((*props, box((0, 2, 0.7), (0.5, 0.9, 0.6), loose=True, name="crate")))
    coarse = scene.prop_motions(np.arange(0, 4, 1 / 12))
    fine = scene.prop_motions(np.arange(0, 4, 1 / 60))
    for (places, rotations), (more_places, more_rotations) in zip(coarse, fine, strict=True):
        np.testing.assert_allclose(places, more_places[::5], atol=1e-12)
        np.testing.assert_allclose(rotations, more_rotations[::5], atol=1e-12)


def test_a_box_falls_in_free_fall_and_stands() -> None:
    scene = DoodleScene((box((0, 2.0, 0), (1, 0.5, 1), loose=True, starts=0.5),))
    path = scene.paths[0]
    assert path.rests_at == pytest.approx(0.5 + np.sqrt(4.0 / GRAVITY))
    assert _center(path, 0.8)[1] == pytest.approx(2.25 - 0.5 * GRAVITY * 0.09, abs=1e-12)
    np.testing.assert_allclose(scene.ground(np.array([[0.4, 9, 0], [0.6, 9, 0]])), [0.5, 0.0], atol=1e-12)


@pytest.mark.parametrize(("aside", "tips"), [(0.4, False), (0.6, True), (-0.6, True)])
def test_a_box_tips_where_its_middle_has_no_support(aside: float, tips: bool) -> None:
    scene = DoodleScene((box((0, 0, 0), (1, 1, 1)), box((0, 2, aside), (0.6, 0.4, 0.8), loose=True)))
    rests = scene.paths[1].at(np.array([60.0]))[0][0]
    assert (rests[1] < 1.0) == tips
    assert np.sign(rests[2]) == np.sign(aside)


@pytest.mark.parametrize("size", [(0.6, 0.3, 0.5), (0.6, 0.9, 0.9), (0.6, 1.5, 0.7)])
def test_a_tipping_box_gains_no_energy_and_enters_nothing(size: tuple[float, ...]) -> None:
    falling = box((0.2, 1.6, 0.62), size, loose=True)
    path = DoodleScene((box((0, 0, 0), (2, 1, 1)), falling)).paths[1]
    step = 1e-3
    times = np.arange(0.0, path.rests_at, step)
    centers, rotations = path.at(times)
    half = 0.5 * falling.size
    corners = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]) * half
    everywhere = centers[:, None] + quat_rotate(rotations[:, None], corners)
    assert everywhere[..., 1].min() > -1e-4
    edge = quat_rotate(quat_conjugate(rotations), [0.0, 1.0, 0.5] - centers)
    assert (half - np.abs(edge))[:, 1:].min(axis=1).max() < 5e-3  # metres that the edge is ever inside
    moving = np.linalg.norm(np.diff(centers, axis=0), axis=1) / step
    turned = 2.0 * np.arccos(np.clip(np.abs((rotations[1:] * rotations[:-1]).sum(axis=1)), 0.0, 1.0)) / step
    inertia = (size[1] ** 2 + size[2] ** 2) / 12.0
    energy = GRAVITY * centers[1:, 1] + 0.5 * moving**2 + 0.5 * inertia * turned**2
    assert np.diff(energy).max() < 0.02 * GRAVITY


def test_impossible_props_are_refused() -> None:
    with pytest.raises(InvalidValue, match="must be round"):
        Prop(PropKind.BALL, np.zeros(3), np.array([1.0, 2.0, 1.0]))
    with pytest.raises(InvalidValue, match=r"The crate must be 0\.01 to 1000 m"):
        box((0, 0, 0), (1, 0, 1), name="crate")
