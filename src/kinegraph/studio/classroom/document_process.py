"""The process of one document: a studio that listens nowhere and serves the connections it is handed."""

import asyncio
import os
import signal
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.classroom.control import (
    AnyMessage,
    Connection,
    Control,
    ControlClosed,
    Failed,
    Ready,
    Status,
    Stop,
    Taken,
    View,
)
from kinegraph.studio.protocol.class_messages import SeatChanged
from kinegraph.studio.running.seat import Seat
from kinegraph.studio.server.app import make_app
from kinegraph.studio.server.guard import Guard
from kinegraph.studio.server.opening import open_document
from kinegraph.studio.server.server import configuration
from kinegraph.studio.studio import Studio

NICENESS = 5  # the class's server, which all pages wait for, goes first
_BEAT = 1.0  # [s] between two looks at what there is to report


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of a document's process.

    student: The student's name.
    token, view: What opens the document, and what opens it for looking only.
    hosts, secure: How the class's server is reached.
    hand_ins: Where copies go that are handed in; None where nothing is handed in.
    """

    document: str
    student: str
    simple: bool
    token: str
    view: str
    hosts: tuple[str, ...]
    secure: bool
    page: str
    upload_limit: int
    hand_ins: str | None


def run(line: socket.socket, spec: Spec) -> None:
    """The whole life of the process."""
    os.setsid()  # Ctrl+C is the server's to handle: it stops this process once pages know
    with suppress(OSError):
        os.nice(NICENESS)
    asyncio.run(_Host(spec).serve(line))


class _Host:
    """Runs one studio until it is asked to stop or the class's server is gone."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._server: _QuietServer | None = None
        self._links: set[asyncio.Task] = set()

    async def serve(self, line: socket.socket) -> None:
        """Serves what comes over the line until that is to stop."""
        control = self._control = Control(line, self._hear, self._stop)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._stop)
        try:
            self._open()
        except KinegraphError as error:
            with suppress(ControlClosed):
                await control.send(Failed(message=str(error)))
            return
        assert self._server is not None
        serving = asyncio.create_task(self._server._serve(sockets=[]))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.005)
        with suppress(ControlClosed):
            if not serving.done():
                await control.send(Ready())
            await self._report(control, serving)
        await serving

    def _open(self) -> None:
        spec = self._spec
        opened = open_document(Path(spec.document))
        self._seat = None
        if spec.hand_ins is not None:
            self._seat = Seat(spec.student, spec.simple, Path(spec.document), Path(spec.hand_ins))
        # One process for one document: another for its long work is started when it is needed.
        self._studio = Studio(opened.document, spec.upload_limit, eager=False, seat=self._seat)
        app = make_app(self._studio, Path(spec.page), on_stop=opened.release)
        guard = Guard(app, spec.token, spec.hosts, viewers=(spec.view,), secure=spec.secure)
        self._server = _QuietServer(configuration(guard))

    async def _report(self, control: Control, serving: asyncio.Task[None]) -> None:
        """Tells the server what goes on here, whenever that changes."""
        last = None
        while not serving.done():
            now = Status(pages=len(self._studio.audience.pages), busy=bool(self._studio.jobs.states))
            if now != last:
                await control.send(now)
                last = now
            await asyncio.wait((serving,), timeout=_BEAT)

    def _hear(self, message: AnyMessage, link: socket.socket | None) -> None:
        match message:
            case Connection(number=number, head=head):
                assert link is not None
                task = asyncio.get_running_loop().create_task(self._take(link, number, head))
                self._links.add(task)
                task.add_done_callback(self._links.discard)
            case View(simple=simple):
                if self._seat is not None:
                    self._seat.simple = simple
                    self._studio.audience.tell(SeatChanged(seat=self._seat.info))
            case Stop():
                self._stop()

    async def _take(self, link: socket.socket, number: int, head: bytes) -> None:
        """Serves a connection as if it had been accepted here."""
        with suppress(ControlClosed):
            await self._control.send(Taken(number=number))
        server = self._server
        if server is None or not server.started or server.should_exit:
            link.close()
            return
        config = server.config
        # The class is typed as a plain Protocol; uvicorn's own take these arguments.
        arguments: dict[str, Any] = {
            "config": config,
            "server_state": server.server_state,
            "app_state": server.lifespan.state,
        }
        protocol = config.http_protocol_class(**arguments)
        link.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, link)
        except OSError:  # the page is gone already
            link.close()
            return
        if head:
            protocol.data_received(head)

    def _stop(self) -> None:
        if self._server is not None:
            self._server.stop()


class _QuietServer(uvicorn.Server):
    """Looks around once a second. uvicorn does so ten times, which adds up where many processes wait."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._stopping = asyncio.Event()

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(_BEAT):
                    await self._stopping.wait()

    def stop(self) -> None:
        """Ends the server as soon as its connections are closed."""
        self.should_exit = True
        self._stopping.set()
