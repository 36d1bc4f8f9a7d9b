"""A piece is returned soon after its end, and is not taken back."""

import numpy as np
import pytest
from benchmarks.synthetic.writer import Habits, Word, write_line

from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.motion import STAND, Motion, Piece
from kinegraph.doodles.line.reader import LineReader, read_line
from kinegraph.doodles.line.writing_settings import settings_for

LEG = 0.8
SETTINGS = settings_for(LEG)
STEADY = Habits(speed=2.0, fullness=0.5, hesitation=0.0, rate=120.0, tremor=0.0, unevenness=0.0)


def ink_until_certain(stroke: Stroke) -> list[tuple[str, float]]:
    """Each motion, and the ink from its end to where the pen was when it was returned [leg lengths]."""
    reader = LineReader(SETTINGS)
    found: list[tuple[str, float]] = []
    given: list[Piece] = []
    for k in range(len(stroke)):
        pieces = reader.feed(stroke.points[k : k + 1], stroke.times[k : k + 1])
        given += pieces
        found += [
            (piece.name, float(stroke.lengths[k] - stroke.lengths[piece.span[1]]) / LEG)
            for piece in pieces
            if isinstance(piece, Motion) and piece.name != STAND
        ]
    given += reader.finish()
    assert [p.span for p in given] == [p.span for p in read_line(stroke, SETTINGS).pieces]
    return found


@pytest.mark.parametrize(
    ("first", "second", "most"),
    [
        (Word("one_foot_shuffle"), Word("slide", True), 0.8),  # no flip begins with a small arc
        (Word("stiff_walk"), Word("walk", True), 1.1),  # one handspring turns off, the other begins elsewhere
        (Word("front_handspring"), Word("hop", True), 1.1),
        (Word("shuffle"), Word("slide"), 0.75),  # a pause parts two level lines
    ],
)
def test_a_motion_is_certain_after_a_little_ink_of_the_next(first: Word, second: Word, most: float) -> None:
    line = write_line((first, second, Word("walk")), STEADY, np.random.default_rng([14, 2]), LEG)
    name, ink = ink_until_certain(line.stroke)[0]
    assert name == first.name
    assert ink < most


def test_a_level_run_after_a_pause_is_certain_as_a_motion_of_its_own() -> None:
    words = (Word("slide"), Word("shuffle"), Word("slide"))
    line = write_line(words, STEADY, np.random.default_rng([14, 3]), LEG)
    found = ink_until_certain(line.stroke)
    assert [name for name, _ in found[:2]] == ["slide", "shuffle"]
    assert max(ink for _, ink in found[:2]) < 0.75
