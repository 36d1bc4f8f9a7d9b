"""Heads of a front view: round outlines, and what an outline of head and body shows above its neck."""

import numpy as np

from kinegraph.doodles.sketch.front.silhouette import Silhouette, label_pieces

_MOST_HEADS = 5
_EYE = 0.35  # area of an eye by that of the face around it, at most
_SAME = 0.5  # share of two regions, from which on they are one head
# A head's middle is in this upper share of the drawing, its neck is narrower than this share of its width,
# and the shoulders are wider than this many necks.
_UPPER, _NECK, _SHOULDERS = 0.55, 0.8, 1.2
_LEAST_HEAD = 5  # cells from the middle of a head to its side


def find_heads(silhouette: Silhouette) -> list[tuple[np.ndarray, int | None]]:
    """Round regions that may be the head, the highest first."""
    found: list[tuple[float, np.ndarray, int | None]] = []
    for stroke, inside in silhouette.loops.items():
        rows, columns = np.nonzero(inside)
        tall, wide = np.ptp(rows) + 1, np.ptp(columns) + 1
        filled = len(rows) / (tall * wide)
        eye = any(
            (inside & other).sum() > 0.9 * len(rows) and len(rows) < _EYE * other.sum()
            for number, other in silhouette.loops.items()
            if number != stroke
        )
        if not eye and min(tall, wide) >= 5 and 0.45 < wide / tall < 2.2 and filled > 0.45:
            found.append((float(rows.mean()), inside & silhouette.mask, stroke))
    narrowed = _head_above_neck(silhouette)
    if narrowed is not None and not any(_overlaps(narrowed, inside) for _, inside, _ in found):
        found.append((float(np.nonzero(narrowed)[0].mean()), narrowed, None))
    found.sort(key=lambda each: -each[0])
    return [(inside, stroke) for _, inside, stroke in found[:_MOST_HEADS] if inside.any()]


def _overlaps(one: np.ndarray, other: np.ndarray) -> bool:
    return bool((one & other).sum() > _SAME * min(one.sum(), other.sum()))


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
