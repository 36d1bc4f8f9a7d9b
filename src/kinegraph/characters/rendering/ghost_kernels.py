"""Ghosts: translucent poses.

Each has a layer of its own, so that it never shows its inside; layers blend from far to near.
"""

import numpy as np

from kinegraph.characters.rendering import layout as at
from kinegraph.characters.rendering.light_kernels import lit_share, turn_of
from kinegraph.characters.rendering.shading_kernels import lit_color, ray_through, surface_at
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.vectors import dot, lerp, scale, set_vector, unit

_UP = (0.0, 1.0, 0.0)
_TINTED = 0.8  # share of its tint in a ghost's colour


@cached_kernel(nogil=True)
def shade_ghost(shot, found, depth, height, first_row, opacity, tint, deep, layer):
    """Writes colour and cover of one ghost to its layer, a band of rows from `first_row` on.

    shot: The picture's `Shot`, with the ghost's surface.
    found: (R, W) its nearest triangle, -1 for none.
    depth: (R, W) how far the solid things are; a ghost behind them is gone.
    tint: (3,) linear colour it takes on; negative for its own colours.
    deep: (R, W) the ghost's depth, in and out: infinite where nothing of it shows.
    layer: (R, W, 4) linear colour and cover 0..1, out.
    """
    camera = shot.camera
    rows, width = found.shape
    for r in range(rows):
        for column in range(width):
            if found[r, column] < 0 or deep[r, column] >= depth[r, column]:
                deep[r, column] = np.inf
                continue
            ray, triangle = ray_through(camera, column, first_row + r, width, height), found[r, column]
            base, normal, finish = surface_at(shot.surface, triangle, ray, camera.eye, shot.table)
            away = unit(scale(-1.0, ray), _UP)
            if tint[0] >= 0:
                base = lerp(base, tint, _TINTED)
            f = shot.surface.finishes[finish]
            color = lit_color(base, normal, away, f[at.METALLIC], f[at.ROUGHNESS], shot.lights, 1.0, 1.0)
            facing = dot(normal, away)
            # Like a soap bubble's, a ghost's rim is thicker than its middle: overlapping poses stay legible.
            rim = (1.0 - min(max(facing, 0.0), 1.0)) ** 2
            set_vector(layer[r], column, color)
            layer[r, column, 3] = opacity + (1.0 - opacity) * 0.6 * rim * opacity


@cached_kernel(nogil=True)
def shadow_on_floor(shot, hit, depth, first_row, opacity, light):
    """Darkens the lit floor where a ghost hides the key light, as much as the ghost is there.

    shot: The picture's `Shot`, with the ghost's shadow.
    hit, depth: (H, W) of the whole picture.
    light: (R, W, 3) the band from first_row on, in and out.
    """
    height, width = hit.shape
    view, floor = shot.camera, shot.floor
    for row in range(first_row, first_row + len(light)):
        for column in range(width):
            if hit[row, column] != at.FLOOR:
                continue
            ray = ray_through(view, column, row, width, height)
            deep = depth[row, column]
            place = (view.eye[0] + ray[0] * deep, floor.height, view.eye[2] + ray[2] * deep)
            lit = lit_share(place, shot.shadow, turn_of(column, row, shot.samples))
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
