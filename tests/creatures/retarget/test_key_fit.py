"""Few keys for dense motion: within the tolerance at every frame, exact where something stands."""

import numpy as np
import pytest

from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
)
from kinegraph.creatures.retarget.key_fit import fit_curve, fit_turns

TIMES = np.arange(181) / 60.0


def _wavy(seed: int) -> np.ndarray:
    """(F, 3) a smooth random walk of a few sines."""
    rng = np.random.default_rng(seed)
    waves = [rng.normal(size=3) * np.sin((k + 1) * TIMES[:, None] + rng.uniform(0, 6)) for k in range(5)]
    return np.sum(waves, axis=0)


@pytest.mark.parametrize("tolerance", [0.2, 0.02, 0.002])
def test_no_frame_is_farther_off_than_the_tolerance(tolerance: float) -> None:
    values = _wavy(1)
    curve = fit_curve(TIMES, values, tolerance)
    assert np.linalg.norm(curve.at(TIMES) - values, axis=1).max() <= tolerance


def test_a_looser_tolerance_needs_fewer_keys() -> None:
    counts = [len(fit_curve(TIMES, _wavy(2), tolerance).times) for tolerance in (0.2, 0.02, 0.002)]
    assert counts[0] < counts[1] < counts[2] < len(TIMES)


def test_a_straight_line_needs_two_keys() -> None:
    assert len(fit_curve(TIMES, TIMES[:, None] * [1.0, -2.0, 0.5], 1e-9).times) == 2


def test_a_pause_between_two_corners_is_exactly_still() -> None:
    values = _wavy(3)
    values[60:120] = values[60]
    curve = fit_curve(TIMES, values, 0.05, corners=[60, 119])
    assert np.array_equal(np.ptp(curve.at(np.linspace(1.0, 119 / 60.0, 500)), axis=0), np.zeros(3))


def test_turns_are_within_the_tolerance_at_every_frame() -> None:
    quats = quat_from_axis_angle(0.8 * _wavy(4))
    curve = fit_turns(TIMES, quats, 0.03)
    off = axis_angle_from_quat(quat_multiply(quat_conjugate(curve.at(TIMES)), quats))
    assert np.linalg.norm(off, axis=1).max() <= 0.03
    assert len(curve.times) < len(TIMES)
