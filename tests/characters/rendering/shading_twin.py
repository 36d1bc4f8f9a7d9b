"""Slow, plain twins of the shading and light kernels: one sample at a time, in NumPy's double precision."""

import numpy as np

from kinegraph.characters.rendering.layout import (
    AIR,
    FILL_LIGHT,
    FLOOR,
    KEY_LIGHT,
    METALLIC,
    RIM_LIGHT,
    ROUGHNESS,
    TEXTURE,
    Floor,
    Lights,
    Shadow,
    Shot,
    Surface,
    View,
)
from kinegraph.core.arrays import Floats

UP = np.array([0.0, 1.0, 0.0])
BLOCKERS, TAPS, CORNERS = 12, 20, 10
GOLDEN = np.pi * (3.0 - np.sqrt(5.0))  # [rad]


def shade_picture(shot: Shot, depth: np.ndarray, hit: np.ndarray) -> Floats:
    """(H, W, 3) linear colour of each sample: the twin of `shade_rows` over all rows."""
    height, width = depth.shape
    light = np.empty((height, width, 3))
    for row in range(height):
        for column in range(width):
            light[row, column] = _shade_sample(shot, depth, hit[row, column], row, column)
    return light


def _shade_sample(shot: Shot, depth: np.ndarray, what: int, row: int, column: int) -> Floats:
    size = depth.shape
    ray = ray_through(shot.camera, column, row, size)
    if what == AIR:
        elevation = max(ray[1] / np.linalg.norm(ray), 0.0)
        share = np.exp(-4.0 * elevation)
        return share * shot.floor.horizon + (1.0 - share) * shot.floor.zenith
    place = shot.camera.eye + float(depth[row, column]) * ray
    angle = turn_of(column, row, shot.samples)
    if what == FLOOR:
        rays = [
            ray_through(shot.camera, column + shot.samples, row, size),
            ray_through(shot.camera, column, row + shot.samples, size),
        ]
        spread = sum(np.abs(_on_floor(shot, near) - place) for near in rays)
        lit = lit_share(place, shot.shadow, angle)
        opens = 1.0
        if np.hypot(*(place[[0, 2]] - shot.floor.center)) < shot.floor.near:
            opens = open_share(place, UP, shot.camera, depth, shot.lights.reach, angle)
        arrives = lit * (0.7 + 0.3 * opens)
        return floor_color(place[[0, 2]], np.asarray(spread)[[0, 2]], shot.floor, arrives)
    color, normal, finish = surface_at(shot.surface, what, ray, shot.camera.eye, shot.table)
    lit = lit_share(place + 1.5 * shot.shadow.bias * normal, shot.shadow, angle)
    opens = open_share(place, normal, shot.camera, depth, shot.lights.reach, angle)
    away = -ray / np.linalg.norm(ray)
    return lit_color(color, normal, away, finish[METALLIC], finish[ROUGHNESS], shot.lights, lit, opens)


def _on_floor(shot: Shot, ray: Floats) -> Floats:
    """Where a ray meets the floor; far away if it does not go down."""
    eye = shot.camera.eye
    return eye + ray * (shot.floor.height - eye[1]) / min(ray[1], -1e-9)


def ray_through(view: View, column: int, row: int, size: tuple[int, ...]) -> Floats:
    """(3,) direction through the middle of a sample, one metre deep. size: rows, columns."""
    x = -1.0 + (column + 0.5) * 2.0 / size[1]
    y = 1.0 - (row + 0.5) * 2.0 / size[0]
    return np.array([x * view.half_width, y * view.half_height, 1.0]) @ view.axes


def turn_of(column: int, row: int, samples: int) -> float:
    """Angle of the spirals at one sub-sample [rad]."""
    return (row % samples * samples + column % samples) * (1.3 + 2.4 / samples**2)


def spiral(count: int, angle: float) -> Floats:
    """(count, 2) points of the unit disc along a spiral by the golden angle, turned by an angle [rad]."""
    k = np.arange(count)
    radii, angles = np.sqrt((k + 0.5) / count), k * GOLDEN + angle
    return np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)


def lit_share(place: Floats, shadow: Shadow, angle: float) -> float:
    """The twin of `light_kernels.lit_share`. angle: of the spirals [rad]."""
    size = len(shadow.depth)
    x, y, along = shadow.axes @ place
    at = (np.array([x, y]) - shadow.origin) * shadow.texels
    if (at < 0).any() or (at >= size).any():
        return 1.0
    here, widest = along - shadow.bias, 0.06 * size
    blockers = _depths(shadow, at + widest * spiral(BLOCKERS, angle))
    blockers = blockers[blockers < here]
    if not len(blockers):
        blockers = _depths(shadow, at[None])
        if blockers[0] >= here:
            return 1.0
    blur = np.clip((here - blockers.mean()) * shadow.softness * shadow.texels, 1.5, widest)
    return float((_depths(shadow, at + blur * spiral(TAPS, angle)) >= here).mean())


def _depths(shadow: Shadow, texels: Floats) -> Floats:
    """(N,) depths at places of the map (N, 2), columns and rows; infinite off the map."""
    depths = []
    for column, row in np.floor(texels).astype(int):
        inside = 0 <= column < len(shadow.depth) and 0 <= row < len(shadow.depth)
        depths.append(float(shadow.depth[row, column]) if inside else np.inf)
    return np.array(depths)


def open_share(
    place: Floats, normal: Floats, view: View, depth: np.ndarray, reach: float, angle: float
) -> float:
    """The twin of `light_kernels.open_share`. angle: of the spiral [rad]."""
    across = np.cross(normal, UP)
    size = np.linalg.norm(across)
    across = across / size if size >= 1e-9 else np.array([1.0, 0.0, 0.0])
    beside = np.cross(normal, across)
    height, width = depth.shape
    covered = 0.0
    for k, (a, b) in enumerate(spiral(CORNERS, angle)):
        way = a * across + b * beside + np.sqrt(1.0 - a * a - b * b) * normal
        far = reach * (0.15 + 0.85 * (k * 7 % CORNERS + 0.5) / CORNERS)
        right, above, ahead = view.axes @ (place + far * way - view.eye)
        if ahead <= 1e-3:
            continue
        column = int(np.floor((right / ahead / view.half_width + 1.0) / 2.0 * width))
        row = int(np.floor((1.0 - above / ahead / view.half_height) / 2.0 * height))
        if 0 <= column < width and 0 <= row < height:
            behind = ahead - float(depth[row, column])
            if behind > reach:
                covered += (reach / behind) ** 2
            elif behind > 0.02 * reach:
                covered += 1.0
    return 1.0 - covered / CORNERS


def surface_at(
    surface: Surface, triangle: int, ray: Floats, eye: Floats, table: Floats
) -> tuple[Floats, Floats, Floats]:
    """Colour, normal towards the viewer and finish where a ray meets a triangle, by solving for the hit."""
    ids = surface.triangles[triangle]
    a, b, c = surface.vertices[ids]
    u, v, _ = np.linalg.solve(np.stack([b - a, c - a, -ray], axis=1), eye - a)
    shares = np.array([1.0 - u - v, u, v])
    normal = shares @ surface.normals[ids]
    normal /= np.linalg.norm(normal)
    face = np.cross(b - a, c - a)
    face *= 1.0 if face @ normal >= 0 else -1.0
    if face @ ray > 0:
        normal = -normal
    finish = surface.finishes[surface.finish_of_triangle[triangle]]
    color = finish[:3] * (shares @ surface.colors[ids])
    if finish[TEXTURE] >= 0:
        color = color * sample_texture(surface, int(finish[TEXTURE]), shares @ surface.uvs[ids], table)
    return color, normal, finish


def sample_texture(surface: Surface, texture: int, uv: Floats, table: Floats) -> Floats:
    """(3,) bilinear sample of a repeating texture, linear light."""
    first, height, width = surface.texture_shapes[texture]
    pixels = table[surface.texels[first : first + height * width].reshape(height, width, 3)]
    x, y = uv * (width, height) - 0.5
    column, row = int(np.floor(x)), int(np.floor(y))
    mixed = np.zeros(3)
    for r in (row, row + 1):
        for c in (column, column + 1):
            mixed += (1.0 - abs(x - c)) * (1.0 - abs(y - r)) * pixels[r % height, c % width]
    return mixed


def lit_color(
    color: Floats,
    normal: Floats,
    away: Floats,
    metallic: float,
    roughness: float,
    lights: Lights,
    arrives: float,
    opens: float,
) -> Floats:
    """The twin of `shading_kernels.lit_color`: a diffuse part, a mirror part and a rim."""
    key, fill, rim = lights.toward[[KEY_LIGHT, FILL_LIGHT, RIM_LIGHT]]
    facing = np.clip(normal @ away, 0.0, 1.0)
    key_light = lights.colors[KEY_LIGHT] * _falloff(normal @ key, 0.2) * arrives
    fill_light = lights.colors[FILL_LIGHT] * _falloff(normal @ fill, 0.5) * opens
    sky_share = (1.0 + normal[1]) / 2.0
    ambient = opens * (sky_share * lights.sky + (1.0 - sky_share) * lights.bounce)
    diffuse = (1.0 - metallic) * color * (key_light + fill_light + ambient)

    # Schlick's rise towards grazing angles, a GGX lobe for the key light, a blurred sky for the rest.
    at_right_angles = 0.04 * (1.0 - metallic) + color * metallic
    mirror = at_right_angles + (1.0 - at_right_angles) * (1.0 - roughness) * (1.0 - facing) ** 5
    half = (key + away) / np.linalg.norm(key + away)
    alpha_squared = max(roughness, 0.12) ** 4
    lobe = alpha_squared / (np.pi * (max(normal @ half, 0.0) ** 2 * (alpha_squared - 1.0) + 1.0) ** 2)
    mirrored_sky = (1.0 + (2.0 * facing * normal - away)[1]) / 2.0
    surroundings = (1.0 - mirrored_sky) * lights.bounce + mirrored_sky * 1.6 * lights.sky
    glossy = mirror * (key_light * lobe / 4.0 + surroundings * (1.0 - 0.6 * roughness) * opens)

    rim_share = (1.0 - facing) ** 3 * max(0.4 + 0.6 * (normal @ rim), 0.0) * (0.3 + 0.7 * opens)
    return diffuse + glossy + lights.colors[RIM_LIGHT] * rim_share * (0.25 + 0.75 * color)


def _falloff(cosine: float, wrap: float) -> float:
    return max((cosine + wrap) / (1.0 + wrap), 0.0) ** 1.5


def floor_color(place: Floats, footprint: Floats, floor: Floor, lit: float) -> Floats:
    """The twin of `shading_kernels.floor_color`. place, footprint: (2,) x and z [m]."""
    away = np.linalg.norm(place - floor.center) / floor.radius
    pool = np.exp(-2.2 * away**2)
    fine = max(_line(p, f, floor.spacing) for p, f in zip(place, footprint, strict=True))
    broad = max(_line(p, 1.3 * f, 5.0 * floor.spacing) for p, f in zip(place, footprint, strict=True))
    mark = min(max(0.45 * fine, 0.9 * broad), 1.0) * np.exp(-3.0 * away**2)
    plain = pool * floor.color + (1.0 - pool) * floor.horizon
    painted = (1.0 - mark) * plain + mark * floor.grid
    return painted * (1.0 - floor.shade * (1.0 - lit) * (0.25 + 0.75 * pool))


def _line(coordinate: float, footprint: float, spacing: float) -> float:
    if footprint > spacing / 2.0:
        return 0.0
    off = abs((coordinate + spacing / 2.0) % spacing - spacing / 2.0)
    return max(1.0 - off / (1.1 * footprint), 0.0) * (1.0 - 2.0 * footprint / spacing)
