"""Files come in through HTTP and go out again, as jobs, with the studio usable all the while."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from page_client import PageClient, upload_body
from serving import RunningStudio, a_page, start
from small_scenes import a_character, a_clip, an_animation, some_markers
from tests.present import present

from kinegraph.core.clip import Clip
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.studio.document.document import Document
from kinegraph.studio.handlers import import_job
from kinegraph.studio.running import worker
from kinegraph.studio.running.failures import FailureLog


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """One studio for the whole file, so that its worker process is started once."""
    folder = tmp_path_factory.mktemp("studio")
    studio = start(folder / "test.kine", a_page(folder))
    yield studio
    studio.stop()


@contextmanager
def imported(running: RunningStudio, *files: Any) -> Iterator[Any]:
    """Imports files; gives the page, the job's last event and the records that were made."""
    with running.page() as page, running.http() as http:
        answer = http.post("/api/import", content=upload_body(*files))
        assert answer.status_code == 202, answer.text
        end = page.wait_for_job(answer.json()["job"])
        yield page, end, [page.records[id] for id in end.get("created", [])]


def as_bvh(tmp_path: Path, clip: Any) -> bytes:
    save(clip, tmp_path / "x.bvh")
    return (tmp_path / "x.bvh").read_bytes()


def as_glb(tmp_path: Path, scene: Any) -> bytes:
    save(scene, tmp_path / "x.glb")
    return (tmp_path / "x.glb").read_bytes()


def test_a_bvh_becomes_a_character_and_a_motion(running: RunningStudio, tmp_path: Path) -> None:
    with imported(running, ("Wave Hello.bvh", as_bvh(tmp_path, a_clip()))) as (page, end, records):
        assert end["type"] == "JobDone"
        character, motion = records
        assert character["joints"] == ["hips", "spine", "left_arm", "right_arm"]
        assert (motion["form"], motion["frames"], motion["character"]) == ("clip", 30, character["id"])
        assert motion["fps"] == pytest.approx(30.0, abs=1e-3)
        assert motion["file"] == "Wave Hello.bvh"
        assert page.records["view"]["motion"] == motion["id"]
        assert character["id"] in [p["character"] for p in page.records["stage"]["placements"]]
        assert running.studio.document.undo_label == "Import Wave Hello.bvh"


def test_a_second_take_of_one_performer_shares_the_character(running: RunningStudio, tmp_path: Path) -> None:
    other = as_bvh(tmp_path, a_clip(frames=12))
    with imported(running, ("first.bvh", as_bvh(tmp_path, a_clip()))) as (_, _, first):
        owner = first[-1]["character"]
    with imported(running, ("second.bvh", other)) as (_, _, second):
        assert [record["kind"] for record in second] == ["motion"]
        assert second[0]["character"] == owner


def test_the_frames_that_a_page_gets_are_those_of_the_file(running: RunningStudio, tmp_path: Path) -> None:
    with imported(running, ("wave.bvh", as_bvh(tmp_path, a_clip()))) as (page, _, records):
        save(a_clip(), tmp_path / "again.bvh")
        expected = load(tmp_path / "again.bvh").clips[0]
        assert page.ask("RequestClip", motion=records[-1]["id"])["type"] == "Done"
        header, arrays = page.frames[-1]
        assert (header.motion, header.fps) == (records[-1]["id"], expected.fps)
        np.testing.assert_array_equal(arrays["roots"], expected.root_translations.astype(np.float32))
        np.testing.assert_array_equal(arrays["rotations"], expected.rotations.astype(np.float32))


def test_a_trail_is_the_path_of_its_joint(running: RunningStudio, tmp_path: Path) -> None:
    from kinegraph.core.kinematics.forward import forward_kinematics

    with imported(running, ("wave.bvh", as_bvh(tmp_path, a_clip()))) as (page, _, records):
        page.ask("RequestTrail", motion=records[-1]["id"], joint=1)
        _, arrays = page.frames[-1]
        expected = forward_kinematics(a_clip()).positions[:, 1]
        np.testing.assert_allclose(arrays["positions"], expected, atol=1e-4)
        assert "does not exist" in page.ask("RequestTrail", motion=records[-1]["id"], joint=99)["message"]


def test_a_glb_brings_its_mesh_and_animation(running: RunningStudio, tmp_path: Path) -> None:
    scene = Scene(character=a_character(), clips=(a_clip(),))
    with imported(running, ("pip.glb", as_glb(tmp_path, scene))) as (_, end, records):
        assert end["type"] == "JobDone"
        character = next(r for r in records if r["kind"] == "character")
        assert character["triangles"] == 4
        assert character["caps"][2] == ["grasper", "limb"]
        assert any(r["kind"] == "motion" for r in records)


def test_the_glb_that_pages_draw_is_tagged_by_content(running: RunningStudio, tmp_path: Path) -> None:
    scene = Scene(character=a_character())
    with imported(running, ("pip.glb", as_glb(tmp_path, scene))) as (_, _, records), running.http() as http:
        path = f"/api/characters/{records[0]['id']}.glb"
        first = http.get(path)
        assert first.content[:4] == b"glTF"
        assert http.get(path, headers={"If-None-Match": first.headers["etag"]}).status_code == 304
        (tmp_path / "drawn.glb").write_bytes(first.content)
        assert present(load(tmp_path / "drawn.glb").character).skeleton.names == a_character().skeleton.names


def test_a_rig_without_a_shape_is_drawn_as_bones(running: RunningStudio, tmp_path: Path) -> None:
    with (
        imported(running, ("wave.bvh", as_bvh(tmp_path, a_clip()))) as (_, _, records),
        running.http() as http,
    ):
        content = http.get(f"/api/characters/{records[-1]['character']}.glb").content
    (tmp_path / "drawn.glb").write_bytes(content)
    assert any(body.meshes for body in present(load(tmp_path / "drawn.glb").character).bodies)


def test_files_that_belong_together_are_imported_together(running: RunningStudio, shared_data: Path) -> None:
    folder = shared_data / "asf_amc"
    skeleton = sorted(folder.rglob("*.asf"))[0]
    motion = sorted(skeleton.parent.glob("*.amc"))[0]
    files = [(file.name, file.read_bytes()) for file in (skeleton, motion)]
    with imported(running, *files) as (_, end, records):
        assert end["type"] == "JobDone", end
        assert [record["kind"] for record in records] == ["character", "motion"]


def test_one_bad_file_does_not_keep_the_others_out(running: RunningStudio, tmp_path: Path) -> None:
    files = [("bad.bvh", b"HIERARCHY\nROOT"), ("good.bvh", as_bvh(tmp_path, a_clip()))]
    with imported(running, *files) as (_, end, records):
        assert end["type"] == "JobDone"
        assert [record["file"] for record in records if record["kind"] == "motion"] == ["good.bvh"]
        assert any(note.startswith("bad.bvh") for note in end["notes"])


@pytest.mark.parametrize(
    ("name", "content"), [("bad.bvh", b"HIERARCHY\nROOT"), ("x.docx", b"hello"), ("x.glb", b"glTF")]
)
def test_a_file_that_cannot_be_read_fails_its_job_with_a_sentence(
    running: RunningStudio, name: str, content: Any
) -> None:
    before = library(running)
    with imported(running, (name, content)) as (page, end, _):
        assert end["type"] == "JobFailed"
        assert end["message"].startswith(name)
        assert "/" not in end["message"].split(":")[0], "the path of the server's copy stays private"
        assert page.ask("SelectCharacter")["type"] == "Done"
    assert library(running) == before


def library(running: RunningStudio) -> set[str]:
    """The ids of all characters and motions."""
    return {id for id in running.studio.document.records if id not in ("stage", "view")}


def crash(*, progress: Any, **_: Any) -> None:
    """A reader that takes the whole process down, as native code can."""
    import os

    os.abort()


def wait_forever(*, progress: Any, **_: Any) -> None:
    """A reader that never ends."""
    import time

    progress("Reading for ever", 1, 2)
    while True:
        time.sleep(0.05)


def test_a_reader_that_crashes_leaves_the_studio_running(
    running: RunningStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(import_job, "import_files", crash)
        with imported(running, ("x.bvh", b"x")) as (_, end, _):
            assert end["type"] == "JobFailed"
            assert not end["cancelled"]
    with imported(running, ("wave.bvh", as_bvh(tmp_path, a_clip()))) as (_, end, _):
        assert end["type"] == "JobDone"


def test_a_job_can_be_cancelled_and_the_page_stays_usable_meanwhile(
    running: RunningStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_job, "import_files", wait_forever)
    with running.page() as page, running.http() as http:
        job = http.post("/api/import", content=upload_body(("x.bvh", b"x"))).json()["job"]
        page.wait_for("JobProgress", job=job, label="Reading for ever")
        assert page.ask("SelectCharacter")["type"] == "Done"
        with running.page() as late:
            assert [state["job"] for state in late.welcome["jobs"]] == [job]
        page.say("CancelJob", job=job)
        end = page.wait_for_job(job)
        assert (end["type"], end["cancelled"]) == ("JobFailed", True)
    assert not list(running.studio.scratch.glob("import-*"))


def exported(
    running: RunningStudio, page: PageClient, ids: Any, form: str, **fields: Any
) -> tuple[str, bytes, dict]:
    """Exports records; returns the file's name and content, and the job's last event."""
    job = page.ask("Export", records=ids, format=form, **fields)["job"]
    end = page.wait_for_job(job)
    assert end["type"] == "JobDone", end
    with running.http() as http:
        answer = http.get(end["download"])
        assert answer.status_code == 200
        return end["download"].rsplit("/", 1)[1], answer.content, end


def test_a_motion_goes_out_as_it_came_in(running: RunningStudio, tmp_path: Path) -> None:
    with imported(running, ("wave.bvh", as_bvh(tmp_path, a_clip()))) as (page, _, records):
        name, content, _ = exported(running, page, [records[-1]["id"]], "bvh")
    assert name.endswith(".bvh")
    (tmp_path / "out.bvh").write_bytes(content)
    found = load(tmp_path / "out.bvh").clips[0]
    np.testing.assert_allclose(found.root_translations, a_clip().root_translations, atol=1e-5)
    assert len(found) == 30


def test_an_export_can_be_cut_resampled_and_scaled(running: RunningStudio, tmp_path: Path) -> None:
    with imported(running, ("wave.bvh", as_bvh(tmp_path, a_clip()))) as (page, _, records):
        options = {"fps": 60, "scale": 2, "span": [0.2, 0.5]}
        _, content, _ = exported(running, page, [records[-1]["id"]], "gltf", options=options)
    (tmp_path / "out.glb").write_bytes(content)
    scene = load(tmp_path / "out.glb")
    motion = (*scene.clips, *scene.animations)[0]
    duration = motion.duration if isinstance(motion, Clip) else motion.end - motion.start
    assert duration == pytest.approx(0.3, abs=1e-3)
    assert present(scene.character).skeleton.offsets[1, 1] == pytest.approx(0.6, abs=1e-4)


def test_keyed_motion_and_markers_survive_the_document(running: RunningStudio, tmp_path: Path) -> None:
    scene = Scene(character=a_character(), animations=(an_animation(),))
    with imported(running, ("keyed.glb", as_glb(tmp_path, scene))) as (page, _, records):
        motion = next(record for record in records if record["kind"] == "motion")
        assert motion["form"] == "animation"
        page.ask("RequestClip", motion=motion["id"])
        _, arrays = page.frames[-1]
        assert len(arrays["roots"]) == motion["frames"]
    save(some_markers(), tmp_path / "capture.c3d")
    content = (tmp_path / "capture.c3d").read_bytes()
    with imported(running, ("capture.c3d", content)) as (page, _, records):
        assert (records[0]["form"], records[0]["points"]) == ("markers", ["A", "B", "C"])
        page.ask("RequestClip", motion=records[0]["id"])
        header, arrays = page.frames[-1]
        assert type(header).__name__ == "MarkersFrame"
        np.testing.assert_allclose(arrays["positions"], some_markers().positions, atol=1e-3)
        np.testing.assert_array_equal(arrays["seen"].astype(bool), some_markers().seen)


def test_two_characters_do_not_go_into_one_file(running: RunningStudio, tmp_path: Path) -> None:
    scene = Scene(character=a_character())
    with imported(running, ("a.glb", as_glb(tmp_path, scene)), ("b.glb", as_glb(tmp_path, scene))) as (
        page,
        _,
        made,
    ):
        answer = page.ask("Export", records=[record["id"] for record in made], format="gltf")
        assert "one character" in answer["message"]


def test_a_copy_of_the_document_can_be_downloaded_and_imported(
    running: RunningStudio, tmp_path: Path
) -> None:
    with imported(running, ("wave.bvh", as_bvh(tmp_path, a_clip()))), running.http() as http:
        content = http.get("/api/document/my%20walk.kine").content
    (tmp_path / "copy.kine").write_bytes(content)
    with Document(tmp_path / "copy.kine") as copy:
        count = len([r for r in copy.records.values() if r.id[0] in "cm"])
    with imported(running, ("copy.kine", content)) as (_, end, records):
        assert end["type"] == "JobDone"
        assert len(records) == count


def test_the_worker_says_what_went_wrong_inside(tmp_path: Path) -> None:
    process = worker.Worker(FailureLog(tmp_path / "test.kine"))
    try:
        with pytest.raises(worker.WorkerFailed, match="ZeroDivisionError"):
            process.run(divide, {"a": 1, "b": 0}, lambda *_: None)
        assert process.run(divide, {"a": 6, "b": 3}, lambda *_: None) == 2
    finally:
        process.stop()


def divide(*, a: Any, b: Any, progress: Any) -> Any:
    """A task that can fail."""
    return a / b
