"""Path of a ball over drawn ground: it rolls down hills, hops down stairs and falls into gaps.

It moves in the plane of the sheet that it starts in. Drawn ground has no closed form, so the path is
integrated once, in steps of its own: the place at a time does not depend on the frame rate.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.doodles.props.ball_path import BOUNCE, ROLLING_RESISTANCE, WALL_BOUNCE
from kinegraph.doodles.props.drawn_ground import DrawnGround
from kinegraph.doodles.props.obstacles import Obstacle
from kinegraph.doodles.props.path import GRAVITY, Piece, Sampled
from kinegraph.doodles.props.prop import Prop
from kinegraph.doodles.props.rolling_kernels import roll_ball

_STEP = 1.0 / 240.0  # [s]
_LONGEST = 60.0  # [s] then the ball stays where it is
_UP = np.array([0.0, 1.0, 0.0])
_ACROSS = np.array([1.0, 0.0, 0.0])


def rolling_path(prop: Prop, ground: DrawnGround, obstacles: tuple[Obstacle, ...]) -> list[Piece]:
    """The pieces of a loose ball's path over drawn ground from its start until it rests."""
    center = prop.place + prop.radius * _UP
    segments = np.concatenate([ground.segments, *(_section(each, center[0]) for each in obstacles)])
    speed = prop.push
    state = np.array([center[2], center[1], speed[2], speed[1], speed[2] / prop.radius])
    rows = np.empty((int(_LONGEST / _STEP) + 1, 3))
    count = roll_ball(
        np.ascontiguousarray(segments),
        state,
        prop.radius,
        GRAVITY,
        ROLLING_RESISTANCE,
        np.array([BOUNCE, WALL_BOUNCE]),
        _STEP,
        rows,
    )
    path = rows[:count]
    centers = np.column_stack([np.full(count, center[0]), path[:, 1], path[:, 0]])
    turned = np.asarray(quat_from_axis_angle(prop.turn * _UP))
    end = prop.starts + (count - 1) * _STEP
    return [Sampled(prop.starts, end, centers, path[:, 2].copy(), _ACROSS, turned)]


def _section(obstacle: Obstacle, x: float) -> Floats:
    """(M, 4) sides and top of an obstacle where a plane across it cuts it."""
    if obstacle.rounding > 0.0:
        half = obstacle.rounding**2 - (x - obstacle.middle[0]) ** 2
        if half <= 0.0:
            return np.empty((0, 4))
        left, right = obstacle.middle[1] + np.sqrt(half) * np.array([-1.0, 1.0])
    else:
        start = obstacle.axes @ np.array([x - obstacle.middle[0], -obstacle.middle[1]])
        way = obstacle.axes[:, 1]
        left, right = -np.inf, np.inf
        for axis in (0, 1):
            if abs(way[axis]) < 1e-12:
                if abs(start[axis]) > obstacle.half[axis]:
                    return np.empty((0, 4))
                continue
            ends = sorted((np.array([-1.0, 1.0]) * obstacle.half[axis] - start[axis]) / way[axis])
            left, right = max(left, ends[0]), min(right, ends[1])
        if left >= right:
            return np.empty((0, 4))
    low, high = obstacle.bottom, obstacle.top
    return np.array([[left, low, left, high], [left, high, right, high], [right, high, right, low]])
