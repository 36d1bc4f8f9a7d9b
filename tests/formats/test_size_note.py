"""Sizes that no unit can explain are noticed in every format."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.formats.format_samples import clip, skeleton

from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.formats.mapping.skin_weights import four_largest, weight_notes
from kinegraph.formats.registry import as_scene
from kinegraph.formats.size_note import size_note


def sized(size: float) -> Scene:
    """A clip whose character measures `size` [m] at rest."""
    scene = as_scene(clip(skeleton()))
    (note,) = size_note(scale_lengths(scene, 1e4), True)
    measured = float(note.split(" m.")[0].split()[-1]) / 1e4
    return scale_lengths(scene, size / measured)


@pytest.mark.parametrize("ending", ["glb", "usda", "json"])
def test_a_giant_gets_the_option_that_mends_it(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"giant.{ending}"
    save(sized(170.0), path)
    (note,) = [note for note in load(path).notes if "measures" in note]
    option = "`kinegraph convert --factor 0.01`" if ending == "json" else "scale=0.01"
    assert note == f"At rest the character measures 170 m. If that is a wrong unit, {option} makes it 1.7 m."
    if ending != "json":
        mended = load(path, scale=0.01)
        assert not any("measures" in note for note in mended.notes)
        assert size_note(mended, True) == ()


@pytest.mark.parametrize(
    ("size", "odd"), [(0.01, True), (0.05, False), (1.7, False), (19.0, False), (25.0, True)]
)
def test_only_implausible_sizes_are_noted(size: float, odd: bool) -> None:
    assert bool(size_note(sized(size), True)) == odd


def test_markers_fill_a_room_and_not_a_town() -> None:
    places = np.random.default_rng(3).uniform(-1.0, 1.0, (5, 4, 3))
    markers = MarkerClip(("a", "b", "c", "d"), 100.0, 20.0 * places, np.ones((5, 4), bool), np.zeros((5, 4)))
    scene = Scene(markers=(markers,))
    assert size_note(scene, False) == ()
    (note,) = size_note(Scene(markers=(replace(markers, positions=2000.0 * places),)), False)
    assert note.startswith("The markers extend over ")
    unseen = replace(markers, seen=np.zeros((5, 4), dtype=bool))
    assert size_note(Scene(markers=(unseen,)), False) == ()


def test_weights_that_do_not_sum_to_one_are_counted_and_normalized() -> None:
    weights = np.array([[0.5, 0.5, 0, 0], [2.0, 1.0, 1.0, 0], [0, 0, 0, 0], [0.2, 0.2, 0.2, 0.3]])
    assert weight_notes(weights) == [
        "1 vertices without any skin weight were bound to their skin's first joint.",
        "The skin weights of 2 vertices did not sum to one and were normalized.",
    ]
    _, found = four_largest(np.tile(np.arange(4), (4, 1)), weights)
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    np.testing.assert_allclose(found[1], [0.5, 0.25, 0.25, 0.0])
    assert weight_notes(weights[:1] * 1.005) == []
