"""Marker layout: the point, line, plane or space that a set's markers span.

Fewer than four markers, or markers on a line, do not define what happens beside it. Blending is done inside
their affine span, in coordinates whose unit is the markers' reach, so neither the place nor the size of a
layout matters. A direction that the markers barely span fades out: a millimetre between markers a metre apart
is a slip of the hand, and must not decide what happens a metre away.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.easing import smoothstep

# Directions in which the markers reach less than this share of their largest reach are not spanned by them.
_FLAT = 1e-6
# Directions in which they spread less than this share of their largest spread fade out. Of 0.05, 0.1, 0.2 and
# 0.3 this has the least error beside thin layouts with markers placed by hand (table in docs/perform.md).
_THIN = 0.1
# A pair of markers that only a thin direction separates keeps at least this share of its distance.
_SEPARATION = 0.01
# Markers nearer to each other than this share of the layout's reach are at one place: no function separates
# them reliably where only a thin direction does.
_TOGETHER = 1e-5


class CoincidentMarkers(InvalidValue):
    """Two keys at one place, which cannot both be what the cursor means there.

    first, second: The keys' names.
    """

    def __init__(self, first: str, second: str) -> None:
        self.first, self.second = first, second
        super().__init__(
            f"The poses {first!r} and {second!r} are at the same place; move one of them or delete it."
        )


@dataclass(frozen=True, eq=False)
class MarkerLayout:
    """Places of markers in the space that they span.

    centre: (3,) their mean [m].
    directions: (D, 3) orthonormal directions that they span; D is 0 to 3.
    reach: Largest distance of a marker from the centre [m]; 1 where they are all at it.
    places: (K, D) the markers in these coordinates, in units of the reach.
    spans: (D,) how much each direction counts, from 0 to 1: 1 where the markers span it well.
    """

    centre: Floats
    directions: Floats
    reach: float
    places: Floats
    spans: Floats

    def __post_init__(self) -> None:
        for name in ("centre", "directions", "places", "spans"):
            object.__setattr__(self, name, kernel_floats(getattr(self, name)))

    @property
    def dimensions(self) -> int:
        """0 for a point, 1 for a line, 2 for a plane, 3 for space."""
        return len(self.directions)


def marker_layout(markers: Floats, names: Sequence[str]) -> MarkerLayout:
    """The layout of (K, 3) markers [m]; raises CoincidentMarkers, which names the two keys."""
    markers = frozen_floats("Markers", markers, (None, 3))
    if len(markers) == 0:
        raise InvalidValue("A set needs at least one pose before it can be performed.")
    centre = markers.mean(axis=0)
    away = markers - centre
    reach = float(np.linalg.norm(away, axis=1).max())
    if reach == 0.0:
        reach = 1.0
    _refuse_coincident(away / reach, names)
    _, sizes, directions = np.linalg.svd(away / reach, full_matrices=False)
    spanned = directions[sizes > _FLAT * max(float(sizes[0]), 1e-300)] if len(markers) > 1 else directions[:0]
    # The sign of a singular vector is arbitrary; fixed, so that one layout always gives one set of numbers.
    largest = np.abs(spanned).argmax(axis=1)
    spanned = spanned * np.sign(spanned[np.arange(len(spanned)), largest])[:, None]
    places = away @ spanned.T / reach
    return MarkerLayout(centre, spanned, reach, places, _spans(sizes[: len(spanned)], places))


def _spans(sizes: Floats, places: Floats) -> Floats:
    """(D,) how much each direction counts, by the markers' spread (D,) along it."""
    if len(sizes) == 0:
        return np.zeros(0)
    spans = smoothstep(sizes / (_THIN * sizes[0]))
    if spans.min() == 1.0:
        return spans
    away = places[:, None] - places[None, :]
    apart, counted = (away**2).sum(axis=-1), ((away * spans) ** 2).sum(axis=-1)
    np.fill_diagonal(apart, 1.0)
    np.fill_diagonal(counted, 1.0)
    left = np.clip(1.0 - counted / (_SEPARATION**2 * apart), 0.0, 1.0)
    return np.maximum(spans, _SEPARATION * np.sqrt(left.max()))


def nearest_pair(places: Floats) -> tuple[int, int, float]:
    """The two of (K, D) places that are nearest to each other, and their distance; infinite for one place."""
    away = places[:, None] - places[None, :]
    squares = np.einsum("abd,abd->ab", away, away)
    np.fill_diagonal(squares, np.inf)
    first, second = sorted(divmod(int(squares.argmin()), len(places)))
    return first, second, float(np.sqrt(squares[first, second]))


def _refuse_coincident(places: Floats, names: Sequence[str]) -> None:
    first, second, apart = nearest_pair(places)
    if apart < _TOGETHER:
        raise CoincidentMarkers(names[first], names[second])
