"""Handing over sockets: a page's WebSocket goes to its document's process.

Without TLS the process gets the page's own connection: no byte of it passes through the class's server again.
With TLS the server decrypts, so it passes bytes on between the page and the process, and does not read them.
"""

import asyncio
import os
import socket
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import unquote

from starlette.types import Scope

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.classroom.process_pool import DocumentProcess, NotOpen

_MOST_WAITING = 2**20  # bytes for a page that does not read, before the process is made to wait

Find = Callable[[Scope], DocumentProcess]
"""The process that a request is for; raises Refused."""


class Refused(KinegraphError):
    """A request that may not pass; the message says why."""


class HandOver(asyncio.Protocol):
    """Takes a connection over from uvicorn when it asks for a WebSocket."""

    def __init__(self, find: Find, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        """find: The process that a request is for. The rest is what uvicorn hands to such protocols."""
        self._find = find
        self._connections: set[object] = server_state.connections
        self._tasks: set[asyncio.Task] = server_state.tasks
        self._transport: asyncio.Transport | None = None
        self._relay: _Relay | None = None
        self._early = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """uvicorn gives the connection."""
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        """First the request's head, which uvicorn writes anew; then what the page sends."""
        if self._relay is not None:
            self._relay.forward(data)
        elif not self._early:
            self._early += data
            self._begin(data)
        else:  # a page that talks before it is answered
            self._close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The page is gone, or its connection is."""
        self._connections.discard(self)
        if self._relay is not None:
            self._relay.close()

    def eof_received(self) -> bool:
        """The page will send no more."""
        return False

    def pause_writing(self) -> None:
        """The page does not read: the process waits."""
        if self._relay is not None:
            self._relay.pause()

    def resume_writing(self) -> None:
        """The page reads again."""
        if self._relay is not None:
            self._relay.resume()

    def shutdown(self) -> None:
        """The server stops."""
        self._close()

    def _begin(self, head: bytes) -> None:
        try:
            process = self._find(read_head(head))
        except Refused as refusal:
            self._refuse(403, str(refusal))
            return
        task = asyncio.get_running_loop().create_task(self._give(process, head))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _give(self, process: DocumentProcess, head: bytes) -> None:
        transport = self._transport
        assert transport is not None
        try:
            if transport.get_extra_info("sslcontext") is None:
                await self._give_socket(process, head, transport)
            else:
                await self._give_relayed(process, head, transport)
        except NotOpen as error:
            self._refuse(503, str(error))

    async def _give_socket(self, process: DocumentProcess, head: bytes, transport: asyncio.Transport) -> None:
        transport.pause_reading()  # whatever comes now is for the process
        own = transport.get_extra_info("socket")
        with socket.socket(fileno=os.dup(own.fileno())) as link:
            await process.hand_over(link, head)
        transport.abort()  # closes this process's end; the connection lives on in the other

    async def _give_relayed(
        self, process: DocumentProcess, head: bytes, transport: asyncio.Transport
    ) -> None:
        link = await process.connect()
        if transport.is_closing():
            link.close()
            return
        transport.set_write_buffer_limits(high=_MOST_WAITING)
        loop = asyncio.get_running_loop()
        _, relay = await loop.create_connection(lambda: _Relay(transport), sock=link)
        relay.forward(head)
        self._relay = relay

    def _refuse(self, status: int, sentence: str) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        body = sentence.encode()
        phrase = {403: "Forbidden", 503: "Service Unavailable"}[status]
        lines = (
            f"HTTP/1.1 {status} {phrase}",
            "Content-Type: text/plain; charset=utf-8",
            "X-Content-Type-Options: nosniff",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        transport.write("".join(f"{line}\r\n" for line in (*lines, "")).encode() + body)
        transport.close()

    def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class _Relay(asyncio.Protocol):
    """The process's end of a relayed connection: passes bytes on, no faster than the page takes them."""

    def __init__(self, page: asyncio.Transport) -> None:
        self._page = page
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._page.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._page.close()

    def pause_writing(self) -> None:
        self._page.pause_reading()

    def resume_writing(self) -> None:
        self._page.resume_reading()

    def forward(self, data: bytes) -> None:
        """Passes bytes on to the process."""
        if self._transport is not None:
            self._transport.write(data)

    def pause(self) -> None:
        """The page does not read."""
        if self._transport is not None:
            self._transport.pause_reading()

    def resume(self) -> None:
        """The page reads again."""
        if self._transport is not None:
            self._transport.resume_reading()

    def close(self) -> None:
        """The page is gone."""
        if self._transport is not None:
            self._transport.close()


def read_head(head: bytes) -> Scope:
    """A request's head, well-formed as uvicorn has written it, as the guard reads requests."""
    first, *lines = head.split(b"\r\n\r\n", 1)[0].split(b"\r\n")
    target = first.split(b" ")[1]
    path, _, query = target.partition(b"?")
    pairs = (line.partition(b":") for line in lines)
    return {
        "type": "websocket",
        "path": unquote(path.decode("ascii")),
        "query_string": query,
        "headers": [(name.lower(), value.strip()) for name, _, value in pairs],
    }
