"""Pictures of doodles: paper, ink and whatever stands on it, painted from the farthest to the nearest.

Ribbons lie a hair's breadth before each other and have no light of their own, so a painter does them better
justice than the stage's renderer.
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
INK_OF_GROUP = {
    "step": (63, 125, 201),
    "glide": (38, 150, 136),
    "jump": (226, 125, 32),
    "flip": (190, 74, 156),
    "stand": (120, 120, 112),
}
INK_UNKNOWN = (168, 162, 150)
_FINER = 2  # times finer than the picture is painted, for smooth edges: `halve` makes the picture
_HATCH = 0.12  # [m] between the strokes under the ground line
_FLOOR = 6  # [m] that the floor reaches each way
_NEAR = 0.05  # [m] before the camera where painting begins
_LIGHT = np.array([-0.62, 0.7, 0.35])  # from the viewer's upper right

_Stroke = tuple[Floats, float, NDArray[np.uint8]]  # points (N, 2), width [pixels], colour
_Triangles = tuple[Floats, Floats, NDArray[np.uint8]]  # corners (T, 3, 2), depths (T, 3), colours (T, 3)


@dataclass(frozen=True, eq=False)
class InkLine:
    """A line of ink in the world.

    points: (N, 3) [m].
    color: Red, green, blue, 0..255.
    width: [m].
    dashed: For what was not understood.
    """

    points: Floats
    color: tuple[int, int, int]
    width: float = 0.018
    dashed: bool = False


class View(Protocol):
    """How the world comes onto a picture of a certain size."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height [pixels]."""
        ...

    def pixels(self, points: Floats) -> Floats:
        """(..., 2) where world points (..., 3) are in the picture."""
        ...

    def depths(self, points: Floats) -> Floats:
        """(...) how far world points are from the viewer [m]."""
        ...

    def scale(self, point: Floats) -> float:
        """Pixels per metre at a world point."""
        ...


@dataclass(frozen=True, eq=False)
class SheetView:
    """The sheet from straight in front: x to the right is the world's z.

    middle: (2,) sheet coordinates of the picture's middle [m].
    height: What the picture shows from bottom to top [m].
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
    """What a doodle's camera sees, with the camera's whole height in the picture."""

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
    """A view of the whole of some world points (N, 3), with the ground in it."""
    low = np.minimum(points.min(axis=0), [0.0, 0.0, np.inf]) - margin
    high = points.max(axis=0) + margin
    height = max(float(high[1] - low[1]), float(high[2] - low[2]) * size[1] / size[0])
    # Room that is left over is sky: characters stand at the foot of a picture.
    middle = np.array([0.5 * (low[2] + high[2]), low[1] + 0.5 * height])
    return SheetView(size, middle, height)


class Painter:
    """Paints pictures, all with the same paper.

    jump_line: Its height on the sheet [m]; only drawn from straight in front.
    behind: A picture behind it all: on the sheet in its place, before a camera as all that it sees.
    """

    def __init__(self, jump_line: float | None = None, behind: BackgroundPicture | None = None) -> None:
        self._jump_line, self._behind = jump_line, behind
        self._backdrop: _Backdrop | None = None

    def paint(
        self, view: View, surfaces: Sequence[Surface] = (), ink: Sequence[InkLine] = ()
    ) -> NDArray[np.uint8]:
        """(H, W, 3) a picture of lines of ink, and of surfaces over them."""
        fine = _finer(view)
        backdrop = self._before(view)
        strokes = [*self._ground(fine), *(stroke for line in ink for stroke in _strokes(fine, line))]
        triangles = _triangles(fine, surfaces)
        picture = backdrop.shown.copy()
        left, top, right, bottom = _touched(view.size, strokes, triangles)
        rows, columns = slice(2 * top, 2 * bottom), slice(2 * left, 2 * right)
        canvas, nearest = backdrop.canvas[rows, columns], backdrop.nearest[rows, columns]
        canvas[:] = backdrop.fine[rows, columns]
        corner = np.array([2.0 * left, 2.0 * top])
        for points, width, color in strokes:
            stroke_line(canvas, points - corner, width, color)
        if triangles is not None:
            nearest[:] = np.inf
            fill_triangles(canvas, nearest, triangles[0] - corner, *triangles[1:])
        halve(canvas, picture[top:bottom, left:right])
        return picture

    def _before(self, view: View) -> "_Backdrop":
        """The backdrop of a view, kept for as long as it stays the same."""
        kept = self._backdrop
        same = kept is not None and (kept.view is view or (not self._behind and kept.view.size == view.size))
        if kept is None or not same:
            kept = self._backdrop = _backdrop(view, self._behind)
        return kept

    def _ground(self, view: View) -> list[_Stroke]:
        if isinstance(view, SheetView):
            return _ground_strokes(view, self._jump_line)
        return _floor_strokes(view) if isinstance(view, CameraView) and self._behind is None else []


class _Backdrop(NamedTuple):
    """What is behind all that is painted: fine, and as it is shown, both (H, W, 3); and what one paints on:
    a fine canvas and how near what is there is, made once, because room for a picture takes its time to get.
    """

    view: View
    fine: NDArray[np.uint8]
    shown: NDArray[np.uint8]
    canvas: NDArray[np.uint8]
    nearest: NDArray[np.float32]


def _backdrop(view: View, behind: BackgroundPicture | None) -> _Backdrop:
    from PIL import Image as Pictures

    canvas = Pictures.new("RGB", _finer(view).size, PAPER)
    if behind is not None:
        _paint_behind(canvas, _finer(view), behind)
    fine = np.array(canvas)
    shown = np.empty((view.size[1], view.size[0], 3), np.uint8)
    halve(fine, shown)
    return _Backdrop(view, fine, shown, np.empty_like(fine), np.empty(fine.shape[:2], np.float32))


def _touched(
    size: tuple[int, int], strokes: Sequence[_Stroke], triangles: _Triangles | None
) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part of a picture that something is painted on [its pixels]."""
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


def _finer(view: View) -> View:
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


def _ground_strokes(view: SheetView, jump_line: float | None) -> list[_Stroke]:
    """The ground line with hatching under it, and the dashed jump line."""
    width, scale = view.size[0], view.size[1] / view.height
    level = view.pixels(np.zeros(3))[1]
    thick = max(1.0, 0.012 * scale)
    step = max(_HATCH * scale, 2.0)  # [px] from afar no denser than can be seen
    offset = (0.5 * width - view.middle[0] * scale) % step
    # Each is a line of its own: from, to, how much farther on the next is.
    dashes = [(0.0, level, -0.5 * step, level + 0.5 * step)]
    if jump_line is not None:
        high = level - jump_line * scale
        dashes.append((0.0, high, 0.5 * step, high))
    strokes = [_stroke([[0.0, level], [width, level]], thick, GROUND)]
    for x in np.arange(offset - step, width + step, step):
        for ax, ay, bx, by in dashes:
            strokes.append(_stroke([[x + ax, ay], [x + bx, by]], max(1.0, 0.5 * thick), JUMP_LINE))
    return strokes


def _floor_strokes(view: CameraView) -> list[_Stroke]:
    """A square of metres on the ground around what the camera looks at."""
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
    """The lines that a line of ink is painted as: one, or one a dash."""
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
    """Spans of points that are drawn, each about `length` long with a gap behind it [pixels]."""
    along = path_lengths(points)
    drawn = (along // length) % 2 == 0
    edges = np.flatnonzero(np.diff(np.concatenate([[0], drawn.astype(int), [0]])))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 1]


def _triangles(view: View, surfaces: Sequence[Surface]) -> _Triangles | None:
    """All triangles of all surfaces, the farthest first: as `fill_triangles` takes them."""
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
    """(T, 3) one colour a triangle, 0..255: its own where it faces the light, a little darker elsewhere."""
    finish = surface.finishes[surface.finish_of_triangle, :3]
    a, b, c = surface.triangles.T
    linear = finish * (surface.colors[a] + surface.colors[b] + surface.colors[c]) / 3.0
    normals = (surface.normals[a] + surface.normals[b] + surface.normals[c]) / 3.0
    # A ribbon has no side of its own to show: what lies in the sheet's plane is painted as it is.
    flat = np.abs(normals[:, 0]) > 0.99
    lit = np.where(flat, 1.0, 0.72 + 0.28 * np.clip(normals @ (_LIGHT / np.linalg.norm(_LIGHT)), 0.0, 1.0))
    return srgb_bytes(linear * lit[:, None])
