"""Tracks of keys with cubics between them, and the flights made of them."""

import numpy as np
import pytest

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing.flight import Flight
from kinegraph.doodles.performing.heading import forward, heading_along, leftward
from kinegraph.doodles.performing.tracks import Track, catmull_rom_slopes, limit_slopes


def plain_value(keys: Floats, values: Floats, slopes: Floats, time: float) -> float:
    """One column at one time by the textbook's Hermite basis."""
    time = min(max(time, keys[0]), keys[-1])
    k = max([i for i in range(len(keys) - 1) if keys[i] <= time], default=0)
    span = keys[k + 1] - keys[k]
    u = (time - keys[k]) / span if span > 0 else 1.0
    h00, h10 = (1 + 2 * u) * (1 - u) ** 2, u * (1 - u) ** 2
    h01, h11 = u * u * (3 - 2 * u), u * u * (u - 1)
    return h00 * values[k] + h10 * span * slopes[k] + h01 * values[k + 1] + h11 * span * slopes[k + 1]


def test_track_samples_as_the_plain_formula_with_a_lag_per_column() -> None:
    rng = np.random.default_rng(3)
    track = Track(3)
    keys = np.sort(rng.uniform(0.0, 5.0, 40))
    keys[7] = keys[8]
    for key in keys:
        track.add(key, rng.normal(size=3), rng.normal(size=3))
    times, lags = rng.uniform(-1.0, 6.0, 200), np.array([0.0, 0.1, 0.4])
    _, values, slopes = track.arrays()
    wanted = [[plain_value(keys, values[:, c], slopes[:, c], t - lags[c]) for c in range(3)] for t in times]
    assert np.abs(track.at(times, lags) - wanted).max() < 1e-12


def test_growing_a_track_keeps_earlier_values() -> None:
    track = Track(1)
    for k in range(100):
        track.add(0.1 * k, [np.sin(k)], [np.cos(k)])
    times = np.linspace(0.0, 4.0, 50)
    before = track.at(times)
    mark = track.mark()
    for k in range(100):
        track.add(20.0 + k, [k], [1.0])
    assert np.array_equal(track.at(times), before)
    track.rewind(mark)
    assert track.end == pytest.approx(9.9)


def test_limited_slopes_keep_the_cubic_between_its_keys() -> None:
    rng = np.random.default_rng(5)
    times, values = np.arange(12.0), np.cumsum(rng.uniform(0.0, 1.0, (12, 4)) ** 4, axis=0)
    slopes = catmull_rom_slopes(times, values, np.zeros(4), np.zeros(4))
    track = Track(4)
    for key in zip(times, values, limit_slopes(times, values, slopes), strict=True):
        track.add(*key)
    assert np.diff(track.at(np.linspace(0.0, 11.0, 800)), axis=0).min() > -1e-12


def test_flight_keys_are_two_parabolas_with_a_rounded_corner_between_their_speeds() -> None:
    flight = Flight(
        np.array([0.0, 1.0, 0.0]), np.array([0.1, 2.0, 0.4]), np.array([0.4, 1.2, 1.6]), 1.0, 1.5, 2.0
    )
    track = Track(3)
    for key in flight.path_keys():
        track.add(*key)
    up, down = np.linspace(1.0, 1.37, 30), np.linspace(1.63, 2.0, 30)
    wanted = np.stack([0.2 * (up - 1.0), 2.0 - (1.5 - up) ** 2 / 0.25, 0.8 * (up - 1.0)], axis=1)
    assert np.abs(track.at(up) - wanted).max() < 1e-12
    wanted = 2.0 - 0.8 * (down - 1.5) ** 2 / 0.25
    assert np.abs(track.at(down)[:, 1] - wanted).max() < 1e-12
    times = np.linspace(1.0, 2.0, 20001)
    speed = np.diff(track.at(times), axis=0) / np.diff(times)[:, None]
    assert np.abs(np.diff(speed, axis=0)).max() < 2e-3  # no corner: a jump would be 0.4 m/s or more


def test_headings_turn_the_shorter_way_and_add_up() -> None:
    assert heading_along(np.array([1.0, 5.0, 0.0]), 0.0) == pytest.approx(np.pi / 2)
    assert heading_along(np.array([1.0, 0.0, 0.0]), 4.0 * np.pi) == pytest.approx(4.5 * np.pi)
    assert heading_along(np.array([0.0, 0.0, -1.0]), 0.0) == pytest.approx(-np.pi)
    assert heading_along(np.array([0.0, 0.0, -1.0]), 0.0, away=True) == pytest.approx(0.0)
    assert heading_along(np.array([0.0, 1.0, 0.0]), 0.7) == 0.7
    assert forward(0.3) @ leftward(0.3) == pytest.approx(0.0)
