"""A batch makes what is missing, uses what is there, and names what it cannot read."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from small_library import write_library

from kinegraph.batch import ConvertJob, InfoJob, Progress, resume_batch, run_batch
from kinegraph.batch.cluster import LOST
from kinegraph.batch.digest import NOT_UTF8
from kinegraph.batch.ledger import Ledger
from kinegraph.batch.order import Order
from kinegraph.batch.run import _Clock
from kinegraph.batch.store import HOME
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.formats import load
from kinegraph.formats.blender.session import kept_blender

JOB = ConvertJob(to=".glb")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    write_library(tmp_path / "library", 3)
    return tmp_path / "library"


def journal(output: Path, event: str) -> list[str]:
    """Keys of an event, over the journals of all workers."""
    lines = [line for file in (output / HOME / "journal").glob("*.jsonl") for line in file.open()]
    return [entry["key"] for entry in map(json.loads, lines) if entry["event"] == event]


def run(library: Path, output: Path, job: ConvertJob | InfoJob = JOB) -> tuple[int, int, int]:
    """Made, reused and failed files of a run in this process."""
    counts = run_batch(job, [library], output, workers=0)
    return counts.done - counts.reused, counts.reused, counts.failed


def test_every_file_is_converted_under_its_own_name(library: Path, tmp_path: Path) -> None:
    assert run(library, tmp_path / "out") == (3, 0, 0)
    assert len(load(tmp_path / "out" / "clip001.glb").clips[0]) == 21


def test_a_second_run_makes_nothing(library: Path, tmp_path: Path) -> None:
    run(library, tmp_path / "out")
    assert run(library, tmp_path / "out") == (0, 3, 0)
    assert len(journal(tmp_path / "out", "done")) == 3


def test_a_second_run_makes_only_what_changed_and_what_is_new(library: Path, tmp_path: Path) -> None:
    run(library, tmp_path / "out")
    shutil.copy(library / "clip000.bvh", library / "clip001.bvh")
    write_library(library, 4)
    shutil.copy(library / "clip002.bvh", library / "clip001.bvh")
    assert run(library, tmp_path / "out") == (2, 2, 0)


def test_other_settings_are_other_results(library: Path, tmp_path: Path) -> None:
    run(library, tmp_path / "out")
    assert run(library, tmp_path / "out", ConvertJob(to=".glb", fps=15.0)) == (3, 0, 0)
    assert load(tmp_path / "out" / "clip000.glb").clips[0].fps == pytest.approx(15.0)
    assert run(library, tmp_path / "out") == (0, 3, 0)
    assert load(tmp_path / "out" / "clip000.glb").clips[0].fps == pytest.approx(30.0)


def test_the_version_of_a_job_counts(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(library, tmp_path / "out")
    monkeypatch.setattr(ConvertJob, "version", 2)
    assert run(library, tmp_path / "out") == (3, 0, 0)


def test_a_bad_file_is_named_and_stops_nothing(library: Path, tmp_path: Path) -> None:
    (library / "clip000.bvh").write_text("HIERARCHY\nnonsense")
    assert run(library, tmp_path / "out") == (2, 0, 1)
    with Ledger(tmp_path / "out") as ledger:
        failed = list(ledger.failures())
    assert [row.path.name for row in failed] == ["clip000.bvh"]
    assert "line 2" in (failed[0].error or "")


@pytest.mark.skipif(sys.platform != "linux", reason="pipes, and names of any bytes")
def test_pipes_and_names_that_are_no_text_are_named(library: Path, tmp_path: Path) -> None:
    os.mkfifo(library / "pipe.bvh")
    os.mkfifo(library / "pipe.json")  # is opened to see whether it is ours
    Path(os.fsdecode(bytes(library) + b"/bad\xff.bvh")).write_text("HIERARCHY")
    assert run(library, tmp_path / "out") == (3, 0, 2)
    with Ledger(tmp_path / "out") as ledger:
        assert {row.path.name: row.error for row in ledger.failures()} == {
            "bad\ufffd.bvh": NOT_UTF8,
            "pipe.bvh": "is not a regular file.",
        }


def test_a_file_that_vanished_from_a_list_is_named(library: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# captures\nlibrary/clip000.bvh\n\nlibrary/gone.bvh\n")
    counts = run_batch(JOB, [names], tmp_path / "out", workers=0)
    assert (counts.done, counts.failed) == (1, 1)
    with Ledger(tmp_path / "out") as ledger:
        assert [row.error for row in ledger.failures()] == ["cannot be read: no such file or directory."]


def test_equal_files_are_worked_on_once(library: Path, tmp_path: Path) -> None:
    shutil.copytree(library, library / "again")
    assert run(library, tmp_path / "out") == (3, 3, 0)
    assert len(journal(tmp_path / "out", "start")) == 3
    assert (tmp_path / "out" / "again" / "clip002.glb").samefile(tmp_path / "out" / "clip002.glb")


def test_results_of_equal_names_get_different_names(library: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(library / "clip002.bvh", other / "clip000.bvh")
    counts = run_batch(JOB, [library, other], tmp_path / "out", workers=0)
    assert counts.done == 4
    assert {path.name for path in (tmp_path / "out").glob("clip000*")} == {"clip000.glb", "clip000-bvh.glb"}


def test_a_result_keeps_its_name_when_the_library_grows(library: Path, tmp_path: Path) -> None:
    run(library, tmp_path / "out")
    before = load(tmp_path / "out" / "clip002.glb").clips[0].rotations
    sooner = tmp_path / "sooner"
    sooner.mkdir()
    shutil.copy(library / "clip000.bvh", sooner / "clip002.bvh")
    run_batch(JOB, [sooner, library], tmp_path / "out", workers=0)
    assert (load(tmp_path / "out" / "clip002.glb").clips[0].rotations == before).all()


def test_a_folder_with_other_files_is_left_alone(library: Path, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="has other files in it"):
        run(library, library)


def test_nothing_to_work_on_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidValue, match="There is no file to work on"):
        run(tmp_path / "empty", tmp_path / "out")


def test_a_second_batch_in_the_same_folder_is_refused(library: Path, tmp_path: Path) -> None:
    with Ledger(tmp_path / "out"), pytest.raises(InvalidValue, match="Another batch is running"):
        run(library, tmp_path / "out")


def test_a_batch_that_was_interrupted_resumes_with_its_own_inputs(library: Path, tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.made == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(JOB, [library], tmp_path / "out", workers=0, progress=stop)
    counts = resume_batch(tmp_path / "out", workers=0)
    assert (counts.done, counts.reused) == (3, 1)
    assert sorted(journal(tmp_path / "out", "done")) == sorted(set(journal(tmp_path / "out", "done")))


def test_there_is_nothing_to_resume_in_another_folder(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there is no batch to resume"):
        resume_batch(tmp_path, workers=0)


def test_a_file_that_changes_on_the_way_is_not_stored_under_its_old_address(
    library: Path, tmp_path: Path
) -> None:
    def change(progress: Progress) -> None:
        if progress.done == 1:
            shutil.copy(library / "clip000.bvh", library / "clip001.bvh")

    run_batch(JOB, [library], tmp_path / "out", workers=0, progress=change)
    counts = run_batch(JOB, [library], tmp_path / "out", workers=0)
    assert counts.failed == 0
    made = load(tmp_path / "out" / "clip001.glb").clips[0].rotations
    assert made == pytest.approx(load(library / "clip001.bvh").clips[0].rotations, abs=1e-6)


def test_results_are_read_only(library: Path, tmp_path: Path) -> None:
    run(library, tmp_path / "out")
    assert not (tmp_path / "out" / "clip000.glb").stat().st_mode & 0o222


def test_the_skeleton_of_an_acclaim_motion_counts(tmp_path: Path) -> None:
    from small_library import waving

    from kinegraph.formats import save

    library = tmp_path / "library"
    library.mkdir()
    save(waving(1), library / "walk.amc")
    assert {path.suffix for path in library.iterdir()} == {".amc", ".asf"}
    assert run(library, tmp_path / "out") == (1, 0, 0)
    skeleton = library / "walk.asf"
    skeleton.write_text(skeleton.read_text() + "\n# changed\n")
    assert run(library, tmp_path / "out") == (1, 0, 0)


def test_the_rate_counts_from_the_first_result(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 102.0, 104.0])
    told: list[Progress] = []
    monkeypatch.setattr("kinegraph.batch.run.time.monotonic", lambda: next(times))
    clock = _Clock(10, told.append)
    for _ in range(3):
        clock.count(made=1)
    assert told[0].rate is None
    assert told[-1].rate == pytest.approx(0.5)
    assert told[-1].seconds_left == pytest.approx(14.0)


def test_information_does_not_depend_on_where_a_file_lies(library: Path, tmp_path: Path) -> None:
    run(library, tmp_path / "out", InfoJob())
    facts = json.loads((tmp_path / "out" / "clip000.json").read_text())
    assert facts["file"] == "clip000.bvh"
    assert str(tmp_path) not in json.dumps(facts)
    assert os.path.isdir(library)


def test_a_batch_in_this_process_leaves_no_blender_behind(library: Path, tmp_path: Path) -> None:
    run(library, tmp_path / "out")
    assert kept_blender() is None


class _Team:
    """Workers with room for two orders, which answer in this process."""

    room = 2

    def __init__(self, work: Any) -> None:
        self.work, self.orders, self.most = work, [], 0

    def send(self, order: Order) -> None:
        self.orders.append(order)
        self.most = max(self.most, len(self.orders))

    def receive(self) -> tuple[str, Any]:
        order = self.orders.pop()
        return order.key, self.work(order)


def test_no_more_orders_are_under_way_than_workers_have_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_library(tmp_path / "library", 7)
    teams: list[_Team] = []

    @contextmanager
    def team(work: Any, **_: object) -> Iterator[_Team]:
        teams.append(_Team(work))
        yield teams[0]

    monkeypatch.setattr("kinegraph.batch.run.open_workers", team)
    assert run(tmp_path / "library", tmp_path / "out") == (7, 0, 0)
    assert teams[0].most == 2


def test_a_file_that_ends_its_workers_is_named(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def team(work: Any, **_: object) -> Iterator[_Team]:
        yield _Team(lambda order: None if "clip001" in order.path else work(order))

    monkeypatch.setattr("kinegraph.batch.run.open_workers", team)
    assert run(library, tmp_path / "out") == (2, 0, 1)
    with Ledger(tmp_path / "out") as ledger:
        assert [(row.path.name, row.error) for row in ledger.failures()] == [("clip001.bvh", LOST)]
