"""Compiled steering of a crowd: each goes to its goal and keeps off others, found by a hash of cells."""

import math

from kinegraph.core.kernels.decorators import kernel, part

# Rows of walkers (N, 6): x, z [m], heading [rad], radius [m], speed that it likes [m/s], most turn [rad/s].
X, Z, HEADING, RADIUS, SPEED, TURN = range(6)
_ROOM = 1.5  # radii of both together at which walkers begin to give way
_PUSH = 2.5  # how much more keeping off counts than going on, when two touch
_EAGER = 3.0  # [1/s] turn asked for per radian that is left
_AHEAD = 0.4  # cosine above which another is in the way
_TO_THE_LEFT = 0.35  # who meets head-on passes on one side: share of the push that goes sideways


@part
def _cell(value, size):
    return math.floor(value / size)


@part
def _slot(column, row, count):
    """The slot of a cell among a power of two of them."""
    return ((column * 73856093) ^ (row * 19349663)) & (count - 1)


@kernel
def sort_into_cells(walkers, size, starts, order):
    """Writes which walkers lie in each slot: order (N,) of them, and starts (M + 1,) of the slots.

    M is a power of two. size: Of a cell [m].
    """
    count = len(starts) - 1
    for n in range(count + 1):
        starts[n] = 0
    for n in range(len(walkers)):
        starts[_slot(_cell(walkers[n, X], size), _cell(walkers[n, Z], size), count) + 1] += 1
    for n in range(count):
        starts[n + 1] += starts[n]
    for n in range(len(walkers) - 1, -1, -1):  # from each slot's end down to its start
        slot = _slot(_cell(walkers[n, X], size), _cell(walkers[n, Z], size), count) + 1
        starts[slot] -= 1
        order[starts[slot]] = n
    for n in range(count):  # the shift by one made every start that of the slot before
        starts[n] = starts[n + 1]
    starts[count] = len(walkers)


@kernel
def steer(walkers, goals, size, starts, order, commands):
    """Writes commands (N, 3): velocity to the left and forward [m/s], turn [rad/s].

    goals: (N, 2) x, z [m]. size: Of a cell: none gives way to another further off than that.
    """
    count = len(starts) - 1
    for n in range(len(walkers)):
        x, z, heading = walkers[n, X], walkers[n, Z], walkers[n, HEADING]
        ahead_x, ahead_z = math.sin(heading), math.cos(heading)
        way_x, way_z = goals[n, 0] - x, goals[n, 1] - z
        far = math.sqrt(way_x * way_x + way_z * way_z)
        if far > 0.0:
            way_x, way_z = way_x / far, way_z / far
        pace = min(1.0, far / (2.0 * walkers[n, RADIUS]))
        column, row = _cell(x, size), _cell(z, size)
        for c in range(column - 1, column + 2):
            for r in range(row - 1, row + 2):
                slot = _slot(c, r, count)
                for k in range(starts[slot], starts[slot + 1]):
                    other = order[k]
                    ox, oz = walkers[other, X], walkers[other, Z]
                    if other == n or _cell(ox, size) != c or _cell(oz, size) != r:
                        continue
                    away_x, away_z = x - ox, z - oz
                    apart = math.sqrt(away_x * away_x + away_z * away_z)
                    both = walkers[n, RADIUS] + walkers[other, RADIUS]
                    near = 1.0 - (apart - both) / (_ROOM * both)
                    if near <= 0.0 or apart <= 0.0:
                        continue
                    away_x, away_z = away_x / apart, away_z / apart
                    share = _PUSH * min(near, 1.5) ** 2
                    way_x += share * (away_x + _TO_THE_LEFT * away_z)
                    way_z += share * (away_z - _TO_THE_LEFT * away_x)
                    if -(away_x * ahead_x + away_z * ahead_z) > _AHEAD:
                        pace = min(pace, max(0.0, 1.0 - near * near))
        left = math.atan2(way_x * ahead_z - way_z * ahead_x, way_x * ahead_x + way_z * ahead_z)
        turn = min(max(_EAGER * left, -walkers[n, TURN]), walkers[n, TURN])
        commands[n, 0] = 0.0
        commands[n, 1] = walkers[n, SPEED] * pace * max(0.15, math.cos(min(abs(left), 1.5)))
        commands[n, 2] = turn
