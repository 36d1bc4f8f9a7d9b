"""Stroke: the points that the pen drew between going down and coming up, with their times.

The sheet is the character's side view: x to the right, y up, metres, the ground at y = 0.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import ArrayField, Floats, frozen_floats, read_only
from kinegraph.core.errors import InvalidValue

FARTHEST = 1e6  # largest coordinate [m]; squares and fourth powers of coordinates stay finite
_UNTIMED_RATE = 60.0  # points per second of a stroke without times


@dataclass(frozen=True, eq=False)
class Stroke:
    """One stroke of the pen.

    points: (N, 2) on the sheet [m], N >= 1.
    times: (N,) when the pen was there [s], never decreasing.
    pressure: (N,) 0..1, or None if the device has none.
    """

    points: ArrayField
    times: ArrayField
    pressure: Floats | None = None

    def __post_init__(self) -> None:
        stroke = _check_stroke(self.points, self.times, self.pressure, "a stroke")
        for field, value in zip(("points", "times", "pressure"), stroke, strict=True):
            object.__setattr__(self, field, value)

    def __len__(self) -> int:
        return len(self.points)

    @cached_property
    def lengths(self) -> Floats:
        """(N,) length of the line from the first point to each point [m]."""
        return read_only(path_lengths(self.points))

    @property
    def length(self) -> float:
        """Length of the line [m]."""
        return float(self.lengths[-1])

    @property
    def duration(self) -> float:
        """Time from pen-down to pen-up [s]."""
        return float(self.times[-1] - self.times[0])

    @cached_property
    def box(self) -> Floats:
        """(2, 2) lower left and upper right corner [m]."""
        return read_only(np.stack([self.points.min(axis=0), self.points.max(axis=0)]))


def stroke_from_raw(
    points: ArrayLike, times: ArrayLike | None = None, pressure: ArrayLike | None = None, name: str = "stroke"
) -> Stroke:
    """A stroke from the data of a device or a file; errors name the stroke and the wrong point.

    times: (N,) [s]; None: 60 points a second.
    """
    checked_points = _finite_rows(name, "point", points, 2)
    if times is None:
        times = np.arange(len(checked_points)) / _UNTIMED_RATE
    return Stroke(*_check_stroke(checked_points, times, pressure, name))


def _check_stroke(
    points: ArrayLike, times: ArrayLike, pressure: ArrayLike | None, name: str
) -> tuple[Floats, Floats, Floats | None]:
    places = _finite_rows(name, "point", points, 2)
    count = len(places)
    far = np.abs(places).max(axis=1) > FARTHEST
    if far.any():
        raise InvalidValue(f"Point {int(far.argmax())} of {name} is more than {FARTHEST:g} m off the sheet.")
    moments = _finite_rows(name, "time", times, None)
    if len(moments) != count:
        raise InvalidValue(
            f"{_capital(name)} has {count} points but {len(moments)} times; each point needs one."
        )
    back = np.diff(moments) < 0.0
    if back.any():
        where = int(back.argmax()) + 1
        raise InvalidValue(f"Time runs backwards in {name}: point {where} is earlier than the one before it.")
    if pressure is None:
        return places, moments, None
    presses = _finite_rows(name, "pressure", pressure, None)
    if len(presses) != count:
        raise InvalidValue(f"{_capital(name)} has {count} points but {len(presses)} pressures.")
    wrong = (presses < 0.0) | (presses > 1.0)
    if wrong.any():
        raise InvalidValue(f"Pressure {int(wrong.argmax())} of {name} is not between 0 and 1.")
    return places, moments, presses


def _finite_rows(name: str, what: str, values: ArrayLike, width: int | None) -> Floats:
    """`values` as (N, width) or, without a width, (N,) finite numbers, N >= 1."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidValue(f"The {what}s of {name} must be numbers, in rows of equal length.") from None
    if array.size == 0:
        raise InvalidValue(f"{_capital(name)} has no {what}s; it needs at least one.")
    if array.shape[1:] != (() if width is None else (width,)) or not array.ndim:
        each = "single numbers" if width is None else f"{width} numbers each"
        raise InvalidValue(f"The {what}s of {name} must be {each}; their shape is {array.shape}.")
    finite = np.isfinite(array).reshape(len(array), -1).all(axis=1)
    if not finite.all():
        where = int((~finite).argmax())
        raise InvalidValue(f"{_capital(what)} {where} of {name} is not a finite number.")
    return frozen_floats(f"The {what}s of {name}", array, (None, width) if width else (None,))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def path_lengths(points: Floats) -> Floats:
    """(N,) length of a line of points (N, D) up to each of them [m]."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def points_along(points: Floats, lengths: Floats, at: Floats) -> Floats:
    """(M, D) places on a line of points (N, D) at lengths (M,) along it [m].

    lengths: (N,) of the line up to each of its points (`path_lengths`).
    """
    return np.stack([np.interp(at, lengths, column) for column in points.T], axis=1)


def thin_stroke(stroke: Stroke, step: float) -> Stroke:
    """The stroke with at most one of its own points per `step` [m] of line, first and last kept."""
    if not step > 0.0:
        raise InvalidValue(f"The step for thinning a stroke must be above zero, not {step}.")
    bins = np.floor(stroke.lengths / step)
    kept = np.concatenate([[True], np.diff(bins) > 0])
    kept[-1] = True
    return _select_points(stroke, np.flatnonzero(kept))


def _select_points(stroke: Stroke, kept: np.ndarray) -> Stroke:
    pressure = None if stroke.pressure is None else stroke.pressure[kept]
    return Stroke(stroke.points[kept], stroke.times[kept], pressure)
