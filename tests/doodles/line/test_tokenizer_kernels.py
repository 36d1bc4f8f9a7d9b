"""The tokenizer's compiled loops beside plain twins, in one batch and in several."""

from functools import cache

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline

from kinegraph.doodles.line.teaching_kernels import elastic_distance
from kinegraph.doodles.line.tokens.stillness_kernels import (
    FROM_TIME,
    LEAST,
    LEAVING,
    MOST,
    REST,
    SECONDS,
    SHARE,
    STRIDE,
    WAY,
    first_away,
    first_rest,
    resting_place,
    still_side,
)
from kinegraph.doodles.line.tokens.tokenizer_kernels import (
    BLUNTEST,
    CLOCK,
    SHARPEST,
    SMOOTHING,
    TIME,
    knots_of,
    samples_of,
    smoothed_samples,
    stays,
    turning_points,
    walk_steps,
)

DT = 1.0 / 120.0
RNG = np.random.default_rng(11)
LINE = RNG.normal(0.0, 0.02, (200, 2)).cumsum(axis=0)
TIMES = np.sort(RNG.uniform(0.0, 3.0, 200))


def knots() -> np.ndarray:
    return knots_of(LINE, TIMES, 0, np.array([0.0, 0.0, 0.0, 0.0, -1.0]))


def test_knots_increase_in_time_and_a_silent_pen_stays() -> None:
    times = np.array([0.0, 0.01, 0.01, 0.5, 0.51])
    points = np.arange(10.0).reshape(5, 2)
    found = knots_of(points, times, 7, np.array([0.0, 0.0, 0.0, 0.0, -1.0]))
    # Point 2, at the time of point 1, is left out; until shortly before point 3 the pen stayed at point 1.
    assert found[:, 3].tolist() == [7.0, 8.0, 8.0, 10.0, 11.0]
    np.testing.assert_allclose(found[:, TIME], [0.0, 0.01, 0.5 - LEAVING, 0.5, 0.51])
    np.testing.assert_array_equal(found[2, :2], points[1])
    assert (np.diff(found[:, CLOCK]) > 0.0).all()


def test_knots_do_not_depend_on_batches() -> None:
    state = np.array([0.0, 0.0, 0.0, 0.0, -1.0])
    parts = [knots_of(LINE[a:b], TIMES[a:b], a, state) for a, b in ((0, 3), (3, 90), (90, 200))]
    np.testing.assert_array_equal(np.concatenate(parts), knots())


def test_samples_lie_on_cubics_with_limited_slopes() -> None:
    rows = knots()
    last = len(rows) - 2
    found = samples_of(rows, 0, last, np.zeros(1), DT)
    clock = np.arange(len(found)) * DT
    for axis in range(2):
        values, expected = rows[:, axis], np.empty(len(found))
        for n, due in enumerate(clock):
            k = int(np.searchsorted(rows[:, CLOCK], due, side="right")) - 1
            ends, span = rows[[k, k + 1], CLOCK], rows[k + 1, CLOCK] - rows[k, CLOCK]
            low, high = max(k - 1, 0), min(k + 2, len(rows) - 1)
            slopes = [
                (values[k + 1] - values[low]) / (rows[k + 1, CLOCK] - rows[low, CLOCK]),
                (values[high] - values[k]) / (rows[high, CLOCK] - rows[k, CLOCK]),
            ]
            most = 3.0 * abs(values[k + 1] - values[k]) / span
            expected[n] = CubicHermiteSpline(ends, values[[k, k + 1]], np.clip(slopes, -most, most))(due)
        np.testing.assert_allclose(found[:, axis], expected, atol=1e-12)


def test_smoothing_is_a_bell_as_wide_as_the_pen_is_slow() -> None:
    samples = samples_of(knots(), 0, 150, np.zeros(1), DT)
    found, blur = smoothed_samples(samples, 0, len(samples), DT, 0.02), 0.02
    for k in range(0, len(samples), 7):
        low, high = max(k - 3, 0), min(k + 3, len(samples) - 1)
        there, back = samples[high, :2] - samples[k, :2], samples[k, :2] - samples[low, :2]
        way = max(np.hypot(*there) + np.hypot(*back), 1e-12)
        spread = np.clip(blur * (high - low) * DT / way, SHARPEST, BLUNTEST)
        around = np.arange(k - SMOOTHING, k + SMOOTHING + 1)
        weights = np.exp(-0.5 * ((around - k) * DT / spread) ** 2)
        held = samples[np.clip(around, 0, len(samples) - 1), :2]
        np.testing.assert_allclose(found[k, :2], weights @ held / weights.sum(), atol=1e-12)


def test_vertices_are_a_step_apart_however_samples_arrive() -> None:
    samples = np.column_stack([LINE, TIMES, np.arange(200.0)])
    anchor, previous = samples[0].copy(), samples[0].copy()
    whole = walk_steps(anchor, previous, samples, 0.03)
    chain = np.concatenate([samples[:1], whole])
    np.testing.assert_allclose(np.linalg.norm(np.diff(chain[:, :2], axis=0), axis=1), 0.03, atol=1e-12)
    places = np.stack([np.interp(whole[:, 3], samples[:, 3], LINE[:, axis]) for axis in range(2)], axis=1)
    np.testing.assert_allclose(whole[:, :2], places, atol=1e-12)  # all of them are on the line
    anchor, previous = samples[0].copy(), samples[0].copy()
    parts = [walk_steps(anchor, previous, samples[a:b], 0.03) for a, b in ((0, 5), (5, 111), (111, 200))]
    np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_a_vertical_turn_counts_once_the_line_has_come_back() -> None:
    heights = LINE[:, 1]
    found = turning_points(heights, 0, np.zeros(5), 0.05)
    expected, way, best, low, high = [], 0, 0, 0, 0
    for k, height in enumerate(heights):
        if not way:
            low, high = min((low, k), key=lambda n: heights[n]), max((high, k), key=lambda n: heights[n])
            if height - heights[low] >= 0.05:
                way, best = 1, k
            elif heights[high] - height >= 0.05:
                way, best = -1, k
        elif way * (height - heights[best]) >= 0.0:
            best = k
        elif way * (heights[best] - height) >= 0.05:
            expected.append((best, way))
            way, best = -way, k
    assert len(expected) > 3
    assert [(int(vertex), int(side)) for vertex, side in found] == expected


def test_a_stay_is_long_by_itself_and_beside_its_neighbours() -> None:
    steps = np.full(40, 0.01)
    steps[20] = 0.2
    times = np.concatenate([[0.0], steps.cumsum()])
    found = stays(times, 0, 40, 0.12, 6, 4.0)
    assert found[:-1, 0].tolist() == [20.0]
    assert found[0, 1] == pytest.approx(0.2)
    assert found[0, 2] == pytest.approx(times[21] - 0.01)  # it leaves a usual step before its next vertex
    steps[:20], steps[20], steps[21:] = 0.05, 0.13, 0.05  # not much slower than the steps around it
    assert len(stays(np.concatenate([[0.0], steps.cumsum()]), 0, 40, 0.12, 6, 4.0)) == 1


def limits_of_rest() -> np.ndarray:
    limits = np.zeros(5)
    limits[[REST, LEAST, MOST, SHARE, STRIDE]] = 0.5, 0.04, 0.08, 0.1, 0.1
    return limits


def fresh_pace() -> np.ndarray:
    pace = np.zeros(5)
    pace[[FROM_TIME, WAY, SECONDS]] = -np.inf, 1.0, 1.0
    return pace


def pen_rows(places: np.ndarray, rate: float = 50.0) -> np.ndarray:
    return np.column_stack([places, np.arange(len(places)) / rate])


def test_a_rest_begins_where_the_box_about_the_pen_is_last_entered() -> None:
    way = np.linspace([0.0, 0.0], [1.0, 0.5], 30)
    rows = pen_rows(np.concatenate([way, np.tile(way[-1], (60, 1)), way[-1] + way[1:]]))
    limits, pace = limits_of_rest(), fresh_pace()
    end, begin, drawn = first_rest(rows, 0, 0, pace, limits)
    side = still_side(pace, limits)
    boxes = [np.ptp(rows[k:end, :2], axis=0).max() for k in range(end)]
    assert begin == next(k for k in range(end) if boxes[k] <= side)
    # It had rested before the first row whose time is half a second, and LEAVING, after it came there.
    lay = rows[:, 2] - LEAVING - rows[29, 2]
    assert end == pytest.approx(np.argmax(lay >= limits[REST]), abs=1)
    assert begin <= drawn < end
    assert resting_place(rows[begin:end], rows[end, 2])[:2] == pytest.approx(tuple(way[-1]))


def test_rests_do_not_depend_on_batches() -> None:
    noise = np.random.default_rng(5).uniform(-0.012, 0.012, (80, 2))
    places = np.concatenate([LINE[:60], LINE[60] + noise, LINE[60:90] + 0.3])
    rows, limits, pace = pen_rows(places), limits_of_rest(), fresh_pace()
    whole = first_rest(rows, 0, 0, pace, limits)
    assert whole[0] < len(rows)
    near, passed, drawn, pace = rows[:0], 0, 0, fresh_pace()
    while True:
        known = len(near)
        near = np.concatenate([near, rows[passed : passed + 1]])
        end, begin, drawn = first_rest(near, known, drawn, pace, limits)
        if end < len(near):
            break
        near, drawn, passed = near[begin:], drawn - begin, passed + 1
    first = passed - known
    assert whole == (first + end, first + begin, first + drawn)


@pytest.mark.parametrize("spread", [0.004, 0.012])
def test_a_hand_that_trembles_rests_and_one_that_only_pauses_does_not(spread: float) -> None:
    noise = np.random.default_rng(3).uniform(-spread, spread, (200, 2))
    way = np.linspace([0.0, 0.0], [1.0, 0.0], 25)
    for still, rested in ((15, False), (45, True)):
        places = np.concatenate([way, np.tile(way[-1], (still, 1)), way[-1] + way[1:]])
        rows = pen_rows(places + noise[: len(places)])
        assert (first_rest(rows, 0, 0, fresh_pace(), limits_of_rest())[0] < len(rows)) == rested


def test_a_pen_has_left_where_it_is_far_from_its_place() -> None:
    rows = pen_rows(np.array([[0.0, 0.0], [0.02, 0.0], [0.0, 0.01], [0.04, 0.0], [0.2, 0.0], [0.0, 0.0]]))
    assert first_away(rows, 0.0, 0.0, 0.015, 0.1) == (4, 2)
    assert first_away(rows[:4], 0.0, 0.0, 0.015, 0.1) == (4, 2)


def test_elastic_distance_is_the_cheapest_way_of_running_along_both() -> None:
    one, other, band = RNG.normal(size=(9, 3)), RNG.normal(size=(9, 3)), 3

    @cache
    def cheapest(i: int, j: int) -> float:
        if abs(i - j) > band or min(i, j) < 0:
            return np.inf
        before = 0.0 if i == j == 0 else min(cheapest(i - 1, j - 1), cheapest(i - 1, j), cheapest(i, j - 1))
        return float(np.linalg.norm(one[i] - other[j])) + before

    assert elastic_distance(one, other, band) == pytest.approx(cheapest(8, 8) / 9)
    assert elastic_distance(one, one, band) == 0.0
