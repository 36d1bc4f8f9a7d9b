"""The camera frames what it is asked to frame, tightly, from where it is asked."""

import numpy as np
import pytest

from kinegraph.characters.rendering.camera import Camera, framing, view_axes
from kinegraph.core.errors import InvalidValue


@pytest.mark.parametrize("seed", range(8))
def test_framed_points_fill_the_picture_up_to_the_margin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cloud = rng.normal(size=(60, 3)) * rng.uniform(0.05, 5.0, 3) + rng.normal(size=3) * 10
    size = (int(rng.integers(50, 900)), int(rng.integers(50, 900)))
    camera = framing(cloud, size, rng.uniform(-180, 180), rng.uniform(-60, 60), margin=0.1)
    place = camera.pixels(cloud, size) / size
    assert place.min() >= 0.1 - 1e-9
    assert place.max() <= 0.9 + 1e-9
    # Tight: along one of the two directions both margins are reached.
    reached = np.isclose(place.min(axis=0), 0.1, atol=1e-6) & np.isclose(place.max(axis=0), 0.9, atol=1e-6)
    assert reached.any()


def test_from_the_front_the_characters_left_is_at_the_pictures_right() -> None:
    camera = framing([[-1, 0, 0], [1, 2, 0]], (100, 100), azimuth=0, elevation=0)
    left, right = camera.pixels([[1, 1, 0], [-1, 1, 0]], (100, 100))
    assert left[0] > 50 > right[0]


def test_azimuth_90_looks_at_its_left_side() -> None:
    camera = framing([[-1, 0, -1], [1, 2, 1]], (100, 100), azimuth=90, elevation=0)
    assert camera.eye[0] > 1
    np.testing.assert_allclose(camera.axes[2], [-1, 0, 0], atol=1e-12)


def test_axes_are_right_handed_and_level() -> None:
    for azimuth, elevation in ((0, 0), (35, 12), (200, -70), (-90, 89)):
        axes = view_axes(azimuth, elevation)
        np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
        np.testing.assert_allclose(np.cross(axes[0], axes[1]), -axes[2], atol=1e-12)
        assert axes[0, 1] == pytest.approx(0.0, abs=1e-12)


def test_one_point_is_framed_from_a_distance() -> None:
    camera = framing([[3.0, 1.0, 2.0]], (64, 64))
    assert np.linalg.norm(camera.eye - [3, 1, 2]) > 0.01
    np.testing.assert_allclose(camera.pixels([[3.0, 1.0, 2.0]], (64, 64)), [[32, 32]], atol=1e-6)


def test_nothing_to_frame_still_gives_a_camera() -> None:
    assert isinstance(framing(np.empty((0, 3)), (64, 64)), Camera)


@pytest.mark.parametrize(("azimuth", "elevation"), [(0, 90), (0, -100), (np.nan, 0), (0, np.inf)])
def test_directions_that_no_level_camera_has_are_refused(azimuth: float, elevation: float) -> None:
    with pytest.raises(InvalidValue):
        view_axes(azimuth, elevation)
