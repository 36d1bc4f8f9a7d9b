"""Heads of a front view: round outlines, and what an outline of head and body shows above its neck."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.sketch.front.silhouette import Silhouette, label_pieces

_MOST_HEADS = 6
_EYE = 0.35  # area of an eye by that of the face around it, at most
# A drawing is mostly one outline from this share of its area; how much wider than a head shoulders are, and
# the height by the width of a head above them.
_BLOB, _BROADER, _PROPORTION = 0.55, 1.3, (0.6, 1.5)
# Share of a stroke that is on the rim of a head that it draws, and of the rim that such strokes draw.
_AROUND, _DRAWN = 0.5, 0.4
_SAME = 0.6  # share of two regions in both, from which on they are one head
# A head's middle is in this upper share of the drawing, its neck is narrower than this share of its width,
# and the shoulders are wider than this many necks.
_UPPER, _NECK, _SHOULDERS = 0.55, 0.8, 1.2
_LEAST_HEAD = 5  # cells from the middle of a head to its side


@dataclass(frozen=True, eq=False)
class Head:
    """A round region (R, C) that may be the head.

    stroke: The stroke that is its outline; None for several strokes, or for part of one.
    shared: Whether several strokes draw its outline.
    """

    mask: np.ndarray
    stroke: int | None
    shared: bool

    @cached_property
    def area(self) -> float:
        """Number of its cells."""
        return float(self.mask.sum())

    @cached_property
    def middle(self) -> Floats:
        """(2,) its mean row and column."""
        return np.argwhere(self.mask).mean(axis=0)

    @property
    def radius(self) -> float:
        """Of a disk of this area [cells]."""
        return float(np.sqrt(self.area / np.pi))

    @cached_property
    def tall(self) -> float:
        """Number of its rows."""
        return float(np.ptp(np.flatnonzero(self.mask.any(axis=1))) + 1)

    @cached_property
    def wide(self) -> float:
        """Number of its columns."""
        return float(np.ptp(np.flatnonzero(self.mask.any(axis=0))) + 1)


def find_heads(silhouette: Silhouette) -> list[Head]:
    """Regions that may be the head, the highest first."""
    shapes: list[tuple[np.ndarray, int | None]] = [
        (inside & silhouette.mask, stroke) for stroke, inside in silhouette.loops.items()
    ]
    shapes += [(inside, None) for inside in silhouette.faces]
    narrowed = _head_above_neck(silhouette)
    if narrowed is None and silhouette.faces and silhouette.faces[0].sum() > _BLOB * silhouette.mask.sum():
        narrowed = _head_above_shoulders(silhouette)
    shapes += [] if narrowed is None else [(narrowed, None)]
    found: list[tuple[np.ndarray, int | None]] = []
    for inside, stroke in shapes:
        if inside.any() and _is_round(inside) and not any(_are_alike(inside, other) for other, _ in found):
            found.append((inside, stroke))
    shells = silhouette.shells
    found = [each for each in found if each[0] is narrowed or not any(_is_eye(each[0], s) for s in shells)]
    found.sort(key=lambda each: -float(np.nonzero(each[0])[0].mean()))
    return [
        Head(inside, stroke, stroke is None and inside is not narrowed)
        for inside, stroke in found[:_MOST_HEADS]
    ]


def is_drawn_round(head: Head, ink: np.ndarray, strokes: Sequence[Ints]) -> bool:
    """True if strokes run around a head: lines that cross each other enclose places that were not drawn.

    ink: (R, C) cells of all strokes. strokes: (N, 2) cells along each.
    """
    from scipy import ndimage

    wide = np.ones((5, 5))
    inner: np.ndarray = np.asarray(ndimage.binary_erosion(head.mask, wide))
    rim = np.asarray(ndimage.binary_dilation(head.mask, wide)) & ~inner
    own = np.zeros_like(rim)
    for cells in strokes:
        on_rim = rim[tuple(cells.T)]
        if on_rim.mean() > _AROUND:
            own[tuple(cells[on_rim].T)] = True
    near = np.asarray(ndimage.binary_dilation(own, np.ones((3, 3))))
    return bool((near & ink & rim).sum() >= _DRAWN * max((ink & rim).sum(), 1))


def _are_alike(one: np.ndarray, other: np.ndarray) -> bool:
    return bool((one & other).sum() > _SAME * (one | other).sum())


def _is_eye(one: np.ndarray, other: np.ndarray) -> bool:
    """True if a region is a small part of another."""
    area = one.sum()
    return bool(area < _EYE * other.sum() and (one & other).sum() > 0.9 * area)


def _is_round(region: np.ndarray) -> bool:
    """True if a region may be a head by its shape and its size."""
    rows, columns = np.nonzero(region)
    tall, wide = np.ptp(rows) + 1, np.ptp(columns) + 1
    return bool(min(tall, wide) >= 5 and 0.45 < wide / tall < 2.2 and len(rows) > 0.45 * tall * wide)


def _head_above_neck(silhouette: Silhouette) -> np.ndarray | None:
    """(R, C) the cells above the first narrow place below the first deep place from the top; None without a
    neck."""
    mask, depth = silhouette.mask, silhouette.depth
    rows = np.flatnonzero(mask.any(axis=1))
    tall = rows[-1] - rows[0] + 1
    deepest = depth.max(axis=1)
    best = int(rows[-1])
    for row in range(int(rows[-1]), int(rows[-1] - _UPPER * tall), -1):
        if deepest[row] >= deepest[best]:
            best = row
        elif deepest[row] < _NECK * deepest[best] and deepest[best] >= _LEAST_HEAD:
            break
    if deepest[best] < _LEAST_HEAD:
        return None
    middle, column = best, int(depth[best].argmax())
    widths = []
    for row in range(int(middle), int(rows[0]) - 1, -1):
        if not mask[row, column]:
            break
        inside = mask[row]
        left = column - int(np.argmin(inside[column::-1]))
        right = column + int(np.argmin(inside[column:]))
        widths.append(right - left)
    wide = np.array(widths, dtype=float)
    if len(wide) < _LEAST_HEAD:
        return None
    narrow = np.where(wide < _NECK * np.maximum.accumulate(wide), wide, np.inf)
    below = np.flatnonzero(wide > _SHOULDERS * np.minimum.accumulate(narrow))
    if not len(below):
        return None
    deep = int(narrow[: below[0]].argmin())
    pieces = label_pieces(mask & (np.arange(len(mask))[:, None] > middle - deep))
    return pieces == pieces[middle, column]


def _head_above_shoulders(silhouette: Silhouette) -> np.ndarray | None:
    """(R, C) the cells above the first row from the top that is much wider than those above it."""
    mask = silhouette.mask
    rows = np.flatnonzero(mask.any(axis=1))
    tall = int(rows[-1] - rows[0] + 1)
    upper = np.where(np.arange(len(mask))[:, None] > rows[-1] - _UPPER * tall, silhouette.depth, 0.0)
    column = int(np.unravel_index(int(upper.argmax()), upper.shape)[1])
    widths: list[float] = []
    for row in range(int(rows[-1]), int(rows[-1] - _UPPER * tall), -1):
        inside = mask[row]
        if not inside[column]:
            continue
        left, right = column - int(np.argmin(inside[column::-1])), column + int(np.argmin(inside[column:]))
        usual = float(np.median(widths)) if widths else 0.0
        above = len(widths)
        if (
            usual
            and right - left > _BROADER * usual
            and _PROPORTION[0] * usual < above < _PROPORTION[1] * usual
        ):
            pieces = label_pieces(mask & (np.arange(len(mask))[:, None] > row))
            return pieces == pieces[row + 1, column]
        widths.append(float(right - left))
    return None
