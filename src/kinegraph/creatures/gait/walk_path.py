"""WalkPath: a path on the ground, and the steering of a creature along it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.ground import FARTHEST
from kinegraph.creatures.gait.rig import GaitRig
from kinegraph.creatures.gait.tables import GaitState

_POINTS = 201  # of a path
_BRAKING = 0.12  # of gravity: deceleration towards the end
_TURNING = 2.5  # [rad / natural period] fastest turn
_EASY = 0.45  # of the speed sqrt(gravity * leg length): people walk so
_ARRIVED = 0.02  # [leg lengths] distance from the end at which it has arrived


@dataclass(frozen=True, eq=False)
class WalkPath:
    """A smooth line on the ground.

    points: (N, 2) x and z, evenly spaced [m].
    length: [m]
    """

    points: Floats
    length: float

    @property
    def start(self) -> tuple[float, float, float]:
        """(x, z, heading) at its beginning."""
        along = self.points[1] - self.points[0]
        return float(self.points[0, 0]), float(self.points[0, 1]), float(np.arctan2(along[0], along[1]))

    def at(self, way: float) -> Floats:
        """(2,) x and z at a distance along the path [m]; straight on beyond its end."""
        place = max(way / self.length, 0.0) * (len(self.points) - 1)
        low = min(int(place), len(self.points) - 2)
        return self.points[low] + (place - low) * (self.points[low + 1] - self.points[low])

    def nearest(self, x: float, z: float, after: float, within: float) -> float:
        """Distance along the path [m] of the point nearest to (x, z), from `after` to `after + within`."""
        ways = np.linspace(0.0, self.length, len(self.points))
        ahead = (ways >= after) & (ways <= after + within)
        if not ahead.any():
            return min(after, self.length)
        away = np.sum((self.points[ahead] - (x, z)) ** 2, axis=1)
        return float(ways[ahead][np.argmin(away)])


def walk_path(points: ArrayLike, *, smoothing: float = 0.04) -> WalkPath:
    """A path from drawn points (N, 2): x and z [m].

    smoothing: Share of its length over which corners and a trembling hand are rounded off; 0 keeps the line.
    """
    drawn = frozen_floats("A walk path", points, (None, 2))
    if not 0.0 <= smoothing <= 1.0:
        raise InvalidValue(f"The smoothing of a walk path must lie between 0 and 1, not {smoothing}.")
    if drawn.size and np.abs(drawn).max() > FARTHEST:
        raise InvalidValue("The points of a walk path must be within 10 km of the origin.")
    keep = np.concatenate([[True], np.any(np.diff(drawn, axis=0) != 0.0, axis=1)]) if len(drawn) else []
    drawn = drawn[keep]
    if len(drawn) < 2:
        raise InvalidValue("A walk path needs at least two different points.")
    line = _space_evenly(drawn, 2 * _POINTS)
    if smoothing > 0.0:
        line = _smooth(line, smoothing)
    length = float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())
    return WalkPath(frozen_floats("A walk path", _space_evenly(line, _POINTS), (None, 2)), length)


def _space_evenly(points: Floats, count: int) -> Floats:
    ways = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    even = np.linspace(0.0, ways[-1], count)
    return np.stack([np.interp(even, ways, points[:, axis]) for axis in range(2)], axis=1)


def _smooth(line: Floats, share: float) -> Floats:
    """Smooths points with a Gaussian, mirrored at both ends so that these stay in place."""
    reach = max(int(share * len(line)), 1)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / (0.5 * reach)) ** 2)
    before, after = 2 * line[0] - line[reach:0:-1], 2 * line[-1] - line[-2 : -reach - 2 : -1]
    longer = np.concatenate([before, line, after])
    kernel = weights / weights.sum()
    rounded = [np.convolve(longer[:, axis], kernel, mode="valid") for axis in range(2)]
    return np.asarray(np.stack(rounded, axis=1), dtype=np.float64)


class Steering:
    """Steers along a path: aims at a point ahead, slower in bends and towards the end."""

    def __init__(self, path: WalkPath, speed: float) -> None:
        if not (np.isfinite(speed) and speed > 0.0):
            raise InvalidValue(f"A walk needs a speed above zero, not {speed}.")
        self.path, self.speed = path, speed
        self.way = 0.0  # [m] distance along the path so far

    def arrived(self, state: GaitState) -> bool:
        """True if the creature stands at the end of the path."""
        return self.way >= self.path.length and bool(state.body[at.IDLE])

    def command(self, rig: GaitRig, state: GaitState) -> tuple[tuple[float, float], float]:
        """The velocity [m/s] and the turn [rad/s] that keep the creature on the path."""
        body, tables = state.body, rig.tables.body
        scale, period = float(tables[at.SCALE]), float(tables[at.PERIOD])
        x, z, heading = float(body[at.PLACE_X]), float(body[at.PLACE_Z]), float(body[at.HEADING])
        lag = 2.0 * float(tables[at.RESPONSE])
        self.way = max(self.way, self.path.nearest(x, z, self.way, 2.0 * scale + self.speed))
        ahead = 0.6 * scale + self.speed * (lag + 0.3 * period)
        to_go = self.path.length - self.way
        going = float(np.hypot(body[at.GO_X], body[at.GO_Z]))
        if to_go <= _ARRIVED * scale + going * lag:
            self.way = self.path.length
            return (0.0, 0.0), 0.0
        aim = self.path.at(self.way + ahead)
        off = float(np.arctan2(aim[0] - x, aim[1] - z)) - heading
        off = (off + np.pi) % (2.0 * np.pi) - np.pi
        speed = self.speed * max(float(np.cos(off)), 0.0) ** 2
        speed = min(speed, float(np.sqrt(2.0 * _BRAKING * at.GRAVITY * to_go)) + 0.02 * scale / period)
        quick = _TURNING / period
        turn = float(np.clip(2.0 * max(speed, 0.3 * self.speed) * np.sin(off) / ahead, -quick, quick))
        if abs(off) > 0.5 * np.pi:
            turn = float(np.copysign(0.5 * quick, off))
        return (0.0, speed), turn


def walking_pace(rig: GaitRig) -> tuple[float, float]:
    """The speed at which a creature walks with ease [m/s], and how fast it turns then [rad/s]."""
    scale, period = float(rig.tables.body[at.SCALE]), float(rig.tables.body[at.PERIOD])
    return _EASY * float(np.sqrt(at.GRAVITY * scale)), _TURNING / period


class PathWalker:
    """A gait that is steered along a path."""

    def __init__(self, gait: Gait, path: WalkPath, speed: float) -> None:
        self.gait, self._steering = gait, Steering(path, speed)

    @property
    def arrived(self) -> bool:
        """True if it stands at the end of the path."""
        return self._steering.arrived(self.gait.state)

    def step(self, seconds: float) -> Goals:
        """Advances the walk by a time [s]."""
        velocity, turn = self.steering()
        return self.gait.step(velocity, turn, seconds)

    def steering(self) -> tuple[tuple[float, float], float]:
        """The velocity [m/s] and the turn [rad/s] of its next step."""
        return self._steering.command(self.gait.rig, self.gait.state)


def walk_along(
    gait: Gait, path: WalkPath, speed: float, *, fps: float = 60.0, most_seconds: float = 600.0
) -> list[Goals]:
    """Goals every 1 / fps until the creature stands at the end of the path, or `most_seconds` have passed."""
    if not (np.isfinite(fps) and fps >= 1.0):
        raise InvalidValue(f"A walk needs at least one frame per second, not {fps}.")
    walker = PathWalker(gait, path, speed)
    frames = [gait.goals.copy()]
    while not walker.arrived and len(frames) < most_seconds * fps:
        frames.append(walker.step(1.0 / fps).copy())
    return frames
