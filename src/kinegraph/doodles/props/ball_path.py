"""Path of a ball: it rolls with a push and rolling resistance, bounces off boxes and trees, falls off edges.

Between two events a ball rolls in a straight line with a constant deceleration, or flies on a parabola; the
next event is found in closed form. A ball at an edge rolls over it until it leaves it (a solid ball leaves
where the cosine of the slope is (10 + 7 v² / g r) / 17, with v its speed at the edge).
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.doodles.props.obstacles import Obstacle, way_inside, way_to_touch
from kinegraph.doodles.props.path import (
    GRAVITY,
    Glide,
    Piece,
    Swing,
    swing_angles,
)
from kinegraph.doodles.props.prop import Prop

ROLLING_RESISTANCE = 0.03  # deceleration of a rolling ball, as a share of gravity
BOUNCE, WALL_BOUNCE = 0.55, 0.7  # share of the speed after a bounce off the floor, and off a wall
_LOWEST_BOUNCE = 0.15  # [m/s] a slower ball stays down
_SLOWEST = 1e-3  # [m/s]
_MOST_EVENTS = 400
_UP = np.array([0.0, 1.0, 0.0])


class _Ball:
    """A ball between two events."""

    def __init__(self, prop: Prop) -> None:
        self.radius = prop.radius
        self.time = prop.starts
        self.center = prop.place + self.radius * _UP
        self.velocity = prop.push.copy()
        self.rotation = np.asarray(quat_from_axis_angle(prop.turn * _UP))
        self.spin = np.zeros(3)

    @property
    def foot(self) -> float:
        return float(self.center[1] - self.radius)

    def advance(self, piece: Piece, velocity: Floats) -> Piece:
        centers, rotations = piece.at(np.array([piece.end]))
        self.time, self.center, self.rotation = piece.end, centers[0], rotations[0]
        self.velocity = velocity
        return piece


def ball_path(prop: Prop, obstacles: tuple[Obstacle, ...]) -> list[Piece]:
    """The pieces of a loose ball's path from its start until it rests.

    obstacles: Props that do not move meanwhile.
    """
    ball, pieces = _Ball(prop), []
    for _ in range(_MOST_EVENTS):
        floor, under = _floor(ball, obstacles)
        flies = ball.foot > floor + 1e-9 or ball.velocity[1] > _LOWEST_BOUNCE
        if flies:
            pieces.append(_flight(ball, obstacles))
        elif np.hypot(ball.velocity[0], ball.velocity[2]) > _SLOWEST:
            pieces += _roll(ball, obstacles, under)
        else:
            break
    return pieces or [Glide(prop.starts, prop.starts, ball.center, rotation=ball.rotation)]


def _floor(ball: _Ball, obstacles: tuple[Obstacle, ...]) -> tuple[float, Obstacle | None]:
    """Height of the floor below the ball's middle, and its box; None for the ground."""
    best, under = 0.0, None
    for obstacle in obstacles:
        if best < obstacle.top <= ball.foot + 1e-9 and obstacle.holds(ball.center):
            best, under = obstacle.top, obstacle
    return best, under


def _roll(ball: _Ball, obstacles: tuple[Obstacle, ...], under: Obstacle | None) -> list[Piece]:
    level = ball.velocity * [1.0, 0.0, 1.0]
    speed = float(np.linalg.norm(level))
    along = level / speed
    slowing = ROLLING_RESISTANCE * GRAVITY
    way, normal, edge = speed**2 / (2.0 * slowing), None, False
    for obstacle in obstacles:
        if obstacle is under:
            continue
        reach = obstacle.reach_at(ball.foot, ball.radius)
        found = None if reach is None else way_to_touch(obstacle, ball.center, along, reach)
        if found is not None and found[0] < way:
            way, normal, edge = found[0], found[1], False
    if under is not None:
        leaves = way_inside(under, ball.center, along)
        if leaves < way:
            way, normal, edge = leaves, None, True
    left = float(np.sqrt(max(speed**2 - 2.0 * slowing * way, 0.0)))
    piece = Glide(
        ball.time,
        ball.time + (speed - left) / slowing,
        ball.center,
        level,
        -slowing * along,
        ball.rotation,
        np.cross(_UP, along),
        speed / ball.radius,
        -slowing / ball.radius,
    )
    ball.advance(piece, left * along)
    ball.spin = left / ball.radius * np.cross(_UP, along)
    if normal is not None:
        _bounce_from(ball, normal)
    return [piece, *(_roll_over_edge(ball, along, left) if edge else [])]


def _bounce_from(ball: _Ball, normal: Floats) -> None:
    into = float(ball.velocity @ normal)
    ball.velocity = ball.velocity - (1.0 + WALL_BOUNCE) * min(into, 0.0) * normal


def _roll_over_edge(ball: _Ball, along: Floats, speed: float) -> list[Piece]:
    """The piece in which it rolls over an edge until it leaves it; none if it is fast enough to leave at
    once."""
    weight = GRAVITY * ball.radius
    takes_off = (10.0 + 7.0 * speed**2 / weight) / 17.0
    if takes_off >= 1.0 or speed <= 0.0:
        ball.center = ball.center + 1e-6 * along
        return []
    last = float(np.arccos(takes_off))
    seconds, angles, rates = swing_angles(
        GRAVITY / (1.4 * ball.radius), 0.0, speed / ball.radius, lambda lean, _: last - lean
    )
    axis = np.cross(_UP, along)
    arm = ball.radius * _UP
    piece = Swing(ball.time, ball.time + seconds, ball.center - arm, arm, axis, ball.rotation, angles, rates)
    lean, rate = float(angles[-1]), float(rates[-1])
    leaving = rate * ball.radius * (np.cos(lean) * along - np.sin(lean) * _UP)
    ball.advance(piece, leaving)
    ball.spin = rate * axis
    return [piece]


def _flight(ball: _Ball, obstacles: tuple[Obstacle, ...]) -> Piece:
    level = ball.velocity * [1.0, 0.0, 1.0]
    speed = float(np.linalg.norm(level))
    seconds, normal = _fall_time(ball, 0.0), _UP
    for obstacle in obstacles:
        lands = _fall_time(ball, obstacle.top) if obstacle.top > 0.0 else np.inf
        if lands < seconds and obstacle.holds(ball.center + lands * level):
            seconds, normal = lands, _UP
    for obstacle in obstacles if speed > _SLOWEST else ():
        found = way_to_touch(obstacle, ball.center, level / speed, ball.radius)
        if found is None or found[0] / speed >= seconds:
            continue
        after = found[0] / speed
        height = ball.center[1] + after * ball.velocity[1] - 0.5 * GRAVITY * after**2
        if obstacle.bottom - ball.radius < height < obstacle.top:
            seconds, normal = after, found[1]
    size = float(np.linalg.norm(ball.spin))
    axis = ball.spin / size if size > 0.0 else np.array([1.0, 0.0, 0.0])
    piece = Glide(
        ball.time,
        ball.time + seconds,
        ball.center,
        ball.velocity,
        -GRAVITY * _UP,
        ball.rotation,
        axis,
        size,
    )
    ball.advance(piece, ball.velocity - GRAVITY * seconds * _UP)
    if normal is _UP:
        _bounce_up(ball)
    else:
        _bounce_from(ball, normal)
    return piece


def _bounce_up(ball: _Ball) -> None:
    up = BOUNCE * abs(float(ball.velocity[1]))
    ball.velocity = ball.velocity * [1.0, 0.0, 1.0] + (up if up > _LOWEST_BOUNCE else 0.0) * _UP
    # It grips the floor: from here on it rolls.
    ball.spin = np.cross(_UP, ball.velocity * [1.0, 0.0, 1.0]) / ball.radius


def _fall_time(ball: _Ball, level: float) -> float:
    """Time until its underside comes down to a level; infinite if it never does [s]."""
    drop, up = ball.foot - level, float(ball.velocity[1])
    if drop < -1e-9:
        inside = up**2 + 2.0 * GRAVITY * drop
        return np.inf if inside < 0.0 or up <= 0.0 else (up + float(np.sqrt(inside))) / GRAVITY
    return (up + float(np.sqrt(up**2 + 2.0 * GRAVITY * max(drop, 0.0)))) / GRAVITY
