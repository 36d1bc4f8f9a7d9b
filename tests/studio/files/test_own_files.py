"""Files of ours leave the studio and come back: films, plans of creatures, animations for any creature."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from creature_scenes import add, make, play
from page_client import PageClient, upload_body
from perform_scenes import done
from serving import RunningStudio
from tests.share.conftest import ReadPage

from kinegraph.creatures.animation.motion_file import file_of_motion, load_motion
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.maker.plan_file import load_plan
from kinegraph.runtime.libraries import WASM
from kinegraph.share.page import PLAYER


@pytest.fixture
def page(creature_page: PageClient) -> PageClient:
    return creature_page


@pytest.fixture
def http(running: RunningStudio) -> Iterator[httpx.Client]:
    with running.http() as client:
        yield client


def exported(page: PageClient, http: httpx.Client, format: str, *records: str, **fields: Any) -> bytes:
    end = page.wait_for_job(done(page, "Export", format=format, records=list(records), **fields)["job"])
    assert end["type"] == "JobDone", end
    return http.get(end["download"]).content


def imported(page: PageClient, http: httpx.Client, name: str, data: bytes) -> list[dict]:
    end = page.wait_for_job(http.post("/api/import", content=upload_body((name, data))).json()["job"])
    assert end["type"] == "JobDone", end
    return [page.records[id] for id in end["created"]]


def test_a_creature_goes_to_another_document_as_its_plan(
    page: PageClient, http: httpx.Client, tmp_path: Path
) -> None:
    who = make(page, "biped", 3)
    data = exported(page, http, "creature", who)
    (tmp_path / "x.kinecreature").write_bytes(data)
    load_plan(tmp_path / "x.kinecreature")
    (copy,) = imported(page, http, "x.kinecreature", data)
    assert copy["plan"] == page.records[who]["plan"]
    assert copy["joints"] == page.records[who]["joints"]


def test_an_animation_goes_to_another_document_under_a_free_name(
    page: PageClient, http: httpx.Client, tmp_path: Path
) -> None:
    who = make(page, "biped", 3)
    (motion,) = play(page, add(page, "wave"), who)
    data = exported(page, http, "animation", motion)
    (tmp_path / "x.kinemotion").write_bytes(data)
    assert file_of_motion(load_motion(tmp_path / "x.kinemotion")) == file_of_motion(shipped_animation("wave"))
    (copy,) = imported(page, http, "x.kinemotion", data)
    assert (copy["kind"], copy["name"]) == ("animation", "wave 2")


def test_a_film_of_a_motion_is_an_mp4(page: PageClient, http: httpx.Client) -> None:
    who = make(page, "biped", 3)
    (motion,) = play(page, add(page, "nod"), who)
    options = {"fps": 2.0, "theme": "light", "view": [-90.0, 0.0]}
    data = exported(page, http, "film", motion, extension=".mp4", options=options)
    assert data[4:8] == b"ftyp"


def test_a_creature_and_its_motion_leave_as_pages(page: PageClient, http: httpx.Client) -> None:
    """Pages that play are written everywhere, those that walk where the compiled runtime is there."""
    if not (PLAYER / "page.js").is_file():
        pytest.skip("The script of shared pages is not built; 'make studio' builds it.")
    who = make(page, "quadruped", 5)
    (motion,) = play(page, add(page, "wave"), who)
    text = exported(page, http, "page", who, motion).decode()
    assert ReadPage(text).part("glb").startswith(b"glTF")
    request = done(page, "Export", format="page", records=[who, motion], options={"page": "creature"})
    end = page.wait_for_job(request["job"])
    if WASM.is_file():
        assert b"wave" in ReadPage(http.get(end["download"]).text).part("live")
    else:
        assert "make runtime" in end["message"]
    refused = page.wait_for_job(
        done(page, "Export", format="page", records=[who], options={"page": "sets"})["job"]
    )
    assert "no sets" in refused["message"]
