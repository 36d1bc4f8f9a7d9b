"""Teaching a gesture by drawing it a few times, and binding it to any motion.

A drawing becomes points at even steps along it, about their middle and as large as the drawing is, with
the direction of the line at each: so corners count as much as places. Two drawings are compared
elastically. How much the examples differ among themselves says how much a drawing may differ from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import Stroke, path_lengths, points_along
from kinegraph.doodles.line.gesture_grammar import Expression
from kinegraph.doodles.line.gesture_parser import MOST_TOKENS
from kinegraph.doodles.line.gesture_table import Gesture, Part, gesture_table
from kinegraph.doodles.line.motion import Motion, Reading
from kinegraph.doodles.line.reader import read_line
from kinegraph.doodles.line.teaching_kernels import elastic_distance
from kinegraph.doodles.line.writing_settings import WritingSettings

FEWEST = 2  # examples
_COUNT = 40  # points of a compared shape
_BAND = 6  # how far one drawing may run ahead of another
_DIRECTION = 0.35  # what a unit of direction counts against a unit of place
_LEAST, _MOST = 0.16, 0.34  # how much a drawing may differ: at least, and where examples are too different
_LEEWAY = 1.7  # of what the examples differ among themselves
_SIZES = 2.2  # a drawing may be this many times as large or as small
_SURE = 0.6  # confidence with which an example must be read otherwise to be refused
_SMALLEST = 0.2  # extent of an example [leg lengths]
_SPARE = 2  # tokens that a drawing may have more or fewer than the examples


@dataclass(frozen=True, eq=False)
class ShapeMatcher:
    """Knows a shape by its examples.

    shapes: Features (N, 4) of each example.
    sizes: Their extents [leg lengths].
    tolerance: How far from the nearest example a drawing is as likely another shape.
    """

    shapes: tuple[Floats, ...]
    sizes: tuple[float, ...]
    tolerance: float

    def closeness(self, points: Floats, unit: float) -> float:
        """How near a line (N, 2) [m] drawn for legs of length `unit` comes, 0..1; 0.5 is doubtful."""
        size = float(np.ptp(points, axis=0).max()) / unit
        if not min(self.sizes) / _SIZES < size < max(self.sizes) * _SIZES:
            return 0.0
        shape = shape_features(points)
        distance = min(elastic_distance(shape, other, _BAND) for other in self.shapes)
        return float(np.clip(1.5 - distance / self.tolerance, 0.0, 1.0))


def shape_features(points: Floats) -> Floats:
    """(40, 4) what of a line (N, 2) is compared: places about its middle by its extent, and directions."""
    lengths = path_lengths(points)
    places = np.linspace(0.0, lengths[-1], _COUNT)
    even = points_along(points, lengths, places)
    extent = max(float(np.ptp(even, axis=0).max()), 1e-9)
    tangents = np.gradient(even, axis=0)
    tangents /= np.maximum(np.hypot(tangents[:, 0], tangents[:, 1]), 1e-9)[:, None]
    return np.concatenate([(even - even.mean(axis=0)) / extent, _DIRECTION * tangents], axis=1)


def taught_gesture(
    name: str,
    motion: str,
    examples: Sequence[Stroke],
    settings: WritingSettings,
    backward: bool = False,
    others: Sequence[Gesture] = (),
) -> Gesture:
    """A gesture called `name` that stands for `motion`, from a few drawings of it; `LineReader` takes it.

    backward: Whether it stands for the motion's backward form.
    others: Gestures taught before, from which it must differ.
    Raises InvalidValue with a sentence if there are too few examples, if they are too different or go on for
    too long, or if what they show is read as something else already.
    """
    if not name or not motion:
        raise InvalidValue("A taught gesture needs a name and the name of the motion that it stands for.")
    if len(examples) < FEWEST:
        raise InvalidValue(
            f"Draw {name!r} {FEWEST} times at least, so that it can be learnt; {len(examples)} is too few."
        )
    lines = [_line(name, number, stroke, settings) for number, stroke in enumerate(examples, start=1)]
    readings = [
        _reading(name, number, stroke, settings, others) for number, stroke in enumerate(examples, start=1)
    ]
    _check_free(name, readings)
    matcher = _matcher(name, lines, settings)
    counts = [len(reading.tokens) for reading in readings]
    leftward = float(np.mean([line[-1, 0] - line[0, 0] for line in lines])) < -0.1 * settings.leg_length
    return Gesture(
        motion=motion,
        parts=(Part("shape", _any_tokens(max(min(counts) - _SPARE, 1), max(counts) + _SPARE)),),
        criteria=(),
        backward=backward,
        either_way=False,
        taught=name,
        matcher=matcher,
        leftward=leftward,
    )


def _line(name: str, number: int, stroke: Stroke, settings: WritingSettings) -> Floats:
    if np.ptp(stroke.points, axis=0).max() < _SMALLEST * settings.leg_length:
        raise InvalidValue(f"Example {number} of {name!r} is too small to be told from a slip of the pen.")
    return stroke.points


def _reading(
    name: str, number: int, stroke: Stroke, settings: WritingSettings, others: Sequence[Gesture]
) -> Reading:
    """How an example is read so far; refuses one that no gesture could be as long as."""
    reading = read_line(stroke, settings, taught=others)
    if len(reading.tokens) > MOST_TOKENS:
        raise InvalidValue(
            f"Example {number} of {name!r} goes to and fro too often, in {len(reading.tokens)} strokelets; "
            f"a gesture has up to {MOST_TOKENS}: draw something simpler."
        )
    return reading


def _check_free(name: str, readings: Sequence[Reading]) -> None:
    """Refuses a shape that most examples have in common with gestures that are known already."""
    known = []
    for reading in readings:
        sure = all(isinstance(piece, Motion) and piece.confidence >= _SURE for piece in reading.pieces)
        if reading.pieces and sure:
            known.append(reading.motions)
    if 2 * len(known) > len(readings):
        table = gesture_table().entries
        words = [m.taught or (table[m.name].title if m.name in table else m.name) for m in known[0]]
        raise InvalidValue(
            f"{name!r} is drawn too much like {', '.join(words)}, which is read already; draw something else."
        )


def _matcher(name: str, lines: Sequence[Floats], settings: WritingSettings) -> ShapeMatcher:
    shapes = tuple(shape_features(line) for line in lines)
    nearest = [
        min(elastic_distance(shape, other, _BAND) for other in shapes if other is not shape)
        for shape in shapes
    ]
    if max(nearest) > _MOST:
        odd = int(np.argmax(nearest)) + 1
        raise InvalidValue(
            f"Example {odd} of {name!r} looks too different from the others; draw it alike each time."
        )
    sizes = tuple(float(np.ptp(line, axis=0).max()) / settings.leg_length for line in lines)
    return ShapeMatcher(shapes, sizes, max(_LEEWAY * max(nearest), _LEAST))


def _any_tokens(fewest: int, most: int) -> Expression:
    return Expression("X" * fewest + "(X" * (most - fewest) + ")?" * (most - fewest))
