"""Pictures of doodles: paper, ink and whatever stands on it, painted from the farthest to the nearest.

Ribbons lie a hair's breadth before each other and have no light of their own, so a painter does them better
justice than the stage's renderer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from kinegraph.characters.color import srgb_bytes
from kinegraph.characters.rendering.surface import Surface
from kinegraph.core.arrays import Floats
from kinegraph.doodles.camera import Camera
from kinegraph.doodles.doodle import BackgroundPicture
from kinegraph.doodles.painting_kernels import fill_triangles
from kinegraph.doodles.stroke import path_lengths

if TYPE_CHECKING:
    from PIL import Image as Pictures
    from PIL import ImageDraw

PAPER, GROUND, JUMP_LINE = (250, 245, 234), (196, 182, 156), (214, 204, 184)
INK_OF_GROUP = {
    "step": (63, 125, 201),
    "glide": (38, 150, 136),
    "jump": (226, 125, 32),
    "flip": (190, 74, 156),
    "stand": (120, 120, 112),
}
INK_UNKNOWN = (168, 162, 150)
_FINER = 2  # times finer than the picture is painted, for smooth edges
_HATCH = 0.12  # [m] between the strokes under the ground line
_FLOOR = 6  # [m] that the floor reaches each way
_NEAR = 0.05  # [m] before the camera where painting begins
_LIGHT = np.array([-0.62, 0.7, 0.35])  # from the viewer's upper right


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


def paint(
    view: View,
    surfaces: Sequence[Surface] = (),
    ink: Sequence[InkLine] = (),
    jump_line: float | None = None,
    behind: BackgroundPicture | None = None,
) -> NDArray[np.uint8]:
    """(H, W, 3) a picture.

    jump_line: Its height on the sheet [m]; only drawn from straight in front.
    behind: A picture behind it all: on the sheet in its place, before a camera as all that it sees.
    """
    from PIL import Image as Pictures
    from PIL import ImageDraw

    fine = _finer(view)
    canvas = Pictures.new("RGB", fine.size, PAPER)
    if behind is not None:
        _paint_behind(canvas, fine, behind)
    pen = ImageDraw.Draw(canvas)
    if isinstance(fine, SheetView):
        _paint_ground(pen, fine, jump_line)
    elif isinstance(fine, CameraView) and behind is None:
        _paint_floor(pen, fine)
    for line in ink:
        _paint_line(pen, fine, line)
    painted = np.array(canvas)
    _paint_triangles(painted, fine, surfaces)
    return np.asarray(Pictures.fromarray(painted).reduce(_FINER))


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


def _paint_ground(pen: "ImageDraw.ImageDraw", view: SheetView, jump_line: float | None) -> None:
    """The ground line with hatching under it, and the dashed jump line."""
    width, scale = view.size[0], view.size[1] / view.height
    level = view.pixels(np.zeros(3))[1]
    thick = max(1, round(0.012 * scale))
    pen.line([(0, level), (width, level)], fill=GROUND, width=thick)
    step = max(_HATCH * scale, 2.0)  # [px] from afar no denser than can be seen
    offset = (0.5 * width - view.middle[0] * scale) % step
    for x in np.arange(offset - step, width + step, step):
        pen.line([(x, level), (x - 0.5 * step, level + 0.5 * step)], fill=JUMP_LINE, width=max(1, thick // 2))
    if jump_line is not None:
        high = level - jump_line * scale
        for x in np.arange(offset - step, width, step):
            pen.line([(x, high), (x + 0.5 * step, high)], fill=JUMP_LINE, width=max(1, thick // 2))


def _paint_floor(pen: "ImageDraw.ImageDraw", view: CameraView) -> None:
    """A square of metres on the ground around what the camera looks at."""
    middle = np.round(view.camera.target[[0, 2]])
    steps = np.arange(-_FLOOR, _FLOOR + 1.0)
    fine = np.linspace(-_FLOOR, _FLOOR, 8 * _FLOOR + 1)
    for step in steps:
        for across in (True, False):
            own = np.full_like(fine, step)
            x, z = (own, fine) if across else (fine, own)
            line = np.stack([middle[0] + x, np.zeros_like(x), middle[1] + z], axis=-1)
            line = line[view.depths(line) > _NEAR]
            if len(line) > 1:
                pen.line([tuple(p) for p in view.pixels(line)], fill=JUMP_LINE, width=_FINER)


def _paint_line(pen: "ImageDraw.ImageDraw", view: View, line: InkLine) -> None:
    if len(line.points) == 0:
        return
    at = view.pixels(line.points)
    scale = view.scale(line.points[len(line.points) // 2])
    width = max(1, round(line.width * scale))
    half = 0.5 * width
    if line.dashed:
        for start, stop in _dashes(at, 5.0 * width):
            pen.line([tuple(p) for p in at[start : stop + 1]], fill=line.color, width=width, joint="curve")
        return
    pen.line([tuple(p) for p in at], fill=line.color, width=width, joint="curve")
    for end in (at[0], at[-1]):
        pen.ellipse([*(end - half), *(end + half)], fill=line.color)


def _dashes(points: Floats, length: float) -> list[tuple[int, int]]:
    """Spans of points that are drawn, each about `length` long with a gap behind it [pixels]."""
    along = path_lengths(points)
    drawn = (along // length) % 2 == 0
    edges = np.flatnonzero(np.diff(np.concatenate([[0], drawn.astype(int), [0]])))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 1]


def _paint_triangles(canvas: NDArray[np.uint8], view: View, surfaces: Sequence[Surface]) -> None:
    """All triangles of all surfaces, the farthest first."""
    corners, colors, depths = [], [], []
    for surface in surfaces:
        if not len(surface.triangles):
            continue
        at = surface.vertices[surface.triangles]
        depth = view.depths(at)
        before = depth.min(axis=1) > _NEAR if isinstance(view, CameraView) else np.ones(len(at), bool)
        corners.append(view.pixels(at)[before])
        depths.append(depth[before])
        colors.append(_flat_colors(surface)[before])
    if not corners:
        return
    far = np.concatenate(depths)
    order = np.argsort(-far.mean(axis=1), kind="stable")
    nearest = np.full(canvas.shape[:2], np.inf)
    fill_triangles(canvas, nearest, np.concatenate(corners)[order], far[order], np.concatenate(colors)[order])


def _flat_colors(surface: Surface) -> NDArray[np.uint8]:
    """(T, 3) one colour a triangle, 0..255: its own where it faces the light, a little darker elsewhere."""
    finish = surface.finishes[surface.finish_of_triangle, :3]
    linear = finish * surface.colors[surface.triangles].mean(axis=1)
    normals = surface.normals[surface.triangles].mean(axis=1)
    # A ribbon has no side of its own to show: what lies in the sheet's plane is painted as it is.
    flat = np.abs(normals[:, 0]) > 0.99
    lit = np.where(flat, 1.0, 0.72 + 0.28 * np.clip(normals @ (_LIGHT / np.linalg.norm(_LIGHT)), 0.0, 1.0))
    return srgb_bytes(linear * lit[:, None])
