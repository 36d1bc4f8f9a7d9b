"""DrawnGround: ink that is ground: hills, stairs, pits and platforms, for feet and rolling balls.

Ink with an end near the ground line, or below it, is earth: it replaces the ground line from its left end to
its right end, so a hill rises from it and a pit is a gap in it. Ink with both ends above the ground line is a
platform: the ground line below it remains. The ink is extruded along x, across the sheet.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinegraph.core.arrays import Floats, read_only
from kinegraph.doodles.ink.stroke import Stroke

STEP_UP = 0.35  # [m] a surface this much above a point still carries it: feet step up, and hands tremble
_EARTH = 0.2  # [m] ink with an end below this height is earth
_FINE = 0.004  # [m] the simplified line stays this near to the ink
_MOST_POINTS = 400  # of one line, simplified
_SHORTEST = 0.05  # [m] shorter ink is not ground
_FAR = 1e4  # [m] half length of the ground line beside the earth


@dataclass(frozen=True, eq=False)
class DrawnGround:
    """The ground of a sheet: the ground line at height 0, and ground that was drawn.

    strokes: Ink of the ground, in the order of drawing.
    """

    strokes: tuple[Stroke, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "strokes", tuple(self.strokes))

    def __bool__(self) -> bool:
        return bool(self.lines)

    @cached_property
    def lines(self) -> tuple[Floats, ...]:
        """(N, 2) each line, simplified [m]."""
        return tuple(simplify_line(stroke.points) for stroke in self.strokes if stroke.length >= _SHORTEST)

    @cached_property
    def _earth(self) -> tuple[Floats, ...]:
        return tuple(line for line in self.lines if min(line[0, 1], line[-1, 1]) < _EARTH)

    @cached_property
    def _platforms(self) -> tuple[Floats, ...]:
        return tuple(line for line in self.lines if min(line[0, 1], line[-1, 1]) >= _EARTH)

    @cached_property
    def segments(self) -> Floats:
        """(M, 4) all surfaces as straight pieces: x, y of one end, x, y of the other [m]."""
        pieces = [np.hstack([line[:-1], line[1:]]) for line in self.lines]
        level = [np.array([[left, 0.0, right, 0.0]]) for left, right in self.level_spans]
        return read_only(np.concatenate([*pieces, *level]))

    @cached_property
    def level_spans(self) -> tuple[tuple[float, float], ...]:
        """The parts of the ground line that are left between the earth, from x to x [m]."""
        spans, left = [], -_FAR
        for start, end in sorted((float(line[:, 0].min()), float(line[:, 0].max())) for line in self._earth):
            if start > left:
                spans.append((left, start))
            left = max(left, end)
        return (*spans, (left, _FAR))

    def heights(self, across: Floats, over: Floats) -> Floats:
        """(N,) height of the ground below points: the highest surface that carries them [m].

        across, over: (N,) x and y of the points on the sheet [m]. A surface up to `STEP_UP` above a point
        carries it. A point under all surfaces gets the lowest one.
        """
        found = np.full(len(across), -np.inf)
        lowest = np.full(len(across), np.inf)
        tops = np.full(len(across), -np.inf)
        for line in self._earth:
            tops = np.fmax(tops, _tops(line, across))
        tops = np.where(np.isfinite(tops), tops, 0.0)
        for levels in (tops, *(_tops(line, across) for line in self._platforms)):
            there = np.isfinite(levels)
            lowest = np.where(there, np.minimum(lowest, levels), lowest)
            carries = there & (levels <= over + STEP_UP)
            found = np.where(carries, np.maximum(found, levels), found)
        return np.where(np.isfinite(found), found, lowest)


def simplify_line(points: Floats, within: float = _FINE) -> Floats:
    """(M, 2) the points of a line (N, 2) that keep it within a distance [m] (Ramer, Douglas and Peucker).

    The distance grows for a line that would keep more than 400 points.
    """
    while True:
        kept = _kept_points(points, within)
        if kept.sum() <= _MOST_POINTS:
            return read_only(points[kept])
        within *= 2.0


def _kept_points(points: Floats, within: float) -> np.ndarray:
    kept = np.zeros(len(points), dtype=bool)
    kept[[0, -1]] = True
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        start, way = points[first], points[last] - points[first]
        offsets = points[first + 1 : last] - start
        share = np.clip(offsets @ way / max(float(way @ way), 1e-18), 0.0, 1.0)
        far = np.linalg.norm(offsets - share[:, None] * way, axis=1)
        worst = int(far.argmax())
        if far[worst] > within:
            middle = first + 1 + worst
            kept[middle] = True
            spans += [(first, middle), (middle, last)]
    return kept


def _tops(line: Floats, across: Floats) -> Floats:
    """(N,) the highest place of a line (M, 2) above each x; NaN beside the line [m]."""
    x, y = line[:, 0], line[:, 1]
    if (np.diff(x) >= 0.0).all() and (np.diff(x) > 0.0).sum() == len(x) - 1:
        return np.interp(across, x, y, left=np.nan, right=np.nan)
    start, end = line[:-1], line[1:]
    low, high = np.minimum(start[:, 0], end[:, 0]), np.maximum(start[:, 0], end[:, 0])
    inside = (across[:, None] >= low) & (across[:, None] <= high)
    run = end[:, 0] - start[:, 0]
    steep = np.abs(run) < 1e-12
    share = (across[:, None] - start[:, 0]) / np.where(steep, 1.0, run)
    at = start[:, 1] + np.clip(share, 0.0, 1.0) * (end[:, 1] - start[:, 1])
    at = np.where(steep, np.maximum(start[:, 1], end[:, 1]), at)
    best = np.where(inside, at, -np.inf).max(axis=1, initial=-np.inf)
    return np.where(np.isfinite(best), best, np.nan)
