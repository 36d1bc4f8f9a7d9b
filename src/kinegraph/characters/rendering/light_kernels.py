"""How much light reaches a place: soft shadows from a shadow map, and the gloom of corners.

Both look around with a fixed spiral of samples, turned by another angle at each of a pixel's sub-samples:
their mean has many directions, with no noise that would crawl from frame to frame.
"""

from math import cos, floor, sin, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel

_BLOCKERS = 12
_TAPS = 20
_CORNERS = 10


def _spiral(count: int) -> Floats:
    """(count, 2) points spread evenly over the unit disc, along a spiral by the golden angle."""
    k = np.arange(count)
    return np.sqrt((k + 0.5) / count)[:, None] * np.stack([np.cos(k * _GOLDEN), np.sin(k * _GOLDEN)], axis=1)


_GOLDEN = 2.399963229728653
_BLOCKER_DISC, _TAP_DISC, _CORNER_DISC = _spiral(_BLOCKERS), _spiral(_TAPS), _spiral(_CORNERS)


class View(NamedTuple):
    """A camera, as the kernels take it: see `Camera`; half_width and half_height are tangents."""

    eye: Floats
    axes: Floats
    half_width: float
    half_height: float


class Shadow(NamedTuple):
    """What one thing hides from parallel light.

    depth: (N, N) distance along the light of the nearest surface [m], infinite where there is none.
    axes: (3, 3) column, row and light direction in the world.
    origin: (2,) coordinates along the first two axes of the map's corner [m].
    texels: Texels per metre.
    softness: Width of the light: metres of blur for each metre between what hides and what is hidden.
    bias: Surfaces closer than this hide nothing from each other [m].
    """

    depth: NDArray[np.float32]
    axes: Floats
    origin: Floats
    texels: float
    softness: float
    bias: float


@cached_kernel(nogil=True)
def lit_share(x, y, z, shadow, turn):
    """Share of the light that arrives at a point of the world, 0..1, with penumbrae that widen with distance.

    First the mean depth of what hides the point within the widest blur is found, then that depth's own blur
    is sampled: near a foot the shadow is crisp, below a raised hand it is soft.
    """
    turn_cos, turn_sin = turn
    axes = shadow.axes
    size = shadow.depth.shape[0]
    column = (axes[0, 0] * x + axes[0, 1] * y + axes[0, 2] * z - shadow.origin[0]) * shadow.texels
    row = (axes[1, 0] * x + axes[1, 1] * y + axes[1, 2] * z - shadow.origin[1]) * shadow.texels
    if column < 0 or row < 0 or column >= size or row >= size:
        return 1.0
    here = axes[2, 0] * x + axes[2, 1] * y + axes[2, 2] * z - shadow.bias
    widest = 0.06 * size
    total = 0.0
    found = 0
    for k in range(_BLOCKERS):
        a, b = widest * _BLOCKER_DISC[k, 0], widest * _BLOCKER_DISC[k, 1]
        c = floor(column + a * turn_cos - b * turn_sin)
        r = floor(row + a * turn_sin + b * turn_cos)
        if 0 <= c < size and 0 <= r < size and shadow.depth[r, c] < here:
            total += shadow.depth[r, c]
            found += 1
    if found == 0:
        # The spiral's arms may straddle a thin thing that hides this very place.
        c, r = int(column), int(row)
        if shadow.depth[r, c] >= here:
            return 1.0
        total, found = float(shadow.depth[r, c]), 1
    blur = (here - total / found) * shadow.softness * shadow.texels
    blur = min(max(blur, 1.5), widest)
    reached = 0.0
    for k in range(_TAPS):
        a, b = blur * _TAP_DISC[k, 0], blur * _TAP_DISC[k, 1]
        c = floor(column + a * turn_cos - b * turn_sin)
        r = floor(row + a * turn_sin + b * turn_cos)
        if not (0 <= c < size and 0 <= r < size) or shadow.depth[r, c] >= here:
            reached += 1.0
    return reached / _TAPS


@cached_kernel(nogil=True)
def open_share(place, normal, view, depth, reach, turn):
    """Share of the sky over a surface point that nothing within `reach` metres covers, 0..1.

    Looks at points of the half ball above the surface: one that lies behind the picture's nearest surface,
    but not far behind it, is covered.
    """
    x, y, z = place
    nx, ny, nz = normal
    turn_cos, turn_sin = turn
    height, width = depth.shape
    # Any two directions across the normal.
    tx, ty, tz = (-nz, 0.0, nx) if abs(ny) > 0.7 or nx * nx + nz * nz > 0.1 else (1.0, 0.0, 0.0)
    along = tx * nx + ty * ny + tz * nz
    tx, ty, tz = tx - along * nx, ty - along * ny, tz - along * nz
    length = sqrt(tx * tx + ty * ty + tz * tz)
    if length < 1e-9:
        tx, ty, tz, length = 1.0, 0.0, 0.0, 1.0
    tx, ty, tz = tx / length, ty / length, tz / length
    bx, by, bz = ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx
    covered = 0.0
    for k in range(_CORNERS):
        a = _CORNER_DISC[k, 0] * turn_cos - _CORNER_DISC[k, 1] * turn_sin
        b = _CORNER_DISC[k, 0] * turn_sin + _CORNER_DISC[k, 1] * turn_cos
        c = sqrt(1.0 - (k + 0.5) / _CORNERS)
        # Nearer points count as well as far ones: spread the distances over 0.15..1 of the reach.
        far = reach * (0.15 + 0.85 * ((k * 7) % _CORNERS + 0.5) / _CORNERS)
        px = x + far * (a * tx + b * bx + c * nx) - view.eye[0]
        py = y + far * (a * ty + b * by + c * ny) - view.eye[1]
        pz = z + far * (a * tz + b * bz + c * nz) - view.eye[2]
        axes = view.axes
        ahead = axes[2, 0] * px + axes[2, 1] * py + axes[2, 2] * pz
        if ahead <= 1e-3:
            continue
        right = (axes[0, 0] * px + axes[0, 1] * py + axes[0, 2] * pz) / ahead / view.half_width
        above = (axes[1, 0] * px + axes[1, 1] * py + axes[1, 2] * pz) / ahead / view.half_height
        column = floor((right + 1.0) * 0.5 * width)
        row = floor((1.0 - above) * 0.5 * height)
        if 0 <= column < width and 0 <= row < height:
            behind = ahead - depth[row, column]
            if behind > 0.02 * reach:
                # What is far in front covers less and less, so that silhouettes get no halo.
                covered += min(1.0, (reach / behind) ** 2) if behind > reach else 1.0
    return 1.0 - covered / _CORNERS


@cached_kernel(nogil=True)
def turn_of(column, row, samples):
    """Cosine and sine of the angle by which the spirals are turned at one sub-sample of a pixel."""
    index = (row % samples) * samples + column % samples
    angle = index * (1.3 + 2.4 / (samples * samples))
    return cos(angle), sin(angle)
