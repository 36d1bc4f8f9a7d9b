"""Finds the nearest triangle at each sample of a picture, and at each texel of a shadow map.

Both kernels fill a band of rows, so that threads can share a picture: every sample is computed from its own
place alone, and the result does not depend on how the rows were divided.
"""

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.vectors import cross, dot, vector

NEAR = 1e-3
"""Nothing closer to the eye than this is drawn [m]."""


@cached_kernel(nogil=True)
def _span(a, b, c, last):
    """First and one past the last sample whose centre lies between three coordinates, within 0..last."""
    low = int(np.ceil(min(a, b, c) - 0.5))
    high = int(np.floor(max(a, b, c) - 0.5)) + 1
    return max(low, 0), min(high, last)


@cached_kernel(nogil=True)
def fill_nearest(corners, triangles, half_width, half_height, height, first_row, depth, hit):
    """Writes depth and triangle of the nearest surface along the ray through each sample.

    corners: (V, 3) vertices by right, up and depth before the eye [m].
    triangles: (T, 3) vertex indices.
    half_width, half_height: Tangents of half the fields of view.
    height: Rows of the whole picture, of which the band starts at first_row.
    depth: (R, W) the band, in and out [m]: a triangle shows where it is nearer than the depth there.
    hit: (R, W) the band, in and out: index of the triangle.

    A ray d meets the triangle a, b, c where d.(b x c), d.(c x a) and d.(a x b) have the sign of a.(b x c), at
    depth a.(b x c) / (their sum). That needs no clipping: triangles may reach behind the eye.
    """
    rows, width = depth.shape
    for t in range(len(triangles)):
        a = vector(corners, triangles[t, 0])
        b = vector(corners, triangles[t, 1])
        c = vector(corners, triangles[t, 2])
        if a[2] < NEAR and b[2] < NEAR and c[2] < NEAR:
            continue
        if a[2] >= NEAR and b[2] >= NEAR and c[2] >= NEAR:
            sx = 0.5 * width / half_width
            sy = 0.5 * height / half_height
            half_w = 0.5 * width
            half_h = 0.5 * height
            left, right = _span(
                half_w + sx * a[0] / a[2], half_w + sx * b[0] / b[2], half_w + sx * c[0] / c[2], width
            )
            top, bottom = _span(
                half_h - sy * a[1] / a[2], half_h - sy * b[1] / b[2], half_h - sy * c[1] / c[2], height
            )
        else:
            left, right, top, bottom = 0, width, 0, height
        top = max(top, first_row)
        bottom = min(bottom, first_row + rows)
        if left >= right or top >= bottom:
            continue
        na = cross(b, c)
        nb = cross(c, a)
        nc = cross(a, b)
        volume = dot(a, na)
        if volume == 0.0:
            continue
        sign = 1.0 if volume > 0 else -1.0
        for row in range(top, bottom):
            y = (1.0 - (2 * row + 1) / height) * half_height
            for column in range(left, right):
                x = ((2 * column + 1) / width - 1.0) * half_width
                ea = sign * (x * na[0] + y * na[1] + na[2])
                eb = sign * (x * nb[0] + y * nb[1] + nb[2])
                ec = sign * (x * nc[0] + y * nc[1] + nc[2])
                total = ea + eb + ec
                if ea < 0 or eb < 0 or ec < 0 or total <= 0:
                    continue
                distance = np.float32(sign * volume / total)
                if distance > NEAR and distance < depth[row - first_row, column]:
                    depth[row - first_row, column] = distance
                    hit[row - first_row, column] = t


@cached_kernel(nogil=True)
def fill_shadow(corners, triangles, first_row, last_row, depth):
    """Writes the nearest depth along parallel light to each texel.

    corners: (V, 3) vertices by column, row (texels) and depth along the light [m].
    depth: (H, W) in and out [m].
    """
    height, width = depth.shape
    for t in range(len(triangles)):
        a = vector(corners, triangles[t, 0])
        b = vector(corners, triangles[t, 1])
        c = vector(corners, triangles[t, 2])
        left, right = _span(a[0], b[0], c[0], width)
        top, bottom = _span(a[1], b[1], c[1], height)
        top = max(top, first_row)
        bottom = min(bottom, last_row)
        area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
        if left >= right or top >= bottom or area == 0.0:
            continue
        for row in range(top, bottom):
            y = row + 0.5
            for column in range(left, right):
                x = column + 0.5
                wa = ((b[0] - x) * (c[1] - y) - (c[0] - x) * (b[1] - y)) / area
                wb = ((c[0] - x) * (a[1] - y) - (a[0] - x) * (c[1] - y)) / area
                wc = 1.0 - wa - wb
                if wa < 0 or wb < 0 or wc < 0:
                    continue
                distance = np.float32(wa * a[2] + wb * b[2] + wc * c[2])
                if distance < depth[row, column]:
                    depth[row, column] = distance
