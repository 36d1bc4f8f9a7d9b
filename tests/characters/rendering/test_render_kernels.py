"""The renderer's kernels against slow, plain twins.

Kernels get arrays of the types that pictures give them: for others they would be compiled a second time.
"""

import numpy as np
import pytest

from kinegraph.characters.rendering.film_kernels import develop, tone_mapped
from kinegraph.characters.rendering.ghost_kernels import blend_layers
from kinegraph.characters.rendering.layout import Shadow, Surface, View
from kinegraph.characters.rendering.light_kernels import lit_share, open_share
from kinegraph.characters.rendering.raster_kernels import NEAR, fill_nearest, fill_shadow
from kinegraph.characters.rendering.shading_kernels import LINEAR_OF_BYTE, surface_at
from kinegraph.characters.rendering.stage import SHOULDER, grid_spacing, light_shown_as
from kinegraph.core.arrays import read_only

WIDTH, HEIGHT = 23, 17
HALF_WIDTH, HALF_HEIGHT = 0.9, 0.7


def nearest_by_rays(corners: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Every ray against every triangle by solving for the hit: the slow twin of fill_nearest."""
    depth = np.full((HEIGHT, WIDTH), np.inf)
    hit = np.full((HEIGHT, WIDTH), -1)
    for row in range(HEIGHT):
        for column in range(WIDTH):
            ray = np.array(
                [((2 * column + 1) / WIDTH - 1) * HALF_WIDTH, (1 - (2 * row + 1) / HEIGHT) * HALF_HEIGHT, 1.0]
            )
            for t, (i, j, k) in enumerate(triangles):
                a, b, c = corners[i], corners[j], corners[k]
                matrix = np.stack([b - a, c - a, -ray], axis=1)
                if abs(np.linalg.det(matrix)) < 1e-12:
                    continue
                u, v, distance = np.linalg.solve(matrix, -a)
                if u >= 0 and v >= 0 and u + v <= 1 and NEAR < distance < depth[row, column]:
                    depth[row, column], hit[row, column] = distance, t
    return depth, hit


@pytest.mark.parametrize("seed", range(6))
def test_nearest_triangles_equal_brute_force_rays(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # Some corners lie behind the eye: those triangles must be cut, not dropped and not wrapped around.
    corners = rng.uniform([-2, -2, -1.0], [2, 2, 4.0], size=(24, 3))
    triangles = read_only(rng.integers(0, 24, size=(14, 3)))
    depth = np.full((HEIGHT, WIDTH), np.inf, dtype=np.float32)
    hit = np.full((HEIGHT, WIDTH), -1, dtype=np.int32)
    fill_nearest(corners, triangles, HALF_WIDTH, HALF_HEIGHT, HEIGHT, 0, depth, hit)
    expected_depth, expected_hit = nearest_by_rays(corners, triangles)
    np.testing.assert_array_equal(hit, expected_hit)
    np.testing.assert_allclose(depth, expected_depth, rtol=1e-5)


def test_bands_of_rows_give_what_the_whole_picture_gives() -> None:
    rng = np.random.default_rng(7)
    corners = rng.uniform([-2, -2, -0.5], [2, 2, 4.0], size=(60, 3))
    triangles = read_only(rng.integers(0, 60, size=(40, 3)))
    whole = np.full((HEIGHT, WIDTH), np.inf, np.float32), np.full((HEIGHT, WIDTH), -1, np.int32)
    parts = np.full((HEIGHT, WIDTH), np.inf, np.float32), np.full((HEIGHT, WIDTH), -1, np.int32)
    fill_nearest(corners, triangles, HALF_WIDTH, HALF_HEIGHT, HEIGHT, 0, *whole)
    for top, bottom in ((0, 5), (5, 6), (6, HEIGHT)):
        bands = parts[0][top:bottom], parts[1][top:bottom]
        fill_nearest(corners, triangles, HALF_WIDTH, HALF_HEIGHT, HEIGHT, top, *bands)
    np.testing.assert_array_equal(parts[0], whole[0])
    np.testing.assert_array_equal(parts[1], whole[1])


def test_triangles_that_share_an_edge_leave_no_crack() -> None:
    corners = np.array([[-3, -3, 1.0], [3, -3, 1.0], [3, 3, 1.0], [-3, 3, 1.0], [0.013, -0.007, 1.0]])
    fan = read_only(np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]))
    depth = np.full((101, 101), np.inf, np.float32)
    hit = np.full((101, 101), -1, np.int32)
    fill_nearest(corners, fan, 1.0, 1.0, 101, 0, depth, hit)
    assert (hit >= 0).all()
    np.testing.assert_allclose(depth, 1.0, rtol=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_shadow_texels_equal_brute_force(seed: int) -> None:
    rng = np.random.default_rng(seed)
    corners = rng.uniform([-4, -4, 0], [24, 24, 5], size=(18, 3))
    triangles = read_only(rng.integers(0, 18, size=(9, 3)))
    depth = np.full((20, 20), np.inf, np.float32)
    fill_shadow(corners, triangles, 0, 11, depth)
    fill_shadow(corners, triangles, 11, 20, depth)
    expected = np.full((20, 20), np.inf)
    for row in range(20):
        for column in range(20):
            for i, j, k in triangles:
                a, b, c = corners[i], corners[j], corners[k]
                matrix = np.stack([(b - a)[:2], (c - a)[:2]], axis=1)
                if abs(np.linalg.det(matrix)) < 1e-12:
                    continue
                u, v = np.linalg.solve(matrix, np.array([column + 0.5, row + 0.5]) - a[:2])
                if u >= 0 and v >= 0 and u + v <= 1:
                    z = a[2] + u * (b - a)[2] + v * (c - a)[2]
                    expected[row, column] = min(expected[row, column], z)
    np.testing.assert_allclose(depth, expected, rtol=1e-5)


def _plate_shadow(height: float) -> Shadow:
    """Light straight down on a half-plane x < 0 at a height, in a map of 2 m."""
    depth = np.full((256, 256), np.inf, np.float32)
    depth[:, :128] = -height
    axes = np.array([[1.0, 0, 0], [0, 0, 1.0], [0, -1.0, 0]])
    return Shadow(depth, axes, np.array([-1.0, -1.0]), 128.0, 0.2, 1e-3)


def test_light_is_cut_off_under_a_plate_and_full_beside_it() -> None:
    shadow = _plate_shadow(0.3)
    assert lit_share((-0.5, 0.0, 0.0), shadow, (1.0, 0.0)) == 0.0
    assert lit_share((0.5, 0.0, 0.0), shadow, (1.0, 0.0)) == 1.0
    assert lit_share((-0.5, 0.6, 0.0), shadow, (1.0, 0.0)) == 1.0  # above the plate
    assert lit_share((9.0, 0.0, 0.0), shadow, (1.0, 0.0)) == 1.0  # off the map


def test_penumbrae_widen_with_the_distance_of_the_shadow_caster() -> None:
    def width(height: float) -> int:
        places = np.linspace(-0.2, 0.2, 401)
        shares = np.array([lit_share((x, 0.0, 0.0), _plate_shadow(height), (1.0, 0.0)) for x in places])
        return int(((shares > 0.0) & (shares < 1.0)).sum())

    assert width(0.1) < width(0.25) < width(0.5)


def test_tone_map_rises_stays_below_white_and_leaves_dim_light_alone() -> None:
    light = np.linspace(0.0, 50.0, 2000)
    shown = np.array([tone_mapped(x, x, x, SHOULDER)[0] for x in light])
    assert (np.diff(shown) >= 0).all()
    assert shown.max() < 1.0
    dim = light <= SHOULDER
    np.testing.assert_array_equal(shown[dim], light[dim])


@pytest.mark.parametrize("color", ["#000000", "#15171c", "#808080", "#e0e0e0", "#f4f4f4"])
def test_light_for_a_screen_colour_is_shown_as_that_colour(color: str) -> None:
    light = np.full((8, 8, 3), light_shown_as(color), dtype=np.float32)
    shown = np.zeros((4, 4, 3), np.uint8)
    develop(light, 2, SHOULDER, 0, shown)
    wanted = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
    assert abs(shown.astype(int) - wanted).max() <= 1  # the dither moves a byte by one


def _textured_square(texels: np.ndarray) -> Surface:
    height, width = texels.shape[:2]
    surface = Surface(
        vertices=np.array([[-1, -1, -2.0], [1, -1, -2.0], [1, 1, -2.0], [-1, 1, -2.0]]),
        normals=np.tile([0.0, 0.0, 1.0], (4, 1)),
        colors=np.ones((4, 3)),
        uvs=np.array([[0, 1.0], [1.0, 1.0], [1.0, 0], [0, 0]]),
        triangles=np.array([[0, 1, 2], [0, 2, 3]]),
        finish_of_triangle=np.zeros(2, np.int64),
        finishes=np.array([[1.0, 1.0, 1.0, 0.0, 0.8, 0.0]]),
        texels=texels.reshape(-1, 3),
        texture_shapes=np.array([[0, height, width]]),
    )
    return Surface(*map(read_only, surface))


def test_textures_are_sampled_bilinearly_and_repeat() -> None:
    rng = np.random.default_rng(3)
    texels = rng.integers(0, 256, (5, 7, 3)).astype(np.uint8)
    surface = _textured_square(texels)
    linear = LINEAR_OF_BYTE[texels]
    for x, y in rng.uniform(-0.95, 0.95, (30, 2)):
        triangle = np.int32(0 if y <= x else 1)
        ray = (x / 2, y / 2, -1.0)
        color, normal, _ = surface_at(surface, triangle, ray, np.zeros(3), LINEAR_OF_BYTE)
        u, v = (x + 1) / 2 * 7 - 0.5, (1 - y) / 2 * 5 - 0.5
        c, r = int(np.floor(u)), int(np.floor(v))
        expected = sum(
            (1 - abs(u - (c + dc))) * (1 - abs(v - (r + dr))) * linear[(r + dr) % 5, (c + dc) % 7]
            for dr in (0, 1)
            for dc in (0, 1)
        )
        np.testing.assert_allclose(color, expected, atol=1e-9)
        np.testing.assert_allclose(normal, [0, 0, 1], atol=1e-12)


def test_grid_lines_are_round_numbers_apart() -> None:
    for extent in np.geomspace(1e-3, 1e4, 200):
        spacing = grid_spacing(extent)
        lead = spacing / 10 ** np.floor(np.log10(spacing * (1 + 1e-9)))
        assert min(abs(lead - step) for step in (1, 2, 5, 10)) < 1e-6
        assert extent / 5 * (1 - 1e-9) <= spacing <= extent / 2 * (1 + 1e-9)


def _wall_view() -> tuple[View, np.ndarray]:
    """A camera at the origin that looks along -Z at a wall 2 m away, its right half only 1.8 m."""
    axes = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0, -1.0]])
    depth = np.full((100, 100), 2.0, np.float32)
    depth[:, 50:] = 1.8
    return View(np.zeros(3), axes, 0.5, 0.5), depth


def test_corners_are_darker_than_open_walls() -> None:
    view, depth = _wall_view()
    open_wall = open_share((-0.6, 0.0, -2.0), (0.0, 0.0, 1.0), view, depth, 0.2, (1.0, 0.0))
    corner = open_share((-0.02, 0.0, -2.0), (0.0, 0.0, 1.0), view, depth, 0.2, (1.0, 0.0))
    assert open_wall == 1.0
    assert 0.2 < corner < 0.9


def test_far_ghosts_lie_under_near_ones_whatever_their_order() -> None:
    red, blue = [1.0, 0, 0, 0.8], [0, 0, 1.0, 0.8]
    for near_first in (True, False):
        deep = np.array([1.0, 2.0] if near_first else [2.0, 1.0], np.float32).reshape(2, 1, 1)
        layers = np.array([red, blue] if near_first else [blue, red], np.float32).reshape(2, 1, 1, 4)
        light = np.zeros((1, 1, 3), np.float32)
        blend_layers(deep, layers, light)
        # Near red over far blue over black: 0.8 red, and a fifth of 0.8 blue.
        np.testing.assert_allclose(light[0, 0], [0.8, 0.0, 0.16], atol=1e-6)


def test_layers_that_do_not_show_leave_the_light_alone() -> None:
    light = np.full((2, 3, 3), 0.25, np.float32)
    blend_layers(np.full((4, 2, 3), np.inf, np.float32), np.ones((4, 2, 3, 4), np.float32), light)
    assert (light == 0.25).all()
