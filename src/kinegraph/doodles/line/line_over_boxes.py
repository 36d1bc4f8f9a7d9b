"""A line on a sheet with boxes and drawn ground: onto them, along them and off again.

The line readers know one ground level. So a line is lowered where gestures end on a box or on drawn ground,
and where it runs along drawn ground, and in proportion between, read as if the ground were level, and the
result is raised again.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.gesture_ends import gesture_ends, way_shares
from kinegraph.doodles.line.motion import (
    Motion,
    Piece,
    Reading,
    world_from_sheet,
)
from kinegraph.doodles.line.writing_settings import WritingSettings
from kinegraph.doodles.props.scene import DoodleScene

_NEAR = 0.35  # [leg lengths] a gesture that ends this near to a level ends on it
_ALONG = 0.1  # [leg lengths] a line this near to drawn ground runs along it, if it does so for a while
_WHILE = 0.25  # [leg lengths] of line along drawn ground


def read_over_boxes(
    stroke: Stroke, scene: DoodleScene, settings: WritingSettings, read: Callable[[Stroke], Reading]
) -> Reading:
    """Reads a line on the sheet of a scene. read: Reads a line on a level sheet."""
    lifts = line_lifts(stroke, scene, settings)
    if not lifts.any():
        return read(stroke)
    level = replace(stroke, points=stroke.points - np.stack([np.zeros(len(lifts)), lifts], axis=1))
    reading = read(level)
    tokens = tuple(
        replace(
            token, points=token.points + np.stack([0.0 * token.times, _at(stroke, lifts, token.times)], 1)
        )
        for token in reading.tokens
    )
    return Reading(tokens, tuple(_lift_piece(piece, stroke, lifts) for piece in reading.pieces))


def line_lifts(stroke: Stroke, scene: DoodleScene, settings: WritingSettings) -> Floats:
    """(N,) heights by which the points of a line are above a level sheet [m]."""
    lifts = np.zeros(len(stroke))
    if scene.is_level:
        return lifts
    standing = []
    for end in gesture_ends(stroke, settings):
        level = _level(scene, stroke.points[end], _NEAR * settings.leg_length)
        if level is not None:
            standing.append((end, level))
    standing = sorted({**_along_ground(stroke, scene, settings.leg_length), **dict(standing)}.items())
    for (first, low), (last, high) in pairwise(standing):
        lifts[first : last + 1] = low + way_shares(stroke.points[first : last + 1]) * (high - low)
    if standing:
        lifts[: standing[0][0]], lifts[standing[-1][0] :] = standing[0][1], standing[-1][1]
    return lifts


def _along_ground(stroke: Stroke, scene: DoodleScene, leg: float) -> dict[int, float]:
    """Heights of drawn ground under the points of a line that run along it, by point [m]."""
    if not scene.drawn:
        return {}
    levels = np.asarray(scene.ground(world_from_sheet(stroke.points)))
    near = (np.abs(stroke.points[:, 1] - levels) < _ALONG * leg) & (np.abs(levels) > 1e-9)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], near.astype(int), [0]])))
    found = {}
    for first, after in zip(edges[::2], edges[1::2], strict=True):
        if stroke.lengths[after - 1] - stroke.lengths[first] >= _WHILE * leg:
            found.update({point: float(levels[point]) for point in range(first, after)})
    return found


def _level(scene: DoodleScene, point: Floats, near: float) -> float | None:
    """Height of the ground at a point of the sheet; None if the point is in the air [m]."""
    levels = [float(scene.ground(world_from_sheet(point)))]
    if not scene.drawn:
        levels.append(0.0)
    best = min(levels, key=lambda level: abs(point[1] - level))
    return best if abs(point[1] - best) <= near else None


def _lift_piece(piece: Piece, stroke: Stroke, lifts: Floats) -> Piece:
    def up(place: Floats, time: float) -> Floats:
        return place + np.array([0.0, float(_at(stroke, lifts, time)), 0.0])

    ends = {"start": up(piece.start, piece.start_time), "end": up(piece.end, piece.end_time)}
    if isinstance(piece, Motion):
        return replace(piece, apex=up(piece.apex, piece.apex_time), **ends)
    return replace(piece, **ends)


def _at(stroke: Stroke, lifts: Floats, times: Floats | float) -> Floats:
    return np.asarray(np.interp(times, stroke.times, lifts))
