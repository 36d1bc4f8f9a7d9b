"""Curves: exact at keys, the right root of the time cubic, slopes, and edits that keep the shape."""

from collections.abc import Callable
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kinegraph.core.curves.curve import Curve
from kinegraph.core.curves.editing import with_key_at
from kinegraph.core.curves.evaluation_kernels import parameter_at
from kinegraph.core.errors import InvalidValue

shares = st.one_of(st.sampled_from([0.0, 1.0, 1e-12, 1 - 1e-12, 1 / 3, 0.5]), st.floats(0.0, 1.0))
values = st.floats(-100.0, 100.0)


@st.composite
def curves(draw: Callable, least: int = 1, most: int = 5) -> Curve:
    """Handles anywhere in their segments, zero length and full length included, some segments held."""
    count = draw(st.integers(least, most))
    gaps = draw(st.lists(st.floats(0.05, 3.0), min_size=count, max_size=count))
    times = np.cumsum(gaps) - draw(st.floats(0.0, 5.0))
    keys = np.array(draw(st.lists(values, min_size=count, max_size=count)))
    incoming, outgoing = np.stack([times, keys], axis=-1), np.stack([times, keys], axis=-1)
    for k in range(count - 1):
        span = times[k + 1] - times[k]
        outgoing[k] = [
            min(times[k] + draw(shares) * span, times[k + 1]),
            draw(st.one_of(st.just(keys[k]), values)),
        ]
        incoming[k + 1] = [
            min(times[k] + draw(shares) * span, times[k + 1]),
            draw(st.one_of(st.just(keys[k + 1]), values)),
        ]
    holds = np.array(draw(st.lists(st.sampled_from([False] * 4 + [True]), min_size=count, max_size=count)))
    return Curve(times, keys, incoming, outgoing, holds)


def high_precision_range(curve: Curve, time: float) -> tuple[float, float]:
    """The least and greatest value over the times that doubles cannot tell from `time`, by bisection in
    60 digits. A range, because where the time cubic is level the value is that sensitive to the time."""
    k = int(np.searchsorted(curve.times, time, side="right")) - 1
    with localcontext() as context:
        context.prec = 60
        xs = [
            Decimal(float(x)) for x in (curve.times[k], curve.out_handles[k, 0], curve.in_handles[k + 1, 0])
        ]
        xs.append(Decimal(float(curve.times[k + 1])))
        xs[1:3] = [min(max(x, xs[0]), xs[3]) for x in xs[1:3]]
        ys = [
            Decimal(float(y)) for y in (curve.values[k], curve.out_handles[k, 1], curve.in_handles[k + 1, 1])
        ]
        ys.append(Decimal(float(curve.values[k + 1])))
        slack = Decimal("4e-16") * (abs(xs[0]) + abs(xs[3]) + (xs[3] - xs[0]))
        ends = [_decimal_root(xs, Decimal(time) + side * slack) for side in (-1, 1)]
        middles = [ends[0] + (ends[1] - ends[0]) * i / 16 for i in range(17)]
        found = [float(_decimal_bezier(ys, u)) for u in middles]
    return min(found), max(found)


def _decimal_bezier(p: list[Decimal], u: Decimal) -> Decimal:
    v = 1 - u
    return v * v * v * p[0] + 3 * v * v * u * p[1] + 3 * v * u * u * p[2] + u * u * u * p[3]


def _decimal_root(xs: list[Decimal], x: Decimal) -> Decimal:
    low, high = Decimal(0), Decimal(1)
    for _ in range(120):
        middle = (low + high) / 2
        low, high = (middle, high) if _decimal_bezier(xs, middle) < x else (low, middle)
    return low


@given(curves())
def test_a_curve_passes_through_its_keys_exactly(curve: Curve) -> None:
    np.testing.assert_array_equal(curve.evaluate(curve.times), curve.values)


@given(curves(), st.floats(1e-9, 1e6))
def test_a_curve_is_constant_outside_its_keys(curve: Curve, distance: float) -> None:
    outside = curve.evaluate([curve.times[0] - distance, curve.times[-1] + distance])
    np.testing.assert_array_equal(outside, [curve.values[0], curve.values[-1]])


@given(curves(least=2, most=2), st.floats(0.0, 1.0))
def test_values_agree_with_a_high_precision_bisection(curve: Curve, share: float) -> None:
    time = float(curve.times[0] + share * (curve.times[1] - curve.times[0]))
    assume(curve.times[0] < time < curve.times[1] and not curve.holds[0])
    least, most = high_precision_range(curve, time)
    slack = 1e-13 * (1.0 + np.abs(curve.out_handles).max() + np.abs(curve.in_handles).max())
    assert least - slack <= curve.evaluate(time) <= most + slack


@given(shares, shares, shares)
def test_the_parameter_solves_time_to_the_last_bits(x1: float, x2: float, x: float) -> None:
    u = parameter_at(x1, x2, x)
    assert 0.0 <= u <= 1.0
    with localcontext() as context:
        context.prec = 60
        back = _decimal_bezier([Decimal(0), Decimal(x1), Decimal(x2), Decimal(1)], Decimal(u))
    assert abs(float(back) - x) <= 3e-15


@given(shares, shares)
def test_the_parameter_grows_with_time(x1: float, x2: float) -> None:
    u = np.array([parameter_at(x1, x2, x) for x in np.linspace(0, 1, 101)])
    assert (np.diff(u) >= 0).all()
    assert (u[0], u[-1]) == (0.0, 1.0)


@pytest.mark.parametrize("x", [1e-30, 1e-18, 1e-9])
def test_the_parameter_keeps_its_precision_beside_a_key_with_no_handle(x: float) -> None:
    assert parameter_at(0.0, 0.5, x) == pytest.approx(np.sqrt(x / 1.5), rel=1e-4)
    assert parameter_at(0.0, 0.0, x) == pytest.approx(np.cbrt(x), rel=1e-12)


@given(curves(least=2), st.floats(0.02, 0.98))
def test_slopes_agree_with_finite_differences(curve: Curve, share: float) -> None:
    k = int(share * (len(curve) - 1))
    span = curve.times[k + 1] - curve.times[k]
    time, step = curve.times[k] + share * span, 1e-6 * span
    nearby = curve.slopes([time - step, time, time + step])
    assume(curve.times[k] < time - step and time + step < curve.times[k + 1])
    # Where the slope itself changes over the step by much, a difference says little about it.
    assume(np.ptp(nearby) <= 1e-3 * (1.0 + abs(nearby[0])))
    difference = (curve.evaluate(time + step) - curve.evaluate(time - step)) / (2 * step)
    assert curve.slopes(time) == pytest.approx(difference, rel=1e-2, abs=1e-6 * 300 / span)


@given(curves())
def test_slopes_are_always_finite(curve: Curve) -> None:
    times = np.concatenate([curve.times, np.linspace(curve.times[0] - 1, curve.times[-1] + 1, 50)])
    assert np.isfinite(curve.slopes(times)).all()


def one_segment(out_handle: tuple[float, float], in_handle: tuple[float, float]) -> Curve:
    """From (0, 0) to (2, 1)."""
    return Curve([0.0, 2.0], [0.0, 1.0], [[0, 0], in_handle], [out_handle, [2, 1]], np.zeros(2, bool))


def test_the_slope_at_a_key_is_that_of_its_handle() -> None:
    curve = one_segment((0.5, 1.0), (1.5, 0.0))
    np.testing.assert_allclose(curve.slopes([0.0, 2.0]), [2.0, 2.0], atol=1e-15)


def test_the_slope_at_a_key_without_a_handle_points_at_the_next_handle() -> None:
    np.testing.assert_allclose(one_segment((0.0, 0.0), (1.0, 3.0)).slopes(0.0), 3.0, atol=1e-15)
    np.testing.assert_allclose(one_segment((1.0, 3.0), (2.0, 1.0)).slopes(2.0), -2.0, atol=1e-15)


def test_a_segment_without_handles_is_straight() -> None:
    curve = one_segment((0.0, 0.0), (2.0, 1.0))
    times = np.linspace(0.0, 2.0, 33)
    np.testing.assert_allclose(curve.evaluate(times), times / 2, atol=1e-15)
    np.testing.assert_allclose(curve.slopes(times), 0.5, atol=1e-9)


def test_a_vertical_handle_gives_a_large_but_finite_slope() -> None:
    assert 1e6 < one_segment((0.0, 1.0), (2.0, 1.0)).slopes(0.0) < 1e12


def test_handles_that_meet_the_other_key_make_an_s_with_a_vertical_middle() -> None:
    curve = one_segment((2.0, 0.0), (0.0, 1.0))
    np.testing.assert_allclose(curve.evaluate([0.5, 1.0, 1.5]).sum(), 1.5, atol=1e-5)
    assert curve.evaluate(1.0) == pytest.approx(0.5, abs=1e-5)
    assert curve.slopes(1.0) > 1e2


def test_one_key_is_constant_with_no_slope() -> None:
    curve = Curve.linear([1.0], [5.0])
    np.testing.assert_array_equal(curve.evaluate([-1.0, 1.0, 9.0]), 5.0)
    np.testing.assert_array_equal(curve.slopes([-1.0, 1.0, 9.0]), 0.0)


def test_a_held_segment_stays_and_then_jumps() -> None:
    curve = Curve.stepped([0.0, 1.0, 2.0], [3.0, 7.0, 5.0])
    np.testing.assert_array_equal(curve.evaluate([0.0, 0.999999999, 1.0, 1.5, 2.0, 3.0]), [3, 3, 7, 7, 5, 5])
    np.testing.assert_array_equal(curve.slopes([0.5, 1.0]), 0.0)


def test_linear_is_straight_between_keys() -> None:
    times = np.linspace(-1, 3, 50)
    curve = Curve.linear([0.0, 0.3, 2.0], [1.0, -1.0, 4.0])
    np.testing.assert_allclose(curve.evaluate(times), np.interp(times, curve.times, curve.values), atol=1e-14)


def test_hermite_agrees_with_scipy() -> None:
    from scipy.interpolate import CubicHermiteSpline

    rng = np.random.default_rng(1)
    times, points, rates = np.cumsum(rng.uniform(0.1, 1, 6)), rng.normal(size=6), rng.normal(size=6)
    spline = CubicHermiteSpline(times, points, rates)
    curve = Curve.hermite(times, points, rates, rates)
    wanted = np.linspace(times[0], times[-1], 200)
    np.testing.assert_allclose(curve.evaluate(wanted), spline(wanted), atol=1e-13)
    np.testing.assert_allclose(curve.slopes(wanted), spline(wanted, 1), atol=1e-12)


@pytest.mark.parametrize("shape", [(), (3,), (2, 4), (0,)])
def test_values_have_the_shape_of_the_times(shape: tuple) -> None:
    curve = Curve.linear([0.0, 1.0], [0.0, 1.0])
    assert curve.evaluate(np.zeros(shape)).shape == shape
    assert curve.slopes(np.zeros(shape)).shape == shape


@given(curves(), st.floats(-0.3, 1.3))
def test_an_inserted_key_changes_no_value(curve: Curve, share: float) -> None:
    length = curve.times[-1] - curve.times[0] + 0.1
    time = float(curve.times[0] + share * length)
    split = with_key_at(curve, time)
    assert time in split.times
    wanted = np.linspace(curve.times[0] - 0.5 * length, curve.times[-1] + 0.5 * length, 80)
    # Compare as graphs: where the curve is nearly vertical, values an ulp of time apart differ widely.
    slack = 1e-9 * (1.0 + np.abs(curve.slopes(wanted)))
    assert (
        np.abs(split.evaluate(wanted) - curve.evaluate(wanted)) <= slack + 3e-4 * _vertical(curve, wanted)
    ).all()


def _vertical(curve: Curve, times: np.ndarray) -> np.ndarray:
    """Whether the curve is about vertical near a time."""
    span = np.diff(curve.times).min(initial=1.0)
    near = [np.abs(curve.slopes(times + d * span)) for d in (-1e-4, 0.0, 1e-4)]
    return np.max(near, axis=0) * span > 1e3


def test_inserting_a_key_where_one_is_returns_the_curve() -> None:
    curve = Curve.linear([0.0, 1.0], [0.0, 1.0])
    assert with_key_at(curve, 1.0) is curve


def test_inserting_keys_everywhere_keeps_a_smooth_curve_to_rounding() -> None:
    curve = one_segment((0.9, 1.5), (0.8, -2.0))
    split = curve
    for time in np.random.default_rng(2).uniform(0.0, 2.0, 40):
        split = with_key_at(split, float(time))
    wanted = np.linspace(0, 2, 500)
    np.testing.assert_allclose(split.evaluate(wanted), curve.evaluate(wanted), atol=1e-12)
    np.testing.assert_allclose(split.slopes(wanted[1:-1]), curve.slopes(wanted[1:-1]), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("time", [0.2, 0.9, 1.0, 1.1, 1.9])
def test_overlapping_handles_cost_at_most_one_key_more(time: float) -> None:
    curve = one_segment((2.0, 0.3), (0.0, 0.7))
    split = with_key_at(curve, time)
    assert len(split) - len(curve) <= 2
    wanted = np.linspace(0, 2, 500)
    wanted = wanted[np.abs(wanted - 1.0) > 1e-2]  # vertical there
    np.testing.assert_allclose(split.evaluate(wanted), curve.evaluate(wanted), atol=1e-12)


def test_a_key_inserted_into_a_hold_holds() -> None:
    split = with_key_at(Curve.stepped([0.0, 2.0], [3.0, 7.0]), 1.0)
    np.testing.assert_array_equal(split.evaluate([0.5, 1.0, 1.9, 2.0]), [3, 3, 3, 7])


def test_a_key_cannot_be_inserted_at_no_time() -> None:
    with pytest.raises(InvalidValue, match="finite"):
        with_key_at(Curve.linear([0.0], [0.0]), np.nan)


handles = st.lists(st.tuples(st.floats(-20.0, 20.0), values), min_size=3, max_size=3)


@given(handles, handles)
def test_clamped_handles_lie_inside_along_their_own_direction(
    incoming: list[tuple], outgoing: list[tuple]
) -> None:
    times, keys = np.array([0.0, 1.0, 2.5]), np.array([1.0, -2.0, 4.0])
    curve = Curve.clamped(times, keys, incoming, outgoing)  # would raise if a handle left its segment
    points = np.stack([times, keys], axis=-1)
    for given_handles, kept in ((outgoing, curve.out_handles), (incoming, curve.in_handles)):
        wanted, got = np.array(given_handles) - points, kept - points
        cross = wanted[:, 0] * got[:, 1] - wanted[:, 1] * got[:, 0]
        np.testing.assert_allclose(cross, 0.0, atol=1e-9)
        assert (np.abs(got) <= np.abs(wanted) + 1e-12).all()


def test_clamping_shortens_only_what_is_too_long() -> None:
    curve = Curve.clamped([0.0, 1.0], [0.0, 0.0], [[0, 0], [0.5, 3.0]], [[2.0, 4.0], [1, 0]])
    np.testing.assert_allclose(curve.out_handles[0], [1.0, 2.0], atol=1e-15)
    np.testing.assert_array_equal(curve.in_handles[1], [0.5, 3.0])


def test_a_handle_that_points_back_in_time_shrinks_to_its_key() -> None:
    curve = Curve.clamped([0.0, 1.0], [0.0, 5.0], [[0, 0], [1.5, 3.0]], [[-1.0, 4.0], [1, 0]])
    np.testing.assert_array_equal(curve.out_handles[0], [0.0, 0.0])
    np.testing.assert_array_equal(curve.in_handles[1], [1.0, 5.0])


@pytest.mark.parametrize(
    ("times", "out_handle", "message"),
    [
        ([], [], "at least one"),
        ([1.0, 1.0], [[1, 0], [1, 0]], "increase"),
        ([0.0, 1.0], [[2, 0], [1, 0]], "leaves"),
    ],
)
def test_an_impossible_curve_is_refused(times: list, out_handle: list, message: str) -> None:
    count = len(times)
    points = np.zeros((count, 2)) + np.reshape(times, (-1, 1))
    with pytest.raises(InvalidValue, match=message):
        Curve(times, np.zeros(count), points, np.reshape(out_handle, (-1, 2)), np.zeros(count, dtype=bool))


def test_a_curve_cannot_be_evaluated_at_no_time() -> None:
    with pytest.raises(InvalidValue, match="finite"):
        Curve.linear([0.0], [0.0]).evaluate(np.nan)
