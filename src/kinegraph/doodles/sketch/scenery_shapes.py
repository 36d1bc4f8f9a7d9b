"""Names scenery in a drawing: a sun, a house, a table, or lines that cross."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke

_CLOSED = 0.15  # a stroke whose ends are nearer than this share of its length is closed
_ROUND = 0.2  # deviation of the distance from its middle, as a share of that, below which a stroke is a ring
_STRAIGHT = 1.15  # length over chord below which a stroke is straight
# Rays begin this far from the middle of a ring, end at least this far [radii], point this much outward
# [cosine], differ this much in length [deviation over mean] and leave no larger gap between them [rad].
_NEAR, _FAR, _OUTWARD, _ALIKE, _GAP = (0.7, 1.7), 1.3, 0.9, 0.35, np.deg2rad(100.0)
_LEAST_RAYS, _LEAST_LINES = 6, 8
_CROSSINGS = 1.5  # of each straight stroke with others, from which on a drawing is a tangle of lines
_MOSTLY = 0.7  # share of straight strokes in such a drawing
_UPRIGHT = np.deg2rad(15.0)  # from the vertical or the horizontal
_TABLE, _FLAT = (3, 7), 0.35  # least and most strokes of a table; height of its top by its width at most
_UNDER_ROOF, _ROOF_GAP = 0.7, 0.15  # least width of a roof over a box's; distance from it at most [heights]


def name_scenery(strokes: Sequence[Stroke]) -> str | None:
    """Name of what strokes show, "a sun", "a house", "a table" or "lines that cross"; None for all else."""
    drawn = [stroke for stroke in strokes if stroke.length > 0.0]
    if _is_sun(drawn):
        return "a sun"
    if _is_house(drawn):
        return "a house"
    if _is_table(drawn):
        return "a table"
    return "lines that cross" if _is_tangle(drawn) else None


def _is_closed(stroke: Stroke) -> bool:
    return float(np.linalg.norm(stroke.points[-1] - stroke.points[0])) < _CLOSED * stroke.length


def _is_straight(stroke: Stroke) -> bool:
    return stroke.length < _STRAIGHT * float(np.linalg.norm(stroke.points[-1] - stroke.points[0]))


def _is_sun(strokes: Sequence[Stroke]) -> bool:
    """True if straight rays of about one length point outward all around a ring."""
    lines = np.array([stroke.points[[0, -1]] for stroke in strokes if _is_straight(stroke)])
    if len(lines) < _LEAST_RAYS:
        return False
    for ring in strokes:
        if not _is_closed(ring):
            continue
        middle = ring.box.mean(axis=0)
        away = np.linalg.norm(ring.points - middle, axis=1)
        radius = float(away.mean())
        if radius > 0.0 and away.std() < _ROUND * radius and _are_rays((lines - middle) / radius):
            return True
    return False


def _are_rays(lines: Floats) -> bool:
    """True if enough lines (N, 2, 2) are rays of a ring of radius 1 about the origin."""
    ends = np.linalg.norm(lines, axis=2)
    lines = np.where((ends[:, 0] > ends[:, 1])[:, None, None], lines[:, ::-1], lines)
    near, far = np.sort(ends, axis=1).T
    ways = lines[:, 1] - lines[:, 0]
    lengths = np.linalg.norm(ways, axis=1)
    outward = (ways * lines[:, 1]).sum(axis=1) / np.maximum(lengths * far, 1e-12)
    rays = (near > _NEAR[0]) & (near < _NEAR[1]) & (far > _FAR) & (outward > _OUTWARD)
    if rays.sum() < _LEAST_RAYS or lengths[rays].std() > _ALIKE * lengths[rays].mean():
        return False
    angles = np.sort(np.arctan2(lines[rays, 1, 1], lines[rays, 1, 0]))
    return bool(np.diff(angles, append=angles[0] + 2.0 * np.pi).max() < _GAP)


def _is_house(strokes: Sequence[Stroke]) -> bool:
    """True if a stroke with a tip in its middle lies on an upright box."""
    return any(
        roof is not box and _is_roof(roof, box.box) for box in strokes if _is_box(box) for roof in strokes
    )


def _is_roof(stroke: Stroke, box: Floats) -> bool:
    """True if a stroke is a roof on a box (2, 2) of lower left and upper right corner."""
    (left, low), (right, top) = box
    (begin, base), (end, tip) = stroke.box
    wide = _UNDER_ROOF * (right - left) < end - begin < (right - left) / _UNDER_ROOF
    if not wide or tip <= base or abs(base - top) > _ROOF_GAP * (top - low):
        return False
    peak = stroke.points[stroke.points[:, 1] > base + 0.8 * (tip - base), 0]
    middle = 0.5 * (left + right)
    return bool(np.ptp(peak) < 0.5 * (end - begin) and abs(peak.mean() - middle) < 0.25 * (right - left))


def _is_table(strokes: Sequence[Stroke]) -> bool:
    """True if straight legs hang from a flat top, and nothing else is drawn: an animal has a head."""
    if not _TABLE[0] <= len(strokes) <= _TABLE[1]:
        return False
    plate = max(strokes, key=lambda stroke: float(np.ptp(stroke.box[:, 0])))
    (left, low), (right, top) = plate.box
    if not (_is_closed(plate) or _is_straight(plate)) or top - low > _FLAT * (right - left):
        return False
    legs = [stroke for stroke in strokes if stroke is not plate]
    ends = np.array([leg.points[[0, -1]] for leg in legs])
    tall = top - float(ends[..., 1].min())
    upper = np.take_along_axis(ends, ends[..., 1].argmax(axis=1)[:, None, None], axis=1)[:, 0]
    steep = np.abs(np.diff(ends[..., 0], axis=1)) < 0.5 * np.abs(np.diff(ends[..., 1], axis=1))
    hangs = (np.abs(upper[:, 1] - low) < _ROOF_GAP * tall) & (upper[:, 0] > left) & (upper[:, 0] < right)
    return bool(steep.all() and hangs.all()) and all(_is_straight(leg) for leg in legs)


def _is_box(stroke: Stroke) -> bool:
    """True if most of a closed stroke is level or upright."""
    if not _is_closed(stroke):
        return False
    ways = np.diff(stroke.points, axis=0)
    lengths = np.linalg.norm(ways, axis=1)
    turned = np.arctan2(np.abs(ways[:, 1]), np.abs(ways[:, 0]))
    level, upright = turned < _UPRIGHT, turned > 0.5 * np.pi - _UPRIGHT
    shares = [float(lengths[part].sum()) / stroke.length for part in (level, upright)]
    return sum(shares) > 0.85 and min(shares) > 0.15


def _is_tangle(strokes: Sequence[Stroke]) -> bool:
    """True if straight strokes cross each other often."""
    lines = np.array([stroke.points[[0, -1]] for stroke in strokes if _is_straight(stroke)])
    if len(lines) < max(_LEAST_LINES, _MOSTLY * len(strokes)):
        return False
    starts, ways = lines[:, 0], lines[:, 1] - lines[:, 0]
    across = ways[:, None, 0] * ways[None, :, 1] - ways[:, None, 1] * ways[None, :, 0]
    gaps = starts[None] - starts[:, None]
    safe = np.where(np.abs(across) < 1e-12, np.inf, across)
    one = (gaps[..., 0] * ways[None, :, 1] - gaps[..., 1] * ways[None, :, 0]) / safe
    other = (gaps[..., 0] * ways[:, None, 1] - gaps[..., 1] * ways[:, None, 0]) / safe
    crossing = (np.minimum(one, other) > 0.05) & (np.maximum(one, other) < 0.95)
    return bool(0.5 * crossing.sum() > _CROSSINGS * len(lines))
