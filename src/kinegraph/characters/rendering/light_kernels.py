"""The light that reaches a place: soft shadows from a shadow map, and darker corners.

Both look around with a fixed spiral of samples, turned by another angle at each of a pixel's sub-samples:
their mean has many directions, with no noise that would crawl from frame to frame.
"""

from math import cos, floor, sin, sqrt

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.decorators import part
from kinegraph.core.kernels.vectors import add_scaled, cross, dot, length, scale, subtract, vector

_BLOCKERS = 12
_TAPS = 20
_CORNERS = 10
_WIDEST_BLUR = 0.06  # share of the shadow map
_NARROWEST_BLUR = 1.5  # texels


def _spiral(count: int) -> Floats:
    """(count, 2) points spread evenly over the unit disc, along a spiral by the golden angle."""
    k = np.arange(count)
    return np.sqrt((k + 0.5) / count)[:, None] * np.stack([np.cos(k * _GOLDEN), np.sin(k * _GOLDEN)], axis=1)


_GOLDEN = 2.399963229728653  # [rad] the golden angle
_BLOCKER_DISC, _TAP_DISC, _CORNER_DISC = _spiral(_BLOCKERS), _spiral(_TAPS), _spiral(_CORNERS)


@cached_kernel(nogil=True)
def lit_share(place, shadow, turn):
    """Share of the light that arrives at a point of the world, 0..1, with penumbrae that widen with distance.

    First the mean depth of what hides the point within the widest blur is found, then that depth's own blur
    is sampled: near a foot the shadow is crisp, below a raised hand it is soft.
    """
    turn_cos, turn_sin = turn
    axes = shadow.axes
    size = shadow.depth.shape[0]
    column = (dot(vector(axes, 0), place) - shadow.origin[0]) * shadow.texels
    row = (dot(vector(axes, 1), place) - shadow.origin[1]) * shadow.texels
    if column < 0 or row < 0 or column >= size or row >= size:
        return 1.0
    here = dot(vector(axes, 2), place) - shadow.bias
    widest = _WIDEST_BLUR * size
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
    blur = min(max(blur, _NARROWEST_BLUR), widest)
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
    turn_cos, turn_sin = turn
    height, width = depth.shape
    across, beside = _across(normal)
    axes = view.axes
    covered = 0.0
    for k in range(_CORNERS):
        a = _CORNER_DISC[k, 0] * turn_cos - _CORNER_DISC[k, 1] * turn_sin
        b = _CORNER_DISC[k, 0] * turn_sin + _CORNER_DISC[k, 1] * turn_cos
        c = sqrt(1.0 - (k + 0.5) / _CORNERS)
        # Nearer points count as well as far ones: spread the distances over 0.15..1 of the reach.
        far = reach * (0.15 + 0.85 * ((k * 7) % _CORNERS + 0.5) / _CORNERS)
        way = add_scaled(add_scaled(scale(a, across), b, beside), c, normal)
        seen = subtract(add_scaled(place, far, way), view.eye)
        ahead = dot(vector(axes, 2), seen)
        if ahead <= 1e-3:
            continue
        right = dot(vector(axes, 0), seen) / ahead / view.half_width
        above = dot(vector(axes, 1), seen) / ahead / view.half_height
        column = floor((right + 1.0) * 0.5 * width)
        row = floor((1.0 - above) * 0.5 * height)
        if 0 <= column < width and 0 <= row < height:
            behind = ahead - depth[row, column]
            if behind > 0.02 * reach:
                # Surfaces far in front cover less and less, so that silhouettes get no halo.
                covered += min(1.0, (reach / behind) ** 2) if behind > reach else 1.0
    return 1.0 - covered / _CORNERS


@part
def _across(normal):
    """Any two unit directions at right angles to a normal and to each other."""
    x, y, z = normal[0], normal[1], normal[2]
    first = (-z, 0.0, x) if abs(y) > 0.7 or x * x + z * z > 0.1 else (1.0, 0.0, 0.0)
    first = add_scaled(first, -dot(first, normal), normal)
    size = length(first)
    if size < 1e-9:
        first, size = (1.0, 0.0, 0.0), 1.0
    first = (first[0] / size, first[1] / size, first[2] / size)
    return first, cross(normal, first)


@cached_kernel(nogil=True)
def turn_of(column, row, samples):
    """Cosine and sine of the angle by which the spirals are turned at one sub-sample of a pixel."""
    index = (row % samples) * samples + column % samples
    angle = index * (1.3 + 2.4 / (samples * samples))
    return cos(angle), sin(angle)
