"""Silhouette: the ink of a drawing on a grid, with the inside of its outlines filled.

Which stroke drew what does not matter here: both arms may be one line, a leg three. Distances run inside of
the silhouette, so a hand that hangs beside a knee is far from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.ink.stroke import Stroke, points_along
from kinegraph.doodles.sketch.front.walk_kernels import walk_inside

CELLS = 80  # along the longer side of the drawing
_MARGIN = 3
_CLOSED = 0.25  # a stroke whose ends are nearer than this share of its length is closed
# Gaps that are bridged at a stroke's end, and between separate pieces: shares of the size; between strokes
# that touch elsewhere [cells].
_NEAR, _FAR, _CRACK = 0.035, 0.13, 2.0
_LOOSE = 0.3  # gap that is closed in an outline of one or several strokes, likewise
_TRAP = 3.2  # radius of a disk that an outline holds, if it holds none without [cells]
_LEAST_FACE, _MOST_FACES = 12, 12  # cells of a region that ink encloses, and how many are kept
# Two legs in one line, which are not closed at the ground: how far their ends are above the lowest point at
# most, as a share of the drawing's height; their width halfway, as a share of theirs and of the gap below.
_AT_GROUND, _NARROW, _ARCH = 0.12, 0.3, 2.0


@dataclass(frozen=True, eq=False)
class Silhouette:
    """A drawing on a grid; rows go up, columns to the right.

    mask: (R, C) ink and what it encloses, the connected piece with most of it.
    depth: (R, C) distance to the outside [cells].
    origin: (2,) of cell (0, 0) on the sheet [m]; cell: its size [m].
    loops: (R, C) the inside of each stroke that is a closed outline, by its number.
    faces: (R, C) insides of outlines, whichever strokes draw them, with their ink.
    shells: (R, C) all outlines that ink closes, also where the silhouette is filled beyond them.
    ink: (R, C) cells of strokes, and of lines across gaps.
    """

    mask: np.ndarray
    depth: Floats
    origin: Floats
    cell: float
    loops: dict[int, np.ndarray]
    faces: tuple[np.ndarray, ...]
    ink: np.ndarray
    shells: tuple[np.ndarray, ...]

    @property
    def rim(self) -> float:
        """Length of its outline [m]."""
        inner = self.mask[1:, :] & self.mask[:-1, :]
        beside = self.mask[:, 1:] & self.mask[:, :-1]
        return self.cell * (4.0 * float(self.mask.sum()) - 2.0 * float(inner.sum() + beside.sum()))

    def cells_of(self, points: Floats) -> Ints:
        """(N, 2) row and column of places on the sheet (N, 2)."""
        cells = np.rint((points - self.origin) / self.cell).astype(np.int64)[:, ::-1]
        return np.clip(cells, 0, np.array(self.mask.shape) - 1)

    def places_of(self, cells: Ints | Floats) -> Floats:
        """(N, 2) places on the sheet of cells (N, 2) [m]."""
        return self.origin + self.cell * np.asarray(cells, dtype=np.float64)[:, ::-1]


def draw_silhouette(strokes: Sequence[Stroke], *, close_gaps: bool = False) -> Silhouette | None:
    """The silhouette of strokes; None for dots.

    close_gaps: Whether open ends of strokes are joined across wide gaps, so that a loose outline is filled.
    """
    from scipy import ndimage

    points = np.concatenate([stroke.points for stroke in strokes])
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max())
    if size < 1e-9:
        return None
    cell = size / CELLS
    origin = low - _MARGIN * cell
    shape = tuple(int(n) for n in (np.ceil((high - low) / cell).astype(int) + 2 * _MARGIN + 1)[::-1])
    ground = float(low[1] + _AT_GROUND * (high[1] - low[1]))
    lines = [_line(stroke, cell, ground) for stroke in strokes]
    ink = np.zeros(shape, dtype=bool)
    bridges = _bridges_of_ends(lines, _NEAR * size, _CRACK * cell, cell)
    if close_gaps:
        bridges += _bridges_of_gaps(lines, _LOOSE * size, cell)
    for line in (*lines, *bridges):
        cells = np.rint((line - origin) / cell).astype(np.int64)
        ink[cells[:, 1], cells[:, 0]] = True
    loops: dict[int, np.ndarray] = {}
    for number, line in enumerate(lines):
        cells = np.rint((line - origin) / cell).astype(np.int64)
        if len(line) > 8:
            alone = np.zeros(shape, dtype=bool)
            alone[cells[:, 1], cells[:, 0]] = True
            filled = np.asarray(ndimage.binary_fill_holes(alone))
            if filled.sum() > alone.sum() + 6:
                loops[number] = filled
    filled = np.asarray(ndimage.binary_fill_holes(ink))
    mask = _join_pieces(filled, _FAR * CELLS)
    depth = np.asarray(ndimage.distance_transform_edt(mask))
    faces = _faces(filled, ink)
    return Silhouette(mask, depth, origin, cell, loops, faces, ink, (*loops.values(), *faces))


def close_outlines(silhouette: Silhouette) -> Silhouette | None:
    """A silhouette that is filled also where a disk of some size cannot leave; None without such a place."""
    from scipy import ndimage

    ink = silhouette.ink
    filled = np.asarray(ndimage.binary_fill_holes(ink))
    closed = filled | _find_trapped(ink, _TRAP)
    if closed.sum() - filled.sum() < _LEAST_FACE:
        return None
    mask = _join_pieces(closed, _FAR * CELLS)
    depth = np.asarray(ndimage.distance_transform_edt(mask))
    return replace(silhouette, mask=mask, depth=depth, faces=_faces(closed, ink))


def _find_trapped(ink: np.ndarray, radius: float) -> np.ndarray:
    """(R, C) cells of disks that ink keeps from rolling away."""
    from scipy import ndimage

    wide = int(radius) + 2
    away = np.asarray(ndimage.distance_transform_edt(~np.pad(ink, wide)))
    places = label_pieces(np.pad(away > radius, 1, constant_values=True), corners=False)
    caught = (places > 0) & (places != places[0, 0])
    if not caught.any():
        return np.zeros_like(ink)
    near = np.asarray(ndimage.distance_transform_edt(~caught)) <= radius
    return near[wide + 1 : -wide - 1, wide + 1 : -wide - 1]


def _faces(filled: np.ndarray, ink: np.ndarray) -> tuple[np.ndarray, ...]:
    """(R, C) each region that ink encloses, with that ink, the largest first."""
    from scipy import ndimage

    regions = label_pieces(filled & ~ink, corners=False)
    sizes = np.bincount(regions.ravel())
    large = [k for k in np.argsort(-sizes[1:]) + 1 if sizes[k] >= _LEAST_FACE][:_MOST_FACES]
    faces = []
    for k in large:
        grown = ndimage.binary_dilation(regions == k, np.ones((3, 3)))
        faces.append(np.asarray(ndimage.binary_fill_holes(grown)) & filled)
    return tuple(faces)


def _line(stroke: Stroke, cell: float, ground: float) -> Floats:
    """Points of a stroke, half a cell apart; a nearly closed one is closed, unless it is two legs.

    ground: The height up to which legs end [m].
    """
    points, lengths = stroke.points, stroke.lengths
    line = points_along(points, lengths, np.linspace(0.0, stroke.length, int(2.5 * stroke.length / cell) + 2))
    gap = float(np.linalg.norm(points[-1] - points[0]))
    if 0.0 < gap < _CLOSED * stroke.length and not _is_arch(line, gap, ground):
        line = np.concatenate([line, _segment(points[-1], points[0], cell)])
    return line


def _is_arch(line: Floats, gap: float, ground: float) -> bool:
    """True if a line is two narrow legs that hang together at their tops."""
    if line[[0, -1], 1].max() > ground:
        return False
    tall = float(np.ptp(line[:, 1]))
    level = line[np.abs(line[:, 1] - line[:, 1].min() - 0.5 * tall) < 0.1 * tall, 0]
    wide = float(np.ptp(level)) if len(level) else 0.0
    return wide < min(_NARROW * tall, _ARCH * gap)


def _segment(start: Floats, end: Floats, cell: float) -> Floats:
    count = int(2.5 * np.linalg.norm(end - start) / cell) + 2
    return start + np.linspace(0.0, 1.0, count)[:, None] * (end - start)


def _bridges_of_ends(lines: Sequence[Floats], reach: float, crack: float, cell: float) -> list[Floats]:
    """Short lines from the ends of strokes to the nearest other stroke.

    Strokes that touch each other anywhere get only the shortest: legs side by side stay two.
    """
    from scipy.spatial import KDTree

    bridges: list[Floats] = []
    if len(lines) < 2:
        return bridges
    trees = [KDTree(line) for line in lines]
    ends = [line[[0, -1]] for line in lines]
    touching = _touching(lines, trees, 1.5 * cell)
    boxes = np.array([[line.min(axis=0), line.max(axis=0)] for line in lines])
    for number, own in enumerate(ends):
        for end in own:
            outside = np.maximum(np.maximum(boxes[:, 0] - end, end - boxes[:, 1]), 0.0)
            likely = np.flatnonzero(np.hypot(*outside.T) < max(reach, crack))
            found = {}
            for k in map(int, likely[likely != number]):
                distance, index = trees[k].query(end)
                found[k] = (float(distance), int(index))
            if not found:
                continue
            nearest = min(found, key=lambda k: found[k][0])
            limit = crack if touching[number] == touching[nearest] else reach
            if cell < found[nearest][0] < limit:
                bridges.append(_segment(end, lines[nearest][found[nearest][1]], cell))
    return bridges


def _bridges_of_gaps(lines: Sequence[Floats], reach: float, cell: float) -> list[Floats]:
    """Lines between loose ends of strokes, nearest pairs first. An end on another stroke is not loose."""
    from scipy.spatial import KDTree

    ends = [(number, end) for number, line in enumerate(lines) for end in (line[0], line[-1])]
    loose = []
    for number, end in ends:
        others = [line for other, line in enumerate(lines) if other != number]
        if not others or KDTree(np.concatenate(others)).query(end)[0] > 2.0 * cell:
            loose.append(end)
    pairs = [
        (float(np.linalg.norm(a - b)), i, k) for i, a in enumerate(loose) for k, b in enumerate(loose[:i])
    ]
    bridges, used = [], set()
    for distance, i, k in sorted(pairs):
        if distance < reach and not {i, k} & used:
            used |= {i, k}
            bridges.append(_segment(loose[i], loose[k], cell))
    return bridges


def _touching(lines: Sequence[Floats], trees: Sequence, near: float) -> list[int]:
    """For each line the number of the group of lines that it touches."""
    groups = list(range(len(lines)))
    boxes = np.array([[line.min(axis=0) - near, line.max(axis=0)] for line in lines])
    for one in range(len(lines)):
        apart = (boxes[one, 0] > boxes[:one, 1]).any(axis=1) | (boxes[:one, 0] > boxes[one, 1]).any(axis=1)
        for other in np.flatnonzero(~apart).tolist():
            if groups[one] != groups[other]:
                distances, _ = trees[other].query(lines[one][::2], distance_upper_bound=near)
                if np.isfinite(distances).any():
                    old, new = groups[one], groups[other]
                    groups = [new if group == old else group for group in groups]
    return groups


def _join_pieces(mask: np.ndarray, reach: float) -> np.ndarray:
    """The largest connected piece, with the pieces that are near enough joined to it."""
    from scipy import ndimage
    from scipy.spatial import KDTree

    labels = label_pieces(mask)
    count = int(labels.max())
    if count <= 1:
        return mask
    pieces = [np.argwhere(labels == k + 1) for k in range(count)]
    pieces.sort(key=len, reverse=True)
    result = np.zeros_like(mask)
    result[tuple(pieces[0].T)] = True
    left, body = pieces[1:12], pieces[0]
    while left:
        tree = KDTree(body)
        found = [np.column_stack(tree.query(piece)) for piece in left]
        nearest = int(np.argmin([each[:, 0].min() for each in found]))
        distances, at = found[nearest].T
        if distances.min() > reach:
            break
        piece = left.pop(nearest)
        start = piece[distances.argmin()].astype(float)
        end = body[int(at[distances.argmin()])].astype(float)
        bridge = np.rint(_segment(start, end, 1.0)).astype(np.int64)
        body = np.concatenate([body, piece, bridge])
        result[tuple(bridge.T)] = True
        result[tuple(piece.T)] = True
    return np.asarray(ndimage.binary_fill_holes(result))


def label_pieces(mask: np.ndarray, *, corners: bool = True) -> Ints:
    """(R, C) the number of the connected piece of each cell, from 1; 0 outside of the mask.

    corners: Whether cells that share only a corner are connected.
    """
    from scipy import ndimage

    pieces = np.zeros(mask.shape, dtype=np.int64)
    ndimage.label(mask, ndimage.generate_binary_structure(2, 2 if corners else 1), output=pieces)
    return pieces


def walk_distances(silhouette: Silhouette, sources: np.ndarray) -> tuple[Floats, Ints]:
    """(R, C) shortest way inside of a silhouette from the sources, infinite outside, and each cell's
    predecessor on it as a flat index, -1 at the sources.

    A cell counts as a whole one on a line, and as half of one deep inside of an outline, so that ways
    keep to the middle of arms and legs.
    """
    mask = silhouette.mask
    columns = mask.shape[1]
    effort = np.where(mask, 0.5 + 0.5 / np.maximum(silhouette.depth, 1.0), 0.0).ravel()
    distances, before = np.empty(mask.size), np.empty(mask.size, dtype=np.int64)
    walk_inside(effort, columns, np.flatnonzero(mask & sources), distances, before)
    return distances.reshape(mask.shape), before.reshape(mask.shape)
