"""A real server on a free port, in a thread of the test's process so that its inside can be reached too."""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from page_client import PageClient

from kinegraph.studio.document.document import Document
from kinegraph.studio.server.app import make_app
from kinegraph.studio.server.document_desk import DocumentDesk
from kinegraph.studio.server.guard import Guard
from kinegraph.studio.server.live_link import ADDRESS as LIVE_ADDRESS
from kinegraph.studio.server.live_link import LiveLink
from kinegraph.studio.server.opening import open_document
from kinegraph.studio.server.server import bound_socket, configuration
from kinegraph.studio.studio import Studio

TOKEN = "a-token-of-the-tests"


@dataclass
class RunningStudio:
    """A studio that listens."""

    studio: Studio
    address: str
    token: str
    server: uvicorn.Server
    thread: threading.Thread
    loop: asyncio.AbstractEventLoop
    desk: DocumentDesk | None = None

    def page(self, **options: Any) -> PageClient:
        return PageClient(self.address, self.token, **options)

    def http(self) -> httpx.Client:
        return httpx.Client(
            base_url=f"http://{self.address}", headers={"Authorization": f"Bearer {self.token}"}, timeout=60
        )

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(30)
        assert not self.thread.is_alive()


def wait_until(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    """Waits for a condition; fails where it does not become true in time [s]."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition did not become true in time"
        time.sleep(0.005)


def start(path: Path, page: Path, library: tuple[Path, ...] | None = None, **options: Any) -> RunningStudio:
    """Starts a server for the document at `path`, with the motion library of folders if there are any."""
    studio = Studio(Document(path), **{"first": None, "eager": False, **options})
    return _serve(studio, page, library)


def start_with_desk(path: Path, page: Path) -> RunningStudio:
    """Starts a server that can open other documents than the one at `path`."""
    desk = DocumentDesk(
        open_document(path), lambda opened: Studio(opened.document, first=None, eager=False), lambda _: None
    )
    return _serve(desk.studio, page, None, desk)


def _serve(
    studio: Studio, page: Path, library: tuple[Path, ...] | None, desk: DocumentDesk | None = None
) -> RunningStudio:
    listener = bound_socket(0)
    address = f"127.0.0.1:{listener.getsockname()[1]}"
    started = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    def on_start() -> None:
        loops.append(asyncio.get_running_loop())
        started.set()

    on_stop = (lambda: None) if desk is None else desk.release
    live = LiveLink()
    made = make_app(studio, page, library=library, on_start=on_start, on_stop=on_stop, desk=desk, live=live)
    app = Guard(made, TOKEN, (address,), stream=(LIVE_ADDRESS, live.token))
    server = uvicorn.Server(configuration(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    assert started.wait(30)
    wait_until(lambda: server.started)
    return RunningStudio(studio, address, TOKEN, server, thread, loops[0], desk)


def a_page(place: Path) -> Path:
    """A built page of two files, and a secret beside it."""
    folder = place / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>page</title>")
    (folder / "assets" / "app.js").write_text("export {}")
    (place / "secret.txt").write_text("secret")
    return folder
