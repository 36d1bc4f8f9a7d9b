"""Seating things on the clay: against closed forms, and what the cast wears on its face."""

from collections.abc import Callable

import numpy as np
import pytest

from kinegraph.characters.body_plan import BodyPlan, Bone
from kinegraph.characters.cast.bear import bear_plan
from kinegraph.characters.cast.dog import dog_plan
from kinegraph.characters.clay import field_kernels as kernels
from kinegraph.characters.clay.skin import clay_arrays
from kinegraph.characters.clay.surface import onto_clay
from kinegraph.core.errors import InvalidValue

BALL = (Bone("ball", None, (0, 1, 0), (0, 1, 0), (0.5, 0.5)),)


def test_points_land_on_a_ball_where_its_equation_says() -> None:
    x = np.linspace(-0.4, 0.4, 9)
    seated = onto_clay(BALL, (), np.stack([x, np.ones(9), np.zeros(9)], axis=1), (0, 0, -2))
    np.testing.assert_allclose(seated[:, 2], np.sqrt(0.25 - x**2), atol=1e-6)
    np.testing.assert_array_equal(seated[:, 0], x)


@pytest.mark.parametrize("lift", [0.1, -0.1])
def test_lifted_points_stop_before_the_surface_and_sunk_ones_behind(lift: float) -> None:
    (top,) = onto_clay(BALL, (), [(0, 0, 0)], (0, -1, 0), lift=lift)
    np.testing.assert_allclose(top, (0, 1.5 + lift, 0), atol=1e-6)


def test_a_point_that_misses_is_refused() -> None:
    with pytest.raises(InvalidValue, match="misses"):
        onto_clay(BALL, (), [(0.6, 1, 0)], (0, 0, -1))


def field_at(plan: BodyPlan, points: np.ndarray) -> np.ndarray:
    clay, _ = clay_arrays(plan)
    values, gradients = np.empty(len(points)), np.empty((len(points), 3))
    near, rows = np.ones((1, len(clay.lumps)), dtype=bool), np.zeros(len(points), dtype=np.int64)
    owners = np.empty(len(points), dtype=np.int64)
    kernels.evaluate(
        clay, kernels.make_scratch(clay), np.array(points), near, rows, values, gradients, owners
    )
    return values


@pytest.mark.parametrize("make", [bear_plan, dog_plan])
def test_nose_and_mouth_are_half_in_the_face(make: Callable) -> None:
    plan = make()
    worn = [ornament for ornament in plan.ornaments if ornament.bone in ("head", "jaw")]
    assert len(worn) >= 2
    for ornament in worn:
        depths = field_at(plan, ornament.mesh.vertices)
        assert 0.15 < (depths < 0).mean() < 0.85
