"""Awakening: what must be compiled before a feature can be used, started when the feature is first opened."""

import asyncio
from contextlib import suppress

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.compile_tasks import TASKS, Part
from kinegraph.studio.running.casting import Run
from kinegraph.studio.running.compiling import compile_elsewhere, is_compiled

_BEFORE: dict[Part, Part] = {
    "creatures": "making creatures",
    "gait charts": "creatures",
    "creatures in doodles": "creatures",
}


class Awakening:
    """Compiles in the worker process what this machine has not compiled; used from the event loop alone."""

    def __init__(self, run: Run, eager: bool) -> None:
        """
        run: Calls a task in the worker process.
        eager: Whether to compile there; else it is compiled here, when it is needed.
        """
        self._run, self._eager = run, eager
        self._parts: dict[Part, asyncio.Future[None]] = {}

    def begin(self, part: Part, run: Run | None = None) -> asyncio.Future[None]:
        """Begins to compile what a part needs.

        run: Calls a task in another process than the worker's.
        """
        if part not in self._parts:
            before = self.begin(_BEFORE[part], run) if part in _BEFORE else None
            self._parts[part] = asyncio.ensure_future(self._compile_part(part, before, run or self._run))
        return self._parts[part]

    async def wait_for(self, part: Part) -> None:
        """Waits until a part can be used without compiling anything here."""
        await asyncio.shield(self.begin(part))

    async def missing(self) -> list[Part]:
        """The parts that this machine has not compiled, in the order of need."""
        if not self._eager:
            return []
        return await asyncio.to_thread(lambda: [part for part in TASKS if not is_compiled(part)])

    def is_done(self, part: Part) -> bool:
        """True if a part can be used without waiting."""
        return part in self._parts and self._parts[part].done()

    async def _compile_part(self, part: Part, before: asyncio.Future[None] | None, run: Run) -> None:
        if before is not None:
            await before
        if self._eager:
            with suppress(KinegraphError):  # the worker was stopped: it is compiled here when it is needed
                await asyncio.to_thread(compile_elsewhere, part, run, TASKS[part])
