"""Ghosts: translucent poses.

Each has a layer of its own, so that it never shows its inside; layers blend from far to near.
"""

from math import sqrt

import numpy as np

from kinegraph.characters.rendering.light_kernels import lit_share, turn_of
from kinegraph.characters.rendering.shading_kernels import FLOOR, lit_color, ray_through, surface_at
from kinegraph.core.kernels.cache import cached_kernel


@cached_kernel(nogil=True)
def shade_ghost(surface, found, view, lights, depth, height, first_row, opacity, tint, table, deep, layer):
    """Writes colour and cover of one ghost to its layer, a band of rows from `first_row` on.

    found: (R, W) its nearest triangle, -1 for none.
    depth: (R, W) how far the solid things are; a ghost behind them is gone.
    tint: (3,) linear colour it takes on; negative for its own colours.
    deep: (R, W) the ghost's depth, in and out: infinite where nothing of it shows.
    layer: (R, W, 4) linear colour and cover 0..1, out.
    """
    rows, width = found.shape
    for r in range(rows):
        for column in range(width):
            if found[r, column] < 0 or deep[r, column] >= depth[r, column]:
                deep[r, column] = np.inf
                continue
            ray = ray_through(view, column, first_row + r, width, height)
            base, normal, finish = surface_at(surface, found[r, column], ray, view.eye, table)
            length = sqrt(ray[0] ** 2 + ray[1] ** 2 + ray[2] ** 2)
            away = (-ray[0] / length, -ray[1] / length, -ray[2] / length)
            if tint[0] >= 0:
                base = (
                    0.2 * base[0] + 0.8 * tint[0],
                    0.2 * base[1] + 0.8 * tint[1],
                    0.2 * base[2] + 0.8 * tint[2],
                )
            f = surface.finishes[finish]
            color = lit_color(base, normal, away, f[3], f[4], lights, 1.0, 1.0)
            facing = normal[0] * away[0] + normal[1] * away[1] + normal[2] * away[2]
            # Like a soap bubble's, a ghost's rim is thicker than its middle: overlapping poses stay legible.
            rim = (1.0 - min(max(facing, 0.0), 1.0)) ** 2
            layer[r, column, 0] = color[0]
            layer[r, column, 1] = color[1]
            layer[r, column, 2] = color[2]
            layer[r, column, 3] = opacity + (1.0 - opacity) * 0.6 * rim * opacity


@cached_kernel(nogil=True)
def shadow_on_floor(view, shadow, floor, hit, depth, samples, first_row, opacity, light):
    """Darkens the lit floor where a ghost hides the key light, as much as the ghost is there.

    hit, depth: (H, W) of the whole picture.
    light: (R, W, 3) the band from first_row on, in and out.
    """
    height, width = hit.shape
    for row in range(first_row, first_row + len(light)):
        for column in range(width):
            if hit[row, column] != FLOOR:
                continue
            ray = ray_through(view, column, row, width, height)
            deep = depth[row, column]
            x, z = view.eye[0] + ray[0] * deep, view.eye[2] + ray[2] * deep
            lit = lit_share(x, floor.height, z, shadow, turn_of(column, row, samples))
            if lit < 1.0:
                dark = 1.0 - floor.shade * opacity * (1.0 - lit)
                for i in range(3):
                    light[row - first_row, column, i] *= dark


@cached_kernel(nogil=True)
def blend_layers(deep, layers, light):
    """Lays the layers of a band over the lit samples, the farthest first.

    deep: (G, R, W) depth of each ghost; infinite where it does not show.
    layers: (G, R, W, 4) colours and covers.
    light: (R, W, 3) linear samples, in and out.
    """
    count, rows, width = deep.shape
    order = np.empty(count, dtype=np.int64)
    for r in range(rows):
        for column in range(width):
            shown = 0
            for g in range(count):
                if deep[g, r, column] == np.inf:
                    continue
                place = shown
                while place > 0 and deep[order[place - 1], r, column] < deep[g, r, column]:
                    order[place] = order[place - 1]
                    place -= 1
                order[place] = g
                shown += 1
            for n in range(shown):
                ghost = layers[order[n], r, column]
                for i in range(3):
                    under = light[r, column, i]
                    light[r, column, i] = under + (ghost[i] - under) * ghost[3]
