"""Pictures of doodles: triangles at their pixels, and ink that grows as it was drawn."""

import itertools

import numpy as np
import pytest
from PIL import Image

from kinegraph.core.arrays import Floats
from kinegraph.doodles.clip import perform_doodle
from kinegraph.doodles.doodle import Doodle, MotionLine
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.pictures.film import film_frames, frame_count
from kinegraph.doodles.pictures.painting_kernels import fill_triangles, halve, stroke_line
from kinegraph.doodles.pictures.picture import (
    PAPER,
    CameraView,
    InkLine,
    Painter,
    sheet_view,
)
from kinegraph.doodles.sketch.proportions import Proportions


def paint(corners: Floats, depths: Floats, size: int = 40) -> np.ndarray:
    """The index of the triangle on top at each pixel, -1 for none."""
    canvas, nearest = np.full((size, size, 3), 255, np.uint8), np.full((size, size), np.inf)
    colors = np.repeat(np.arange(len(corners), dtype=np.uint8)[:, None], 3, axis=1)
    fill_triangles(canvas, nearest, corners, depths, colors)
    return np.where(canvas[..., 0] == 255, -1, canvas[..., 0].astype(int))


def test_every_pixel_shows_the_nearest_triangle_that_covers_its_middle() -> None:
    random = np.random.default_rng(3)
    corners = random.uniform(-10.0, 50.0, (12, 3, 2))
    depths = random.uniform(1.0, 9.0, (12, 3))
    y, x = np.mgrid[:40, :40] + 0.5
    best, expected = np.full((40, 40), np.inf), np.full((40, 40), -1)
    for index, (triangle, far) in enumerate(zip(corners, depths, strict=True)):
        shares = np.linalg.solve(
            np.vstack([triangle.T, np.ones(3)]), np.stack([x.ravel(), y.ravel(), np.ones(1600)])
        )
        depth = (far @ shares).reshape(40, 40)
        seen = (shares.min(axis=0) >= 0.0).reshape(40, 40) & (depth < best)
        best[seen], expected[seen] = depth[seen], index
    assert np.array_equal(paint(corners, depths), expected)


def test_of_triangles_in_one_plane_the_later_is_on_top() -> None:
    flat = np.array([[[0.0, 0.0], [40.0, 0.0], [0.0, 40.0]]] * 2)
    assert paint(flat, np.full((2, 3), 2.0)).max() == 1
    assert (paint(flat, np.full((2, 3), 2.0)) != 0).all()


def test_a_line_covers_pixels_within_half_its_width() -> None:
    random = np.random.default_rng(4)
    points = random.uniform(-5.0, 45.0, (6, 2))
    canvas = np.zeros((40, 40, 3), np.uint8)
    stroke_line(canvas, points, 5.0, np.array([9, 8, 7], np.uint8))
    middles = np.stack(np.meshgrid(np.arange(40) + 0.5, np.arange(40) + 0.5), axis=-1)
    shares = np.linspace(0.0, 1.0, 401)[:, None]
    way = np.concatenate([a + shares * (b - a) for a, b in itertools.pairwise(points)])
    off = np.array([[np.linalg.norm(way - middle, axis=1).min() for middle in row] for row in middles])
    clear = np.abs(off - 2.5) > 0.02  # the reference goes in small steps
    assert np.array_equal((canvas == [9, 8, 7]).all(axis=2)[clear], (off <= 2.5)[clear])


def test_one_point_is_a_dot() -> None:
    canvas = np.zeros((9, 9, 3), np.uint8)
    stroke_line(canvas, np.array([[4.5, 4.5]]), 4.0, np.array([1, 1, 1], np.uint8))
    assert int(canvas[..., 0].sum()) == 13  # middles of pixels within two of the middle


def test_a_picture_is_the_mean_of_a_finer_one() -> None:
    fine = np.random.default_rng(5).integers(0, 256, (20, 30, 3)).astype(np.uint8)
    picture = np.empty((10, 15, 3), np.uint8)
    halve(fine, picture)
    assert np.array_equal(picture, np.asarray(Image.fromarray(fine).reduce(2)))


def test_a_painter_repeats_a_picture_regardless_of_earlier_ones() -> None:
    view = sheet_view(np.array([[0.0, 0.1, -1.0], [0.0, 2.4, 3.0]]), (160, 90))
    ink = [InkLine(np.array([[0.0, 0.2, 0.0], [0.0, 1.5, 2.0]]), (200, 10, 10))]
    painter = Painter(0.8)
    once = painter.paint(view, ink=ink)
    painter.paint(view, ink=[InkLine(np.array([[0.0, 2.0, -1.0], [0.0, 0.2, 3.0]]), (10, 10, 200), 0.3)])
    assert np.array_equal(painter.paint(view, ink=ink), once)
    assert np.array_equal(Painter(0.8).paint(view, ink=ink), once)


def walking() -> Doodle:
    """Two steps of an unseen figure."""
    along = np.linspace(0.0, 2.0, 121)
    points = np.stack([0.6 * along, 0.25 * np.abs(np.sin(np.pi * along))], axis=-1)
    return Doodle(lines=(MotionLine(Stroke(points, along)),))


def test_a_film_lasts_as_long_as_the_performance_and_its_ink_grows() -> None:
    result = perform_doodle(walking(), figure=Proportions())
    frames = list(film_frames(result, 5.0, (160, 90)))
    assert result.clip is not None
    assert (
        len(frames) == frame_count(result, 5.0) == round((len(result.clip) - 1) / result.clip.fps * 5.0) + 1
    )
    inked = [int((np.abs(f.astype(int) - PAPER).sum(axis=-1) > 60).sum()) for f in frames]
    assert inked[-1] > inked[0]


def test_a_sheet_view_shows_the_given_extent_and_a_camera_view_its_own() -> None:
    points = np.array([[0.0, 0.1, -3.0], [0.0, 2.4, 5.0]])
    seen = sheet_view(points, (320, 180)).pixels(points)
    assert (seen >= 0.0).all()
    assert (seen <= [320, 180]).all()
    camera = Camera(np.array([-5.0, 2.0, 0.0]), np.array([0.0, 1.0, 0.0]))
    view = CameraView((320, 180), camera)
    drawn = camera.project(points[1])
    assert view.pixels(points[1]) == pytest.approx([160 + 90 * drawn[0], 90 - 90 * drawn[1]])
