"""Compiled turns of a line: runs in which it turns one way, and its loops."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel

CHORD = 5  # a direction is taken over this many steps: a tremor is shorter
_SLACK = np.deg2rad(65.0)  # a line must turn back this far to begin a new run
_TIP = 4  # steps on either side of a tip
_REVERSAL = np.deg2rad(140.0)  # a line that turns more at a tip turns to no side


@cached_kernel()
def _is_tip(points: Floats, vertex: int) -> bool:
    """True if a line (N, 2) comes back at a vertex the way it came."""
    if vertex < _TIP or vertex + _TIP >= len(points):
        return False
    ax = points[vertex, 0] - points[vertex - _TIP, 0]
    ay = points[vertex, 1] - points[vertex - _TIP, 1]
    bx = points[vertex + _TIP, 0] - points[vertex, 0]
    by = points[vertex + _TIP, 1] - points[vertex, 1]
    return abs(np.arctan2(ax * by - ay * bx, ax * bx + ay * by)) > _REVERSAL


@cached_kernel()
def turn_runs(points: Floats) -> Floats:
    """Signed angles [rad] of the stretches in which a line (N, 2) turns one way, counterclockwise positive.

    A stretch ends where the line has turned back by more than a tremor does, and at a tip where it comes back
    the way it came: tremor decides to which side it turns there, and a zigzag would look like loops.
    """
    count = len(points) - CHORD
    runs = np.empty(max(count, 1))
    if count < 2:
        return runs[:0]
    found = 0
    begin = 0.0  # heading where the run began
    peak = 0.0  # its farthest heading so far
    sense = 0.0
    heading = 0.0
    low = 0.0
    high = 0.0
    k = 0
    while k + 1 < count:
        k += 1
        if _is_tip(points, k + CHORD):
            if sense != 0.0:
                runs[found] = peak - begin
                found += 1
            sense = heading = low = high = 0.0
            k += _TIP + CHORD  # the next chord begins after the tip
            continue
        ax = points[k - 1 + CHORD, 0] - points[k - 1, 0]
        ay = points[k - 1 + CHORD, 1] - points[k - 1, 1]
        bx = points[k + CHORD, 0] - points[k, 0]
        by = points[k + CHORD, 1] - points[k, 1]
        heading += np.arctan2(ax * by - ay * bx, ax * bx + ay * by)
        if sense == 0.0:
            low = min(low, heading)
            high = max(high, heading)
            if heading - low > _SLACK:
                sense, begin, peak = 1.0, low, heading
            elif high - heading > _SLACK:
                sense, begin, peak = -1.0, high, heading
        elif (heading - peak) * sense >= 0.0:
            peak = heading
        elif (peak - heading) * sense > _SLACK:
            runs[found] = peak - begin
            found += 1
            sense, begin, peak = -sense, peak, heading
    if sense != 0.0:
        runs[found] = peak - begin
        found += 1
    return runs[:found]


@cached_kernel()
def loops_along(turn: float) -> float:
    """Loops in a run that turns as an arc does anyway [degrees]: an arc itself turns by 100 to 200."""
    return max((turn - 150.0) / 360.0, 0.0)


@cached_kernel()
def loops_against(turn: float) -> float:
    """Loops in a run that turns against its arc [degrees]: the arc takes up to 120 from the first of them."""
    return max((turn + 20.0) / 360.0, 0.0) if turn > 0.0 else 0.0
