"""Markers that barely leave a line or a plane: results stay near the poses, and nothing jumps."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.sets.blend import FREE_RANGES, Blend, blend
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.radial_map import DEGREES, fit_radial_map
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet

HIPS = Manipulator(ManipulatorKind.JOINT, "hips", moves=True)
UPRIGHT = np.array([[0.0, 0.0, 0.0, 1.0]])


def moving_set(places: np.ndarray, positions: np.ndarray, function: str, degree: int = 1) -> Blend:
    """A fitted set of one moving joint: at each place (K, 3) its position (K, 3)."""
    keys = [
        SpatialKey(f"pose {i}", place, position[None], UPRIGHT)
        for i, (place, position) in enumerate(zip(places, positions, strict=True))
    ]
    return blend(SpatialSet("move", (HIPS,), tuple(keys), RadialFunction(function), degree))


def random_turn(rng: np.random.Generator) -> np.ndarray:
    return np.linalg.qr(rng.normal(size=(3, 3)))[0]


@pytest.mark.parametrize("function", RadialFunction)
@pytest.mark.parametrize("thickness", [2e-6, 1e-4, 1e-3, 1e-2])
def test_a_drag_across_a_nearly_flat_layout_stays_near_the_poses(function: str, thickness: float) -> None:
    rng = np.random.default_rng(11)
    turn = random_turn(rng)
    for count in (4, 5, 6, 9):
        places = rng.uniform(-0.5, 0.5, size=(count, 3)) * [1.0, 1.0, thickness]
        positions = 0.2 * rng.normal(size=(count, 3))
        across = np.linspace(-0.4, 0.4, 200)[:, None] * [0.6, 0.4, 0.7]
        found = moving_set(places @ turn, positions, function).at(across @ turn).positions[:, 0]
        flat = moving_set(places * [1, 1, 0] @ turn, positions, function).at(across @ turn).positions[:, 0]
        largest = np.linalg.norm(positions - positions.mean(axis=0), axis=1).max()
        assert np.linalg.norm(found - flat, axis=1).max() < 0.15 * largest


@pytest.mark.parametrize("function", RadialFunction)
def test_a_marker_that_leaves_the_plane_changes_the_result_smoothly(function: str) -> None:
    rng = np.random.default_rng(3)
    places, positions = rng.uniform(-0.5, 0.5, size=(6, 3)) * [1, 1, 0], rng.normal(size=(6, 3))
    cursors = rng.uniform(-0.6, 0.6, size=(60, 3))
    largest = np.linalg.norm(positions - positions.mean(axis=0), axis=1).max()

    def jump(ratio: float) -> float:
        """The largest change between neighbours in a series of heights that grow by a ratio."""
        heights = [
            0.0,
            *np.geomspace(1e-7, 1e-3, 9),
            *np.geomspace(1e-3, 0.5, int(np.log(500) / np.log(ratio))),
        ]
        lifted = [np.vstack([places[:-1], places[-1] + [0, 0, height]]) for height in heights]
        found = [moving_set(each, positions, function).at(cursors).positions for each in lifted]
        return max(np.abs(a - b).max() for a, b in pairwise(found)) / largest

    coarse, fine = jump(1.05), jump(1.01)
    assert fine < 0.4
    assert fine < 0.3 * coarse


@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(1, 40),
    thickness=st.tuples(*[st.sampled_from([0.0, 1e-6, 1e-5, 1e-3, 0.02, 0.1, 1.0])] * 2),
    function=st.sampled_from(RadialFunction),
    degree=st.sampled_from(DEGREES),
    size=st.sampled_from([1e-3, 1.0, 1e4]),
)
def test_no_cursor_takes_a_position_beyond_the_stated_multiple(
    seed: int, count: int, thickness: tuple[float, float], function: str, degree: int, size: float
) -> None:
    rng = np.random.default_rng(seed)
    places = size * (rng.normal(size=(count, 3)) * [1.0, *thickness]) @ random_turn(rng)
    positions = rng.normal(size=(count, 3))
    try:
        fitted = moving_set(places, positions, function, degree)
    except InvalidValue as error:  # some functions cannot tell some markers apart, and say so
        assume("cannot separate" not in str(error) and "same place" not in str(error))
        raise
    centre = positions.mean(axis=0)
    largest = np.linalg.norm(positions - centre, axis=1).max(initial=0.0)
    cursors = rng.normal(size=(200, 3)) * size * np.geomspace(1e-3, 1e3, 200)[:, None]
    found = fitted.at(cursors).positions[:, 0]
    assert np.isfinite(found).all()
    assert np.linalg.norm(found - centre, axis=1).max() <= 2.0 * FREE_RANGES * largest + 1e-9
    np.testing.assert_allclose(fitted.at(places).positions[:, 0], positions, atol=1e-6 * max(largest, 1e-3))


@pytest.mark.parametrize("function", [RadialFunction.LINEAR, RadialFunction.HARDY])
@pytest.mark.parametrize("gap", [1e-4, 1e-3, 1e-2])
def test_two_poses_that_only_a_thin_direction_separates_are_both_met(function: str, gap: float) -> None:
    places = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0.3, 0.4, 0], [0.3, 0.4, gap]])
    positions = np.arange(18.0).reshape(6, 3)
    found = moving_set(places, positions, function).at(places).positions[:, 0]
    np.testing.assert_allclose(found, positions, atol=1e-6)


def test_a_well_spanned_layout_still_reproduces_affine_maps() -> None:
    rng = np.random.default_rng(5)
    places, matrix = rng.normal(size=(7, 3)), rng.normal(size=(3, 4))
    found = fit_radial_map(places, places @ matrix + 2.0).evaluate(cursors := rng.normal(size=(9, 3)))
    np.testing.assert_allclose(found, cursors @ matrix + 2.0, atol=1e-9)


@pytest.mark.parametrize("function", RadialFunction)
@pytest.mark.parametrize("gap", [2e-7, 2e-6, 2e-5, 2e-4])
def test_poses_a_hair_apart_are_met_or_refused_by_name(function: RadialFunction, gap: float) -> None:
    rng = np.random.default_rng(23)
    for count in (3, 8, 15):
        places = rng.uniform(-0.5, 0.5, size=(count, 3)) * [1.0, 1.0, 0.0]
        places = np.vstack([places, places[1] + [0.0, 0.0, gap]]) @ random_turn(rng) + rng.normal(size=3)
        positions = rng.normal(size=(count + 1, 3))
        found = met_or_refused(places, positions, function)
        if isinstance(found, str):
            assert f"'pose 1' and 'pose {count}'" in found
            assert gap < 1e-5 or function == RadialFunction.THIN_PLATE
        else:
            np.testing.assert_allclose(found, positions, atol=1e-6)


def met_or_refused(places: np.ndarray, positions: np.ndarray, function: RadialFunction) -> np.ndarray | str:
    """Positions of a set's joint at its markers, or the sentence that refuses the set."""
    try:
        return moving_set(places, positions, function).at(places).positions[:, 0]
    except InvalidValue as error:
        return str(error)
