"""Lines to the left: the character turns to where its line goes and moves forward."""

import numpy as np
import pytest
from benchmarks.synthetic.sketcher import synthetic_sketch
from benchmarks.synthetic.writer import Habits, Word, write_line

from kinegraph.doodles.clip import perform_doodle
from kinegraph.doodles.doodle import Doodle, MotionLine
from kinegraph.doodles.ink.stroke import Stroke, path_lengths
from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.motion import Motion, Piece
from kinegraph.doodles.line.teaching import teach_gesture
from kinegraph.doodles.line.way import TurningReader, read_turning
from kinegraph.doodles.line.writing_settings import settings_for
from kinegraph.doodles.performing.bridging import add_piece
from kinegraph.doodles.performing.drawn_puppet import puppet_of
from kinegraph.doodles.performing.synthesis import begin_score
from kinegraph.doodles.sketch.drawn_character import drawn_character
from kinegraph.doodles.sketch.sketch import read_sketch

LEG = 0.8
SETTINGS = settings_for(LEG)
WORDS = (
    Word("walk"), Word("front_flip", turns=1), Word("stomp_walk", True), Word("twist_flip"), Word("shuffle"),
    Word("back_flip", turns=2), Word("front_handspring"),
)  # fmt: skip


def _line(words: tuple[Word, ...], way: float) -> Stroke:
    stroke = write_line(words, Habits(), np.random.default_rng(3), LEG).stroke
    return Stroke(stroke.points * [way, 1.0], stroke.times)


def _said(pieces: tuple[Piece, ...] | list[Piece]) -> list[tuple[str, bool, float]]:
    return [(p.name, p.backward, p.turns) if isinstance(p, Motion) else ("?", False, 0.0) for p in pieces]


def _drawing(facing: int) -> tuple[Stroke, ...]:
    """The strokes of a person that faces right, 1, or left, -1."""
    drawing = synthetic_sketch(5)
    side = np.array([drawing.facing * facing, 1.0])
    return tuple(Stroke(stroke.points * side, stroke.times) for stroke in drawing.strokes)


def _headings(pieces: tuple[Piece, ...], facing: int) -> list[float]:
    """Heading before the first piece and after each [rad]."""
    strokes = _drawing(facing)
    puppet = puppet_of(drawn_character(strokes, read_sketch(strokes)))
    score = begin_score(puppet, None, pieces, None, None)
    found = [score.stance.heading]
    for piece in pieces:
        add_piece(score, piece)
        found.append(score.stance.heading)
    return found


def test_a_line_to_the_left_says_what_its_mirror_image_says() -> None:
    right, left = (read_turning(_line(WORDS, way), SETTINGS) for way in (1.0, -1.0))
    assert _said(left.pieces) == _said(right.pieces) == [(w.name, w.backward, w.turns) for w in WORDS]
    for here, there in zip(left.motions, right.motions, strict=True):
        np.testing.assert_allclose(here.end, there.end * [1.0, 1.0, -1.0], atol=1e-12)


@pytest.mark.parametrize("words", [WORDS, (Word("stomp"), Word("stomp"), *WORDS)])
@pytest.mark.parametrize("batch", [1, 7, 1000])
def test_a_line_says_the_same_while_it_is_drawn(words: tuple[Word, ...], batch: int) -> None:
    line = _line(words, -1.0)
    reader, pieces = TurningReader(SETTINGS), []
    for k in range(0, len(line), batch):
        pieces += reader.feed(line.points[k : k + batch], line.times[k : k + batch])
    pieces += reader.finish()
    whole = read_turning(line, SETTINGS)
    assert _said(pieces) == _said(whole.pieces)
    for here, there in zip(pieces, whole.pieces, strict=True):
        np.testing.assert_allclose(here.end, there.end, atol=1e-9)
    assert [token.kind for token in reader.tokens] == [token.kind for token in whole.tokens]


@pytest.mark.parametrize("facing", [1, -1])
@pytest.mark.parametrize("way", [1.0, -1.0])
def test_a_character_faces_as_it_was_drawn_and_then_goes_forward(facing: int, way: float) -> None:
    pieces = read_turning(_line((Word("walk"), Word("walk"), Word("walk", True)), way), SETTINGS).pieces
    before, *after = np.cos(_headings(pieces, facing=facing))
    assert before == pytest.approx(facing, abs=1e-9)
    assert after == pytest.approx([way] * 3, abs=1e-9)  # the walk back is a backward one


def test_a_taught_sign_is_read_as_it_was_taught_whatever_the_way_of_the_line() -> None:
    rng = np.random.default_rng(5)
    zed = np.array([[0.0, 0.0], [0.0, 0.6], [0.5, 0.6], [0.1, 0.1], [0.6, 0.05]])

    def drawn(points: np.ndarray) -> Stroke:
        lengths = path_lengths(points)
        places = np.arange(0.0, lengths[-1], 0.027)
        even = np.stack([np.interp(places, lengths, points[:, k]) for k in range(2)], axis=1)
        return Stroke(even, places / 1.6)

    examples = [drawn(zed * rng.uniform(0.9, 1.1, 2) + rng.normal(0.0, 0.01, zed.shape)) for _ in range(3)]
    gesture = teach_gesture("zed", "walk", examples, SETTINGS)
    walk = gesture_table().example("walk", True) * LEG
    read = read_turning(drawn(np.concatenate([walk, walk[-1] + zed[1:]])), SETTINGS, taught=[gesture]).motions
    assert [motion.taught for motion in read] == ["", "zed"]


def test_a_drawing_that_faces_left_walks_to_the_left_without_a_turn() -> None:
    line = _line((Word("walk"), Word("walk")), -1.0)
    result = perform_doodle(Doodle(_drawing(-1), lines=(MotionLine(line),)), 30.0)
    assert result.clip is not None
    x, y = result.clip.rotations[:, 0, 0], result.clip.rotations[:, 0, 1]
    assert (1.0 - 2.0 * (x * x + y * y)).max() < 0.0  # z of the hips' own z axis
