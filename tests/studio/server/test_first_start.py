"""A new document opens with a character on the stage that moves, and the whole cast can join."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from page_client import PageClient
from perform_scenes import performed
from serving import RunningStudio, a_page, start

from kinegraph.perform.cast_sets import cast_rig
from kinegraph.studio.running.casting import FIRST, cast_members
from kinegraph.studio.running.follower import IDLE
from kinegraph.studio.running.keepsakes import kept


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """A studio that starts as users' studios do."""
    folder = tmp_path_factory.mktemp("first")
    studio = start(folder / "first.kine", a_page(folder), first=FIRST)
    yield studio
    studio.stop()


@pytest.fixture
def page(running: RunningStudio) -> Iterator[PageClient]:
    """A page that has seen the first character arrive."""
    with running.page() as page:
        while page.records["view"]["follow"] is None:
            page.hear(120)
        yield page


def test_a_new_document_holds_the_first_character_and_motions(page: PageClient) -> None:
    kinds = [record["kind"] for record in page.records.values()]
    assert kinds.count("character") == 1
    assert kinds.count("motion") >= 1
    first = next(record for record in page.records.values() if record["kind"] == "character")
    assert (first["cast"], first["name"]) == (FIRST, FIRST.capitalize())
    assert first["triangles"] > 1000
    assert page.records["stage"]["placements"][0]["character"] == first["id"]


def test_there_is_nothing_to_undo_in_a_new_document(page: PageClient) -> None:
    assert page.welcome["undoLabel"] is None
    assert "nothing to undo" in page.ask("Undo")["message"]


def test_it_can_be_performed_with_at_once_and_there_is_still_nothing_to_undo(page: PageClient) -> None:
    first = next(record for record in page.records.values() if record["kind"] == "character")
    while not any(record["kind"] == "set" for record in page.records.values()):
        page.hear(120)
    sets = sorted((r for r in page.records.values() if r["kind"] == "set"), key=lambda r: r["order"])
    assert [each["name"] for each in sets] == [each.name for each in cast_rig(FIRST).sets]
    assert {each["character"] for each in sets} == {first["id"]}
    assert any(r["kind"] == "motion" and r["form"] == "performance" for r in page.records.values())
    assert page.welcome["undoLabel"] is None
    assert page.welcome["document"]["fresh"]
    assert page.ask("Perform", character=first["id"], set=sets[0]["id"])["type"] == "Done"
    poses = [performed(page, 100 + i, (x, 1.0, 0.6))[1]["rotations"] for i, x in enumerate((-0.6, 0.6))]
    assert np.abs(poses[0] - poses[1]).max() > 0.05
    assert page.ask("Perform", character=first["id"], set=None)["type"] == "Done"


def test_it_moves_before_anything_is_clicked(page: PageClient) -> None:
    poses = [page.frame(120)[1]["rotations"] for _ in range(20)]
    assert page.frames[-1][0].sequence == IDLE
    assert max(float(np.abs(pose - poses[0]).max()) for pose in poses) > 1e-5


def test_it_turns_to_the_pointer(page: PageClient, running: RunningStudio) -> None:
    with running.page() as late:  # while it still learns, another motion stands in
        if any(job["kind"] == "warm-up" for job in late.welcome["jobs"]):
            late.wait_for_job(late.welcome["jobs"][0]["job"])
    answers = []
    for sequence, x in enumerate((-2.0, 2.0)):
        page.say("Cursor", position=[x, 1.0, 1.5], time=float(sequence), sequence=sequence)
        while page.frames[-1:] == [] or page.frames[-1][0].sequence != sequence:
            page.hear(120)
        answers.append(page.frames[-1][1]["rotations"])
    assert np.abs(answers[0] - answers[1]).max() > 0.05


def test_the_welcome_lists_the_cast_with_the_first_character_first(page: PageClient) -> None:
    assert [member["name"] for member in page.welcome["cast"]] == [member.name for member in cast_members()]
    assert page.welcome["cast"][0]["name"] == FIRST


def test_another_member_of_the_cast_joins_beside_the_first(page: PageClient, running: RunningStudio) -> None:
    answer = page.ask("AddCharacter", cast="stick")
    assert answer["type"] == "Done"
    (id,) = answer["created"]
    assert page.records["view"]["character"] == id
    places = {p["character"]: p["position"] for p in page.records["stage"]["placements"]}
    assert len({tuple(place) for place in places.values()}) == len(places)
    with running.http() as http:
        assert http.get(f"/api/characters/{id}.glb").content[:4] == b"glTF"


def test_pictures_are_made_and_tagged(page: PageClient, running: RunningStudio) -> None:
    with running.http() as http:
        for path in (f"/api/thumbnails/cast/{FIRST}.png", "/api/thumbnails/cast/stick.png?theme=light"):
            answer = http.get(path)
            assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
            assert http.get(path, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
        assert http.get("/api/thumbnails/cast/dragon.png").status_code == 404
        assert http.get(f"/api/cast/{FIRST}.glb").content[:4] == b"glTF"


def test_a_missing_page_says_how_to_build_it(tmp_path: Path) -> None:
    import httpx

    studio = start(tmp_path / "x.kine", tmp_path / "no-page")
    try:
        answer = httpx.get(f"http://{studio.address}/")
        assert answer.status_code == 503
        assert "make studio" in answer.text
    finally:
        studio.stop()


def test_what_is_kept_is_made_once_and_made_anew_when_damaged(own_data_folder: Path) -> None:
    calls = []

    def make() -> bytes:
        calls.append(1)
        return b"precious"

    assert kept("a test", make) == kept("a test", make) == b"precious"
    assert len(calls) == 1
    for path in (own_data_folder / "cache").iterdir():  # other tests keep folders there
        if path.is_file() and path.read_bytes().endswith(b"precious"):
            path.write_bytes(path.read_bytes()[:-1] + b"!")
    assert kept("a test", make) == b"precious"
    assert len(calls) == 2
