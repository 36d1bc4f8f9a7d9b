"""The ground: heights and normals against closed forms and a plain reference."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.gait.ground import (
    Ground,
    bumps,
    flat,
    slope,
    steps,
)
from kinegraph.creatures.gait.ground_kernels import ground_height, ground_normal

places = st.floats(-30.0, 30.0)
GROUNDS = (
    flat(0.3),
    slope(0.4, 1.0),
    steps(0.15, 0.3, 5),
    bumps(0.2, 1.5, seed=4, extent=12.0),
    Ground(np.arange(12.0).reshape(3, 4) ** 1.5 / 20, np.array([-1.0, 2.0]), 0.7, np.array([0.1, -0.2]), 0.5),
)


def _height_by_hand(ground: Ground, x: float, z: float) -> float:
    """Bilinear interpolation, one axis after the other, by np.interp (level beyond the ends)."""
    across = ground.origin[0] + ground.spacing * np.arange(ground.heights.shape[0])
    along = ground.origin[1] + ground.spacing * np.arange(ground.heights.shape[1])
    column = [np.interp(z, along, row) for row in ground.heights]
    return ground.level + float(ground.tilt @ [x, z]) + float(np.interp(x, across, column))


@given(st.sampled_from(GROUNDS), places, places)
def test_a_height_is_that_of_plain_interpolation(ground: Any, x: Any, z: Any) -> None:
    assert ground.height(x, z) == pytest.approx(_height_by_hand(ground, x, z), abs=1e-9)


@given(st.sampled_from(GROUNDS), places, places)
def test_a_normal_stands_on_the_surface(ground: Any, x: Any, z: Any) -> None:
    """Against finite differences, where all four samples are in one cell."""
    h = 1e-6
    around = [ground.normal(x + a, z + b) for a in (-h, h) for b in (-h, h)]
    normal = ground.normal(x, z)
    if max(np.abs(other - normal).max() for other in around) > 1e-4:
        return  # an edge between cells has two normals
    rise = [
        (ground.height(x + h, z) - ground.height(x - h, z)) / (2 * h),
        (ground.height(x, z + h) - ground.height(x, z - h)) / (2 * h),
    ]
    assert normal[[0, 2]] / normal[1] == pytest.approx([-rise[0], -rise[1]], abs=1e-5)
    assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)


@given(st.sampled_from(GROUNDS), places, places)
def test_kernels_and_methods_agree(ground: Any, x: Any, z: Any) -> None:
    normal = np.empty(3)
    ground_normal(ground.table, x, z, normal)
    assert ground_height(ground.table, x, z) == ground.height(x, z)
    assert normal == pytest.approx(ground.normal(x, z), abs=1e-15)


def test_a_slope_rises_as_its_angle_says() -> None:
    assert slope(np.radians(30)).height(5.0, 2.0) == pytest.approx(2.0 * np.tan(np.radians(30)), abs=1e-12)


def test_stairs_rise_step_by_step_and_end_level() -> None:
    stairs = steps(0.2, 0.5, 3, start=1.0)
    heights = stairs.height(7.0, np.array([0.9, 1.2, 1.7, 2.2, 9.0]))
    assert heights == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.6], abs=1e-12)


def test_bumps_are_level_with_the_origin_and_never_higher_than_asked() -> None:
    ground = bumps(0.3, 2.0, seed=1)
    assert ground.height(0.0, 0.0) == pytest.approx(0.0, abs=1e-12)
    assert np.abs(ground.heights).max() == pytest.approx(0.3, abs=1e-12)


def test_heights_come_in_any_shape() -> None:
    assert GROUNDS[3].height(np.zeros((2, 3)), np.ones(3)).shape == (2, 3)
    assert GROUNDS[3].normal(np.zeros((2, 3)), np.ones(3)).shape == (2, 3, 3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Ground(np.zeros((0, 2))),
        lambda: Ground(spacing=0.0),
        lambda: Ground(np.array([[np.nan]])),
        lambda: Ground(np.array([[1e308, -1e308]])),
        lambda: Ground(level=1e5),
        lambda: Ground(origin=np.array([0.0, 1e300])),
        lambda: bumps(1e308, 1.0),
        lambda: slope(1.6),
        lambda: steps(0.1, 0.01, 3),
        lambda: steps(0.1, 1e9, 6),
        lambda: steps(1e308, 0.4, 6),
        lambda: bumps(0.1, 0.0),
        lambda: flat().height(np.nan, 0.0),
    ],
)
def test_a_ground_that_cannot_be_is_refused(make: Any) -> None:
    with pytest.raises(InvalidValue):
        make()
