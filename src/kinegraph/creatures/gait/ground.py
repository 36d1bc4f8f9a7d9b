"""Ground: a tilted plane with a height field over it."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kernels.own_arrays import own_arrays
from kinegraph.creatures.gait.ground_kernels import GroundTable, fill_ground

FARTHEST = 1e4  # height of a ground, and distance of a walk from the origin [m]


@dataclass(frozen=True, eq=False)
class Ground:
    """An immutable ground: height(x, z) = level + tilt . (x, z) + field(x, z).

    heights: (X, Z) samples of the field [m], bilinear between them; beyond the outermost they go on level.
    origin: (2,) x and z of the first sample [m].
    spacing: Between samples, along both axes [m].
    tilt: (2,) rise per metre along x and along z.
    level: Height of the plane at x = z = 0 [m].
    """

    heights: Floats = field(default_factory=lambda: np.zeros((1, 1)))
    origin: Floats = field(default_factory=lambda: np.zeros(2))
    spacing: float = 1.0
    tilt: Floats = field(default_factory=lambda: np.zeros(2))
    level: float = 0.0

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "heights", frozen_floats("Ground heights", self.heights, (None, None)))
        set_field(self, "origin", frozen_floats("Ground origin", self.origin, (2,)))
        set_field(self, "tilt", frozen_floats("Ground tilt", self.tilt, (2,)))
        if not self.heights.size:
            raise InvalidValue("A ground needs at least one height.")
        if not (np.isfinite(self.spacing) and self.spacing > 0 and np.isfinite(self.level)):
            raise InvalidValue("A ground needs a spacing above zero and a finite level.")
        if max(np.abs(self.heights).max(), abs(self.level), np.abs(self.origin).max()) > FARTHEST:
            raise InvalidValue("The heights and the origin of a ground must be within 10 km.")

    @cached_property
    def table(self) -> GroundTable:
        """The ground as kernels take it (see `ground_kernels`)."""
        frame = np.array([*self.origin, self.spacing, *self.tilt, self.level])
        return own_arrays(GroundTable(np.ascontiguousarray(self.heights), frame))

    def height(self, x: ArrayLike, z: ArrayLike) -> Floats:
        """(...) height of the ground at (x, z) [m]."""
        return self._at(x, z)[..., 0]

    def normal(self, x: ArrayLike, z: ArrayLike) -> Floats:
        """(..., 3) unit normals of the ground at (x, z)."""
        found = self._at(x, z)
        normals = np.stack([-found[..., 1], np.ones(found.shape[:-1]), -found[..., 2]], axis=-1)
        return normals / np.linalg.norm(normals, axis=-1, keepdims=True)

    def _at(self, x: ArrayLike, z: ArrayLike) -> Floats:
        places = np.stack(np.broadcast_arrays(np.asarray(x, float), np.asarray(z, float)), axis=-1)
        if not np.isfinite(places).all():
            raise InvalidValue("Coordinates on the ground must be finite numbers.")
        found = np.empty((places.size // 2, 3))
        fill_ground(self.table, kernel_floats(places.reshape(-1, 2)), found)
        return found.reshape(*places.shape[:-1], 3)


def flat(level: float = 0.0) -> Ground:
    """Level ground."""
    return Ground(level=level)


def slope(angle: float, heading: float = 0.0) -> Ground:
    """A plane through the origin that rises by `angle` [rad] towards `heading` [rad] about Y, 0 being +Z."""
    if not abs(angle) < 0.5 * np.pi:
        raise InvalidValue(f"The angle of a slope must be less than a right angle, not {angle} rad.")
    rise = np.tan(angle)
    return Ground(tilt=rise * np.array([np.sin(heading), np.cos(heading)]))


def steps(rise: float, run: float, count: int, *, start: float = 1.0, edge: float = 0.02) -> Ground:
    """Stairs up along +Z (down where `rise` is negative), level before and after.

    rise, run: Height and depth of one step [m].
    start: z of the first edge [m].
    edge: How far a riser leans [m]: a height field cannot stand upright.
    """
    if not (run > edge > 0 and 0 < count <= 1000):
        raise InvalidValue("Stairs need 1 to 1000 steps that are deeper than their edge.")
    if not (count * run <= FARTHEST and count * abs(rise) <= FARTHEST):
        raise InvalidValue("Stairs must be at most 10 km long and high.")
    spacing = min(edge, run / 4)
    z = np.arange(0.0, count * run + 2 * spacing, spacing)
    level = rise * np.minimum(np.floor(z / run + 1e-9) + 1.0, count)
    level = np.concatenate([[0.0], level])  # the sample before the first edge is still below
    return Ground(level[None, :], np.array([0.0, start - spacing]), spacing)


def bumps(
    height: float, size: float, *, seed: int = 0, extent: float = 40.0, spacing: float | None = None
) -> Ground:
    """Smooth uneven ground about the origin.

    height: Of the highest hillock or hollow, from the height at the origin [m].
    size: How far hillocks are across, about [m].
    extent: Side of the square that is uneven [m].
    """
    spacing = size / 8 if spacing is None else spacing
    count = round(extent / spacing) + 1 if spacing > 0 else 0
    if not (size > 0 and 2 <= count <= 4000):
        raise InvalidValue("Bumps need a size above zero and 2 to 4000 samples per side.")
    if not abs(height) <= FARTHEST:
        raise InvalidValue("Bumps must be at most 10 km high.")
    place = np.linspace(-0.5 * extent, 0.5 * extent, count)
    draw = np.random.default_rng(seed)
    waves = np.zeros((count, count))
    for _ in range(12):  # plane waves of similar lengths in all directions
        turn, phase = draw.uniform(0, 2 * np.pi, 2)
        pitch = 2 * np.pi / (size * draw.uniform(1.4, 2.8))
        waves += np.cos(pitch * (place[:, None] * np.cos(turn) + place * np.sin(turn)) + phase)
    waves -= waves[count // 2, count // 2]  # level with the origin, where creatures start
    waves *= height / max(float(np.abs(waves).max()), 1e-12)
    return Ground(waves, np.full(2, -0.5 * extent), extent / (count - 1))
