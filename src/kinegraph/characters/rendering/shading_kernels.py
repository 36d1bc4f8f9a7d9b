"""The colour of each sample: surfaces under three lamps, the floor with its grid, the backdrop.

`shot` is a `Shot`.
"""

from math import exp, floor, pi, sqrt

import numpy as np

from kinegraph.characters.rendering import layout as at
from kinegraph.characters.rendering.light_kernels import lit_share, open_share, turn_of
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.core.kernels.decorators import part
from kinegraph.core.kernels.vectors import (
    add,
    add_scaled,
    cross,
    dot,
    scale,
    set_vector,
    subtract,
    unit,
    vector,
)

_UP = (0.0, 1.0, 0.0)
_SRGB = np.arange(256) / 255.0
LINEAR_OF_BYTE = np.where(_SRGB <= 0.04045, _SRGB / 12.92, ((_SRGB + 0.055) / 1.055) ** 2.4)


@cached_kernel(nogil=True)
def ray_through(view, column, row, width, height):
    """World direction through a sample, one metre deep."""
    x = ((2 * column + 1) / width - 1.0) * view.half_width
    y = (1.0 - (2 * row + 1) / height) * view.half_height
    right, up, ahead = vector(view.axes, 0), vector(view.axes, 1), vector(view.axes, 2)
    return add(add(scale(x, right), scale(y, up)), ahead)


@cached_kernel(nogil=True)
def fill_floor(view, level, first_row, last_row, depth, hit):
    """Puts the floor, a plane seen only from above, behind the triangles of a picture."""
    height, width = depth.shape
    above = view.eye[1] - level
    if above <= 0:
        return
    for row in range(first_row, last_row):
        for column in range(width):
            down = -ray_through(view, column, row, width, height)[1]
            if down > 1e-9 and above / down < depth[row, column]:
                depth[row, column] = above / down
                hit[row, column] = at.FLOOR


@part
def _texel(texels, first, height, width, column, row, channel, table):
    return table[texels[first + (row % height) * width + column % width, channel]]


@cached_kernel(nogil=True)
def _sample_texture(surface, texture, u, v, table):
    """Bilinear, repeating sample of a texture, linear RGB."""
    first, height, width = surface.texture_shapes[texture]
    x = (u - floor(u)) * width - 0.5
    y = (v - floor(v)) * height - 0.5
    c, r = floor(x), floor(y)
    fx, fy = x - c, y - r
    out = (0.0, 0.0, 0.0)
    for dr in range(2):
        for dc in range(2):
            w = (fx if dc else 1 - fx) * (fy if dr else 1 - fy)
            out = (
                out[0] + w * _texel(surface.texels, first, height, width, c + dc, r + dr, 0, table),
                out[1] + w * _texel(surface.texels, first, height, width, c + dc, r + dr, 1, table),
                out[2] + w * _texel(surface.texels, first, height, width, c + dc, r + dr, 2, table),
            )
    return out


@cached_kernel(nogil=True)
def surface_at(surface, triangle, ray, eye, table):
    """Base colour, shading normal (towards the viewer) and finish row where a ray meets a triangle."""
    i, j, k = surface.triangles[triangle]
    a = subtract(vector(surface.vertices, i), eye)
    b = subtract(vector(surface.vertices, j), eye)
    c = subtract(vector(surface.vertices, k), eye)
    wa, wb, wc = dot(ray, cross(b, c)), dot(ray, cross(c, a)), dot(ray, cross(a, b))
    total = wa + wb + wc
    if total == 0.0:
        wa, wb, wc, total = 1.0, 1.0, 1.0, 3.0
    wa, wb, wc = wa / total, wb / total, wc / total
    uv = surface.uvs
    normal = unit(_mean(surface.normals, i, j, k, wa, wb, wc), _UP)
    # The face decides which side is seen, not the smooth normal, which may lean away near a silhouette. The
    # face takes its sign from the normals, so that a mesh wound the wrong way still looks right.
    face = cross(subtract(b, a), subtract(c, a))
    outward = dot(face, normal)
    if dot(face, ray) * (1.0 if outward >= 0 else -1.0) > 0:
        normal = (-normal[0], -normal[1], -normal[2])
    finish = surface.finish_of_triangle[triangle]
    f, tint = surface.finishes[finish], _mean(surface.colors, i, j, k, wa, wb, wc)
    color = (f[at.RED] * tint[0], f[at.GREEN] * tint[1], f[at.BLUE] * tint[2])
    if f[at.TEXTURE] >= 0:
        u = wa * uv[i, 0] + wb * uv[j, 0] + wc * uv[k, 0]
        v = wa * uv[i, 1] + wb * uv[j, 1] + wc * uv[k, 1]
        t = _sample_texture(surface, int(f[at.TEXTURE]), u, v, table)
        color = (color[0] * t[0], color[1] * t[1], color[2] * t[2])
    return color, normal, finish


@part
def _mean(rows, i, j, k, wa, wb, wc):
    """The weighted sum of three rows."""
    return add(add(scale(wa, vector(rows, i)), scale(wb, vector(rows, j))), scale(wc, vector(rows, k)))


@part
def _falloff(cosine, wrap):
    """Soft diffuse falloff that reaches a little past the terminator, as a broad lamp's does."""
    lit = max((cosine + wrap) / (1.0 + wrap), 0.0)
    return lit * sqrt(lit)


@cached_kernel(nogil=True)
def lit_color(color, normal, away, metallic, roughness, lights, arrives, opens):
    """Light that a surface sends to the viewer.

    away: Unit vector to the viewer.
    arrives: Share of the key light that is not in shadow.
    opens: Share of the surroundings that is not covered.
    """
    key, fill = vector(lights.toward, at.KEY_LIGHT), vector(lights.toward, at.FILL_LIGHT)
    rim = vector(lights.toward, at.RIM_LIGHT)
    facing = min(max(dot(normal, away), 0.0), 1.0)
    key_share = _falloff(dot(normal, key), 0.2) * arrives
    fill_share = _falloff(dot(normal, fill), 0.5) * opens
    edge = (1.0 - facing) ** 3
    rim_share = edge * max(dot(normal, rim) * 0.6 + 0.4, 0.0) * (0.3 + 0.7 * opens)
    up = 0.5 + 0.5 * normal[1]
    half = unit(add(key, away), _UP)
    alpha = max(roughness, 0.12) ** 2
    nh = max(dot(normal, half), 0.0)
    spread = nh * nh * (alpha * alpha - 1.0) + 1.0
    highlight = alpha * alpha / (pi * spread * spread) * 0.25 * key_share
    mirror_up = 0.5 + 0.5 * (2.0 * facing * normal[1] - away[1])
    gloss = (1.0 - 0.6 * roughness) * opens
    glow = highlight, gloss, mirror_up, edge * (1.0 - facing) ** 2
    shares = key_share, fill_share, rim_share, opens * up, opens * (1.0 - up)
    return (
        _reflect(0, color[0], metallic, roughness, lights, shares, glow),
        _reflect(1, color[1], metallic, roughness, lights, shares, glow),
        _reflect(2, color[2], metallic, roughness, lights, shares, glow),
    )


@part
def _reflect(i, color, metallic, roughness, lights, shares, glow):
    """One colour channel of the light that a surface sends to the viewer, as `lit_color` prepares it."""
    key_share, fill_share, rim_share, above, below = shares
    highlight, gloss, mirror_up, grazing = glow
    ambient = lights.sky[i] * above + lights.bounce[i] * below
    key, fill = lights.colors[at.KEY_LIGHT, i], lights.colors[at.FILL_LIGHT, i]
    diffuse = key * key_share + fill * fill_share + ambient
    mirror = 0.04 + (color - 0.04) * metallic
    mirror += (1.0 - mirror) * (1.0 - roughness) * grazing
    seen = lights.bounce[i] + (lights.sky[i] * 1.6 - lights.bounce[i]) * mirror_up
    return (
        color * (1.0 - metallic) * diffuse
        + mirror * (key * highlight + seen * gloss)
        + lights.colors[at.RIM_LIGHT, i] * rim_share * (0.25 + 0.75 * color)
    )


@part
def _line(coordinate, footprint, spacing):
    """Coverage of the nearest grid line across a sample's footprint [m], 0..1."""
    if footprint > 0.5 * spacing:
        return 0.0
    nearest = abs(coordinate - spacing * np.round(coordinate / spacing))
    fine = 1.0 - min(footprint / (0.5 * spacing), 1.0)
    return max(1.0 - nearest / (footprint * 1.1), 0.0) * fine


@cached_kernel(nogil=True)
def floor_color(x, z, footprint_x, footprint_z, floor_, lit):
    """The floor at a place: pool of light, grid, shadow; fading to the horizon.

    lit: Share of the light that arrives there.
    """
    dx, dz = x - floor_.center[0], z - floor_.center[1]
    away = sqrt(dx * dx + dz * dz) / floor_.radius
    pool = exp(-2.2 * away * away)
    lines = exp(-3.0 * away * away)
    fine = max(_line(x, footprint_x, floor_.spacing), _line(z, footprint_z, floor_.spacing))
    broad = max(
        _line(x, footprint_x * 1.3, floor_.spacing * 5), _line(z, footprint_z * 1.3, floor_.spacing * 5)
    )
    mark = min(max(0.45 * fine, 0.9 * broad), 1.0) * lines
    dark = 1.0 - floor_.shade * (1.0 - lit) * (0.25 + 0.75 * pool)
    f = floor_
    return (
        _paint(f.color[0], f.horizon[0], f.grid[0], pool, mark) * dark,
        _paint(f.color[1], f.horizon[1], f.grid[1], pool, mark) * dark,
        _paint(f.color[2], f.horizon[2], f.grid[2], pool, mark) * dark,
    )


@part
def _paint(color, horizon, grid, pool, mark):
    plain = horizon + (color - horizon) * pool
    return plain + (grid - plain) * mark


@part
def _floor_sample(shot, place, ray_aside, ray_below, depth, turn):
    """The floor's colour at a place, seen through a pixel that reaches to the rays aside and below."""
    floor_, eye = shot.floor, shot.camera.eye
    x, _, z = place
    drop = floor_.height - eye[1]
    aside, below = drop / min(ray_aside[1], -1e-9), drop / min(ray_below[1], -1e-9)
    spread_x = abs(eye[0] + ray_aside[0] * aside - x) + abs(eye[0] + ray_below[0] * below - x)
    spread_z = abs(eye[2] + ray_aside[2] * aside - z) + abs(eye[2] + ray_below[2] * below - z)
    lit = lit_share(place, shot.shadow, turn)
    opens = 1.0
    if (x - floor_.center[0]) ** 2 + (z - floor_.center[1]) ** 2 < floor_.near**2:
        opens = open_share(place, _UP, shot.camera, depth, shot.lights.reach, turn)
    return floor_color(x, z, spread_x, spread_z, floor_, 0.7 * lit + 0.3 * opens * lit)


@part
def _surface_sample(shot, place, ray, triangle, depth, turn):
    """A solid surface's colour at a place that a ray has met."""
    base, normal, finish = surface_at(shot.surface, triangle, ray, shot.camera.eye, shot.table)
    lit = lit_share(add_scaled(place, 1.5 * shot.shadow.bias, normal), shot.shadow, turn)
    opens = open_share(place, normal, shot.camera, depth, shot.lights.reach, turn)
    away = unit(scale(-1.0, ray), _UP)
    f = shot.surface.finishes[finish]
    return lit_color(base, normal, away, f[at.METALLIC], f[at.ROUGHNESS], shot.lights, lit, opens)


@part
def _air_sample(ray, floor_):
    """The backdrop along a ray: from the horizon's colour up to the zenith's."""
    share = 1.0 - exp(-4.0 * max(ray[1] / sqrt(dot(ray, ray)), 0.0))
    return add_scaled(floor_.horizon, share, subtract(floor_.zenith, floor_.horizon))


@cached_kernel(nogil=True)
def shade_rows(shot, depth, hit, first_row, light):
    """Writes the linear colour of each sample of a band of rows to `light`, (R, W, 3).

    depth, hit: (H, W) of the whole picture, of which the band starts at first_row.
    """
    view, samples = shot.camera, shot.samples
    height, width = depth.shape
    for row in range(first_row, first_row + len(light)):
        band = light[row - first_row]
        for column in range(width):
            ray = ray_through(view, column, row, width, height)
            what = hit[row, column]
            place = add_scaled(view.eye, depth[row, column], ray)
            turn = turn_of(column, row, samples)
            if what == at.AIR:
                color = _air_sample(ray, shot.floor)
            elif what == at.FLOOR:
                aside = ray_through(view, column + samples, row, width, height)
                below = ray_through(view, column, row + samples, width, height)
                color = _floor_sample(shot, place, aside, below, depth, turn)
            else:
                color = _surface_sample(shot, place, ray, what, depth, turn)
            set_vector(band, column, color)
