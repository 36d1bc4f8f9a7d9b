"""The motion library in the studio: search, likeness, pictures, and adding a motion to the document."""

from collections.abc import Callable
from pathlib import Path

import httpx
import numpy as np
import pytest
from serving import RunningStudio, wait_until

from kinegraph.batch import Library
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats import save
from kinegraph.studio.document.records import MotionRecord


@pytest.fixture
def captures(tmp_path: Path) -> Path:
    """Three motions of a chain of two joints, of different speed."""
    folder = tmp_path / "captures"
    folder.mkdir()
    skeleton = Skeleton.from_offsets(
        ["hips", "head"], [-1, 0], [[0, 1, 0], [0, 0.5, 0]], ends=[(1, (0, 0.2, 0))]
    )
    t = np.linspace(0.0, 1.0, 31)
    for number, name in enumerate(("slow walk", "walk", "run")):
        rotations = np.tile([0.0, 0.0, 0.0, 1.0], (31, 2, 1))
        rotations[:, 1] = quat_from_axis_angle(np.sin(7.0 * t)[:, None] * np.array([0.4 * number, 0.0, 0.0]))
        roots = np.stack([0.0 * t, 1.0 + 0.0 * t, (1.0 + number) * t], axis=1)
        save(Clip(skeleton, 30.0, roots, rotations, name=name), folder / f"{name}.bvh")
    return folder


@pytest.fixture
def library_studio(
    start_studio: Callable[..., RunningStudio], captures: Path, tmp_path: Path
) -> RunningStudio:
    running = start_studio(library=())
    running.studio.library.folder = tmp_path / "library"
    with Library(tmp_path / "library") as library:
        library.index([captures])
    return running


def get(running: RunningStudio, path: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {running.token}"}
    return httpx.get(f"http://{running.address}{path}", headers=headers)


def test_a_search_finds_motions_by_name(library_studio: RunningStudio) -> None:
    answer = get(library_studio, "/api/library?words=walk").json()
    assert [motion["name"] for motion in answer["motions"]] == ["slow walk", "walk"]
    assert (answer["total"], answer["size"]) == (2, 3)
    assert answer["motions"][1]["meanSpeed"] == pytest.approx(2.0, rel=0.2)


def test_a_search_finds_motions_by_a_figure(library_studio: RunningStudio) -> None:
    answer = get(library_studio, "/api/library?figure=mean_speed&low=1.5").json()
    assert [motion["name"] for motion in answer["motions"]] == ["run", "walk"]
    answer = get(library_studio, "/api/library?words=walk&figure=mean_speed&low=0&high=1.5").json()
    assert [motion["name"] for motion in answer["motions"]] == ["slow walk"]


def test_a_studio_without_a_library_says_so(
    start_studio: Callable[..., RunningStudio], tmp_path: Path
) -> None:
    running = start_studio(library=())
    running.studio.library.folder = tmp_path / "nothing"
    assert get(running, "/api/library").json() == {"total": 0, "size": 0, "motions": []}
    assert not (tmp_path / "nothing").exists()


def test_similar_motions_come_nearest_first(library_studio: RunningStudio) -> None:
    (run,) = get(library_studio, "/api/library?words=run").json()["motions"]
    near = get(library_studio, f"/api/library/{run['id']}/like").json()["motions"]
    assert [motion["name"] for motion in near] == ["walk", "slow walk"]
    assert 0.0 < near[0]["distance"] < near[1]["distance"]


def test_a_motion_has_a_picture(library_studio: RunningStudio) -> None:
    answer = get(library_studio, "/api/library/1.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "path",
    ["/api/library/99/like", "/api/library/99.png", "/api/library?figure=nothing", "/api/library?low=x"],
)
def test_what_is_not_there_is_a_sentence(library_studio: RunningStudio, path: str) -> None:
    answer = get(library_studio, path)
    assert answer.status_code in (400, 404)
    assert answer.json()["message"].endswith((".", "?"))


def test_the_library_needs_the_token(library_studio: RunningStudio) -> None:
    for path in ("/api/library", "/api/library/1.png", "/api/library/1/like"):
        assert httpx.get(f"http://{library_studio.address}{path}").status_code == 403


def test_a_motion_is_added_to_the_document_and_its_file_stays(
    library_studio: RunningStudio, captures: Path
) -> None:
    (run,) = get(library_studio, "/api/library?words=run").json()["motions"]
    address = f"http://{library_studio.address}/api/library/{run['id']}/add"
    answer = httpx.post(address, headers={"Authorization": f"Bearer {library_studio.token}"})
    assert answer.status_code == 202
    wait_until(lambda: any(r.name == "run" for r in _motions(library_studio)), seconds=60.0)
    assert (captures / "run.bvh").is_file()


def test_a_file_that_is_gone_is_said_to_be(library_studio: RunningStudio, captures: Path) -> None:
    (captures / "run.bvh").unlink()
    (run,) = get(library_studio, "/api/library?words=run").json()["motions"]
    address = f"http://{library_studio.address}/api/library/{run['id']}/add"
    answer = httpx.post(address, headers={"Authorization": f"Bearer {library_studio.token}"})
    assert answer.status_code == 400
    assert "run.bvh is no longer where it was" in answer.json()["message"]


def test_folders_are_indexed_in_the_background(
    start_studio: Callable[..., RunningStudio], captures: Path
) -> None:
    running = start_studio(library=(captures,))
    wait_until(lambda: get(running, "/api/library").json()["size"] == 3, seconds=60.0)
    wait_until(lambda: not running.studio.jobs.states, seconds=60.0)


def test_pages_of_other_people_get_no_library(
    start_studio: Callable[..., RunningStudio], captures: Path, tmp_path: Path
) -> None:
    running = start_studio()
    running.studio.library.folder = tmp_path / "library"
    with Library(tmp_path / "library") as library:
        library.index([captures])
    assert get(running, "/api/library").json()["size"] == 0
    for path in ("/api/library/1.png", "/api/library/1/like"):
        assert get(running, path).status_code == 404
    assert running.http().post("/api/library/1/add").status_code in (404, 405)


def _motions(running: RunningStudio) -> list:
    return [record for record in running.studio.document.records.values() if isinstance(record, MotionRecord)]
