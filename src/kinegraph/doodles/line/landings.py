"""Landings of a line over a picture: which of the lower corners of its ink are places to stand on.

A loop that is seen from its side has lower corners too. Behind them lies ground as well, so a place alone
does not tell. The cheapest way is taken: landings at which the path turns little, and corners in the air only
where the plane between the landings around them is, best in a loop.
"""

from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke, points_along
from kinegraph.doodles.line.back_projection import DrawingPlane
from kinegraph.doodles.line.writing_settings import WritingSettings

Landing = tuple[int, Floats]

_HIGH = 0.3  # a corner in the air is at least so high [leg lengths]
_BESIDE = 0.7  # and at most so far before or behind the arc [leg lengths]
_SHORT = 0.12  # shorter ways have no direction [leg lengths]
_IN_LOOP, _IN_AIR, _LOST, _HIDDEN = 0.05, 1.2, 4.0, 0.6  # costs of a corner that is no landing
_ON_THE_SPOT = 2.0  # cost of a second landing at one place, in a loop
_MOST = 6  # corners in the air between two landings
_FINE = 24  # points on either side of a corner that show whether the line crosses itself


def choose_landings(
    corners: list[Landing],
    looped: list[bool],
    stroke: Stroke,
    camera: Camera,
    settings: WritingSettings,
) -> list[Landing]:
    """The corners that are landings, the first and the last among them.

    corners: (point, place (3,)) in order. looped: Whether the line crosses itself about each.
    """
    count = len(corners)
    if count < 3:
        return corners
    unit = settings.leg_length
    looped = _spread_loops(corners, looped, unit)
    best: dict[tuple[int, int], tuple[float, int]] = {(-1, 0): (0.0, -1)}
    for here in range(count):
        for before in range(max(here - 1 - _MOST, 0), here):
            skipped = _cost_of_air(corners, looped, before, here, stroke, camera, unit)
            ways = [(first, cost) for (first, second), (cost, _) in best.items() if second == before]
            found = min(
                (cost + skipped + _cost_of_turn(corners, looped, first, before, here, unit), first)
                for first, cost in ways
            )
            best[before, here] = found
    pair = min((pair for pair in best if pair[1] == count - 1), key=lambda pair: best[pair][0])
    kept = [pair[1]]
    while pair[0] >= 0:
        kept.append(pair[0])
        pair = (best[pair][1], pair[0])
    return [corners[index] for index in kept[::-1]]


def drawn_in_a_loop(stroke: Stroke, point: int, reach: float) -> bool:
    """True if the line crosses itself within `reach` of length before and after a point."""
    lengths, middle = stroke.lengths, stroke.lengths[point]
    steps = np.linspace(0.05, 1.0, _FINE) * reach
    before = points_along(stroke.points, lengths, middle - steps[steps < middle])
    after = points_along(stroke.points, lengths, middle + steps[steps < lengths[-1] - middle])
    if len(before) < 2 or len(after) < 2:
        return False
    a, b = before[:-1, None], before[1:, None]
    c, d = after[None, :-1], after[None, 1:]
    crossed = (_side(a, b, c) * _side(a, b, d) < 0.0) & (_side(c, d, a) * _side(c, d, b) < 0.0)
    return bool(crossed.any())


def _side(a: Floats, b: Floats, c: Floats) -> Floats:
    """Twice the signed area of triangles."""
    return (b - a)[..., 0] * (c - a)[..., 1] - (b - a)[..., 1] * (c - a)[..., 0]


def _spread_loops(corners: list[Landing], looped: list[bool], unit: float) -> list[bool]:
    """As `looped`, also for corners at the place of a neighbour in a loop: those of several turns."""
    found = list(looped)
    for k, (here, there) in enumerate(pairwise(corners)):
        if np.linalg.norm(here[1] - there[1]) < _SHORT * unit:
            found[k] = found[k + 1] = looped[k] or looped[k + 1]
    return found


def _cost_of_turn(
    corners: list[Landing], looped: list[bool], first: int, second: int, third: int, unit: float
) -> float:
    """Cost of the turn of the path at the second of three landings: 1 for a right angle."""
    if first < 0:
        return 0.0
    coming = (corners[second][1] - corners[first][1])[[0, 2]]
    going = (corners[third][1] - corners[second][1])[[0, 2]]
    if min(np.linalg.norm(coming), np.linalg.norm(going)) < _SHORT * unit:
        return _ON_THE_SPOT if looped[second] else 0.0
    turn = np.arctan2(abs(coming[0] * going[1] - coming[1] * going[0]), coming @ going)
    return float(turn / (np.pi / 2.0)) ** 2


def _cost_of_air(
    corners: list[Landing],
    looped: list[bool],
    before: int,
    after: int,
    stroke: Stroke,
    camera: Camera,
    unit: float,
) -> float:
    """Cost of all corners between two landings, which are in the air then."""
    if after - before < 2:
        return 0.0
    start, end = corners[before][1], corners[after][1]
    level = (end - start) * [1.0, 0.0, 1.0]
    length = float(np.linalg.norm(level))
    along = level / length if length > _SHORT * unit else camera.axes[0]
    plane = DrawingPlane(start, along)
    if length > _SHORT * unit and plane.seen_as_line(camera):
        return _HIDDEN * (after - before - 1)
    middle = range(before + 1, after)
    flat = plane.flat_from_picture(camera, stroke.points[[corners[k][0] for k in middle]])
    cost = 0.0
    for (x, height), loop in zip(flat, looped[before + 1 : after], strict=True):
        in_air = height - max(start[1], end[1]) > _HIGH * unit
        beside = -_BESIDE * unit < x < length + _BESIDE * unit
        cost += (_IN_LOOP if loop else _IN_AIR) if in_air and beside else _LOST
    return cost
