"""Several animations on one creature: layers over each other, queues one after the other."""

import numpy as np
import pytest
from creature_scenes import add, clip, make, play, refused
from page_client import PageClient
from perform_scenes import done


@pytest.fixture
def page(creature_page: PageClient) -> PageClient:
    return creature_page


def _layers(page: PageClient, motion: str, *layers: dict, **fields: object) -> None:
    done(page, "SetLayers", motions=[motion], layers=layers, **fields)


def test_a_layer_moves_other_parts_and_leaves_the_first_animation(page: PageClient) -> None:
    id = make(page, "biped", 3)
    nod, wave = add(page, "nod"), add(page, "wave")
    (motion,) = play(page, nod, id)
    alone = clip(page, motion)["rotations"]
    _layers(page, motion, {"animation": wave, "start": 0.2, "seconds": 1.2, "fade": 0.1})
    both = clip(page, motion)["rotations"]
    frames = min(len(alone), len(both))
    early = round(0.2 * 60)
    np.testing.assert_allclose(both[:early], alone[:early], atol=1e-9)
    assert np.abs(both[:frames] - alone[:frames]).max() > 0.1
    done(page, "Undo")
    np.testing.assert_array_equal(clip(page, motion)["rotations"], alone)


def test_a_queue_lasts_as_long_as_all_that_it_plays(page: PageClient) -> None:
    id = make(page, "biped", 3)
    nod, shake = add(page, "nod"), add(page, "shake head")
    (motion,) = play(page, nod, id)
    long = page.records[nod]["motion"]["duration"]
    _layers(page, motion, {"animation": shake, "start": long, "fade": 0.2})
    wanted = long + page.records[shake]["motion"]["duration"]
    assert page.records[motion]["duration"] == pytest.approx(wanted, abs=1 / 30)
    rotations = clip(page, motion)["rotations"]
    half = round(60 * long)
    assert np.ptp(rotations[half + 12 :], axis=0).max() > 0.05


def test_a_layer_whose_animation_is_edited_or_removed_follows(page: PageClient) -> None:
    id = make(page, "biped", 3)
    nod, shake = add(page, "nod"), add(page, "shake head")
    (motion,) = play(page, nod, id)
    blob = page.records[motion]["blob"]
    _layers(page, motion, {"animation": shake, "start": 0.5})
    layered = page.records[motion]["blob"]
    done(page, "EditAnimation", animation=shake, edits=[{"type": "SetLength", "seconds": 4.0}])
    assert page.records[motion]["blob"] not in (blob, layered)
    done(page, "RemoveRecord", id=shake)
    assert page.records[motion]["blob"] == blob


def test_a_drag_of_a_layer_is_one_edit(page: PageClient) -> None:
    id = make(page, "biped", 3)
    nod, shake = add(page, "nod"), add(page, "shake head")
    (motion,) = play(page, nod, id)
    before = page.records[motion]["blob"]
    for start in (0.1, 0.2, 0.3):
        _layers(page, motion, {"animation": shake, "start": start}, gesture="layer")
    done(page, "EndGesture", gesture="layer")
    assert page.records[motion]["playing"]["layers"][0]["start"] == 0.3
    done(page, "Undo")
    assert page.records[motion]["blob"] == before


def test_a_layer_that_does_not_fit_is_left_out_with_a_note(page: PageClient) -> None:
    id = make(page, "snail", 1)
    nod, kick = add(page, "nod"), add(page, "kick")
    (motion,) = play(page, nod, id)
    before = clip(page, motion)["rotations"]
    _layers(page, motion, {"animation": kick})
    assert any("kick" in note or "feet" in note for note in page.records[motion]["notes"])
    np.testing.assert_array_equal(clip(page, motion)["rotations"], before)


def test_a_layer_out_of_time_is_refused(page: PageClient) -> None:
    id = make(page, "biped", 3)
    nod = add(page, "nod")
    (motion,) = play(page, nod, id)
    says = refused(page, "SetLayers", motions=[motion], layers=[{"animation": nod, "start": -1.0}])
    assert "start" in says
    assert refused(page, "SetLayers", motions=[motion], layers=[{"animation": "a-none"}])
