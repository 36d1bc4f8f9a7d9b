"""Reading of a doodle's drawing and its lines, before the performance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from kinegraph.core.errors import KinegraphError
from kinegraph.doodles.doodle import Doodle, PieceChoice, TaughtExamples
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.gesture_table import Gesture, GestureTable
from kinegraph.doodles.line.learned_hand import Lesson, adapted_table, lessons_of
from kinegraph.doodles.line.line_3d import read_line_3d
from kinegraph.doodles.line.line_over_boxes import read_over_boxes
from kinegraph.doodles.line.motion import (
    STAND,
    Motion,
    Piece,
    Reading,
    world_from_sheet,
)
from kinegraph.doodles.line.reader import is_too_slow, read_line
from kinegraph.doodles.line.way import read_turning
from kinegraph.doodles.line.writing_settings import WritingSettings
from kinegraph.doodles.performing.stages import motion_stages
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.doodles.sketch.drawing import read_drawing
from kinegraph.doodles.sketch.sketch import SketchReading


@dataclass(frozen=True, eq=False)
class DoodleReading:
    """The reading of the lines of a doodle.

    lines: The reading of each line, in times of the performance.
    reading: All of them, in the order of time.
    notes: One sentence about each line that could not be read.
    lessons: What the choices for pieces teach about the hand that drew the lines.
    """

    lines: tuple[Reading, ...]
    reading: Reading
    notes: tuple[str, ...] = ()
    lessons: tuple[Lesson, ...] = ()


def sketch_of(doodle: Doodle) -> SketchReading | None:
    """The reading of the character's drawing; None if no link is drawn."""
    if not doodle.links:
        return None
    return read_drawing(doodle.links, doodle.labels, doodle.joints, doodle.annotations)


def read_lines(doodle: Doodle, settings: WritingSettings, scene: DoodleScene) -> DoodleReading:
    """Reads all lines. settings: For the character that performs them."""
    taught, notes = learn_gestures(doodle.taught, settings)
    lessons = learn_hand(doodle, settings)
    table = adapted_table((*doodle.hand, *lessons))
    readings: list[Reading] = []
    for number in range(len(doodle.lines)):
        stroke = doodle.timed_stroke(number)
        before = motion_before(doodle, readings, float(stroke.times[0]), settings)
        try:
            reading = read_one_line(
                doodle, number, settings, scene, taught=taught, before=before, table=table
            )
            notes += _notes_on_empty_line(reading, number, stroke, settings)
        except KinegraphError as error:  # the other lines are read all the same
            reading = Reading((), ())
            notes.append(f"Line {number + 1} cannot be read: {error}")
        readings.append(reading)
    pieces = sorted((piece for each in readings for piece in each.pieces), key=lambda piece: piece.start_time)
    for here, after in pairwise(pieces):
        if after.stroke != here.stroke and after.start_time < here.end_time - 1e-6:
            notes.append(
                f"Line {after.stroke + 1} begins before line {here.stroke + 1} ends. "
                "It starts late and plays faster."
            )
            break
    tokens = tuple(token for each in readings for token in each.tokens)
    return DoodleReading(tuple(readings), Reading(tokens, tuple(pieces)), tuple(notes), lessons)


def learn_hand(doodle: Doodle, settings: WritingSettings) -> tuple[Lesson, ...]:
    """Lessons about the hand that drew the lines, from the choices for their pieces."""
    lessons: list[Lesson] = []
    for choice in doodle.choices if doodle.learns else ():
        line = doodle.lines[choice.line]
        if line.camera is None:
            lessons += lessons_of(line.stroke, choice.span, choice.name, choice.backward, settings)
    return tuple(lessons)


def motion_before(
    doodle: Doodle, readings: Sequence[Reading], begins: float, settings: WritingSettings
) -> str:
    """Name of the motion just before a line that begins at a time [s]; "stand" after a rest.

    readings: Of the doodle's lines up to that one, in their order.
    """
    if not readings or begins - doodle.timed_stroke(len(readings) - 1).times[-1] >= settings.rest:
        return STAND
    done = [reading.motions[-1].name for reading in readings if reading.motions]
    return done[-1] if done else STAND


def _notes_on_empty_line(
    reading: Reading, number: int, stroke: Stroke, settings: WritingSettings
) -> list[str]:
    """A note about a line without motions, if its pieces do not give the reason."""
    if any(motion.name != STAND for motion in reading.motions):
        return []
    if is_too_slow(stroke, settings):
        took = f"it took {stroke.duration:.4g} s to draw, so slowly that the pen counts as resting"
        return [f"Line {number + 1} has no motion: {took}. Check the unit of its times."]
    return [] if reading.pieces else [f"Line {number + 1} has no motion: the pen hardly moves."]


def read_one_line(
    doodle: Doodle,
    number: int,
    settings: WritingSettings,
    scene: DoodleScene,
    *,
    taught: Sequence[Gesture] = (),
    before: str = STAND,
    table: GestureTable | None = None,
) -> Reading:
    """Reads one line, in times of the performance, with the motions that the user chose for its pieces.

    before: Name of the motion just before it. table: The gestures, with the limits of a hand.
    """
    stroke = doodle.timed_stroke(number)
    camera = doodle.lines[number].camera
    choices = [choice for choice in doodle.choices if choice.line == number]

    def read(on_sheet: Stroke) -> Reading:
        turning = read_turning if camera is None else read_line  # in space it always goes forward
        found = turning(on_sheet, settings, taught=taught, index=number, before=before, table=table)
        return replace(found, pieces=_apply_choices(found.pieces, choices, on_sheet))

    if camera is None:
        return read_over_boxes(stroke, scene, settings, read)
    found = read_line_3d(stroke, camera, scene, settings, read)
    return replace(found, pieces=tuple(replace(piece, stroke=number) for piece in found.pieces))


def learn_gestures(
    gestures: Sequence[TaughtExamples], settings: WritingSettings
) -> tuple[list[Gesture], list[str]]:
    """Learns taught gestures; returns them, and a sentence about each that could not be learned."""
    learned: list[Gesture] = []
    notes: list[str] = []
    if not gestures:
        return learned, notes
    from kinegraph.doodles.line.teaching import teach_gesture

    for each in gestures:
        try:
            learned.append(teach_gesture(each.name, each.motion, each.examples, settings, each.backward))
        except KinegraphError as error:
            notes.append(f"The gesture {each.name!r} could not be learned: {error}")
    return learned, notes


def _apply_choices(
    pieces: Sequence[Piece], choices: Sequence[PieceChoice], stroke: Stroke
) -> tuple[Piece, ...]:
    """The pieces, with the user's choices in place of the pieces that were read there."""
    result = list(pieces)
    for choice in choices:
        first, last = choice.span
        if last >= len(stroke):
            continue  # this end of a line in space is in the sky
        here = [piece for piece in result if piece.span[0] < last and piece.span[1] > first]
        turns = max((piece.turns for piece in here if isinstance(piece, Motion)), default=0.0)
        result = [piece for piece in result if piece not in here]
        result.append(_motion(choice, stroke, turns, result[0].stroke if result else choice.line))
    return tuple(sorted(result, key=lambda piece: piece.start_time))


def _motion(choice: PieceChoice, stroke: Stroke, turns: float, number: int) -> Motion:
    first, last = choice.span
    points, times = stroke.points[first : last + 1], stroke.times[first : last + 1]
    top = int(np.argmax(points[:, 1]))
    places = world_from_sheet(points)
    return Motion(
        choice.name,
        choice.backward,
        places[0],
        places[-1],
        places[top],
        float(times[0]),
        float(times[top]),
        float(times[-1]),
        max(turns, 1.0) if motion_stages(choice.name).turns else 0.0,
        1.0,
        choice.span,
        number,
    )
