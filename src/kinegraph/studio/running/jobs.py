"""Jobs: long work that reports its progress and can be cancelled."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from kinegraph.core.errors import KinegraphError, UnknownName
from kinegraph.studio.protocol.commands import JobKind
from kinegraph.studio.protocol.events import (
    Event,
    JobDone,
    JobFailed,
    JobProgress,
    JobStarted,
)
from kinegraph.studio.running.failures import FailureLog

Work = Callable[["Job"], Awaitable[JobDone]]


class UnknownJob(UnknownName):
    """A job that is not under way."""

    kind = "job"


@dataclass(eq=False)
class Job:
    """One piece of long work.

    stop: What ends it at once when it is cancelled.
    """

    id: str
    kind: JobKind
    label: str
    tell: Callable[[Event], None]
    stop: Callable[[], None] = field(default=lambda: None)
    cancelled: bool = False
    started: float = field(default_factory=time.monotonic)
    state: JobProgress = field(init=False)

    def __post_init__(self) -> None:
        self.progress(self.label, 0, 0)

    def progress(self, label: str, done: float, total: float) -> None:
        """Says how far the job is, and by the time it took so far, how long it will still take."""
        spent = time.monotonic() - self.started
        left = spent * (total - done) / done if done > 0 and total >= done else None
        self.state = JobProgress(
            job=self.id, kind=self.kind, label=label, done=done, total=total, seconds_left=left
        )
        self.tell(self.state)

    def done(self, message: str, **fields: object) -> JobDone:
        """The event that ends the job well."""
        return JobDone(job=self.id, kind=self.kind, message=message, **fields)  # type: ignore[arg-type]


class JobBoard:
    """The jobs under way; used from the event loop alone."""

    def __init__(self, tell: Callable[[Event], None], failures: FailureLog) -> None:
        """
        tell: Sends an event to every page.
        failures: Where unexpected errors are written.
        """
        self._tell, self._failures = tell, failures
        self._jobs: dict[str, Job] = {}
        self._tasks: set[asyncio.Task] = set()

    @property
    def states(self) -> tuple[JobProgress, ...]:
        """The progress of each job."""
        return tuple(job.state for job in self._jobs.values())

    def start(self, kind: JobKind, label: str, work: Work) -> Job:
        """Begins a job; `work` returns the event that ends it."""
        job_id = secrets.token_urlsafe(9)
        self._tell(JobStarted(job=job_id, kind=kind, label=label))
        job = Job(job_id, kind, label, self._tell)
        self._jobs[job.id] = job
        task = asyncio.create_task(self._run(job, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def cancel(self, id: str) -> None:
        """Ends a job; raises UnknownJob where it has ended."""
        if id not in self._jobs:
            raise UnknownJob(id, self._jobs)
        job = self._jobs[id]
        job.cancelled = True
        job.stop()

    async def close(self) -> None:
        """Ends all jobs."""
        for id in list(self._jobs):
            self.cancel(id)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, job: Job, work: Work) -> None:
        try:
            outcome: Event = await work(job)
        except KinegraphError as error:
            outcome = self._report_failure(job, str(error))
        except Exception as error:  # a bug of ours must not leave a bar standing still for ever
            outcome = self._report_failure(job, self._failures.report(error, job.label))
        finally:
            del self._jobs[job.id]
        self._tell(outcome)

    def _report_failure(self, job: Job, message: str) -> JobFailed:
        if job.cancelled:
            message = f"{job.label}: cancelled."
        return JobFailed(job=job.id, kind=job.kind, message=message, cancelled=job.cancelled)
