"""The fit to what plays: its wishes against forward kinematics, and handles that play closer together."""

import numpy as np
import pytest
from tests.keys.keyed_motion import swaying_clip
from tests.keys.refining.test_segments import played_points

from kinegraph.core.animation import QUATERNION
from kinegraph.keys.baselines.uniform import uniform_keys
from kinegraph.keys.curves.channels import rig_channels
from kinegraph.keys.refining.leverage import leverage_of
from kinegraph.keys.refining.played_fit_kernels import fit_played, write_wishes
from kinegraph.keys.refining.polish import Polisher, dense_channels


def polisher(seed: int, count: int) -> Polisher:
    rig = rig_channels(swaying_clip(seed, 121))
    keys = uniform_keys(121, count)
    usable = np.ones(121, dtype=np.int64)
    return Polisher(rig, dense_channels(rig), leverage_of(rig), keys, usable=usable, gap=1)


@pytest.mark.parametrize("mode", ["ZXY", QUATERNION])
def test_a_wish_is_the_value_that_brings_the_points_closest(mode: str) -> None:
    rig = rig_channels(swaying_clip(2, 12), mode)
    dense, lever = dense_channels(rig), leverage_of(rig)
    rng = np.random.default_rng(1)
    misses = 1e-5 * rng.normal(size=rig.values.shape)
    weights = rng.uniform(0.5, 2.0, lever.weights.shape)
    still, step = played_points(rig, rig.values), 1e-6
    apart = played_points(rig, rig.values + misses) - still
    wanted, emphasis, rates = np.empty((3, 12))
    shares = []
    for c in range(len(rig.channels)):
        moved = misses.copy()
        moved[c] += step
        by_value = (played_points(rig, rig.values + moved) - still - apart) / step
        squares = (weights[..., None] * by_value**2).sum(axis=(1, 2))
        best = misses[c] - (weights[..., None] * by_value * apart).sum(axis=(1, 2)) / squares
        assert write_wishes(dense, lever, c, misses[c], apart, weights, wanted, emphasis, rates)
        found = (wanted - dense.values[c]) * dense.units[c]
        np.testing.assert_allclose(found, best, rtol=1e-3, atol=1e-8)
        shares.append(np.ptp(emphasis / squares) / np.mean(emphasis / squares))
    assert max(shares) < 1e-3  # emphasis is in proportion


@pytest.mark.parametrize("seed", range(4))
def test_handles_that_are_fitted_together_play_closer_at_the_same_keys(seed: int) -> None:
    made = polisher(seed, 6)
    keys, squares, largest = made.keys.copy(), made.squares.sum(), made.worst.max()
    made.fit_to_play()
    assert (made.keys == keys).all()
    assert made.squares.sum() < 0.8 * squares
    assert made.squares.sum() * made.worst.max() < 0.8 * squares * largest


def test_a_pass_never_moves_points_away() -> None:
    made = polisher(5, 7)
    boosts, totals = np.ones((121, made._lever.weights.shape[1])), [made.squares.sum()]
    for _ in range(5):
        fit_played(made._dense, made._lever, made.keys, 4, np.inf, boosts, made._in, made._out, made._lengths)
        made._play()
        totals.append(made.squares.sum())
    assert (np.diff(totals) <= 1e-12 * totals[0]).all()


def test_fitted_handles_stay_level_in_slope_on_both_sides_of_smooth_keys() -> None:
    made = polisher(6, 9)
    made.fit_to_play()
    handles = made.handles
    np.testing.assert_allclose(handles.in_slopes[:, 1:-1], handles.out_slopes[:, 1:-1], atol=1e-9)
    assert (handles.lengths > 0.0).all()
    assert (handles.lengths.sum(axis=-1) <= 1.0).all()


@pytest.mark.parametrize("seed", range(3))
def test_a_segment_is_split_at_a_new_key_and_the_rest_stays(seed: int) -> None:
    made = polisher(seed, 6)
    made.fit_to_play()
    before, keys = made.worst.copy(), made.keys.copy()
    handles = made.handles
    assert made.split_worst()
    k = int(np.searchsorted(keys, int(before.argmax()))) - 1
    new = int(np.setdiff1d(made.keys, keys)[0])
    assert keys[k] < new < keys[k + 1]
    outside = np.r_[0 : keys[k], keys[k + 1] : 121]
    np.testing.assert_allclose(made.worst[outside], before[outside], atol=1e-18)
    assert made.worst[new] == 0.0
    kept = np.arange(7) != k + 1
    np.testing.assert_array_equal(made.handles.in_slopes[:, kept], handles.in_slopes)
