"""Path of a dropped box: it falls, tips over the edge of its support, rocks on its corners and rests.

A box tips in the vertical plane of one of its own sides, so that it comes to lie on a face. Landings and the
change from one corner to the next are inelastic: the angular momentum about the new edge is kept (the rocking
block of engineering seismology). Between them a box falls freely or swings about an edge.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.doodles.props.obstacles import Obstacle
from kinegraph.doodles.props.path import (
    GRAVITY,
    Glide,
    Piece,
    Swing,
    swing_angles,
)
from kinegraph.doodles.props.prop import Prop
from kinegraph.doodles.props.support_plan import Support, support_below

_UP = np.array([0.0, 1.0, 0.0])
_QUIET = 0.05  # [rad/s · sqrt(m)] turning slower than this, over the root of its size, it lies still
_KEPT = 0.8  # share of the turning that is kept at a corner, besides the geometric loss
_MOST_EVENTS = 60
_FLAT = 1e-5  # [rad] from flat
_SUNK = 0.02  # [m] a corner this far below a top still lands on it: it is detected a step late
_QUARTER = 0.5 * np.pi


@dataclass
class _Slab:
    """A box as its section in the plane that it tips in: u along that plane, y up.

    axis, along: (3,) axis of the turn, and level direction of the tipping.
    width, height: Of the section when upright [m].
    center: (2,) u, y. angle: Turned so far towards `along` [rad].
    """

    time: float
    origin: Floats
    axis: Floats
    along: Floats
    turn: Floats
    width: float
    height: float
    center: Floats
    velocity: Floats
    angle: float = 0.0
    rate: float = 0.0

    @property
    def inertia(self) -> float:
        """About its middle, over its mass [m²]."""
        return (self.width**2 + self.height**2) / 12.0

    def corners(self, center: Floats | None = None, angle: float | None = None) -> Floats:
        """(4, 2) the corners of its section [m]."""
        a = self.angle if angle is None else angle
        half = 0.5 * np.array([self.width, self.height])
        own = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * half
        frame = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        return (self.center if center is None else center) + own @ frame

    def world(self, place: Floats) -> Floats:
        return self.origin + place[0] * self.along + place[1] * _UP

    @property
    def rotation(self) -> Floats:
        return np.asarray(quat_multiply(quat_from_axis_angle(self.angle * self.axis), self.turn))


def box_path(prop: Prop, obstacles: tuple[Obstacle, ...]) -> list[Piece]:
    """The pieces of a loose box's path from its start until it rests.

    obstacles: Boxes that lie still below it.
    """
    support = support_below(prop, obstacles)
    drop = float(prop.place[1]) - support.height
    seconds = float(np.sqrt(2.0 * max(drop, 0.0) / GRAVITY))
    turn = np.asarray(quat_from_axis_angle(prop.turn * _UP))
    center = prop.place + 0.5 * prop.size[1] * _UP
    fall = Glide(prop.starts, prop.starts + seconds, center, np.zeros(3), -GRAVITY * _UP, turn)
    if support.overhang is None:
        return [fall]
    slab = _tip(prop, support, support.overhang, fall, GRAVITY * seconds)
    pieces: list[Piece] = [fall, _swing_over_edge(slab, support, obstacles)]
    edge = np.array([support.edge, support.height])
    return pieces + _rock_to_rest(slab, obstacles, edge)


def _tip(prop: Prop, support: Support, along: Floats, fall: Glide, speed: float) -> _Slab:
    """The box at the start of its tipping along a direction, with the turn from its fall on the edge."""
    own = np.abs(prop.axes @ along[[0, 2]])
    width = float(prop.size[0] if own[0] > own[1] else prop.size[2])
    height = float(prop.size[1])
    origin = prop.place * [1.0, 0.0, 1.0]
    center = np.array([0.0, support.height + 0.5 * height])
    axis = np.cross(_UP, along)
    slab = _Slab(fall.end, origin, axis, along, fall.rotation, width, height, center, np.zeros(2))
    arm = center - [support.edge, support.height]
    slab.rate = speed * float(arm[0]) / (slab.inertia + float(arm @ arm))
    return slab


def _swing_over_edge(slab: _Slab, support: Support, obstacles: tuple[Obstacle, ...]) -> Piece:
    """Turns about the edge until the box no longer presses on it, touches the floor, or hangs down."""
    pivot = np.array([support.edge, support.height])
    arm = slab.center - pivot
    lean = float(np.arctan2(arm[0], arm[1]))
    reach = float(np.linalg.norm(arm))
    total = slab.inertia + reach**2
    pull = GRAVITY * reach / total
    began = slab.angle

    def room(now: float, rate: float) -> float:
        angle = began + now - lean
        center = pivot + reach * np.array([np.sin(now), np.cos(now)])
        clear = _clearance(slab, center, angle, obstacles)
        # Force of the edge on the box, along the box's own vertical.
        tangent, outward = np.array([np.cos(now), -np.sin(now)]), np.array([np.sin(now), np.cos(now)])
        force = pull * np.sin(now) * reach * tangent - rate**2 * reach * outward + [0.0, GRAVITY]
        presses = float(force @ [np.sin(angle), np.cos(angle)])
        return min(clear, presses / GRAVITY, 0.5 * np.pi - angle)

    return _swing(slab, pivot, lean, pull, room)


def _swing(
    slab: _Slab, pivot: Floats, lean: float, pull: float, room: Callable[[float, float], float]
) -> Piece:
    """Swings the slab about a pivot while there is room, and updates the slab to the end of the swing."""
    seconds, angles, rates = swing_angles(pull, lean, slab.rate, room)
    arm = slab.center - pivot
    piece = Swing(
        slab.time,
        slab.time + seconds,
        slab.world(pivot),
        arm[0] * slab.along + arm[1] * _UP,
        slab.axis,
        slab.rotation,
        angles,
        rates,
    )
    reach, now = float(np.linalg.norm(arm)), lean + float(angles[-1])
    slab.time, slab.rate = piece.end, float(rates[-1])
    slab.angle += float(angles[-1])
    slab.center = pivot + reach * np.array([np.sin(now), np.cos(now)])
    slab.velocity = slab.rate * reach * np.array([np.cos(now), -np.sin(now)])
    return piece


def _rock_to_rest(slab: _Slab, obstacles: tuple[Obstacle, ...], edge: Floats) -> list[Piece]:
    pieces: list[Piece] = []
    hangs = _clearance(slab, slab.center, slab.angle, obstacles, apart_from=edge) > 1e-6
    for _ in range(_MOST_EVENTS):
        if hangs:
            pieces.append(_flight(slab, obstacles))
        corner, turning = _lowest(slab, obstacles), slab.rate
        _catch(slab, corner)
        quiet = abs(slab.rate) * np.sqrt(slab.width + slab.height) < _QUIET
        if _is_flat(slab) and (quiet or slab.rate * turning <= 0.0):
            break
        pieces.append(_rock(slab, corner, edge))
        if _leans(slab, edge):
            break
        hangs = _clearance(slab, slab.center, slab.angle, obstacles) > 1e-6
    return pieces


def _catch(slab: _Slab, corner: Floats) -> None:
    """A corner comes down and stays: the angular momentum about it is kept (clockwise, u, y)."""
    arm = slab.center - corner
    turning = slab.inertia * slab.rate + arm[1] * slab.velocity[0] - arm[0] * slab.velocity[1]
    slab.rate = _KEPT * float(turning) / (slab.inertia + float(arm @ arm))


def _flight(slab: _Slab, obstacles: tuple[Obstacle, ...]) -> Piece:
    """Falls freely and keeps turning until a corner touches."""

    def clear(seconds: float) -> float:
        center = slab.center + seconds * slab.velocity - [0.0, 0.5 * GRAVITY * seconds**2]
        return _clearance(slab, center, slab.angle + slab.rate * seconds, obstacles)

    low, high = 0.0, 0.002
    while clear(high) > 0.0 and high < 60.0:
        low, high = high, high + 0.002
    for _ in range(50):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if clear(middle) > 0.0 else (low, middle)
    start, velocity = slab.world(slab.center), slab.velocity[0] * slab.along + slab.velocity[1] * _UP
    piece = Glide(
        slab.time, slab.time + high, start, velocity, -GRAVITY * _UP, slab.rotation, slab.axis, slab.rate
    )
    slab.center = slab.center + high * slab.velocity - [0.0, 0.5 * GRAVITY * high**2]
    slab.velocity = slab.velocity - [0.0, GRAVITY * high]
    slab.angle, slab.time = slab.angle + slab.rate * high, piece.end
    return piece


def _rock(slab: _Slab, corner: Floats, edge: Floats) -> Piece:
    """Turns about a corner until a face is flat, or until it leans on the edge that it tipped over."""
    arm = slab.center - corner
    lean, reach = float(np.arctan2(arm[0], arm[1])), float(np.linalg.norm(arm))
    began, quarters = slab.angle, slab.angle / _QUARTER
    near = round(quarters)
    if abs(quarters - near) * _QUARTER < _FLAT:
        low, high = (near, near + 1) if slab.rate >= 0.0 else (near - 1, near)
    else:
        low, high = int(np.floor(quarters)), int(np.ceil(quarters))

    def room(now: float, rate: float) -> float:
        angle = began + now - lean
        center = corner + reach * np.array([np.sin(now), np.cos(now)])
        turns = min(angle - low * _QUARTER, high * _QUARTER - angle)
        return turns if _is_apart(slab, center, angle, edge) else -1.0

    piece = _swing(slab, corner, lean, GRAVITY * reach / (slab.inertia + reach**2), room)
    if _is_flat(slab):
        slab.angle = round(slab.angle / _QUARTER) * _QUARTER
    return piece


def _is_flat(slab: _Slab) -> bool:
    return abs(slab.angle - round(slab.angle / _QUARTER) * _QUARTER) < _FLAT


def _lowest(slab: _Slab, obstacles: tuple[Obstacle, ...]) -> Floats:
    """The corner that it stands on; on a face, the corner in the direction of its turn."""
    corners = slab.corners()
    gaps = [corner[1] - _level(slab, corner, obstacles) for corner in corners]
    low = min(gaps)
    ahead = 1.0 if slab.rate >= 0.0 else -1.0
    near = [corner for corner, gap in zip(corners, gaps, strict=True) if gap < low + 1e-6]
    return max(near, key=lambda corner: ahead * corner[0])


def _clearance(
    slab: _Slab,
    center: Floats,
    angle: float,
    obstacles: tuple[Obstacle, ...],
    *,
    apart_from: Floats | None = None,
) -> float:
    """Height of the lowest corner above the floor, of the corners beyond an edge if one is given [m]."""
    corners = slab.corners(center, angle)
    if apart_from is not None:
        corners = corners[corners[:, 0] > apart_from[0]]
    return min((float(c[1]) - _level(slab, c, obstacles) for c in corners), default=1.0)


def _level(slab: _Slab, corner: Floats, obstacles: tuple[Obstacle, ...]) -> float:
    """Height below a corner: the ground, or the highest top of a box that the corner has not sunk into
    [m]."""
    place = slab.world(corner)
    tops = [o.top for o in obstacles if o.top <= corner[1] + _SUNK and o.holds(place)]
    return max(tops, default=0.0)


def _is_apart(slab: _Slab, center: Floats, angle: float, edge: Floats) -> bool:
    """True if the edge that it tipped over is outside of it."""
    frame = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    own = (edge - center) @ frame
    return bool((np.abs(own) > 0.5 * np.array([slab.width, slab.height]) - 1e-6).any())


def _leans(slab: _Slab, edge: Floats) -> bool:
    return not _is_apart(slab, slab.center, slab.angle, edge)
