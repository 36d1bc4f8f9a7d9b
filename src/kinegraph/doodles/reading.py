"""What a doodle's drawing and its lines say: everything that is read before anything is performed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from kinegraph.core.errors import KinegraphError
from kinegraph.doodles.doodle import Doodle, PieceChoice, TaughtExamples
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.gesture_table import Gesture
from kinegraph.doodles.line.line_3d import read_line_3d
from kinegraph.doodles.line.line_over_boxes import read_over_boxes
from kinegraph.doodles.line.motion import (
    STAND,
    Motion,
    Piece,
    Reading,
    world_from_sheet,
)
from kinegraph.doodles.line.reader import creeps, read_line
from kinegraph.doodles.line.writing_settings import WritingSettings
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.doodles.sketch.sketch import SketchReading, read_sketch

_FLIPS = ("front_flip", "back_flip", "front_handspring", "back_handspring", "twist_flip")


@dataclass(frozen=True, eq=False)
class DoodleReading:
    """What the lines of a doodle say.

    lines: Of each line what was read, on the clock of the performance.
    reading: All of them, in the order of time.
    notes: What could not be read, a sentence each.
    """

    lines: tuple[Reading, ...]
    reading: Reading
    notes: tuple[str, ...] = ()


def sketch_of(doodle: Doodle) -> SketchReading | None:
    """What the drawing of the character says; None where nothing is drawn."""
    return read_sketch(doodle.links, doodle.labels, doodle.joints) if doodle.links else None


def read_lines(doodle: Doodle, settings: WritingSettings, scene: DoodleScene) -> DoodleReading:
    """What all lines say. settings: Of who performs them."""
    taught, notes = learnt_gestures(doodle.taught, settings)
    readings: list[Reading] = []
    for number in range(len(doodle.lines)):
        stroke = doodle.timed(number)
        before = done_before(doodle, readings, float(stroke.times[0]), settings)
        try:
            reading = read_one_line(doodle, number, settings, scene, taught=taught, before=before)
            notes += _silence(reading, number, stroke, settings)
        except KinegraphError as error:  # one line that cannot be read must not take the others away
            reading = Reading((), ())
            notes.append(f"Line {number} cannot be read: {error}")
        readings.append(reading)
    pieces = sorted((piece for each in readings for piece in each.pieces), key=lambda piece: piece.start_time)
    for here, after in pairwise(pieces):
        if after.stroke != here.stroke and after.start_time < here.end_time - 1e-6:
            notes.append(
                f"Line {after.stroke} begins before line {here.stroke} has ended; what overlaps is hurried."
            )
            break
    tokens = tuple(token for each in readings for token in each.tokens)
    return DoodleReading(tuple(readings), Reading(tokens, tuple(pieces)), tuple(notes))


def done_before(doodle: Doodle, readings: Sequence[Reading], begins: float, settings: WritingSettings) -> str:
    """What was done just before a line that begins at a time [s]; "stand" where there was a rest before it.

    readings: Of the doodle's lines up to that one, in their order.
    """
    if not readings or begins - doodle.timed(len(readings) - 1).times[-1] >= settings.rest:
        return STAND
    done = [reading.motions[-1].name for reading in readings if reading.motions]
    return done[-1] if done else STAND


def _silence(reading: Reading, number: int, stroke: Stroke, settings: WritingSettings) -> list[str]:
    """A sentence about a line that says nothing to do, if it is one and its pieces do not tell why."""
    if any(motion.name != STAND for motion in reading.motions):
        return []
    if creeps(stroke, settings):
        took = f"it took {stroke.duration:.4g} s to draw, as if the pen rested all the way"
        return [f"Line {number} says nothing: {took}; are its times in the unit that was meant?"]
    return [] if reading.pieces else [f"Line {number} says nothing: the pen hardly moves."]


def read_one_line(
    doodle: Doodle,
    number: int,
    settings: WritingSettings,
    scene: DoodleScene,
    *,
    taught: Sequence[Gesture] = (),
    before: str = STAND,
) -> Reading:
    """What one line says, on the clock of the performance, with what somebody said that its pieces mean.

    before: What was done just before it.
    """
    stroke = doodle.timed(number)
    camera = doodle.lines[number].camera
    choices = [choice for choice in doodle.choices if choice.line == number]

    def read(on_sheet: Stroke) -> Reading:
        found = read_line(on_sheet, settings, taught=taught, index=number, before=before)
        return replace(found, pieces=_chosen(found.pieces, choices, on_sheet))

    if camera is None:
        return read_over_boxes(stroke, scene, settings, read)
    found = read_line_3d(stroke, camera, scene, settings, read)
    return replace(found, pieces=tuple(replace(piece, stroke=number) for piece in found.pieces))


def learnt_gestures(
    gestures: Sequence[TaughtExamples], settings: WritingSettings
) -> tuple[list[Gesture], list[str]]:
    """Gestures that could be learnt, and a sentence for each that could not."""
    learnt: list[Gesture] = []
    notes: list[str] = []
    if not gestures:
        return learnt, notes
    from kinegraph.doodles.line.teaching import taught_gesture

    for each in gestures:
        try:
            learnt.append(taught_gesture(each.name, each.motion, each.examples, settings, each.backward))
        except KinegraphError as error:
            notes.append(f"The gesture {each.name!r} could not be learnt: {error}")
    return learnt, notes


def _chosen(pieces: Sequence[Piece], choices: Sequence[PieceChoice], stroke: Stroke) -> tuple[Piece, ...]:
    """The pieces with those that somebody named in place of what was read there."""
    result = list(pieces)
    for choice in choices:
        first, last = choice.span
        if last >= len(stroke):
            continue  # of a line in space, this end is in the sky
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
        max(turns, 1.0) if choice.name in _FLIPS else 0.0,
        1.0,
        choice.span,
        number,
    )
