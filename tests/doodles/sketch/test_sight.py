"""The sight: the network against a plain one, and what it sees in drawings that it was not fitted on."""

from functools import cache

import numpy as np
import pytest
from benchmarks.synthetic.quick.drawing import QuickDrawing, quick_drawing
from hypothesis import given, settings
from hypothesis import strategies as st

from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw
from kinegraph.doodles.sketch.drawing import read_drawing
from kinegraph.doodles.sketch.sight.network import Image, Layer, load_layers, run_network
from kinegraph.doodles.sketch.sight.picture import CELLS, draw_picture, find_frame
from kinegraph.doodles.sketch.sight.sight import KINDS, PLACES, Sight, look_at

FRESH = 5_000_000  # the weights were fitted on seeds from 1,000,000 to 1,400,000


@cache
def _seen(seed: int) -> tuple[QuickDrawing, tuple[Stroke, ...], Sight]:
    drawing = quick_drawing(seed)
    strokes = tuple(stroke_from_raw(line) for line in drawing.lines)
    return drawing, strokes, look_at(strokes)


def _plain(image: Image, layer: Layer, step: int = 1) -> np.ndarray:
    """Sums over 3 by 3 cells, cell by cell."""
    channels, rows, columns = image.shape
    weights = layer.weights.reshape(-1, channels, 3, 3)
    result = np.zeros((len(weights), rows // step, columns // step))
    for row in range(0, rows, step):
        for column in range(0, columns, step):
            total = layer.bias[:, 0].astype(float)
            for down in range(3):
                for right in range(3):
                    y, x = row + down - 1, column + right - 1
                    if 0 <= y < rows and 0 <= x < columns:
                        total = total + weights[:, :, down, right] @ image[:, y, x]
            result[:, row // step, column // step] = np.maximum(total, 0.0)
    return result


def test_the_network_is_that_of_plain_sums() -> None:
    layers = load_layers()
    picture = np.random.default_rng(3).random((3, 32, 32)).astype(np.float32)

    def halve(image: np.ndarray) -> np.ndarray:
        return np.max([image[:, y::2, x::2] for y in (0, 1) for x in (0, 1)], axis=0)

    def double(image: np.ndarray) -> np.ndarray:
        return np.kron(image, np.ones((1, 2, 2)))

    first = _plain(_plain(picture, layers["c0"], 2), layers["c1"])
    second = _plain(_plain(halve(first), layers["c2"]), layers["c3"])
    third = _plain(_plain(halve(second), layers["c4"]), layers["c5"])
    fourth = _plain(_plain(halve(third), layers["c6"]), layers["c7"])
    grown = _plain(np.concatenate([double(fourth), third]), layers["d0"])
    grown = _plain(np.concatenate([double(grown), second]), layers["d1"])
    grown = _plain(np.concatenate([double(grown), first]), layers["d2"])
    maps = np.einsum("oc,cyx->oyx", layers["maps"].weights, grown) + layers["maps"].bias[:, :, None]
    whole = np.concatenate([fourth.mean(axis=(1, 2)), fourth.max(axis=(1, 2))])
    shown = layers["kind"].weights @ whole + layers["kind"].bias[:, 0]
    found_maps, found = run_network(picture)
    assert found_maps.shape == (len(PLACES), 16, 16)
    assert np.abs(found_maps - maps).max() < 1e-3
    assert np.abs(found - shown).max() < 1e-3


def test_most_fresh_drawings_are_of_the_kind_that_was_drawn() -> None:
    right = 0
    for seed in range(FRESH, FRESH + 60):
        drawing, _, sight = _seen(seed)
        right += max(KINDS, key=lambda kind: sight.kinds[kind]) == drawing.kind
    assert right >= 54


def test_most_places_of_fresh_drawings_are_within_a_tenth_of_the_size() -> None:
    near = []
    for seed in range(FRESH, FRESH + 60):
        drawing, strokes, sight = _seen(seed)
        size = float(np.ptp(np.concatenate([stroke.points for stroke in strokes]), axis=0).max())
        near += [np.linalg.norm(sight.places[name] - at) < 0.1 * size for name, at in drawing.places.items()]
    assert np.mean(near) > 0.93


def test_order_and_direction_of_strokes_change_nothing() -> None:
    _, strokes, sight = _seen(FRESH)
    back = tuple(stroke_from_raw(stroke.points[::-1]) for stroke in strokes[::-1])
    again = look_at(back)
    for name in PLACES:
        np.testing.assert_allclose(again.places[name], sight.places[name], atol=1e-3)
    assert again.kinds == pytest.approx(sight.kinds, abs=1e-3)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_every_stroke_that_was_drawn_keeps_a_label(seed: int) -> None:
    _, strokes, _ = _seen(FRESH + seed)
    reading = read_drawing(strokes)
    assert len(reading.labels) == len(strokes)
    assert reading.kind is None or all(reading.labels)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_a_drawing_that_does_not_wake_says_why(seed: int) -> None:
    _, strokes, _ = _seen(FRESH + seed)
    reading = read_drawing(strokes)
    assert reading.kind or reading.doubts or reading.missing


def test_a_line_leaves_ink_along_it_and_ends_at_both_ends() -> None:
    line = np.array([[0.0, 0.0], [2.0, 1.0]])
    picture = draw_picture([line])
    origin, cell = find_frame([line])
    rows, columns = np.nonzero(picture[0] > 0.3)
    places = origin + cell * np.stack([columns, rows], axis=1)
    away = np.abs(places @ np.array([1.0, -2.0])) / np.sqrt(5.0)
    assert away.max() < 1.5 * cell
    assert np.ptp(columns) >= CELLS - 10
    assert picture[1].sum() == pytest.approx(2.0)
