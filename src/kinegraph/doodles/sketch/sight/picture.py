"""Pictures of drawings that the sight looks at: ink, ends of strokes, and what outlines enclose."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats

CELLS, _MARGIN = 64, 4
_STEP = 0.35  # between points along a line [cells]
_DARK, _INK = 0.6, 0.3  # ink of a point, and the least of a cell that encloses


def find_frame(lines: Sequence[Floats]) -> tuple[Floats, float]:
    """(2,) place of the middle of cell (0, 0) on the sheet, and the size of a cell.

    lines: (N, 2) each; their longer side fills the picture but for a margin.
    """
    points = np.concatenate(lines)
    low, high = points.min(axis=0), points.max(axis=0)
    cell = max(float((high - low).max()), 1e-9) / (CELLS - 2 * _MARGIN)
    return 0.5 * (low + high) - 0.5 * (CELLS - 1) * cell, cell


def draw_picture(lines: Sequence[Floats]) -> Floats:
    """(3, CELLS, CELLS) from 0 to 1, rows upward: ink, ends of lines, what they enclose."""
    from scipy import ndimage

    origin, cell = find_frame(lines)
    ink, ends = [], []
    for line in lines:
        at = (line - origin) / cell
        lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(at, axis=0).T))])
        along = np.linspace(0.0, lengths[-1], int(lengths[-1] / _STEP) + 2)
        ink.append(np.stack([np.interp(along, lengths, column) for column in at.T], axis=1))
        ends.append(at[[0, -1]])
    drawn = np.minimum(_DARK * _spread(np.concatenate(ink)), 1.0)
    thick = ndimage.binary_dilation(drawn > _INK, np.ones((3, 3)))
    inside = np.asarray(ndimage.binary_fill_holes(thick), dtype=float)
    return np.stack([drawn, np.minimum(_spread(np.concatenate(ends)), 1.0), inside])


def _spread(places: Floats) -> Floats:
    """(CELLS, CELLS) number of places (N, 2) in each cell; each is shared by the four cells around it."""
    low = np.floor(places).astype(np.int64)
    part = places - low
    total = np.zeros(CELLS * CELLS)
    for right in (0, 1):
        for up in (0, 1):
            x, y = np.clip(low[:, 0] + right, 0, CELLS - 1), np.clip(low[:, 1] + up, 0, CELLS - 1)
            weight = np.abs(1 - right - part[:, 0]) * np.abs(1 - up - part[:, 1])
            total += np.bincount(y * CELLS + x, weight, CELLS * CELLS)
    return total.reshape(CELLS, CELLS)
