"""A batch on a cluster of three workers on this machine, one of which is killed half-way."""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from dask_cluster import Cluster, dask_cluster, journals
from small_library import write_library

from kinegraph.batch import ConvertJob, Progress, run_batch
from kinegraph.core.errors import InvalidValue

pytest.importorskip("distributed", reason="needs the extra `cluster`")

FILES, WORKERS = 24, 3


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with dask_cluster(tmp_path / "cluster", WORKERS) as started:
        yield started


def test_a_killed_worker_costs_nothing(cluster: Cluster, tmp_path: Path) -> None:
    write_library(tmp_path / "library", FILES)
    output, killed = tmp_path / "out", []

    def kill_one(progress: Progress) -> None:
        if progress.done >= FILES // 3 and not killed:
            victim = Counter(process for process, event, _ in journals(output) if event == "start")
            killed.append(victim.most_common(1)[0][0])  # one that works, not one that is still starting
            os.kill(killed[0], signal.SIGKILL)

    job = ConvertJob(to=".glb")
    counts = run_batch(job, [tmp_path / "library"], output, cluster=cluster.address, progress=kill_one)
    assert (counts.done, counts.failed) == (FILES, 0)
    assert sum(worker.poll() is None for worker in cluster.workers) == WORKERS - 1
    assert len(list(output.glob("*.glb"))) == FILES

    done = Counter(key for _, event, key in journals(output) if event == "done")
    started = [(process, key) for process, event, key in journals(output) if event == "start"]
    repeated = [key for key, times in Counter(key for _, key in started).items() if times > 1]
    finished_by_killed = {key for p, event, key in journals(output) if event == "done" and p == killed[0]}
    # A result whose "done" was not written yet may be there; it is not made again.
    assert set(done.values()) == {1}
    assert FILES - 1 <= len(done) <= FILES
    assert len(repeated) <= 1  # only what the killed worker was in the middle of
    assert all((killed[0], key) in started and key not in finished_by_killed for key in repeated)

    second = run_batch(job, [tmp_path / "library"], output, workers=0)
    assert (second.reused, second.failed) == (FILES, 0)


def test_an_address_without_a_scheduler_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_library(tmp_path / "library", 1)
    monkeypatch.setattr("kinegraph.batch.cluster._CONNECT_SECONDS", 1)
    with pytest.raises(InvalidValue, match="no Dask scheduler answers there"):
        run_batch(
            ConvertJob(to=".glb"), [tmp_path / "library"], tmp_path / "out", cluster="tcp://127.0.0.1:9"
        )
