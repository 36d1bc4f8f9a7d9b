"""Caretaker: keeps the document's file in order while the studio runs.

A second after an edit the log is folded into the file, so the file alone is whole: it can be copied, renamed
or sent. A rename, a removal or a replacement of the file is noticed without an edit. When all is quiet, or
the file has grown a lot, what history no longer needs is given back to the disk.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.document.document import Document
from kinegraph.studio.protocol.events import Event, FileState
from kinegraph.studio.running.places import is_untitled

_PERIOD = 1.0  # between two looks at the file [s]
_QUIET = 15.0  # without an edit before the file is compacted [s]
_GROWTH = 16 << 20  # after which it is compacted though edits go on [bytes]


class Caretaker:
    """Looks after one document; used from the event loop. state: What pages see of the file."""

    def __init__(
        self,
        document: Document,
        on_disk: Callable[[Callable[[], FileState]], Awaitable[FileState]],
        tell: Callable[[Event], None],
        is_busy: Callable[[], bool],
    ) -> None:
        """
        on_disk: Runs work in the thread that has the document to itself.
        tell: Sends an event to every page.
        is_busy: Whether a job runs: it may read what an edit meanwhile makes superfluous.
        """
        self._document, self._on_disk, self._tell, self._is_busy = document, on_disk, tell, is_busy
        self._history_size = 0
        self._folded = self._compacted = document.revision
        self._seen, self._last_change = document.revision, time.monotonic()
        self._task: asyncio.Task[None] | None = None
        self.state = self._look(compact=False)
        self._compact_size = self.state.size

    def start(self) -> None:
        """Begins to look after the file."""
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Ends it, with the file compacted."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            if self._document.revision != self._compacted:
                await self._on_disk(lambda: self._look(compact=True))

    async def look(self, compact: bool = False) -> None:
        """Looks at the file now, and sends every page what has changed."""
        state = await self._on_disk(lambda: self._look(compact))
        if state != self.state:
            self.state = state
            self._tell(state)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_PERIOD)
            revision = self._document.revision
            if revision != self._seen:
                self._seen, self._last_change = revision, time.monotonic()
            is_due = (
                time.monotonic() - self._last_change > _QUIET
                or self.state.size - self._compact_size > _GROWTH
            )
            await self.look(compact=is_due and revision != self._compacted and not self._is_busy())

    def _look(self, compact: bool) -> FileState:
        document = self._document
        problem = document.problem()
        if not problem and document.revision != self._folded and document.checkpoint():
            self._folded = document.revision
        if not problem and compact:
            self._compacted = document.revision
            with suppress(KinegraphError):  # a full disk: the next edit reports it
                document.collect_garbage()
                self._history_size = document.history_size()
                self._compact_size = document.size
        return FileState(
            file="" if is_untitled(document.path) else document.path.name,
            view_only=document.view_only,
            problem=problem,
            size=document.size,
            history_size=self._history_size,
            history_limit=document.history_bytes,
        )
