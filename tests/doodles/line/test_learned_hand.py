"""Corrections adapt the limits of the gesture table to the hand that drew the lines."""

from dataclasses import replace

import numpy as np
import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.clip import read_doodle
from kinegraph.doodles.doodle import Doodle, MotionLine, PieceChoice, with_choice, without_choice
from kinegraph.doodles.file import doodle_bytes, doodle_from_bytes
from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.learned_hand import Lesson, adapted_table, moved_limits
from kinegraph.doodles.line.motion import Motion
from kinegraph.doodles.sketch.proportions import Proportions

FIGURE = Proportions()
LEG = FIGURE.leg_length


def _arc(width: float, height: float, apex: float) -> np.ndarray:
    """(N, 2) an arc from (0, 0), in leg lengths, with its top at a share `apex` of its width."""
    angle = np.linspace(np.pi, 0.0, 60)
    x = 0.5 + 0.5 * np.cos(angle)
    warped = np.interp(x, [0.0, 0.5, 1.0], [0.0, apex, 1.0])
    return np.stack([width * warped, height * np.sin(angle)], axis=1)


def _line(arcs: list[np.ndarray], way: float = 1.0) -> Stroke:
    parts, here = [], np.zeros(2)
    for arc in arcs:
        parts.append(arc + here)
        here = parts[-1][-1]
    points = np.concatenate([parts[0], *(part[1:] for part in parts[1:])]) * LEG * [way, 1.0]
    lengths = path_lengths(points)
    times = np.arange(0.0, lengths[-1] / 1.4, 1.0 / 60.0)
    even = np.stack([np.interp(times * 1.4, lengths, points[:, axis]) for axis in range(2)], axis=1)
    return Stroke(even, times)


def _names(doodle: Doodle) -> list[str]:
    pieces = read_doodle(doodle, FIGURE).reading.pieces
    return [piece.name if isinstance(piece, Motion) else "?" for piece in pieces]


def _corrected(doodle: Doodle, numbers: list[int], name: str) -> Doodle:
    for number in numbers:
        piece = read_doodle(replace(doodle, choices=()), FIGURE).reading.pieces[number]
        doodle = with_choice(doodle, PieceChoice(0, piece.span, name))
    return doodle


LATE = [_arc(0.72, 0.36, 0.42)] * 5  # tip-toes whose tops are nearer to the middle than usual
LOW = [_arc(1.0, 0.85, 0.5)] * 5  # jumps that stay below the jump line


@pytest.mark.parametrize("way", [1.0, -1.0])
@pytest.mark.parametrize(("arcs", "read", "meant"), [(LATE, "walk", "tiptoe"), (LOW, "walk", "jump")])
def test_two_corrections_teach_how_a_hand_draws(
    arcs: list[np.ndarray], read: str, meant: str, way: float
) -> None:
    doodle = Doodle(lines=(MotionLine(_line(arcs, way)),))
    assert _names(doodle) == [read] * 5
    assert _names(_corrected(doodle, [0, 1], meant)) == [meant] * 5


def test_without_the_corrections_the_reading_is_as_before() -> None:
    doodle = Doodle(lines=(MotionLine(_line(LATE)),))
    taught = _corrected(doodle, [0, 1], "tiptoe")
    for choice in taught.choices:
        taught = without_choice(taught, choice.line, choice.span)
    assert _names(taught) == _names(doodle) == ["walk"] * 5
    assert adapted_table(()) is gesture_table()


def test_a_doodle_that_does_not_learn_keeps_the_corrections_alone() -> None:
    doodle = _corrected(Doodle(lines=(MotionLine(_line(LATE)),)), [0, 1], "tiptoe")
    assert _names(replace(doodle, learns=False)) == ["tiptoe"] * 2 + ["walk"] * 3


def test_a_hand_that_was_learned_elsewhere_reads_a_new_line() -> None:
    taught = read_doodle(_corrected(Doodle(lines=(MotionLine(_line(LATE)),)), [0, 1], "tiptoe"), FIGURE)
    other = Doodle(lines=(MotionLine(_line([_arc(0.8, 0.3, 0.41), _arc(0.8, 0.3, 0.55)])),))
    assert _names(other) == ["walk", "walk"]
    other = replace(other, hand=taught.hand)
    assert _names(other) == ["tiptoe", "walk"]
    loaded = doodle_from_bytes(doodle_bytes(other))
    assert loaded.hand == other.hand
    assert _names(loaded) == ["tiptoe", "walk"]


def test_a_clear_drawing_teaches_nothing() -> None:
    doodle = _corrected(Doodle(lines=(MotionLine(_line([_arc(0.72, 0.36, 0.2)] * 3)),)), [0], "tiptoe")
    assert read_doodle(doodle, FIGURE).lessons == ()


def test_a_limit_moves_only_so_far_and_with_those_that_share_it() -> None:
    lessons = [Lesson("arc.apex", 0.35, 0.5)] * 9
    (moved,) = moved_limits(lessons)
    assert moved.now == pytest.approx(0.35 + 1.5 * 0.08)
    assert moved.corrections == 9
    table = adapted_table(lessons)
    (high,) = [c.high for c in table.entry("tiptoe").gestures[0].criteria if c.measure == "apex"]
    (low,) = [c.low for c in table.entry("walk").gestures[0].criteria if c.measure == "apex"]
    assert high == low == pytest.approx(moved.now)


def test_corrections_that_disagree_move_no_limit() -> None:
    (moved,) = moved_limits([Lesson("arc.apex", 0.35, 0.06), Lesson("arc.apex", 0.35, -0.06)])
    assert moved.now == pytest.approx(0.35)


@pytest.mark.parametrize(("measure", "shift"), [("arc.beauty", 0.1), ("arc.apex", np.nan)])
def test_an_impossible_lesson_is_refused(measure: str, shift: float) -> None:
    with pytest.raises(InvalidValue):
        Lesson(measure, 0.35, shift)
