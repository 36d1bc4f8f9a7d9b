"""Pictures of doodles: paper, ink and characters, painted from the farthest to the nearest.

Ribbons are very close to each other in depth and are not lit, so this painter shows them better than the
renderer of the stage.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinegraph.characters.color import srgb_bytes
from kinegraph.characters.rendering.surface import Surface
from kinegraph.core.arrays import Floats
from kinegraph.doodles.doodle import BackgroundPicture
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import path_lengths
from kinegraph.doodles.pictures.painting_kernels import fill_triangles, halve, stroke_line

if TYPE_CHECKING:
    from PIL import Image as Pictures

PAPER, GROUND, JUMP_LINE = (250, 245, 234), (196, 182, 156), (214, 204, 184)
EARTH, SCENERY = (132, 108, 72), (104, 116, 128)
INK_OF_GROUP = {
    "step": (63, 125, 201),
    "glide": (38, 150, 136),
    "jump": (226, 125, 32),
    "flip": (190, 74, 156),
    "stand": (120, 120, 112),
}
INK_UNKNOWN = (168, 162, 150)
_FINER = 2  # pictures are painted this many times finer, for smooth edges, and reduced by `halve`
_HATCH = 0.12  # [m] between the strokes under the ground line
_FLOOR = 6  # [m] half size of the floor
_NEAR = 0.05  # [m] nearest painted distance from the camera
_LIGHT = np.array([-0.62, 0.7, 0.35])  # from the viewer's upper right

_Stroke = tuple[Floats, float, NDArray[np.uint8]]  # points (N, 2), width [pixels], colour
_Triangles = tuple[Floats, Floats, NDArray[np.uint8]]  # corners (T, 3, 2), depths (T, 3), colours (T, 3)


@dataclass(frozen=True, eq=False)
class InkLine:
    """A line of ink in the world.

    points: (N, 3) [m].
    color: Red, green, blue, 0..255.
    width: [m].
    dashed: For pieces that were not understood.
    """

    points: Floats
    color: tuple[int, int, int]
    width: float = 0.018
    dashed: bool = False


class View(Protocol):
    """A projection of the world onto a picture of a given size."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height [pixels]."""
        ...

    def pixels(self, points: Floats) -> Floats:
        """(..., 2) pixels of world points (..., 3)."""
        ...

    def depths(self, points: Floats) -> Floats:
        """(...) distances of world points from the viewer [m]."""
        ...

    def scale(self, point: Floats) -> float:
        """Pixels per metre at a world point."""
        ...


@dataclass(frozen=True, eq=False)
class SheetView:
    """The sheet seen from the front: x to the right is the world's z.

    middle: (2,) sheet coordinates of the picture's middle [m].
    height: Of the visible part [m].
    """

    size: tuple[int, int]
    middle: Floats
    height: float

    def pixels(self, points: Floats) -> Floats:
        across, up = points[..., 2] - self.middle[0], points[..., 1] - self.middle[1]
        scale = self.size[1] / self.height
        return np.stack([0.5 * self.size[0] + scale * across, 0.5 * self.size[1] - scale * up], axis=-1)

    def depths(self, points: Floats) -> Floats:
        return points[..., 0]

    def scale(self, point: Floats) -> float:
        return self.size[1] / self.height


@dataclass(frozen=True, eq=False)
class CameraView:
    """The view of a doodle's camera, with its whole height in the picture."""

    size: tuple[int, int]
    camera: Camera

    def pixels(self, points: Floats) -> Floats:
        local = (points - self.camera.position) @ self.camera.axes.T
        ahead = np.maximum(local[..., 2:], _NEAR) * self.camera.half_height
        half = 0.5 * self.size[1]
        seen = local[..., :2] / ahead * half
        return np.stack([0.5 * self.size[0] + seen[..., 0], half - seen[..., 1]], axis=-1)

    def depths(self, points: Floats) -> Floats:
        return (points - self.camera.position) @ self.camera.axes[2]

    def scale(self, point: Floats) -> float:
        depth = max(float(self.depths(point)), _NEAR)
        return 0.5 * self.size[1] / (depth * self.camera.half_height)


def sheet_view(points: Floats, size: tuple[int, int], margin: float = 0.25) -> SheetView:
    """A view of world points (N, 3) and the ground."""
    low = np.minimum(points.min(axis=0), [0.0, 0.0, np.inf]) - margin
    high = points.max(axis=0) + margin
    height = max(float(high[1] - low[1]), float(high[2] - low[2]) * size[1] / size[0])
    # Free room becomes sky: characters stand at the bottom of a picture.
    middle = np.array([0.5 * (low[2] + high[2]), low[1] + 0.5 * height])
    return SheetView(size, middle, height)


class Painter:
    """Paints pictures, all with the same paper.

    jump_line: Its height on the sheet [m]; only drawn in a view of the sheet.
    behind: A background picture: at its place on the sheet, or filling the view of a camera.
    level: Parts of the sheet's ground line that are there, from x to x [m]; None: all of it.
    """

    def __init__(
        self,
        jump_line: float | None = None,
        behind: BackgroundPicture | None = None,
        level: Sequence[tuple[float, float]] | None = None,
    ) -> None:
        self._jump_line, self._behind, self._level = jump_line, behind, level
        self._backdrop: _Backdrop | None = None

    def paint(
        self,
        view: View,
        surfaces: Sequence[Surface] = (),
        ink: Sequence[InkLine] = (),
        front: Sequence[InkLine] = (),
    ) -> NDArray[np.uint8]:
        """(H, W, 3) a picture of lines of ink, of surfaces over them, and of lines before the surfaces."""
        fine = _refine_view(view)
        backdrop = self._backdrop_of(view)
        strokes = [*self._ground(fine), *(stroke for line in ink for stroke in _strokes(fine, line))]
        over = [stroke for line in front for stroke in _strokes(fine, line)]
        triangles = _triangles(fine, surfaces)
        picture = backdrop.shown.copy()
        left, top, right, bottom = _painted_box(view.size, [*strokes, *over], triangles)
        rows, columns = slice(2 * top, 2 * bottom), slice(2 * left, 2 * right)
        canvas, nearest = backdrop.canvas[rows, columns], backdrop.nearest[rows, columns]
        canvas[:] = backdrop.fine[rows, columns]
        corner = np.array([2.0 * left, 2.0 * top])
        for points, width, color in strokes:
            stroke_line(canvas, points - corner, width, color)
        if triangles is not None:
            nearest[:] = np.inf
            fill_triangles(canvas, nearest, triangles[0] - corner, *triangles[1:])
        for points, width, color in over:
            stroke_line(canvas, points - corner, width, color)
        halve(canvas, picture[top:bottom, left:right])
        return picture

    def _backdrop_of(self, view: View) -> "_Backdrop":
        """The backdrop of a view; kept while the view stays the same."""
        kept = self._backdrop
        same = kept is not None and (kept.view is view or (not self._behind and kept.view.size == view.size))
        if kept is None or not same:
            kept = self._backdrop = _backdrop(view, self._behind)
        return kept

    def _ground(self, view: View) -> list[_Stroke]:
        if isinstance(view, SheetView):
            return _ground_strokes(view, self._jump_line, self._level)
        return _floor_strokes(view) if isinstance(view, CameraView) and self._behind is None else []


class _Backdrop(NamedTuple):
    """The background of a picture, fine and at the size of the picture, both (H, W, 3); a fine canvas and its
    depths, kept because allocating them takes time."""

    view: View
    fine: NDArray[np.uint8]
    shown: NDArray[np.uint8]
    canvas: NDArray[np.uint8]
    nearest: NDArray[np.float32]


def _backdrop(view: View, behind: BackgroundPicture | None) -> _Backdrop:
    from PIL import Image as Pictures

    canvas = Pictures.new("RGB", _refine_view(view).size, PAPER)
    if behind is not None:
        _paint_behind(canvas, _refine_view(view), behind)
    fine = np.array(canvas)
    shown = np.empty((view.size[1], view.size[0], 3), np.uint8)
    halve(fine, shown)
    return _Backdrop(view, fine, shown, np.empty_like(fine), np.empty(fine.shape[:2], np.float32))


def _painted_box(
    size: tuple[int, int], strokes: Sequence[_Stroke], triangles: _Triangles | None
) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the painted part of a picture [its pixels]."""
    corners = np.zeros((0, 2)) if triangles is None else triangles[0].reshape(-1, 2)
    places = np.ascontiguousarray(np.concatenate([corners, *(points for points, _, _ in strokes)]).T)
    if not places.size:
        return 0, 0, 0, 0
    reach = max((width for _, width, _ in strokes), default=0.0)
    low = np.floor((places.min(axis=1) - reach) / _FINER)
    high = np.ceil((places.max(axis=1) + reach) / _FINER)
    left, top = np.clip(low, 0, size).astype(int)
    right, bottom = np.clip(high, 0, size).astype(int)
    return int(left), int(top), int(right), int(bottom)


def _refine_view(view: View) -> View:
    size = (view.size[0] * _FINER, view.size[1] * _FINER)
    if isinstance(view, SheetView):
        return SheetView(size, view.middle, view.height)
    assert isinstance(view, CameraView)
    return CameraView(size, view.camera)


def _paint_behind(canvas: "Pictures.Image", view: View, behind: BackgroundPicture) -> None:
    import io

    from PIL import Image as Pictures

    picture = Pictures.open(io.BytesIO(behind.image)).convert("RGBA")
    if isinstance(view, SheetView):
        scale = view.scale(np.zeros(3)) * behind.width / picture.width
        middle = view.pixels(np.array([0.0, behind.place[1], behind.place[0]]))
    else:
        scale, middle = view.size[1] / picture.height, 0.5 * np.array(view.size)
    size = (max(1, round(scale * picture.width)), max(1, round(scale * picture.height)))
    picture = picture.resize(size)
    picture.putalpha(picture.getchannel("A").point([round(behind.opacity * alpha) for alpha in range(256)]))
    corner = np.round(middle - 0.5 * np.array(size)).astype(int)
    canvas.paste(picture, (int(corner[0]), int(corner[1])), picture)


def _ground_strokes(
    view: SheetView, jump_line: float | None, spans: Sequence[tuple[float, float]] | None
) -> list[_Stroke]:
    """The ground line with hatching under it, and the dashed jump line. spans: Of the ground line [m]."""
    width, scale = view.size[0], view.size[1] / view.height
    level = view.pixels(np.zeros(3))[1]
    thick = max(1.0, 0.012 * scale)
    step = max(_HATCH * scale, 2.0)  # [px] at least, so that it stays visible from afar
    offset = (0.5 * width - view.middle[0] * scale) % step
    lefts, rights = np.clip(
        0.5 * width + (np.array(spans or [(-np.inf, np.inf)]).T - view.middle[0]) * scale, 0.0, width
    )
    strokes = [
        _stroke([[a, level], [b, level]], thick, GROUND) for a, b in zip(lefts, rights, strict=True) if b > a
    ]
    for x in np.arange(offset - step, width + step, step):
        if ((x >= lefts) & (x - 0.5 * step <= rights)).any():
            hatch = [[x, level], [x - 0.5 * step, level + 0.5 * step]]
            strokes.append(_stroke(hatch, max(1.0, 0.5 * thick), JUMP_LINE))
        if jump_line is not None:
            high = level - jump_line * scale
            strokes.append(_stroke([[x, high], [x + 0.5 * step, high]], max(1.0, 0.5 * thick), JUMP_LINE))
    return strokes


def _floor_strokes(view: CameraView) -> list[_Stroke]:
    """A grid of metres on the ground around the camera's target."""
    middle = np.round(view.camera.target[[0, 2]])
    steps = np.arange(-_FLOOR, _FLOOR + 1.0)
    fine = np.linspace(-_FLOOR, _FLOOR, 8 * _FLOOR + 1)
    strokes = []
    for step in steps:
        for across in (True, False):
            own = np.full_like(fine, step)
            x, z = (own, fine) if across else (fine, own)
            line = np.stack([middle[0] + x, np.zeros_like(x), middle[1] + z], axis=-1)
            line = line[view.depths(line) > _NEAR]
            if len(line) > 1:
                strokes.append(_stroke(view.pixels(line), float(_FINER), JUMP_LINE))
    return strokes


def _strokes(view: View, line: InkLine) -> list[_Stroke]:
    """The strokes of a line of ink: one, or one for each dash."""
    if len(line.points) == 0:
        return []
    at = view.pixels(line.points)
    width = max(1.0, line.width * view.scale(line.points[len(line.points) // 2]))
    if line.dashed:
        dashes = _dashes(at, 5.0 * width)
        return [_stroke(at[start : stop + 1], width, line.color) for start, stop in dashes]
    return [_stroke(at, width, line.color)]


def _stroke(points: ArrayLike, width: float, color: tuple[int, int, int]) -> _Stroke:
    return np.array(points, dtype=np.float64), width, np.array(color, dtype=np.uint8)


def _dashes(points: Floats, length: float) -> list[tuple[int, int]]:
    """Spans of the points in dashes, each about `length` long and followed by a gap [pixels]."""
    along = path_lengths(points)
    drawn = (along // length) % 2 == 0
    edges = np.flatnonzero(np.diff(np.concatenate([[0], drawn.astype(int), [0]])))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 1]


def _triangles(view: View, surfaces: Sequence[Surface]) -> _Triangles | None:
    """Triangles of all surfaces, the farthest first, for `fill_triangles`."""
    corners, colors, depths = [], [], []
    for surface in surfaces:
        if not len(surface.triangles):
            continue
        depth = view.depths(surface.vertices)[surface.triangles]
        before = depth.min(axis=1) > _NEAR if isinstance(view, CameraView) else np.ones(len(depth), bool)
        corners.append(view.pixels(surface.vertices)[surface.triangles][before])
        depths.append(depth[before])
        colors.append(_flat_colors(surface)[before])
    if not sum(map(len, corners)):
        return None
    far = np.concatenate(depths)
    order = np.argsort(-far.mean(axis=1), kind="stable")
    return np.concatenate(corners)[order], far[order], np.concatenate(colors)[order]


def _flat_colors(surface: Surface) -> NDArray[np.uint8]:
    """(T, 3) colour of each triangle, 0..255, a little darker where it does not face the light."""
    finish = surface.finishes[surface.finish_of_triangle, :3]
    a, b, c = surface.triangles.T
    linear = finish * (surface.colors[a] + surface.colors[b] + surface.colors[c]) / 3.0
    normals = (surface.normals[a] + surface.normals[b] + surface.normals[c]) / 3.0
    # Triangles in the plane of the sheet, as those of ribbons, keep their colour.
    flat = np.abs(normals[:, 0]) > 0.99
    lit = np.where(flat, 1.0, 0.72 + 0.28 * np.clip(normals @ (_LIGHT / np.linalg.norm(_LIGHT)), 0.0, 1.0))
    return srgb_bytes(linear * lit[:, None])
