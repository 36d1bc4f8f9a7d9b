"""`kinegraph studio` as people run it: a process, an address, Ctrl+C."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from page_client import PageClient
from small_scenes import a_clip

from kinegraph.formats import save
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edits import stage_of


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Starts `kinegraph studio` with arguments; ends it when the test does."""
    monkeypatch.setenv("KINEGRAPH_DATA", str(tmp_path / "data"))
    started: list[subprocess.Popen] = []

    def start(*arguments: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", "kinegraph", "studio", "--no-browser", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "COLUMNS": "300"},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def address_of(process: subprocess.Popen) -> tuple[str, str]:
    """The address and the token that a studio prints."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://([\d.]+:\d+)/#token=(\S+)", line)
    assert found, line + (process.stderr.read() if process.stderr and process.poll() is not None else "")
    return found[1], found[2]


def test_a_file_opens_in_a_page_and_ctrl_c_ends_it_cleanly(run: Any, tmp_path: Path) -> None:
    save(a_clip(), tmp_path / "wave.bvh")
    process = run(str(tmp_path / "wave.bvh"))
    address, token = address_of(process)
    with PageClient(address, token) as page:
        while not any(record["kind"] == "motion" for record in page.records.values()):
            page.hear()
        assert any(record.get("file") == "wave.bvh" for record in page.records.values())
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in errors


def test_the_document_is_whole_after_a_kill(run: Any, tmp_path: Path) -> None:
    process = run(str(tmp_path / "mine.kine"))
    with PageClient(*address_of(process)) as page:
        assert page.ask("RenameDocument", title="Kept")["type"] == "Done"
        process.kill()
        process.wait()
    with Document(tmp_path / "mine.kine") as document:
        assert stage_of(document.records).title == "Kept"


def test_the_second_start_gives_the_address_of_the_first(run: Any, tmp_path: Path) -> None:
    first = run(str(tmp_path / "mine.kine"))
    address = address_of(first)
    second = run(str(tmp_path / "mine.kine"))
    output, _ = second.communicate(timeout=30)
    assert second.returncode == 0
    assert "already open" in output
    assert f"http://{address[0]}/#token={address[1]}" in output


def test_a_busy_port_is_one_clear_line_and_exit_code_2(run: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = run("--port", str(port))
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert f"Port {port} cannot be used" in errors
    assert len(errors.strip().splitlines()) == 1


def test_a_damaged_document_is_one_clear_line_and_exit_code_2(run: Any, tmp_path: Path) -> None:
    (tmp_path / "bad.kine").write_text("not a document")
    process = run(str(tmp_path / "bad.kine"))
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "not a Kinegraph document" in errors
    assert (tmp_path / "bad.kine").read_text() == "not a document"


def test_ctrl_c_ends_it_with_pages_open(run: Any, tmp_path: Path) -> None:
    process = run(str(tmp_path / "mine.kine"))
    address, token = address_of(process)
    with PageClient(address, token):
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 0, errors
    assert not (tmp_path / ".mine.kine.lock").exists()
    assert not (tmp_path / "mine.kine-wal").exists(), "the log is folded into the document"
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://{address}/")
