"""Temporal keys: the path keeps its shape beyond the neighbouring keys, and follows the key between them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinegraph.core.errors import InvalidValue
from kinegraph.perform.performances.layer_editing import shifted, stretched
from kinegraph.perform.performances.layers import Layer, Switch
from kinegraph.perform.performances.temporal_keys import (
    delete_key,
    insert_key,
    move_key,
    smooth_around_key,
)


def a_layer(seed: int = 5) -> Layer:
    """An uneven hand over two seconds."""
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.uniform(0.01, 0.04, 80))
    times = 2.0 * (times - times[0]) / (times[-1] - times[0])
    path = np.cumsum(rng.normal(0.0, 0.02, (80, 3)), axis=0)
    return Layer("take 1", "wave", times, path, (Switch(1.2, "other"),))


def keyed(*times: float) -> Layer:
    layer = a_layer()
    for time in times:
        layer = insert_key(layer, time)
    return layer


def test_inserting_a_key_does_not_change_where_the_path_goes() -> None:
    layer, moments = a_layer(), np.linspace(-0.1, 2.1, 500)
    with_keys = keyed(1.5, 0.5, 1.0)
    assert with_keys.keys == (0.5, 1.0, 1.5)
    np.testing.assert_allclose(with_keys.at(moments), layer.at(moments), atol=1e-12)


@given(
    st.floats(0.51, 1.49),
    st.tuples(*[st.floats(-0.5, 0.5)] * 3),
    st.integers(0, 20),
)
@settings(max_examples=40, deadline=None)
def test_a_moved_key_goes_all_the_way_and_its_neighbours_stay(time: float, shift: tuple, seed: int) -> None:
    layer = insert_key(insert_key(insert_key(a_layer(seed), 0.5), 1.5), time)
    moved = move_key(layer, time, np.array(shift))
    np.testing.assert_allclose(moved.at([time])[0], layer.at([time])[0] + shift, atol=1e-9)
    outside = np.concatenate([np.linspace(0.0, 0.5, 50), np.linspace(1.5, 2.0, 50)])
    np.testing.assert_allclose(moved.at(outside), layer.at(outside), atol=1e-9)
    between = moved.displacements - layer.displacements
    assert (np.linalg.norm(between, axis=1) <= np.linalg.norm(shift) + 1e-9).all()


def test_a_key_at_the_start_takes_the_start_along() -> None:
    layer = keyed(0.0, 1.0)
    moved = move_key(layer, 0.0, np.array([0.1, 0.0, 0.0]))
    np.testing.assert_allclose(moved.displacements[0] - layer.displacements[0], [0.1, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(moved.at([1.0]), layer.at([1.0]), atol=1e-12)


@pytest.mark.parametrize("seconds", [0.3, -0.3, 5.0, -5.0])
def test_a_later_key_has_its_place_later_and_never_passes_its_neighbours(seconds: float) -> None:
    layer = keyed(0.5, 1.0, 1.5)
    later = move_key(layer, 1.0, np.zeros(3), seconds)
    assert 0.5 < later.keys[1] < 1.5
    if abs(seconds) < 0.5:
        assert abs(later.keys[1] - 1.0 - seconds) < 1e-9
    np.testing.assert_allclose(later.at([later.keys[1]]), layer.at([1.0]), atol=1e-9)
    assert (np.diff(later.times) > 0).all()
    assert (later.start, later.end) == (layer.start, layer.end)


def test_smoothing_calms_the_path_between_the_neighbours_alone() -> None:
    layer = keyed(0.5, 1.0, 1.5)
    calm = smooth_around_key(layer, 1.0, 0.2)

    def roughness(each: Layer) -> float:
        inside = each.displacements[(each.times > 0.5) & (each.times < 1.5)]
        return float(np.abs(np.diff(inside, n=2, axis=0)).sum())

    assert roughness(calm) < 0.5 * roughness(layer)
    outside = (layer.times <= 0.5) | (layer.times >= 1.5)
    np.testing.assert_array_equal(calm.displacements[outside], layer.displacements[outside])


def test_keys_go_along_with_their_layer() -> None:
    layer = keyed(0.5, 1.0)
    assert shifted(layer, 0.25).keys == (0.75, 1.25)
    assert stretched(layer, 2.0).keys == (1.0, 2.0)
    assert delete_key(layer, 0.5).keys == (1.0,)


def test_impossible_keys_are_refused_in_a_sentence() -> None:
    layer = keyed(0.5)
    for wrong, sentence in (
        (lambda: insert_key(layer, 2.5), "lies between 0 s and 2 s"),
        (lambda: insert_key(layer, float("nan")), "lies between"),
        (lambda: insert_key(layer, 0.501), "has a temporal key at 0.501 s already"),
        (lambda: delete_key(layer, 1.0), "has no temporal key at 1 s"),
        (lambda: move_key(keyed(0.0), 0.0, np.zeros(3), 0.2), "stays at its time"),
        (lambda: move_key(layer, 0.5, np.zeros(3), float("nan")), "finite time"),
    ):
        with pytest.raises(InvalidValue, match=sentence):
            wrong()
