"""Lines over a scene: motions in space, drawn through a camera and read back at their places."""

import numpy as np
import pytest
from tests.doodles.line.drawn_in_space import CAMERA, drawn_arcs

from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.line_3d import read_line_3d
from kinegraph.doodles.line.line_over_boxes import read_over_boxes
from kinegraph.doodles.line.motion import Motion, Piece, Reading, Unknown
from kinegraph.doodles.line.reader import read_line
from kinegraph.doodles.line.writing_settings import settings_for
from kinegraph.doodles.props.prop import box
from kinegraph.doodles.props.scene import DoodleScene

SETTINGS = settings_for(0.82)
TOP = 0.6
SCENE = DoodleScene((box((0.3, 0, 2.2), (1.2, TOP, 1.2), turn=0.3),))


def _read(stroke: Stroke) -> Reading:
    return read_line(stroke, SETTINGS)


def _read_3d(stroke: Stroke, camera: Camera = CAMERA, scene: DoodleScene = SCENE) -> Reading:
    return read_line_3d(stroke, camera, scene, SETTINGS, _read)


PLACES = np.array(
    [
        [0.0, 0.0, -1.0],
        [0.05, 0.0, -0.45],
        [0.15, 0.0, 0.6],
        [0.3, TOP, 2.2],
        [0.5, 0.0, 3.6],
        [-0.1, 0.0, 4.0],
        [-1.1, 0.0, 2.9],
        [-1.2, 0.0, 2.4],
    ]
)
HEIGHTS = np.array([0.2, 0.9, 1.2, 1.5, 0.2, 1.3, 0.2])
NAMES = ["walk", "leap", "leap", "front_flip", "walk", "leap", "walk"]


@pytest.mark.parametrize("eye", [(-6.0, 2.4, 1.5), (-5.0, 3.0, 4.0), (-4.5, 3.5, -1.5)])
def test_motions_onto_and_off_a_box_are_read_at_their_places(eye: tuple[float, float, float]) -> None:
    camera = Camera(np.array(eye), np.array([-0.2, 0.6, 1.6]), 1.0)
    stroke, reached = drawn_arcs(PLACES, HEIGHTS, camera, loops={3: 1})
    motions = _read_3d(stroke, camera).motions
    assert [motion.name for motion in motions] == NAMES
    np.testing.assert_allclose([motion.start for motion in motions], PLACES[:-1], atol=2e-3)
    np.testing.assert_allclose([motion.end for motion in motions], PLACES[1:], atol=2e-3)
    np.testing.assert_allclose([motion.end_time for motion in motions], reached[1:], atol=0.03)
    tops = [motion.apex[1] for motion in motions]
    wanted = np.maximum(PLACES[:-1, 1], PLACES[1:, 1]) + HEIGHTS
    np.testing.assert_allclose(np.delete(tops, 3), np.delete(wanted, 3), atol=0.05)
    assert motions[3].turns == 1


def test_a_line_to_the_left_of_a_picture_goes_forward() -> None:
    places = np.array([[0.0, 0.0, 2.0], [0.0, 0.0, 1.5], [0.1, 0.0, 1.0]])
    motions = _read_3d(*drawn_arcs(places, np.array([0.2, 0.2]))[:1], scene=DoodleScene()).motions
    assert [(motion.name, motion.backward) for motion in motions] == [("walk", False)] * 2
    np.testing.assert_allclose(motions[-1].end, places[-1], atol=2e-3)


def test_a_line_up_and_down_again_is_a_stomp_and_not_two_slides() -> None:
    up = np.concatenate([np.linspace(0.0, 0.35, 30), np.linspace(0.35, 0.0, 31)[1:]])
    world = np.stack([np.zeros(60), up, np.full(60, 1.0)], axis=1)
    reading = _read_3d(Stroke(CAMERA.project(world), np.arange(60) / 100), scene=DoodleScene())
    assert [piece.name for piece in reading.motions] == ["stomp"]
    np.testing.assert_allclose(reading.motions[0].end, [0.0, 0.0, 1.0], atol=5e-3)


def test_a_jump_towards_the_camera_is_read_by_its_height() -> None:
    places = np.array([[2.0, 0.0, 1.5], [0.0, 0.0, 1.5]])
    motions = _read_3d(*drawn_arcs(places, np.array([1.4]))[:1], scene=DoodleScene()).motions
    assert [motion.name for motion in motions] == ["jump"]
    np.testing.assert_allclose(motions[0].end, places[1], atol=5e-3)
    assert motions[0].apex[1] == pytest.approx(1.4, abs=0.15)


def test_a_line_into_the_sky_is_reported_and_the_rest_is_read() -> None:
    places = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.5], [0.0, 0.0, 1.0]])
    stroke, _ = drawn_arcs(places, np.array([0.2, 0.2]))
    away = stroke.points[-1] + np.linspace(0.02, 1.2, 40)[:, None] * [0.2, 1.0]
    longer = Stroke(
        np.concatenate([stroke.points, away]),
        np.concatenate([stroke.times, stroke.times[-1] + np.arange(1, 41) / 100]),
    )
    pieces = _read_3d(longer, scene=DoodleScene()).pieces
    assert isinstance(pieces[-1], Unknown)
    assert "sky" in pieces[-1].reason
    assert [piece.name for piece in pieces if isinstance(piece, Motion)] == ["walk", "walk"]


def _arcs_on_sheet(steps: list[tuple[float, float, float]]) -> Stroke:
    """Arcs by (across, up, height over the higher end)."""
    points, x, y = [], 0.0, 0.0
    for across, up, height in steps:
        share = np.arange(70) / 70
        along = 0.85 * share + 0.15 * (0.5 - 0.5 * np.cos(np.pi * share))
        bulge = 4.0 * along * (1.0 - along) * (height + 0.5 * abs(up))
        points.append(np.stack([x + along * across, y + along * up + bulge], axis=1))
        x, y = x + across, y + up
    line = np.concatenate([*points, [[x, y]]])
    return Stroke(line, np.arange(len(line)) / 120)


def test_a_line_on_the_sheet_goes_onto_a_box_along_it_and_off_again() -> None:
    scene = DoodleScene((box((0, 0, 2.4), (1, TOP, 1.4)),))
    steps = [(0.5, 0, 0.2), (0.5, 0, 0.2), (1.2, TOP, 0.8), (0.4, 0, 0.2), (1.2, -TOP, 0.9), (0.5, 0, 0.2)]
    motions = read_over_boxes(_arcs_on_sheet(steps), scene, SETTINGS, _read).motions
    assert [motion.name for motion in motions] == ["walk", "walk", "leap", "walk", "leap", "walk"]
    ends = np.cumsum([(across, up) for across, up, _ in steps], axis=0)
    np.testing.assert_allclose([motion.end[[2, 1]] for motion in motions], ends, atol=0.04)


def test_without_boxes_a_line_on_the_sheet_is_read_as_it_is() -> None:
    stroke = _arcs_on_sheet([(0.5, 0, 0.2), (1.2, 0, 1.0)])
    lines: list[Stroke] = []

    def note(line: Stroke) -> Reading:
        lines.append(line)
        return Reading((), ())

    read_over_boxes(stroke, DoodleScene(), SETTINGS, note)
    assert len(lines) == 1
    assert lines[0] is stroke


def _flip_seen_from(turn: float, raised: float) -> tuple[Piece, ...]:
    """The pieces of a walk, a front flip with two turns and a walk, seen from a turned camera [deg]."""
    turn, raised = np.deg2rad(turn), np.deg2rad(raised)
    away = np.array([-np.cos(turn) * np.cos(raised), np.sin(raised), np.sin(turn) * np.cos(raised)])
    target = np.array([0.0, 0.7, 1.2])
    camera = Camera(target + 9.0 * away, target, 0.7)
    places = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.55], [0.0, 0.0, 1.8], [0.0, 0.0, 2.35]])
    stroke, _ = drawn_arcs(places, np.array([0.25, 1.3, 0.25]), camera, loops={1: 2})
    return _read_3d(stroke, camera, DoodleScene()).pieces


@pytest.mark.parametrize("turn", [0.0, 60.0])
@pytest.mark.parametrize("raised", [15.0, 40.0])
def test_a_flip_is_read_from_the_side_and_from_a_raised_camera_far_to_the_side(
    turn: float, raised: float
) -> None:
    pieces = _flip_seen_from(turn, raised)
    assert [piece.name for piece in pieces if isinstance(piece, Motion)] == ["walk", "front_flip", "walk"]


def test_a_flip_straight_towards_the_camera_is_reported_as_hidden() -> None:
    reasons = [piece.reason for piece in _flip_seen_from(90.0, 20.0) if isinstance(piece, Unknown)]
    assert any("loops cannot be seen" in reason for reason in reasons)
