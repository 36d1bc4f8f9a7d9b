"""Odd and broken doodles give a message or a sane clip, and never hang or give NaN."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.doodles.clip import DoodleResult, perform_doodle
from kinegraph.doodles.doodle import Doodle, MotionLine, PieceChoice
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw
from kinegraph.doodles.line.motion import MOTION_NAMES
from kinegraph.doodles.pictures.film import film_frames, frame_count
from kinegraph.doodles.props.prop import ball, box
from kinegraph.doodles.sketch.drawn_character import drawn_character
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.doodles.sketch.sketch import read_sketch

FIGURE = Proportions()
SHARES = np.linspace(0.0, 1.0, 60)
STEPS = np.stack([2.0 * SHARES, 0.2 * np.abs(np.sin(4.0 * np.pi * SHARES))], axis=1)
HOUR = 3600.0


def _steps(seconds: float = 2.0, size: float = 1.0) -> Stroke:
    return Stroke(size * STEPS, seconds * SHARES)


def perform_lines(*lines: MotionLine, **more: Any) -> tuple[DoodleResult, Clip]:
    result = perform_doodle(Doodle(lines=lines, **more), 30.0, FIGURE)
    assert result.clip is not None
    assert np.isfinite(result.clip.root_translations).all()
    assert np.isfinite(result.clip.rotations).all()
    return result, result.clip


@pytest.mark.parametrize("late", [HOUR, 1e9, 1e300])
def test_a_line_that_begins_hours_late_is_reported_and_the_others_play(late: float) -> None:
    result, clip = perform_lines(MotionLine(_steps()), MotionLine(_steps(), at=late))
    assert len(clip) < 200
    assert clip.root_translations[-1, 2] > 1.5
    assert any("Line 2 cannot be performed" in note and "unit" in note for note in result.notes)


def test_a_pause_of_a_day_is_reported_and_not_performed() -> None:
    times = 2.0 * SHARES + 24.0 * HOUR * (SHARES > 0.5)
    result, clip = perform_lines(MotionLine(Stroke(STEPS, times)))
    assert len(clip) < 200
    assert any("Line 1 cannot be performed" in note for note in result.notes)


def test_a_line_of_a_thousand_kilometres_is_reported_and_the_others_play() -> None:
    result, clip = perform_lines(MotionLine(_steps(size=4e5)), MotionLine(_steps()))
    assert any("Line 1 cannot be read" in note and "leg lengths" in note for note in result.notes)
    assert clip.root_translations[-1, 2] > 1.5


def test_milliseconds_read_as_seconds_are_reported() -> None:
    result, _ = perform_lines(MotionLine(_steps(seconds=2000.0)))
    assert any("Line 1 has no motion" in note and "unit" in note for note in result.notes)


@pytest.mark.parametrize("name", MOTION_NAMES)
def test_any_motion_can_be_chosen_for_a_dot_without_duration(name: str) -> None:
    dot = Stroke(np.zeros((5, 2)), np.zeros(5))
    perform_lines(MotionLine(dot), choices=(PieceChoice(0, (3, 3), name),))


def test_points_far_outside_of_a_picture_are_reported() -> None:
    camera = Camera(np.array([-6.0, 2.4, 1.5]), np.array([0.0, 0.6, 1.5]))
    result, clip = perform_lines(MotionLine(_steps(size=4e5), camera=camera), MotionLine(_steps()))
    assert result.notes or result.reading.pieces
    assert clip.root_translations[-1, 2] > 1.5


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Doodle(joints={"knee": np.array([1e300, 0.0])}), "off the sheet"),
        (lambda: ball((0, 0, 0), 0.5, loose=True, push=np.array([0.0, 0.0, 1e300])), "m/s"),
        (lambda: Camera(np.array([1e300, 0.0, 0.0]), np.zeros(3)), "within"),
        (lambda: box((0, 0, 0), (1, 1, 1), turn=1e300), "angle"),
    ],
)
def test_absurd_places_and_speeds_are_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        make()


@pytest.mark.parametrize("far", [np.inf, np.nan, 1e200])
def test_a_camera_refuses_points_that_are_not_finite(far: float) -> None:
    camera = Camera(np.array([-6.0, 2.4, 1.5]), np.array([0.0, 0.6, 1.5]))
    with pytest.raises(InvalidValue, match="finite"):
        camera.rays([0.0, far])
    with pytest.raises(InvalidValue, match="finite"):
        camera.project([far, 0.0, 1.0])


@pytest.mark.parametrize(
    "make",
    [
        lambda: stroke_from_raw(5.0),
        lambda: stroke_from_raw([[0.0, 0.0]], 0.0),
        lambda: drawn_character([_steps()], read_sketch([])),
    ],
)
def test_arrays_of_a_wrong_shape_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(KinegraphError):
        make()


def test_an_empty_doodle_has_a_film() -> None:
    result = perform_doodle(Doodle(), 30.0, FIGURE)
    frames = list(film_frames(result, 2.0, (64, 36)))
    assert len(frames) == frame_count(result, 2.0)


def test_a_character_without_time_for_the_next_line_starts_it_late() -> None:
    far = Stroke(STEPS + np.array([60.0, 0.0]), 2.0 * SHARES)
    result, clip = perform_lines(MotionLine(_steps()), MotionLine(far, at=2.6))
    assert result.notes == ()
    assert clip.root_translations[-1, 2] > 60.0
