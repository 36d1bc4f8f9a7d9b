"""Repeated layers and layers recorded anew: open paths close at their own speed, switches and releases
belong to their times."""

import numpy as np
import pytest

from kinegraph.core.arrays import Floats
from kinegraph.perform.performances.layer_editing import looped, punched_in
from kinegraph.perform.performances.layers import Layer, Release, Switch


def open_path(seed: int, events: int = 70) -> Layer:
    """A hand that wanders off and never comes back."""
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.uniform(0.005, 0.03, events))
    speeds = 0.5 * rng.normal(size=(events, 3)) + [0.6, -0.2, 0.3]
    path = np.cumsum(speeds * np.gradient(times)[:, None], axis=0)
    return Layer("take", "walk", times, path)


def speeds(layer: Layer, start: float, stop: float) -> Floats:
    """[m/s] of the path on a grid of 5 ms."""
    times = np.arange(start, stop, 0.005)
    return np.linalg.norm(np.diff(layer.at(times), axis=0), axis=1) / 0.005


@pytest.mark.parametrize("seed", range(5))
def test_a_repeated_open_path_is_never_faster_than_the_path(seed: int) -> None:
    layer = open_path(seed)
    longer = looped(layer, 6.0)
    assert longer.end == 6.0
    own = np.linalg.norm(np.diff(layer.displacements, axis=0), axis=1) / np.diff(layer.times)
    assert speeds(longer, layer.start, 6.0).max() <= own.max() * (1 + 1e-9)


def test_every_round_begins_where_the_path_begins() -> None:
    layer = open_path(9)
    longer = looped(layer, 12.0)
    near = np.linalg.norm(longer.at(np.arange(layer.start, 12.0, 0.001)) - layer.displacements[0], axis=1)
    rounds = np.flatnonzero((near[1:-1] < near[:-2]) & (near[1:-1] <= near[2:]) & (near[1:-1] < 1e-3))
    assert len(rounds) >= 2


def test_a_closed_path_keeps_its_period() -> None:
    times = np.linspace(0.0, 2.0, 81)
    path = np.stack([np.cos(np.pi * times), np.sin(np.pi * times), 0 * times], axis=1)
    longer = looped(Layer("take", "walk", times[:-1], path[:-1]), 8.0)
    np.testing.assert_allclose(longer.at([2.3, 4.3, 6.3]), np.repeat(longer.at([0.3]), 3, axis=0), atol=1e-9)


def test_switches_and_releases_come_again_in_every_round() -> None:
    times = np.linspace(1.0, 2.0, 21)
    path = np.stack([np.sin(2 * np.pi * times), 0 * times, 0 * times], axis=1)
    layer = Layer(
        "take",
        "walk",
        times,
        path,
        switches=(Switch(1.5, "run"),),
        releases=(Release(1.2, 1.4), Release(1.7, 9.0)),
    )
    longer = looped(layer, 4.0)
    starts = [release.start for release in longer.releases]
    np.testing.assert_allclose(starts, [1.2, 1.7, 2.25, 2.75, 3.3, 3.8], atol=1e-9)
    assert all(a.stop <= b.start for a, b in zip(longer.releases, longer.releases[1:], strict=False))
    assert longer.releases[-1].stop >= 9.0
    assert [switch.set for switch in longer.switches] == ["run", "walk", "run", "walk", "run"]


def test_a_punched_in_take_replaces_the_releases_of_its_time() -> None:
    times = np.linspace(0.0, 4.0, 41)
    releases = (Release(0.2, 0.4), Release(1.2, 1.6), Release(1.8, 3.5))
    layer = Layer("take", "walk", times, np.zeros((41, 3)), releases=releases)
    take = Layer("new", "walk", [1.0, 2.0], np.zeros((2, 3)), releases=(Release(1.1, 1.3),))
    kept = [(release.start, release.stop) for release in punched_in(layer, take).releases]
    assert kept == [(0.2, 0.4), (1.1, 1.3), (2.0, 3.5)]


def test_a_punched_in_take_puts_its_own_sets_in_force_and_leaves_those_around_it() -> None:
    times, still = np.linspace(0.0, 4.0, 41), np.zeros((41, 3))
    layer = Layer("take", "walk", times, still, switches=(Switch(0.5, "run"), Switch(1.6, "crawl")))
    take = Layer("new", "walk", [1.0, 2.0], np.zeros((2, 3)), switches=(Switch(1.5, "hop"),))
    found = [(switch.time, switch.set) for switch in punched_in(layer, take).switches]
    assert found == [(0.5, "run"), (1.0, "walk"), (1.5, "hop"), (2.0, "crawl")]
    to_the_end = Layer("new", "walk", [1.0, 5.0], np.zeros((2, 3)))
    assert punched_in(layer, to_the_end).switches == (Switch(0.5, "run"), Switch(1.0, "walk"))
