"""Compiled fits against plain programs: SciPy splines, dense algebra, finite differences."""

from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline
from scipy.optimize import minimize as scipy_minimize
from tests.keys.keyed_motion import random_curve, random_frames, swaying_clip

from kinegraph.core.curves.curve import Curve
from kinegraph.keys.curves.channels import rig_channels
from kinegraph.keys.curves.final_fit_kernels import (
    STEPS,
    ChannelFit,
    equations,
    minimize,
    slope_places,
    solve_banded,
)
from kinegraph.keys.curves.fit import fit_handles
from kinegraph.keys.curves.fit_kernels import (
    SegmentHandles,
    Stretch,
    original_at,
    preview_lengths,
    sample_segment,
    squared_frame_misses,
)
from kinegraph.keys.curves.slopes import key_slopes

WEIGHTS = np.array([1.0, 1000.0, 0.7])


class Problem:
    """A channel with a corner in the middle, and unknowns away from every bound."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        frames = np.arange(121.0)
        self.y = 40.0 * np.sin(frames / 17.0 + seed) + np.abs(frames - 60.0) + rng.normal(size=121) * 0.01
        self.keys = np.array([0, 22, 60, 63, 120])
        slopes = key_slopes(self.y[None], self.keys)
        self.corners = np.array([False, False, True, False, False])
        self.slopes, self.before, self.after = slopes.frames[0], slopes.before[0], slopes.after[0]
        self.breaks = slopes.breaks[0]
        self.emphasis = rng.uniform(0.5, 2.0, len(self.y))
        self.places = np.empty((5, 2), dtype=np.int64)
        count = slope_places(self.corners, self.places)
        self.unknowns = rng.normal(size=count)
        for base in self.places[:-1, 1]:
            self.unknowns[base + 1 : base + 3] = rng.uniform([0.5, 0.3], [0.9, 0.7])

    @property
    def fit(self) -> ChannelFit:
        data = self.y, self.slopes, self.before, self.after, self.keys, self.places, self.breaks
        return ChannelFit(*data, WEIGHTS, self.emphasis)

    def equations(self, unknowns: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        bands, gradient = np.empty((len(unknowns), 4)), np.empty(len(unknowns))
        return equations(self.fit, unknowns, bands, gradient), gradient, bands

    def objective(self, unknowns: np.ndarray) -> float:
        """The same in plain NumPy and SciPy, term by term."""
        total = 0.0
        for k in range(4):
            first, last = self.keys[k], self.keys[k + 1]
            slopes = self.slopes[first : last + 1].copy()
            slopes[0], slopes[-1] = self.after[k], self.before[k + 1]
            original = CubicHermiteSpline(np.arange(first, last + 1), self.y[first : last + 1], slopes)
            base, span = self.places[k, 1], last - first
            out_slope, c, d, in_slope = unknowns[base : base + 4]
            a1, a2 = span * c * d, span * c * (1 - d)
            points = np.array(
                [
                    [first, self.y[first]],
                    [first + a1, self.y[first] + a1 * out_slope],
                    [last - a2, self.y[last] - a2 * in_slope],
                    [last, self.y[last]],
                ]
            )
            count = max(10, span)
            u = np.arange(1, count)[:, None] / count
            x, y = ((1 - u) ** 3 * points[0] + 3 * (1 - u) ** 2 * u * points[1]).T + (
                3 * (1 - u) * u**2 * points[2] + u**3 * points[3]
            ).T
            shares = self.emphasis[np.floor(x + 0.5).astype(int)]
            total += WEIGHTS[0] * span / count * np.sum(shares * (y - original(x)) ** 2)
        left, right = np.arctan(unknowns[self.places[2]] / WEIGHTS[2])
        return total + WEIGHTS[1] * (right - left - self.breaks[2]) ** 2


@pytest.mark.parametrize("seed", range(5))
def test_the_objective_is_the_plain_one(seed: int) -> None:
    problem = Problem(seed)
    value = problem.equations(problem.unknowns)[0]
    assert value == pytest.approx(problem.objective(problem.unknowns), rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_gradients_are_those_of_finite_differences(seed: int) -> None:
    problem = Problem(seed)
    gradient = 2.0 * problem.equations(problem.unknowns)[1]
    step = 1e-6
    for index in range(len(gradient)):
        shift = np.zeros(len(gradient))
        shift[index] = step
        slope = problem.objective(problem.unknowns + shift) - problem.objective(problem.unknowns - shift)
        assert gradient[index] == pytest.approx(
            slope / (2 * step), rel=1e-5, abs=1e-4 * np.abs(gradient).max()
        )


def test_misses_change_as_their_derivatives_say() -> None:
    problem = Problem(1)
    stretch = Stretch(problem.y, problem.slopes, 22, 60, problem.after[1], problem.before[2])
    handles = np.array([0.4, 0.3, 0.45, -0.2])  # out_slope, a1, a2, in_slope

    def sample(handles: np.ndarray, u: float) -> tuple[float, ...]:
        out_slope, a1, a2, in_slope = handles
        return sample_segment(stretch, SegmentHandles(out_slope, in_slope, a1, a2), u)

    def miss(handles: np.ndarray, u: float) -> float:
        return sample(handles, u)[0]

    for u in (0.1, 0.37, 0.8):
        derivatives = sample(handles, u)[1:]
        for index, derivative in enumerate(derivatives):
            shift = 1e-6 * (np.arange(4) == index)
            slope = (miss(handles + shift, u) - miss(handles - shift, u)) / 2e-6
            assert derivative == pytest.approx(slope, rel=1e-6, abs=1e-6)


def test_the_original_between_frames_is_scipys_hermite_spline() -> None:
    problem = Problem(2)
    spline = CubicHermiteSpline(np.arange(121), problem.y, problem.slopes)
    stretch = Stretch(problem.y, problem.slopes, 0, 120, problem.slopes[0], problem.slopes[-1])
    for x in np.linspace(0, 120, 300):
        found = original_at(stretch, x)
        np.testing.assert_allclose(found, [spline(x), spline(x, 1)], atol=1e-10)


def test_banded_systems_are_solved_as_dense_ones() -> None:
    rng = np.random.default_rng(7)
    dense = np.tril(np.triu(rng.normal(size=(20, 20)), -3))
    dense[np.arange(20), np.arange(20)] += 5.0
    matrix, right = dense @ dense.T, rng.normal(size=20)
    bands = np.array([[matrix[i, i - back] if i >= back else 0.0 for back in range(4)] for i in range(20)])
    found = right.copy()
    assert solve_banded(bands, found)
    np.testing.assert_allclose(found, np.linalg.solve(matrix, right), rtol=1e-10)


def test_a_matrix_that_is_not_positive_is_refused() -> None:
    assert not solve_banded(np.zeros((3, 4)), np.ones(3))


def test_frame_misses_are_those_of_the_curve() -> None:
    rng = np.random.default_rng(8)
    keys = random_frames(rng, 6)
    curve = random_curve(rng, keys.astype(float), 1.0)
    values = rng.normal(size=keys[-1] + 1)
    values[keys] = curve.values
    spans = np.diff(keys)
    after, before = curve.out_handles[:-1] - _points(curve)[:-1], _points(curve)[1:] - curve.in_handles[1:]
    lengths = np.stack([after[:, 0] / spans, before[:, 0] / spans], axis=-1)
    slopes = np.append(after[:, 1] / after[:, 0], 0.0), np.append(0.0, before[:, 1] / before[:, 0])
    found = squared_frame_misses(values, *slopes, keys, lengths)
    wanted = np.sum((curve.evaluate(np.arange(keys[-1] + 1)) - values) ** 2)
    assert found == pytest.approx(wanted, rel=1e-10)


def _points(curve: Curve) -> np.ndarray:
    return np.stack([curve.times, curve.values], axis=-1)


@pytest.mark.parametrize("seed", range(4))
def test_the_minimum_is_as_low_as_scipys(seed: int) -> None:
    problem = Problem(seed)
    low, high = np.full(len(problem.unknowns), -np.inf), np.full(len(problem.unknowns), np.inf)
    for base in problem.places[:-1, 1]:
        low[base + 1 : base + 3], high[base + 1 : base + 3] = [0.25, 0.2], [1.0, 0.8]
        problem.unknowns[base + 1 : base + 3] = [2 / 3, 0.5]
    for key in range(5):
        problem.unknowns[problem.places[key]] = problem.before[key], problem.after[key]
    theirs = scipy_minimize(
        lambda x: (problem.equations(x)[0], 2.0 * problem.equations(x)[1]),
        problem.unknowns,
        jac=True,
        method="L-BFGS-B",
        bounds=list(zip(low, high, strict=True)),
        options={"maxiter": 2000, "maxfun": 4000},
    )
    ours = minimize(problem.fit, problem.unknowns, low, high, STEPS)
    assert ours <= 1.02 * theirs.fun
    assert ((low <= problem.unknowns) & (problem.unknowns <= high)).all()


def test_preview_lengths_are_nearly_the_best_for_their_tangents() -> None:
    """Against a search over a fine grid of lengths: RMS miss at most 15 % above the grid's lowest, in sum."""
    values, keys = rig_channels(swaying_clip(9, frames=241)).values, np.array([0, 40, 75, 118, 160, 200, 240])
    slopes = key_slopes(values, keys)
    lengths = np.empty((len(values), 6, 2))
    tangents = slopes.in_tangents, slopes.out_tangents
    preview_lengths(values, slopes.frames, slopes.before, slopes.after, *tangents, keys, lengths)
    shares = np.linspace(0.02, 0.98, 49)
    pairs = [(a1, a2) for a1 in shares for a2 in shares if a1 + a2 <= 1.0]
    ours = best = 0.0
    for row, y in enumerate(values[:6]):
        original = CubicHermiteSpline(np.arange(len(y)), y, slopes.frames[row])
        for k in range(6):
            ends = keys[k], keys[k + 1], slopes.out_tangents[row, k], slopes.in_tangents[row, k + 1]
            ours += _root_mean_miss(original, *ends, np.array([lengths[row, k]]))[0]
            best += _root_mean_miss(original, *ends, np.array(pairs)).min()
    assert ours <= 1.15 * best


def _root_mean_miss(
    original: Any, first: int, last: int, out_slope, in_slope, pairs: np.ndarray
) -> np.ndarray:
    """RMS miss of a segment at the ten parameters, for each pair of lengths, in plain NumPy."""
    u, span = np.arange(1, 10) / 10, last - first
    a1, a2 = span * pairs[:, :1], span * pairs[:, 1:]
    b = (1 - u) ** 3, 3 * (1 - u) ** 2 * u, 3 * (1 - u) * u**2, u**3
    y0, y3 = original([first, last])
    x = b[0] * first + b[1] * (first + a1) + b[2] * (last - a2) + b[3] * last
    y = b[0] * y0 + b[1] * (y0 + a1 * out_slope) + b[2] * (y3 - a2 * in_slope) + b[3] * y3
    return np.sqrt(np.mean((y - original(x)) ** 2, axis=1))


def test_preview_lengths_beat_handles_of_a_third() -> None:
    """On smooth motion the least-squares lengths miss less than Hermite's, summed over all channels."""
    clip = swaying_clip(9, frames=241)
    values, keys = rig_channels(clip).values, random_frames(np.random.default_rng(9), 7)
    handles = fit_handles(values, keys)
    thirds = np.full(handles.lengths.shape[1:], 1.0 / 3.0)
    slopes = list(zip(values, handles.out_slopes, handles.in_slopes, handles.lengths, strict=True))
    fitted = sum(squared_frame_misses(y, out, into, keys, lengths) for y, out, into, lengths in slopes)
    plain = sum(squared_frame_misses(y, out, into, keys, thirds) for y, out, into, _ in slopes)
    assert fitted < 0.9 * plain
