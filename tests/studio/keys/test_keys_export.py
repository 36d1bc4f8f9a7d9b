"""Keyed results leave the studio in every format, and documents bring theirs along."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from keys_scenes import CLIP, choose, frame_of, result_of, stock
from page_client import upload_body
from serving import a_page, start

from kinegraph.core.bake import bake
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.formats import FORMATS, load


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A studio whose document holds a keyed result."""
    folder = tmp_path_factory.mktemp("keyed")
    studio = stock(start(folder / "test.kine", a_page(folder)))
    with studio.page() as page:
        choose(page, 9)
    yield studio
    studio.stop()


@pytest.mark.parametrize("ending", [".glb", ".usda", ".bvh", ".json", ".blend"])
def test_a_result_plays_from_its_exported_file_as_it_does_in_the_studio(
    keyed: Any, tmp_path: Path, ending: str, request: pytest.FixtureRequest
) -> None:
    form = next(f for f in FORMATS if ending in f.extensions)
    if form.name == "blender":
        request.getfixturevalue("blender")
    with keyed.page() as page, keyed.http() as http:
        record = result_of(page)
        answer = page.ask("Export", records=[record["id"]], format=form.name, extension=ending)
        end = page.wait_for_job(answer["job"])
        assert end["type"] == "JobDone", end
        (tmp_path / f"out{ending}").write_bytes(http.get(end["download"]).content)
    played = bake(keyed.studio.shelf.animation(keyed.studio.document.records[record["id"]]))
    scene = load(tmp_path / f"out{ending}")
    found = bake(scene.animations[0]) if scene.animations else scene.clips[0]
    order = [found.skeleton.names.index(name) for name in played.skeleton.names]
    there, here = forward_kinematics(found).positions[:, order], forward_kinematics(played).positions
    np.testing.assert_allclose(there[: len(here)], here, atol=1e-3)


def test_a_document_is_imported_with_its_results_and_their_sources(keyed: Any) -> None:
    with keyed.page() as page, keyed.http() as http:
        before = set(page.records)
        content = http.get("/api/document/copy.kine").content
        job = http.post("/api/import", content=upload_body(("copy.kine", content))).json()["job"]
        assert page.wait_for_job(job)["type"] == "JobDone"
        made = [record for id, record in page.records.items() if id not in before]
        (result,) = [record for record in made if record.get("keying")]
        (source,) = [record for record in made if record["id"] == result["keying"]["source"]]
        assert source["name"] == page.records[CLIP]["name"]
        header, _ = frame_of(page, "RequestKeys", motion=result["id"])
        assert header.motion == source["id"]
        page.ask("Undo")


def test_a_source_that_does_not_come_along_stays_gone(keyed: Any) -> None:
    with keyed.page() as page, keyed.http() as http:
        page.ask("RemoveRecord", id=CLIP)
        content = http.get("/api/document/copy.kine").content
        page.ask("Undo")
        before = set(page.records)
        job = http.post("/api/import", content=upload_body(("copy.kine", content))).json()["job"]
        assert page.wait_for_job(job)["type"] == "JobDone"
        made = [record for id, record in page.records.items() if id not in before]
        (result,) = [record for record in made if record.get("keying")]
        assert result["keying"]["source"] not in page.records
        page.ask("Undo")
