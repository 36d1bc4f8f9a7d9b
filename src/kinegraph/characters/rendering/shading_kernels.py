"""What colour each sample is: surfaces under three lamps, the floor with its grid, the backdrop."""

from math import exp, floor, sqrt
from typing import NamedTuple

import numpy as np

from kinegraph.characters.rendering.light_kernels import lit_share, open_share, turn_of
from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel

AIR = -1
FLOOR = -2
"""What a sample shows where it shows no triangle."""

_SRGB = np.arange(256) / 255.0
LINEAR_OF_BYTE = np.where(_SRGB <= 0.04045, _SRGB / 12.92, ((_SRGB + 0.055) / 1.055) ** 2.4)


class Lights(NamedTuple):
    """The lamps, all far away.

    toward: (3, 3) unit directions to the key, the fill and the rim light.
    colors: (3, 3) their linear colours and strengths.
    sky, bounce: (3,) light from all of above and of below.
    reach: How far corners darken each other [m].
    """

    toward: Floats
    colors: Floats
    sky: Floats
    bounce: Floats
    reach: float


class Floor(NamedTuple):
    """The floor and the air above it.

    height: Its y [m].
    center: (2,) x and z of the pool of light's middle [m].
    radius: Where the pool has faded [m].
    near: Farther than this from the middle nothing can cover the floor [m].
    spacing: Between grid lines [m].
    shade: How dark a shadow is, 0..1.
    color, grid, horizon, zenith: (3,) linear light.
    """

    height: float
    center: Floats
    radius: float
    near: float
    spacing: float
    shade: float
    color: Floats
    grid: Floats
    horizon: Floats
    zenith: Floats


@cached_kernel(nogil=True)
def ray_through(view, column, row, width, height):
    """World direction through a sample, one metre deep."""
    x = ((2 * column + 1) / width - 1.0) * view.half_width
    y = (1.0 - (2 * row + 1) / height) * view.half_height
    a = view.axes
    return (
        a[0, 0] * x + a[1, 0] * y + a[2, 0],
        a[0, 1] * x + a[1, 1] * y + a[2, 1],
        a[0, 2] * x + a[1, 2] * y + a[2, 2],
    )


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
                hit[row, column] = FLOOR


@cached_kernel(nogil=True)
def _texel(texels, first, height, width, column, row, channel, table):
    return table[texels[first + (row % height) * width + column % width, channel]]


@cached_kernel(nogil=True)
def _textured(surface, texture, u, v, table):
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
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@cached_kernel(nogil=True)
def _unit(a):
    length = sqrt(_dot(a, a))
    return (a[0] / length, a[1] / length, a[2] / length) if length > 1e-30 else (0.0, 1.0, 0.0)


@cached_kernel(nogil=True)
def _minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@cached_kernel(nogil=True)
def _cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@cached_kernel(nogil=True)
def surface_at(surface, triangle, ray, eye, table):
    """Base colour, shading normal (towards the viewer) and finish row where a ray meets a triangle."""
    i, j, k = surface.triangles[triangle]
    a = _minus(surface.vertices[i], eye)
    b = _minus(surface.vertices[j], eye)
    c = _minus(surface.vertices[k], eye)
    wa, wb, wc = _dot(ray, _cross(b, c)), _dot(ray, _cross(c, a)), _dot(ray, _cross(a, b))
    total = wa + wb + wc
    if total == 0.0:
        wa, wb, wc, total = 1.0, 1.0, 1.0, 3.0
    wa, wb, wc = wa / total, wb / total, wc / total
    n, s, uv = surface.normals, surface.colors, surface.uvs
    normal = _unit(
        (
            wa * n[i, 0] + wb * n[j, 0] + wc * n[k, 0],
            wa * n[i, 1] + wb * n[j, 1] + wc * n[k, 1],
            wa * n[i, 2] + wb * n[j, 2] + wc * n[k, 2],
        )
    )
    # Which side is seen is told by the face, not by the smooth normal, which may lean away near a silhouette;
    # and the face takes its sign from the normals, so that a mesh wound the wrong way still looks right.
    face = _cross(_minus(b, a), _minus(c, a))
    outward = _dot(face, normal)
    if _dot(face, ray) * (1.0 if outward >= 0 else -1.0) > 0:
        normal = (-normal[0], -normal[1], -normal[2])
    finish = surface.finish_of_triangle[triangle]
    f = surface.finishes[finish]
    color = (
        f[0] * (wa * s[i, 0] + wb * s[j, 0] + wc * s[k, 0]),
        f[1] * (wa * s[i, 1] + wb * s[j, 1] + wc * s[k, 1]),
        f[2] * (wa * s[i, 2] + wb * s[j, 2] + wc * s[k, 2]),
    )
    if f[5] >= 0:
        u = wa * uv[i, 0] + wb * uv[j, 0] + wc * uv[k, 0]
        v = wa * uv[i, 1] + wb * uv[j, 1] + wc * uv[k, 1]
        t = _textured(surface, int(f[5]), u, v, table)
        color = (color[0] * t[0], color[1] * t[1], color[2] * t[2])
    return color, normal, finish


@cached_kernel(nogil=True)
def _wrapped(cosine, wrap):
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
    key, fill, rim = lights.toward[0], lights.toward[1], lights.toward[2]
    facing = min(max(_dot(normal, away), 0.0), 1.0)
    key_share = _wrapped(_dot(normal, key), 0.2) * arrives
    fill_share = _wrapped(_dot(normal, fill), 0.5) * opens
    edge = (1.0 - facing) ** 3
    rim_share = edge * max(_dot(normal, rim) * 0.6 + 0.4, 0.0) * (0.3 + 0.7 * opens)
    up = 0.5 + 0.5 * normal[1]
    half = _unit((key[0] + away[0], key[1] + away[1], key[2] + away[2]))
    alpha = max(roughness, 0.12) ** 2
    nh = max(_dot(normal, half), 0.0)
    spread = nh * nh * (alpha * alpha - 1.0) + 1.0
    highlight = alpha * alpha / (3.14159265 * spread * spread) * 0.25 * key_share
    mirror_up = 0.5 + 0.5 * (2.0 * facing * normal[1] - away[1])
    gloss = (1.0 - 0.6 * roughness) * opens
    glow = highlight, gloss, mirror_up, edge * (1.0 - facing) ** 2
    shares = key_share, fill_share, rim_share, opens * up, opens * (1.0 - up)
    return (
        _sent_back(0, color[0], metallic, roughness, lights, shares, glow),
        _sent_back(1, color[1], metallic, roughness, lights, shares, glow),
        _sent_back(2, color[2], metallic, roughness, lights, shares, glow),
    )


@cached_kernel(nogil=True)
def _sent_back(i, color, metallic, roughness, lights, shares, glow):
    """One colour channel of the light that a surface sends to the viewer, as `lit_color` prepares it."""
    key_share, fill_share, rim_share, above, below = shares
    highlight, gloss, mirror_up, grazing = glow
    ambient = lights.sky[i] * above + lights.bounce[i] * below
    diffuse = lights.colors[0, i] * key_share + lights.colors[1, i] * fill_share + ambient
    mirror = 0.04 + (color - 0.04) * metallic
    mirror += (1.0 - mirror) * (1.0 - roughness) * grazing
    seen = lights.bounce[i] + (lights.sky[i] * 1.6 - lights.bounce[i]) * mirror_up
    return (
        color * (1.0 - metallic) * diffuse
        + mirror * (lights.colors[0, i] * highlight + seen * gloss)
        + lights.colors[2, i] * rim_share * (0.25 + 0.75 * color)
    )


@cached_kernel(nogil=True)
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
        _painted(f.color[0], f.horizon[0], f.grid[0], pool, mark) * dark,
        _painted(f.color[1], f.horizon[1], f.grid[1], pool, mark) * dark,
        _painted(f.color[2], f.horizon[2], f.grid[2], pool, mark) * dark,
    )


@cached_kernel(nogil=True)
def _painted(color, horizon, grid, pool, mark):
    plain = horizon + (color - horizon) * pool
    return plain + (grid - plain) * mark


@cached_kernel(nogil=True)
def _floor_sample(place, ray_aside, ray_below, view, shadow, lights, floor_, depth, turn):
    """The floor's colour at a place, seen through a pixel that reaches to the rays aside and below."""
    x, y, z = place
    drop = floor_.height - view.eye[1]
    aside, below = drop / min(ray_aside[1], -1e-9), drop / min(ray_below[1], -1e-9)
    spread_x = abs(view.eye[0] + ray_aside[0] * aside - x) + abs(view.eye[0] + ray_below[0] * below - x)
    spread_z = abs(view.eye[2] + ray_aside[2] * aside - z) + abs(view.eye[2] + ray_below[2] * below - z)
    lit = lit_share(x, y, z, shadow, turn)
    opens = 1.0
    if (x - floor_.center[0]) ** 2 + (z - floor_.center[1]) ** 2 < floor_.near**2:
        opens = open_share(place, (0.0, 1.0, 0.0), view, depth, lights.reach, turn)
    return floor_color(x, z, spread_x, spread_z, floor_, 0.7 * lit + 0.3 * opens * lit)


@cached_kernel(nogil=True)
def _surface_sample(place, ray, triangle, surface, view, shadow, lights, depth, turn, table):
    """A solid surface's colour at a place that a ray has met."""
    base, normal, finish = surface_at(surface, triangle, ray, view.eye, table)
    lift = shadow.bias * 1.5
    x, y, z = place[0] + normal[0] * lift, place[1] + normal[1] * lift, place[2] + normal[2] * lift
    lit = lit_share(x, y, z, shadow, turn)
    opens = open_share(place, normal, view, depth, lights.reach, turn)
    away = _unit((-ray[0], -ray[1], -ray[2]))
    f = surface.finishes[finish]
    return lit_color(base, normal, away, f[3], f[4], lights, lit, opens)


@cached_kernel(nogil=True)
def _air_sample(ray, floor_):
    """The backdrop along a ray: from the horizon's colour up to the zenith's."""
    share = 1.0 - exp(-4.0 * max(ray[1] / sqrt(_dot(ray, ray)), 0.0))
    low, high = floor_.horizon, floor_.zenith
    return (
        low[0] + (high[0] - low[0]) * share,
        low[1] + (high[1] - low[1]) * share,
        low[2] + (high[2] - low[2]) * share,
    )


@cached_kernel(nogil=True)
def shade_rows(surface, view, shadow, lights, floor_, depth, hit, samples, first_row, table, light):
    """Writes the linear colour of each sample of a band of rows to `light`, (R, W, 3).

    depth, hit: (H, W) of the whole picture, of which the band starts at first_row.
    """
    height, width = depth.shape
    for row in range(first_row, first_row + len(light)):
        for column in range(width):
            ray = ray_through(view, column, row, width, height)
            what = hit[row, column]
            deep = depth[row, column]
            place = (view.eye[0] + ray[0] * deep, view.eye[1] + ray[1] * deep, view.eye[2] + ray[2] * deep)
            turn = turn_of(column, row, samples)
            if what == AIR:
                color = _air_sample(ray, floor_)
            elif what == FLOOR:
                aside = ray_through(view, column + samples, row, width, height)
                below = ray_through(view, column, row + samples, width, height)
                color = _floor_sample(place, aside, below, view, shadow, lights, floor_, depth, turn)
            else:
                color = _surface_sample(place, ray, what, surface, view, shadow, lights, depth, turn, table)
            light[row - first_row, column, 0] = color[0]
            light[row - first_row, column, 1] = color[1]
            light[row - first_row, column, 2] = color[2]
