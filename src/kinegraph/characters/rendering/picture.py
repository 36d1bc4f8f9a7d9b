"""A picture of what stands on the stage: shadow map, nearest surfaces, light, ghosts, and down to bytes.

Rows are shared out to threads; a sample's value depends on its place alone, so the bytes don't depend on how
many threads there are.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.characters.color import linear_rgba
from kinegraph.characters.rendering.camera import Camera
from kinegraph.characters.rendering.ghost_kernels import blend_layers, shade_ghost, shadow_on_floor
from kinegraph.characters.rendering.light_kernels import Shadow, View
from kinegraph.characters.rendering.raster_kernels import fill_nearest, fill_shadow
from kinegraph.characters.rendering.shading_kernels import (
    AIR,
    LINEAR_OF_BYTE,
    Floor,
    Lights,
    fill_floor,
    resolve_rows,
    shade_rows,
)
from kinegraph.characters.rendering.stage import SHOULDER, Theme, grid_spacing, light_shown_as
from kinegraph.characters.rendering.surface import Surface, merged
from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue

Image = NDArray[np.uint8]

_SHADOW_SIZE = 1024
_BAND = 32
_LARGEST = 16384


@dataclass(frozen=True, eq=False)
class Actor:
    """Something to draw.

    opacity: 1 is solid; below, a ghost: its nearest surface alone shows, translucent.
    tint: '#rrggbb' that a ghost is coloured with, or None for its own colours.
    """

    surface: Surface
    opacity: float = 1.0
    tint: str | None = None


def draw(
    actors: Sequence[Actor],
    camera: Camera,
    size: tuple[int, int],
    theme: Theme,
    *,
    ground: float,
    extent: tuple[Floats, Floats],
    grid: bool = True,
    samples: int = 2,
    threads: int | None = None,
) -> Image:
    """(H, W, 3) sRGB bytes.

    size: Width and height [px].
    ground: Height of the floor [m].
    extent: Lower and upper corner of what the scene is about [m]: the pool of light and the grid follow it.
    samples: Sub-samples a pixel each way, 1..4.
    """
    _check(size, samples)
    solid = _kernel_ready(merged([actor.surface for actor in actors if actor.opacity >= 1.0]))
    ghosts = [actor for actor in actors if 0.0 < actor.opacity < 1.0]
    view = _view(camera, size)
    reach = float(np.linalg.norm(extent[1] - extent[0]))
    lights = _lights(camera, theme, 0.09 * _figure_size([a.surface for a in actors], reach))
    stage = _floor(theme, ground, extent, grid)
    height, width = size[1] * samples, size[0] * samples
    depth = np.full((height, width), np.inf, dtype=np.float32)
    hit = np.full((height, width), AIR, dtype=np.int32)
    light = np.empty((height, width, 3), dtype=np.float32)
    picture = np.empty((size[1], size[0], 3), dtype=np.uint8)
    corners = np.ascontiguousarray(camera.camera_from_world(solid.vertices))
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        bands = _Bands(pool, height, samples)
        shadow = _shadow(solid, lights, bands)
        bands.run(lambda a, b: _nearest(corners, solid, view, height, a, depth[a:b], hit[a:b]))
        bands.run(lambda a, b: fill_floor(view, ground, a, b, depth, hit))
        bands.run(
            lambda a, b: shade_rows(
                solid, view, shadow, lights, stage, depth, hit, samples, a, b, LINEAR_OF_BYTE, light
            )
        )
        if ghosts:
            _draw_ghosts(ghosts, camera, view, lights, stage, depth, hit, light, samples, bands)
        bands.run(lambda a, b: resolve_rows(light, samples, SHOULDER, a // samples, b // samples, picture))
    return picture


class _Bands:
    """Rows of samples, a band at a time, over a pool of threads."""

    def __init__(self, pool: ThreadPoolExecutor, height: int, samples: int):
        self._pool = pool
        self._height = height
        self._step = _BAND * samples

    def run(self, work: Callable[[int, int], object], height: int | None = None) -> None:
        """Calls work(first_row, past_last_row) for all bands and waits; errors come out here."""
        total = self._height if height is None else height
        list(self._pool.map(lambda top: work(top, min(top + self._step, total)), range(0, total, self._step)))


def _check(size: tuple[int, int], samples: int) -> None:
    if not (1 <= size[0] <= _LARGEST and 1 <= size[1] <= _LARGEST):
        raise InvalidValue(
            f"A picture can be 1 to {_LARGEST} pixels wide and high, not {size[0]} x {size[1]}."
        )
    if not 1 <= samples <= 4:
        raise InvalidValue(f"A pixel can have 1 to 4 samples each way, not {samples}.")


def _kernel_ready(surface: Surface) -> Surface:
    """Contiguous, read-only arrays: numba would compile the kernels anew for any other kind."""
    arrays = []
    for array in surface:
        fixed = np.ascontiguousarray(array).view()
        fixed.flags.writeable = False
        arrays.append(fixed)
    return Surface(*arrays)


def _view(camera: Camera, size: tuple[int, int]) -> View:
    half_height = float(camera.half_height)
    eye, axes = (np.array(a, dtype=np.float64) for a in (camera.eye, camera.axes))
    return View(eye, axes, half_height * size[0] / size[1], half_height)


def _figure_size(surfaces: Sequence[Surface], fallback: float) -> float:
    """The mean diagonal of the actors [m]: corners darken on a body's scale, not its path's."""
    sizes = [float(np.linalg.norm(np.ptp(s.vertices, axis=0))) for s in surfaces if len(s.vertices)]
    return float(np.mean(sizes)) if sizes else fallback


def _lights(camera: Camera, theme: Theme, reach: float) -> Lights:
    """Lamps that stand with the camera: key over its left shoulder, fill low on its right, rim behind."""
    right, _, forward = camera.axes
    back = -np.array([forward[0], 0.0, forward[2]])
    back /= max(float(np.linalg.norm(back)), 1e-9)
    up = np.array([0.0, 1.0, 0.0])
    toward = np.stack(
        [
            -0.62 * right + 1.0 * up + 0.75 * back,
            0.9 * right + 0.25 * up + 0.5 * back,
            0.45 * right + 0.7 * up - back,
        ]
    )
    toward /= np.linalg.norm(toward, axis=1, keepdims=True)
    warm, cool, white = np.array([1.0, 0.95, 0.88]), np.array([0.82, 0.9, 1.0]), np.array([1.0, 0.98, 0.95])
    colors = np.stack([theme.key * warm, theme.fill * cool, theme.rim * white])
    return Lights(
        toward,
        colors,
        theme.sky * np.array([0.92, 0.96, 1.0]),
        0.45 * theme.sky * np.array([1.0, 0.92, 0.84]),
        reach,
    )


def _floor(theme: Theme, ground: float, extent: tuple[Floats, Floats], grid: bool) -> Floor:
    low, high = extent
    across = float(np.linalg.norm((high - low)[[0, 2]]))
    tall = float(high[1] - low[1])
    color = light_shown_as(theme.floor)
    return Floor(
        height=float(ground),
        center=((low + high) / 2)[[0, 2]].copy(),
        radius=1.5 * max(across, tall, 1e-3) + 0.5 * across,
        spacing=grid_spacing(max(tall, 0.35 * across, 1e-3) * 1.2),
        shade=theme.shade,
        color=color,
        grid=light_shown_as(theme.grid) if grid else color,
        horizon=light_shown_as(theme.horizon),
        zenith=light_shown_as(theme.zenith),
    )


def _shadow(surface: Surface, lights: Lights, bands: _Bands, size: int = _SHADOW_SIZE) -> Shadow:
    """The shadow map of a surface under the key light, tight around it."""
    direction = -lights.toward[0]
    column = np.cross(direction, [0.0, 1.0, 0.0])
    column /= np.linalg.norm(column)
    axes = np.stack([column, np.cross(direction, column), direction])
    depth = np.full((size, size), np.inf, dtype=np.float32)
    if len(surface.vertices) == 0:
        return Shadow(depth, axes, np.full(2, np.inf), 1.0, 0.1, 1e-3)
    local = surface.vertices @ axes.T
    low, high = local[:, :2].min(axis=0), local[:, :2].max(axis=0)
    # Room around the silhouette for the widest penumbra.
    span = max(float((high - low).max()), 1e-6) * 1.16
    origin = (low + high) / 2 - span / 2
    texels = size / span
    corners = np.ascontiguousarray(np.concatenate([(local[:, :2] - origin) * texels, local[:, 2:]], axis=1))
    bands.run(lambda a, b: fill_shadow(corners, surface.triangles, a, b, depth), size)
    return Shadow(depth, axes, origin, texels, 0.16, 3.0 / texels)


def _draw_ghosts(
    ghosts: Sequence[Actor],
    camera: Camera,
    view: View,
    lights: Lights,
    stage: Floor,
    depth: NDArray[np.float32],
    hit: NDArray[np.int32],
    light: NDArray[np.float32],
    samples: int,
    bands: _Bands,
) -> None:
    """Lays ghosts over the lit samples: each has its own layer, and layers blend from far to near."""
    surfaces = [_kernel_ready(ghost.surface) for ghost in ghosts]
    corners = [np.ascontiguousarray(camera.camera_from_world(s.vertices)) for s in surfaces]
    shadows = [_shadow(s, lights, bands, _SHADOW_SIZE // 2) for s in surfaces]
    tints = [linear_rgba(ghost.tint)[:3] if ghost.tint else np.full(3, -1.0) for ghost in ghosts]

    def work(first: int, last: int) -> None:
        deep = np.full((len(ghosts), last - first, depth.shape[1]), np.inf, dtype=np.float32)
        layers = np.zeros((*deep.shape, 4), dtype=np.float32)
        for g, ghost in enumerate(ghosts):
            found = np.full(deep.shape[1:], AIR, dtype=np.int32)
            _nearest(corners[g], surfaces[g], view, len(depth), first, deep[g], found)
            shade_ghost(
                surfaces[g],
                found,
                view,
                lights,
                depth[first:last],
                len(depth),
                samples,
                first,
                ghost.opacity,
                tints[g],
                LINEAR_OF_BYTE,
                deep[g],
                layers[g],
            )
            shadow_on_floor(view, shadows[g], stage, hit, depth, samples, first, last, ghost.opacity, light)
        blend_layers(deep, layers, first, light)

    bands.run(work)


def _nearest(
    corners: Floats,
    surface: Surface,
    view: View,
    height: int,
    first: int,
    depth: NDArray[np.float32],
    hit: NDArray[np.int32],
) -> None:
    fill_nearest(corners, surface.triangles, view.half_width, view.half_height, height, first, depth, hit)
