"""PageSocket: uvicorn's WebSocket with a short way for what pages send and get 60 times a second.

Whole text messages are read here, and binary frames are written here. Everything else (the handshake, pings,
fragments, closing, and all that breaks the protocol) goes the way that uvicorn and websockets have for it.
"""

import asyncio
import struct
from collections.abc import Callable
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform without a compiled one
    from websockets.utils import apply_mask

SHORT_WAY = "kinegraph.short_way"  # where a request's scope has its PageSocket
_CHUNK = 2**16  # bytes that are read at once: memory for more is mapped and unmapped each time
_MOST_WAITING = 32  # messages that were received and not yet taken
_WHOLE_TEXT, _WHOLE_BINARY = 0x81, 0x82  # first bytes of frames
_FINAL, _KIND, _MASKED, _LENGTH = 0x80, 0x0F, 0x80, 0x7F
_SHORT = 6  # bytes of a short frame's head, with its mask
_CONTROL = 8  # kinds from here on may come between fragments


class PageSocket(WebSocketsSansIOProtocol):
    """Reads and writes frames with as little work as there can be.

    It also goes on reading while a few messages wait: uvicorn stops after each message until the application
    has taken it, which costs two system calls.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """The arguments are those that uvicorn hands to such protocols."""
        super().__init__(*arguments, **named)
        self._rest = b""  # the beginning of a frame
        self._in_fragments = False
        self._usual = False  # whether all is left to uvicorn from now on
        self._hear: Callable[[bytes], bool] | None = None
        self._heard: Callable[[], None] | None = None
        self._took = False
        self._drained = True  # whether nothing waits in the transport
        self._head, self._head_length = b"", -1  # of the last binary frame: most have the same length

    def hear(
        self, message: Callable[[bytes], bool] | None, all_read: Callable[[], None] | None = None
    ) -> None:
        """Lets messages be taken as they are read, with no task in between, while none waits before them.

        message: Takes a message, ASCII alone, or returns False to leave it to the usual way; None for none.
        all_read: Called once all that has come is read, where a message was taken.
        """
        self._hear, self._heard = message, all_read

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """uvicorn gives the connection."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):  # asyncio's own transports have it
            cast(Any, transport).max_size = _CHUNK
        # Without a limit, asyncio calls `pause_writing` before every wait.
        cast(asyncio.Transport, transport).set_write_buffer_limits(0)

    def pause_writing(self) -> None:
        """The transport keeps bytes that the page has not read yet."""
        self._drained = False
        super().pause_writing()

    def resume_writing(self) -> None:
        """All bytes are on their way to the page."""
        self._drained = True
        super().resume_writing()

    def handle_connect(self, event: Any) -> None:
        """A page asks for a WebSocket."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(Scope, self.scope)[SHORT_WAY] = self

    def data_received(self, data: bytes) -> None:
        """Takes what a page sends."""
        if self._usual or not self.handshake_complete or self.close_sent:
            super().data_received(data)
            return
        if self._rest:
            data = self._rest + data
        at, self._took = 0, False
        # Most often one short message has come, and no more.
        if len(data) > _SHORT and data[0] == _WHOLE_TEXT and len(data) - _SHORT == data[1] - _MASKED < 126:
            self._take(data)
            at = len(data)
        while at < len(data) and (end := self._frame_end(data, at)) is not None:
            self._take(data[at:end])
            at = end
            if self._usual or self.close_sent:
                break
        self._rest = data[at:]
        if self._rest and (self._usual or self.close_sent):
            rest, self._rest = self._rest, b""
            super().data_received(rest)
        if self._took and self._heard is not None:
            self._heard()

    def _frame_end(self, data: bytes, at: int) -> int | None:
        """The end of the frame that begins at a place; None while a part of it is missing."""
        if len(data) < at + 2:
            return None
        length, start = data[at + 1] & _LENGTH, at + 2
        if length >= 126:
            size = 2 if length == 126 else 8
            if len(data) < start + size:
                return None
            length, start = int.from_bytes(data[start : start + size], "big"), start + size
        if length > self.config.ws_max_size:
            self._usual = True  # refused there
            return None
        end = start + length + (4 if data[at + 1] & _MASKED else 0)
        return end if len(data) >= end else None

    def _take(self, frame: bytes) -> None:
        first, second = frame[0], frame[1]
        if first == _WHOLE_TEXT and second & _MASKED and not self._in_fragments:
            start = 2 if second < _MASKED + 126 else 4 if second == _MASKED + 126 else 10
            content = apply_mask(frame[start + 4 :], frame[start : start + 4])
            hear = self._hear
            if hear is not None and content.isascii() and self.queue.empty() and hear(content):
                self._took = True
                return
            try:
                text = content.decode()
            except UnicodeDecodeError:
                super().data_received(frame)
                return
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            self._stop_reading_when_behind()
            return
        if first & _KIND < _CONTROL:
            self._in_fragments = not first & _FINAL
        super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        """Gives a message that came the usual way to the application."""
        paused, self.read_paused = self.read_paused, True  # so that it is not done there
        super().send_receive_event_to_app()
        self.read_paused = paused
        self._stop_reading_when_behind()

    def _stop_reading_when_behind(self) -> None:
        if not self.read_paused and self.queue.qsize() >= _MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def send_now(self, data: bytes) -> bool:
        """Sends a binary frame if nothing waits to be sent; whether it did."""
        if (
            not self._drained
            or self.disconnected
            or self.close_sent
            or not self.handshake_complete
            or self.conn.state is not OPEN
        ):
            return False
        if len(data) != self._head_length:
            self._head, self._head_length = _frame_head(len(data)), len(data)
        self.transport.write(self._head + data)
        return True

    async def send(self, message: Any) -> None:
        """Sends what the application sends."""
        if message["type"] == "websocket.send" and self.handshake_complete and self.close_sent:
            raise ClientDisconnected  # a page that answered no ping: the application may not know yet
        data = message.get("bytes")
        if data is None or not self.handshake_complete or self.conn.state is not OPEN:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        self.transport.write(_frame_head(len(data)) + data)


def _frame_head(length: int) -> bytes:
    """The head of a whole binary frame from the server."""
    if length < 126:
        return bytes((_WHOLE_BINARY, length))
    if length < 1 << 16:
        return struct.pack("!BBH", _WHOLE_BINARY, 126, length)
    return struct.pack("!BBQ", _WHOLE_BINARY, 127, length)
