"""An unexpected error is logged with its traceback, and the user gets one sentence that names the log."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from page_client import upload_body
from serving import RunningStudio

from kinegraph.studio.handlers import import_job
from kinegraph.studio.protocol.events import JobDone
from kinegraph.studio.running import failures
from kinegraph.studio.running.failures import FailureLog
from kinegraph.studio.running.jobs import Job
from kinegraph.studio.studio import Studio


@pytest.fixture
def log(tmp_path: Path) -> Iterator[FailureLog]:
    opened = FailureLog(tmp_path / "walk.kine")
    yield opened
    opened.close()


def fail(*_: object, **__: object) -> None:
    raise ZeroDivisionError("a bug for the test")


def failing_task(*, progress: Callable, **_: object) -> None:
    """A task with a bug, for the worker process."""
    fail()


def check_sentence(message: str, path: Path) -> None:
    assert "ZeroDivisionError: a bug for the test" in message
    assert str(path) in message
    assert message.endswith(".")
    assert "\n" not in message


def check_log(path: Path, function: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert "Traceback" in text
    assert f"in {function}" in text
    assert "ZeroDivisionError: a bug for the test" in text


def test_a_failing_request_is_logged_and_reported(
    running: RunningStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Studio, "undo", fail)
    with running.page() as page:
        answer = page.ask("Undo")
        assert answer["type"] == "Failure"
        check_sentence(answer["message"], running.studio.failures.path)
        check_log(running.studio.failures.path, "_undo")
        assert page.ask("SelectCharacter")["type"] == "Done", "the studio goes on"


def test_a_failing_job_is_logged_and_reported(running: RunningStudio) -> None:
    async def failing_work(job: Job) -> JobDone:
        fail()
        return job.done("")

    def start() -> None:
        running.studio.jobs.start("export", "Exporting", failing_work)

    with running.page() as page:
        running.loop.call_soon_threadsafe(start)
        end = page.wait_for("JobFailed")
        check_sentence(end["message"], running.studio.failures.path)
        check_log(running.studio.failures.path, "failing_work")


def test_a_failure_in_the_worker_process_is_logged_and_reported(
    running: RunningStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_job, "import_files", failing_task)
    with running.page() as page, running.http() as http:
        job = http.post("/api/import", content=upload_body(("x.bvh", b"x"))).json()["job"]
        end = page.wait_for_job(job)
        assert end["type"] == "JobFailed"
        check_sentence(end["message"], running.studio.failures.path)
        check_log(running.studio.failures.path, "failing_task")


def test_work_beside_a_request_is_logged(running: RunningStudio) -> None:
    async def failing_work() -> None:
        fail()

    with running.page() as page:
        running.loop.call_soon_threadsafe(lambda: running.studio.run_beside(failing_work()))
        page.ask("SelectCharacter")
        check_log(running.studio.failures.path, "failing_work")


def test_nothing_is_written_while_nothing_fails(log: FailureLog) -> None:
    assert not log.path.exists()


def test_the_log_is_bounded(log: FailureLog, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(60):
        log.report(ValueError("x" * 20_000), "Testing")
    files = list(log.path.parent.glob("walk.kine.log*"))
    assert len(files) == 2
    assert sum(file.stat().st_size for file in files) < 2 * failures.LARGEST + 50_000


def test_a_log_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    log = FailureLog(tmp_path / "missing" / "walk.kine")
    try:
        assert "--verbose" in log.report(ValueError("x"), "Testing")
    finally:
        log.close()


def test_verbose_writes_to_the_standard_error_stream(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    log = FailureLog(tmp_path / "walk.kine", verbose=True)
    try:
        try:
            fail()
        except ZeroDivisionError as error:
            log.report(error, "Testing")
    finally:
        log.close()
    assert "in fail" in capsys.readouterr().err


def test_only_a_verbose_log_writes_to_the_standard_error_stream(
    log: FailureLog, capsys: pytest.CaptureFixture
) -> None:
    log.report(ValueError("x"), "Testing")
    assert not capsys.readouterr().err
