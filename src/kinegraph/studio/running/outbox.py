"""Outbox: what waits to be sent to one page. Never more than it may hold, however slowly the page reads.

Events are kept in order. Of a stream (poses, progress) only the newest frame waits. What waits is counted in
bytes: a page that has let too much pile up must reconnect, which gives it the whole state again.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable

MOST_BYTES = 64 * 2**20  # that wait; the frame that passes this is the last
_BIG = 16 * 2**20  # bytes that wait before the next big frame
_EACH = 100  # what keeping a frame costs beside its content [bytes]

Frame = str | bytes


class OutboxFull(Exception):
    """The page has stopped reading."""


class PageDismissed(Exception):
    """The studio shows another document: the page is to connect anew."""


class Outbox:
    """Frames on their way to one page; used from the event loop alone."""

    def __init__(self, most_bytes: int = MOST_BYTES, big: int = _BIG) -> None:
        """
        most_bytes: A page for which more than this waits is given up.
        big: While more than this waits, `room` waits too.
        """
        self._most_bytes, self._big = most_bytes, big
        self._events: deque[Frame] = deque()
        self._bytes = 0
        self._newest: dict[Hashable, Frame] = {}
        self._filled = asyncio.Event()
        self._drained = asyncio.Event()
        self._drained.set()
        self._overflowed = self._ended = False
        self.send_now: Callable[[bytes], bool] | None = None  # sends a frame past all tasks, if it can

    @property
    def waiting_bytes(self) -> int:
        """The size of all that waits to be sent."""
        return self._bytes

    def put(self, frame: Frame) -> None:
        """Adds an event behind the others."""
        if self._takes(frame):
            self._events.append(frame)
        self._filled.set()

    def put_newest(self, stream: Hashable, frame: Frame) -> None:
        """Makes `frame` the one of its stream that waits, in place of any before it."""
        self.drop(stream)
        if self._takes(frame):
            self._newest[stream] = frame
        self._filled.set()

    def send_newest(self, stream: Hashable, frame: bytes) -> None:
        """Sends `frame` at once where nothing waits and the page reads; else it is the one that waits."""
        waits = self._events or self._newest or self._overflowed
        if waits or self.send_now is None or not self.send_now(frame):
            self.put_newest(stream, frame)

    def end(self) -> None:
        """Ends the connection; what waits is not sent."""
        self._ended = True
        self._filled.set()

    def drop(self, stream: Hashable) -> None:
        """Forgets what waits of a stream."""
        frame = self._newest.pop(stream, None)
        if frame is not None:
            self._note_gone(frame)

    def drop_all(self, *start: Hashable) -> None:
        """Forgets what waits of all streams whose names begin so."""
        for stream in list(self._newest):
            if isinstance(stream, tuple) and stream[: len(start)] == start:
                self.drop(stream)

    async def room(self) -> None:
        """Waits until big frames may be added: a page that asks for many must read them."""
        await self._drained.wait()

    async def take(self) -> Frame:
        """The next frame to send: events first, then the stream that has waited longest."""
        while True:
            if self._overflowed:
                raise OutboxFull
            if self._ended:
                raise PageDismissed
            if self._events or self._newest:
                first = self._events.popleft() if self._events else self._newest.pop(next(iter(self._newest)))
                self._note_gone(first)
                return first
            self._filled.clear()
            await self._filled.wait()

    def _takes(self, frame: Frame) -> bool:
        """Counts a frame that is added. Where too much waits already, all of it is let go: the page will ask
        for the whole state.
        """
        if self._overflowed or self._bytes > self._most_bytes:
            self._overflowed = True
            self._events.clear()
            self._newest.clear()
            self._bytes = 0
            self._drained.set()
            return False
        self._bytes += len(frame) + _EACH
        if self._bytes > self._big:
            self._drained.clear()
        return True

    def _note_gone(self, frame: Frame) -> None:
        self._bytes -= len(frame) + _EACH
        if self._bytes <= self._big:
            self._drained.set()
