"""Hermite curves: against SciPy, smooth where they say so, and at rest where their keys are."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
)
from kinegraph.creatures.animation.hermite import HermiteCurve, RotationCurve
from kinegraph.creatures.animation.smooth_keys import smooth_curve, smooth_turns

seeds = st.integers(0, 10**6)


def _times(random: np.random.Generator, count: int) -> np.ndarray:
    return np.cumsum(random.uniform(0.05, 1.0, size=count))


@given(seed=seeds)
def test_a_curve_is_scipys_cubic_hermite_spline(seed: int) -> None:
    from scipy.interpolate import CubicHermiteSpline

    random = np.random.default_rng(seed)
    times = _times(random, int(random.integers(2, 9)))
    values, rates = random.normal(size=(2, len(times), 3))
    wanted = random.uniform(times[0], times[-1], size=50)
    ours = HermiteCurve(times, values, rates, rates).at(wanted)
    assert np.abs(ours - CubicHermiteSpline(times, values, rates)(wanted)).max() < 1e-12


def test_rates_may_differ_on_the_two_sides_of_a_key() -> None:
    curve = HermiteCurve(
        [0.0, 1.0, 2.0], [[0.0], [0.0], [0.0]], [[0.0], [2.0], [0.0]], [[0.0], [-3.0], [0.0]]
    )
    h = 1e-6
    before, at, after = curve.at([1.0 - h, 1.0, 1.0 + h])[:, 0]
    assert abs((at - before) / h - 2.0) < 1e-4
    assert abs((after - at) / h + 3.0) < 1e-4


def test_a_curve_holds_still_outside_its_keys() -> None:
    curve = HermiteCurve([1.0, 2.0], [[3.0], [4.0]], [[5.0], [6.0]], [[5.0], [6.0]])
    assert curve.at([-10.0, 0.5, 1.0, 2.0, 50.0])[:, 0].tolist() == [3.0, 3.0, 3.0, 4.0, 4.0]


def _some_rotations(seed: int) -> RotationCurve:
    random = np.random.default_rng(seed)
    times = _times(random, int(random.integers(2, 7)))
    steps = random.normal(size=(len(times), 3))
    steps *= (random.uniform(0.0, 3.0, size=len(times)) / np.linalg.norm(steps, axis=1))[:, None]
    quats = [quat_normalize(random.normal(size=4))]
    for step in steps[1:]:
        quats.append(quat_multiply(quats[-1], quat_from_axis_angle(step)))
    rates = random.normal(size=(len(times), 3))
    return RotationCurve(times, np.array(quats), rates, rates)


def _apart(a: Any, b: Any) -> float:
    return float(np.linalg.norm(axis_angle_from_quat(quat_multiply(quat_conjugate(a), b)), axis=-1).max())


@given(seed=seeds)
def test_a_rotation_curve_goes_through_its_keys_and_stays_unit(seed: int) -> None:
    curve = _some_rotations(seed)
    assert _apart(curve.at(curve.times), curve.values) < 1e-12
    sampled = curve.at(np.linspace(curve.times[0], curve.times[-1], 40))
    assert np.abs(np.linalg.norm(sampled, axis=1) - 1.0).max() < 1e-12


@given(seed=seeds)
def test_a_rotation_curve_has_the_stated_angular_velocity_on_both_sides_of_a_key(seed: int) -> None:
    curve = _some_rotations(seed)
    h = 2e-6
    for key, time in enumerate(curve.times):
        here = curve.at(time)
        if key > 0:
            arriving = axis_angle_from_quat(quat_multiply(quat_conjugate(curve.at(time - h)), here)) / h
            assert np.abs(arriving - curve.rates_in[key]).max() < 2e-2  # first-order differences of 2e-6 s
        if key < len(curve.times) - 1:
            leaving = axis_angle_from_quat(quat_multiply(quat_conjugate(here), curve.at(time + h))) / h
            assert np.abs(leaving - curve.rates_out[key]).max() < 2e-2


@given(seed=seeds)
def test_turning_all_keys_turns_the_curve(seed: int) -> None:
    curve = _some_rotations(seed)
    turn = quat_normalize(np.random.default_rng(seed + 1).normal(size=4))
    turned = RotationCurve(curve.times, quat_multiply(turn, curve.values), curve.rates_in, curve.rates_out)
    times = np.linspace(curve.times[0], curve.times[-1], 30)
    assert _apart(turned.at(times), quat_multiply(turn, curve.at(times))) < 1e-9


def test_keys_at_rest_make_a_curve_at_rest() -> None:
    identity = np.tile([0.0, 0.0, 0.0, 1.0], (3, 1))
    times = np.linspace(-1.0, 4.0, 51)
    assert (smooth_turns([0.0, 1.0, 3.0], identity).at(times) == identity[0]).all()
    assert (smooth_curve([0.0, 1.0, 3.0], np.zeros((3, 3))).at(times) == 0.0).all()


def test_rotations_about_one_axis_are_the_curve_of_their_angle() -> None:
    times, angles = np.array([0.0, 0.4, 1.0, 1.5]), np.array([0.0, 1.2, 0.3, 2.0])
    rates = np.array([0.5, -1.0, 2.0, 0.0])
    quats = quat_from_axis_angle(np.stack([angles, 0 * angles, 0 * angles], axis=1))
    spin = np.stack([rates, 0 * rates, 0 * rates], axis=1)
    wanted = np.linspace(0.0, 1.5, 31)
    plain = HermiteCurve(times, angles[:, None], rates[:, None], rates[:, None]).at(wanted)[:, 0]
    turned = axis_angle_from_quat(RotationCurve(times, quats, spin, spin).at(wanted))
    assert np.abs(turned[:, 0] - plain).max() < 1e-12


@given(seed=seeds)
def test_a_smooth_curve_never_leaves_the_range_of_neighbouring_keys(seed: int) -> None:
    random = np.random.default_rng(seed)
    times = _times(random, 6)
    values = random.normal(size=(6, 2))
    curve = smooth_curve(times, values)
    for k in range(5):
        between = curve.at(np.linspace(times[k], times[k + 1], 25))
        low, high = np.minimum(values[k], values[k + 1]), np.maximum(values[k], values[k + 1])
        assert (between >= low - 1e-12).all()
        assert (between <= high + 1e-12).all()


def test_a_loop_joins_with_the_same_rate() -> None:
    curve = smooth_curve([0.0, 0.3, 0.7, 1.0], [[0.0], [1.0], [-1.0], [0.0]], loops=True)
    assert curve.rates_out[0, 0] == curve.rates_in[-1, 0]
    assert curve.rates_out[0, 0] > 0.5


@pytest.mark.parametrize(
    ("times", "values"), [([], []), ([0.0, 0.0], [[1.0], [2.0]]), ([0.0], [[float("nan")]]), ([0.0], [[1e9]])]
)
def test_keys_that_make_no_curve_are_refused(times: Any, values: Any) -> None:
    zeros = np.zeros((len(times), 1))
    with pytest.raises(InvalidValue):
        HermiteCurve(times, values, zeros, zeros)
