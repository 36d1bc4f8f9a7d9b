"""Awakening: what must be compiled before a feature can be used, started when the feature is first opened."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.compile_tasks import (
    compile_acting,
    compile_creatures,
    compile_doodles,
    compile_gait_charts,
    compile_making,
)
from kinegraph.studio.running.casting import Run
from kinegraph.studio.running.compiling import compile_elsewhere

Part = Literal["making creatures", "creatures", "gait charts", "doodles", "creatures in doodles"]
_TASKS: dict[Part, Callable[..., bytes]] = {
    "making creatures": compile_making,
    "creatures": compile_creatures,
    "gait charts": compile_gait_charts,
    "doodles": compile_doodles,
    "creatures in doodles": compile_acting,
}
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

    def begin(self, part: Part) -> asyncio.Future[None]:
        """Begins to compile what a part needs."""
        if part not in self._parts:
            before = self.begin(_BEFORE[part]) if part in _BEFORE else None
            self._parts[part] = asyncio.ensure_future(self._compiled(part, before))
        return self._parts[part]

    async def wait_for(self, part: Part) -> None:
        """Waits until a part can be used without compiling anything here."""
        await asyncio.shield(self.begin(part))

    def is_done(self, part: Part) -> bool:
        """Whether a part can be used without waiting."""
        return part in self._parts and self._parts[part].done()

    async def _compiled(self, part: Part, before: asyncio.Future[None] | None) -> None:
        if before is not None:
            await before
        if self._eager:
            with suppress(KinegraphError):  # the worker was stopped: it is compiled here when it is needed
                await asyncio.to_thread(compile_elsewhere, part, self._run, _TASKS[part])
