"""Pens: strokes being drawn. What they say is read and shown as they go, before they are on disk.

A pen's points go straight to its reader, in the order they come; reading happens beside the event loop, and
whatever came meanwhile is read next as one. So the newest state is shown soon, and no point is left out.
"""

import asyncio
import logging
import time as clock
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.studio.doodles.pen_edits import new_rows
from kinegraph.studio.protocol.doodle_commands import PenDown, PenPoints
from kinegraph.studio.protocol.doodle_events import PenRead

_log = logging.getLogger(__name__)
_MOST = 256  # pens known at once; those past it are only stored
_REST = 1.2  # [s] without a point after which a pen is asked whether it rests: points may be late
_LATE = 0.6  # [s] by which points are late at the most


class PenReader(Protocol):
    """A reader of one stroke while it is drawn. Its methods block: for threads, one at a time."""

    interval: float
    """How long to wait before reading again [s]."""

    def read(self, rows: Floats, last: bool) -> PenRead | None:
        """The reading with some more points (N, 4) of the stroke; None for nothing new.

        last: Whether the pen has left the paper.
        """
        ...

    def rest(self, now: float) -> PenRead | None:
        """The reading of a pen that has not moved up to a time since it came down [s]; None for nothing."""
        ...


@dataclass(eq=False)
class Pen:
    """One stroke being drawn.

    session: Of the page that draws it.
    waiting: Points that were not read yet.
    points, until: How many there were, and the time of the last [s].
    heard: When that was, on the server's clock [s].
    """

    stroke: str
    session: str
    waiting: list[Floats] = field(default_factory=list)
    points: int = 0
    until: float = -1.0
    heard: float = field(default_factory=clock.monotonic)
    filled: asyncio.Event = field(default_factory=asyncio.Event)
    lifted: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Pens:
    """All pens on the paper; used from the event loop alone."""

    def __init__(self, tell: Callable[[PenRead], None]) -> None:
        """tell: Shows every page what a pen says."""
        self._tell = tell
        self._pens: dict[str, Pen] = {}

    def hear(self, session: str, command: PenDown | PenPoints) -> None:
        """Takes what a page's pen does when it arrives; what cannot be is refused when its turn comes."""
        pen = self._pens.get(command.stroke)
        if isinstance(command, PenDown):
            if pen is None and len(self._pens) < _MOST:
                self._pens[command.stroke] = Pen(command.stroke, session)
            return
        if pen is None or pen.session != session or pen.lifted.is_set():
            return
        with suppress(KinegraphError):
            rows = new_rows(command, pen.points, pen.until)
            if len(rows):
                pen.waiting.append(rows)
                pen.points, pen.until = pen.points + len(rows), float(rows[-1, 2])
                pen.heard = clock.monotonic()
                pen.filled.set()

    def check(self, session: str, stroke: str) -> None:
        """Refuses what a page asks of another page's pen."""
        pen = self._pens.get(stroke)
        if pen is not None and pen.session != session:
            raise InvalidValue("That stroke is being drawn on another page.")

    def begin(self, stroke: str, reader: PenReader) -> bool:
        """From now on a pen is read by a reader; False where it is read already, or gone meanwhile."""
        pen = self._pens.get(stroke)
        if pen is None or pen.task is not None:
            return False
        pen.task = asyncio.create_task(self._follow(pen, reader))
        return True

    async def lift(self, stroke: str) -> None:
        """A pen has left the paper: what it drew is read to its end."""
        pen = self._pens.get(stroke)
        if pen is None:
            return
        pen.lifted.set()
        pen.filled.set()
        if pen.task is not None:
            await pen.task
        self._pens.pop(stroke, None)

    def drop(self, stroke: str) -> None:
        """Forgets a pen."""
        pen = self._pens.pop(stroke, None)
        if pen is not None and pen.task is not None:
            pen.task.cancel()

    def close(self) -> None:
        """Drops all pens."""
        for stroke in list(self._pens):
            self.drop(stroke)

    async def _follow(self, pen: Pen, reader: PenReader) -> None:
        """Reads what a pen draws, until it is lifted and all was read. It is stored whatever happens here."""
        try:
            await self._read(pen, reader)
        except KinegraphError:
            pass  # what was drawn cannot be read: the reason is sent when it is ink
        except Exception:  # a bug of ours
            _log.exception("A stroke could not be read while it was drawn.")

    async def _read(self, pen: Pen, reader: PenReader) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(pen.filled.wait(), _REST)
            if not pen.filled.is_set():
                # A little less than passed: points that are on their way must not be from before that.
                passed = pen.until + clock.monotonic() - pen.heard - _LATE
                read = await asyncio.to_thread(reader.rest, passed) if pen.points else None
                if read is not None:
                    self._tell(read)
                continue
            pen.filled.clear()
            last = pen.lifted.is_set()
            rows = np.concatenate([np.zeros((0, 4)), *pen.waiting])
            pen.waiting.clear()
            read = await asyncio.to_thread(reader.read, rows, last)
            if read is not None:
                self._tell(read)
            if last:
                return
            if reader.interval:
                with suppress(TimeoutError):
                    await asyncio.wait_for(pen.lifted.wait(), reader.interval)
