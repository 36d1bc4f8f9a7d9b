"""A class as its pages meet it: everyone has one document, and only that; what crashes crashes alone."""

import asyncio
import os
import select
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from class_process import RunningClass, start_class
from page_client import PageClient, upload_body
from serving import a_page, wait_until
from small_scenes import a_clip
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from kinegraph.formats import save
from kinegraph.studio.classroom import process_pool
from kinegraph.studio.classroom.server import Where
from kinegraph.studio.document import edits
from kinegraph.studio.document.document import Document
from kinegraph.studio.protocol.messages import PROTOCOL

JPEG = b"\xff\xd8\xff\xe0" + bytes(100)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClass]:
    """One class for all tests; each has what it changes for itself."""
    folder = tmp_path_factory.mktemp("class")
    started = start_class(folder / "class", a_page(folder), students=4)
    yield started
    started.stop()


def title_of(page: PageClient) -> str:
    return page.records["stage"]["title"]


def shown_token(teacher: httpx.Client, copy: str) -> str:
    """The token that shows a copy that was handed in."""
    answer = teacher.get(f"{copy}/show")
    assert answer.status_code == 303
    return answer.headers["location"].removeprefix("/#token=")


def refusal_of(url: str, **options: str) -> int:
    with pytest.raises(InvalidStatus) as refusal:
        connect(url, **options)  # type: ignore[arg-type]
    return refusal.value.response.status_code


def test_everyone_edits_their_own_document(running: RunningClass) -> None:
    first, second, *_ = running.students
    with running.page(first.token) as one, running.page(second.token) as two:
        assert one.ask("RenameDocument", title="First")["type"] == "Done"
        assert two.ask("RenameDocument", title="Second")["type"] == "Done"
        assert one.welcome["seat"] == {"student": "Student 1", "simple": False, "handedIn": None}
    with running.page(first.token) as one:
        assert title_of(one) == "First"


def test_no_token_opens_what_belongs_to_another(running: RunningClass) -> None:
    first, second, *_ = running.students
    with running.page(first.token) as one:
        one.ask("RenameDocument", title="Only for the first")
    with running.http(first.token) as own, running.http(second.token) as other:
        assert b"Only for the first" in own.get("/api/document/mine.kine").content
        assert b"Only for the first" not in other.get("/api/document/mine.kine").content
    for token in (first.token, first.view):
        with running.http(token) as page:
            assert page.get("/api/class").status_code == 403
            assert page.get("/api/class/links").status_code == 403
            assert page.get(f"/api/class/students/{second.id}/picture").status_code == 403
            assert page.get(f"/api/class/students/{first.id}/handed-in/x").status_code == 403
            assert page.put("/api/class", json={"simple": True}).status_code == 403


def test_without_a_token_nothing_opens(running: RunningClass) -> None:
    address = running.address
    assert refusal_of(f"ws://{address}/socket") == 403
    assert refusal_of(f"ws://{address}/socket?token=wrong") == 403
    assert refusal_of(f"ws://{address}/elsewhere?token={running.students[0].token}") == 403
    for path in ("/api/class", "/api/cast/bear.glb", "/api/class/links"):
        assert httpx.get(f"http://{address}{path}").status_code == 403
    assert httpx.get(f"http://{address}/").status_code == 200, "the page itself is no secret"


def test_a_socket_from_a_foreign_page_is_refused(running: RunningClass) -> None:
    url = f"ws://{running.address}/socket?token={running.students[0].token}"
    assert refusal_of(url, origin="http://evil.example") == 403


def test_the_teachers_token_opens_no_document_for_editing(running: RunningClass) -> None:
    assert refusal_of(f"ws://{running.address}/socket?token={running.file.roster.teacher}") == 403
    with running.teacher() as teacher:
        assert teacher.get("/api/cast/bear.glb").status_code == 403


def test_the_teacher_looks_at_a_document_and_cannot_change_it(running: RunningClass) -> None:
    student = running.students[0]
    with running.page(student.token) as own, running.page(student.view) as looking:
        assert looking.welcome["viewing"] is True
        assert own.welcome["viewing"] is False
        answer = looking.ask("RenameDocument", title="Changed by a viewer")
        assert answer["type"] == "Failure"
        assert "does not change it" in answer["message"]
        assert looking.ask("HandIn")["type"] == "Failure"
        own.ask("RenameDocument", title="Seen")
        looking.wait(lambda event: event["type"] == "DocumentChanged")
        assert title_of(looking) == "Seen"
    with running.http(student.view) as looking:
        assert looking.post("/api/import", content=upload_body(("a.bvh", b"x"))).status_code == 403


def test_plain_requests_reach_the_document(running: RunningClass) -> None:
    with running.http(running.students[0].token) as page:
        copy = page.get("/api/document/mine.kine")
        assert copy.status_code == 200
        assert copy.content.startswith(b"SQLite format 3")
        assert copy.headers["content-disposition"] == 'attachment; filename="mine.kine"'
        assert "content-security-policy" in copy.headers
        assert page.get("/api/characters/nobody.glb").status_code == 404
        assert page.post("/api/import", content=upload_body(("a.bvh", b"x"))).status_code == 202
        assert page.post("/api/import", content=upload_body(("a.bvh", bytes(2 * 10**6)))).status_code == 413


def test_what_is_handed_in_is_frozen_and_the_teachers_to_open(running: RunningClass) -> None:
    student, other = running.students[1], running.students[2]
    with running.page(student.token) as page:
        page.ask("RenameDocument", title="Handed in")
        assert page.ask("HandIn")["type"] == "Done"
        changed = next(event for event in page.events if event["type"] == "SeatChanged")
        assert changed["seat"]["handedIn"] is not None
        page.ask("RenameDocument", title="Changed afterwards")
        assert page.ask("HandIn")["type"] == "Done"
    first, second = running.state(student)["hand_ins"]
    assert not running.state(other)["hand_ins"]
    path = running.file.hand_ins / first["name"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o400
    with running.teacher() as teacher:
        place = f"/api/class/students/{student.id}/handed-in"
        copy = teacher.get(f"{place}/{first['name']}")
        assert copy.content == path.read_bytes()
        assert teacher.get(f"/api/class/students/{other.id}/handed-in/{first['name']}").status_code == 404
        assert teacher.get(f"{place}/class.json").status_code == 404
        assert teacher.get(f"{place}/..%2fclass.json").status_code in (403, 404)
        token = shown_token(teacher, f"{place}/{first['name']}")
        assert shown_token(teacher, f"{place}/{first['name']}") == token
        assert second["time"] >= first["time"]
    with running.page(token) as shown:
        assert title_of(shown) == "Handed in"
        assert shown.ask("RenameDocument", title="x")["type"] == "Failure"
    assert path.read_bytes() == copy.content


def test_a_crash_of_one_document_leaves_the_others_alone(running: RunningClass) -> None:
    crashing, other = running.students[0], running.students[3]
    with running.page(other.token) as steady:
        with running.page(crashing.token) as page:
            assert page.ask("RenameDocument", title="Acknowledged before the crash")["type"] == "Done"
            os.kill(running.pid(crashing), signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                page.wait(lambda event: False)
        assert steady.ask("RenameDocument", title="Still here")["type"] == "Done"
        with running.page(crashing.token) as back:
            assert title_of(back) == "Acknowledged before the crash"
        assert steady.ask("Undo")["type"] == "Done"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_processes_of_documents_give_memory_back_and_the_server_keeps_its_environment(
    running: RunningClass,
) -> None:
    with running.page(running.students[3].token):
        environment = Path(f"/proc/{running.pid(running.students[3])}/environ").read_bytes()
    settings = {"OPENBLAS_NUM_THREADS=1", "MALLOC_ARENA_MAX=1", "MALLOC_TRIM_THRESHOLD_=131072"}
    assert settings <= set(environment.decode().split("\0"))
    assert "MALLOC_ARENA_MAX" not in os.environ


def test_a_page_that_comes_back_before_the_crash_was_noticed_is_served(running: RunningClass) -> None:
    student = running.students[2]
    process = running.server.classroom.places[student.id].process
    with running.page(student.token):
        pid = running.pid(student)

        async def crash_and_connect() -> socket.socket:
            os.kill(pid, signal.SIGKILL)
            assert process._control is not None
            line = process._control._line
            # This holds up the server's loop: it cannot notice that the line is closed.
            wait_until(lambda: bool(select.select([line], [], [], 0)[0]))
            return await process.connect()

        sweeping = running.server.classroom._sweeping
        assert sweeping is not None
        asyncio.run_coroutine_threadsafe(crash_and_connect(), sweeping.get_loop()).result(30).close()
    assert running.pid(student) != pid


def test_a_document_that_crashes_again_and_again_rests(
    running: RunningClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    student, other = running.students[1], running.students[2]
    for _ in range(3):
        with running.page(student.token):
            os.kill(running.pid(student), signal.SIGKILL)
            running.wait_for_state(student, lambda state: state["state"] != "open")
    assert refusal_of(f"ws://{running.address}/socket?token={student.token}") == 503
    with running.page(other.token) as steady:
        assert steady.ask("RenameDocument", title="Not concerned")["type"] == "Done"
    monkeypatch.setattr(process_pool, "_REST", 0.0)
    with running.page(student.token) as back:
        assert back.ask("RenameDocument", title="Tried again")["type"] == "Done"


def test_a_document_that_cannot_be_opened_is_one_sentence(tmp_path: Path, running: RunningClass) -> None:
    student = running.students[3]
    (running.file.hand_ins / f"{Path(student.file).stem} 2020-01-01 10.00.00.kine").write_text(
        "not a document"
    )
    with running.teacher() as teacher:
        name = running.state(student)["hand_ins"][0]["name"]
        token = shown_token(teacher, f"/api/class/students/{student.id}/handed-in/{name}")
    with running.http(token) as page:
        answer = page.get("/api/document/mine.kine")
    assert answer.status_code == 503
    assert "not a Kinegraph document" in answer.json()["message"]


def test_pictures_of_stages_are_the_teachers(running: RunningClass) -> None:
    student, other = running.students[0], running.students[1]
    before = running.state(student)["picture"]
    with running.http(student.token) as page:
        assert page.post("/api/class/picture", content=JPEG).status_code == 204
        assert page.post("/api/class/picture", content=b"<svg/>").status_code == 400
        assert page.post("/api/class/picture", content=JPEG + bytes(10**6)).status_code == 400
    with running.http(student.view) as looking:
        assert looking.post("/api/class/picture", content=JPEG).status_code == 403
    assert running.state(student)["picture"] == before + 1
    with running.teacher() as teacher:
        found = teacher.get(f"/api/class/students/{student.id}/picture")
        assert (found.content, found.headers["content-type"]) == (JPEG, "image/jpeg")
        assert teacher.get(f"/api/class/students/{other.id}/picture").status_code == 404


def test_the_teacher_simplifies_every_page_at_once(running: RunningClass) -> None:
    with running.page(running.students[0].token) as page, running.teacher() as teacher:
        assert teacher.put("/api/class", json={"simple": True}).json()["simple"] is True
        assert page.wait_for("SeatChanged")["seat"]["simple"] is True
        assert teacher.put("/api/class", json={"simple": "x"}).status_code == 400
        with running.page(running.students[2].token) as later:
            assert later.welcome["seat"]["simple"] is True
        teacher.put("/api/class", json={"simple": False})


def test_a_page_that_never_reads_harms_no_other(running: RunningClass, tmp_path: Path) -> None:
    stuck, other = running.students[0], running.students[3]
    save(a_clip(frames=4000), tmp_path / "long.bvh")
    text = (tmp_path / "long.bvh").read_text()
    with running.page(stuck.token) as page, running.http(stuck.token) as http:
        job = http.post("/api/import", content=upload_body(("long.bvh", text.encode()))).json()["job"]
        motion = next(id for id in page.wait_for_job(job)["created"] if page.records[id]["kind"] == "motion")
        for _ in range(100):
            page.say("RequestClip", motion=motion)
        with running.page(stuck.token) as second, running.page(other.token) as third:
            assert second.ask("RenameDocument", title="Read by another page")["type"] == "Done"
            assert third.ask("RenameDocument", title="In another document")["type"] == "Done"


def test_a_document_without_a_page_is_closed_and_opens_again(
    running: RunningClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    student = running.students[2]
    with running.page(student.token) as page:
        page.ask("RenameDocument", title="Left")
        assert running.wait_for_state(student, lambda state: state["here"])["state"] == "open"
        # Only now: a process whose page has not been counted yet must not be idle.
        monkeypatch.setattr(process_pool, "IDLE", 0.0)
    state = running.wait_for_state(student, lambda state: state["state"] == "closed")
    assert state["last_seen"] > 0
    assert not list(running.file.documents.glob(f"{student.file}-wal")), "the log is folded into the document"
    monkeypatch.undo()
    with running.page(student.token) as page:
        assert title_of(page) == "Left"


def test_everything_is_closed_when_the_class_ends(tmp_path: Path) -> None:
    started = start_class(tmp_path / "class", a_page(tmp_path), students=1)
    student = started.students[0]
    with started.page(student.token) as page:
        page.ask("RenameDocument", title="Kept")
        pid = started.pid(student)
        started.stop()
    wait_until(lambda: not Path(f"/proc/{pid}").exists() or not Path("/proc").exists())
    with Document(started.file.document(student)) as document:
        assert edits.stage_of(document.records).title == "Kept"
    again = start_class(tmp_path / "class", a_page(tmp_path / "again"), students=1)
    try:
        assert again.server.address == started.server.address, "the port is the same"
        with again.page(student.token) as page:
            assert title_of(page) == "Kept"
    finally:
        again.stop()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate with openssl")
def test_a_class_over_tls(tmp_path: Path) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "1",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout",
            "key.pem",
            "-out",
            "cert.pem",
        ],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    where = Where(certificate=certificate, key=key)
    started = start_class(tmp_path / "class", a_page(tmp_path), students=1, where=where)
    try:
        token = started.students[0].token
        context = ssl.create_default_context(cafile=certificate)
        url = f"wss://{started.address}/socket?token={token}"
        hello = f'{{"type": "Hello", "request": 1, "protocol": {PROTOCOL}}}'
        with connect(url, ssl=context, origin=f"https://{started.address}", max_size=None) as link:  # type: ignore[arg-type]
            link.send(hello)
            assert '"Welcome"' in str(link.recv(timeout=30))
            link.send('{"type": "RenameDocument", "request": 2, "title": "Over TLS"}')
            while '"request":2' not in (answer := str(link.recv(timeout=30))):
                pass
            assert '"Done"' in answer
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=started.server.address, verify=context, headers=headers) as page:
            assert b"Over TLS" in page.get("/api/document/mine.kine").content
    finally:
        started.stop()
