"""Leg candidates: branches and strokes of a drawing that hang down from a trunk to the ground."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.sketch.animal.trunks import Trunk
from kinegraph.doodles.sketch.front.branches import Branch
from kinegraph.doodles.sketch.front.limb import Limb, find_ankle, find_bend
from kinegraph.doodles.sketch.front.silhouette import Silhouette

_LEAST_LEG = 0.08  # as a share of the drawing's height
_STEEP = np.radians(55.0)  # how far a leg leans at most
_NEAR_GROUND = 0.3  # how far a leg ends above the lowest point at most, as a share of the height
_ASIDE = 0.12  # how far from the trunk a leg begins at most, as a share of the trunk's width
_INSET = 0.3  # how far hips are inside of the trunk, as a share of its height
_APART = 4.0  # how far a stroke begins from the trunk at most [cells]
_POINTS = 33  # along a leg between two lines
_SAME_END, _SOLE = (
    4,
    3,
)  # how far a branch ends from its stroke, and a sole from the legs that it joins [cells]


@dataclass(frozen=True, eq=False)
class LegCandidate:
    """A branch of the drawing that may be a leg.

    tip: (2,) its lowest cell. sticks_out: How far it is apart from other legs [cells].
    """

    limb: Limb
    tip: Ints
    sticks_out: float


@dataclass(frozen=True, eq=False)
class Ground:
    """The lowest row of a drawing, and how many rows it is tall."""

    bottom: int
    tall: float


def legs_of_branches(
    silhouette: Silhouette, branches: Sequence[Branch], trunk: Trunk, ground: Ground
) -> list[LegCandidate]:
    """The branches of a silhouette that may be legs."""
    found = []
    for branch in branches:
        if branch.length < _LEAST_LEG * ground.tall or not _hangs(branch.way[::-1], trunk, ground):
            continue
        limb = _grow_leg(silhouette, branch, trunk)
        if limb is not None:
            found.append(LegCandidate(limb, branch.tip, branch.length))
    return found


def legs_of_strokes(
    silhouette: Silhouette,
    lines: Sequence[tuple[Stroke, Floats]],
    strokes: Sequence[Stroke],
    trunk: Trunk,
    distances: Floats,
    ground: Ground,
) -> list[LegCandidate]:
    """The strokes that may be a leg each, where the silhouette shows several as one.

    lines: The strokes with their middle lines (N, 2) [m]. distances: (R, C) from the trunk [cells].
    """
    found: list[LegCandidate] = []
    for stroke, line in lines:
        way = line if line[0, 1] > line[-1, 1] else line[::-1]
        cells = silhouette.cells_of(way)
        inside = np.flatnonzero(trunk.mask[cells[:, 0], cells[:, 1]])
        first = int(inside[-1]) if len(inside) else 0
        way, cells = way[first:], cells[first:]
        apart = float(distances[tuple(cells[0])])
        length = float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum()) / silhouette.cell
        if len(way) < 8 or apart > _APART or length < _LEAST_LEG * ground.tall:
            continue
        if _hangs(cells, trunk, ground):
            limb = _make_limb(silhouette, way, trunk, apart, cells[-1], stroke)
            found.append(LegCandidate(limb, cells[-1], length))
    walls, tubes = _join_walls(found, silhouette, strokes, trunk)
    return [*(each for each in found if not any(each is wall for wall in walls)), *tubes]


def unite(legs: Sequence[LegCandidate], branches: Sequence[LegCandidate]) -> list[LegCandidate]:
    """Strokes, and the branches that no stroke draws."""
    return [*legs, *(b for b in branches if not any(np.abs(b.tip - s.tip).max() <= _SAME_END for s in legs))]


def _join_walls(
    legs: Sequence[LegCandidate], silhouette: Silhouette, strokes: Sequence[Stroke], trunk: Trunk
) -> tuple[list[LegCandidate], list[LegCandidate]]:
    """The two sides of legs that a third stroke joins at the ground, and the legs between them."""
    walls: list[LegCandidate] = []
    tubes = []
    lines = [each.limb.line for each in legs]
    for stroke in strokes:
        if any(stroke is line for line in lines):
            continue
        cells = silhouette.cells_of(stroke.points[[0, -1]])
        sides = [leg for end in cells for leg in legs if np.abs(end - leg.tip).max() <= _SOLE]
        if (
            len(sides) == 2
            and sides[0] is not sides[1]
            and not any(side is w for side in sides for w in walls)
        ):
            walls += sides
            way = 0.5 * (_even(sides[0].limb.way) + _even(sides[1].limb.way))
            limb = _make_limb(silhouette, way, trunk, sides[0].limb.cut, silhouette.cells_of(way[-1:])[0])
            tubes.append(LegCandidate(limb, limb.tip, 0.5 * (sides[0].sticks_out + sides[1].sticks_out)))
    return walls, tubes


def _even(way: Floats) -> Floats:
    """A way at as many places, evenly."""
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
    at = np.linspace(0.0, lengths[-1], _POINTS)
    return np.stack([np.interp(at, lengths, column) for column in way.T], axis=1)


def _hangs(cells: Ints, trunk: Trunk, ground: Ground) -> bool:
    """True if a way (N, 2) from its root to its tip goes down from the trunk and ends near the ground."""
    root, tip = cells[0], cells[-1]
    if tip[0] > ground.bottom + _NEAR_GROUND * ground.tall:
        return False
    first, last = trunk.columns
    slack = _ASIDE * (last - first + 1)
    if not first - slack <= root[1] <= last + slack:
        return False
    fall, aside = root[0] - tip[0], abs(tip[1] - root[1])
    low, high = trunk.rows
    below = trunk.line or root[0] < 0.5 * (low + high) + 0.1 * (high - low)
    return bool(fall > 0.0 and np.arctan2(aside, fall) < _STEEP and below)


def _grow_leg(silhouette: Silhouette, branch: Branch, trunk: Trunk) -> Limb | None:
    """The leg on a branch, from a hip inside of the trunk to its tip."""
    inside = branch.away > branch.forks if branch.forks > 0.0 else np.ones(len(branch.away), dtype=bool)
    way, away = branch.way[inside], branch.away[inside]
    if len(way) < 4:
        return None
    places = silhouette.places_of(smooth_cells(way[::-1].astype(float)))
    return _make_limb(silhouette, places, trunk, max(float(away[-1]), branch.forks), branch.tip)


def _make_limb(
    silhouette: Silhouette, way: Floats, trunk: Trunk, cut: float, tip: Ints, line: Stroke | None = None
) -> Limb:
    """The leg on a way (N, 2) [m] from the trunk's rim down, begun inside of the trunk."""
    hip = way[:1]
    if not trunk.line:
        low, high = trunk.rows
        root = silhouette.cells_of(way[:1])[0]
        column = trunk.mask[:, root[1]]
        filled = np.flatnonzero(column) if column.any() else np.array([low, high])
        up = max(root[0], filled[0] + _INSET * (filled[-1] - filled[0]))
        hip = silhouette.places_of(np.array([[up, root[1]]]))
    whole = np.concatenate([hip, way]) if np.linalg.norm(hip - way[0]) > silhouette.cell else way
    ankle = find_ankle(whole)
    return Limb(whole, find_bend(whole[: ankle + 1]), ankle, cut, cut, tip, on_head=False, line=line)


def smooth_cells(cells: Floats) -> Floats:
    """A way over cells (N, 2) without its steps."""
    smooth = cells.copy()
    for _ in range(3):
        smooth[1:-1] = 0.25 * (smooth[:-2] + 2.0 * smooth[1:-1] + smooth[2:])
    return smooth
