"""The lamps, the floor and the shadow maps of one picture, set up from its theme and what stands in it."""

from collections.abc import Callable, Sequence

import numpy as np

from kinegraph.characters.rendering.camera import Camera
from kinegraph.characters.rendering.layout import Floor, Lights, Shadow, Surface
from kinegraph.characters.rendering.raster_kernels import fill_shadow
from kinegraph.characters.rendering.stage import Theme, grid_spacing, light_shown_as
from kinegraph.core.arrays import Floats

_FIGURE_TEXELS = 900
"""Texels of a shadow map across one figure; a map over many figures is larger, up to a limit."""
_SMALLEST_MAP, _LARGEST_MAP = 256, 4096
_WIDEST_BLUR = 0.08
"""Room around a shadow map's silhouette for penumbrae, as a share of its span."""


def figure_size(surfaces: Sequence[Surface]) -> float:
    """The mean diagonal of the surfaces [m]: the scale of a body, not of its path; 1 where there are none."""
    sizes = [float(np.linalg.norm(np.ptp(s.vertices, axis=0))) for s in surfaces if len(s.vertices)]
    return max(float(np.mean(sizes)), 1e-6) if sizes else 1.0


def lamps(camera: Camera, theme: Theme, figure: float) -> Lights:
    """Lamps that stand with the camera: key over its left shoulder, fill low on its right, rim behind.

    figure: Size of a body [m]; its corners darken over a tenth of that.
    """
    right, _, forward = camera.axes
    back = -np.array([forward[0], 0.0, forward[2]])
    back /= max(float(np.linalg.norm(back)), 1e-9)
    up = np.array([0.0, 1.0, 0.0])
    key = -0.62 * right + 1.0 * up + 0.75 * back
    fill = 0.9 * right + 0.25 * up + 0.5 * back
    rim = 0.45 * right + 0.7 * up - back
    toward = np.stack([key, fill, rim])
    toward /= np.linalg.norm(toward, axis=1, keepdims=True)
    warm, cool, white = np.array([1.0, 0.95, 0.88]), np.array([0.82, 0.9, 1.0]), np.array([1.0, 0.98, 0.95])
    return Lights(
        toward=toward,
        colors=np.stack([theme.key * warm, theme.fill * cool, theme.rim * white]),
        sky=theme.sky * np.array([0.92, 0.96, 1.0]),
        bounce=0.45 * theme.sky * np.array([1.0, 0.92, 0.84]),
        reach=0.09 * figure,
    )


def floor_under(
    extent: tuple[Floats, Floats], theme: Theme, ground: float, grid: bool, reach: float
) -> Floor:
    """The floor of a scene.

    extent: Lower and upper corner of what the scene is about [m].
    reach: How far corners darken each other [m].
    """
    low, high = extent
    across = float(np.linalg.norm((high - low)[[0, 2]]))
    tall = float(high[1] - low[1])
    color = light_shown_as(theme.floor)
    return Floor(
        height=float(ground),
        center=((low + high) / 2)[[0, 2]].copy(),
        radius=1.5 * max(across, tall, 1e-3) + 0.5 * across,
        near=0.5 * across + reach,
        spacing=grid_spacing(max(tall, 0.35 * across, 1e-3) * 1.2),
        shade=theme.shade,
        color=color,
        grid=light_shown_as(theme.grid) if grid else color,
        horizon=light_shown_as(theme.horizon),
        zenith=light_shown_as(theme.zenith),
    )


def shadow_map(
    surface: Surface,
    lights: Lights,
    figure: float,
    in_bands: Callable[[Callable[[int, int], object], int], None],
    detail: float = 1.0,
) -> Shadow:
    """The shadow map of a surface under the key light, tight around it.

    figure: Size of one body [m].
    in_bands: Calls a function for bands of rows, (first, past last), given the number of rows.
    detail: Share of the usual resolution.
    """
    direction = -lights.toward[0]
    column = np.cross(direction, [0.0, 1.0, 0.0])
    column /= np.linalg.norm(column)
    axes = np.stack([column, np.cross(direction, column), direction])
    if len(surface.vertices) == 0:
        # A map that no place falls on.
        nowhere = np.full((1, 1), np.inf, dtype=np.float32)
        return Shadow(nowhere, axes, np.full(2, np.inf), 1.0, 0.1, 1e-3)
    local = surface.vertices @ axes.T
    low, high = local[:, :2].min(axis=0), local[:, :2].max(axis=0)
    span = max(float((high - low).max()), 1e-6) * (1.0 + 2.0 * _WIDEST_BLUR)
    size = int(np.clip(detail * _FIGURE_TEXELS * span / figure, _SMALLEST_MAP, _LARGEST_MAP))
    origin = (low + high) / 2 - span / 2
    texels = size / span
    depth = np.full((size, size), np.inf, dtype=np.float32)
    corners = np.ascontiguousarray(np.concatenate([(local[:, :2] - origin) * texels, local[:, 2:]], axis=1))
    in_bands(lambda first, last: fill_shadow(corners, surface.triangles, first, last, depth), size)
    return Shadow(depth, axes, origin, texels, 0.16, 3.0 / texels)
