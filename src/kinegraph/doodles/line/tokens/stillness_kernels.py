"""Compiled loops that find where a pen rests and where it leaves its rest.

Rows of a pen are (x, y, time) [m, s]. A resting hand trembles and sways, so a rest is not a dot: the pen
rests while it stays within a box that is small for the way it would have gone at its usual pace.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel

LEAVING = 0.02  # time before its next report at which the pen moved off again [s]
# Columns of the state of a hand's pace: the last place and time from which it was taken, and the sums of way
# and time.
FROM_X, FROM_Y, FROM_TIME, WAY, SECONDS = range(5)
# Columns of the limits of a rest: time [s], the box's least and largest side [m], its side as a share of the
# way at the usual pace, and the way over which a pace is taken [m].
REST, LEAST, MOST, SHARE, STRIDE = range(5)
_LONGEST_STRIDE = 0.3  # a stride that takes longer has a rest in it; only so much of it counts [s]
_OUTER = 0.3  # share of a rest at either end in which the pen still comes, or leaves
_SPREADS = 1.8  # a pen lies about its place within this many root mean squares
_DOUBT = 1.0  # a rest lasts longer by this share, times its spread over the least side, before it is one
_HOLD = 0.12  # a pen that has been still for so long may rest: its ink is held back [s]
_MOST_ROWS = 64  # rows before the pen leaves its rest that are kept


@cached_kernel()
def still_side(pace: Floats, limits: Floats) -> float:
    """Largest side of the box about a pen that rests [m]."""
    way = pace[WAY] / pace[SECONDS] * limits[REST]
    return min(max(limits[SHARE] * way, limits[LEAST]), limits[MOST])


@cached_kernel()
def _take_pace(row: Floats, pace: Floats, stride: float) -> None:
    """Adds a row to the pace once the pen has gone a stride, as the crow flies: tremor hardly counts."""
    if pace[FROM_TIME] == -np.inf:
        pace[FROM_X], pace[FROM_Y], pace[FROM_TIME] = row[0], row[1], row[2]
        return
    way = np.hypot(row[0] - pace[FROM_X], row[1] - pace[FROM_Y])
    if way >= stride:
        pace[WAY] += way
        pace[SECONDS] += min(row[2] - pace[FROM_TIME], _LONGEST_STRIDE)
        pace[FROM_X], pace[FROM_Y], pace[FROM_TIME] = row[0], row[1], row[2]


@cached_kernel()
def first_rest(rows: Floats, known: int, drawn: int, pace: Floats, limits: Floats) -> tuple[int, int, int]:
    """Index of the first row before which the pen had rested, or the number of rows; the first row from
    which on the pen may be still; and the number of rows up to which it draws.

    rows: (N, 3) the pen since it was last seen moving; `known` of them were passed before, of which `drawn`
    belong to the drawing.
    pace: (5,) of the hand; updated by the rows that are new.
    """
    begin = 0
    left = right = low = top = 0.0
    for k in range(len(rows)):
        if k > begin and k >= known and has_rested(rows[begin:k], rows[k, 2] - LEAVING, limits):
            return k, begin, drawn
        if k >= known:
            _take_pace(rows[k], pace, limits[STRIDE])
        side = still_side(pace, limits)
        x, y = rows[k, 0], rows[k, 1]
        if k == 0:
            left, right, low, top = x, x, y, y
        left, right, low, top = min(left, x), max(right, x), min(low, y), max(top, y)
        if max(right - left, top - low) > side:
            left, right, low, top = x, x, y, y
            j = k - 1
            while j >= begin:
                ox, oy = rows[j, 0], rows[j, 1]
                if max(max(right, ox) - min(left, ox), max(top, oy) - min(low, oy)) > side:
                    break
                left, right, low, top = min(left, ox), max(right, ox), min(low, oy), max(top, oy)
                j -= 1
            begin = j + 1
        if k >= known:
            drawn = k + 1 if rows[k, 2] - rows[begin, 2] < _HOLD else max(drawn, begin)
    return len(rows), begin, drawn


@cached_kernel()
def has_rested(rows: Floats, until: float, limits: Floats) -> bool:
    """True if a pen has rested in rows (N, 3) that lie in a small box, up to `until` [s].

    The time counts that it lay about its resting place, as near as the hand's own noise: that is seen in the
    middle of the rest. The ways to that place and from there do not count, where a still hand only pauses.
    """
    if until - rows[0, 2] < limits[REST]:
        return False
    x, y, spread = resting_place(rows, until)
    near = max(0.45 * limits[LEAST], _SPREADS * spread)
    lay = 0.0
    for k in range(len(rows)):
        if np.hypot(rows[k, 0] - x, rows[k, 1] - y) <= near:
            lay += (rows[k + 1, 2] if k + 1 < len(rows) else until) - rows[k, 2]
    return lay >= limits[REST] * (1.0 + _DOUBT * spread / limits[LEAST])


@cached_kernel()
def resting_place(rows: Floats, until: float) -> tuple[float, float, float]:
    """Mean place of a pen during its rest up to `until` [s], and the root of the mean square of its
    distances from there. Rows weigh by their time: a device may be silent while the pen is still."""
    lasted = until - rows[0, 2]
    first, last = rows[0, 2] + _OUTER * lasted, until - _OUTER * lasted
    x = y = square = total = 0.0
    for k in range(len(rows)):
        end = rows[k + 1, 2] if k + 1 < len(rows) else until
        weight = min(end, last) - max(rows[k, 2], first)
        if weight > 0.0:
            dx, dy = rows[k, 0] - rows[0, 0], rows[k, 1] - rows[0, 1]
            x += weight * dx
            y += weight * dy
            square += weight * (dx * dx + dy * dy)
            total += weight
    if total <= 0.0:
        return rows[len(rows) - 1, 0], rows[len(rows) - 1, 1], 0.0
    x, y = x / total, y / total
    return rows[0, 0] + x, rows[0, 1] + y, np.sqrt(max(square / total - x * x - y * y, 0.0))


@cached_kernel()
def first_near(rows: Floats, x: float, y: float, near: float) -> int:
    """Index of the first row within `near` of a place; the last row if every row is farther."""
    for k in range(len(rows)):
        if np.hypot(rows[k, 0] - x, rows[k, 1] - y) <= near:
            return k
    return len(rows) - 1


@cached_kernel()
def first_away(rows: Floats, x: float, y: float, near: float, far: float) -> tuple[int, int]:
    """Index of the first row after the first one that is farther than `far` from a place, or the number of
    rows; and the last row before that within `near`."""
    last = 0
    for k in range(1, len(rows)):
        gap = np.hypot(rows[k, 0] - x, rows[k, 1] - y)
        if gap > far:
            return k, max(last, k - _MOST_ROWS)
        if gap <= near:
            last = k
    return len(rows), max(last, len(rows) - _MOST_ROWS)
