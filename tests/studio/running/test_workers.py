"""Long work of one kind never waits for that of another, nor short tasks for either."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kinegraph.studio.running.failures import FailureLog
from kinegraph.studio.running.worker import Ticket, WorkerFailed
from kinegraph.studio.running.workers import Workers


def wait_for_file(*, path: Path, progress: object = None) -> str:
    while not path.exists():
        time.sleep(0.01)
    return path.name


def answer(*, value: int, progress: object = None) -> int:
    return value


def _unheard(label: str, done: float, total: float) -> None:
    pass


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Workers]:
    made = Workers(FailureLog(tmp_path / "document.kine"))
    yield made
    made.stop()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def test_an_import_and_a_short_task_do_not_wait_for_a_film(
    workers: Workers, threads: ThreadPoolExecutor, tmp_path: Path
) -> None:
    path = tmp_path / "film ends"
    film = threads.submit(workers.run_job, "export", wait_for_file, {"path": path}, _unheard, Ticket())
    assert workers.run_job("import", answer, {"value": 3}, _unheard, Ticket()) == 3
    assert workers.run(answer, value=4) == 4
    assert not film.done()
    path.touch()
    assert film.result(30) == path.name


def test_a_cancelled_film_leaves_an_import_alone(
    workers: Workers, threads: ThreadPoolExecutor, tmp_path: Path
) -> None:
    path, ticket = tmp_path / "never", Ticket()
    begun = threading.Event()
    film = threads.submit(workers.run_job, "export", wait_for_file, {"path": path}, _unheard, ticket)
    ends = tmp_path / "import ends"
    import_job = threads.submit(
        lambda: (begun.set(), workers.run_job("import", wait_for_file, {"path": ends}, _unheard, Ticket()))[1]
    )
    assert begun.wait(30)
    workers.cancel("export", ticket)
    with pytest.raises(WorkerFailed):
        film.result(30)
    ends.touch()
    assert import_job.result(30) == ends.name
