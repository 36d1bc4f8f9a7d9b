"""From a doodle to its clip, and effects of edits of the drawing and of the line."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.synthetic.sketcher import synthetic_sketch
from benchmarks.synthetic.writer import Habits, Word, write_line

from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.clip import perform_doodle, read_doodle
from kinegraph.doodles.doodle import (
    Doodle,
    MotionLine,
    PieceChoice,
    TaughtExamples,
    with_choice,
    without_choice,
)
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.landing_edits import move_landing
from kinegraph.doodles.line.motion import Unknown
from kinegraph.doodles.props.prop import ball, box
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.formats.registry import load, save

FIGURE = Proportions()


def _line(words: str, seed: int = 3) -> Stroke:
    meant = tuple(Word(name, turns=int(name.endswith("flip"))) for name in words.split())
    return write_line(meant, Habits(), np.random.default_rng(seed), FIGURE.leg_length).stroke


def _names(doodle: Doodle) -> list[str]:
    return [motion.name for motion in read_doodle(doodle, FIGURE).reading.motions]


WORDS = ["walk", "walk", "leap", "walk", "front_flip", "walk"]
WALK_JUMP_FLIP = Doodle(lines=(MotionLine(_line(" ".join(WORDS))),))


def test_a_line_becomes_a_clip_with_the_drawn_timing() -> None:
    result = perform_doodle(WALK_JUMP_FLIP, 30.0, FIGURE)
    assert result.clip is not None
    assert [motion.name for motion in result.reading.motions] == WORDS
    flip = result.reading.motions[4]
    assert flip.end_time < result.clip.duration
    frame = round(30 * flip.apex_time)
    highest = int(np.argmax(result.clip.root_translations[:, 1]))
    assert abs(highest - frame) < 12  # the body is highest about where the line is
    assert result.clip.root_translations[-1, 2] == pytest.approx(result.reading.motions[-1].end[2], abs=0.3)


def test_lines_follow_the_clock_of_the_performance() -> None:
    twice = Doodle(lines=(MotionLine(_line("walk walk")), MotionLine(_line("jump", 4), at=5.0)))
    result = read_doodle(twice, FIGURE)
    assert [piece.stroke for piece in result.reading.pieces] == [0, 0, 1]
    assert result.reading.pieces[2].start_time == pytest.approx(5.0)


def test_an_unfinished_drawing_is_not_an_error() -> None:
    sketch = Doodle(links=(_line("walk"), _line("jump")), lines=WALK_JUMP_FLIP.lines)
    result = perform_doodle(sketch)
    assert result.drawn is None
    assert result.clip is None
    assert result.sketch is not None
    assert len(result.reading.motions) == 6


def test_a_doodle_without_lines_stands_where_it_was_drawn() -> None:
    drawn = synthetic_sketch(5)
    moved = tuple(Stroke(stroke.points + np.array([3.0, 0.0]), stroke.times) for stroke in drawn.strokes)
    result = perform_doodle(Doodle(links=moved))
    assert result.clip is not None
    at_home = perform_doodle(Doodle(links=drawn.strokes))
    assert at_home.clip is not None
    gone = result.clip.root_translations[0] - at_home.clip.root_translations[0]
    np.testing.assert_allclose(gone, [0.0, 0.0, 3.0], atol=1e-6)


@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_moved_landing_is_at_its_new_place_and_the_others_stay(number: int) -> None:
    before = read_doodle(WALK_JUMP_FLIP, FIGURE).reading.pieces
    place = before[number].end + np.array([0.0, 0.0, 0.12])
    moved = move_landing(WALK_JUMP_FLIP, number, place)
    after = read_doodle(moved, FIGURE).reading.pieces
    assert [piece.name for piece in after] == [piece.name for piece in before]  # type: ignore[union-attr]
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        wanted = place if index == number else old.end
        np.testing.assert_allclose(new.end, wanted, atol=0.012)
    np.testing.assert_allclose(after[number + 1].start, place, atol=0.012)
    np.testing.assert_array_equal(moved.lines[0].stroke.times, WALK_JUMP_FLIP.lines[0].stroke.times)


def test_the_start_of_a_line_can_be_moved_too() -> None:
    place = np.array([0.0, 0.0, -0.2])
    moved = move_landing(WALK_JUMP_FLIP, 0, place, which="start")
    np.testing.assert_allclose(read_doodle(moved, FIGURE).reading.pieces[0].start, place, atol=0.012)


def test_a_missing_piece_cannot_be_moved() -> None:
    with pytest.raises(InvalidValue, match="no piece 99"):
        move_landing(WALK_JUMP_FLIP, 99, np.zeros(3))


def _scribbled() -> Doodle:
    walk = _line("walk walk")
    draw = np.random.default_rng(11)
    mess = walk.points[-1] + np.cumsum(draw.normal(0.0, 0.09, (90, 2)), axis=0)
    after = _line("walk", 8)
    points = np.concatenate([walk.points, mess, after.points + mess[-1] * [1.0, 0.0] + [0.1, 0.0]])
    return Doodle(lines=(MotionLine(Stroke(points, np.arange(len(points)) / 60)),))


def test_another_guess_can_be_chosen_for_a_piece_and_taken_back() -> None:
    doodle = _scribbled()
    unknown = [piece for piece in read_doodle(doodle).reading.pieces if isinstance(piece, Unknown)]
    assert unknown
    chosen = with_choice(doodle, PieceChoice(0, unknown[0].span, "butterfly"))
    motions = read_doodle(chosen).reading.motions
    butterfly = next(motion for motion in motions if motion.name == "butterfly")
    assert butterfly.span == unknown[0].span
    np.testing.assert_allclose(butterfly.end, unknown[0].end, atol=0.1)
    assert "butterfly" not in _names(without_choice(chosen, 0, unknown[0].span))


def test_pieces_that_are_not_understood_do_not_stop_the_rest() -> None:
    result = perform_doodle(_scribbled(), 30.0, FIGURE)
    assert result.clip is not None
    assert np.isfinite(result.clip.root_translations).all()


def test_files_contain_the_props() -> None:
    doodle = replace(WALK_JUMP_FLIP, props=(box((0, 0, 9), (1, 1, 1)), ball((0, 0, -2), 0.4, loose=True)))
    scene = perform_doodle(doodle, 30.0, FIGURE).for_files()
    assert scene.character is not None
    assert {"box", "ball"} <= set(scene.character.skeleton.names)
    assert "box" not in perform_doodle(doodle, 30.0, FIGURE).for_files(props=False).clips[0].skeleton.names


@pytest.mark.parametrize("fps", [0.0, -1.0, float("nan"), 1e9])
def test_impossible_rates_are_refused(fps: float) -> None:
    with pytest.raises(InvalidValue, match="frames a second"):
        perform_doodle(WALK_JUMP_FLIP, fps, FIGURE)


def _z(seed: int) -> Stroke:
    """The letter."""
    draw = np.random.default_rng(seed)
    corners = np.array([[0.0, 0.7], [0.6, 0.72], [0.02, 0.0], [0.64, 0.02]])
    corners = corners * draw.uniform(0.92, 1.08) + draw.normal(0.0, 0.01, corners.shape)
    at = np.linspace(0.0, 3.0, 150)
    points = np.stack([np.interp(at, np.arange(4), column) for column in corners.T], axis=1)
    return Stroke(points, np.arange(150) / 120)


def test_a_taught_gesture_is_read_in_the_lines_of_its_doodle() -> None:
    lesson = TaughtExamples("zorro", "butterfly", tuple(_z(seed) for seed in range(3)))
    doodle = Doodle(lines=(MotionLine(_z(9)),), taught=(lesson,))
    (motion,) = read_doodle(doodle, FIGURE).reading.motions
    assert (motion.name, motion.taught) == ("butterfly", "zorro")


def test_a_taught_sound_begins_where_its_gesture_is_drawn_and_is_kept_in_files(tmp_path: Path) -> None:
    lesson = TaughtExamples("zorro", "slide", tuple(_z(seed) for seed in range(3)), sound="clap")
    doodle = replace(WALK_JUMP_FLIP, taught=(lesson,))
    walk = doodle.lines[0].stroke
    z = _z(9)
    line = Stroke(
        np.concatenate([walk.points, walk.points[-1] + [0.05, 0.0] + z.points]),
        np.concatenate([walk.times, walk.times[-1] + 1.5 + z.times]),
    )
    result = perform_doodle(replace(doodle, lines=(MotionLine(line),)), 30.0, FIGURE)
    (drawn,) = [motion for motion in result.reading.motions if motion.taught]
    save(result.for_files(), tmp_path / "clap.glb")
    for clip in (result.clip, load(tmp_path / "clap.glb").clips[0]):
        assert clip is not None
        (event,) = clip.events
        assert (event.name, event.kind) == ("clap", "sound")
        assert event.time == pytest.approx(drawn.start_time, abs=1e-6)


def test_a_gesture_that_cannot_be_learned_is_reported_and_the_lines_are_read() -> None:
    dot = Stroke(np.zeros((1, 2)), np.zeros(1))
    doodle = replace(WALK_JUMP_FLIP, taught=(TaughtExamples("dot", "walk", (dot,)),))
    result = read_doodle(doodle, FIGURE)
    assert any("'dot' could not be learned" in note for note in result.notes)
    assert len(result.reading.motions) == 6
