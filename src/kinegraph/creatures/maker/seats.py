"""Seats of pieces on a creature: along the torso, along a limb, around a head."""

from dataclasses import dataclass
from math import hypot

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.maker.creature_plan import Seat, Vector

_END = 0.02  # share of a line at its ends where seats may also face along the line


@dataclass(frozen=True, eq=False)
class Anchor:
    """The place of a seat in the character.

    bone: The bone that carries it.
    center: (3,) on the carrier's middle line, or the head's middle [m].
    surface: (3,) on the skin of its own flesh [m].
    outward: (3,) unit direction from one to the other.
    radius: From one to the other [m].
    """

    bone: str
    center: Floats
    surface: Floats
    outward: Floats
    radius: float


@dataclass(frozen=True, eq=False)
class Line:
    """A chain of bones that pieces can sit on: the spine, a limb.

    points: (N + 1, 3), radii: (N + 1,), widths: (N + 1,) as the bones have them [m].
    """

    bones: tuple[str, ...]
    points: Floats
    radii: Floats
    widths: Floats

    def anchor(self, seat: Seat) -> Anchor:
        """The place of a seat."""
        steps = np.linalg.norm(np.diff(self.points, axis=0), axis=1)
        along = np.concatenate([[0.0], np.cumsum(steps)])
        place = seat.at * along[-1]
        bone = int(np.clip(np.searchsorted(along, place, side="right") - 1, 0, len(self.bones) - 1))
        share = (place - along[bone]) / max(steps[bone], 1e-12)
        center, radius, width = (
            (1.0 - share) * values[bone] + share * values[bone + 1]
            for values in (self.points, self.radii, self.widths)
        )
        outward = unit(seat.toward)
        if _END < seat.at < 1.0 - _END:
            tangent = unit(self.points[bone + 1] - self.points[bone])
            outward = unit(outward - tangent * (outward @ tangent), tangent[[0, 2, 1]] * [1.0, -1.0, 1.0])
            reach = radius * outward * [width, 1.0, 1.0]
        else:
            reach = self._distance_to_skin(center, outward) * outward
        return Anchor(self.bones[bone], center, center + reach, outward, float(np.linalg.norm(reach)))

    def _distance_to_skin(self, center: Floats, outward: Floats) -> float:
        """Distance of the skin from the middle of an end [m].

        Spheres at all points of the line count: the middle of a round body may reach beyond its end.
        """
        scale = np.stack([self.widths, np.ones_like(self.widths), np.ones_like(self.widths)], axis=1)
        start, way = (center - self.points) / scale, outward / scale
        a = np.einsum("ni,ni->n", way, way)
        b = np.einsum("ni,ni->n", start, way)
        c = np.einsum("ni,ni->n", start, start) - self.radii**2
        inside = b**2 - a * c
        return float(np.where(inside > 0.0, (np.sqrt(np.maximum(inside, 0.0)) - b) / a, 0.0).max())

    def seat_near(self, on: str, point: Floats) -> tuple[Seat, float]:
        """(the seat on carrier `on` nearest to a point (3,), distance of the skin from the point [m])."""
        starts, steps = self.points[:-1], np.diff(self.points, axis=0)
        lengths = np.linalg.norm(steps, axis=1)
        share = np.einsum("ni,ni->n", point - starts, steps) / np.maximum(lengths**2, 1e-18)
        share = np.clip(share, 0.0, 1.0)
        radii = self.radii[:-1] + share * np.diff(self.radii)
        away = np.linalg.norm(point - starts - share[:, None] * steps, axis=1) - radii
        bone = int(np.argmin(np.abs(away)))
        at = (lengths[:bone].sum() + share[bone] * lengths[bone]) / max(lengths.sum(), 1e-12)
        center = starts[bone] + share[bone] * steps[bone]
        return Seat(on, float(min(at, 1.0)), as_vector(unit(point - center))), float(abs(away[bone]))


@dataclass(frozen=True, eq=False)
class Ball:
    """A head: an ellipsoid with half-axes `radii` (3,) about `center` (3,) [m]."""

    bone: str
    center: Floats
    radii: Floats

    def anchor(self, seat: Seat) -> Anchor:
        """The place of a seat."""
        outward = unit(seat.toward)
        reach = 1.0 / np.linalg.norm(outward / self.radii)
        return Anchor(self.bone, self.center, self.center + reach * outward, outward, float(reach))

    def seat_near(self, on: str, point: Floats) -> tuple[Seat, float]:
        """(the seat on carrier `on` nearest to a point (3,), distance of the skin from the point [m])."""
        outward = unit(point - self.center)
        reach = 1.0 / np.linalg.norm(outward / self.radii)
        gap = abs(float(np.linalg.norm(point - self.center)) - reach)
        return Seat(on, 1.0, as_vector(outward)), float(gap)


Carrier = Line | Ball


def unit(vector: object, fallback: object = (0.0, 1.0, 0.0)) -> Floats:
    """(3,) the direction of a vector; `fallback` where it has none."""
    direction = np.asarray(vector, dtype=np.float64)
    size = hypot(*direction.tolist())
    return direction / size if size > 1e-9 else unit(fallback)


def as_vector(values: Floats) -> Vector:
    """An array (3,) as a tuple, the form that plans use."""
    x, y, z = (float(value) for value in values)
    return x, y, z


def vector(x: float, y: float, z: float) -> Floats:
    """(3,) three numbers as an array."""
    return np.array([x, y, z])
