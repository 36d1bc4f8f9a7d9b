"""Limbs that are one stroke each: an open line, or a long outline.

They may cross the head or a skirt, where the silhouette shows no limb.
"""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke, points_along
from kinegraph.doodles.sketch.front.ink_lines import InkLine, find_ink_lines
from kinegraph.doodles.sketch.front.silhouette import Silhouette
from kinegraph.doodles.sketch.link_shape import link_shape

_POINTS = 33  # along a limb
_LEAST = 0.1  # of the drawing's size
_LONGEST = 0.75
_CLOSED = 0.25
_LONG_SHAPE = 0.5  # width by length of an outline that may be a limb
_SHOULDERS = (0.5, 0.8)  # where wings begin, as shares of the spine from the hips to the middle of the head
_BROAD = 0.25  # width by length of a wing, at least
_STRADDLE = 0.2  # how far a wing reaches over the spine, by how far it reaches out
_WINDING = 2.0  # length of a limb by the distance of its ends; beyond it is hair or a letter


def find_stroke_limbs(silhouette: Silhouette, strokes: Sequence[Stroke]) -> list[tuple[Stroke, Floats]]:
    """Strokes that may be a whole limb, each with its middle line (N, 2) [m], in either direction."""
    size = silhouette.cell * max(silhouette.mask.shape)
    found = []
    for stroke in strokes:
        line = _middle_line(stroke)
        if line is not None and _may_be_limb(line, size):
            found.append((stroke, line))
    return found


def find_line_limbs(silhouette: Silhouette, strokes: Sequence[Stroke]) -> list[InkLine]:
    """Parts of strokes, and strokes end to end, that may be a whole limb."""
    size = silhouette.cell * max(silhouette.mask.shape)
    return [line for line in find_ink_lines(silhouette, strokes) if _may_be_limb(line.way, size)]


def find_broad_strokes(silhouette: Silhouette, strokes: Sequence[Stroke]) -> list[Stroke]:
    """Strokes that may be a wing."""
    least = _LEAST * silhouette.cell * max(silhouette.mask.shape)
    large = [stroke for stroke in strokes if float(np.ptp(stroke.points, axis=0).max()) > 0.7 * least]
    return [stroke for stroke in large if link_shape(stroke).roundness >= _BROAD]


def find_wing(stroke: Stroke, spine: Floats, size: float) -> Floats | None:
    """The middle line (N, 2) of a broad stroke at one side of the spine, from its root to its tip [m].

    spine: (M, 2) from the hips up. size: Of the drawing [m].
    """
    outline = points_along(stroke.points, stroke.lengths, np.linspace(0.0, stroke.length, 2 * _POINTS))
    aside = outline[:, 0] - np.interp(outline[:, 1], spine[:, 1], spine[:, 0])
    left, right = max(-float(aside.min()), 0.0), max(float(aside.max()), 0.0)
    if min(left, right) > _STRADDLE * max(left, right):
        return None
    shoulders = spine[int(_SHOULDERS[0] * len(spine)) : int(_SHOULDERS[1] * len(spine)) + 1]
    gaps = np.linalg.norm(outline[:, None] - shoulders[None], axis=2).min(axis=1)
    root = outline[int(gaps.argmin())]
    tip = outline[int(np.linalg.norm(outline - root, axis=1).argmax())]
    if not _LEAST * size < float(np.linalg.norm(tip - root)) < _LONGEST * size:
        return None
    return root + np.linspace(0.0, 1.0, _POINTS)[:, None] * (tip - root)


def _may_be_limb(line: Floats, size: float) -> bool:
    """True if a line (N, 2) in a drawing of a size [m] is neither too short nor too long or wound."""
    length = float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())
    chord = float(np.linalg.norm(line[-1] - line[0]))
    return _LEAST * size < length < min(_LONGEST * size, _WINDING * chord)


def _middle_line(stroke: Stroke) -> Floats | None:
    """(N, 2) the line itself, or the middle of a long outline; None for round outlines."""
    at = np.linspace(0.0, stroke.length, _POINTS)
    gap = float(np.linalg.norm(stroke.points[-1] - stroke.points[0]))
    if stroke.length <= 0.0:
        return None
    if gap >= _CLOSED * stroke.length:
        return points_along(stroke.points, stroke.lengths, at)
    shape = link_shape(stroke)
    if shape.roundness > _LONG_SHAPE:
        return None
    outline = shape.outline
    along = (outline - shape.centre) @ shape.axis
    first, last = sorted((int(along.argmin()), int(along.argmax())))
    one, other = outline[first : last + 1], np.concatenate([outline[last:], outline[: first + 1]])[::-1]
    return 0.5 * (_even(one) + _even(other))


def _even(line: Floats) -> Floats:
    at = np.linspace(0.0, len(line) - 1.0, _POINTS)
    return np.stack([np.interp(at, np.arange(len(line)), column) for column in line.T], axis=1)
