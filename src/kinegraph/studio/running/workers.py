"""Workers: the processes of a studio for long work, so that a film, an import and an edit never wait for each
other.
"""

from collections.abc import Callable
from typing import Any

from kinegraph.studio.protocol.commands import JobKind
from kinegraph.studio.running.failures import FailureLog
from kinegraph.studio.running.worker import Progress, Ticket, Worker

_OWN_PROCESS: tuple[JobKind, ...] = ("export", "grid", "effort")  # minutes of work


class Workers:
    """A process for short tasks and imports, one for each kind of job that takes minutes, and a spare one.

    Each starts when it is first needed. Those of long jobs end with their job.
    """

    def __init__(self, failures: FailureLog) -> None:
        """failures: Where unexpected errors of tasks are written."""
        self._quick, self._spare = Worker(failures), Worker(failures)
        self._long = {kind: Worker(failures) for kind in _OWN_PROCESS}

    def run(self, task: Callable, **arguments: object) -> Any:
        """Runs a short task, or waits for its turn to; blocks: for threads."""
        return self._quick.run(task, arguments, _unheard)

    def run_in_spare(self, task: Callable, **arguments: object) -> Any:
        """The same for what no edit, no import and no opened workspace waits for."""
        return self._spare.run(task, arguments, _unheard)

    def run_job(
        self, kind: JobKind, task: Callable, arguments: dict[str, Any], progress: Progress, ticket: Ticket
    ) -> Any:
        """Runs the task of a job; blocks. ticket: What cancels it."""
        worker = self._of(kind)
        try:
            return worker.run(task, arguments, progress, ticket)
        finally:
            if worker is not self._quick:
                worker.rest()

    def cancel(self, kind: JobKind, ticket: Ticket) -> None:
        """Ends the task of a job."""
        self._of(kind).cancel(ticket)

    def warm_up(self) -> None:
        """Starts the process of imports, so that the first need not wait for it."""
        self._quick.warm_up()

    def rest_spare(self) -> None:
        """Ends the spare process where it has nothing to do."""
        self._spare.rest()

    def stop_spare(self) -> None:
        """Ends the spare process and what it does."""
        self._spare.stop()

    def stop(self) -> None:
        """Ends all of them."""
        for worker in (self._quick, self._spare, *self._long.values()):
            worker.stop()

    def _of(self, kind: JobKind) -> Worker:
        return self._long.get(kind, self._quick)


def _unheard(label: str, done: float, total: float) -> None:
    """For tasks whose progress is not shown."""
