"""What creatures play is kept like everything else: killed, exported, keyed, read without a studio."""

import subprocess
import sys
from pathlib import Path

import numpy as np
from creature_scenes import add, clip, make, play
from page_client import PageClient
from perform_scenes import done
from serving import RunningStudio

from kinegraph.formats import load
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.records import MotionRecord
from kinegraph.studio.motions.document_scene import scene_of_document

PROCESS = Path(__file__).parents[1] / "creature_process.py"


def test_a_killed_studio_keeps_what_it_acknowledged(creatures_compiled: None, tmp_path: Path) -> None:
    path = tmp_path / "killed.kine"
    process = subprocess.Popen([sys.executable, PROCESS, path], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    reported = [int(process.stdout.readline()) for _ in range(5)]
    process.kill()
    reported += [int(line) for line in process.stdout.read().split()]
    process.wait()
    with Document(path) as document:
        motion = next(r for r in document.records.values() if isinstance(r, MotionRecord))
        assert motion.playing is not None
        assert motion.playing.variant in (reported[-1], reported[-1] + 1)
        document.undo()
    assert len(scene_of_document(path).clips[0]) == motion.frames


def test_an_export_holds_the_frames_that_pages_get(
    creature_page: PageClient, running: RunningStudio, tmp_path: Path
) -> None:
    page = creature_page
    (motion,) = play(page, add(page, "wave"), make(page, "biped", 2))
    job = page.ask("Export", records=[motion], format="gltf", extension=".glb")["job"]
    end = page.wait_for_job(job)
    assert end["type"] == "JobDone", end
    with running.http() as http:
        (tmp_path / "out.glb").write_bytes(http.get(end["download"]).content)
    found = load(tmp_path / "out.glb").clips[0]
    arrays = clip(page, motion)
    assert len(found) == len(arrays["roots"])
    np.testing.assert_allclose(found.root_translations, arrays["roots"], atol=1e-4)


def test_keys_are_chosen_of_what_a_creature_plays(creature_page: PageClient) -> None:
    page = creature_page
    (motion,) = play(page, add(page, "bow"), make(page, "biped", 2))
    done(page, "ChooseKeys", motion=motion, settings={}, count=6)
    keyed = next(r for r in page.records.values() if r["kind"] == "motion" and r["keying"] is not None)
    assert (keyed["form"], keyed["keying"]["source"]) == ("animation", motion)
    assert keyed["keys"] >= 6


def test_a_grid_of_few_makes_a_page(creature_page: PageClient, running: RunningStudio) -> None:
    page = creature_page
    job = done(page, "GridJob", animations=[add(page, "bow")], characters=[make(page)], creatures=1)["job"]
    end = page.wait(lambda e: e["type"] in ("JobDone", "JobFailed") and e["job"] == job, timeout=120)
    assert end["type"] == "JobDone", end
    assert "pairs pass" in end["message"]
    with running.http() as http:
        answer = http.get(end["download"])
    assert "bow" in answer.text
    assert "Content-Disposition" not in answer.headers, "it is looked at, not saved"
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'"), "and cannot reach the studio"


def test_a_grid_can_be_cancelled(creature_page: PageClient) -> None:
    page = creature_page
    job = done(page, "GridJob", creatures=500)["job"]
    done(page, "CancelJob", job=job)
    end = page.wait_for_job(job)
    assert (end["type"], end["cancelled"]) == ("JobFailed", True)
