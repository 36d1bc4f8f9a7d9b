"""Only the studio's own page gets in, and nothing that comes in reaches beyond its place."""

import errno
import os
import socket
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from page_client import upload_body
from serving import RunningStudio, a_page, start
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from kinegraph.studio.files.uploads import free_path


@pytest.fixture(scope="module")
def page_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_page(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, page_folder: Path) -> Iterator[RunningStudio]:
    """One studio for all that is refused: it must not change by it."""
    studio = start(tmp_path_factory.mktemp("documents") / "test.kine", page_folder)
    yield studio
    assert not studio.studio.document.records
    studio.stop()


def test_an_api_request_without_the_token_is_refused(running: RunningStudio) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {running.token}"}):
        answer = httpx.get(f"http://{running.address}/api/characters/x.glb", headers=headers)
        assert answer.status_code == 403
    assert (
        httpx.get(f"http://{running.address}/api/characters/x.glb?token={running.token}").status_code == 404
    )


def test_a_page_whose_connection_was_cut_learns_whether_its_token_is_right(running: RunningStudio) -> None:
    def access(token: str) -> httpx.Response:
        address = f"http://{running.address}/api/access"
        return httpx.get(address, headers={"Authorization": f"Bearer {token}"})

    assert access(running.token).status_code == 204
    refused = access("wrong")
    assert refused.status_code == 403
    assert "token" in refused.json()["message"]


def test_an_upload_without_the_token_is_refused(running: RunningStudio) -> None:
    answer = httpx.post(f"http://{running.address}/api/import", content=upload_body(("a.bvh", b"x")))
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["/", "/api/cast/bear.glb", "/assets/app.js"])
def test_a_foreign_host_is_refused(running: RunningStudio, path: Any) -> None:
    headers = {"Host": "evil.example", "Authorization": f"Bearer {running.token}"}
    assert httpx.get(f"http://{running.address}{path}", headers=headers).status_code == 403


def test_a_host_without_the_port_is_refused(running: RunningStudio) -> None:
    assert httpx.get(f"http://{running.address}/", headers={"Host": "127.0.0.1"}).status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_a_foreign_origin_is_refused(running: RunningStudio, origin: Any) -> None:
    headers = {"Origin": origin, "Authorization": f"Bearer {running.token}"}
    assert httpx.get(f"http://{running.address}/api/characters/x.glb", headers=headers).status_code == 403


def test_our_own_origin_is_let_in(running: RunningStudio) -> None:
    headers = {"Origin": f"http://{running.address}", "Authorization": f"Bearer {running.token}"}
    assert httpx.get(f"http://{running.address}/api/characters/x.glb", headers=headers).status_code == 404


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("", {}),
        ("?token=wrong", {}),
        ("?token={token}", {"origin": "http://evil.example"}),
    ],
)
def test_a_socket_without_token_or_from_elsewhere_is_refused(
    running: RunningStudio, query: Any, options: Any
) -> None:
    url = f"ws://{running.address}/socket{query.format(token=running.token)}"
    with pytest.raises(InvalidStatus) as refusal:
        connect(url, **options)
    assert refusal.value.response.status_code == 403


def test_a_socket_under_a_foreign_host_is_refused(running: RunningStudio) -> None:
    host, port = running.address.split(":")
    link = socket.create_connection((host, int(port)))
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"ws://evil.example/socket?token={running.token}", sock=link)
    assert refusal.value.response.status_code == 403


def raw_get(address: str, path: str) -> bytes:
    """A request whose path no library tidies up."""
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=10) as link:
        link.sendall(f"GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while chunk := link.recv(65536):
            answer += chunk
    return answer


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
        "//secret.txt",
        "/..\\secret.txt",
    ],
)
def test_static_files_come_from_the_page_folder_alone(running: RunningStudio, path: Any) -> None:
    answer = raw_get(running.address, path)
    assert b"secret" not in answer.split(b"\r\n\r\n", 1)[1]
    assert answer.split()[1] in (b"404", b"400", b"405")


def test_a_link_out_of_the_page_folder_is_not_followed(running: RunningStudio, page_folder: Path) -> None:
    (page_folder / "link.txt").symlink_to(page_folder.parent / "secret.txt")
    assert httpx.get(f"http://{running.address}/link.txt").status_code == 404


def test_exports_are_looked_up_not_joined_to_a_path(running: RunningStudio) -> None:
    with running.http() as http:
        for path in ("/api/exports/x/..%2f..%2fsecret.txt", "/api/exports/..%2f..%2f/secret.txt"):
            assert http.get(path).status_code == 404


def test_answers_carry_the_headers_that_keep_browsers_strict(running: RunningStudio) -> None:
    answer = httpx.get(f"http://{running.address}/")
    assert answer.status_code == 200
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self';" in policy
    assert "server" not in answer.headers


def test_an_upload_past_the_limit_is_refused_by_its_declared_length(
    start_studio: Callable[..., RunningStudio],
) -> None:
    running = start_studio(upload_limit=1000)
    with running.http() as http:
        answer = http.post("/api/import", content=upload_body(("a.bvh", bytes(2000))))
        assert answer.status_code == 413
        assert "limited to" in answer.json()["message"]


def test_an_upload_past_the_limit_is_refused_while_it_streams(
    start_studio: Callable[..., RunningStudio],
) -> None:
    running = start_studio(upload_limit=1000)

    def chunks() -> Iterator[Any]:
        yield upload_body(("a.bvh", bytes(10_000)))[:500]
        for _ in range(20):
            yield bytes(500)

    # It may close the door before we have said all.
    with running.http() as http, suppress(httpx.WriteError):
        assert http.post("/api/import", content=chunks()).status_code == 413
    assert not list(running.studio.scratch.glob("import-*")), "what had arrived is removed"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x01",
        upload_body(("a.bvh", b"xyz"))[:-1],
        b"\xff\xff\xff\xff",
        upload_body(("a.bvh", b"x")) + b"\x01",
    ],
)
def test_a_damaged_upload_is_refused_with_a_sentence(running: RunningStudio, body: Any) -> None:
    with running.http() as http:
        answer = http.post("/api/import", content=body)
    assert answer.status_code == 400
    assert answer.json()["message"]
    assert not list(running.studio.scratch.glob("import-*"))


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "C:\\x\\y.bvh",
        "",
        ".",
        "..",
        "/",
        "a\0b.bvh",
        "con.bvh",
        "x" * 5000 + ".bvh",
        "~/.bashrc",
        "é.bvh",
    ],
)
def test_whatever_a_file_is_called_it_stays_in_its_folder(tmp_path: Path, name: str) -> None:
    path = free_path(tmp_path, name)
    assert path.parent == tmp_path
    assert path.resolve().parent == tmp_path.resolve()
    path.write_bytes(b"")
    assert free_path(tmp_path, name) != path


@pytest.mark.parametrize("name", ["Bär läuft.bvh", "日本.bvh", "नमस्ते.glb", "Bär.bvh"])
def test_a_name_in_any_script_is_kept(tmp_path: Path, name: str) -> None:
    assert free_path(tmp_path, name).name == unicodedata.normalize("NFC", name)


def test_a_long_name_in_any_script_fits_on_the_disk(tmp_path: Path) -> None:
    path = free_path(tmp_path, "走" * 300 + ".bvh")
    path.write_bytes(b"")
    assert path.suffix == ".bvh"


@pytest.mark.parametrize(
    ("code", "status", "words"),
    [(errno.ENOSPC, 507, "The disk is full"), (errno.EACCES, 503, "permission denied")],
)
def test_a_full_or_closed_disk_is_reported_in_a_sentence(
    running: RunningStudio, monkeypatch: pytest.MonkeyPatch, code: int, status: int, words: str
) -> None:
    def fail(**_: object) -> str:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("kinegraph.studio.server.app.tempfile.mkdtemp", fail)
    with running.http() as http:
        answer = http.post("/api/import", content=upload_body(("a.bvh", b"x")))
    assert answer.status_code == status
    assert words in answer.json()["message"]
    assert "inside Kinegraph" not in answer.json()["message"]
