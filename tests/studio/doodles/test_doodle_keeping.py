"""What was drawn is kept: lost connections, killed studios, files, exports, Keys."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from doodle_scenes import a_line, add_character, begin, clip_of, fresh, motions, reading, rows_of, sheet
from page_client import PageClient, upload_body
from perform_scenes import done
from serving import RunningStudio

from kinegraph.formats import load
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.records import PenRecord
from kinegraph.studio.motions.document_scene import scene_of_document

PROCESS = Path(__file__).parents[1] / "drawing_process.py"


def test_a_killed_studio_keeps_every_acknowledged_point(
    doodles_compiled: None, tmp_path: Path, start_studio: Callable[..., RunningStudio]
) -> None:
    path = tmp_path / "test.kine"
    with_root = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}  # for the synthetic sketches
    process = subprocess.Popen(
        [sys.executable, PROCESS, path], stdout=subprocess.PIPE, text=True, env=with_root
    )
    assert process.stdout is not None
    reported = [int(process.stdout.readline()) for _ in range(40)]
    process.kill()
    reported += [int(line) for line in process.stdout.read().split()]
    process.wait()
    with Document(path) as document:
        pen = next(r for r in document.records.values() if isinstance(r, PenRecord))
        assert reported[-1] <= pen.points <= reported[-1] + 10
    with start_studio().page() as page:
        doodle = next(r for r in page.records.values() if r["kind"] == "doodle")
        assert doodle["strokes"][-1]["points"] == pen.points
        assert not any(r["kind"] == "pen" for r in page.records.values())
        assert page.welcome["undoLabel"] == "Recover a stroke"
        done(page, "Undo")
        assert page.records[doodle["id"]]["strokes"] == doodle["strokes"][:-1]


def test_a_stroke_goes_on_after_a_lost_connection(
    doodle_page: PageClient, doodle_studio: RunningStudio
) -> None:
    page = doodle_page
    doodle, id, rows = begin(page), fresh(), rows_of(a_line("walk", "jump"))
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    done(page, "PenPoints", stroke=id, first=0, points=rows[:30])
    session = page.welcome["session"]
    page.socket.close()
    with doodle_studio.page(session=session) as again:
        done(again, "PenDown", doodle=doodle, stroke=id, ink="motion")
        done(again, "PenPoints", stroke=id, first=10, points=rows[10:])
        done(again, "PenUp", stroke=id)
        assert again.records[doodle]["strokes"][0]["points"] == len(rows)
        assert motions(reading(again, doodle)) == ["walk", "leap"]


def test_what_is_performed_leaves_as_any_motion_does(
    doodle_page: PageClient, doodle_studio: RunningStudio, tmp_path: Path
) -> None:
    page = doodle_page
    doodle = add_character(page, "walk", "walk")
    motion = sheet(page, doodle)["motion"]
    arrays = clip_of(page, motion)
    end = page.wait_for_job(done(page, "Export", records=[motion], format="gltf", extension=".glb")["job"])
    assert end["type"] == "JobDone", end
    with doodle_studio.http() as http:
        (tmp_path / "out.glb").write_bytes(http.get(end["download"]).content)
    found = load(tmp_path / "out.glb")
    assert found.character is not None
    assert found.character.skins
    np.testing.assert_allclose(found.clips[0].root_translations, arrays["roots"], atol=1e-4)
    kept = done(page, "KeepMotion", doodle=doodle)["created"][0]
    done(page, "ClearDoodle", doodle=doodle, what="lines")
    assert page.records[motion]["frames"] < page.records[kept]["frames"]
    np.testing.assert_array_equal(clip_of(page, kept)["rotations"], arrays["rotations"])
    done(page, "ChooseKeys", motion=kept, settings={}, count=6)
    assert any(r["kind"] == "motion" and r["keying"] for r in page.records.values())


def test_a_doodle_goes_to_a_file_and_comes_back_the_same(
    doodle_page: PageClient, doodle_studio: RunningStudio
) -> None:
    page = doodle_page
    first = done(page, "AddDoodle", example=True)["created"][0]
    with doodle_studio.http() as http:
        data = http.get(f"/api/doodles/{first}/file/otto.json").content
        job = http.post("/api/import", content=upload_body(("otto.json", data))).json()["job"]
    end = page.wait_for_job(job)
    assert end["type"] == "JobDone", end
    (second,) = end["created"]
    assert page.records["view"]["doodle"] == second
    one, two = reading(page, first), reading(page, second)
    assert (motions(one), one["joints"]) == (motions(two), two["joints"])
    clips = [clip_of(page, sheet(page, id)["motion"]) for id in (first, second)]
    np.testing.assert_array_equal(clips[0]["rotations"], clips[1]["rotations"])
    assert {sheet(page, id)["name"] for id in (first, second)} == {"Otto", "Otto 2"}
    path = doodle_studio.studio.document.path
    assert len(scene_of_document(path, "Otto").clips[0]) == len(clips[0]["rotations"])


def test_a_page_that_does_not_come_back_has_lifted_its_pen(
    doodles_compiled: None, start_studio: Callable[..., RunningStudio]
) -> None:
    studio = start_studio(grace=0.3)
    with studio.page() as other:
        with studio.page() as page:
            doodle, id = begin(page), fresh()
            done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
            done(page, "PenPoints", stroke=id, first=0, points=rows_of(a_line("walk", "walk"))[:50])
        other.wait_for("DocumentChanged", label="Recover a stroke")
        assert other.records[doodle]["strokes"][0]["points"] == 50
        assert id not in studio.studio.document.records
