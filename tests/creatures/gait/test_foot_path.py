"""Flights of feet in normalized space."""

import numpy as np
import pytest

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.gait.foot_path import FootPath, foot_path


@pytest.mark.parametrize(("peak", "snap"), [(0.2, 0.0), (0.4, 0.0), (0.5, 1.0), (0.8, 0.5)])
def test_a_flight_rises_from_the_ground_and_comes_back_to_it(peak: float, snap: float) -> None:
    progress, lift, swing, _ = foot_path(peak, 0.5, snap).table().T
    assert progress[0] == 0.0
    assert progress[-1] == 1.0
    assert (np.diff(progress) >= 0.0).all()
    assert lift[0] == lift[-1] == swing[0] == swing[-1] == 0.0
    assert lift.max() == pytest.approx(1.0, abs=0.02)
    assert np.argmax(lift) / (len(lift) - 1) == pytest.approx(peak, abs=0.05)


def test_keys_are_met_and_never_overshot() -> None:
    times, progress = np.array([0.0, 0.25, 0.5, 1.0]), np.array([0.0, 0.0, 1.0, 1.0])
    path = FootPath(times, progress, np.array([0.0, 1.0, 1.0, 0.0]), np.zeros(4), np.array([0.0, 0.5, 0, 0]))
    table = path.table()
    assert table[8] == pytest.approx([0.0, 1.0, 0.0, 0.5], abs=1e-12)
    assert table[16] == pytest.approx([1.0, 1.0, 0.0, 0.0], abs=1e-12)
    assert table.min() >= 0.0
    assert table.max() <= 1.0


@pytest.mark.parametrize(
    "keys",
    [
        ([0.0, 1.0], [0.0, 0.9], [0.0, 0.0], [0.0, 0.0]),
        ([0.0, 0.5, 1.0], [0.0, 0.6, 0.5], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]),
        ([0.0, 0.5, 1.0], [0.0, 0.5, 1.0], [0.0, 1.0, 0.2], [0.0, 0.0, 0.0]),
        ([0.0, 0.5, 1.0], [0.0, 0.5, 1.0], [0.0, -0.1, 0.0], [0.0, 0.0, 0.0]),
        ([0.0, 0.5, 1.0], [0.0, 0.5, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.3]),
        ([0.0, 0.5, 1.0], [0.0, 0.5, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 2.0, 0.0]),
    ],
)
def test_flights_that_do_not_fly_are_refused(keys: tuple) -> None:
    with pytest.raises(InvalidValue):
        FootPath(*keys)
