"""Processes of documents: each is started when its document is wanted, and ends when it is left.

They are forked from one process that has the studio loaded. A process that crashes takes its own pages'
connections with it and nothing else; they connect again, which starts it anew from what is on disk.
"""

import asyncio
import itertools
import multiprocessing
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Literal

import msgspec

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
from kinegraph.studio.classroom.document_process import Spec, run

IDLE = 120.0  # [s] without a page before a process ends
_STARTS_AT_ONCE = 4
_LONGEST_START = 120.0  # [s]
_LONGEST_STOP = 8.0  # [s]
_CRASHES, _CRASH_WINDOW = 3, 60.0  # as many crashes in as much time [s], and it rests
_TRIES = 3  # to hand a connection to a process that may just have ended
_REST = 30.0  # [s] until a document that crashed again and again is tried again

# Of the process that others are forked from. A process with threads cannot be forked safely. Memory that was
# needed for a moment goes back to the system: it would be kept for each document, and for each thread of it.
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_TRIM_THRESHOLD_": str(128 * 1024),
}

State = Literal["closed", "starting", "open", "failed"]


class NotOpen(KinegraphError):
    """A document that cannot be opened now."""


class Nursery:
    """The process that others are forked from, and a limit on those that start at once."""

    def __init__(self, kernels: bool = True) -> None:
        """kernels: Whether compiled kernels are loaded before the first fork, too."""
        self.context = multiprocessing.get_context("forkserver")
        self.turn = asyncio.Semaphore(_STARTS_AT_ONCE)
        loaded = "preload" if kernels else "document_process"
        self.context.set_forkserver_preload(["__main__", f"{__package__}.{loaded}"])

    async def warm_up(self) -> None:
        """Waits until the studio is loaded there, so that no student does: the first time on a machine, its
        kernels are compiled.
        """
        before = {name: os.environ.get(name) for name in _ENVIRONMENT}
        os.environ.update(_ENVIRONMENT)
        try:
            first = self.context.Process(target=_do_nothing)
            await asyncio.to_thread(first.start)
            await asyncio.to_thread(first.join)
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


def _do_nothing() -> None:
    """A process that ends at once: that it began shows that others can."""


class DocumentProcess:
    """One document's process, whether it runs or not; used from the event loop alone.

    state: "failed" after it could not be opened or crashed again and again.
    pages: How many are connected.
    last_seen: When a page was there last [s since 1970]; 0 for never.
    trouble: What went wrong last, as a sentence.
    """

    def __init__(self, spec: Spec, nursery: Nursery, changed: Callable[[], None] = lambda: None) -> None:
        self.spec = spec
        self._nursery, self._changed = nursery, changed
        self.state: State = "closed"
        self.pages, self.last_seen, self.trouble = 0, 0.0, ""
        self._process: BaseProcess | None = None
        self._ending: asyncio.Future[None] | None = None  # of a process that crashed
        self._control: Control | None = None
        self._opening: asyncio.Task[None] | None = None
        self._answer: asyncio.Future[None] | None = None
        self._busy, self._idle_since = False, time.monotonic()
        self._crashes: list[float] = []
        self._numbers = itertools.count()
        self._taken: dict[int, asyncio.Future[None]] = {}

    @property
    def pid(self) -> int | None:
        """The process's number, where it runs."""
        return self._process.pid if self._process is not None else None

    async def hand_over(self, link: socket.socket, head: bytes = b"") -> None:
        """Gives a connection to the process, and starts that first where needed; the caller closes its own
        end. Raises NotOpen where it cannot be started.
        """
        for _ in range(_TRIES):
            await self._open()
            control = self._control
            assert control is not None
            self._idle_since = time.monotonic()
            number = next(self._numbers)
            taken = self._taken[number] = asyncio.get_running_loop().create_future()
            try:
                await control.send(Connection(number=number, head=head), link)
                await taken
            except ControlClosed:  # it has just ended, with or without the connection: the next one gets it
                del self._taken[number]
                if taken.done():
                    taken.exception()  # has been heard
                control.close()
                if self._control is control:
                    self._forget_process()
            else:
                return
            finally:
                self._taken.pop(number, None)
        raise NotOpen("The document is starting again; try again in a moment.")

    async def connect(self) -> socket.socket:
        """A new connection to the process, as a page has one."""
        ours, theirs = socket.socketpair()
        try:
            await self.hand_over(theirs)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        ours.setblocking(False)
        return ours

    async def simplify(self, simple: bool) -> None:
        """Lets the page show fewer panels, or all of them."""
        self.spec = msgspec.structs.replace(self.spec, simple=simple)
        if self._control is not None and self.state == "open":
            with suppress(ControlClosed):
                await self._control.send(View(simple=simple))

    def is_idle(self) -> bool:
        """True if it runs without a page and without work, and has done so for a while."""
        rested = time.monotonic() - self._idle_since > IDLE
        return self.state == "open" and not self.pages and not self._busy and rested

    async def stop(self) -> None:
        """Closes the document and ends the process."""
        if self._opening is not None:
            with suppress(NotOpen, asyncio.CancelledError):
                await self._opening
        process, control = self._process, self._control
        if process is None or control is None:
            return
        self._process = None  # so that its end is no crash
        with suppress(ControlClosed):
            await control.send(Stop())
        await asyncio.to_thread(process.join, _LONGEST_STOP)
        if process.is_alive():
            process.kill()
            await asyncio.to_thread(process.join)
        control.close()
        self._note_end()

    async def _open(self) -> None:
        if self.state == "open":
            return
        if self._opening is None:
            self._opening = asyncio.create_task(self._start())
            self._opening.add_done_callback(lambda _: setattr(self, "_opening", None))
        await asyncio.shield(self._opening)

    async def _start(self) -> None:
        self._refuse_after_crashes()
        self._set("starting")
        if self._ending is not None:
            await self._ending  # its lines close before it lets go of the document's lock
            self._ending = None
        async with self._nursery.turn:
            ours, theirs = socket.socketpair()
            loop = asyncio.get_running_loop()
            answer = self._answer = loop.create_future()
            self._control = Control(ours, self._hear, self._forget_process)
            process = self._process = self._nursery.context.Process(
                target=run, args=(theirs, self.spec), name="kinegraph-document"
            )
            try:
                await asyncio.to_thread(process.start)
                theirs.close()
                async with asyncio.timeout(_LONGEST_START):
                    await answer
            except NotOpen as error:
                self._give_up(str(error))
                raise
            except TimeoutError:
                process.kill()
                self._give_up("The document took too long to open.")
                raise NotOpen(self.trouble) from None
        self._idle_since = time.monotonic()
        self.trouble = ""
        self._set("open")

    def _refuse_after_crashes(self) -> None:
        now = time.monotonic()
        self._crashes = [when for when in self._crashes if now - when < _CRASH_WINDOW]
        if len(self._crashes) >= _CRASHES and now - self._crashes[-1] < _REST:
            raise NotOpen(self.trouble or "The document's process ended unexpectedly again and again.")

    def _hear(self, message: AnyMessage, link: socket.socket | None) -> None:
        answer = self._answer
        match message:
            case Ready() if answer is not None and not answer.done():
                answer.set_result(None)
            case Failed(message=sentence) if answer is not None and not answer.done():
                answer.set_exception(NotOpen(sentence))
            case Taken(number=number) if number in self._taken and not self._taken[number].done():
                self._taken[number].set_result(None)
            case Status(pages=pages, busy=busy):
                if pages or self.pages:
                    self.last_seen, self._idle_since = time.time(), time.monotonic()
                self.pages, self._busy = pages, busy
                self._changed()

    def _forget_process(self) -> None:
        """The process has ended: by itself, unless it was stopped."""
        process, self._process, self._control = self._process, None, None
        if process is None:
            return
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(NotOpen("The document's process ended while it was opening."))
        self._crashes.append(time.monotonic())
        self.trouble = "The document's process ended unexpectedly; it was started again."
        self._ending = asyncio.get_running_loop().run_in_executor(None, process.join)
        self._note_end()

    def _give_up(self, sentence: str) -> None:
        control, self._control, self._process = self._control, None, None
        if control is not None:
            control.close()
        self._note_end("failed")
        self.trouble = sentence
        self._changed()

    def _note_end(self, state: State = "closed") -> None:
        if self.pages:
            self.last_seen = time.time()
        self.pages, self._busy = 0, False
        for taken in self._taken.values():
            if not taken.done():
                taken.set_exception(ControlClosed())
        self._set(state)

    def _set(self, state: State) -> None:
        self.state = state
        self._changed()
