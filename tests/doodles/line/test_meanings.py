"""Meanings that a piece can be corrected to."""

import numpy as np
import pytest

from kinegraph.doodles.doodle import Doodle, MotionLine, PieceChoice, with_choice
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.meanings import meanings_of
from kinegraph.doodles.line.motion import MOTION_NAMES, Motion, Piece, Unknown
from kinegraph.doodles.line.writing_settings import settings_for
from kinegraph.doodles.performing.heading import heading_along
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.doodles.reading import read_one_line

LEG = 0.8


def _read(points: np.ndarray) -> tuple[Doodle, Piece]:
    """A doodle with one line through points (N, 2) [leg lengths], and its piece."""
    doodle, (piece,) = _read_all(points)
    return doodle, piece


def _read_all(points: np.ndarray) -> tuple[Doodle, tuple[Piece, ...]]:
    even = np.linspace(0, len(points) - 1, 180)
    line = np.stack([np.interp(even, np.arange(len(points)), points[:, axis]) for axis in range(2)], axis=1)
    doodle = Doodle(lines=(MotionLine(Stroke(line * LEG, np.linspace(0.0, 1.8, 180))),))
    return doodle, read_one_line(doodle, 0, settings_for(LEG), DoodleScene()).pieces


@pytest.mark.parametrize("name", ["walk", "jump", "slide"])
@pytest.mark.parametrize("backward", [False, True])
def test_a_reading_can_be_corrected_to_every_motion_in_both_forms(name: str, backward: bool) -> None:
    _, piece = _read(gesture_table().example(name, backward))
    assert isinstance(piece, Motion)
    offered = {(meaning.name, meaning.backward) for meaning in meanings_of(piece)}
    assert offered | {(piece.name, piece.backward)} >= set(gesture_table().forms)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_piece_that_was_not_understood_can_be_corrected_to_every_motion(side: float) -> None:
    house = np.array([[0, 0], [0, 0.9], [0.5, 1.45], [1.0, 0.9], [1.0, 0]]) * [side, 1.0]
    _, piece = _read(house)
    assert isinstance(piece, Unknown)
    meanings = meanings_of(piece)
    assert {(m.name, m.backward) for m in meanings} >= set(gesture_table().forms)
    assert not any(m.backward for m in meanings[: len(MOTION_NAMES)])  # it turned to where the line goes


@pytest.mark.parametrize("backward", [False, True])
def test_a_meaning_without_a_turn_leaves_the_character_facing_as_it_did(backward: bool) -> None:
    walk = gesture_table().example("walk", False)
    after = gesture_table().example("walk", backward)
    doodle, pieces = _read_all(np.concatenate([walk, walk[-1] + after[1:]]))
    piece = pieces[1]
    for meaning in meanings_of(piece)[: len(MOTION_NAMES) - 1]:
        if meaning.name == "back_handspring":  # it always looks away from where it goes
            continue
        chosen = with_choice(doodle, PieceChoice(0, piece.span, meaning.name, meaning.backward))
        _, motion = read_one_line(chosen, 0, settings_for(LEG), DoodleScene()).motions
        assert (motion.name, motion.backward) == (meaning.name, backward)
        way = motion.end - motion.start
        assert heading_along(way, 0.0, motion.backward) == pytest.approx(0.0, abs=1e-9)
