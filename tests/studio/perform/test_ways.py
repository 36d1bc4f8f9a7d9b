"""Performances walk along ways that are drawn on the ground: stored, undone, refused, and seen alike live."""

import math
from typing import Any

import numpy as np
import pytest
from page_client import PageClient
from perform_scenes import PIP, a_swaying_set, a_wave, clip_of, done, performed, record
from serving import RunningStudio

from kinegraph.core.math.rotations import quat_rotate
from kinegraph.perform.cast_sets import WALKING, cast_rig
from kinegraph.perform.performances.performance import perform
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.performance_blob import layers_of, performance_of
from kinegraph.studio.document.records import MotionRecord, SetRecord
from kinegraph.studio.perform.ready_sets import with_sets
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.perform.set_tuning import complete_sets
from kinegraph.studio.perform.way_edits import add_walk, make_walk

FAR = ((0.0, 0.0), (1.0, 8.0), (9.0, 8.0))


def draw(page: PageClient, motion: str, way: Any) -> dict:
    """Asks for a way."""
    return page.ask("EditLayers", motion=motion, edits=[{"type": "SetWay", "way": way}])


def test_a_way_is_kept_in_the_space_of_the_character_and_is_one_edit(staged: RunningStudio) -> None:
    with staged.page() as page:
        motion = record(page, a_swaying_set(page))
        done(page, "PlaceCharacter", character=PIP, position=[3.0, 0.0, -1.0], heading=0.5 * math.pi)
        before, still = page.records[motion], clip_of(page, motion)["roots"]
        assert draw(page, motion, [[3.0, -1.0], [7.0, -1.0]])["type"] == "Done"
        recording = page.records[motion]["recording"]
        assert recording["walks"]
        np.testing.assert_allclose(recording["way"], [[0.0, 0.0], [0.0, 4.0]], atol=1e-9)
        assert staged.studio.document.undo_label == "Change the way"
        assert draw(page, motion, [])["type"] == "Done"
        assert page.records[motion]["recording"]["way"] == []
        done(page, "Undo")
        done(page, "Undo")
        assert page.records[motion] == before
        np.testing.assert_allclose(clip_of(page, motion)["roots"], still, atol=1e-7)


@pytest.mark.parametrize(
    ("way", "sentence"),
    [
        ([[1.0, 1.0]], "at least two points at different places"),
        ([[1.0, 1.0], [1.0, 1.0]], "at least two points at different places"),
        ([[0.0, 0.0], [0.001, 0.0]], "m long, not 0.00 m"),
        ([[0.0, 0.0], [1e7, 0.0]], "within 10 km"),
    ],
)
def test_an_impossible_way_is_refused(untouched: RunningStudio, way: Any, sentence: str) -> None:
    with untouched.page() as page:
        motion = next(r["id"] for r in page.records.values() if r["kind"] == "motion" and r["recording"])
        before = page.records[motion]
        assert sentence in draw(page, motion, way)["message"]
        assert page.records[motion] == before


def test_a_hand_over_a_steered_performance_shows_the_character_where_the_motion_has_it(
    staged: RunningStudio,
) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        motion = record(page, sway, a_wave(2.0, 121))
        assert draw(page, motion, [[0.0, 0.0], [1.0, 0.0], [1.0, -3.0]])["type"] == "Done"
        clip = clip_of(page, motion)
        assert np.ptp(clip["walked"][:, 3]) > 0.0 or clip["walked"][0, 3] == pytest.approx(0.5 * math.pi)
        done(page, "Perform", character=PIP, set=sway, motion=motion)
        place = a_wave(2.0, 121)[90][1:]
        page.say("Cursor", position=place, time=1.0, sequence=1, playhead=0.0)
        page.frame()
        _, arrays = performed(page, 2, place, playhead=1.5)
        np.testing.assert_allclose(arrays["walked"], clip["walked"][90], atol=0.01)


def test_sets_that_do_not_walk_ahead_say_so(staged: RunningStudio) -> None:
    with staged.page() as page:
        sway = a_swaying_set(page)
        answer = page.ask("WalkAlong", character=PIP, set=sway, way=[list(point) for point in FAR])
        assert "does not walk ahead" in answer["message"]


def test_a_walk_along_a_way_ends_where_the_way_does_and_comes_back_from_the_document() -> None:
    rig = cast_rig("figure")
    shape = pack_character(rig.character)
    blobs = {blob_hash(shape): shape}
    owner = describe_character(rig.character, id="c", blob=blob_hash(shape), cast="figure")
    rigs, records = Rigs(blobs.__getitem__), {owner.id: owner}
    tuned = complete_sets(records, with_sets(records, "c", None, rig.sets, (), WALKING), rigs)
    blobs |= tuned.blobs
    records |= {id: each for id, each in tuned.changes.items() if each is not None}
    walk = next(r for r in records.values() if isinstance(r, SetRecord) and r.name == "walk")
    way = ((0.0, 0.0), (0.0, 3.0), (-2.5, 3.0))
    made = make_walk(records, rigs, "c", walk.id, way)
    edit = add_walk(records, "c", walk.id, made)
    blobs |= edit.blobs
    motion = next(each for each in edit.changes.values() if isinstance(each, MotionRecord))
    assert motion.recording is not None
    assert motion.recording.way == way
    sets = tuple(r for r in records.values() if isinstance(r, SetRecord))
    stored = performance_of(motion, layers_of(motion, blobs.__getitem__), rigs.rig(records, "c"), sets)
    found, meant = perform(stored, 30.0), perform(made, 30.0)
    np.testing.assert_allclose(found.clip.root_translations, meant.clip.root_translations, atol=1e-9)
    roots = found.clip.root_translations[:, [0, 2]]
    assert np.linalg.norm(roots[-1] - way[-1]) < 0.2 * owner.height
    assert found.headings is not None
    # At the end it looks along the last part of the way.
    ahead = quat_rotate(found.clip.rotations[-1, 0], [0.0, 0.0, 1.0])
    assert ahead[0] < -0.7
