"""`kinegraph keys` into and out of studio documents."""

import json
from pathlib import Path

import numpy as np
import pytest
from command import Command

from kinegraph.core.clip import Clip
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edits import view_of
from kinegraph.studio.document.records import CharacterRecord, MotionRecord
from kinegraph.studio.document.store.lock import DocumentLock


@pytest.fixture
def document(kinegraph: Command, swinging_bvh: Path, tmp_path: Path) -> Path:
    target = tmp_path / "keys.kine"
    assert kinegraph("keys", swinging_bvh, "-o", target, "--fix", "7,30").code == 0
    return target


def motions(document: Document) -> dict[str, MotionRecord]:
    return {r.name: r for r in document.records.values() if isinstance(r, MotionRecord)}


def test_a_document_holds_character_original_and_keys(document: Path) -> None:
    with Document(document) as opened:
        found = motions(opened)
        characters = [r for r in opened.records.values() if isinstance(r, CharacterRecord)]
        assert set(found) == {"swinging", "swinging keys"}
        assert [r.id for r in characters] == [found["swinging"].character]
        assert found["swinging keys"].form == "animation"
        assert view_of(opened.records).motion == found["swinging keys"].id


def test_the_keys_remember_what_they_were_made_from(document: Path) -> None:
    with Document(document) as opened:
        found = motions(opened)
        keying = found["swinging keys"].keying
        assert keying is not None
        assert (keying.source, keying.source_blob) == (found["swinging"].id, found["swinging"].blob)
        assert keying.count == found["swinging keys"].keys
        assert keying.settings.fixed == (7, 30)
        assert keying.figures is not None
        assert not keying.hand_edited


def test_settings_of_a_range_count_from_its_start(
    kinegraph: Command, swinging_bvh: Path, tmp_path: Path
) -> None:
    target = tmp_path / "part.kine"
    assert kinegraph("keys", swinging_bvh, "-o", target, "--range", "5:40", "--fix", "7,30").code == 0
    with Document(target) as opened:
        keying = motions(opened)["swinging keys"].keying
        assert keying is not None
        assert (keying.settings.fixed, keying.settings.span) == ((2, 25), None)
        assert motions(opened)["swinging"].frames == 35


def test_a_document_that_is_there_gains_one_edit_that_can_be_undone(
    kinegraph: Command, swinging_bvh: Path, document: Path
) -> None:
    outcome = kinegraph("keys", swinging_bvh, "-o", document, "--json")
    assert any("was there already" in note for note in json.loads(outcome.out)["notes"])
    with Document(document) as opened:
        assert len([r for r in opened.records.values() if isinstance(r, MotionRecord)]) == 4
        opened.undo()
        assert set(motions(opened)) == {"swinging", "swinging keys"}
        assert len([r for r in opened.records.values() if isinstance(r, MotionRecord)]) == 2


def test_a_document_that_a_studio_has_open_is_left_alone(
    kinegraph: Command, swinging_bvh: Path, document: Path
) -> None:
    before = document.read_bytes()
    lock = DocumentLock(document)
    try:
        outcome = kinegraph("keys", swinging_bvh, "-o", document)
    finally:
        lock.release()
    assert (outcome.code, "already open" in outcome.err) == (2, True)
    assert document.read_bytes() == before


def test_what_is_no_document_is_left_alone(kinegraph: Command, swinging_bvh: Path, tmp_path: Path) -> None:
    target = tmp_path / "notes.kine"
    target.write_text("my notes")
    outcome = kinegraph("keys", swinging_bvh, "-o", target)
    assert (outcome.code, "not a Kinegraph document" in outcome.err) == (2, True)
    assert target.read_text() == "my notes"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.kine", "swinging.bvh"]


def test_motion_of_a_document_can_be_keyed(kinegraph: Command, swinging: Clip, document: Path) -> None:
    from kinegraph.studio.motions.document_scene import scene_of_document

    scene = scene_of_document(document, "swinging")
    np.testing.assert_allclose(scene.clips[0].rotations, swinging.rotations, atol=1e-6)
    facts = json.loads(kinegraph("keys", document, "--motion", "swinging", "--json").out)
    assert facts["frames"] == 61


def test_of_keys_that_are_looked_at_the_original_is_keyed(kinegraph: Command, document: Path) -> None:
    assert json.loads(kinegraph("keys", document, "--json").out)["motion"] == "swinging"


def test_an_unknown_motion_of_a_document_gets_the_nearest(kinegraph: Command, document: Path) -> None:
    outcome = kinegraph("keys", document, "--motion", "swing")
    assert (outcome.code, "did you mean 'swinging'" in outcome.err) == (2, True)
