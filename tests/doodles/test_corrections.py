"""Corrections: every piece of a line can be given every meaning, and none of them turns the character."""

import numpy as np
import pytest

from kinegraph.core.math.rotations import quat_rotate
from kinegraph.doodles.clip import perform_doodle
from kinegraph.doodles.doodle import Doodle, MotionLine, PieceChoice, with_choice
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.motion import MOTION_NAMES, Motion
from kinegraph.doodles.line.writing_settings import settings_for
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.doodles.reading import read_one_line
from kinegraph.doodles.sketch.proportions import Proportions

LEG = 0.8
SETTINGS = settings_for(LEG)


def _doodle(*words: tuple[str, bool]) -> Doodle:
    """A doodle with one line of the examples of the words, one after the other."""
    parts, here = [], np.zeros(2)
    for name, backward in words:
        parts.append(gesture_table().example(name, backward) + here)
        here = parts[-1][-1]
    line = np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
    even = np.linspace(0, len(line) - 1, 180)
    line = np.stack([np.interp(even, np.arange(len(line)), line[:, axis]) for axis in range(2)], axis=1)
    return Doodle(lines=(MotionLine(Stroke(line * LEG, np.linspace(0.0, 1.8, 180))),))


def _read(doodle: Doodle) -> tuple[Motion, ...]:
    return read_one_line(doodle, 0, SETTINGS, DoodleScene()).motions


@pytest.mark.parametrize("form", gesture_table().forms, ids=lambda form: f"{form[0]}{' back' * form[1]}")
def test_every_reading_can_be_corrected_to_both_forms_of_every_motion(form: tuple[str, bool]) -> None:
    doodle = _doodle(("walk", False), form)  # the way of the line is known by then
    before, *_, piece = _read(doodle)  # skating is two glides
    for name in MOTION_NAMES:
        for backward in (False, True):
            chosen = with_choice(doodle, PieceChoice(0, piece.span, name, backward))
            same, *_, motion = _read(chosen)
            assert (motion.name, motion.backward, motion.span) == (name, backward, piece.span)
            assert same.span == before.span


def _facing(doodle: Doodle) -> float:
    """How far the character faces along +Z in the end of its performance, -1 to 1."""
    clip = perform_doodle(doodle, 30.0, Proportions()).clip
    assert clip is not None
    return float(quat_rotate(clip.rotations[-1, 0], [0.0, 0.0, 1.0])[2])


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("name", MOTION_NAMES)
def test_a_meaning_of_the_same_form_leaves_the_character_facing_as_it_did(name: str, backward: bool) -> None:
    doodle = _doodle(("walk", False), ("walk", backward), ("walk", False))
    piece = _read(doodle)[1]
    chosen = with_choice(doodle, PieceChoice(0, piece.span, name, backward))
    assert _facing(doodle) > 0.9
    assert _facing(chosen) > 0.9
