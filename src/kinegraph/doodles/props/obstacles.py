"""Obstacles for moving props: boxes and trunks, as ground plans with heights."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.props.prop import Prop, PropKind

_TOUCHING = 1e-9  # [m]
_CORNERS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


@dataclass(frozen=True, eq=False)
class Obstacle:
    """An upright obstacle with a flat top.

    middle: (2,) x and z [m]. axes: (2, 2) its own directions, as rows. half: (2,) half sizes [m]; 0 for a
    trunk, which is round. rounding: Radius of a trunk, 0 for a box [m].
    bottom, top: Heights [m].
    """

    middle: Floats
    axes: Floats
    half: Floats
    rounding: float
    bottom: float
    top: float

    def plan(self, place: Floats) -> Floats:
        """(..., 2) places (..., 3) on its ground plan, from its middle along its own directions [m]."""
        return (place[..., [0, 2]] - self.middle) @ self.axes.T

    def holds(self, place: Floats) -> bool:
        """True if a place is above its top; only boxes carry props."""
        return self.rounding == 0.0 and bool((np.abs(self.plan(place)) <= self.half).all())

    def reach_at(self, foot: float, radius: float) -> float | None:
        """Distance of the middle of a ball on a floor at height `foot` from its plan when they touch; None:
        it passes."""
        above = self.top - foot
        if above <= _TOUCHING or self.bottom >= foot + 2.0 * radius:
            return None
        return radius if above >= radius else float(np.sqrt(radius**2 - (radius - above) ** 2))


def obstacle_of(prop: Prop) -> Obstacle:
    """The obstacle of a box or a tree that stays in its place."""
    half = 0.5 * prop.size[[0, 2]] if prop.kind == PropKind.BOX else np.zeros(2)
    rounding = 0.0 if prop.kind == PropKind.BOX else prop.radius
    return Obstacle(prop.place[[0, 2]], prop.axes, half, rounding, float(prop.place[1]), prop.top)


def way_to_touch(
    obstacle: Obstacle, center: Floats, along: Floats, reach: float
) -> tuple[float, Floats] | None:
    """Distance that a ball can roll before it touches an obstacle, and the (3,) normal of the contact.

    along: (3,) a level unit direction. reach: From the plan to the ball's middle when they touch [m].
    None if it never does.
    """
    start, heading = obstacle.plan(center), obstacle.axes @ along[[0, 2]]
    reach = reach + obstacle.rounding
    if obstacle.rounding == 0.0:
        touches = [_face(start, heading, obstacle.half, axis, reach) for axis in (0, 1)]
        touches += [_corner(start - corner * obstacle.half, heading, reach) for corner in _CORNERS]
    else:
        touches = [_corner(start, heading, reach)]
    found = [touch for touch in touches if touch is not None]
    if not found:
        return None
    way, own = min(found, key=lambda touch: touch[0])
    normal = own @ obstacle.axes
    return max(way, 0.0), np.array([normal[0], 0.0, normal[1]])


def way_inside(obstacle: Obstacle, center: Floats, along: Floats) -> float:
    """Distance from a place on a box to the edge [m]."""
    start, heading = obstacle.plan(center), obstacle.axes @ along[[0, 2]]
    ways = [
        (np.copysign(obstacle.half[axis], heading[axis]) - start[axis]) / heading[axis]
        for axis in (0, 1)
        if abs(heading[axis]) > 1e-12
    ]
    return max(float(min(ways)), 0.0)


def _face(
    start: Floats, heading: Floats, half: Floats, axis: int, reach: float
) -> tuple[float, Floats] | None:
    if abs(heading[axis]) < 1e-12:
        return None
    side = -np.sign(heading[axis])
    way = (side * (half[axis] + reach) - start[axis]) / heading[axis]
    other = start[1 - axis] + way * heading[1 - axis]
    if way < -_TOUCHING or abs(other) > half[1 - axis]:
        return None
    normal = np.zeros(2)
    normal[axis] = side
    return float(way), normal


def _corner(start: Floats, heading: Floats, reach: float) -> tuple[float, Floats] | None:
    """Distance to a circle around the origin, and the normal there."""
    nearing = -float(start @ heading)
    inside = nearing**2 - float(start @ start) + reach**2
    if nearing <= 0.0 or inside < 0.0:
        return None
    way = nearing - float(np.sqrt(inside))
    if way < -_TOUCHING:
        return None
    touch = start + way * heading
    return way, touch / max(float(np.linalg.norm(touch)), 1e-12)
