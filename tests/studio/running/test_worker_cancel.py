"""A task that was cancelled does not run, however early the cancel came."""

from pathlib import Path

import pytest

from kinegraph.studio.running.failures import FailureLog
from kinegraph.studio.running.worker import Progress, Worker, WorkerFailed


def write_mark(*, path: Path, progress: Progress) -> None:
    """Leaves a file behind: a task for the worker."""
    path.write_text("ran")


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_task_that_was_cancelled_before_its_process_started_does_not_run(
    tmp_path: Path, cancelled: bool
) -> None:
    worker, mark = Worker(FailureLog(tmp_path / "log")), tmp_path / "mark"
    worker.stop()  # what a cancel does that comes before the process is there
    try:
        if cancelled:
            with pytest.raises(WorkerFailed, match="cancelled"):
                worker.run(write_mark, {"path": mark}, lambda *_: None, lambda: True)
        else:
            worker.run(write_mark, {"path": mark}, lambda *_: None)
    finally:
        worker.stop()
    assert mark.exists() is not cancelled
