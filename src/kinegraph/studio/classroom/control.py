"""Control: messages between the class's server and a document's process, with sockets in them.

A connection is handed over as it is: the process then talks to the page without anything in between.
"""

import asyncio
import socket
from collections import deque
from collections.abc import Callable

import msgspec

_LENGTH = 4  # of a message's length [bytes]
_CHUNK = 2**16
_MOST_SOCKETS = 16  # in one read


class Message(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of all messages."""


class Connection(Message, frozen=True, kw_only=True):
    """To the process: a connection to serve; its socket travels with the message.

    number: Of the server's choice, repeated in `Taken`.
    head: What the server has read of it already.
    """

    number: int
    head: bytes = b""


class View(Message, frozen=True, kw_only=True):
    """To the process: whether the student's page shows fewer panels."""

    simple: bool


class Stop(Message, frozen=True, kw_only=True):
    """To the process: close the document and end."""


class Ready(Message, frozen=True, kw_only=True):
    """From the process: the document is open."""


class Taken(Message, frozen=True, kw_only=True):
    """From the process: it serves a connection now, and the server may let go of it."""

    number: int


class Failed(Message, frozen=True, kw_only=True):
    """From the process: the document cannot be opened; it ends."""

    message: str


class Status(Message, frozen=True, kw_only=True):
    """From the process. pages: How many are connected. busy: Whether it has work to finish."""

    pages: int
    busy: bool


AnyMessage = Connection | View | Stop | Ready | Taken | Failed | Status
_decoder = msgspec.msgpack.Decoder(AnyMessage)
_encoder = msgspec.msgpack.Encoder()


class ControlClosed(Exception):
    """The other end is gone."""


class Control:
    """One end of the line; used from the event loop alone."""

    def __init__(
        self,
        line: socket.socket,
        hear: Callable[[AnyMessage, socket.socket | None], None],
        lost: Callable[[], None],
    ) -> None:
        """
        hear: Called with each message, and with the socket that came with it.
        lost: Called once, when the other end is gone.
        """
        self._line, self._hear, self._lost = line, hear, lost
        self._data, self._sockets = bytearray(), deque[int]()
        self._sending = asyncio.Lock()
        self._open = True
        line.setblocking(False)
        asyncio.get_running_loop().add_reader(line.fileno(), self._read)

    async def send(self, message: AnyMessage, handed_over: socket.socket | None = None) -> None:
        """Sends a message, and with it a socket, which this process may close then."""
        content = _encoder.encode(message)
        frame = len(content).to_bytes(_LENGTH, "little") + content
        loop = asyncio.get_running_loop()
        async with self._sending:
            if not self._open:
                raise ControlClosed
            try:
                if handed_over is not None:
                    sent = await self._send_socket(frame, handed_over)
                    frame = frame[sent:]
                await loop.sock_sendall(self._line, frame)
            except OSError:
                raise ControlClosed from None

    async def _send_socket(self, frame: bytes, handed_over: socket.socket) -> int:
        while True:
            try:
                return socket.send_fds(self._line, [frame], [handed_over.fileno()])
            except BlockingIOError:  # the other end is behind
                await asyncio.sleep(0.01)
                if not self._open:
                    raise ControlClosed from None

    def close(self) -> None:
        """Ends the line."""
        if self._open:
            self._open = False
            asyncio.get_running_loop().remove_reader(self._line.fileno())
            self._line.close()
            while self._sockets:
                socket.socket(fileno=self._sockets.popleft()).close()

    def _read(self) -> None:
        try:
            data, sockets, _, _ = socket.recv_fds(self._line, _CHUNK, _MOST_SOCKETS)
        except BlockingIOError:
            return
        except OSError:
            data, sockets = b"", []
        self._sockets.extend(sockets)
        if not data:
            self.close()
            self._lost()
            return
        self._data += data
        while self._open and (message := self._next()) is not None:
            link = None
            if isinstance(message, Connection):
                link = socket.socket(fileno=self._sockets.popleft())
            self._hear(message, link)

    def _next(self) -> AnyMessage | None:
        end = _LENGTH + int.from_bytes(self._data[:_LENGTH], "little")
        if len(self._data) < _LENGTH or len(self._data) < end:
            return None
        content = bytes(self._data[_LENGTH:end])
        del self._data[:end]
        return _decoder.decode(content)
