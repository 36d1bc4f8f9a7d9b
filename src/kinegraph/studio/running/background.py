"""Background: computing in threads beside the event loop, shown as a job where it takes long.

Compiled kernels let go of the interpreter's lock, so poses and pages go on meanwhile.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.protocol.commands import JobKind
from kinegraph.studio.protocol.events import JobDone
from kinegraph.studio.running.jobs import Job, JobBoard

# What takes longer than this is a job that people see and can cancel [s].
SOON = 0.3

Tell = Callable[[float], None]
_Result = TypeVar("_Result")


class Cancelled(KinegraphError):
    """Work that was cancelled."""


class Background:
    """Two threads: one for what may take long, one for what a drag waits for. Used from the event loop."""

    def __init__(self, jobs: JobBoard, name: str) -> None:
        self._jobs = jobs
        self._long = ThreadPoolExecutor(1, thread_name_prefix=f"kinegraph-{name}-long")
        self._quick = ThreadPoolExecutor(1, thread_name_prefix=f"kinegraph-{name}")
        self._stops: set[threading.Event] = set()

    async def quickly(self, work: Callable[[], _Result]) -> _Result:
        """The result of short work."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, work)

    async def at_length(self, kind: JobKind, label: str, work: Callable[[Tell], _Result]) -> _Result:
        """The result of `work`; raises Cancelled where its job was cancelled. Ends if its caller does.

        work: Is given a function to call with the share done, 0 to 1, which raises to end it.
        """
        loop, stop = asyncio.get_running_loop(), threading.Event()
        share = [0.0]

        def tell(done: float) -> None:
            if stop.is_set():
                raise Cancelled(f"{label}: cancelled.")
            share[0] = done

        def begin() -> _Result:
            tell(0.0)  # nothing to begin where it was given up while it waited for its turn
            return work(tell)

        self._stops.add(stop)
        future = loop.run_in_executor(self._long, begin)
        future.add_done_callback(lambda done: self._note_end(stop, done))
        try:
            done, _ = await asyncio.wait([future], timeout=SOON)
            if not done:
                await self._as_job(kind, label, future, stop, share)
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            stop.set()
            raise

    async def _as_job(
        self, kind: JobKind, label: str, future: asyncio.Future, stop: threading.Event, share: list[float]
    ) -> None:
        """Shows work as a job until it ends, or is cancelled: then what it still computes is thrown away."""
        loop = asyncio.get_running_loop()
        ended = loop.create_future()

        def cancel() -> None:
            stop.set()
            if not ended.done():
                ended.set_exception(Cancelled(f"{label}: cancelled."))

        async def watch(job: Job) -> JobDone:
            job.stop = cancel
            try:
                while not future.done() and not stop.is_set():
                    job.progress(label, share[0], 1.0)
                    await asyncio.wait([future, ended], timeout=0.25, return_when=asyncio.FIRST_COMPLETED)
                if stop.is_set():
                    raise Cancelled(f"{label}: cancelled.")
                future.result()
                return job.done(f"{label}: done.")
            finally:
                if not ended.done():
                    ended.set_result(None)

        job = self._jobs.start(kind, label, watch)
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError:  # its caller stopped waiting
            job.cancelled = True
            stop.set()
            raise

    def _note_end(self, stop: threading.Event, future: asyncio.Future) -> None:
        self._stops.discard(stop)
        if not future.cancelled():
            future.exception()  # retrieved, also where no caller waits for it

    def close(self) -> None:
        """Ends what is under way as soon as it looks up."""
        for stop in list(self._stops):
            stop.set()
        for threads in (self._long, self._quick):
            threads.shutdown(wait=False, cancel_futures=True)
