"""Packages come into a document with all that they hold, and scripts become documents."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from page_client import upload_body
from perform_scenes import clip_of, done
from serving import RunningStudio
from tests.present import present

from kinegraph.perform.cast_sets import cast_performances, cast_rig
from kinegraph.perform.files.package import Package, package_bytes
from kinegraph.perform.files.play_script import play_script
from kinegraph.perform.files.script_reading import script_of_text
from kinegraph.perform.performances.layers import Layer, Switch
from kinegraph.perform.performances.performance import Performance, perform
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.records import (
    CharacterRecord,
    MotionRecord,
    SetRecord,
    StageRecord,
)
from kinegraph.studio.document.store.lock import DocumentInUse, DocumentLock
from kinegraph.studio.files.importing import Imported, import_files
from kinegraph.studio.motions.document_scene import scene_of_document
from kinegraph.studio.perform.package_records import write_document

SCRIPT = """
length: 2
characters:
  - name: ben
    from: bear
    at: [0.7, 0, 0.5]
    facing: 90
    layers: [{set: look around, path: [{time: 0, at: left}, {time: 1, at: right}, {time: 2, set: dance}]}]
  - { name: rex, from: dog, performance: 1, walks: [{start: 0.5, stop: 2}] }
"""


def imported(running: RunningStudio, name: str, data: bytes) -> tuple[dict, dict]:
    """What a file gave: how the job ended, and the records by id."""
    with running.page() as page, running.http() as http:
        job = http.post("/api/import", content=upload_body((name, data))).json()["job"]
        ended = page.wait_for_job(job)
        return ended, {id: page.records[id] for id in ended.get("created", ())}


def test_a_package_brings_its_character_its_sets_and_what_it_performed(running: RunningStudio) -> None:
    rig = cast_rig("dog")
    first, second = cast_performances("dog")[0], Performance(rig, (switched(rig),), 0.4, True, ((0.2, 0.9),))
    data = package_bytes(Package(rig, {"run": first, "now and then": second}))
    ended, made = imported(running, "friend.kinepack", data)
    assert ended["type"] == "JobDone", ended
    kinds = [record["kind"] for record in made.values()]
    assert (kinds.count("character"), kinds.count("set"), kinds.count("motion")) == (1, 3, 2)
    who = next(r for r in made.values() if r["kind"] == "character")
    assert (who["cast"], who["file"]) == ("dog", "friend.kinepack")
    assert {r["name"]: r["walks"] for r in made.values() if r["kind"] == "set"} == {
        "look around": True,
        "gallop": True,
        "wag": False,
    }
    with running.page() as page:
        for name, wanted in (("run", first), ("now and then", second)):
            record = next(r for r in made.values() if r["name"] == name)
            assert record["recording"]["fade"] == wanted.fade
            assert [(s["start"], s["stop"]) for s in record["recording"]["walking"]] == list(wanted.walking)
            frames, clip = clip_of(page, record["id"]), perform(wanted, 60.0).clip
            np.testing.assert_allclose(frames["rotations"], clip.rotations, atol=1e-6)
            np.testing.assert_allclose(frames["roots"], clip.root_translations, atol=1e-6)
        done(page, "Undo")
        assert not set(made) & set(page.records)


def switched(rig: Any) -> Layer:
    return Layer("take", "look around", [0.0, 1.0], np.zeros((2, 3)), (Switch(0.5, "gallop"),))


def test_a_package_of_a_corrected_character_brings_its_own_body(running: RunningStudio) -> None:
    rig = cast_rig("lamp")
    ended, made = imported(running, "lamp.kinepack", package_bytes(Package(rig), embed=True))
    assert ended["type"] == "JobDone", ended
    who = next(r for r in made.values() if r["kind"] == "character")
    assert (who["cast"], who["triangles"] > 0) == (None, True)


def test_an_error_in_a_damaged_package_names_its_place_and_leaves_nothing(running: RunningStudio) -> None:
    data = package_bytes(Package(cast_rig("lamp"))).replace(b'"hardy"', b'"hardly"', 1)
    ended, _ = imported(running, "lamp.kinepack", data)
    assert ended["type"] == "JobFailed"
    assert "at $.sets[0].function" in ended["message"]
    assert not running.studio.document.records.keys() - {"view", "stage"}


def test_a_package_and_a_motion_come_in_one_import(tmp_path: Path) -> None:
    (tmp_path / "blobs").mkdir()
    (tmp_path / "a.kinepack").write_bytes(package_bytes(Package(cast_rig("lamp"))))
    (tmp_path / "b.bvh").write_text("nonsense")
    found = import_files(
        files=[tmp_path / "a.kinepack", tmp_path / "b.bvh"],
        blobs=tmp_path / "blobs",
        document=tmp_path / "none.kine",
        records=b"[]",
        progress=lambda *_: None,
    )
    assert isinstance(found, Imported)
    assert len(found.records) == 3
    assert found.failures[0].startswith("b.bvh")


@pytest.fixture
def played(tmp_path: Path) -> Any:
    return play_script(script_of_text(SCRIPT))


def test_a_script_becomes_a_document_that_plays_it(tmp_path: Path, played: Any) -> None:
    path = tmp_path / "out.kine"
    path.write_text("something else that is in the way")
    write_document(played, path)
    with Document(path) as document:
        records = document.records.values()
        assert {r.name for r in records if isinstance(r, CharacterRecord)} == {"ben", "rex"}
        assert sum(isinstance(r, SetRecord) for r in records) == 7
        (stage,) = (r for r in records if isinstance(r, StageRecord))
        assert stage.placements[0].position == (0.7, 0.0, 0.5)
        assert stage.placements[0].heading == pytest.approx(np.pi / 2)
        (rex,) = (r for r in records if isinstance(r, MotionRecord) and r.name == "rex")
        assert [(s.start, s.stop) for s in present(rex.recording).walking] == [(0.5, 2.0)]
        assert document.undo_label == "Add rex"
    for each in played:
        clip = next(
            c for c in scene_of_document(path, each.performer.name).clips if c.name == each.performer.name
        )
        wanted = perform(each.performance, 60.0).clip
        np.testing.assert_allclose(clip.rotations, wanted.rotations, atol=1e-12)
        np.testing.assert_allclose(clip.root_translations, wanted.root_translations, atol=1e-12)
    assert [file.name for file in tmp_path.iterdir() if not file.name.startswith(".")] == ["out.kine"]


def test_a_document_that_is_open_elsewhere_is_not_replaced(tmp_path: Path, played: Any) -> None:
    path = tmp_path / "out.kine"
    write_document(played[1:], path)
    lock = DocumentLock(path)
    with pytest.raises(DocumentInUse, match="already open"):
        write_document(played[:1], path)
    lock.release()
    with Document(path) as document:
        assert [r.name for r in document.records.values() if isinstance(r, CharacterRecord)] == ["rex"]
