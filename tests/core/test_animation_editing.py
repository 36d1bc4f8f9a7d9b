"""Edits of keyed motion do what they say, keep the rest, and never lose a key."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.keyed_samples import FPS, random_animation, random_curve, values_over

from kinegraph.core import animation_editing as editing
from kinegraph.core.animation import Animation, Channel, KeyTag, Property
from kinegraph.core.curves.curve import Curve
from kinegraph.core.curves.editing import with_key_at, with_keys_moved, without_keys
from kinegraph.core.errors import InvalidValue
from kinegraph.core.key_columns import with_all_columns

FRAME = 1.0 / FPS
SEEDS = range(5)


def between(animation: Animation, count: int = 400) -> np.ndarray:
    """Times from before the first key to after the last [s]."""
    return np.linspace(animation.start - 0.1, animation.end + 0.1, count)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("share", [0.02, 0.37, 0.99, 1.2])
def test_a_new_column_keeps_every_value(seed: int, share: float) -> None:
    animation = random_animation(seed)
    time = share * animation.end
    edited = editing.with_column(animation, time)
    times = between(edited)
    assert time in edited.column_times
    assert all(time in curve.times for curve in edited.curves.values())
    np.testing.assert_allclose(values_over(edited, times), values_over(animation, times), atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_column_added_and_removed_leaves_the_curves_as_they_were(seed: int) -> None:
    animation = random_animation(seed)
    time = 0.43 * animation.end
    back = editing.without_columns(editing.with_column(animation, time), [time])
    for channel, curve in animation.curves.items():
        np.testing.assert_allclose(back.curves[channel].in_handles[1:], curve.in_handles[1:], atol=1e-9)
        np.testing.assert_allclose(back.curves[channel].out_handles[:-1], curve.out_handles[:-1], atol=1e-9)
    np.testing.assert_array_equal(back.column_times, animation.column_times)
    assert back.column_tags == animation.column_tags


def test_a_moved_column_takes_every_key_and_handle_along() -> None:
    animation = random_animation(1, most=0.3)
    time, shift = float(animation.column_times[2]), 0.5 * FRAME
    edited = editing.moved_columns(animation, [time], shift)
    for channel, curve in animation.curves.items():
        moved = edited.curves[channel]
        assert moved.times[2] == pytest.approx(time + shift, abs=1e-12)
        np.testing.assert_allclose(moved.in_handles[2], curve.in_handles[2] + [shift, 0.0], atol=1e-12)
        np.testing.assert_allclose(moved.out_handles[2], curve.out_handles[2] + [shift, 0.0], atol=1e-12)
        np.testing.assert_array_equal(moved.values, curve.values)
    assert edited.column_tags == animation.column_tags
    assert edited.column_times[2] == pytest.approx(time + shift, abs=1e-12)


@pytest.mark.parametrize("shift", [100.0, -100.0])
def test_columns_dragged_past_their_neighbours_stop_a_frame_away(shift: float) -> None:
    animation = random_animation(2)
    edited = editing.moved_columns(animation, animation.column_times[2:4], shift)
    before, after = animation.column_times, edited.column_times
    gaps = np.diff(after)
    assert gaps.min() >= FRAME - 1e-12
    assert (gaps[3] if shift > 0 else gaps[1]) == pytest.approx(FRAME, abs=1e-12)
    assert gaps[2] == pytest.approx(before[3] - before[2], abs=1e-12)
    np.testing.assert_array_equal(np.delete(after, [2, 3]), np.delete(before, [2, 3]))


def test_nothing_is_moved_before_the_start() -> None:
    animation = random_animation(3)
    edited = editing.moved_columns(animation, animation.column_times, -5.0)
    np.testing.assert_array_equal(edited.column_times, animation.column_times)


def test_columns_nearer_than_a_frame_are_not_pushed_apart() -> None:
    animation = random_animation(4)
    close = editing.with_column(animation, float(animation.column_times[2]) + 0.25 * FRAME)
    edited = editing.moved_columns(close, [close.column_times[2]], 1.0)
    np.testing.assert_array_equal(edited.column_times, close.column_times)


def test_handles_that_would_leave_their_segment_are_shortened_along_their_direction() -> None:
    animation = random_animation(5, most=0.95)
    edited = editing.moved_columns(animation, [animation.column_times[3]], -100.0)
    for channel, curve in animation.curves.items():
        moved = edited.curves[channel]
        for key, side in ((2, "out_handles"), (3, "in_handles")):
            was = getattr(curve, side)[key] - [curve.times[key], curve.values[key]]
            now = getattr(moved, side)[key] - [moved.times[key], moved.values[key]]
            assert abs(now[0]) <= FRAME + 1e-9
            assert was[0] * now[1] - was[1] * now[0] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("factor", [0.8, 1.0, 2.5])
def test_retiming_all_columns_plays_the_same_curves_at_another_speed(factor: float) -> None:
    animation = random_animation(6)
    pivot = 0.0
    edited = editing.scaled_columns(animation, animation.column_times, pivot, factor)
    times = between(animation)
    np.testing.assert_allclose(
        values_over(edited, pivot + factor * (times - pivot)), values_over(animation, times), atol=1e-9
    )


@pytest.mark.parametrize("factor", [1e-6, 1e6])
def test_retiming_stops_where_columns_are_a_frame_apart(factor: float) -> None:
    animation = random_animation(7, columns=7)
    middle = animation.column_times[2:5]
    edited = editing.scaled_columns(animation, middle, float(middle[1]), factor)
    assert np.diff(edited.column_times).min() == pytest.approx(FRAME, abs=1e-12)
    np.testing.assert_array_equal(edited.column_times[[0, 1, 5, 6]], animation.column_times[[0, 1, 5, 6]])


@pytest.mark.parametrize("seed", SEEDS)
def test_removing_columns_leaves_everything_outside_the_gap(seed: int) -> None:
    animation = random_animation(seed, columns=8)
    columns = animation.column_times
    edited = editing.without_columns(animation, columns[[3, 4]])
    times = between(animation)
    outside = times[(times <= columns[2]) | (times >= columns[5])]
    np.testing.assert_array_equal(values_over(edited, outside), values_over(animation, outside))
    np.testing.assert_array_equal(edited.column_times, np.delete(columns, [3, 4]))


def test_the_last_column_cannot_be_removed() -> None:
    animation = random_animation(0)
    with pytest.raises(InvalidValue, match="at least one key"):
        editing.without_columns(animation, animation.column_times)


def test_a_curve_that_loses_its_last_key_goes() -> None:
    animation = random_animation(0, columns=3)
    edited = editing.deleted_keys(animation, [(1, key) for key in range(3)])
    assert set(animation.curves) - set(edited.curves) == {list(animation.curves)[1]}


def test_tags_change_for_the_named_columns_alone() -> None:
    animation = random_animation(0)
    edited = editing.tagged_columns(animation, animation.column_times[[1, 3]], KeyTag.DETAIL)
    for index, tag in enumerate(edited.column_tags):
        assert tag == (KeyTag.DETAIL if index in (1, 3) else animation.column_tags[index])
    assert edited.curves == animation.curves


def test_a_column_that_is_there_already_is_completed() -> None:
    animation = random_animation(0)
    time = float(animation.column_times[2])
    thinned = editing.deleted_keys(animation, [(0, 2), (4, 2)])
    edited = editing.with_column(thinned, time, KeyTag.BREAKDOWN)
    assert all(time in curve.times for curve in edited.curves.values())
    np.testing.assert_array_equal(edited.column_times, animation.column_times)
    assert edited.column_tags[2] == KeyTag.BREAKDOWN


def test_a_moved_key_leaves_its_column_with_its_tag() -> None:
    animation = editing.tagged_columns(random_animation(0), random_animation(0).column_times, KeyTag.DETAIL)
    edited = editing.moved_keys(animation, [(0, 2)], FRAME, 0.5)
    curve, moved = (next(iter(each.curves.values())) for each in (animation, edited))
    assert moved.times[2] == pytest.approx(curve.times[2] + FRAME, abs=1e-12)
    assert moved.values[2] == curve.values[2] + 0.5
    np.testing.assert_allclose(moved.out_handles[2], curve.out_handles[2] + [FRAME, 0.5], atol=1e-12)
    assert len(edited.column_times) == len(animation.column_times) + 1
    assert set(edited.column_tags) == {KeyTag.DETAIL}
    others = [list(each.curves.values())[1:] for each in (animation, edited)]
    assert others[0] == others[1]


def quaternion_channels(animation: Animation) -> list[int]:
    return [index for index, channel in enumerate(animation.curves) if channel.joint == 2]


def test_the_components_of_a_quaternion_keep_their_keys_together() -> None:
    animation = random_animation(0)
    first = quaternion_channels(animation)[0]
    moved = editing.moved_keys(animation, [(first, 2)], FRAME, 0.5)
    added = editing.with_key(animation, first, 0.5 * animation.column_times[1])
    gone = editing.deleted_keys(animation, [(first, 2)])
    for edited in (moved, added, gone):
        times = [curve.times for channel, curve in edited.curves.items() if channel.joint == 2]
        assert all(np.array_equal(other, times[0]) for other in times)
        assert not np.array_equal(times[0], animation.column_times)
    before, after = (list(each.curves.values())[first + 1].values for each in (animation, moved))
    np.testing.assert_array_equal(before, after)


def test_an_imported_animation_gets_its_columns_from_its_keys() -> None:
    rng = np.random.default_rng(0)
    bare = random_animation(0)
    curves = {
        Channel(0, Property.ROTATION, axis): random_curve(rng, np.array([0.0, 0.5, 1.0 + axis]))
        for axis in range(2)
    }
    animation = with_all_columns(Animation(bare.skeleton, FPS, curves, bare.rotation_modes))
    np.testing.assert_array_equal(animation.column_times, [0.0, 0.5, 1.0, 2.0])
    assert set(animation.column_tags) == {KeyTag.KEYPOSE}
    assert np.array_equal(editing.moved_columns(animation, [1.0], 0.5).column_times, [0.0, 0.5, 1.5, 2.0])


@pytest.mark.parametrize(
    "edit",
    [
        lambda a: editing.moved_columns(a, [0.123456], 0.1),
        lambda a: editing.moved_columns(a, [np.nan], 0.1),
        lambda a: editing.moved_columns(a, [0.0], np.nan),
        lambda a: editing.scaled_columns(a, [0.0], 0.0, -1.0),
        lambda a: editing.scaled_columns(a, [0.0], np.inf, 2.0),
        lambda a: editing.with_column(a, np.nan),
        lambda a: editing.with_column(a, -1.0),
        lambda a: editing.with_column(a, 1e9),
        lambda a: editing.with_key(a, 99, 0.1),
        lambda a: editing.with_key(a, -1, 0.1),
        lambda a: editing.moved_keys(a, [(0, 99)], 0.1, 0.0),
        lambda a: editing.moved_keys(a, [], 0.1, 0.0),
        lambda a: editing.moved_keys(a, [(0, 1)], 0.1, np.inf),
        lambda a: editing.with_handle_at(a, (0, 99), True, 0.1, 0.0),
        lambda a: editing.with_handle_at(a, (0, 1), True, np.nan, 0.0),
        lambda a: editing.with_handles_shaped(a, [(0, 1)], "wobbly"),
    ],
)
def test_impossible_edits_are_refused_in_a_sentence(edit: Callable) -> None:
    with pytest.raises(InvalidValue):
        edit(random_animation(0))


def removed_one_by_one(curve: Curve, removed: np.ndarray) -> Curve:
    """Plain reference: of each key to go, first to last, the handles around grow by the split's shares."""
    while removed.any():
        key = int(np.argmax(removed))
        keep = np.arange(len(curve)) != key
        incoming, outgoing = curve.in_handles.copy(), curve.out_handles.copy()
        if 0 < key < len(curve) - 1 and not removed[:key].any() and keep[:key].any():
            points = np.stack([curve.times, curve.values], axis=-1)
            before, after = curve.times[key] - incoming[key, 0], outgoing[key, 0] - curve.times[key]
            u = before / (before + after)
            outgoing[key - 1] = points[key - 1] + (outgoing[key - 1] - points[key - 1]) / u
            incoming[key + 1] = points[key + 1] + (incoming[key + 1] - points[key + 1]) / (1 - u)
        curve = Curve.clamped(
            curve.times[keep], curve.values[keep], incoming[keep], outgoing[keep], curve.holds[keep]
        )
        removed = removed[keep]
    return curve


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_are_removed_as_the_plain_reference_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    curve = random_curve(rng, np.cumsum(rng.uniform(0.2, 1.0, 9)), most=0.3)
    removed = np.zeros(9, dtype=np.bool_)
    removed[rng.choice(np.arange(1, 8), 3, replace=False)] = True
    fast, plain = without_keys(curve, removed), removed_one_by_one(curve, removed)
    assert fast is not None
    np.testing.assert_allclose(fast.times, plain.times, atol=0)
    times = np.linspace(fast.times[0], fast.times[-1], 200)
    np.testing.assert_allclose(fast.evaluate(times), plain.evaluate(times), atol=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_are_moved_as_the_plain_reference_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    curve = random_curve(rng, np.cumsum(rng.uniform(0.2, 1.0, 9)), most=0.95)
    times, values = np.cumsum(rng.uniform(0.05, 1.0, 9)), rng.normal(size=9)
    stretch = rng.uniform(0.2, 3.0, 9)
    moved = with_keys_moved(curve, times, values, stretch)
    keys, to = (np.stack(both, axis=-1) for both in ((curve.times, curve.values), (times, values)))
    reach = np.stack([stretch, np.ones(9)], axis=-1)
    incoming, outgoing = (to + reach * (side - keys) for side in (curve.in_handles, curve.out_handles))
    plain = Curve.clamped(times, values, incoming, outgoing, curve.holds)
    np.testing.assert_allclose(moved.in_handles, plain.in_handles, atol=1e-12)
    np.testing.assert_allclose(moved.out_handles, plain.out_handles, atol=1e-12)


def test_dense_straight_keys_thin_out_to_handles_at_the_thirds() -> None:
    curve = Curve.linear(np.arange(31) / 30.0, 2.0 * np.arange(31) / 30.0)
    removed = np.ones(31, dtype=np.bool_)
    removed[[0, 30]] = False
    left = without_keys(curve, removed)
    assert left is not None
    np.testing.assert_allclose(left.out_handles[0], [1 / 3, 2 / 3], atol=1e-9)
    np.testing.assert_allclose(left.in_handles[1], [2 / 3, 4 / 3], atol=1e-9)


def test_several_splits_taken_back_give_the_curve_there_was() -> None:
    rng = np.random.default_rng(3)
    curve = random_curve(rng, np.array([0.0, 1.0, 2.0]))
    split = curve
    for time in (0.3, 0.2, 0.7, 1.6):
        split = with_key_at(split, time)
    back = without_keys(split, ~np.isin(split.times, curve.times))
    assert back is not None
    np.testing.assert_allclose(back.out_handles[:-1], curve.out_handles[:-1], atol=1e-9)
    np.testing.assert_allclose(back.in_handles[1:], curve.in_handles[1:], atol=1e-9)


SHARES = st.floats(0.0, 1.0)
NUMBERS = st.floats(-1e3, 1e3) | st.sampled_from([1e-12, -1e-12, 1e9, -1e9])


@given(st.integers(0, 30), st.lists(st.tuples(st.integers(0, 8), SHARES, SHARES, NUMBERS), max_size=8))
def test_fuzz_edits_in_any_order_leave_an_animation_whose_columns_are_its_keys(
    seed: int, steps: list
) -> None:
    animation = random_animation(seed % 7)
    for kind, first, second, number in steps:
        columns = animation.column_times[int(first * (len(animation.column_times) - 1)) :]
        channel = int(second * (len(animation.curves) - 1))
        curve = list(animation.curves.values())[channel]
        key = (channel, int(first * (len(curve) - 1)))
        before = sum(map(len, animation.curves.values()))
        match kind:
            case 0:
                animation = editing.moved_columns(animation, columns, number)
            case 1:
                animation = editing.scaled_columns(animation, columns, number, abs(number) + 1e-3)
            case 2:
                animation = editing.with_column(animation, first * max(animation.end, 1.0))
            case 3 if len(columns) < len(animation.column_times):
                animation = editing.without_columns(animation, columns[:2])
            case 4:
                animation = editing.moved_keys(animation, [key], number, 1e-3 * number)
            case 5:
                animation = editing.with_key(animation, channel, second * max(animation.end, 1.0))
            case 6 if len(curve) > 1:
                animation = editing.deleted_keys(animation, [key])
            case 7:
                animation = editing.with_handle_at(animation, key, first > second, number, second, number > 0)
            case 8:
                animation = editing.with_handles_shaped(
                    animation, [key], ["auto", "aligned", "flat"][channel % 3]
                )
        if kind in (0, 1, 4, 7, 8):
            assert sum(map(len, animation.curves.values())) == before
        assert np.array_equal(with_all_columns(animation).column_times, animation.column_times)
