"""Outbox: what waits to be sent to one page. Never more than it may hold, however slowly the page reads.

Events are kept in order. Of a stream (poses, progress) only the newest frame waits. A page that has let too
many events pile up must reconnect, which gives it the whole state again.
"""

import asyncio
from collections import deque
from collections.abc import Hashable

MOST_EVENTS = 2000
MOST_BYTES = 32 * 2**20

Frame = str | bytes


class OutboxFull(Exception):
    """The page has stopped reading."""


class Outbox:
    """Frames on their way to one page; used from the event loop alone."""

    def __init__(self, most_events: int = MOST_EVENTS, most_bytes: int = MOST_BYTES) -> None:
        self._most_events, self._most_bytes = most_events, most_bytes
        self._events: deque[Frame] = deque()
        self._bytes = 0
        self._newest: dict[Hashable, Frame] = {}
        self._filled = asyncio.Event()
        self._drained = asyncio.Event()
        self._drained.set()
        self._overflowed = False

    def put(self, frame: Frame) -> None:
        """Adds an event behind the others."""
        if len(self._events) >= self._most_events:
            self._overflowed = True
        else:
            self._events.append(frame)
            self._bytes += len(frame)
            if self._bytes > self._most_bytes:
                self._drained.clear()
        self._filled.set()

    def put_newest(self, stream: Hashable, frame: Frame) -> None:
        """Makes `frame` the one of its stream that waits, in place of any before it."""
        self._newest.pop(stream, None)
        self._newest[stream] = frame
        self._filled.set()

    def drop(self, stream: Hashable) -> None:
        """Forgets what waits of a stream."""
        self._newest.pop(stream, None)

    def drop_all(self, *start: Hashable) -> None:
        """Forgets what waits of all streams whose names begin so."""
        for stream in list(self._newest):
            if isinstance(stream, tuple) and stream[: len(start)] == start:
                del self._newest[stream]

    async def room(self) -> None:
        """Waits until big frames may be added: a page that asks for many must read them."""
        await self._drained.wait()

    async def take(self) -> Frame:
        """The next frame to send: events first, then the stream that has waited longest."""
        while True:
            if self._overflowed:
                raise OutboxFull
            if self._events:
                frame = self._events.popleft()
                self._bytes -= len(frame)
                if self._bytes <= self._most_bytes:
                    self._drained.set()
                return frame
            if self._newest:
                return self._newest.pop(next(iter(self._newest)))
            self._filled.clear()
            await self._filled.wait()
