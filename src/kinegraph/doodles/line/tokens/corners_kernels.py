"""Compiled corner detection: Chetverikov and Szabo's triangles, and the pen's speed.

D. Chetverikov and Zs. Szabo, "A simple and efficient algorithm for detection of high curvature points in
planar curves" (1999): about each vertex try triangles whose sides have lengths between two bounds. The most
acute one measures how sharp the line is there; of sharp neighbours only the sharpest is a corner. A quick
loop that a slow device reports with few points looks sharp too, but there the pen is fast (Thorne et al.
2004, section 4.2). A hurried hand also draws true corners fast: they count where the line is straight before
or after them.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel

SHORTEST, LONGEST = 2, 7  # lengths of a triangle's sides [vertex steps]
AWAY = 0.5  # square of a triangle's side must be this share of that of its length along the line
APART = 4  # of corners to one side that are nearer, only the sharpest counts [vertex steps]
TURN = np.deg2rad(27.0)  # least turn of a corner
SLOW_TURN = np.deg2rad(20.0)  # least turn of a corner where the pen is slow
KEEN, KEEN_TURN = (
    3,
    np.deg2rad(75.0),
)  # a turn this large within this many vertex steps is a corner at any speed
BESIDE = 9  # a gentle corner at speed needs a straight line this far on one side [steps]
CONTRAST = 0.45  # largest share of the corner's turn on that side
SPEED_SHARE = 0.35  # of the top speed nearby; a faster pen draws no corner
SPEED_BACK, SPEED_AHEAD = 60, 8  # vertices over which the top speed is taken
LAG = BESIDE + LONGEST  # judging any vertex that may be a corner needs this many vertices after it
FIRST_LAG = max(APART + LONGEST, SPEED_AHEAD + 3)  # a keen or slow corner needs only so many
_NO_CORNER, _CORNER, _OPEN = 0, 1, 2


@cached_kernel()
def _apart(points: Floats, one: int, other: int) -> float:
    return np.hypot(points[one, 0] - points[other, 0], points[one, 1] - points[other, 1])


@cached_kernel()
def sharpness(points: Floats, vertex: int, shortest: int, longest: int) -> float:
    """Turn of the line at a vertex [rad]: pi minus the smallest angle of the triangles about it.

    Positive to the left, negative to the right. Sides grow outward from the vertex while the line
    leads away from it: beyond a reversal it would come back.
    """
    if vertex == 0 or vertex == len(points) - 1:
        return 0.0
    x, y = points[vertex, 0], points[vertex, 1]
    sharpest = 1.0  # cosine of the turn
    side = 1.0
    most = min(longest, len(points) - 1 - vertex)
    gone = np.zeros(most + 1)  # length of the line from the vertex to a triangle's other side
    for ahead in range(1, most + 1):
        gone[ahead] = gone[ahead - 1] + _apart(points, vertex + ahead - 1, vertex + ahead)
    come = 0.0  # length of the line from a triangle's side to the vertex
    for back in range(1, min(longest, vertex) + 1):
        come += _apart(points, vertex - back + 1, vertex - back)
        if back < shortest:
            continue
        ax = points[vertex - back, 0] - x
        ay = points[vertex - back, 1] - y
        left = ax * ax + ay * ay
        if left < AWAY * come * come or left == 0.0:
            break
        for ahead in range(shortest, most + 1):
            bx = points[vertex + ahead, 0] - x
            by = points[vertex + ahead, 1] - y
            right = bx * bx + by * by
            if right < AWAY * gone[ahead] * gone[ahead] or right == 0.0:
                break
            cosine = -(ax * bx + ay * by) / np.sqrt(left * right)
            if cosine < sharpest:
                sharpest = cosine
                side = ay * bx - ax * by
    turn = np.arccos(max(sharpest, -1.0))
    return turn if side >= 0.0 else -turn


@cached_kernel()
def sharpnesses(points: Floats, first: int, last: int, shortest: int, longest: int) -> Floats:
    """`sharpness` of the vertices `first`..`last` (exclusive)."""
    out = np.empty(last - first)
    for vertex in range(first, last):
        out[vertex - first] = sharpness(points, vertex, shortest, longest)
    return out


@cached_kernel()
def speed_at(times: Floats, vertex: int) -> float:
    """The pen's speed [vertex steps/s] about a vertex."""
    low = max(vertex - 2, 0)
    high = min(vertex + 2, len(times) - 1)
    return (high - low) / max(times[high] - times[low], 1e-6)


@cached_kernel()
def is_corner(points: Floats, times: Floats, sharp: Floats, vertex: int) -> bool:
    """True if a vertex is a corner.

    sharp: (V,) sharpness of every vertex up to `vertex` + BESIDE at least, or to the line's end.
    """
    verdict = _first_verdict(points, times, sharp, vertex)
    if verdict != _OPEN:
        return verdict == _CORNER
    turn = abs(sharp[vertex])
    before = abs(sharp[max(vertex - BESIDE, 0)])
    after = abs(sharp[min(vertex + BESIDE, len(sharp) - 1)])
    return min(before, after) < CONTRAST * turn


@cached_kernel()
def _first_verdict(points: Floats, times: Floats, sharp: Floats, vertex: int) -> int:
    """_CORNER, _NO_CORNER, or _OPEN where the line farther from the vertex decides.

    sharp: (V,) sharpness of every vertex up to `vertex` + APART at least, or to the line's end.
    """
    turn = abs(sharp[vertex])
    if turn < SLOW_TURN:
        return _NO_CORNER
    for other in range(max(vertex - APART, 0), min(vertex + APART + 1, len(sharp))):
        rival = sharp[other] if sharp[vertex] > 0.0 else -sharp[other]
        if rival > turn or (rival == turn and other < vertex):
            return _NO_CORNER
    top = 0.0
    for other in range(max(vertex - SPEED_BACK, 0), min(vertex + SPEED_AHEAD + 1, len(times))):
        top = max(top, speed_at(times, other))
    if speed_at(times, vertex) <= SPEED_SHARE * top:
        return _CORNER
    if turn < TURN:
        return _NO_CORNER
    if abs(sharpness(points, vertex, KEEN, KEEN)) >= KEEN_TURN:
        return _CORNER
    return _OPEN


@cached_kernel()
def corners_between(points: Floats, times: Floats, sharp: Floats, first: int, last: int) -> Floats:
    """The corners among vertices `first`..`last` (exclusive), as a float array of their indices."""
    found = np.empty(max(last - first, 0))
    count = 0
    for vertex in range(first, last):
        if is_corner(points, times, sharp, vertex):
            found[count] = vertex
            count += 1
    return found[:count]


@cached_kernel()
def judged_until(points: Floats, times: Floats, sharp: Floats, first: int) -> int:
    """Vertex before which it is known of all, from `first` on, whether they are corners.

    points, times: Of the vertices (V,) so far; sharp: of those whose sharpness is known.
    """
    vertex = first
    while vertex < len(sharp):
        if vertex + LAG >= len(times) and _may_be_corner(times, sharp, vertex):
            soon = vertex + FIRST_LAG < len(times)
            if not soon or _first_verdict(points, times, sharp, vertex) == _OPEN:
                break
        vertex += 1
    return vertex


@cached_kernel()
def _may_be_corner(times: Floats, sharp: Floats, vertex: int) -> bool:
    """True if a vertex may be a corner, whatever follows the vertices so far."""
    turn = abs(sharp[vertex])
    if turn < SLOW_TURN:
        return False
    for other in range(max(vertex - APART, 0), min(vertex + APART + 1, len(sharp))):
        rival = sharp[other] if sharp[vertex] > 0.0 else -sharp[other]
        if rival > turn:
            return False
    return True
