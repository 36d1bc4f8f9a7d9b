"""Tops of arcs that are moved, and pieces and stretches of lines that are retimed."""

import numpy as np
import pytest
from benchmarks.synthetic.writer import Habits, Word, write_line

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.clip import perform_doodle, read_doodle
from kinegraph.doodles.doodle import Doodle, MotionLine
from kinegraph.doodles.line.motion import Motion, Piece
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.doodles.timing_edits import move_apex, retime_piece, retime_stretch

FIGURE = Proportions()
WORDS = ("walk", "walk", "jump", "slide", "walk")


def _doodle(way: float = 1.0) -> Doodle:
    rng = np.random.default_rng(4)
    line = write_line(tuple(Word(name) for name in WORDS), Habits(), rng, FIGURE.leg_length).stroke
    moved = MotionLine(type(line)(line.points * [way, 1.0], line.times))
    return Doodle(lines=(moved, MotionLine(line, at=20.0)))


def _pieces(doodle: Doodle) -> tuple[Motion, ...]:
    pieces: tuple[Piece, ...] = read_doodle(doodle, FIGURE).reading.pieces
    return tuple(piece for piece in pieces if isinstance(piece, Motion))


def _names(doodle: Doodle) -> list[str]:
    return [piece.name for piece in _pieces(doodle)]


DOODLE = _doodle()
NAMES = _names(DOODLE)


@pytest.mark.parametrize("way", [1.0, -1.0])
def test_a_top_goes_where_it_is_put_and_the_ends_stay(way: float) -> None:
    doodle = _doodle(way)
    before = _pieces(doodle)
    jump = WORDS.index("jump")
    place = before[jump].apex + np.array([0.0, 0.3, 0.1])
    after = _pieces(move_apex(doodle, jump, place))
    np.testing.assert_allclose(after[jump].apex[1:], place[1:], atol=0.04)
    for ends in ("start", "end"):
        np.testing.assert_allclose(getattr(after[jump], ends), getattr(before[jump], ends), atol=0.02)
    assert [piece.name for piece in after] == [piece.name for piece in before]
    np.testing.assert_allclose([p.start_time for p in after], [p.start_time for p in before], atol=0.03)


def test_a_motion_means_the_same_however_its_top_is_moved() -> None:
    walk = _pieces(DOODLE)[1]
    for place in ([0.0, 0.0, -0.2], [0.0, 0.0, 0.2], [0.0, 0.9, 0.0]):  # like a tip-toe, a stomp, a jump
        assert _names(move_apex(DOODLE, 1, walk.apex + place)) == NAMES


def test_a_top_in_time_moves_between_its_ends_and_nothing_else_does() -> None:
    before = _pieces(DOODLE)
    jump = before[2]
    wanted = jump.start_time + 0.3 * jump.duration
    after = _pieces(retime_piece(DOODLE, 2, apex_time=wanted))
    assert after[2].apex_time == pytest.approx(wanted, abs=0.04)
    assert [p.name for p in after] == NAMES
    others = [number for number in range(len(before)) if number != 2]
    for number in others:
        assert after[number].start_time == pytest.approx(before[number].start_time, abs=0.03)
        assert after[number].end_time == pytest.approx(before[number].end_time, abs=0.03)


@pytest.mark.parametrize("factor", [0.3, 2.5])
def test_a_piece_that_takes_longer_shifts_all_that_follows(factor: float) -> None:
    before = _pieces(DOODLE)
    jump = before[2]
    later = (factor - 1.0) * jump.duration
    doodle = retime_piece(DOODLE, 2, end_time=jump.end_time + later)
    after = _pieces(doodle)
    assert [p.name for p in after] == NAMES
    for number, piece in enumerate(before):
        shift = later if number > 2 else 0.0
        assert after[number].start_time == pytest.approx(piece.start_time + shift, abs=0.06)
    assert doodle.clock[1] == pytest.approx(20.0 + later)
    clip = perform_doodle(doodle, 30.0, FIGURE).clip
    assert clip is not None
    assert clip.duration == pytest.approx(after[-1].end_time + 0.8, abs=0.1)


def test_a_stretch_of_a_line_is_retimed() -> None:
    pieces = _pieces(DOODLE)
    span = (pieces[0].span[0], pieces[1].span[1])
    doodle = retime_stretch(DOODLE, 0, span, 4.0)
    times = doodle.timed_stroke(0).times
    assert times[span[1]] - times[span[0]] == pytest.approx(4.0)
    assert _names(doodle) == NAMES
    np.testing.assert_allclose(np.diff(times[span[1] :]), np.diff(DOODLE.timed_stroke(0).times[span[1] :]))


@pytest.mark.parametrize(
    "edit",
    [
        lambda: move_apex(DOODLE, 3, [0.0, 1.0, 0.0]),  # a slide is level
        lambda: move_apex(DOODLE, 2, [0.0, -1.0, 0.0]),  # below its ends
        lambda: move_apex(DOODLE, 99, [0.0, 1.0, 0.0]),
        lambda: move_apex(DOODLE, 2, [0.0, np.nan, 0.0]),
        lambda: retime_piece(DOODLE, 2, apex_time=0.0),
        lambda: retime_piece(DOODLE, 2, end_time=0.0),
        lambda: retime_piece(DOODLE, 2, end_time=np.inf),
        lambda: retime_stretch(DOODLE, 0, (5, 5), 1.0),
        lambda: retime_stretch(DOODLE, 9, (5, 9), 1.0),
        lambda: retime_stretch(DOODLE, 0, (5, 9), 0.0),
    ],
)
def test_impossible_edits_are_refused(edit) -> None:  # noqa: ANN001
    with pytest.raises(InvalidValue):
        edit()
