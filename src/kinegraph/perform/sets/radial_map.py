"""Radial map: a smooth function from places to numbers that takes given values at the markers.

Each channel is f(x) = sum_j w_j phi_j(|x - c_j|) + P(x), with P a polynomial of degree -1 (none), 0 or 1. All
channels share one matrix, factored once when a key changes; a cursor then costs one row times the
coefficients.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kernels.own_arrays import own_arrays
from kinegraph.perform.sets.blend_tables import MapTables
from kinegraph.perform.sets.marker_layout import MarkerLayout, marker_layout, nearest_pair
from kinegraph.perform.sets.radial_functions import CODES, RadialFunction, nearest_distances
from kinegraph.perform.sets.radial_kernels import evaluate_map

DEGREES = (-1, 0, 1)
# How much a slope along a direction that the markers barely span costs beside bending.
_SLOPE_COST = 0.1
# Functions whose matrix is negative definite on weights that add up to nothing; the others' is positive.
_NEGATIVE = (RadialFunction.LINEAR, RadialFunction.HARDY)
# A solution that misses the values at the markers by more than this share of their range is rejected ...
_EXACT = 1e-8
# ... beyond what rounding costs, which is all there is where the keys hold one and the same pose.
_ROUNDING = 1e-12
# Markers nearer to each other than this, in reaches, are the likely reason of such a miss.
_CLOSE = 1e-3


@dataclass(frozen=True, eq=False)
class RadialMap:
    """A fitted map.

    layout: Where the markers are.
    scales: (K,) distance of each marker to its nearest neighbour, in units of the layout's reach.
    degree: Of the polynomial tail; a layout of one point has none above 0.
    coefficients: (K + tail, C) weights of the markers, then of 1 and the coordinates.
    """

    layout: MarkerLayout
    scales: Floats
    function: RadialFunction
    degree: int
    coefficients: Floats

    def __post_init__(self) -> None:
        object.__setattr__(self, "scales", kernel_floats(self.scales))
        object.__setattr__(self, "coefficients", kernel_floats(self.coefficients))

    @cached_property
    def tables(self) -> MapTables:
        """The map as the kernels take it."""
        layout = self.layout
        tables = MapTables(
            layout.centre,
            kernel_floats(layout.spans[:, None] * layout.directions / layout.reach),
            kernel_floats(layout.spans * layout.places),
            self.scales,
            CODES[self.function],
            self.degree,
            self.coefficients,
        )
        return own_arrays(tables)

    def evaluate(self, cursors: ArrayLike) -> Floats:
        """(..., C) values at places (..., 3) [m].

        Only the part of a place inside the markers' span counts, and far outside it counts ever less.
        """
        cursors = np.asarray(cursors, dtype=np.float64)
        flat = frozen_floats("Cursor places", cursors.reshape(-1, cursors.shape[-1]), (None, 3))
        values = np.empty((len(flat), self.coefficients.shape[1]))
        evaluate_map(flat.copy(), self.tables, values)
        return values.reshape(*cursors.shape[:-1], -1)


def fit_radial_map(
    markers: ArrayLike,
    values: ArrayLike,
    function: RadialFunction | str = RadialFunction.LINEAR,
    degree: int = 1,
    names: Sequence[str] | None = None,
) -> RadialMap:
    """The map that takes `values` (K, C) at `markers` (K, 3) [m].

    names: What to call the markers in errors; their numbers by default.
    """
    markers = frozen_floats("Markers", markers, (None, 3))
    values = frozen_floats("Values at markers", values, (len(markers), None))
    if degree not in DEGREES:
        raise InvalidValue(f"The degree of a set's polynomial must be -1, 0 or 1, not {degree}.")
    function = RadialFunction(function)
    names = names or [str(i) for i in range(len(markers))]
    layout = marker_layout(markers, names)
    scales = nearest_distances(layout.spans * layout.places)
    if len(markers) == 1:  # the same value everywhere, for any function
        constant = np.concatenate([np.zeros_like(values), values])
        return RadialMap(layout, scales, function, 0, constant)
    matrix, tail = _system(layout, scales, function, degree)
    wanted = np.concatenate([values, np.zeros((tail, values.shape[1]))])
    try:
        coefficients = np.linalg.solve(matrix, wanted)
    except np.linalg.LinAlgError:
        coefficients = None
    spread = float(np.ptp(values, axis=0).max(initial=0.0))
    allowed = _EXACT * spread + _ROUNDING * float(np.abs(values).max(initial=0.0))
    if coefficients is None or not np.abs(matrix @ coefficients - wanted).max(initial=0.0) <= allowed:
        raise InvalidValue(_inseparable(function, layout, names))
    return RadialMap(layout, scales, function, degree, np.asarray(coefficients, dtype=np.float64))


def _inseparable(function: RadialFunction, layout: MarkerLayout, names: Sequence[str]) -> str:
    """The sentence for markers that a function cannot separate: it names two that are close together."""
    first, second, apart = nearest_pair(layout.spans * layout.places)
    if apart > _CLOSE:
        return (
            f"The {function} function cannot separate these {len(names)} markers; "
            "choose another function or degree, or move one of them."
        )
    return (
        f"The {function} function cannot separate the poses {names[first]!r} and {names[second]!r}, which "
        "are close together; move one of them, or choose another function."
    )


def _system(
    layout: MarkerLayout, scales: Floats, function: RadialFunction, degree: int
) -> tuple[Floats, int]:
    """The matrix that all channels share, and how many rows of it belong to the polynomial."""
    count = len(layout.places)
    tail = 0 if degree < 0 else 1 if degree == 0 else 1 + layout.dimensions
    matrix = np.zeros((count + tail, count + tail))
    unit = np.eye(count + tail)
    markers = layout.centre + layout.reach * layout.places @ layout.directions
    found = RadialMap(layout, scales, function, degree, unit)
    matrix[:count] = found.evaluate(markers)
    matrix[count:, :count] = matrix[:count, count:].T
    if degree == 1:
        # A slope b along a thin direction costs: weights w and slopes minimize w' S w + b' L b, with S the
        # function's matrix, made positive by its sign. Where a direction is well spanned, L is 0.
        costs = _SLOPE_COST * (1.0 - layout.spans) / layout.spans
        slopes = np.arange(count + 1, count + tail)
        matrix[slopes, slopes] = costs if function in _NEGATIVE else -costs
    return matrix, tail
