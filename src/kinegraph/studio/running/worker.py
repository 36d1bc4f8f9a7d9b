"""Worker: a second process for long work on files, so that the studio stays quick and outlives a crash in a
reader.

It is started when first needed and kept. Cancelling the running task ends the process: whatever a reader was
doing, it stops at once. Cancelling a task that still waits for its turn leaves the process alone.
"""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from kinegraph.core.errors import KinegraphError
from kinegraph.studio.running.failures import FailureLog, describe_error
from kinegraph.studio.running.full_disk import explain_full_disk, full_disk_error

Progress = Callable[[str, float, float], None]
Task = Callable[..., Any]

_NICENESS = 5  # long work goes behind what pages wait for


class WorkerFailed(KinegraphError):
    """The work could not be done; the message is fit for a user."""


@dataclass(eq=False)
class Ticket:
    """One task's place at the worker; `Worker.cancel` takes it.

    cancelled: Whether the task was cancelled, before it began or while it ran.
    """

    cancelled: bool = False


class Worker:
    """Runs one task at a time in a process of its own. `run` blocks: call it from a thread."""

    def __init__(self, failures: FailureLog) -> None:
        """failures: Where unexpected errors of tasks are written."""
        self._failures = failures
        # Not a fork: that would copy the server's sockets, and its threads' locks as they happen to be.
        self._context = multiprocessing.get_context("spawn")
        self._turns = threading.Condition()
        self._running: Ticket | None = None
        self._starting = threading.Lock()
        self._process: Any = None
        self._pipe: Connection | None = None

    def run(
        self, task: Task, arguments: dict[str, Any], progress: Progress, ticket: Ticket | None = None
    ) -> Any:
        """Result of `task(progress=..., **arguments)`; raises WorkerFailed where it fails or is cancelled.

        task: A function that can be imported by name.
        ticket: What cancels the task, and no other.
        """
        ticket = ticket or Ticket()
        with self._turn_of(ticket):
            pipe = self._ready()
            _refuse_cancelled(ticket)  # a cancel may have ended the old process just before this one started
            try:
                pipe.send((task, arguments))
                while True:
                    kind, content = pipe.recv()
                    if kind == "progress":
                        progress(*content)
                    elif kind == "done":
                        return content
                    elif kind == "crashed":
                        raise WorkerFailed(self._failures.report_traceback(*content, doing=task.__name__))
                    else:
                        raise WorkerFailed(content)
            except (EOFError, OSError):
                self.stop()
                raise WorkerFailed("The worker process ended before the task was done.") from None

    def cancel(self, ticket: Ticket) -> None:
        """Ends the task of this ticket: at once if it runs, else it gives up its turn."""
        with self._turns:  # held while the process ends, so that no other task can begin in it meanwhile
            ticket.cancelled = True
            if self._running is ticket:
                self.stop()
            self._turns.notify_all()

    @contextmanager
    def _turn_of(self, ticket: Ticket) -> Iterator[None]:
        """Waits until no other task runs; raises WorkerFailed as soon as the waiting task is cancelled."""
        with self._turns:
            self._turns.wait_for(lambda: self._running is None or ticket.cancelled)
            _refuse_cancelled(ticket)
            self._running = ticket
        try:
            yield
        finally:
            with self._turns:
                self._running = None
                self._turns.notify_all()

    def warm_up(self) -> None:
        """Starts the process, so that the first task need not wait for it."""
        with self._starting:
            self._ready_unlocked()

    def rest(self) -> None:
        """Ends the process where no task runs: its memory is free until the next task starts it anew."""
        with self._turns:
            if self._running is None:
                self.stop()

    def stop(self) -> None:
        """Ends the process, and with it the task that runs there."""
        with self._starting:
            process, self._process, self._pipe = self._process, None, None
        if process is not None:
            _kill(process)
            process.join()

    def _ready(self) -> Connection:
        with self._starting:
            return self._ready_unlocked()

    def _ready_unlocked(self) -> Connection:
        if self._pipe is None or not self._process.is_alive():
            self._pipe, theirs = self._context.Pipe()
            self._process = self._context.Process(
                target=_serve, args=(theirs,), daemon=True, name="kinegraph-worker"
            )
            _start_with_one_thread(self._process)
            theirs.close()
        return self._pipe


def _refuse_cancelled(ticket: Ticket) -> None:
    if ticket.cancelled:
        raise WorkerFailed("The task was cancelled before it began.")


def _start_with_one_thread(process: Any) -> None:
    """Starts a process whose linear algebra uses one thread: the others belong to the studio."""
    name = "OPENBLAS_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        process.start()
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _kill(process: Any) -> None:
    """Ends the process and those it has started (a Blender, say)."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (
        AttributeError,
        ProcessLookupError,
        PermissionError,
    ):  # Windows, or it has no group of its own yet
        process.kill()


def _end_with_parent() -> None:
    """Ends this process when the studio's does, even in the middle of a task."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _serve(pipe: Connection) -> None:
    """The process: does what comes through the pipe until the other end is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the studio's to handle
    if hasattr(os, "setsid"):
        os.setsid()
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            task, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            result = task(progress=lambda *content: pipe.send(("progress", content)), **arguments)
            pipe.send(("done", result))
        except MemoryError:
            pipe.send(("failed", "This needs more memory than there is."))
        except Exception as error:
            if full := full_disk_error(error):  # writers of files raise their own error from it
                pipe.send(("failed", explain_full_disk(full)))
            elif isinstance(error, KinegraphError):
                pipe.send(("failed", str(error)))
            else:  # a bug of ours: say so, and keep the studio running
                pipe.send(("crashed", (describe_error(error), traceback.format_exc())))
