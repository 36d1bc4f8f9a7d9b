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
from kinegraph.characters.rendering.film_kernels import develop
from kinegraph.characters.rendering.ghost_kernels import blend_layers, shade_ghost, shadow_on_floor
from kinegraph.characters.rendering.layout import AIR, Shadow, Shot, Surface, View
from kinegraph.characters.rendering.lighting import figure_size, floor_under, lamps, shadow_map
from kinegraph.characters.rendering.raster_kernels import fill_nearest
from kinegraph.characters.rendering.shading_kernels import LINEAR_OF_BYTE, fill_floor, shade_rows
from kinegraph.characters.rendering.stage import SHOULDER, Theme
from kinegraph.characters.rendering.surface import merged
from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue

Image = NDArray[np.uint8]
"""(H, W, 3) sRGB bytes."""

LARGEST_SIDE = 16384
_MOST_PIXELS = 50_000_000
_BAND = 32
"""Rows of pixels that one thread works on at a time."""


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
    figure = figure_size([actor.surface for actor in actors])
    lights = lamps(camera, theme, figure)
    floor = floor_under(extent, theme, ground, grid, lights.reach)
    solid = _Cast(merged([actor.surface for actor in actors if actor.opacity >= 1.0]), camera)
    ghosts = [_Ghost(actor, camera) for actor in actors if 0.0 < actor.opacity < 1.0]
    view = _view(camera, size)
    height = size[1] * samples
    depth = np.full((height, size[0] * samples), np.inf, dtype=np.float32)
    hit = np.full(depth.shape, AIR, dtype=np.int32)
    picture = np.empty((size[1], size[0], 3), dtype=np.uint8)
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:

        def in_bands(work: Callable[[int, int], object], rows: int) -> None:
            step = _BAND * samples
            list(pool.map(lambda top: work(top, min(top + step, rows)), range(0, rows, step)))

        def cover(first: int, last: int) -> None:
            solid.nearest(view, height, first, depth[first:last], hit[first:last])
            fill_floor(view, ground, first, last, depth, hit)

        def finish(first: int, last: int) -> None:
            light = np.empty((last - first, depth.shape[1], 3), dtype=np.float32)
            shade_rows(shot, depth, hit, first, light)
            if ghosts:
                _overlay_ghosts(ghosts, shot, depth, hit, first, light)
            develop(light, samples, SHOULDER, first // samples, picture[first // samples : last // samples])

        shadow = shadow_map(solid.surface, lights, figure, in_bands)
        shot = Shot(solid.surface, view, shadow, lights, floor, LINEAR_OF_BYTE, samples)
        for ghost in ghosts:
            ghost.shadow = shadow_map(ghost.surface, lights, figure, in_bands, detail=0.5)
        in_bands(cover, height)
        in_bands(finish, height)
    return picture


class _Cast:
    """A surface made ready for the kernels, and its vertices as the camera sees them."""

    def __init__(self, surface: Surface, camera: Camera) -> None:
        self.surface = _kernel_ready(surface)
        self._corners = np.ascontiguousarray(camera.camera_from_world(surface.vertices))

    def nearest(self, view: View, height: int, first: int, depth: np.ndarray, hit: np.ndarray) -> None:
        """Puts the surface into a band of a picture of `height` rows."""
        fill_nearest(
            self._corners,
            self.surface.triangles,
            view.half_width,
            view.half_height,
            height,
            first,
            depth,
            hit,
        )


class _Ghost(_Cast):
    """A translucent actor, ready for the kernels; its shadow map is filled in later."""

    shadow: Shadow

    def __init__(self, actor: Actor, camera: Camera) -> None:
        super().__init__(actor.surface, camera)
        self.opacity = float(actor.opacity)
        self.tint = linear_rgba(actor.tint)[:3].copy() if actor.tint else np.full(3, -1.0)


def _overlay_ghosts(
    ghosts: Sequence[_Ghost],
    shot: Shot,
    depth: NDArray[np.float32],
    hit: NDArray[np.int32],
    first: int,
    light: NDArray[np.float32],
) -> None:
    """Lays ghosts over a band of lit samples: each has its own layer, and layers blend from far to near."""
    rows, width = light.shape[:2]
    solid = depth[first : first + rows]
    deep = np.full((len(ghosts), rows, width), np.inf, dtype=np.float32)
    layers = np.zeros((*deep.shape, 4), dtype=np.float32)
    for g, ghost in enumerate(ghosts):
        found = np.full((rows, width), AIR, dtype=np.int32)
        ghost.nearest(shot.camera, len(depth), first, deep[g], found)
        own = shot._replace(surface=ghost.surface, shadow=ghost.shadow)
        shade_ghost(own, found, solid, len(depth), first, ghost.opacity, ghost.tint, deep[g], layers[g])
        shadow_on_floor(own, hit, depth, first, ghost.opacity, light)
    blend_layers(deep, layers, light)


def _check(size: tuple[int, int], samples: int) -> None:
    if not (1 <= size[0] <= LARGEST_SIDE and 1 <= size[1] <= LARGEST_SIDE):
        raise InvalidValue(
            f"A picture can be 1 to {LARGEST_SIDE} pixels wide and high, not {size[0]} x {size[1]}."
        )
    if size[0] * size[1] > _MOST_PIXELS:
        raise InvalidValue(f"A picture can have {_MOST_PIXELS:,} pixels, not {size[0]} x {size[1]}.")
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
