"""Forwarding: a plain request of a page goes to its document's process, and the answer back."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import h11
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from kinegraph.studio.classroom.process_pool import DocumentProcess
from kinegraph.studio.files.uploads import UploadTooLarge

_CHUNK = 2**16
# These belong to one connection, and there are two.
_OF_CONNECTION = frozenset(
    (b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade", b"date", b"expect")
)


async def forward(request: Request, process: DocumentProcess) -> Response:
    """The process's answer to a request. A body that is larger than an import may be goes nowhere."""
    limit = process.spec.upload_limit
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > limit:
        raise UploadTooLarge(limit)
    exchange = _Exchange(await process.connect())
    answer = asyncio.create_task(exchange.next_event())
    try:
        await exchange.send(request, limit, answer.done)
        head = await answer
        if not isinstance(head, h11.Response):
            raise HTTPException(502, "The document's process ended; try again.")
    except ClientDisconnect:
        await exchange.give_up(answer)
        return Response(status_code=400)
    except BaseException:
        await exchange.give_up(answer)
        raise
    response = StreamingResponse(exchange.body(), status_code=head.status_code)
    kept = [(name, value) for name, value in head.headers if name.lower() not in _OF_CONNECTION]
    response.raw_headers = [(name.lower(), value) for name, value in kept]
    return response


class _Exchange:
    """One request and its answer, over a connection of their own."""

    def __init__(self, line: socket.socket) -> None:
        # Not asyncio's streams: they lose an answer that came before the process closed the connection.
        self._line, self._loop = line, asyncio.get_running_loop()
        self._link = h11.Connection(h11.CLIENT)

    async def send(self, request: Request, limit: int, is_answered: Callable[[], bool]) -> None:
        """Sends the request with its body, as it comes; no more of it once the process has answered."""
        scope = request.scope
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        headers = [(name, value) for name, value in scope["headers"] if name not in _OF_CONNECTION]
        if not any(name == b"content-length" for name, _ in headers) and request.method not in (
            "GET",
            "HEAD",
        ):
            headers.append((b"transfer-encoding", b"chunked"))
        headers.append((b"connection", b"close"))
        sent = 0
        with suppress(ConnectionError):  # the process has ended, or has answered and closed
            await self._write(h11.Request(method=request.method, target=target, headers=headers))
            async for chunk in request.stream():
                sent += len(chunk)
                if sent > limit:
                    raise UploadTooLarge(limit)
                if is_answered():
                    return
                if chunk:
                    await self._write(h11.Data(data=chunk))
            await self._write(h11.EndOfMessage())

    async def give_up(self, answer: asyncio.Task) -> None:
        """Ends the connection, whatever is on its way."""
        answer.cancel()
        await asyncio.wait((answer,))  # the loop must have let go of the line before its number is free
        self._line.close()

    async def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next part of the answer; the end of it where the process ended."""
        while True:
            try:
                event = self._link.next_event()
                if event is not h11.NEED_DATA:
                    return event
                self._link.receive_data(await self._loop.sock_recv(self._line, _CHUNK))
            except (h11.RemoteProtocolError, ConnectionError):
                return h11.ConnectionClosed()

    async def body(self) -> AsyncIterator[bytes]:
        """The answer's body, as it comes."""
        try:
            while isinstance(event := await self.next_event(), h11.Data):
                yield bytes(event.data)
            if not isinstance(event, h11.EndOfMessage):
                raise ConnectionError("The document's process ended in the middle of an answer.")
        finally:
            self._line.close()

    async def _write(self, event: h11.Event) -> None:
        await self._loop.sock_sendall(self._line, self._link.send(event) or b"")
