"""Trunks: the parts of a silhouette that may be the trunk of an animal, which its legs hang from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.doodles.ink.stroke import Stroke, points_along
from kinegraph.doodles.sketch.front.silhouette import Silhouette, label_pieces

_OPENINGS = (0.4, 0.6, 0.78)  # of the greatest depth: what is thinner is a leg, a neck or a tail
_LEAST_DEPTH = 2.5  # of a trunk that is filled [cells]
_LEAST_WIDTH, _LEAST_AREA = 0.22, 0.08  # as shares of the drawing's width, and of its filled part
_MOST = 6
_WAIST = 0.85  # thickness of a neck, as a share of what is thinner on its two sides
_LEVEL = np.radians(38.0)  # how far a line that is a trunk leans at most
_STEPS = 24  # pieces of a stroke whose lean is looked at


@dataclass(frozen=True, eq=False)
class Trunk:
    """A candidate for the trunk.

    mask: (R, C) its cells. line: Whether it is a line, not filled.
    """

    mask: np.ndarray
    line: bool

    @property
    def columns(self) -> tuple[int, int]:
        """Its first and its last column."""
        found = np.flatnonzero(self.mask.any(axis=0))
        return int(found[0]), int(found[-1])

    @property
    def rows(self) -> tuple[int, int]:
        """Its lowest and its highest row."""
        found = np.flatnonzero(self.mask.any(axis=1))
        return int(found[0]), int(found[-1])


def find_trunks(silhouette: Silhouette, strokes: Sequence[Stroke]) -> list[Trunk]:
    """Every part of a silhouette that may be a trunk, filled ones first."""
    found: list[Trunk] = []
    shapes = [silhouette.mask, *(inside & silhouette.mask for inside in silhouette.loops.values())]
    for shape in shapes:
        parts = _thick_parts(shape)
        found += parts
        found += [half for part in parts for half in _halves(part)]
    found += _level_lines(silhouette, strokes)
    wide = np.ptp(np.flatnonzero(silhouette.mask.any(axis=0))) + 1
    kept: list[Trunk] = []
    for trunk in found:
        first, last = trunk.columns
        if last - first + 1 < _LEAST_WIDTH * wide:
            continue
        if not any(_alike(trunk.mask, other.mask) for other in kept):
            kept.append(trunk)
    filled = sorted((t for t in kept if not t.line), key=lambda t: -int(t.mask.sum()))
    return [*filled[:_MOST], *[t for t in kept if t.line][:_MOST]]


def _thick_parts(shape: np.ndarray) -> list[Trunk]:
    """The thick parts of a shape."""
    from scipy import ndimage

    depth = np.asarray(ndimage.distance_transform_edt(np.pad(shape, 1)))[1:-1, 1:-1]
    deepest = float(depth.max())
    if deepest < _LEAST_DEPTH:
        return []
    found = []
    for share in _OPENINGS:
        inner = depth > share * deepest
        pieces = label_pieces(inner)
        for number in range(1, int(pieces.max()) + 1):
            away = np.asarray(ndimage.distance_transform_edt(pieces != number))
            part = shape & (away <= share * deepest)
            if part.sum() > _LEAST_AREA * shape.sum():
                found.append(Trunk(part, False))
    return found


def _halves(trunk: Trunk) -> list[Trunk]:
    """A trunk without its head, and what is left without the trunk, where it has a neck between them."""
    first, last = trunk.columns
    thick = trunk.mask[:, first : last + 1].sum(axis=0).astype(float)
    left, right = np.maximum.accumulate(thick), np.maximum.accumulate(thick[::-1])[::-1]
    waist = thick / np.maximum(np.minimum(left, right), 1.0)
    at = int(waist.argmin())
    if waist[at] > _WAIST:
        return []
    columns = np.arange(trunk.mask.shape[1]) - first
    halves = [trunk.mask & (columns < at), trunk.mask & (columns > at)]
    return [Trunk(half, False) for half in halves if half.any()]


def _level_lines(silhouette: Silhouette, strokes: Sequence[Stroke]) -> list[Trunk]:
    """Level parts of open strokes."""
    found = []
    for number, stroke in enumerate(strokes):
        if number in silhouette.loops or stroke.length <= 0.0:
            continue
        line = points_along(stroke.points, stroke.lengths, np.linspace(0.0, stroke.length, _STEPS + 1))
        steps = np.diff(line, axis=0)
        level = np.abs(steps[:, 1]) <= np.tan(_LEVEL) * np.abs(steps[:, 0])
        runs = np.split(np.arange(_STEPS), np.flatnonzero(np.diff(level.astype(int))) + 1)
        longest = max((run for run in runs if level[run[0]]), key=len, default=None)
        if longest is None:
            continue
        at = np.linspace(longest[0], longest[-1] + 1, 200) * stroke.length / _STEPS
        cells = silhouette.cells_of(points_along(stroke.points, stroke.lengths, at))
        mask = np.zeros_like(silhouette.mask)
        mask[tuple(cells.T)] = True
        if (mask & silhouette.mask).any():
            found.append(Trunk(mask & silhouette.mask, True))
    return found


def _alike(one: np.ndarray, other: np.ndarray) -> bool:
    return bool((one & other).sum() > 0.92 * (one | other).sum())
