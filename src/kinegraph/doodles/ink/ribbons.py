"""Ink as meshes: a stroke becomes a ribbon, wider where the pen was pressed; an outline becomes a sheet of
paper."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.doodles.ink.line_distance_kernels import distances_to_outlines
from kinegraph.doodles.ink.stroke import Stroke, points_along

_CAP_POINTS = 5  # of a half circle at the end of a ribbon
_STEPS_PER_WIDTH = 0.6  # points of the line per width of the ink
_MOST_POINTS = 400  # of one ribbon
_THIN, _THICK = 0.45, 1.35  # width at no and at full pressure, as shares of the ink's width
_SMOOTHING = 2  # rounds
_SHEET_GRID = 9  # points across a sheet of paper


@dataclass(frozen=True, eq=False)
class FlatMesh:
    """A flat mesh on the sheet. vertices: (V, 2) [m]; triangles: (T, 3), counter-clockwise on the sheet."""

    vertices: Floats
    triangles: Ints


def ribbon(stroke: Stroke, width: float) -> FlatMesh:
    """The stroke as ink of a width [m], with round ends; a dot is a disc."""
    points, widths = _ink_line(stroke, width)
    if len(points) == 1:
        return _disc(points[0], 0.5 * float(widths[0]))
    tangents = np.gradient(points, axis=0)
    lengths = np.linalg.norm(tangents, axis=1, keepdims=True)
    tangents = np.where(lengths > 1e-12, tangents / np.maximum(lengths, 1e-12), [1.0, 0.0])
    sides = np.stack([-tangents[:, 1], tangents[:, 0]], axis=1) * (0.5 * widths)[:, None]
    rails = np.stack([points + sides, points - sides], axis=1).reshape(-1, 2)
    left = 2 * np.arange(len(points) - 1)
    quads = np.stack([left, left + 1, left + 2, left + 2, left + 1, left + 3], axis=1).reshape(-1, 3)
    count = len(rails)
    start = _cap(points[0], sides[0], -0.5 * widths[0] * tangents[0])
    end = _cap(points[-1], sides[-1], 0.5 * widths[-1] * tangents[-1])
    vertices = np.concatenate([rails, start, end])
    triangles = [quads, _fan(0, count, 1), _fan(count - 2, count + _CAP_POINTS, count - 1)]
    return _counter_clockwise(FlatMesh(vertices, np.concatenate(triangles)))


def sheet_of_paper(outline: Floats) -> FlatMesh | None:
    """The inside of a closed line (N, 2) as a mesh that can bend; None if it is empty."""
    from scipy.spatial import Delaunay, QhullError

    low, high = outline.min(axis=0), outline.max(axis=0)
    if (high - low).min() < 1e-6:
        return None
    axes = [np.linspace(low[k], high[k], _SHEET_GRID + 2)[1:-1] for k in range(2)]
    grid = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    inside = _within(grid, outline)
    points = np.concatenate([outline, grid[inside]])
    try:
        triangles = Delaunay(points).simplices.astype(np.int64)
    except QhullError:
        return None
    kept = _within(points[triangles].mean(axis=1), outline)
    return _counter_clockwise(FlatMesh(points, triangles[kept])) if kept.any() else None


def _ink_line(stroke: Stroke, width: float) -> tuple[Floats, Floats]:
    """(N, 2) the line resampled and smoothed, and (N,) the width of the ink [m]."""
    count = int(np.clip(stroke.length / width / _STEPS_PER_WIDTH, 1, _MOST_POINTS - 1)) + 1
    if stroke.length < 0.25 * width:
        count = 1
    at = np.linspace(0.0, stroke.length, count)
    points = points_along(stroke.points, stroke.lengths, at)
    for _ in range(_SMOOTHING):
        points[1:-1] = 0.25 * (points[:-2] + 2.0 * points[1:-1] + points[2:])
    if stroke.pressure is None:
        return points, np.full(count, width)
    pressure = np.interp(at, stroke.lengths, stroke.pressure)
    return points, width * (_THIN + (_THICK - _THIN) * pressure)


def _cap(centre: Floats, side: Floats, ahead: Floats) -> Floats:
    """The points of a half circle from one rail's end to the other's, without these."""
    angles = np.linspace(0.0, np.pi, _CAP_POINTS + 2)[1:-1, None]
    return centre + np.cos(angles) * side + np.sin(angles) * ahead


def _fan(rail: int, first: int, other: int) -> Ints:
    """Triangles from one rail's end over the points of a cap to the other rail's end."""
    ring = np.array([*range(first, first + _CAP_POINTS), other])
    return np.stack([np.full(len(ring) - 1, rail), ring[:-1], ring[1:]], axis=1)


def _disc(centre: Floats, radius: float) -> FlatMesh:
    angles = np.arange(12) * (2.0 * np.pi / 12)
    rim = centre + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    ring = np.arange(12)
    return FlatMesh(
        np.concatenate([[centre], rim]),
        np.stack([np.zeros(12, dtype=np.int64), 1 + ring, 1 + (ring + 1) % 12], axis=1),
    )


def _counter_clockwise(flat: FlatMesh) -> FlatMesh:
    a, b, c = (flat.vertices[flat.triangles[:, k]] for k in range(3))
    area = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    turned = np.where((area < 0.0)[:, None], flat.triangles[:, ::-1], flat.triangles)
    return FlatMesh(flat.vertices, turned)


def _within(points: Floats, outline: Floats) -> np.ndarray:
    distances = np.empty((len(points), 1))
    distances_to_outlines(kernel_floats(points), kernel_floats(outline[None]), np.array([True]), distances)
    return distances[:, 0] == 0.0
