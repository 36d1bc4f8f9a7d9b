"""Smooth waves, flat roofs, flat-topped arcs and drawings: what they are read as, and how surely."""

import numpy as np
import pytest

from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.motion import Motion, Piece, Unknown
from kinegraph.doodles.line.reader import read_line
from kinegraph.doodles.line.writing_settings import settings_for

LEG = 0.8
SETTINGS = settings_for(LEG)


def read(points: np.ndarray, speed: float = 2.0, rate: float = 100.0) -> tuple[Piece, ...]:
    """The pieces of a line (N, 2) in leg lengths, drawn at a steady speed [leg lengths/s]."""
    ways = path_lengths(points)
    times = np.arange(0.0, ways[-1] / speed, 1.0 / rate)
    line = np.stack([np.interp(times * speed, ways, points[:, axis]) for axis in range(2)], axis=1)
    return read_line(Stroke(line * LEG, times), SETTINGS).pieces


def wave(height: float, length: float = 0.72, count: int = 3) -> np.ndarray:
    x = np.linspace(0.0, count * length, 200 * count)
    return np.stack([x, 0.5 * height * (1.0 - np.cos(2.0 * np.pi * x / length))], axis=1)


@pytest.mark.parametrize("height", [0.22, 0.3, 0.4, 0.48])
def test_a_smooth_wave_is_a_row_of_walks(height: float) -> None:
    assert [piece.name for piece in read(wave(height)) if isinstance(piece, Motion)] == ["walk"] * 3


@pytest.mark.parametrize("points", [wave(0.1), wave(0.13), np.array([[0.0, 0.0], [0.75, 0.1], [1.5, 0.0]])])
def test_a_low_wave_or_a_flat_roof_is_not_surely_a_slide(points: np.ndarray) -> None:
    glides = [p for p in read(points) if isinstance(p, Motion) and p.name in ("slide", "shuffle", "skate")]
    assert all(piece.confidence < 0.6 for piece in glides)


def test_two_glides_with_a_kick_between_them_are_skating() -> None:
    line = np.array([[0.0, 0.0], [1.0, 0.0], [1.15, 0.25], [2.2, 0.25], [2.35, 0.0], [3.4, 0.0]])
    assert [piece.name for piece in read(line) if isinstance(piece, Motion)] == ["skate"] * 3


def test_a_long_slide_may_drift_slowly() -> None:
    x = np.linspace(0.0, 2.6, 400)
    pieces = read(np.stack([x, 0.11 * np.sin(np.pi * x / 2.6)], axis=1))
    assert [piece.name for piece in pieces if isinstance(piece, Motion)] == ["slide"]


@pytest.mark.parametrize("share", [0.4, 0.5, 0.6])
def test_a_low_arc_with_a_flat_top_is_a_walk_and_not_skating(share: float) -> None:
    angles = np.linspace(0.0, np.pi / 2, 40)
    rise = np.stack([0.5 * (1.0 - share) * 0.8 * (1.0 - np.cos(angles)), 0.34 * np.sin(angles)], axis=1)
    pieces = read(np.concatenate([rise, (rise * [-1.0, 1.0] + [0.8, 0.0])[::-1]]))
    assert [piece.name for piece in pieces if isinstance(piece, Motion)] == ["walk"]


@pytest.mark.parametrize("wide", [0.8, 1.2, 1.5])
def test_a_house_is_not_performed_and_its_guesses_name_the_jump(wide: float) -> None:
    house = np.array([[0.0, 0.0], [0.0, 0.9], [0.5 * wide, 1.45], [wide, 0.9], [wide, 0.0]])
    (piece,) = read(house)
    assert isinstance(piece, Unknown)
    assert "jump" in [name for name, _ in piece.guesses]


@pytest.mark.parametrize("degrees", [-6.0, 6.0])
def test_a_slide_on_a_slanted_paper_is_performed(degrees: float) -> None:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    line = np.concatenate([wave(0.36, count=2), [[3.7, 0.0]]])
    pieces = read(line @ np.array([[c, s], [-s, c]]))
    assert [p.name if isinstance(p, Motion) else "?" for p in pieces] == ["walk", "walk", "slide"]


def test_slanted_letters_are_not_performed() -> None:
    turns = np.linspace(0.0, 10.0 * np.pi, 400)
    letters = np.stack([0.07 * turns + 0.1 * np.sin(turns + 1.0), 0.16 * np.sin(turns)], axis=1)
    pieces = read(letters)
    assert pieces
    assert not [piece for piece in pieces if isinstance(piece, Motion)]


def test_the_floor_of_a_house_is_not_a_slide() -> None:
    """After a piece that is probably no writing the next one is doubted too."""
    house = np.array([[0.0, 0.0], [0.0, 0.9], [0.7, 1.4], [1.4, 0.9], [1.4, 0.0], [0.0, 0.0]])
    assert [type(piece) for piece in read(house)] == [Unknown, Unknown]
