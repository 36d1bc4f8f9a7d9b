"""Teaching a gesture by drawing it a few times, and binding it to any motion.

A drawing becomes points at even steps, relative to their middle and scaled by the extent of the drawing, with
the direction of the line at each point, so that corners count too. Two drawings are compared by dynamic time
warping. The differences among the examples set how much a drawing may differ from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.ink.stroke import Stroke, path_lengths, points_along
from kinegraph.doodles.line.gesture_parser import MOST_TOKENS
from kinegraph.doodles.line.gesture_table import Gesture, GesturePart, gesture_table
from kinegraph.doodles.line.motion import Motion, Reading
from kinegraph.doodles.line.reader import read_line
from kinegraph.doodles.line.teaching_kernels import elastic_distance
from kinegraph.doodles.line.token_expressions import Expression
from kinegraph.doodles.line.writing_settings import WritingSettings

FEWEST = 2  # examples
_COUNT = 40  # points of a compared shape
_BAND = 6  # how far one drawing may run ahead of another [points]
_DIRECTION = 0.35  # weight of a unit of direction against a unit of place
_LEAST, _MOST = 0.16, 0.34  # least tolerance, and the difference of examples that are too different
_LEEWAY = 1.7  # tolerance over the difference of the examples
_SIZES = 2.2  # largest ratio of the sizes of a drawing and the examples
_SURE = 0.6  # an example that is read as another gesture with this confidence is refused
_SMALLEST = 0.2  # extent of an example [leg lengths]
_SPARE = 2  # how many tokens a drawing may have more or fewer than the examples


@dataclass(frozen=True, eq=False)
class ShapeMatcher:
    """Compares a drawn line with the examples of a shape.

    shapes: Features (N, 4) of each example.
    sizes: Their extents [leg lengths].
    tolerance: Distance from the nearest example at which a drawing is as likely another shape.
    """

    shapes: tuple[Floats, ...]
    sizes: tuple[float, ...]
    tolerance: float

    def closeness(self, points: Floats, unit: float) -> float:
        """Closeness of a line (N, 2) [m] drawn for legs of length `unit`, 0..1; 0.5 is doubtful."""
        size = float(np.ptp(points, axis=0).max()) / unit
        if not min(self.sizes) / _SIZES < size < max(self.sizes) * _SIZES:
            return 0.0
        shape = shape_features(points)
        distance = min(elastic_distance(shape, other, _BAND) for other in self.shapes)
        return float(np.clip(1.5 - distance / self.tolerance, 0.0, 1.0))


def shape_features(points: Floats) -> Floats:
    """(40, 4) features of a line (N, 2): places relative to its middle and extent, and directions."""
    lengths = path_lengths(points)
    places = np.linspace(0.0, lengths[-1], _COUNT)
    even = points_along(points, lengths, places)
    extent = max(float(np.ptp(even, axis=0).max()), 1e-9)
    tangents = np.gradient(even, axis=0)
    tangents /= np.maximum(np.hypot(tangents[:, 0], tangents[:, 1]), 1e-9)[:, None]
    return np.concatenate([(even - even.mean(axis=0)) / extent, _DIRECTION * tangents], axis=1)


def teach_gesture(
    name: str,
    motion: str,
    examples: Sequence[Stroke],
    settings: WritingSettings,
    backward: bool = False,
    others: Sequence[Gesture] = (),
) -> Gesture:
    """Learns a gesture called `name` for `motion` from a few drawings; returns it for a `LineReader`.

    backward: Whether it stands for the motion's backward form.
    others: Gestures taught before, from which it must differ.
    Raises InvalidValue with a sentence if there are too few examples, if they are too different or go on for
    too long, or if they are already read as another gesture.
    """
    if not name or not motion:
        raise InvalidValue("A taught gesture needs a name and a motion.")
    if len(examples) < FEWEST:
        raise InvalidValue(f"Draw {name!r} at least {FEWEST} times; {len(examples)} is too few.")
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
        parts=(GesturePart("shape", _any_tokens(max(min(counts) - _SPARE, 1), max(counts) + _SPARE)),),
        criteria=(),
        backward=backward,
        either_way=False,
        taught=name,
        matcher=matcher,
        leftward=leftward,
    )


def _line(name: str, number: int, stroke: Stroke, settings: WritingSettings) -> Floats:
    if np.ptp(stroke.points, axis=0).max() < _SMALLEST * settings.leg_length:
        raise InvalidValue(f"Example {number} of {name!r} is too small. Draw it larger.")
    return stroke.points


def _reading(
    name: str, number: int, stroke: Stroke, settings: WritingSettings, others: Sequence[Gesture]
) -> Reading:
    """Reads an example with the known gestures; refuses one with too many tokens."""
    reading = read_line(stroke, settings, taught=others)
    if len(reading.tokens) > MOST_TOKENS:
        raise InvalidValue(
            f"Example {number} of {name!r} has {len(reading.tokens)} pieces; "
            f"a gesture can have up to {MOST_TOKENS}. Draw something simpler."
        )
    return reading


def _check_free(name: str, readings: Sequence[Reading]) -> None:
    """Refuses a shape that most examples share with known gestures."""
    known = []
    for reading in readings:
        sure = all(isinstance(piece, Motion) and piece.confidence >= _SURE for piece in reading.pieces)
        if reading.pieces and sure:
            known.append(reading.motions)
    if 2 * len(known) > len(readings):
        table = gesture_table().entries
        words = [m.taught or (table[m.name].title if m.name in table else m.name) for m in known[0]]
        raise InvalidValue(f"{name!r} looks too much like {', '.join(words)}. Draw something else.")


def _matcher(name: str, lines: Sequence[Floats], settings: WritingSettings) -> ShapeMatcher:
    shapes = tuple(shape_features(line) for line in lines)
    nearest = [
        min(elastic_distance(shape, other, _BAND) for other in shapes if other is not shape)
        for shape in shapes
    ]
    if max(nearest) > _MOST:
        odd = int(np.argmax(nearest)) + 1
        raise InvalidValue(
            f"Example {odd} of {name!r} looks too different from the others. Draw all examples alike."
        )
    sizes = tuple(float(np.ptp(line, axis=0).max()) / settings.leg_length for line in lines)
    return ShapeMatcher(shapes, sizes, max(_LEEWAY * max(nearest), _LEAST))


def _any_tokens(fewest: int, most: int) -> Expression:
    return Expression("X" * fewest + "(X" * (most - fewest) + ")?" * (most - fewest))
