"""Compiled steering: a base that feet push straight ahead turns so that it follows a way on the ground."""

import math
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel

# Layout of the state that is carried from frame to frame.
HEADING, PLACE_X, PLACE_Z, SPEED, AT = 0, 1, 2, 3, 4
STATE = 5

_SMOOTHING = 0.2  # time over which the speed ahead is averaged [s]
_FORESIGHT = 0.25  # time by which a fast character aims farther ahead [s]
_FASTEST_TURN = 4.0  # [rad/s]


class WayTable(NamedTuple):
    """A way on the ground as the kernel takes it.

    points: (N, 2) x and z at even distances [m].
    gap: That distance [m].
    closed: Whether the last point leads to the first again.
    ahead: How many points ahead of it a slow character aims.
    """

    points: Floats
    gap: float
    closed: bool
    ahead: int


@cached_kernel(nogil=True, error_model="numpy")
def steer_frames(pivots, roots, pushes, seconds, way, state, headings, places):
    """Writes headings (F,) about the vertical [rad] and places (F, 2), which turn and then move each pose.

    pivots: (F, 2) x and z of the point that stands, or of the root in the air, before anything is added [m].
    roots: (F, 2) of the root, likewise.
    pushes: (F, 2) how far feet push the base from the frame before, straight ahead [m].
    seconds: From frame to frame.
    way: A `WayTable`.
    state: (STATE,), carried on.
    """
    for frame in range(len(pivots)):
        heading = state[HEADING]
        # Where the standing point was, which the push has brought to where it is.
        before_x, before_z = pivots[frame, 0] + pushes[frame, 0], pivots[frame, 1] + pushes[frame, 1]
        world_x, world_z = _turn(heading, before_x, before_z)
        world_x, world_z = world_x + state[PLACE_X], world_z + state[PLACE_Z]
        turned = heading + _bend(roots[frame], pushes[frame, 1], seconds, way, state)
        x, z = _turn(turned, pivots[frame, 0], pivots[frame, 1])
        state[HEADING], state[PLACE_X], state[PLACE_Z] = turned, world_x - x, world_z - z
        headings[frame] = turned
        places[frame, 0], places[frame, 1] = state[PLACE_X], state[PLACE_Z]


@cached_kernel(nogil=True, error_model="numpy")
def _bend(root, push, seconds, way, state):
    """Turn of a frame [rad]: along the arc to a point of the way ahead (pure pursuit).

    A character that stands or goes backwards does not turn.
    """
    share = 1.0 - math.exp(-seconds / _SMOOTHING)
    state[SPEED] += share * (push / seconds - state[SPEED])
    x, z = _turn(state[HEADING], root[0], root[1])
    x, z = x + state[PLACE_X], z + state[PLACE_Z]
    state[AT] = _nearest(way, int(state[AT]), x, z)
    farther = max(state[SPEED], 0.0) * _FORESIGHT / way.gap
    whole = int(farther)
    aim_x, aim_z = _point(way, int(state[AT]) + way.ahead + whole)
    next_x, next_z = _point(way, int(state[AT]) + way.ahead + whole + 1)
    aim_x, aim_z = aim_x + (farther - whole) * (next_x - aim_x), aim_z + (farther - whole) * (next_z - aim_z)
    away_x, away_z = aim_x - x, aim_z - z
    distance = math.sqrt(away_x * away_x + away_z * away_z)
    if state[SPEED] <= 0.0 or distance < 1e-9:
        return 0.0
    angle = math.atan2(away_x, away_z) - state[HEADING]
    angle -= 2.0 * math.pi * math.floor(angle / (2.0 * math.pi) + 0.5)
    sine = math.copysign(1.0, angle) if abs(angle) > 0.5 * math.pi else math.sin(angle)
    return max(min(2.0 * sine / distance * state[SPEED], _FASTEST_TURN), -_FASTEST_TURN) * seconds


@cached_kernel(nogil=True, error_model="numpy")
def _nearest(way, at, x, z):
    """The number of the way's point that a character at a place has come to, from where it was."""
    best, least = at, math.inf
    for number in range(at, at + 2 * way.ahead + 1):
        point_x, point_z = _point(way, number)
        square = (point_x - x) ** 2 + (point_z - z) ** 2
        if square < least:
            best, least = number, square
    return best


@cached_kernel(nogil=True, error_model="numpy")
def _point(way, number):
    """A point of the way; round and round a closed one, straight on beyond the end of an open one."""
    count = len(way.points)
    if way.closed:
        return way.points[number % count, 0], way.points[number % count, 1]
    beyond, last = max(0, number - (count - 1)), min(number, count - 1)
    step_x = way.points[count - 1, 0] - way.points[count - 2, 0]
    step_z = way.points[count - 1, 1] - way.points[count - 2, 1]
    return way.points[last, 0] + beyond * step_x, way.points[last, 1] + beyond * step_z


@cached_kernel(nogil=True, error_model="numpy")
def _turn(angle, x, z):
    """A place on the ground turned about the vertical; a quarter turn brings +Z to +X."""
    cosine, sine = math.cos(angle), math.sin(angle)
    return cosine * x + sine * z, cosine * z - sine * x


def begin_state(way: WayTable, root: Floats) -> np.ndarray:
    """The state of a character whose root (2,) is put at the beginning of a way, and looks along it [m]."""
    along = way.points[1] - way.points[0]
    heading = math.atan2(along[0], along[1])
    cosine, sine = math.cos(heading), math.sin(heading)
    turned = np.array([cosine * root[0] + sine * root[1], cosine * root[1] - sine * root[0]])
    return np.array([heading, *(way.points[0] - turned), 0.0, 0.0])
