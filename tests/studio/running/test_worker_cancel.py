"""A cancel ends the task it is meant for, however early it comes, and no other."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kinegraph.studio.running.failures import FailureLog
from kinegraph.studio.running.worker import Progress, Task, Ticket, Worker, WorkerFailed

PATIENCE = 20.0  # [s] for what takes about one


def write_mark(*, path: Path, progress: Progress) -> None:
    """Leaves a file behind: a task for the worker."""
    path.write_text("ran")


def wait_for_file(*, path: Path, progress: Progress) -> str:
    """Reports that it runs, and returns once the file exists: a task that takes as long as the test wants."""
    progress("waiting", 0, 1)
    until = time.monotonic() + PATIENCE
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.01)
    return "waited"


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(FailureLog(tmp_path / "log"))
    yield worker
    worker.stop()


class InThread(threading.Thread):
    """A task that runs in the worker from a thread of its own; `end` is its result or its error."""

    def __init__(self, worker: Worker, task: Task, path: Path) -> None:
        super().__init__(daemon=True)
        self.ticket, self.begun = Ticket(), threading.Event()
        self.end: object = None
        self._run = lambda: worker.run(task, {"path": path}, lambda *_: self.begun.set(), self.ticket)
        self.start()

    def run(self) -> None:
        try:
            self.end = self._run()
        except WorkerFailed as error:
            self.end = error


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_task_that_was_cancelled_before_its_process_started_does_not_run(
    tmp_path: Path, worker: Worker, cancelled: bool
) -> None:
    mark = tmp_path / "mark"
    if cancelled:
        with pytest.raises(WorkerFailed, match="cancelled"):
            worker.run(write_mark, {"path": mark}, lambda *_: None, Ticket(cancelled=True))
    else:
        worker.run(write_mark, {"path": mark}, lambda *_: None)
    assert mark.exists() is not cancelled


def test_cancelling_a_task_that_waits_for_its_turn_leaves_the_running_task_alone(
    tmp_path: Path, worker: Worker
) -> None:
    gate, mark = tmp_path / "gate", tmp_path / "mark"
    first = InThread(worker, wait_for_file, gate)
    assert first.begun.wait(PATIENCE)
    second = InThread(worker, write_mark, mark)
    worker.cancel(second.ticket)
    second.join(PATIENCE)
    assert isinstance(second.end, WorkerFailed), "it ends at once, while the first still runs"
    gate.touch()
    first.join(PATIENCE)
    assert first.end == "waited"
    assert not mark.exists()


def test_cancelling_the_running_task_ends_it_and_lets_the_next_run(tmp_path: Path, worker: Worker) -> None:
    first = InThread(worker, wait_for_file, tmp_path / "never")
    assert first.begun.wait(PATIENCE)
    second = InThread(worker, write_mark, tmp_path / "mark")
    worker.cancel(first.ticket)
    first.join(PATIENCE)
    second.join(PATIENCE)
    assert isinstance(first.end, WorkerFailed)
    assert (tmp_path / "mark").exists()


def test_cancelling_a_task_that_is_done_leaves_the_running_task_alone(tmp_path: Path, worker: Worker) -> None:
    done = InThread(worker, write_mark, tmp_path / "mark")
    done.join(PATIENCE)
    running = InThread(worker, wait_for_file, tmp_path / "gate")
    assert running.begun.wait(PATIENCE)
    worker.cancel(done.ticket)
    (tmp_path / "gate").touch()
    running.join(PATIENCE)
    assert running.end == "waited"
