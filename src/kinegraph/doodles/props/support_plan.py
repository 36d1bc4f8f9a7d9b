"""The support of a falling box: the tops below it, and the side that it tips to."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.props.obstacles import Obstacle
from kinegraph.doodles.props.prop import Prop

_SPECK = 1e-9  # [m²] two boxes with a smaller common area only touch


@dataclass(frozen=True, eq=False)
class Support:
    """The support of a box.

    height: Of its top [m].
    overhang: (3,) the level direction of the box's overhanging middle, or None if it stands safely.
    edge: Of the support, along that direction from the box's middle [m]; negative: the middle is beyond.
    """

    height: float
    overhang: Floats | None = None
    edge: float = 0.0


def support_below(prop: Prop, obstacles: tuple[Obstacle, ...]) -> Support:
    """The support that a box lands on when it falls straight down from its place."""
    plan = prop.corners()
    touched = [(each.top, common_plan(plan, _corners(each))) for each in obstacles if each.rounding == 0.0]
    below = [
        (top, area) for top, area in touched if top <= prop.place[1] + 1e-9 and abs(_area(area)) > _SPECK
    ]
    height = max((top for top, _ in below), default=0.0)
    if height <= 0.0:
        return Support(0.0)
    area = np.concatenate([area for top, area in below if top > height - 1e-9])
    own = (area - prop.place[[0, 2]]) @ prop.axes.T
    reaches = [(float((sign * own[:, axis]).max()), axis, sign) for axis in (0, 1) for sign in (1.0, -1.0)]
    edge, axis, sign = min(reaches)
    if edge >= 0.0:
        return Support(height)
    level = sign * prop.axes[axis]
    return Support(height, np.array([level[0], 0.0, level[1]]), edge)


def common_plan(first: Floats, second: Floats) -> Floats:
    """(N, 2) corners of the intersection of two convex plans (corners in one sense of rotation).

    Sutherland and Hodgman: the first is cut by each side of the second.
    """
    if _area(second) < 0.0:
        second = second[::-1]
    left = [tuple(point) for point in first.tolist()]
    for start, end in zip(second, np.roll(second, -1, axis=0), strict=True):
        normal = np.array([start[1] - end[1], end[0] - start[0]])
        left = _cut(left, start, normal)
    return np.array(left, dtype=np.float64).reshape(-1, 2)


def _cut(points: list[tuple], start: Floats, normal: Floats) -> list[tuple]:
    kept: list[tuple] = []
    for here, there in zip(points, points[1:] + points[:1], strict=True):
        a, b = float((np.array(here) - start) @ normal), float((np.array(there) - start) @ normal)
        if a >= 0.0:
            kept.append(here)
        if a * b < 0.0:
            share = a / (a - b)
            kept.append(tuple(np.array(here) + share * (np.array(there) - np.array(here))))
    return kept


def _area(corners: Floats) -> float:
    """Twice the area, positive if the corners go from x to z."""
    after = np.roll(corners, -1, axis=0)
    return float((corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0]).sum())


def _corners(obstacle: Obstacle) -> Floats:
    own = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * obstacle.half
    return obstacle.middle + own @ obstacle.axes
