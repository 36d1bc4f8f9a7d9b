"""The ground of the stage as heights: hills and stairs, seen from the stage or from a creature on it."""

import numpy as np
from msgspec.structs import replace

from kinegraph.core.arrays import Floats
from kinegraph.creatures.gait.ground import Ground
from kinegraph.studio.document.creature_fields import GroundHill, GroundStairs, StageGround
from kinegraph.studio.document.records import Placement
from kinegraph.studio.document.stage_space import local_from_world

_FINEST, _MOST_SAMPLES = 0.04, 400  # [m] between heights, and heights along a side
_AROUND = 0.2  # [m] of level ground around everything


def ground_from(placement: Placement, ground: StageGround) -> StageGround:
    """A ground as a character that stands at `placement` sees it."""

    def inside(x: float, z: float) -> tuple[float, float]:
        place = local_from_world(placement, (x, placement.position[1], z))
        return round(float(place[0]), 6), round(float(place[2]), 6)

    hills = [replace(hill, x=at[0], z=at[1]) for hill in ground.hills for at in [inside(hill.x, hill.z)]]
    stairs = [
        replace(flight, x=at[0], z=at[1], heading=_around(flight.heading - placement.heading))
        for flight in ground.stairs
        for at in [inside(flight.x, flight.z)]
    ]
    return StageGround(hills=tuple(hills), stairs=tuple(stairs))


def heights_of(ground: StageGround, level: float = 0.0) -> Ground:
    """The heights of a ground. level: Of the ground around it [m]."""
    if not ground.hills and not ground.stairs:
        return Ground(level=level)
    reaches = [(hill.x, hill.z, hill.radius) for hill in ground.hills]
    reaches += [(flight.x, flight.z, _reach(flight)) for flight in ground.stairs]
    places = np.array(reaches)
    low = (places[:, :2] - places[:, 2:]).min(axis=0) - _AROUND
    high = (places[:, :2] + places[:, 2:]).max(axis=0) + _AROUND
    spacing = max(_FINEST, float((high - low).max()) / _MOST_SAMPLES)
    x, z = (low[axis] + spacing * np.arange(int((high - low)[axis] / spacing) + 2) for axis in range(2))
    heights = np.zeros((len(x), len(z)))
    for flight in ground.stairs:
        heights = np.maximum(heights, _stairs_height(flight, x[:, None], z))
    for hill in ground.hills:
        heights += _hill_height(hill, x[:, None], z)
    heights[[0, -1]] = heights[:, [0, -1]] = 0.0
    return Ground(heights, low, spacing, level=level)


def _around(angle: float) -> float:
    """An angle within half a turn."""
    return round(float(np.arctan2(np.sin(angle), np.cos(angle))), 9)


def _reach(flight: GroundStairs) -> float:
    """Length of stairs from the middle of their first edge [m]."""
    return float(np.hypot(2 * flight.count * flight.run + flight.landing, 0.5 * flight.width))


def _hill_height(hill: GroundHill, x: Floats, z: Floats) -> Floats:
    away = ((x - hill.x) ** 2 + (z - hill.z) ** 2) / hill.radius**2
    return hill.height * np.maximum(1.0 - away, 0.0) ** 2


def _stairs_height(flight: GroundStairs, x: Floats, z: Floats) -> Floats:
    sine, cosine = np.sin(flight.heading), np.cos(flight.heading)
    along = sine * (x - flight.x) + cosine * (z - flight.z)
    aside = cosine * (x - flight.x) - sine * (z - flight.z)
    length = 2 * flight.count * flight.run + flight.landing
    up = np.floor(np.minimum(along, length - along) / flight.run + 1e-9) + 1.0
    level = flight.rise * np.clip(up, 0.0, flight.count)
    return np.where(np.abs(aside) <= 0.5 * flight.width, level, 0.0)
