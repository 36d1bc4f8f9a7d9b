"""Requests of one page that wait their turn: in order, and of a drag's steps only the newest."""

import asyncio
from collections import deque

from kinegraph.studio.protocol.commands import DragStep, Request


class WaitingRequests:
    """A queue of bounded length; used from the event loop alone."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._requests: deque[Request] = deque()
        self._filled, self._room = asyncio.Event(), asyncio.Event()
        self._room.set()

    async def put(self, request: Request) -> Request | None:
        """Adds a request behind the others; returns the one whose place it took, if any.

        A step of a drag holds the whole drag, so one that still waits is not needed once the next is there.
        """
        last = self._requests[-1] if self._requests else None
        if last is not None and _supersedes(request, last):
            self._requests[-1] = request
            return last
        while len(self._requests) >= self._most:
            self._room.clear()
            await self._room.wait()
        self._requests.append(request)
        self._filled.set()
        return None

    async def take(self) -> Request:
        """The request that has waited longest."""
        while not self._requests:
            self._filled.clear()
            await self._filled.wait()
        self._room.set()
        return self._requests.popleft()


def _supersedes(newer: Request, older: Request) -> bool:
    """True if two requests are steps of one drag that move the same."""
    if not isinstance(newer, DragStep) or not isinstance(older, DragStep) or newer.gesture is None:
        return False
    return (newer.gesture, newer.dragged) == (older.gesture, older.dragged)
